"""Maps as they were drawn last, kept by a process: a View draws the same picture each time.

What is kept of a board is drawn once; of the orders that wait on it, the last.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

from legation.atlas.draw import Drawn, drawn, redrawn
from legation.server.board.pens import Sitting
from legation.server.site.kept import Kept
from legation.server.site.lasting import Lasting, lasting, place
from legation.sight.view import View


class _Kept(NamedTuple):
    """A picture, the orders that wait on it, and what is below these and above as pages have it."""

    sheets: Hashable
    picture: Drawn
    parts: tuple[Lasting, Lasting]

    @property
    def size(self) -> int:
        """How many letters it keeps."""
        return len(str(self.picture)) + sum(part.size for part in self.parts)


_drawn: Kept[_Kept] = Kept(room=32_000_000, size=lambda kept: kept.size)


def picture(sitting: Sitting, view: View, after: View | None = None) -> Drawn:
    """The map of a View as SVG, to stand in a page that has the board's style sheet."""
    return _found(sitting, view, after).picture


def in_places(
    sitting: Sitting, view: View, after: View | None = None
) -> tuple[SafeString, Sequence[Lasting]]:
    """The same with places for what no sheet that is saved changes; and that, which comes there.

    It is nine tenths of a page (`site.lasting`).
    """
    found = _found(sitting, view, after)
    return mark_safe(f"{place(0)}{found.picture.orders}{place(1)}"), found.parts  # as it was drawn


def _found(sitting: Sitting, view: View, after: View | None) -> _Kept:
    # The Views' values, not their ids: a later one may lie where an earlier did.
    key = sitting.told.key(sitting.sight, (view.number, after and after.number))
    sheets = sheets_drawn(view)
    kept = _drawn.find(key)
    if kept is not None and (after is not None or kept.sheets == sheets):
        return kept
    now = redrawn(sitting.book, view, kept.picture) if kept else drawn(sitting.book, view, after)
    made = _Kept(sheets, now, _parts(now, kept))
    if sitting.told.holds(sitting.game):
        _drawn.keep(key, made)
    return made


def _parts(now: Drawn, earlier: _Kept | None) -> tuple[Lasting, Lasting]:
    """What is below the orders, and above; as it was earlier where only they were drawn anew."""
    if earlier and replace(earlier.picture, scene=now.scene, orders=now.orders) == now:
        return earlier.parts
    return lasting(now.below), lasting(f"{now.names}{now.units}{now.above}")


def sheets_drawn(view: View) -> Hashable:
    """The orders that wait on a board, as far as they are drawn."""
    return tuple(sorted((p, sheet.orders) for p, sheet in view.sheets.items()))
