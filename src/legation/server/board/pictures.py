"""Maps as they were drawn last, kept by a process: a View draws the same picture each time."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable

from legation.atlas.draw import draw
from legation.server.board.pens import Sitting
from legation.sight.view import View

_MOST = 200
_kept: OrderedDict[Hashable, str] = OrderedDict()
_lock = threading.Lock()
_ORDERS = '<g class="orders"'
_ABOVE = ('<g class="centres"', '<g class="labels"')
"""The layers above the orders; the first is missing where no centre is known."""


def picture(sitting: Sitting, view: View, after: View | None = None) -> str:
    """The map of a View as SVG, to stand in a page that has the board's style sheet."""
    # The Views' values, not their ids: a later one may lie where an earlier did.
    sheets = tuple(sorted((p, sheet.orders) for p, sheet in view.sheets.items()))
    known = (sitting.game.pk, sitting.game.version, view.viewer, sitting.holding)
    key = (*known, view.number, sheets if after is None else None, after and after.number)
    found = _kept.get(key)
    if found is None:
        found = draw(sitting.book, view, after, standalone=False)
        with _lock:
            _kept[key] = found
            while len(_kept) > _MOST:
                _kept.popitem(last=False)
    return found


def arrows(svg: str) -> str:
    """The orders alone, out of a map: what changes when one is written."""
    start = svg.find(_ORDERS)
    ends = [end for layer in _ABOVE if (end := svg.find(layer, start)) >= 0]
    return svg[start : min(ends)] if start >= 0 and ends else ""
