"""What a search supposes of the others' knowledge after the bombs (PA-3, PA-4, PA-10a)."""

import random

import pytest
from test_bots import owned, seen, units

from legation.board.calendar import MOVEMENT, Phase
from legation.board.ledger import Ledger
from legation.board.position import Position
from legation.bots.advice import advice_for
from legation.rules.survey import Survey
from legation.table.supposing import world_of
from legation.variants.load import load
from legation.variants.post_atomic import country, ledger

ATOMIC = load("post_atomic")


def guess(seed: int) -> tuple[Position, ledger.Ledger]:
    """What France supposes that knows Par, Mar and Spa for centres, and Bre for none."""
    found = {"France": ("Mar", "Par", "Spa")}
    kept = ledger.Ledger(centres_known=found, stood={"France": ("Bre", "Mar", "Par")})
    both = (*units("France", "A Par"), *units("Germany", "A Mun"))
    board = Position(Phase("Spring", 2023, MOVEMENT), both, owned(France="Par Mar Spa"))
    shares = dict.fromkeys(ATOMIC.possible_centres, 0.5) | {"Bre": 0.0}
    dice = random.Random(seed)
    position, guessed = advice_for(ATOMIC).imagined(
        Survey(ATOMIC, board), kept, "France", shares, dice
    )
    assert isinstance(guessed, ledger.Ledger)
    return position, guessed


@pytest.mark.parametrize("seed", range(8))
def test_centres_are_supposed_as_they_may_be_dealt(seed: int) -> None:  # PA-3, PA-4
    """Three a country, four in Russia, twelve that are nobody's; what is known is as it is."""
    position, kept = guess(seed)
    dealt = kept.centres_dealt
    for pool, codes in country.pools(ATOMIC.graph).items():
        count = {"Russia": 4, "neutral": 12}.get(pool, 3)
        assert len(dealt.intersection(codes)) == count
    assert {"Par", "Mar", "Spa"} <= dealt
    assert "Bre" not in dealt
    assert kept.centres_known["France"] == ("Mar", "Par", "Spa")
    german = dealt.intersection(country.homes(ATOMIC.graph, "Germany"))
    assert german | {"Par", "Mar", "Spa"} == set(kept.centres_known["Germany"])
    assert {at for at, who in position.owners.items() if who == "Germany"} == german
    assert set(position.owners.values()) == {"France", "Germany"}, "who is left"


def test_each_guess_is_another() -> None:
    assert len({guess(seed)[1].centres_dealt for seed in range(8)}) > 1


def test_the_others_are_supposed_to_know_their_own_country() -> None:
    """As France knows the board Germany is told of no centre; as it guesses, of its three."""
    view = seen("France", guess(0)[0], "post_atomic", guess(0)[1].seen_by("France"))
    world = world_of(ATOMIC, view)

    def guessed(_: Survey, __: Ledger) -> tuple[Position, Ledger]:
        return guess(1)

    told = [each.view("Germany").lore["centres-known"] for each in (world, world.guessed(guessed))]
    german = set(country.homes(ATOMIC.graph, "Germany"))
    assert isinstance(told[1], tuple)
    assert len(german.intersection(map(str, told[1]))) == 3
