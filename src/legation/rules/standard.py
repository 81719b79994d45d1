"""The standard answers to what is asked of a whole game: its start, its end, who knows what."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from legation.board.ledger import Ledger
from legation.board.position import FOGGED, Position
from legation.board.truth import Truth
from legation.board.units import UnitName
from legation.rules import sighted
from legation.rules.book import Book
from legation.rules.declared import ALL
from legation.rules.dice import Dice
from legation.rules.marks import CENTRE, FOG, Mark
from legation.rules.reports import Fact, Report
from legation.rules.standings import Standings, centres_win, counted
from legation.rules.victory import LAST_YEAR, end

SOLO = "solo"

Ruled = tuple[Truth, tuple[Report, ...]]
"""The truth as a rule leaves it, and what is reported of that."""


class Amiss(NamedTuple):
    """What is wrong with a truth: in which field of the ledger, by its name in files, and why.

    The name is empty where it is the board; `why` is a sentence.
    """

    key: str
    why: str


class Standard(Book):
    """What a rulebook is asked without a board to look at; a variant overrides what differs."""

    def setup(self, truth: Truth, dice: Dice) -> Ruled:
        """What is drawn or dealt before the first phase, and who is told: nothing."""
        del dice
        return truth, ()

    def amiss(self, truth: Truth) -> Iterator[Amiss]:
        """What is wrong with a truth that somebody gives; its board has been read.

        Who takes over a game begun elsewhere gives the ledger himself: a variant
        says what of it must be there, and must fit the rest.
        """
        del truth
        yield from ()

    def resettle(self, truth: Truth, position: Position) -> Truth:
        """The truth with a board on which the game master set or removed a unit."""
        return replace(truth, position=position)

    def centres(self, truth: Truth) -> Collection[str]:
        """The centres that there are in this game, found or not: all that the map has."""
        del truth
        return self.possible_centres

    def disorder(self, truth: Truth, power: str) -> Ruled:
        """What becomes of a power's units and centres when it is declared in civil disorder."""
        del power
        return truth, ()

    def cost(self, name: UnitName) -> int:
        """How many builds a unit takes: one (STD-ADJ)."""
        del name
        return 1

    def loss(self, power: str, retreats: Sequence[str]) -> tuple[str, str]:
        """What a dislodged unit of a power can still do: the kind of report, and its clause."""
        del power
        return "loss-open" if retreats else "loss-nowhere", "STD-DIS"

    # Endings (STD-END)

    def victory(self, truth: Truth) -> Ruled:
        """Ends the game if one power has enough centres and more than any other.

        Or holds all the places that are to be held.
        """
        owners, hold = truth.position.owners, self.aims.hold
        holders = {owners.get(place, "") for place in hold}
        if len(holders) == 1 and holders <= self.players:
            (power,) = holders
            report = Report("held-all", self.aims.clause, {"power": power, "places": hold})
            return replace(truth, ending=SOLO, winner=(power,)), (report,)
        if not self.victory_centres:
            return truth, ()
        counts = truth.position.riches
        count = max(counts.values(), default=0)
        if count < self.victory_centres:
            return truth, ()
        power, *rivals = [power for power, own in counts.items() if own == count]
        if rivals:
            return truth, ()
        report = Report("solo", self.reports["solo"].clause, {"power": power, "count": count})
        return replace(truth, ending=SOLO, winner=(power,)), (report,)

    def run_out(self, truth: Truth) -> Ruled:
        """Ends a game that nobody has won by its last year (STD-PH): a draw of its sharers.

        Or for who has the most centres then.
        """
        shared, counts = self.sharers(truth), truth.position.riches
        if self.aims.leader and counts:
            most = max(counts.values())
            shared = tuple(sorted(power for power, own in counts.items() if own == most))
            if len(shared) == 1:
                facts: dict[str, Fact] = {"power": shared[0], "count": most}
                told = Report("won-last-year", self.aims.clause, facts)
                return end(truth, SOLO, shared), (told,)
        clause = self.aims.clause if self.aims.leader else "STD-END"
        report = Report("draw-last-year", clause, {"powers": shared})
        return end(truth, LAST_YEAR, shared), (report,)

    def survivors(self, truth: Truth) -> tuple[str, ...]:
        """The powers that still have a unit or a centre."""
        if self.players <= {unit.power for unit in truth.position.units}:
            return self.readers[1:]
        return tuple(sorted(truth.position.present & self.players))

    def sharers(self, truth: Truth) -> tuple[str, ...]:
        """The powers that share the game when it ends without a winner: all survivors."""
        return self.survivors(truth)

    def abandoned(self, truth: Truth) -> tuple[str, ...]:
        """The powers that share a game which its game master ends: none."""
        del truth
        return ()

    # Sight

    def known(self, truth: Truth, power: str) -> Position:
        """The board that a power knows; that of spectators where the power is empty.

        All of it, but where the variant is declared to be in fog.
        """
        if self.sight.sees == ALL:
            return truth.position
        return sighted.known(self, truth.position, power)

    @property
    def hides_nothing(self) -> bool:
        """Does everybody know the whole board, and is nothing kept beside it?

        Then all see in every phase who has orders to give.
        """
        plain = type(self).known is Standard.known and self.sight.sees == ALL
        return plain and self.ledger is Ledger

    def lore(self, truth: Truth, power: str | None) -> Mapping[str, Fact]:
        """What a power knows beside the board; None asks for what the game master knows."""
        del truth, power
        return {}

    def marks(self, position: Position, kept: Ledger) -> tuple[Mark, ...]:
        """What a picture shows beside units and owners, from board and ledger as one knows them.

        The centres that he knows to be one are those that he sees owned.
        """
        del kept
        table = self.graph.centres
        found = tuple(Mark(CENTRE, (c,)) for c in sorted(position.owners) if c not in table)
        fogged = tuple(str(place) for place in position.facts.get(FOGGED, ()))
        return (*found, Mark(FOG, fogged)) if fogged else found

    def standings(self, position: Position, kept: Ledger, lore: Mapping[str, Fact]) -> Standings:
        """How the game stands, from board, ledger and lore as one knows them: centres win."""
        del kept, lore
        return centres_win(self, counted(self, position))
