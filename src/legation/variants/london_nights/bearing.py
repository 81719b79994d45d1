"""What bears on an order of this night, for who writes it: who is told, bridges, taxis."""

from __future__ import annotations

from collections.abc import Iterator

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.orders import Order
from legation.rules.bearings import standing_at
from legation.rules.reports import Report
from legation.rules.survey import Survey

from .cast import ROYALS, TAXIS, THEATRE, bridges
from .fortress import fortresses
from .options import Options


def bearings(survey: Survey, power: str, order: Order) -> Iterator[Report]:
    """The rules of the night that bear on an order of a unit in a round."""
    if survey.position.phase.kind != MOVEMENT or order.unit is None:
        return
    options, spans = Options.of(survey.book), bridges(survey.graph)
    goal = province_of(order.goal) if order.goal else ""
    if power == THEATRE:
        yield _told(survey, order, goal)
    if power == TAXIS and order.verb != "double" and options.taxi_duty == "enforce":
        yield Report("taxi-this-round", "LN-1F-c")
    moves = order.verb in ("move", "double")
    if moves and goal in spans:
        yield Report("onto-bridge", "LN-4a", {"place": goal})
    if order.verb == "support" and order.unit.province in spans:
        yield Report("off-bridge", "LN-4c")
    if moves and goal in fortresses(survey.book) and _resists(survey, power, order, goal):
        yield Report("empty-fortress", "LN-1E-b", {"place": goal})


def _told(survey: Survey, order: Order, goal: str) -> Report:
    """Whether the others are told of an order of the Theatre-Goers (LN-1A-a).

    A support for a unit that stays aims at its place.
    """
    assert order.unit is not None
    aim = goal or (order.target.province if order.target is not None else "")
    for place in (order.unit.province, aim):
        owner = survey.position.owners.get(place, THEATRE)
        if owner != THEATRE:
            return Report("in-conflict", "LN-1A-a", {"place": place, "power": owner})
    return Report("nobody-sees", "LN-1A-a")


def _resists(survey: Survey, power: str, order: Order, goal: str) -> bool:
    """Does an empty fortress resist this power (option ``fortress-vacant``)?"""
    if standing_at(survey, order) is not None:
        return False
    vacant = Options.of(survey.book).fortress_vacant
    owner = survey.position.owners.get(goal, "")
    return vacant != "none" and power != (ROYALS if vacant == "royals" else owner)
