"""The orders of the night: units of one kind, a double move, an election, ranked retreats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.orders import (
    ONE_SLOT,
    PLACE,
    RANKED_RETREAT,
    STANDARD_TYPES,
    Field,
    Order,
    OrderType,
)
from legation.board.units import Unit
from legation.rules.criteria import CRITERIA as STANDARD_CRITERIA
from legation.rules.refusals import because
from legation.rules.reports import Report
from legation.rules.survey import Criterion, Survey

from . import taxis
from .cast import NURSES, POLICE
from .fortress import ELECT

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
    types_here = {verb: kind for verb, kind in STANDARD_TYPES.items() if verb != "convoy"}
    goal = Field("goal", PLACE, "move goal")
    types_here["move"] = replace(
        types_here["move"],
        forms=("{unit} - {goal}",),
        fields=(goal,),
        help="Go to a neighbouring place.",
    )
    types_here["build"] = replace(
        types_here["build"],
        clause="LN-6c",
        help="Put a new unit into a vacant centre of one's own north of the river.",
    )
    if ranked:
        types_here["retreat"] = RANKED_RETREAT
    return {**types_here, taxis.DOUBLE: taxis.TYPE, ELECT: _ELECTION}


# Refusals that rest on a clause of this game and not on the one of their criterion


def _why_no_move(survey: Survey, unit: Unit, order: Order) -> Report:
    if unit.power == POLICE and order.goal in survey.graph.army[unit.province]:
        return because("far-from-river", "LN-3b", place=order.goal)
    return STANDARD_CRITERIA["move goal"].why(survey, unit, order)


def _why_no_support(survey: Survey, unit: Unit, order: Order) -> Report:
    assert order.target is not None
    place = province_of(order.goal) or order.target.province
    if place in survey.graph.army[unit.province]:
        if place in survey.book.open_places:
            return because("on-a-bridge", "LN-4b", place=place)
        if place not in survey.steps(unit):
            return because("far-from-river", "LN-3b", place=place)
    return STANDARD_CRITERIA["supported goal"].why(survey, unit, order)


CRITERIA: Mapping[str, Criterion] = {
    **taxis.CRITERIA,
    "move goal": replace(STANDARD_CRITERIA["move goal"], why=_why_no_move),
    "supported unit": replace(STANDARD_CRITERIA["supported unit"], why=_why_no_support),
    "supported goal": replace(STANDARD_CRITERIA["supported goal"], why=_why_no_support),
}
