"""An order's text in the package's form, taken apart: ``A LON - BRE VIA``.

Every text is taken apart once, and kept: the same few thousand are written all
the time.
"""

from __future__ import annotations

from array import array
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from legation.board.graph import ARMY, FLEET, province_of
from legation.compat.diplomacy.ground import GRAPH

HOLD, MOVE, SUPPORT, CONVOY = 0, 1, 2, 3


class Said(NamedTuple):
    """An order of a movement. `goal` is a place, and `goal_in` its province; both may be empty.

    `unit` and `target` are named as on the board (``A LON``), `here` and
    `there` are their provinces; `tail` is the text after the unit. `moved` is the
    unit where it is if it moves. `number` is its place in `BOOK`, or -1.
    """

    tail: str
    verb: int
    unit: str
    here: str
    target: str = ""
    there: str = ""
    goal: str = ""
    goal_in: str = ""
    via: bool = False
    moved: str = ""
    number: int = -1


MOST = 1 << 16
BOOK = array("h")
"""The first `MOST` orders that were read, by number: rows as `kernel.singly` has them."""

KINDS = {ARMY: 0, FLEET: 1}
COASTS = (p for code in GRAPH.provinces for p in GRAPH.provinces[code].places[1:])
NUMBER = {place: number for number, place in enumerate((*GRAPH.provinces, *COASTS))}
"""Places by number, as `kernel.tables` has them."""

COLUMNS = 7
_WRITING = Lock()


@lru_cache(MOST)
def said(unit: str, tail: str) -> Said | None:
    """The order of a unit (``A LON``, ``- BRE VIA``); None for what is not in this form."""
    order = _read(unit, tail)
    if order is None or not _is_unit(unit[:1], unit[2:]):
        return order
    with _WRITING:
        known = len(BOOK) // COLUMNS
        if known < MOST:
            order = order._replace(number=known)
            BOOK.extend(_row(order))
    return order


def hold(unit: str) -> Said:
    """The order of a unit to hold."""
    return said(unit, "H") or Said("H", HOLD, unit, province_of(unit[2:]))


def _row(order: Said) -> tuple[int, ...]:
    target, goal = order.target, order.goal_in if order.verb == CONVOY else order.goal
    return (
        KINDS[order.unit[0]],
        NUMBER[order.unit[2:]],
        order.verb,
        KINDS[target[0]] if target else -1,
        NUMBER[target[2:]] if target else -1,
        NUMBER[goal] if goal else -1,
        order.via,
    )


def _read(unit: str, tail: str) -> Said | None:
    words, here = tail.split(" "), province_of(unit[2:])
    match words:
        case ["H"]:
            return Said(tail, HOLD, unit, here)
        case ["-", goal] | ["-", goal, "VIA"] if goal in GRAPH.places:
            there, via = province_of(goal), len(words) == 3
            return Said(tail, MOVE, unit, here, "", "", goal, there, via, f"{unit[0]} {goal}")
        case ["S", kind, place] if _is_unit(kind, place):
            return Said(tail, SUPPORT, unit, here, f"{kind} {place}", province_of(place))
        case ["S" | "C" as verb, kind, place, "-", goal] if (
            _is_unit(kind, place) and goal in GRAPH.places
        ):
            number = SUPPORT if verb == "S" else CONVOY
            target, there = f"{kind} {place}", province_of(place)
            return Said(tail, number, unit, here, target, there, goal, province_of(goal))
    return None


def _is_unit(kind: str, place: str) -> bool:
    return kind in (ARMY, FLEET) and GRAPH.can_stand(kind, place)


def parted(text: str) -> tuple[str, str]:
    """The unit of an order's text, and the rest: ``A LON - BRE`` → ``A LON``, ``- BRE``."""
    kind, _, rest = text.partition(" ")
    place, _, tail = rest.partition(" ")
    return f"{kind} {place}", tail
