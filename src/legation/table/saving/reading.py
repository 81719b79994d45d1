"""Plain data → the values of a record, each checked against the rulebook.

Every function takes a node of the file and raises the node's FaultError where
the value is not what it must be.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from legation.board.borders import BorderName
from legation.board.calendar import Phase
from legation.board.graph import province_of
from legation.board.ledger import Ledger
from legation.board.orders import UNIT_FIELD, Further, Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Dislodged, Unit, UnitName
from legation.documents.json import Node
from legation.errors import InputError, LegationError, meant
from legation.rules.editions import Editions
from legation.rules.kinds import Sort
from legation.rules.reports import Fact, Fate, One, Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.sight.moment import Moment
from legation.sight.view import Sheet
from legation.table.acts import SET_UNIT, State, apply, check, units_at
from legation.table.canonical import digest
from legation.table.kept import (
    ACT,
    DISLODGED,
    MOMENT_KEYS,
    NAME,
    ORDER,
    OUTCOME,
    PHASE,
    POSITION,
    RECORD,
    REPORT,
    SHEET,
    TOLD_OF,
    TRUTH,
    UNIT,
    VERSIONS,
)
from legation.table.ledgers import border_in, ledger_of
from legation.table.record import Act, PhaseRecord, Versions
from legation.table.sheets import orders_of

FATES = frozenset(fate.value for fate in Fate)
_LEAST = -(1 << 53)  # the smallest whole number that every JSON reader keeps


class Reading:
    """Reads what belongs to one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.players = book.players
        self.nations = frozenset(book.nations)
        kind = partial(Node.one_of, known=book.kinds)
        self._units = UNIT.reader(
            power=self.nation, kind=kind, place=self.place, strength=_strength
        )
        self._told_of = TOLD_OF.reader(
            power=self.nation, kind=kind, place=self.place, strength=_strength
        )
        self._names = NAME.reader(power=self.nation)
        self._dislodged = DISLODGED.reader(
            unit=self.unit, by=self.province, retreats=partial(Node.each, read=self.place)
        )
        self._positions = POSITION.reader(
            phase=self.phase,
            units=partial(Node.each, read=self.unit),
            owners=self.owners,
            dislodged=partial(Node.each, read=self.dislodged),
            contested=lambda node: frozenset(node.each(self.province)),
            facts=_texts,  # borders are named on known boards alone, and these are not kept
        )
        self._truths = TRUTH.reader(
            position=self.position, ledger=self.ledger, winner=partial(Node.each, read=self.power)
        )
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

    # The board

    def phase(self, node: Node) -> Phase:
        """A phase that the calendar has."""
        read, calendar = _phases(node), self.book.calendar
        season, year, kind = read.season, read.year, read.kind
        if (season, kind) not in (*calendar.prelude, *calendar.phases):
            node.fail(f'names a phase that the game does not have: "{season}", "{kind}".')
        if not calendar.has(Phase(season, year, kind)):
            first = calendar.first.year
            node["year"].fail(f"must be from {first} to {calendar.last_year}, not {year}.")
        return read

    def power(self, node: Node) -> str:
        """The name of a power with a player."""
        return self._named(node, self.players)

    def nation(self, node: Node) -> str:
        """The name of a power, with or without a player."""
        return self._named(node, self.nations)

    def _named(self, node: Node, known: Collection[str]) -> str:
        text = node.text()
        if text not in known:
            node.fail(f'names an unknown power "{text[:40]}".{meant(text[:40], known)}')
        return text

    def place(self, node: Node) -> str:
        """A place."""
        text, places = node.text(), self.book.graph.places
        if text not in places:
            node.fail(f'names an unknown place "{text[:40]}".{meant(text[:40], places)}')
        return text

    def province(self, node: Node) -> str:
        """A province."""
        place = self.place(node)
        if place != province_of(place):
            node.fail(f'must be a province without a coast, not "{place}".')
        return place

    def unit(self, node: Node) -> Unit:
        """A unit where one of its kind can stand."""
        unit = self._units(node)
        if not self.book.graph.can_stand(unit.kind, unit.place):
            node["place"].fail(f"is {unit.place}, where no unit of kind {unit.kind} can be.")
        return unit

    def dislodged(self, node: Node) -> Dislodged:
        """A dislodged unit."""
        lost = self._dislodged(node)
        for place in lost.retreats:
            if not self.book.graph.can_stand(lost.unit.kind, place):
                kind = lost.unit.kind
                node["retreats"].fail(f"has {place}, where no unit of kind {kind} can be.")
        return lost

    def position(self, node: Node) -> Position:
        """A position in which no two units share a province, unless it is open to all."""
        position = self._positions(node)
        lost = [d.unit for d in position.dislodged]
        for key, units in (("units", position.units), ("dislodged", lost)):
            alone = [u.province for u in units if u.province not in self.book.open_places]
            if len(set(alone)) < len(alone):
                node[key].fail("has two units in one province.")
            if len({(u.power, u.place, u.number) for u in units}) < len(units):
                node[key].fail("has two units of one power, place and number.")
        return position

    def owners(self, node: Node) -> dict[str, str]:
        """The owners of centres."""
        owners, centres = {}, self.book.possible_centres
        for centre, owner in node.items():
            if centre not in centres:
                owner.fail(f"owns what is no supply centre.{meant(centre[:40], centres)}")
            owners[centre] = self.power(owner)
        return owners

    def truth(self, node: Node) -> Truth:
        """A truth."""
        return self._truths(node)

    def ledger(self, node: Node) -> Ledger:
        """What the variant keeps."""
        return ledger_of(self.book, node)

    # What was ordered, done and told

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
        return self._one(node)

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
        return node.number(_LEAST)

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
            resolved_by=lambda node: None if node.value is None else versions(node),
        )
        return read(node)

    def sheets(self, node: Node) -> dict[str, Sheet]:
        """Sheets by power."""
        return {self._owner(key, item): self.sheet(item) for key, item in node.items()}

    def told(self, node: Node, number: int, truth: Truth, acts: Sequence[Act]) -> Moment:
        """What was told at one moment of a phase that began so, and in which this was done."""
        del acts
        node.record(*MOMENT_KEYS)
        outcomes = node["outcomes"].each(self.outcome)

        def edition(listed: Node) -> tuple[Outcome, ...]:
            numbers = listed.each(Node.number)
            for at, which in enumerate(numbers):
                if which >= len(outcomes):
                    listed[at].fail("names no outcome.")
                if any(cause >= len(numbers) for cause in outcomes[which].causes):
                    node["outcomes"][which].fail("has a cause that is no outcome.")
            return tuple(outcomes[which] for which in numbers)

        told = {self._reader(key, item): edition(item) for key, item in node["told"].items()}
        editions = Editions.kept(edition(node["truth"]), told)
        reports = node["reports"].each(self.report)
        return Moment(number, truth.position.phase, reports, editions)

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


def versions(node: Node) -> Versions:
    """Versions."""
    return _versions(node)


def facts(node: Node) -> dict[str, Fact]:
    """Facts of an act by name."""
    return {name: _fact(value) for name, value in node.items()}


def _fact(node: Node) -> Fact:
    match node.value:
        case str():
            return node.text()
        case list():
            return node.each(Node.text)
    return node.number(_LEAST)


def _texts(node: Node) -> dict[str, tuple[str, ...]]:
    return {name: value.each(Node.text) for name, value in node.items()}


def _borders(node: Node) -> BorderName | tuple[BorderName, ...]:
    return node.each(border_in) if isinstance(node.value, list) else border_in(node)


def _plain(node: Node) -> str | int:
    return node.text() if isinstance(node.value, str) else node.number(_LEAST)


def _further(node: Node) -> Further:
    return tuple((name, _plain(value)) for name, value in node.items())


def _strength(node: Node) -> int:
    return node.number(1)


_phases = PHASE.reader(kind=Node.text)
_sheets = SHEET.reader()
_acts = ACT.reader(facts=facts)
_versions = VERSIONS.reader()
