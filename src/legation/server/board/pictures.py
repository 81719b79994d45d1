"""Maps as they were drawn last, kept by a process: a View draws the same picture each time."""

from __future__ import annotations

from legation.atlas.draw import draw
from legation.server.board.pens import Sitting
from legation.server.site.kept import Kept
from legation.sight.view import View

_drawn: Kept[str] = Kept(room=20_000_000, size=len)
_ORDERS = '<g class="orders"'
_ABOVE = ('<g class="centres"', '<g class="labels"')
"""The layers above the orders; the first is missing where no centre is known."""


def picture(sitting: Sitting, view: View, after: View | None = None) -> str:
    """The map of a View as SVG, to stand in a page that has the board's style sheet."""
    # The Views' values, not their ids: a later one may lie where an earlier did.
    sheets = tuple(sorted((p, sheet.orders) for p, sheet in view.sheets.items()))
    asked = (view.number, sheets if after is None else None, after and after.number)
    key = sitting.told.key(sitting.sight, asked)
    drawn = _drawn.find(key)
    if drawn is None:
        drawn = draw(sitting.book, view, after, standalone=False)
        if sitting.told.holds(sitting.game):
            _drawn.keep(key, drawn)
    return drawn


def arrows(svg: str) -> str:
    """The orders alone, out of a map: what changes when one is written."""
    start = svg.find(_ORDERS)
    ends = [end for layer in _ABOVE if (end := svg.find(layer, start)) >= 0]
    return svg[start : min(ends)] if start >= 0 and ends else ""
