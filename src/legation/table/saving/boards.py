"""Plain data → boards, and what a variant keeps beside them, each checked against the rulebook."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from legation.board.calendar import Phase
from legation.board.graph import province_of
from legation.board.ledger import Ledger
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Dislodged, Unit
from legation.documents.json import Node
from legation.errors import meant
from legation.rules.rulebook import Rulebook
from legation.table.kept import (
    DISLODGED,
    PHASE,
    POSITION,
    TRUTH,
    UNIT,
)
from legation.table.ledgers import ledger_of


class BoardReading:
    """Reads the boards of one rulebook."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.players = book.players
        self.nations = frozenset(book.nations)
        kind = partial(Node.one_of, known=book.kinds)
        self._units = UNIT.reader(
            power=self.nation, kind=kind, place=self.place, strength=strength_of
        )
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


def _texts(node: Node) -> dict[str, tuple[str, ...]]:
    return {name: value.each(Node.text) for name, value in node.items()}


def strength_of(node: Node) -> int:
    """Men, ships, or the strength of a unit."""
    return node.number(1)


_phases = PHASE.reader(kind=Node.text)
