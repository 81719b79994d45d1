"""Examples of what is asked in adjustments."""

from __future__ import annotations

from collections.abc import Sequence

from legation.board.graph import ARMY, FLEET
from legation.board.units import Unit, UnitName
from legation.rules.reports import Report
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from questions.asking import Example, survey
from questions.turns import FOUR, WINTER


class Reserve(Rulebook):
    def due(self, survey: Survey, power: str) -> int:
        """One unit fewer than centres."""
        return super().due(survey, power) - 1


class ArmiesAlone(Rulebook):
    def build_choices(self, survey: Survey, power: str) -> list[UnitName]:
        """Nobody builds fleets."""
        return [name for name in super().build_choices(survey, power) if name.kind == ARMY]


class SpainSaid(Rulebook):
    def why_no_build(self, survey: Survey, power: str, name: UnitName) -> Report:
        """Why not in Spain, `[refused.siesta]`."""
        if name.province == "Spa":
            return Report("siesta", "TID-4")
        return super().why_no_build(survey, power, name)


class OneBuild(Rulebook):
    def builds_possible(self, survey: Survey, power: str) -> int:
        """One build a year."""
        return min(1, super().builds_possible(survey, power))


class DearFleets(Rulebook):
    def cost(self, name: UnitName) -> int:
        """A fleet takes two builds."""
        return 2 if name.kind == FLEET else 1


class HeavyFleets(Rulebook):
    def relief(self, survey: Survey, unit: Unit) -> int:
        """A fleet that goes counts for two removals."""
        return 2 if unit.kind == FLEET else 1


class NearestFirst(Rulebook):
    def removals(
        self, survey: Survey, power: str, units: Sequence[Unit], missing: int
    ) -> list[tuple[Unit, Report]]:
        """Of who does not order removals, what is nearest to its home goes first."""
        ranked = super().removals(survey, power, units, len(units))
        return ranked[::-1][:missing]


AWAY = {**WINTER, "units": {"France": ["A Pic", "A Gas", "A Bur"]}}
AWAY["centres"] = {"France": ["Par", "Mar", "Bre", "Spa", "Por", "Bel"]}
SPREAD = {**WINTER, "units": {"France": ["A Par", "A War"]}, "centres": {"France": ["Par"]}}


def _removed(book: Rulebook) -> list[str]:
    board = survey(book, **SPREAD)
    gone = book.removals(board, "France", board.position.of("France"), 1)
    return [str(unit) for unit, _ in gone]


EXAMPLES = (
    Example(
        "due",
        "In adjustments, for each power: by menus, sheets, bots, and when builds are carried out.",
        Reserve,
        "Builds due to France, which has three units and four centres",
        lambda book: book.due(survey(book, **FOUR), "France"),
        1,
        0,
    ),
    Example(
        "build_choices",
        "In adjustments, for a power that builds: by menus, and for each of its builds.",
        ArmiesAlone,
        "What France can build when Brest alone is vacant",
        lambda book: [str(name) for name in book.build_choices(survey(book, **FOUR), "France")],
        ["A Bre", "F Bre"],
        ["A Bre"],
    ),
    Example(
        "why_no_build",
        "For a build that is none of `build_choices`.",
        SpainSaid,
        "Why France cannot build in Spain, which it owns",
        lambda book: book.why_no_build(survey(book, **FOUR), "France", UnitName("Spa", ARMY)).kind,
        "no-home",
        "siesta",
    ),
    Example(
        "builds_possible",
        "In adjustments: who is waited for, and how many builds lapse.",
        OneBuild,
        "Builds that France can use of three, with three homes vacant",
        lambda book: book.builds_possible(survey(book, **AWAY), "France"),
        3,
        1,
    ),
    Example(
        "cost",
        "For each build of a sheet.",
        DearFleets,
        "Builds that F Bre takes",
        lambda book: book.cost(UnitName("Bre", FLEET)),
        1,
        2,
    ),
    Example(
        "relief",
        "For each removal of a sheet.",
        HeavyFleets,
        "Removals that F Bre counts for",
        lambda book: book.relief(survey(book), Unit("France", FLEET, "Bre")),
        1,
        2,
    ),
    Example(
        "removals",
        "For a power that has ordered too few removals.",
        NearestFirst,
        "What goes of A Par and A War, for one removal of France",
        _removed,
        ["A War"],
        ["A Par"],
    ),
)
