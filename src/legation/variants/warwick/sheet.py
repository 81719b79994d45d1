"""What stands on a sheet: which orders units will carry out, and what is said in any phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.orders import UNIT_SLOT, Order, OrderType
from legation.board.units import Unit
from legation.errors import OrderError
from legation.rules.legality import judge
from legation.rules.naming import own_unit
from legation.rules.survey import Survey
from legation.rules.work import Sheets

DECLARE, FOR_HENRY, CLAIM, STAND_ASIDE = "declare", "declare-henry", "claim", "stand-aside"
DECLARATIONS = (DECLARE, FOR_HENRY, CLAIM, STAND_ASIDE)
JOINT, NO_JOINT = "joint-win", "no-joint-win"

_PREFIXES = {MOVEMENT: "", RETREAT: "retreat-", ADJUSTMENT: "winter-"}
_VERBS = {
    (phase, word): prefix + word
    for word in (*DECLARATIONS, JOINT, NO_JOINT)
    for phase, prefix in _PREFIXES.items()
}
_WORDS = {verb: word for (_, word), verb in _VERBS.items()}


def in_every_phase(kinds: Iterable[OrderType]) -> Iterator[OrderType]:
    """These types of order, for a sheet of any phase; a verb belongs to one of them."""
    for kind in kinds:
        for phase in _PREFIXES:
            yield replace(kind, verb=verb_in(phase, kind.verb), phase=phase)


def verb_in(phase: str, word: str) -> str:
    """The verb of an order that says this in a phase of that kind."""
    return _VERBS[phase, word]


def says(order: Order) -> str:
    """What an order says, whatever the phase."""
    return _WORDS.get(order.verb, order.verb)


def carried_out(survey: Survey, orders: Sheets) -> dict[Unit, Order]:
    """Unit → its order, in full: of several legal ones the first (STD-ORD)."""
    by_unit: dict[Unit, Order] = {}
    for power, sheet in orders.items():
        for order in sheet:
            kind = survey.book.order_types.get(order.verb)
            if kind is None or kind.slot != UNIT_SLOT or order.unit is None:
                continue
            try:
                judged = judge(survey, power, order)
                assert judged.unit is not None
                by_unit.setdefault(own_unit(survey, power, judged.unit), judged)
            except OrderError:
                continue
    return by_unit
