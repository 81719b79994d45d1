"""A movement carried out by the compiled kernel, where that is installed.

Numba takes a second to load: a program that carries a few movements out should
not wait for it, so that the first of them go by the readable resolver. What
comes of an order is the same.
"""

from __future__ import annotations

import threading
from array import array
from functools import cache, partial
from importlib.util import find_spec
from typing import Any

from legation.compat.diplomacy.fighting import ARRIVED, Fought, Outcome, words_of
from legation.compat.diplomacy.ground import GRAPH, POWERS
from legation.compat.diplomacy.orders import BOOK, MOST, NUMBER, Said
from legation.compat.diplomacy.phasedata import Told
from legation.compat.diplomacy.plan import by_land, plan_of
from legation.compat.diplomacy.words import BOUNCE, CUT, DISLODGED, NO_CONVOY, VOID

AFTER = 100
"""So many movements a program carries out before the kernel is loaded."""


_TOLD = 5
_WORDS = [
    [
        word
        for bit, word in enumerate((NO_CONVOY, BOUNCE, VOID, CUT, DISLODGED))
        if number >> bit & 1
    ]
    for number in range(32)
]
"""Results by number, as `kernel.singly` has them; larger ones it does not know."""


class Carried:
    """How many movements there were in this process."""

    movements = 0


def carried_out(orders: list[Said], owners: bytes) -> Outcome | None:
    """What comes of a movement; None where the readable resolver is to say it.

    `owners` are the numbers of the units' powers.
    """
    Carried.movements += 1
    if Carried.movements <= AFTER or not _installed():
        return None
    return _kernel().carry_out(orders, owners)


@cache
def _installed() -> bool:
    if not (find_spec("numba") and find_spec("numpy")):
        return False
    from legation.kernel.compiled import COMPILED

    return COMPILED


class Kernel(threading.local):
    """The kernel's arrays, of each thread."""

    def __init__(self) -> None:
        from legation.kernel.compiling import ready
        from legation.kernel.singly import move_once, room_for
        from legation.kernel.tables import board_of

        board = board_of(GRAPH, POWERS)
        self.room = room = room_for(board, MOST)
        ready("legation.compat.diplomacy", move_once, lambda: move_once(board.tables, room, 0))
        # asked for once, as Numba else looks at the type of each array in each call
        move: Any = move_once
        self.move = partial(move.get_overload(move.signatures[0]), board.tables, room)
        self.known = 0  # how much of the book is copied
        # Python reads and writes through these faster than through arrays
        self.book, self.number, self.power = (
            each.reshape(-1).data for each in (room.book, room.number, room.power)
        )
        self.deed, self.told = room.deed.data, room.told.reshape(-1).data

    def carry_out(self, orders: list[Said], owners: bytes) -> Outcome | None:
        """As the function `carried_out`."""
        numbers = array("i", [order.number for order in orders])
        size = len(numbers)
        if size > len(self.number) or -1 in numbers:
            return None
        if self.known < len(BOOK):
            news = BOOK[self.known :]
            self.book[self.known : self.known + len(news)] = news
            self.known += len(news)
        self.number[:size] = numbers
        self.power[:size] = array("b", owners)
        lost = self.move(size)
        if lost < 0:
            return None
        deeds, told = self.deed[:size].tobytes(), self.told[: _TOLD * size].tobytes()
        fled = self._fled(orders, lost) if lost else {}
        return Outcome(deeds, fled, partial(_words, orders, owners, deeds, told))

    def _fled(self, orders: list[Said], lost: int) -> dict[int, tuple[int, list[str]]]:
        retreats, fled = self.room.retreats, {}
        for unit, (low, high) in zip(
            retreats.unit[:lost].tolist(), retreats.open[:lost].tolist(), strict=True
        ):
            kind, place = orders[unit].unit[0], orders[unit].unit[2:]
            places, steps = low | high << 64, GRAPH.ordered_steps[kind][place]
            open_to = [step for step in steps if places >> NUMBER[step] & 1]
            fled[unit] = self.told[_TOLD * unit], open_to
        return fled


_kernel = cache(Kernel)


def _words(orders: list[Said], owners: bytes, deeds: bytes, told: bytes) -> Told:
    """The results of a movement, from what the kernel left in its arrays."""
    rows = array("h", told)
    by, support, convoy, road, words = (rows[column::_TOLD] for column in range(_TOLD))
    if max(words, default=0) < len(_WORDS):
        said = zip(orders, words, strict=True)
        return {order.unit: _WORDS[number].copy() for order, number in said}
    plan = plan_of(orders, list(map(str, owners)))
    walked = [army for army in plan.routes if not road[army]]
    arrived = [deed == ARRIVED for deed in deeds]
    fought = Fought(arrived, by, support, convoy, frozenset())  # type: ignore[arg-type]
    return words_of(by_land(plan, walked) if walked else plan, fought)
