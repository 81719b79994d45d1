"""Plain data → the values of a record, each checked against the rulebook.

Every function takes a node of the file and raises the node's FaultError where
the value is not what it must be. `boards` reads positions, `tellings` what was
told of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from legation.board.truth import Truth
from legation.documents.json import Node
from legation.errors import InputError, meant
from legation.rules.editions import Editions
from legation.rules.reports import Fact, Outcome
from legation.rules.rulebook import Rulebook
from legation.sight.moment import Moment
from legation.sight.view import Sheet
from legation.table.acts import SET_UNIT, State, apply, check, units_at
from legation.table.canonical import digest
from legation.table.kept import ACT, EDITIONS, MOMENT, RECORD, SHEET, TRUTH
from legation.table.record import Act, PhaseRecord
from legation.table.saving.tellings import LEAST, ToldReading
from legation.table.sheets import orders_of


class Reading(ToldReading):
    """Reads what belongs to one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self._editions = EDITIONS.reader(
            *MOMENT.forms, outcomes=partial(Node.each, read=self.outcome)
        )
        self._moments = MOMENT.reader(*EDITIONS.forms, reports=partial(Node.each, read=self.report))

    def sheet(self, node: Node) -> Sheet:
        """A sheet; whether its texts are orders is another question."""
        return _sheets(node)

    def act(self, node: Node) -> Act:
        """An act that can be carried out."""
        act = _acts(node)
        try:
            check(self.book, act)
        except InputError as error:
            node.fail(f"cannot be: {error}")
        return act

    def chained(self, node: Node) -> tuple[PhaseRecord, str]:
        """A phase record, and the hash by which the next one is chained to it."""
        return self.record(node), digest(node.value)

    def hash_of(self, node: Node, truth: Truth) -> str:
        """The hash of a truth as it was written."""
        del node
        return digest(TRUTH.write(truth))

    def record(self, node: Node) -> PhaseRecord:
        """A phase record whose truth has its hash."""
        RECORD.keys(node, "previous")
        number, truth = node["number"].number(), self.truth(node["truth"])
        if self.hash_of(node["truth"], truth) != node["sha256"].text():
            node["sha256"].fail("is not the hash of the position recorded: the file was changed.")
        acts = node["acts"].each(self.act)
        check_places(self.book, node["acts"], truth, acts)
        read = RECORD.reader(
            "previous",
            truth=lambda _: truth,
            sha256=Node.text,
            disorder=partial(Node.each, read=self.power),
            sheets=self.sheets,
            acts=lambda _: acts,
            told=lambda told: told.each(lambda item: self.told(item, number, truth, acts)),
        )
        return read(node)

    def sheets(self, node: Node) -> dict[str, Sheet]:
        """Sheets by power."""
        return {self._owner(key, item): self.sheet(item) for key, item in node.items()}

    def told(self, node: Node, number: int, truth: Truth, acts: Sequence[Act]) -> Moment:
        """What was told at one moment of a phase that began so, and in which this was done."""
        del acts
        phase, editions = truth.position.phase, self.editions(node)
        return self._moments(node, number=number, phase=phase, editions=editions)

    def editions(self, node: Node) -> Editions:
        """What each reader was told of the orders of a phase."""
        listed = self._editions(node)
        outcomes = listed.outcomes

        def edition(at: Node, numbers: Sequence[int]) -> tuple[Outcome, ...]:
            for index, which in enumerate(numbers):
                if which >= len(outcomes):
                    at[index].fail("names no outcome.")
                if any(cause >= len(numbers) for cause in outcomes[which].causes):
                    node["outcomes"][which].fail("has a cause that is no outcome.")
            return tuple(outcomes[which] for which in numbers)

        told = {
            self._reader(power, node["told"][power]): edition(node["told"][power], numbers)
            for power, numbers in listed.told.items()
        }
        return Editions.kept(edition(node["truth"], listed.truth), told)

    def _reader(self, power: str, node: Node) -> str:
        if power not in {"", *self.players}:
            node.fail(f"is what an unknown power was told.{meant(power[:40], self.players)}")
        return power

    def _owner(self, power: str, node: Node) -> str:
        if power not in self.nations:
            node.fail(f"is the sheet of an unknown power.{meant(power[:40], self.players)}")
        return power

    def check_orders(self, node: Node, phase: PhaseRecord) -> None:
        """Refuses texts that are no orders, in the phase that waits for its resolution."""
        try:
            orders_of(self.book, phase.truth.position.phase.kind, phase.sheets)
        except InputError as error:
            node["sheets"].fail(f"cannot be read: {error}")


def check_places(book: Rulebook, node: Node, truth: Truth, acts: tuple[Act, ...]) -> None:
    """Refuses a unit that is set where one stands."""
    state = State(book, truth)
    for index, act in enumerate(acts):
        place = str(act.facts.get("place", ""))
        taken = place not in book.open_places
        if act.kind == SET_UNIT and taken and units_at(state.truth.position, place, False):
            node[index].fail(f"sets a unit in {place}, where one stands.")
        state, _ = apply(state, act)


def facts(node: Node) -> dict[str, Fact]:
    """Facts of an act by name."""
    return {name: _fact(value) for name, value in node.items()}


def _fact(node: Node) -> Fact:
    match node.value:
        case str():
            return node.text()
        case list():
            return node.each(Node.text)
    return node.number(LEAST)


_sheets = SHEET.reader()
_acts = ACT.reader(facts=facts)
