"""Builds and removals in words, and where units then are (STD-ADJ, STD-NMR)."""

from __future__ import annotations

import pytest

from legation.board.calendar import ADJUSTMENT, Phase
from legation.board.position import Position
from legation.board.units import Unit
from legation.rules.reports import Outcome
from legation.rules.survey import Survey
from legation.rules.wording import sentence, where
from legation.variants.load import load

WINTER = Phase("Winter", 1902, ADJUSTMENT)


def winter(units: dict[str, list[str]], centres: dict[str, list[str]], **options: str) -> Survey:
    """A board in Winter, of units and of owners by their centres."""
    book = load("standard", {name.replace("_", "-"): value for name, value in options.items()})
    pairs = [(p, *words.split()) for p, own in units.items() for words in own]
    standing = [Unit(power, kind, place) for power, kind, place in pairs]
    owners = {centre: power for power, own in centres.items() for centre in own}
    return Survey(book, Position(WINTER, tuple(standing), owners))


def told(seen: Survey, power: str, *lines: str) -> list[str]:
    """What a power is told of its orders, and then of the removals that it did not order."""
    orders = {power: [seen.book.read(line, ADJUSTMENT) for line in lines]}
    done = seen.book.adjust(seen, orders)
    return [sentence(seen.book, each.reason) for each in (*done.results[power], *done.automatic)]


def outcomes(seen: Survey, power: str, *lines: str) -> tuple[Outcome, ...]:
    orders = {power: [seen.book.read(line, ADJUSTMENT) for line in lines]}
    return seen.book.adjust(seen, orders).results[power]


def test_who_may_build_is_told_what_came_of_it() -> None:
    seen = winter({"France": ["A Spa"]}, {"France": ["Par", "Mar", "Spa"]})
    assert told(seen, "France", "Build F Mar", "Remove A Spa", "Build F Mar", "Waive", "Waive") == [
        "France built F Mar.",
        "Remove A Spa: for France there are 2 units to build, none to remove.",
        "Build F Mar: it was ordered already.",
        "France left a build unused.",
        "Waive: no more than 2 builds may be ordered for France.",
    ]


def test_who_must_remove_is_told_what_came_of_it() -> None:
    seen = winter({"Russia": ["A Ukr", "A Gal", "A Boh"]}, {"Russia": ["Mos", "War"]})
    assert told(seen, "Russia", "Build A Mos", "Remove A Ukr", "Remove A Gal") == [
        "Build A Mos: for Russia there is 1 unit to remove, none to build.",
        "Russia removed A Ukr.",
        "Remove A Gal: no more than 1 removal may be ordered for Russia.",
    ]


def test_who_is_due_nothing_is_told_so() -> None:
    seen = winter({"Italy": ["A Rom"]}, {"Italy": ["Rom"]})
    assert told(seen, "Italy", "Waive") == ["Waive: there is nothing for Italy to build or remove."]


FLEET_AND_ARMY = {"Russia": ["F NTH", "A Gal", "A Ukr"]}


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        # Owned is Norway: NTH touches it; Galicia is far from it.
        ("owned-centre", "the farthest from a centre it owns"),
        ("home-centre", "the farthest from a home centre"),
    ],
)
def test_why_a_unit_was_removed_says_from_what_it_was_far(rule: str, said: str) -> None:
    seen = winter(FLEET_AND_ARMY, {"Russia": ["Nwy", "Mos"]}, civil_disorder=rule)
    (reason,) = told(seen, "Russia")
    assert said in reason


def test_the_farthest_from_a_home_goes_by_that_rule_and_from_any_centre_by_the_other() -> None:
    """NTH is beside Norway, which is Russian, and over Norway two steps from St Petersburg.

    Galicia is next to Warsaw, a home though not owned; of what is owned Moscow
    is next to Ukraine, and so two steps from Galicia.
    """
    centres = {"Russia": ["Nwy", "Mos"]}
    assert told(winter(FLEET_AND_ARMY, centres, civil_disorder="owned-centre"), "Russia") == [
        "Russia ordered too few removals: A Gal was removed,"
        " the farthest from a centre it owns (2 steps)."
    ]
    home = told(winter(FLEET_AND_ARMY, centres, civil_disorder="home-centre"), "Russia")
    assert "F NTH was removed, the farthest from a home centre" in home[0]


def test_who_owns_nothing_has_no_way_to_it() -> None:
    seen = winter({"Italy": ["A Rom"]}, {})
    assert told(seen, "Italy") == [
        "Italy ordered too few removals: A Rom was removed;"
        " no way leads from it to a centre that counts."
    ]


def test_who_was_built_is_there_and_who_was_removed_nowhere() -> None:
    built = outcomes(winter({}, {"France": ["Par", "Mar"]}), "France", "Build F Mar", "Waive")
    assert [where(each) for each in built] == ["Mar", ""]
    assert [each.province for each in built] == ["Mar", ""]
    (gone,) = outcomes(
        winter({"Italy": ["A Rom", "A Ven"]}, {"Italy": ["Rom"]}), "Italy", "Remove A Ven"
    )
    assert (where(gone), gone.province) == ("", "Ven")
