"""Examples of what is asked of the end of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from legation.board.ledger import Ledger
from legation.board.position import Position
from legation.board.truth import Truth
from legation.rules.reports import Fact
from legation.rules.rulebook import Rulebook
from legation.rules.standard import SOLO, Ruled
from legation.rules.standings import UNITS, Standings
from legation.rules.victory import LAST_YEAR, end
from questions.asking import Example, truth


class TwoCities(Rulebook):
    def victory(self, truth: Truth) -> Ruled:
        """Who owns Rome and Constantinople wins."""
        owners = truth.position.owners
        if "Rom" in owners and owners["Rom"] == owners.get("Con"):
            return end(truth, SOLO, [owners["Rom"]]), ()
        return super().victory(truth)


class NobodyShares(Rulebook):
    def run_out(self, truth: Truth) -> Ruled:
        """When the last year is over nobody has won anything."""
        return end(truth, LAST_YEAR, ()), ()


class Homeless(Rulebook):
    def survivors(self, truth: Truth) -> tuple[str, ...]:
        """Who owns no home centre is out."""
        homes, owned = self.graph.homes, truth.position.centres_of
        return tuple(p for p in super().survivors(truth) if {*homes[p]} & {*owned(p)})


class Great(Rulebook):
    def sharers(self, truth: Truth) -> tuple[str, ...]:
        """A draw is shared by who has two centres."""
        owned = truth.position.riches
        return tuple(p for p in super().sharers(truth) if owned.get(p, 0) > 1)


class Shared(Rulebook):
    def abandoned(self, truth: Truth) -> tuple[str, ...]:
        """Who is left shares a game that is ended."""
        return self.survivors(truth)


class ByUnits(Rulebook):
    def standings(self, position: Position, kept: Ledger, lore: Mapping[str, Fact]) -> Standings:
        """Units decide."""
        return replace(super().standings(position, kept, lore), deciding=UNITS)


TWO = {"units": {"France": ["A Par"], "Italy": ["A Rom"]}}
TWO["centres"] = {"France": ["Ven"], "Italy": ["Rom", "Nap"]}


def _deciding(book: Rulebook) -> str:
    return book.standings(truth(book).position, book.ledger(), {}).deciding


EXAMPLES = (
    Example(
        "victory",
        "Before each adjustment, when centres have changed owner.",
        TwoCities,
        "Who has won, where Turkey owns Constantinople and Rome",
        lambda book: book.victory(truth(book, centres={"Turkey": ["Con", "Rom"]}))[0].winner,
        (),
        ("Turkey",),
    ),
    Example(
        "run_out",
        "When the last year of the calendar is over, and nobody has won.",
        NobodyShares,
        "How many share the game of the start",
        lambda book: len(book.run_out(truth(book))[0].winner),
        7,
        0,
    ),
    Example(
        "survivors",
        "After each phase, and of everybody who may vote.",
        Homeless,
        "Who is left: Italy owns Rome, France owns Venice and stands in Paris",
        lambda book: book.survivors(truth(book, **TWO)),
        ("France", "Italy"),
        ("Italy",),
    ),
    Example(
        "sharers",
        "When a game ends without a winner.",
        Great,
        "Who shares it: Italy owns two centres, France one",
        lambda book: book.sharers(truth(book, **TWO)),
        ("France", "Italy"),
        ("Italy",),
    ),
    Example(
        "abandoned",
        "When the game master ends the game.",
        Shared,
        "Who then shares it, France and Italy being left",
        lambda book: book.abandoned(truth(book, **TWO)),
        (),
        ("France", "Italy"),
    ),
    Example(
        "standings",
        "Wherever it is shown how a game stands, of what its reader knows.",
        ByUnits,
        "The figure that decides",
        _deciding,
        "figure-centres",
        "figure-units",
    ),
)
