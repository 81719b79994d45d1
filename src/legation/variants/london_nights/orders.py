"""The orders of the night: units of one kind, a double move, an election, ranked retreats."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.orders import (
    ONE_SLOT,
    PLACE,
    STANDARD_TYPES,
    Field,
    Order,
    OrderType,
)
from legation.board.units import Unit
from legation.errors import IllegalOrderError
from legation.rules.legality import CRITERIA as STANDARD_CRITERIA
from legation.rules.legality import Criterion
from legation.rules.survey import Survey

from . import taxis
from .cast import NURSES, POLICE
from .fortress import ELECT

_FURTHER = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_ELECTION = OrderType(
    ELECT,
    MOVEMENT,
    ("Elect {unit}",),
    clause="LN-1D",
    help="Let one unit count as a 2U for this round.",
    powers=(NURSES,),
    slot=ONE_SLOT,
)


def types(ranked: bool) -> Mapping[str, OrderType]:
    """The types of orders; there are no fleets, so nothing is convoyed (LN-0)."""
    found = {verb: kind for verb, kind in STANDARD_TYPES.items() if verb != "convoy"}
    goal = Field("goal", PLACE, "move goal")
    found["move"] = replace(
        found["move"],
        forms=("{unit} - {goal}",),
        fields=(goal,),
        help="Go to a neighbouring place.",
    )
    if ranked:
        found["retreat"] = _ranked(found["retreat"])
    return {**found, taxis.DOUBLE: taxis.TYPE, ELECT: _ELECTION}


def _ranked(kind: OrderType) -> OrderType:
    """A retreat that may name further places, for when the first is not open (STD-RET)."""
    tail = ""
    for name in reversed(_FURTHER):
        tail = f" [or {{{name}}}{tail}]"
    further = (Field(name, PLACE, "further retreat", optional=True) for name in _FURTHER)
    return replace(
        kind,
        forms=(f"{{unit}} - {{goal}}{tail}",),
        fields=(*kind.fields, *further),
        help="Withdraw a dislodged unit to the first of these places that is open to it.",
    )


def _further(survey: Survey, unit: Unit, _: Order) -> Collection[object]:
    return survey.dislodged_at[unit.province].retreats


def _why_not_further(survey: Survey, unit: Unit, order: Order) -> str:
    found = survey.dislodged_at[unit.province].retreats
    wrong = [str(place) for name, place in order.extra if place not in found]
    return f"{' and '.join(wrong)} {'is' if len(wrong) == 1 else 'are'} not open to {unit}"


# Refusals that rest on a clause of this game and not on the one of their criterion


def _why_no_move(survey: Survey, unit: Unit, order: Order) -> str:
    if unit.power == POLICE and order.goal in survey.graph.army[unit.province]:
        said = f"{order.goal} is too far from the river for the Police"
        raise IllegalOrderError(said, "LN-3b")
    return STANDARD_CRITERIA["move goal"].why(survey, unit, order)


def _why_no_support(survey: Survey, unit: Unit, order: Order) -> str:
    assert order.target is not None
    place = province_of(order.goal) or order.target.province
    if place in survey.graph.army[unit.province]:
        if place in survey.book.open_places:
            raise IllegalOrderError(f"nobody fights on a bridge, so not in {place}", "LN-4b")
        if place not in survey.steps(unit):
            raise IllegalOrderError(f"{place} is too far from the river for the Police", "LN-3b")
    return STANDARD_CRITERIA["supported goal"].why(survey, unit, order)


CRITERIA: Mapping[str, Criterion] = {
    **taxis.CRITERIA,
    "further retreat": Criterion("STD-RET", _further, _why_not_further),
    "move goal": replace(STANDARD_CRITERIA["move goal"], why=_why_no_move),
    "supported unit": replace(STANDARD_CRITERIA["supported unit"], why=_why_no_support),
    "supported goal": replace(STANDARD_CRITERIA["supported goal"], why=_why_no_support),
}
