"""Why an order does not count: a value, as all that is told is; see `rules.kinds`.

A criterion says why with `because`; who judges makes an error of it, which
knows the order. Its sentence is made when somebody reads it.
"""

from __future__ import annotations

from typing import Self

from legation.board.orders import Order
from legation.board.units import Unit
from legation.errors import AmbiguousOrderError, IllegalOrderError, OrderError
from legation.rules.book import Book
from legation.rules.reports import Fact, Report
from legation.rules.wording import sentence


def because(kind: str, clause: str = "", /, **facts: Fact) -> Report:
    """A reason to refuse an order; without a clause it rests on that of its kind, or criterion.

    Units are told without their private identity.
    """
    told = {name: fact.shown if isinstance(fact, Unit) else fact for name, fact in facts.items()}
    return Report(kind, clause, told)


class RefusedOrderError(OrderError):
    """An order that does not count, and `why`."""

    def __init__(
        self, book: Book, why: Report, order: Order | None = None, clause: str = ""
    ) -> None:
        super().__init__("", why.clause or book.reports[why.kind].clause or clause)
        self.book, self.why = book, why
        if order is not None:
            self.of(order)
        elif not why.clause:
            self.why = Report(why.kind, self.clause, why.facts)

    def __str__(self) -> str:
        return sentence(self.book, self.why)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[type[OrderError], tuple[str, str]]:
        """A copy, or what leaves the process, has the sentence; the rulebook stays."""
        plain = AmbiguousOrderError if isinstance(self, AmbiguousOrderError) else IllegalOrderError
        return plain, (str(self), self.clause)

    def of(self, order: Order) -> Self:
        """The error, now of this order."""
        self.why = Report(self.why.kind, self.clause, {"order": order, **self.why.facts})
        return self


class IllegalError(RefusedOrderError, IllegalOrderError):
    """It fails a criterion."""


class UnclearError(RefusedOrderError, AmbiguousOrderError):
    """It fits several units."""


def void_of(book: Book, told: Report) -> IllegalError:
    """The error of an order of which it is told that it is void."""
    why = told.facts["why"]
    assert isinstance(why, Report)
    return IllegalError(book, why)
