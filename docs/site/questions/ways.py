"""Examples of what is asked of units: where they go, whom they help."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from legation.board.graph import ARMY
from legation.board.units import Unit, UnitName
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.table.sheets import read_sheet
from questions.asking import Example, survey


class MunichShut(Rulebook):
    def open_steps(self, survey: Survey, unit: Unit, steps: frozenset[str]) -> frozenset[str]:
        """Nobody enters Munich."""
        return steps - {"Mun"}


class NoPasses(Rulebook):
    @cached_property
    def free_powers(self) -> frozenset[str]:
        """All but Italy, whose units alone are asked of."""
        return frozenset(self.nations) - {"Italy"}

    def open_steps(self, survey: Survey, unit: Unit, steps: frozenset[str]) -> frozenset[str]:
        """No Italian unit enters Munich."""
        return steps - {"Mun"}


class Cannon(Rulebook):
    def support_reach(self, survey: Survey, unit: Unit) -> frozenset[str]:
        """Every unit can support into Berlin."""
        return super().support_reach(survey, unit) | {"Ber"}


class AnyLetter(Rulebook):
    def may_mean(self, survey: Survey, name: UnitName, unit: Unit, power: str) -> bool:
        """The letter of a unit does not matter."""
        return True


class Ghost(Rulebook):
    def ghosts(self, survey: Survey) -> tuple[Unit, ...]:
        """There may be an army in Silesia that nobody sees."""
        return (Unit("", ARMY, "Sil"),)


class NoBurgundy(Rulebook):
    def retreats(self, survey: Survey, unit: Unit, places: tuple[str, ...]) -> tuple[str, ...]:
        """Nobody retreats to Burgundy."""
        return tuple(place for place in places if place != "Bur")


class NoMercy(Rulebook):
    def loss(self, power: str, retreats: Sequence[str]) -> tuple[str, str]:
        """A dislodged unit is lost, by a clause of its own."""
        return "loss-nowhere", "TID-2"


PARIS = Unit("France", ARMY, "Par")


def _refused(book: Rulebook, power: str, unit: str, line: str) -> list[str]:
    reading = read_sheet(survey(book, units={power: [unit]}), power, [line])
    return [error.text for error in reading.errors]


EXAMPLES = (
    Example(
        "open_steps",
        "For each unit, once on each board: by legality, menus, bots and the battle.",
        MunichShut,
        "Can A Bur go to Munich?",
        lambda book: "Mun" in survey(book).steps(Unit("France", ARMY, "Bur")),
        True,
        False,
    ),
    Example(
        "free_powers",
        "Once, of the class that bends ways: its `open_steps` and `support_reach` are then asked"
        " of the units of others alone.",
        NoPasses,
        "Who could go from Burgundy to Munich, of France and Italy",
        lambda book: [
            power
            for power in ("France", "Italy")
            if "Mun" in survey(book).steps(Unit(power, ARMY, "Bur"))
        ],
        ["France", "Italy"],
        ["France"],
    ),
    Example(
        "support_reach",
        "For each unit, once on each board, where a support is judged or listed.",
        Cannon,
        "Can A Par support into Berlin?",
        lambda book: "Ber" in survey(book).support_reach(PARIS),
        False,
        True,
    ),
    Example(
        "may_mean",
        "For each unit in a place that an order names.",
        AnyLetter,
        "Refused of a French sheet, F Par - Bur, where an army stands in Paris",
        lambda book: _refused(book, "France", "A Par", "F Par - Bur"),
        ["F Par - Bur"],
        [],
    ),
    Example(
        "ghosts",
        "Once on each board, as its reader knows it.",
        Ghost,
        "Refused of a German sheet, A Mun S A Sil, where nobody is seen in Silesia",
        lambda book: _refused(book, "Germany", "A Mun", "A Mun S A Sil"),
        ["A Mun S A Sil"],
        [],
    ),
    Example(
        "retreats",
        "For each dislodged unit, after the fighting.",
        NoBurgundy,
        "Where A Par can retreat, of Burgundy and Gascony",
        lambda book: book.retreats(survey(book), PARIS, ("Bur", "Gas")),
        ("Bur", "Gas"),
        ("Gas",),
    ),
    Example(
        "loss",
        "For each dislodged unit, when its loss is told. Let `retreats` say the same.",
        NoMercy,
        "How the loss of a unit is told that could go to Venice",
        lambda book: book.loss("Italy", ["Ven"]),
        ("loss-open", "STD-DIS"),
        ("loss-nowhere", "TID-2"),
    ),
)
