"""Examples of what is asked of who knows what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from legation.board.graph import ARMY, FLEET
from legation.board.ledger import Ledger
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules.definition import Definition
from legation.rules.ground import LEVEL, Ground
from legation.rules.marks import CENTRE, Mark
from legation.rules.options import Options
from legation.rules.published import Published
from legation.rules.reports import Fact
from legation.rules.rulebook import Rulebook
from legation.rules.showing import all_published
from legation.rules.survey import Survey
from legation.rules.work import Done
from questions.asking import Example, after, done, survey, truth


class HiddenFleets(Rulebook):
    def known(self, truth: Truth, power: str) -> Position:
        """Nobody sees the fleets of others."""
        board = truth.position
        seen = tuple(unit for unit in board.units if unit.kind != FLEET or unit.power == power)
        return replace(board, units=seen)


class FleetsCounted(Rulebook):
    def lore(self, truth: Truth, power: str | None) -> Mapping[str, Fact]:
        """Everybody knows how many fleets there are, `[lore.fleets]`."""
        return {"fleets": sum(unit.kind == FLEET for unit in truth.position.units)}


class SwissMarked(Rulebook):
    def marks(self, position: Position, kept: Ledger) -> tuple[Mark, ...]:
        """Switzerland has the sign of a centre."""
        return (*super().marks(position, kept), Mark(CENTRE, ("Swi",)))


class SecretOrders(Rulebook):
    @classmethod
    def define(cls, definition: Definition, options: Options) -> Definition:
        """Battles hide something."""
        return replace(super().define(definition, options), hides_battles=True)

    def orders_shown(self, done: Done, power: str) -> Published | None:
        """Nobody is shown the orders of others."""
        intents = enumerate(done.movement.intents)
        return all_published(done, {at for at, each in intents if each.unit.power != power})


class SecretGround(Rulebook):
    def ground_known(
        self, done: Done, power: str, survey: Survey, orders: Mapping[str, Sequence[Order]]
    ) -> Ground:
        """Nobody is told what made a unit stronger."""
        return LEVEL


PARIS = Unit("France", ARMY, "Par")


def _weights(book: Rulebook) -> object:
    played = done(book, {}, units={"France": ["A Par"]})
    work = played.work.using(Ground(weights={PARIS: 2}))
    strong = Done(played.start, played.sheets, work)
    return dict(book.ground_known(strong, "France", survey(book), {}).weights)


EXAMPLES = (
    Example(
        "known",
        "Whenever somebody looks: the board of his pages, pictures, menus, sheets and files.",
        HiddenFleets,
        "English units that France sees at the start",
        lambda book: len(book.known(truth(book), "France").of("England")),
        3,
        1,
    ),
    Example(
        "lore",
        "Whenever somebody looks; None asks for what the game master knows.",
        FleetsCounted,
        "What France knows beside the board at the start",
        lambda book: dict(book.lore(truth(book), "France")),
        {},
        {"fleets": 9},
    ),
    Example(
        "marks",
        "For each picture of a board, and each bot.",
        SwissMarked,
        "Signs on the map at the start",
        lambda book: [mark.places for mark in book.marks(truth(book).position, book.ledger())],
        [],
        [("Swi",)],
    ),
    Example(
        "orders_shown",
        "For each power, when it reads what came of a movement of a game that `hides_battles`.",
        SecretOrders,
        "Orders of the first Spring that France is told of",
        lambda book: len(after(book, {}).editions.of("France")),
        22,
        3,
    ),
    Example(
        "ground_known",
        "For each power that `orders_shown` does not let read the truth.",
        SecretGround,
        "What France knows to have had another weight, where A Par had 2",
        _weights,
        {PARIS: 2},
        {},
    ),
)
