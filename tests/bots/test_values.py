"""What the steady player makes of what is free, of who takes no centres, and of the river."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from test_bots import SEED, chosen, owned, seen, units

from legation.board.calendar import Phase
from legation.board.position import Position
from legation.board.units import Unit
from legation.bots.seat import Seat
from legation.bots.values import Values
from legation.bots.ways import Ways
from legation.sight.view import View
from legation.table.game import Game
from legation.variants.load import load


def values(view: View) -> Values:
    return Values(Seat(load(view.variant), view, random.Random(0)), soon=False)


def at(variant: str, season: str, year: int) -> View:
    """The first board of a game, in another year."""
    view = Game.new(variant, seed=SEED).view("England")
    phase = Phase(season, year, "movement")
    return replace(view, position=replace(view.position, phase=phase))


@pytest.mark.parametrize(
    ("variant", "season", "year", "centre", "worth"),
    [
        ("standard", "Spring", 1901, "Nwy", 50),
        ("standard", "Autumn", 1901, "Nwy", 50),
        ("standard", "Spring", 1903, "Nwy", 250),  # two years: twice 2 × 50 more
        ("hundred", "Autumn", 1430, "Sco", 50),  # a round of Hundred takes ten years
        ("hundred", "Spring", 1435, "Sco", 150),
    ],
)
def test_what_nobody_takes_is_worth_more_each_year(
    variant: str, season: str, year: int, centre: str, worth: float
) -> None:
    assert values(at(variant, season, year)).prizes[centre] == worth


def test_nobody_fears_for_a_centre_who_could_not_lose_it() -> None:  # LN-3a
    view = seen_night(units("Royals", "U Mal"), units("Police", "U Stj"))
    assert values(view).charges == {}
    view = seen_night(units("Royals", "U Mal"), units("Shoppers", "U Stj"))
    assert values(view).charges["Mal"] > 0


def test_the_first_centre_in_the_south_counts_more_than_any_other() -> None:  # LN-7
    """Two centres in the north: none in the south 20; one, 2 × 3 / (3 + 2) of a usual one."""
    view = seen_night(units("Royals", "U Mal"))
    assert values(view).prizes["Lam"] == 20 * 50
    own = owned(Royals="Mal Pal Wat")
    view = replace(view, position=replace(view.position, owners=own))
    assert values(view).prizes["Lam"] == pytest.approx(1.2 * 50)


def seen_night(*forces: Sequence[Unit]) -> View:
    """The board of the Royals with these units alone."""
    phase = load("london_nights").calendar.first
    together = tuple(unit for force in forces for unit in force)
    return seen("Royals", Position(phase, together, owned(Royals="Mal Pal")), "london_nights")


def test_openings_come_from_a_few_dice() -> None:
    """So each is met again; and there are several."""
    view = Game.new("standard", seed=SEED).view("Russia")
    sheets = {tuple(chosen(view, seed=seed)) for seed in range(100)}
    assert 12 <= len(sheets) <= 32


@pytest.mark.parametrize(
    ("places", "shares"),
    [
        (("Aaa", "Bbb", "Ccc"), (1022.4, 22.88, 10.16)),
        (("Aaa", "Bbb/nc", "Bbb/sc"), (1022.4, 33.04)),  # two places of one province
    ],
)
def test_what_comes_to_a_place_is_the_sum_over_all_ways(
    places: tuple[str, ...], shares: tuple[float, ...]
) -> None:
    """By hand: A; (A + B + 0.4 C) / 5, for C lies over a sea; (2 A + 2.4 B + 1.8 C) / 25."""
    ways = Ways(places, near=((1,), (0, 2), (1,)), overseas=((2,), (), ()))
    assert ways.shares((1000.0, 100.0, 30.0), "Aaa") == pytest.approx(shares)
    assert not any(ways.shares((1000.0, 100.0, 30.0), "Ddd"))
