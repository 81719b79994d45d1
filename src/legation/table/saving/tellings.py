"""Plain data → what was told: outcomes, reports and orders, checked against the rulebook."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from legation.board.borders import BorderName
from legation.board.orders import UNIT_FIELD, Further, Order
from legation.board.units import Unit, UnitName
from legation.documents.json import Node
from legation.errors import LegationError
from legation.rules.kinds import Sort
from legation.rules.reports import Fact, Fate, One, Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.table.kept import (
    NAME,
    ORDER,
    OUTCOME,
    REPORT,
    TOLD_OF,
)
from legation.table.ledgers import border_in
from legation.table.saving.boards import BoardReading, strength_of

FATES = frozenset(fate.value for fate in Fate)
LEAST = -(1 << 53)  # the smallest whole number that every JSON reader keeps


class ToldReading(BoardReading):
    """Reads what was told in games of one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        kind = partial(Node.one_of, known=book.kinds)
        self._told_of = TOLD_OF.reader(
            power=self.nation, kind=kind, place=self.place, strength=strength_of
        )
        self._names = NAME.reader(power=self.nation)
        self._reports = REPORT.reader(facts=self.facts, audience=self.audience)
        self._orders = ORDER.reader(
            verb=partial(Node.one_of, known=book.order_types),
            unit=self.name,
            target=self.name,
            extra=_further,
        )
        self._outcomes = OUTCOME.reader(
            power=self.nation,
            unit=lambda node: None if node.value is None else self.named(node),
            order=lambda node: None if node.value is None else self.order(node),
            at=lambda node: self.place(node) if node.text() else "",
            reason=self.report,
            by=lambda node: self.province(node) if node.text() else "",
            retreats=partial(Node.each, read=self.place),
        )

    def report(self, node: Node) -> Report:
        """A report; which of its facts are borders, the declaration of its kind says."""
        report = self._reports(node)
        kind = self.book.reports.get(report.kind)
        sorts = kind.facts if kind is not None else {}
        borders = {
            name: _borders(node["facts"][name])
            for name in report.facts
            if sorts.get(name) == Sort.BORDER
        }
        return replace(report, facts={**report.facts, **borders}) if borders else report

    def audience(self, node: Node) -> frozenset[str] | None:
        """Who may hear a report; None where everybody may."""
        return None if node.value is None else frozenset(node.each(self.nation))

    def facts(self, node: Node) -> dict[str, Fact]:
        """Facts of a report by name."""
        return {name: self._fact(value) for name, value in node.items()}

    def _fact(self, node: Node) -> Fact:
        if isinstance(node.value, list):
            return node.each(self._one)
        is_why = isinstance(node.value, dict) and node.has("clause")
        return self.report(node) if is_why else self._one(node)

    def _one(self, node: Node) -> One:
        match node.value:
            case str():
                return node.text()
            case {"verb": _}:
                return self.order(node)
            case {"season": _}:
                return self.phase(node)
            case dict():
                return self.named(node)
        return node.number(LEAST)

    def outcome(self, node: Node) -> Outcome:
        """An outcome."""
        return self._outcomes(node)

    def named(self, node: Node) -> Unit | UnitName:
        """A unit that was told of, with its strength; or the name that an order uses."""
        return self._told_of(node) if node.has("strength") else self.name(node)

    def name(self, node: Node) -> UnitName:
        """A unit as an order names it."""
        return self._names(node)

    def order(self, node: Node) -> Order:
        """An order of one of the game's types; a unit in a field of its own is written as text."""
        order = self._orders(node)
        kinds = {field.name: field.kind for field in self.book.order_types[order.verb].fields}
        if not any(kinds.get(name) == UNIT_FIELD for name, _ in order.extra):
            return order
        further = (
            (name, self.written(node["extra"][name]) if kinds.get(name) == UNIT_FIELD else value)
            for name, value in order.extra
        )
        return replace(order, extra=tuple(further))

    def written(self, node: Node) -> UnitName:
        """A unit as an order writes it."""
        try:
            return self.book.find_unit(node.text())
        except LegationError as error:
            node.fail(f"names no unit: {error}")


def _borders(node: Node) -> BorderName | tuple[BorderName, ...]:
    return node.each(border_in) if isinstance(node.value, list) else border_in(node)


def _plain(node: Node) -> str | int:
    return node.text() if isinstance(node.value, str) else node.number(LEAST)


def _further(node: Node) -> Further:
    return tuple((name, _plain(value)) for name, value in node.items())
