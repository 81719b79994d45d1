"""What was told, in words: the one place where values of the engine become text.

Files of cases, pages, terminals and pictures ask here; what they get is never
taken apart again.
"""

from __future__ import annotations

from legation.rules.book import Book
from legation.rules.reports import Outcome

DISLODGED, DISBANDED = "dislodged", "disbanded"


def unit_of(outcome: Outcome) -> str:
    """The unit of an outcome: ``A Par``; empty where it is of none."""
    return str(outcome.unit or "")


def order_of(book: Book, outcome: Outcome) -> str:
    """The order of an outcome as it counted; the unit alone where none of its orders did."""
    return unit_of(outcome) if outcome.order is None else book.write(outcome.order)


def where(outcome: Outcome) -> str:
    """Where the unit of an outcome then is: a place, ``dislodged`` or ``disbanded``."""
    return DISLODGED if outcome.dislodged else DISBANDED if outcome.disbanded else outcome.at
