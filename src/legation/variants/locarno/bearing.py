"""What bears on an order of 1926, for who writes it: minor powers in the way, and bids."""

from __future__ import annotations

from collections.abc import Iterator

from legation.board.orders import Order
from legation.rules.bearings import standing_at
from legation.rules.reports import Report
from legation.rules.survey import Survey

from .bids import BID


def bearings(survey: Survey, order: Order) -> Iterator[Report]:
    """A minor power's unit where a move leads, and how secret a bid is."""
    if order.verb == BID:
        yield Report("secret-bid", "LO-DP-3c")
    there = standing_at(survey, order)
    if there is not None and there.power not in survey.book.players:
        yield Report("minor-there", "LO-MP-4", {"unit": there.shown})
