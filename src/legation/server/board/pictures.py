"""Maps as they were drawn last, kept by a process: a View draws the same picture each time.

What is kept of a board is drawn once; of the orders that wait on it, the last.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from legation.atlas.draw import Drawn, drawn, redrawn
from legation.server.board.pens import Sitting
from legation.server.site.kept import Kept
from legation.sight.view import View


class _Kept(NamedTuple):
    """A picture, and the orders that wait on it."""

    sheets: Hashable
    picture: Drawn


_drawn: Kept[_Kept] = Kept(room=20_000_000, size=lambda kept: len(str(kept.picture)))


def picture(sitting: Sitting, view: View, after: View | None = None) -> Drawn:
    """The map of a View as SVG, to stand in a page that has the board's style sheet."""
    # The Views' values, not their ids: a later one may lie where an earlier did.
    key = sitting.told.key(sitting.sight, (view.number, after and after.number))
    sheets = sheets_drawn(view)
    kept = _drawn.find(key)
    if kept is not None and (after is not None or kept.sheets == sheets):
        return kept.picture
    now = redrawn(sitting.book, view, kept.picture) if kept else drawn(sitting.book, view, after)
    if sitting.told.holds(sitting.game):
        _drawn.keep(key, _Kept(sheets, now))
    return now


def sheets_drawn(view: View) -> Hashable:
    """The orders that wait on a board, as far as they are drawn."""
    return tuple(sorted((p, sheet.orders) for p, sheet in view.sheets.items()))
