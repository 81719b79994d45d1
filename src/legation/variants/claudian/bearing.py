"""What bears on an order of men and ships, for who writes it."""

from __future__ import annotations

from collections.abc import Iterator

from legation.board.calendar import MOVEMENT
from legation.board.orders import Order
from legation.rules.bearings import standing_at
from legation.rules.naming import own_unit
from legation.rules.reports import Report
from legation.rules.survey import Survey

from .sizes import CARRIES


def bearings(survey: Survey, power: str, order: Order) -> Iterator[Report]:
    """Supports are weakened, one's own are joined, ships carry so many."""
    if survey.position.phase.kind != MOVEMENT or order.unit is None:
        return
    if order.verb == "support":
        yield Report("weakened-by-attack", "CL-11b-2")
    if order.verb == "convoy":
        ships = own_unit(survey, power, order.unit).strength
        yield Report("ships-take", "CL-8b", {"count": ships * CARRIES})
    there = standing_at(survey, order)
    if there is not None and there.power == power and there.province != order.unit.province:
        full = survey.book.full[there.kind]
        yield Report("joins-there", "CL-11c-3", {"unit": there.shown, "count": full})
