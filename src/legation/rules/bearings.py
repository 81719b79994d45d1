"""Which rules bear on an order that may be given: what one should know, and need not do otherwise.

A refusal says what cannot be, a warning what is likely a slip; this says what
is odd about a game where it matters to the order at hand.
"""

from __future__ import annotations

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.reports import Report
from legation.rules.survey import Survey


def own_there(survey: Survey, power: str, order: Order) -> tuple[Report, ...]:
    """A move to where a unit of one's own stands needs that unit to leave (STD-SELF)."""
    unit = standing_at(survey, order)
    if unit is None or unit.power != power or not order.unit:
        return ()
    if unit.province == order.unit.province:
        return ()
    return (Report("own-unit-there", "STD-SELF", {"unit": unit.shown}),)


def standing_at(survey: Survey, order: Order) -> Unit | None:
    """The unit where a move leads, as far as the board shows one; none where all may stand."""
    if survey.position.phase.kind != MOVEMENT or order.verb != "move" or not order.goal:
        return None
    goal = province_of(order.goal)
    if goal in survey.book.open_places:
        return None
    return next((unit for unit in survey.position.units if unit.province == goal), None)
