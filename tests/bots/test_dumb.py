"""DumbBot's algorithm, on positions of which the values are worked by hand."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from legation.board.calendar import Phase
from legation.board.position import Position
from legation.board.units import Dislodged, Unit
from legation.bots.base import find_bot
from legation.bots.seat import Seat
from legation.bots.worth import Worth
from legation.table.game import Game
from legation.variants.load import load

BOOK = load("standard")
SPRING, AUTUMN = Phase("Spring", 1902, "movement"), Phase("Autumn", 1902, "movement")
RETREATS, WINTER = Phase("Autumn", 1902, "retreat"), Phase("Winter", 1902, "adjustment")
ALL = range(8)


def a(power: str, *places: str) -> tuple[Unit, ...]:
    return tuple(Unit(power, "A", place) for place in places)


def seat(position: Position, power: str = "France", dice: random.Random | None = None) -> Seat:
    view = replace(Game.new("standard").view(power), position=position)
    return Seat(BOOK, view, dice or random.Random(1))


def chosen(position: Position, seed: int, power: str = "France") -> list[str]:
    sitting = seat(position, power)
    return find_bot("dumb").choose(BOOK, sitting.view, random.Random(seed))


def owned(power: str, *centres: str) -> dict[str, str]:
    return dict.fromkeys(centres, power)


def test_rings_of_value_spread_by_fifths() -> None:
    """Nobody's 34 centres: 34² + 4·34 + 16 = 1308 each, times 700 in spring.

    Picardy is beside three of them by land (Brest, Paris, Belgium) and Burgundy,
    so that its first ring is (0 + 3·915,600 + 0) / 5.
    """
    worth = Worth(seat(Position(SPRING, a("France", "Gas"), {})))
    prize = 700 * 1308.0
    assert worth._rings[0]["A", "Bre"] == prize
    assert worth._rings[0]["A", "Pic"] == 0
    assert worth._rings[1]["A", "Pic"] == pytest.approx(3 * prize / 5)
    # Of Spain's coasts a fleet in the Mid-Atlantic counts one: with Brest and Portugal three.
    assert worth._rings[1]["F", "MAO"] == pytest.approx(3 * prize / 5)


def test_strength_is_mine_and_competition_the_most_of_one_other() -> None:
    units = (*a("France", "Par", "Mar"), *a("Germany", "Mun", "Ruh"), *a("Italy", "Pie"))
    worth = Worth(seat(Position(SPRING, units, {})))
    assert worth._beside["Bur"] == {"France": 2, "Germany": 2}
    assert worth.rivals("Bur") == 2
    assert worth.rivals("Mar") == 1
    assert worth.rivals("Gas") == 0


def test_an_own_centre_counts_by_who_could_walk_in() -> None:
    """Of Germany's two centres: 4 + 8 + 16 = 28; of Italy's one: 1 + 4 + 16 = 21."""
    units = (*a("Germany", "Bur"), *a("Italy", "Pie"))
    owners = owned("France", "Par", "Mar", "Bre") | owned("Germany", "Mun", "Ber")
    worth = Worth(seat(Position(AUTUMN, units, owners | owned("Italy", "Ven"))))
    assert (worth._charge("Mar"), worth._charge("Par"), worth._charge("Bre")) == (28, 28, 0)
    assert worth._prize("Mun") == 28
    assert worth._prize("Par") == 0


@pytest.mark.parametrize("seed", ALL)
def test_the_next_best_is_taken_only_where_it_is_nearly_as_good(seed: int) -> None:
    """A fifth less is five times a fifth, a whole: never. The same value is left half the time."""
    worth = Worth(seat(Position(SPRING, (), {}), dice=random.Random(seed)))
    assert {worth.pick([10.0, 8.0, 7.0]) for _ in range(200)} == {0}
    assert {worth.pick([10.0, 10.0]) for _ in range(200)} == {0, 1}
    assert {worth.pick([10.0])} == {0}


@pytest.mark.parametrize("seed", ALL)
def test_a_lone_centre_in_autumn_is_entered(seed: int) -> None:
    """All but Spain are France's own and in nobody's reach: nothing else has a value."""
    own = owned("France", *(c for c in BOOK.graph.centres if c != "Spa"))
    assert chosen(Position(AUTUMN, a("France", "Gas"), own), seed) == ["A Gas - Spa"]


@pytest.mark.parametrize("seed", ALL)
def test_who_comes_second_supports_where_there_is_competition(seed: int) -> None:
    """Of the two beside Spain one goes, and the other helps, as Italy stands there."""
    own = owned("France", *(c for c in BOOK.graph.centres if c != "Spa")) | owned("Italy", "Spa")
    units = (*a("France", "Gas", "Mar"), *a("Italy", "Spa"))
    assert sorted(chosen(Position(AUTUMN, units, own), seed)) in (
        ["A Gas - Spa", "A Mar S A Gas - Spa"],
        ["A Gas S A Mar - Spa", "A Mar - Spa"],
    )


@pytest.mark.parametrize("seed", ALL)
def test_two_do_not_go_to_one_empty_place(seed: int) -> None:
    own = owned("France", *(c for c in BOOK.graph.centres if c != "Spa"))
    orders = chosen(Position(AUTUMN, a("France", "Gas", "Mar"), own), seed)
    assert sum(order.endswith("- Spa") for order in orders) == 1


def test_a_dislodged_unit_goes_where_a_centre_is_or_is_disbanded() -> None:
    own = owned("France", *(c for c in BOOK.graph.centres if c != "Spa"))
    lost = (Dislodged(a("France", "Gas")[0], "Par", ("Bur", "Spa")),)
    assert chosen(Position(RETREATS, (), own, lost), 1) == ["A Gas - Spa"]
    nowhere = (Dislodged(a("France", "Gas")[0], "Par", ()),)
    assert chosen(Position(RETREATS, (), own, nowhere), 1) == ["A Gas D"]


@pytest.mark.parametrize("seed", ALL)
def test_as_many_are_built_and_removed_as_are_due(seed: int) -> None:
    own = owned("France", "Par", "Mar", "Bre", "Spa")
    builds = chosen(Position(WINTER, a("France", "Spa", "Gas"), own), seed)
    assert len(builds) == 2
    assert len({line.split()[-1][:3] for line in builds}) == 2
    two = owned("France", "Par")
    gone = chosen(Position(WINTER, a("France", "Par", "Gas", "Fin"), two), seed)
    assert len(gone) == 2
