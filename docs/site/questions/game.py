"""Examples of what is asked of a game as a whole."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules.definition import Definition
from legation.rules.dice import Dice
from legation.rules.options import Options
from legation.rules.rulebook import Rulebook
from legation.rules.standard import Amiss, Ruled
from legation.rules.turn import opening
from legation.table.positions import NO_SEED
from questions.asking import Example, truth


class Ten(Rulebook):
    @classmethod
    def define(cls, definition: Definition, options: Options) -> Definition:
        """Ten centres win."""
        return replace(super().define(definition, options), victory_centres=10)


class Lot(Rulebook):
    def setup(self, truth: Truth, dice: Dice) -> Ruled:
        """A lot takes one unit off the board."""
        gone = dice.stream("lot").sample(truth.position.units, 1)
        units = tuple(unit for unit in truth.position.units if unit not in gone)
        return truth.on(replace(truth.position, units=units)), ()


class NeedsFrance(Rulebook):
    def amiss(self, truth: Truth) -> Iterator[Amiss]:
        """France has a unit."""
        yield from super().amiss(truth)
        if not truth.position.of("France"):
            yield Amiss("", "France has no unit.")


class Taking(Rulebook):
    def resettle(self, truth: Truth, position: Position) -> Truth:
        """Whose unit is set on a centre owns it."""
        held = {u.province: u.power for u in position.units if u.province in self.graph.centres}
        return super().resettle(truth, replace(position, owners={**position.owners, **held}))


class NoSweden(Rulebook):
    def centres(self, truth: Truth) -> Collection[str]:
        """Sweden counts for nothing."""
        return {*super().centres(truth)} - {"Swe"}


class Falling(Rulebook):
    def disorder(self, truth: Truth, power: str) -> Ruled:
        """Who is in civil disorder loses all centres."""
        owners = {c: owner for c, owner in truth.position.owners.items() if owner != power}
        return truth.on(replace(truth.position, owners=owners)), ()


def _owner_of_belgium(book: Rulebook) -> str:
    start = truth(book)
    units = (*start.position.units, Unit("France", "A", "Bel"))
    settled = book.resettle(start, replace(start.position, units=units))
    return settled.position.owners.get("Bel", "nobody")


EXAMPLES = (
    Example(
        "define",
        "Once for each choice of options, when the folder has been read.",
        Ten,
        "Centres that win",
        lambda book: book.victory_centres,
        18,
        10,
    ),
    Example(
        "setup",
        "Once, when a game begins: starting units and owners are on the board.",
        Lot,
        "Units when a game begins",
        lambda book: len(opening(book, Dice(NO_SEED, "opening"))[0].position.units),
        22,
        21,
    ),
    Example(
        "amiss",
        "When somebody hands in a game that was begun elsewhere.",
        NeedsFrance,
        "What is wrong with a board of one army in Rome",
        lambda book: [amiss.why for amiss in book.amiss(truth(book, units={"Italy": ["A Rom"]}))],
        [],
        ["France has no unit."],
    ),
    Example(
        "resettle",
        "When the game master has set or removed a unit.",
        Taking,
        "Who owns Belgium when a French army was set there",
        _owner_of_belgium,
        "nobody",
        "France",
    ),
    Example(
        "centres",
        "When the game master gives a centre to somebody.",
        NoSweden,
        "Is Sweden a centre?",
        lambda book: "Swe" in book.centres(truth(book)),
        True,
        False,
    ),
    Example(
        "disorder",
        "When the game master declares a power in civil disorder.",
        Falling,
        "Italy's centres then",
        lambda book: len(book.disorder(truth(book), "Italy")[0].position.centres_of("Italy")),
        3,
        0,
    ),
)
