"""Examples of what is asked when a sheet of orders is written."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from legation.board.ledger import Ledger
from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.criteria import CRITERIA
from legation.rules.refusals import IllegalError, because
from legation.rules.reports import Report
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Criterion, SheetFault, Survey
from legation.table.sheets import read_sheet
from questions.asking import Example, order, survey


def not_london(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    """Where a unit may go, but for London."""
    return {*CRITERIA["move goal"].values(survey, unit, order)} - {"Lon"}


class Closed(Rulebook):
    @cached_property
    def criteria(self) -> Mapping[str, Criterion]:
        """Nobody moves to London."""
        goal = replace(CRITERIA["move goal"], values=not_london)
        return {**super().criteria, "move goal": goal}


class OneMove(Rulebook):
    def check_sheet(self, survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
        """A sheet has one move, as `[refused.one-move]` says."""
        moves = [at for at, order in enumerate(orders) if order.verb == "move"]
        why = because("one-move", "TID-1")
        return [SheetFault(at, IllegalError(self, why, orders[at])) for at in moves[1:]]


class OneGoal(Rulebook):
    def instead_of(self, new: Order, old: Order) -> bool:
        """Of two orders for one place the later counts."""
        return new.goal == old.goal


class Frosty(Rulebook):
    def bearings(
        self, survey: Survey, kept: Ledger, power: str, order: Order
    ) -> tuple[Report, ...]:
        """Who goes to Moscow should know of the frost, `[bearing.frost]`."""
        frost = (Report("frost", "TID-1"),) if order.goal == "Mos" else ()
        return (*super().bearings(survey, kept, power, order), *frost)


class NoHolds(Rulebook):
    def needs_no_offer(self, kept: Ledger, power: str, order: Order) -> bool:
        """Who holds need not say so."""
        return order.verb == "hold"


class Cold(Rulebook):
    def warn(self, survey: Survey, power: str, orders: Sequence[Order]) -> list[str]:
        """Moscow is cold."""
        return ["Moscow is cold."] if any(order.goal == "Mos" for order in orders) else []


def _kinds(book: Rulebook) -> list[str]:
    board = survey(book, units={"Germany": ["A War"]})
    told = book.bearings(board, book.ledger(), "Germany", order(book, "A War - Mos"))
    return [report.kind for report in told]


EXAMPLES = (
    Example(
        "criteria",
        "For each field of an order: when it is read from a sheet, listed in a menu, carried out."
        " The domain that a field names in its order type is the key.",
        Closed,
        "Refused lines of an English sheet, F NTH - Lon",
        lambda book: [
            error.text
            for error in read_sheet(
                survey(book, units={"England": ["F NTH"]}), "England", ["F NTH - Lon"]
            ).errors
        ],
        [],
        ["F NTH - Lon"],
        (not_london,),
    ),
    Example(
        "check_sheet",
        "When a sheet is handed in or changed, after each of its orders was found legal.",
        OneMove,
        "Refused lines of a French sheet, A Par - Bur and A Mar - Pie",
        lambda book: [
            error.line
            for error in read_sheet(survey(book), "France", ["A Par - Bur", "A Mar - Pie"]).errors
        ],
        [],
        [2],
    ),
    Example(
        "instead_of",
        "When a sheet has two orders of a type of which it may have many (`slot = MANY_SLOT`).",
        OneGoal,
        "Does A Mar - Bur replace A Par - Bur?",
        lambda book: book.instead_of(order(book, "A Mar - Bur"), order(book, "A Par - Bur")),
        False,
        True,
    ),
    Example(
        "bearings",
        "For each order that a page lists or has in its sheet.",
        Frosty,
        "Rules that bear on A War - Mos",
        _kinds,
        [],
        ["frost"],
    ),
    Example(
        "needs_no_offer",
        "When a page lists what a unit may do.",
        NoHolds,
        "Is A Par H left out?",
        lambda book: book.needs_no_offer(book.ledger(), "France", order(book, "A Par H")),
        False,
        True,
    ),
    Example(
        "warn",
        "When a sheet has been handed in: its orders stand, whatever this says.",
        Cold,
        "What is said of A War - Mos",
        lambda book: book.warn(survey(book), "Russia", [order(book, "A War - Mos")]),
        [],
        ["Moscow is cold."],
    ),
)
