"""What bears on an order of 1470, for who writes it: whom one may help or attack, the sea."""

from __future__ import annotations

from collections.abc import Iterator

from legation.board import ledger
from legation.board.graph import province_of
from legation.board.orders import Order
from legation.rules.bearings import standing_at
from legation.rules.naming import unit_named
from legation.rules.reports import Report
from legation.rules.survey import Survey

from .cast import CLAIMANT, HENRY, NEUTRAL, Ledger
from .factions import Court, court_in, why_void
from .sheet import DECLARATIONS, says

_VOID = {
    "neutral": "neutral-gives-none",
    "other-faction": "not-of-faction",
    "both-claimed": "both-were-claimants",
}
"""Why a support is void, and how that is said while it can still be changed."""


def bearings(survey: Survey, kept: ledger.Ledger, power: str, order: Order) -> Iterator[Report]:
    """The rules of the court and of the sea that bear on an order."""
    assert isinstance(kept, Ledger)
    court = court_in(survey.book, kept)
    if says(order) in DECLARATIONS:
        yield _stand(court, power)
    seas = survey.book.open_places
    if order.verb == "support":
        assert order.unit is not None
        yield from _support(survey, court, power, order)
        if order.unit.province in seas:
            yield Report("cut-by-guess", "WA-4c-1")
    elif order.verb == "move" and province_of(order.goal) in seas:
        yield Report("into-sea", "WA-4a-2", {"place": province_of(order.goal)})
    other = standing_at(survey, order)
    if other is not None and other.power != power and court.claimants == {other.power}:
        yield Report("sole-claimant", "WA-3h", {"power": other.power})


def _support(survey: Survey, court: Court, power: str, order: Order) -> Iterator[Report]:
    assert order.target is not None
    taker = unit_named(survey, order.target, power).power
    why = why_void(survey.book, court, power, taker)
    if why is None:
        return
    facts = {} if why.kind == "neutral" else {"power": taker}
    yield Report(_VOID[why.kind], why.clause, facts)


def _stand(court: Court, power: str) -> Report:
    """One's own alignment, beside the question (WA-3a-1)."""
    stand = court.alignments[power]
    if stand in (CLAIMANT, NEUTRAL):
        said = "a claimant" if stand == CLAIMANT else stand
        return Report("stands-now", "WA-3a-1", {"alignment": said})
    assert stand == HENRY or stand in court.alignments
    return Report("stands-for", "WA-3a-1", {"power": stand})
