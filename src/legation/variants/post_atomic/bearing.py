"""What bears on an order after the bombs, for who writes it: the ranges that he knows."""

from __future__ import annotations

from collections.abc import Iterator

from legation.board import ledger
from legation.board.borders import BorderName
from legation.board.calendar import MOVEMENT
from legation.board.graph import MUTANT, province_of
from legation.board.orders import Order
from legation.rules.naming import own_unit
from legation.rules.reports import Report
from legation.rules.survey import Survey

from .ledger import Ledger
from .options import Options
from .ranges import Ranges, known_to


def bearings(survey: Survey, kept: ledger.Ledger, power: str, order: Order) -> Iterator[Report]:
    """A range that its writer knows of, on the border that a move or a retreat crosses (PA-8a)."""
    if order.verb not in ("move", "retreat") or order.unit is None or not order.goal or order.via:
        return
    assert isinstance(kept, Ledger)
    here, goal = order.unit.province, province_of(order.goal)
    border = BorderName(here, goal)
    if border not in known_to(kept, power):
        return
    kind = own_unit(survey, power, order.unit).kind
    if survey.position.phase.kind == MOVEMENT and kind == MUTANT:
        yield Report("range-crossed", "PA-9b", {"border": border})
    elif Ranges.known(kept, Options.of(survey.book), power).shut(kind, here, goal):
        yield Report("range-there", "PA-6c", {"border": border})
