"""Free centres that powers keep each other out of: they take turns."""

import random

from test_bots import SEED, chosen

from legation.bots.seat import Seat
from legation.bots.standoffs import Standoff, standoffs
from legation.table.game import Game

ONE_YEAR = (
    {"Germany": ["F Kie - Den"], "Russia": ["F Stp/sc - BOT"]},
    {"Germany": ["F Den - Swe"], "Russia": ["F BOT - Swe"]},
)
BUILDS = {"Germany": ["Build F Kie"]}
"""Sweden kept Germany out and Russia; each then owns four centres, Denmark among them."""


def played(*turns: dict[str, list[str]]) -> Game:
    """A game in which nobody else orders anything."""
    game = Game.new("standard", seed=SEED)
    for turn in turns:
        for power, sheet in turn.items():
            assert not game.submit(power, sheet, settled=True)
        game.advance()
    return game


def known(game: Game, power: str) -> dict[str, Standoff]:
    return dict(standoffs(Seat(game.book, game.view(power), random.Random(0))))


def test_who_bounced_takes_turns_and_all_count_alike() -> None:
    """Four centres each, so Germany comes first by name; after a movement it is Russia's turn."""
    game = played(*ONE_YEAR, BUILDS)
    assert known(game, "Germany") == {"Swe": Standoff(True, 1.0)}
    assert known(game, "Russia") == {"Swe": Standoff(False, 1.0)}
    game.advance()
    assert known(game, "Germany") == {"Swe": Standoff(False, 1.0)}
    assert known(game, "Russia") == {"Swe": Standoff(True, 1.0)}


def test_the_place_is_left_to_who_has_the_turn() -> None:
    """In autumn Russia, to whom Sweden is worth most; then nobody of Germany goes there."""
    game = played(*ONE_YEAR, BUILDS, {})
    for seed in range(10):
        assert "F BOT - Swe" in chosen(game.view("Russia"), seed=seed)
        assert not any(order.endswith("- Swe") for order in chosen(game.view("Germany"), seed=seed))


def test_one_who_was_alone_there_waits_for_nobody() -> None:
    """And what is taken, or was left for four movements, is no stand-off."""
    assert known(played(ONE_YEAR[0], {"Russia": ["F BOT - Swe"]}), "Germany") == {}
    game = played(*ONE_YEAR, BUILDS)
    for _ in range(3):
        game.advance()
    assert known(game, "Russia") != {}
    game.advance()
    assert known(game, "Russia") == {}


def test_what_another_brought_counts_with_its_support() -> None:
    """Two against two in autumn: one more than each had brought the year before."""
    coming = {"Germany": ["F Kie - BAL"], "Russia": ["A Stp - Fin"]}
    both = {
        "Germany": ["F Den - Swe", "F BAL S F Den - Swe"],
        "Russia": ["F BOT - Swe", "A Fin S F BOT - Swe"],
    }
    north = {**ONE_YEAR[0], "Russia": ["F Stp/sc - BOT", "A Mos - Stp"]}
    game = played(north, ONE_YEAR[1], BUILDS, coming)
    assert known(game, "Germany")["Swe"].strength == 1.0
    game = played(north, ONE_YEAR[1], BUILDS, coming, both)
    assert known(game, "Germany")["Swe"].strength == 2.0
