"""Plain data → the values of a record, each checked against the rulebook.

Every function takes a node of the file and raises the node's FaultError where
the value is not what it must be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from legation.board.calendar import Phase
from legation.board.graph import province_of
from legation.board.ledger import Ledger
from legation.board.orders import UNIT_FIELD, Order, Value
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Dislodged, Unit, UnitName
from legation.documents.json import Node
from legation.errors import InputError, LegationError, meant
from legation.rules.editions import Editions
from legation.rules.reports import Fact, Fate, One, Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.sight.moment import Moment
from legation.sight.view import Sheet
from legation.table.acts import SET_UNIT, State, apply, check, units_at
from legation.table.ledgers import ledger_of
from legation.table.plain import digest, truth_data
from legation.table.record import BEGINNINGS, Act, PhaseRecord, Versions
from legation.table.sheets import orders_of

FATES = frozenset(fate.value for fate in Fate)
_LEAST = -(1 << 53)  # the smallest whole number that every JSON reader keeps


class Reading:
    """Reads what belongs to one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.players = book.players
        self.nations = frozenset(book.nations)

    # The board

    def phase(self, node: Node) -> Phase:
        """A phase that the calendar has."""
        node.record("season", "year", "kind")
        season, kind = node["season"].text(), node["kind"].text()
        year, calendar = node["year"].number(), self.book.calendar
        if (season, kind) not in (*calendar.prelude, *calendar.phases):
            node.fail(f'names a phase that the game does not have: "{season}", "{kind}".')
        if not calendar.has(Phase(season, year, kind)):
            first = calendar.first.year
            node["year"].fail(f"must be from {first} to {calendar.last_year}, not {year}.")
        return Phase(season, year, kind)

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
        node.record("power", "kind", "place", "strength", "number", "id")
        kind, place = node["kind"].one_of(self.book.kinds), self.place(node["place"])
        if not self.book.graph.can_stand(kind, place):
            node["place"].fail(f"is {place}, where no unit of kind {kind} can be.")
        return Unit(
            self.nation(node["power"]),
            kind,
            place,
            node["strength"].number(1),
            node["number"].number(),
            node["id"].number(),
        )

    def dislodged(self, node: Node) -> Dislodged:
        """A dislodged unit."""
        node.record("unit", "by", "retreats")
        unit = self.unit(node["unit"])
        retreats = node["retreats"].each(self.place)
        for place in retreats:
            if not self.book.graph.can_stand(unit.kind, place):
                node["retreats"].fail(f"has {place}, where no unit of kind {unit.kind} can be.")
        return Dislodged(unit, self.province(node["by"]), retreats)

    def position(self, node: Node) -> Position:
        """A position in which no two units share a province, unless it is open to all."""
        node.record("phase", "units", "owners", "dislodged", "contested", "facts")
        units = node["units"].each(self.unit)
        dislodged = node["dislodged"].each(self.dislodged)
        for key, found in (("units", units), ("dislodged", [d.unit for d in dislodged])):
            alone = [u.province for u in found if u.province not in self.book.open_places]
            if len(set(alone)) < len(alone):
                node[key].fail("has two units in one province.")
            if len({(u.power, u.place, u.number) for u in found}) < len(found):
                node[key].fail("has two units of one power, place and number.")
        owners, centres = {}, self.book.possible_centres
        for centre, owner in node["owners"].items():
            if centre not in centres:
                owner.fail(f"owns what is no supply centre.{meant(centre[:40], centres)}")
            owners[centre] = self.power(owner)
        return Position(
            self.phase(node["phase"]),
            units,
            owners,
            dislodged,
            frozenset(node["contested"].each(self.province)),
            {name: values.each(Node.text) for name, values in node["facts"].items()},
        )

    def truth(self, node: Node) -> Truth:
        """A truth."""
        node.record("position", "ledger", "winner", "ending")
        return Truth(
            self.position(node["position"]),
            self.ledger(node["ledger"]),
            node["winner"].each(self.power),
            node["ending"].text(),
        )

    def ledger(self, node: Node) -> Ledger:
        """What the variant keeps."""
        return ledger_of(self.book, node)

    # What was ordered, done and told

    def sheet(self, node: Node) -> Sheet:
        """A sheet; whether its texts are orders is another question."""
        node.record("orders", "settled")
        return Sheet(node["orders"].each(Node.text), node["settled"].flag())

    def act(self, node: Node) -> Act:
        """An act that can be carried out."""
        node.record("kind", "facts")
        act = Act(node["kind"].text(), facts(node["facts"]))
        try:
            check(self.book, act)
        except InputError as error:
            node.fail(f"cannot be: {error}")
        return act

    def report(self, node: Node) -> Report:
        """A report."""
        node.record("kind", "clause", "facts", "audience")
        audience = None
        if node["audience"].value is not None:
            audience = frozenset(node["audience"].each(self.nation))
        return Report(
            node["kind"].text(), node["clause"].text(), self.facts(node["facts"]), audience
        )

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
        node.record(
            *("power", "unit", "order", "fate", "at", "reason", "causes"),
            *("dislodged", "disbanded", "by", "retreats"),
        )
        return Outcome(
            self.nation(node["power"]),
            None if node["unit"].value is None else self.named(node["unit"]),
            None if node["order"].value is None else self.order(node["order"]),
            Fate(node["fate"].one_of(FATES)),
            self.place(node["at"]) if node["at"].text() else "",
            self.report(node["reason"]),
            node["causes"].each(Node.number),
            node["dislodged"].flag(),
            node["disbanded"].flag(),
            self.province(node["by"]) if node["by"].text() else "",
            node["retreats"].each(self.place),
        )

    def named(self, node: Node) -> Unit | UnitName:
        """A unit that was told of, with its strength; or the name that an order uses."""
        if not node.has("strength"):
            return self.name(node)
        node.record("kind", "place", "power", "strength", optional=("number",))
        return Unit(
            self.nation(node["power"]),
            node["kind"].one_of(self.book.kinds),
            self.place(node["place"]),
            node["strength"].number(1),
            node["number"].number() if node.has("number") else 0,
        )

    def name(self, node: Node) -> UnitName:
        """A unit as an order names it."""
        node.record("kind", "place", optional=("power", "number"))
        return UnitName(
            node["place"].text(),
            node["kind"].text(),
            self.nation(node["power"]) if node.has("power") else "",
            node["number"].number() if node.has("number") else 0,
        )

    def order(self, node: Node) -> Order:
        """An order of one of the game's types."""
        node.record("verb", optional=("unit", "target", "goal", "via", "extra"))
        return Order(
            node["verb"].one_of(self.book.order_types),
            self.name(node["unit"]) if node.has("unit") else None,
            self.name(node["target"]) if node.has("target") else None,
            node["goal"].text() if node.has("goal") else "",
            node["via"].flag() if node.has("via") else False,
            tuple(self.further(node)) if node.has("extra") else (),
        )

    def further(self, node: Node) -> Iterator[tuple[str, Value]]:
        """The fields of an order beyond the standard ones, each by its kind."""
        kinds = {f.name: f.kind for f in self.book.order_types[node["verb"].text()].fields}
        for name, value in node["extra"].items():
            yield name, self.written(value) if kinds.get(name) == UNIT_FIELD else _plain(value)

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
        return digest(truth_data(truth))

    def record(self, node: Node) -> PhaseRecord:
        """A phase record whose truth has its hash."""
        node.record(
            *("number", "begins", "previous", "truth", "sha256", "disorder"),
            *("sheets", "acts", "told", "resolved_by"),
        )
        number, truth = node["number"].number(), self.truth(node["truth"])
        if self.hash_of(node["truth"], truth) != node["sha256"].text():
            node["sha256"].fail("is not the hash of the position recorded: the file was changed.")
        resolved = node["resolved_by"]
        acts = node["acts"].each(self.act)
        check_places(self.book, node["acts"], truth, acts)
        return PhaseRecord(
            number=number,
            begins=node["begins"].one_of(BEGINNINGS),
            truth=truth,
            sha256=node["sha256"].text(),
            disorder=node["disorder"].each(self.power),
            sheets={
                self._owner(key, item): self.sheet(item) for key, item in node["sheets"].items()
            },
            acts=acts,
            told=node["told"].each(lambda item: self.told(item, number, truth, acts)),
            resolved_by=None if resolved.value is None else versions(resolved),
        )

    def told(self, node: Node, number: int, truth: Truth, acts: Sequence[Act]) -> Moment:
        """What was told at one moment of a phase that began so, and in which this was done."""
        del acts
        node.record("reports", "outcomes", "truth", "told")
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
    node.record("engine", "variant")
    return Versions(node["engine"].text(), node["variant"].text())


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


def _plain(node: Node) -> str | int:
    return node.text() if isinstance(node.value, str) else node.number(_LEAST)
