"""Maps as they were drawn last, kept by a process: a View draws the same picture each time.

What is kept of a board is drawn once; of the orders that wait on it, the last.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from legation.atlas.draw import drawn, redrawn
from legation.atlas.figures import Scene
from legation.atlas.seats import Seating
from legation.server.board.pens import Sitting
from legation.server.site.kept import Kept
from legation.server.site.lasting import Lasting, lasting
from legation.sight.view import View


class Picture(NamedTuple):
    """A map as SVG: its layer of orders, and what is below it and above."""

    sheets: Hashable
    scene: Scene
    seating: Seating
    orders: str
    parts: tuple[Lasting, Lasting]

    def __str__(self) -> str:
        below, above = (part.plain.decode() for part in self.parts)
        return f"{below}{self.orders}{above}"

    @property
    def size(self) -> int:
        """How many letters it keeps."""
        return len(self.orders) + sum(part.size for part in self.parts)


_drawn: Kept[Picture] = Kept(room=64_000_000, size=lambda kept: kept.size)


def picture(sitting: Sitting, view: View, after: View | None = None) -> Picture:
    """The map of a View, to stand in a page that has the board's style sheet."""
    # The Views' values, not their ids: a later one may lie where an earlier did.
    key = sitting.told.key(sitting.sight, (view.number, after and after.number))
    sheets = sheets_drawn(view)
    kept = _drawn.find(key)
    if kept is not None and (after is not None or kept.sheets == sheets):
        return kept
    made = (kept and _redrawn(sitting, view, sheets, kept)) or _made(sitting, view, sheets, after)
    if sitting.told.holds(sitting.game):
        _drawn.keep(key, made)
    return made


def _redrawn(sitting: Sitting, view: View, sheets: Hashable, kept: Picture) -> Picture | None:
    """The picture with other orders that wait, where nothing but their layer is another."""
    found = redrawn(sitting.book, view, kept.scene, kept.seating)
    if found is None:
        return None
    scene, orders = found
    return kept._replace(sheets=sheets, scene=scene, orders=orders)


def _made(sitting: Sitting, view: View, sheets: Hashable, after: View | None) -> Picture:
    now = drawn(sitting.book, view, after)
    parts = lasting(now.below), lasting(f"{now.names}{now.units}{now.above}")
    return Picture(sheets, now.scene, now.seating, now.orders, parts)


def sheets_drawn(view: View) -> Hashable:
    """The orders that wait on a board, as far as they are drawn."""
    return tuple(sorted((p, sheet.orders) for p, sheet in view.sheets.items()))
