"""Trials: orders tried on a board as somebody knows it; no game is changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from legation.board.notation import SheetError
from legation.errors import InputError, StateError
from legation.library.boards import book_of, text_of
from legation.library.reasons import Explanation, Result, explain, results
from legation.rules.rulebook import Rulebook
from legation.rules.wording import sentence
from legation.sight.view import View
from legation.table.whatif import suppose

Orders = str | Mapping[str, str | Sequence[str]]
"""A sheet with the names of powers over their orders, or orders by power."""


@dataclass(frozen=True)
class Trial:
    """One phase that was tried: the board `before` and `after` it, and the orders `refused`.

    `after` may be tried on. A refused order has its text, its line (of orders by
    power, of that power's), its power where that is known, and the error, which
    is a sentence and names its clause.
    """

    before: View
    after: View
    refused: tuple[SheetError, ...]

    @property
    def results(self) -> list[Result]:
        """What came of each order."""
        return results(self.after)

    @property
    def news(self) -> list[str]:
        """What happened besides: centres that change owner, endings, a variant's own."""
        book = book_of(self.after)
        return [sentence(book, report) for told in self.after.told for report in told.reports]

    def explain(self, what: str) -> Explanation:
        """Why an order came out so; see `legation.explain`."""
        return explain(self.after, what)


def adjudicate(position: View, orders: Orders = "") -> Trial:
    """Carries orders out on the board that a View shows.

    Of a `legation.position` that is all there is. Of a game's View it is what
    would happen if there were nothing that its reader does not know. A unit
    without an order holds. Chance, where a variant has it, falls the same way
    each time for the same View, and says nothing of the game's own dice.

    Raises:
        NameUnknownError: for a power that does not exist.
        StateError: where the game is over.
    """
    book = book_of(position)
    sheet, begins = _sheet(book, orders)
    _, supposed = suppose(book, position, [sheet])
    if not supposed:
        raise StateError("the game is over.")
    done = supposed[0]
    refused = done.errors
    if begins:  # lines are counted as they were given: from the first of each power
        refused = tuple(replace(r, line=r.line - _before(begins, r.line)) for r in refused)
    return Trial(done.before, done.after, refused)


def _sheet(book: Rulebook, orders: Orders) -> tuple[str, list[int]]:
    """One sheet, the name of each power over its orders; on which lines those names are."""
    if isinstance(orders, str):
        return orders, []
    if not isinstance(orders, Mapping):
        raise InputError("orders are a text, or a dict of the orders of each power.")
    lines: list[str] = []
    begins = []
    for power, its in orders.items():
        lines.append(book.names.find_nation(text_of(power, "a power's name")))
        begins.append(len(lines))
        if not isinstance(its, str | list | tuple):
            text_of(its, "what a power orders, where it is no list,")
        its = [its] if isinstance(its, str) else its
        for order in its:
            lines += text_of(order, "an order").splitlines()
    return "\n".join(lines), begins


def _before(begins: Sequence[int], line: int) -> int:
    return max((at for at in begins if at < line), default=0)
