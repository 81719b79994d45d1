"""Laws of the bots, in whole games of every variant that is found."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import islice

import pytest
from bot_games import VARIANTS, new_game, options_in_turn, seated, step, verbs
from interference import LAWS

from legation.board.orders import STANDARD_TYPES
from legation.bots.base import BOTS, find_bot
from legation.bots.outlook import Outlook, weights_for
from legation.bots.promises import Promising, outlook_for
from legation.bots.seat import Seat
from legation.bots.values import Values
from legation.variants.load import load
from shelf import later

PHASES = {"random": 8, "dumb": 8, "steady": 8, "seeker": 2}
"""How many phases of each game are played; of seekers, who take their time, there is one."""
SEEKERS = ("seeker:beginner", "seeker:beginner:ahead=1:boards=15")
"""Who are asked whether they choose by their view alone, one of them by playing boards on."""


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", [*sorted({*BOTS} - {"seeker"}), *later("seeker")])
def test_every_sheet_is_accepted_whole(name: str, variant: str) -> None:
    for seed, options in enumerate(options_in_turn(variant)):
        game = new_game(variant, seed, options)
        powers = sorted(game.book.players)
        one = powers[seed % len(powers) :][:1]
        seats = seated(game, powers, name)
        if name == "seeker":
            seats = seated(game, one, f"{name}:boards=40")  # few do to see what is tried
        for _ in range(PHASES[name]):
            if game.over:
                break
            step(game, seats, seed)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_whole_game_of_both_bots(variant: str) -> None:
    game = new_game(variant, 11)
    seats = seated(game, sorted(game.book.players)[::3])
    for _ in range(60):
        if game.over:
            break
        step(game, seats, 11)
    assert game.over or game.number == 60


def forms(variant: str, verbs: Iterable[str]) -> set[str]:
    """How orders of these types are written: one that may be given in any phase is one order."""
    types = load(variant).order_types
    return {types[verb].forms[0] for verb in verbs}


def own_forms(variant: str) -> set[str]:
    own = set(load(variant).order_types) - set(STANDARD_TYPES)
    return forms(variant, own) - forms(variant, RARE.get(variant, ()))


WHO_IS_STEADY = {
    "warwick": ("Earl of Warwick", "Edward IV", "Duke of Clarence"),
    "london_nights": ("Taxi Drivers", "Nurses"),
}
"""Powers with orders of their own, so that few games are enough; elsewhere three at random."""

RARE = {
    # these want a court, or a Henry, as few games have; tests/bots/test_bots.py makes one.
    # No bot takes back a wish that it has.
    "warwick": {"joint-win", "kill-henry", "abandon-henry", "no-joint-win"},
}


@pytest.mark.parametrize("variant", [v for v in VARIANTS if own_forms(v)])
def test_the_steady_bot_gives_every_type_of_order(variant: str) -> None:
    wanted = own_forms(variant)
    seen: Counter[str] = Counter()
    for seed in range(8):
        game = new_game(variant, 100 + seed)
        some = random.Random(seed).sample(sorted(game.book.players), 3)
        steady = WHO_IS_STEADY.get(variant, tuple(some))
        for _ in range(26):
            if game.over or wanted <= forms(variant, seen):
                break
            phase = game.phase.kind
            for power, sheet in step(game, seated(game, steady), seed).items():
                if power in steady:
                    seen += verbs(game, phase, sheet)
    missing = wanted - forms(variant, seen)
    assert not missing, f"never seen: {missing}; seen: {seen}"


def test_the_steady_bot_gives_the_standard_orders() -> None:
    seen: Counter[str] = Counter()
    wanted = {"hold", "move", "support", "convoy", "retreat", "build", "remove"}
    for seed in range(4):
        game = new_game("standard", seed)
        for _ in range(40):
            if game.over or wanted <= set(seen):
                break
            phase = game.phase.kind
            for sheet in step(game, seated(game, game.book.players), seed).values():
                seen += verbs(game, phase, sheet)
    assert wanted <= set(seen)


def test_the_steady_bot_divides_its_forces() -> None:
    divided = 0
    for seed in range(4):
        game = new_game("claudian", seed)
        steady = sorted(game.book.players)[seed % 5]
        for _ in range(16):
            if game.over:
                break
            phase = game.phase.kind
            for text in step(game, seated(game, [steady]), seed).get(steady, ()):
                divided += game.book.read(text, phase).field("number") is not None
    assert divided > 3


@pytest.mark.parametrize("law", sorted(LAWS))
def test_a_bot_chooses_by_its_view_alone(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who searches does so in games without an outlook, too: by that of the standard game."""
    weights = weights_for("standard")
    assert weights is not None

    def outlook(seat: Seat, values: Values) -> Promising:
        return outlook_for(seat, values) or Outlook(seat, weights, values.shares)

    monkeypatch.setattr("legation.bots.seeker.outlook_for", outlook)
    compared = 0
    for number, pair in enumerate(islice(LAWS[law](3), 5)):
        if pair.one.over or pair.two.over:
            continue
        book = pair.one.book
        for at, power in enumerate(sorted(book.players.intersection(pair.outsiders))):
            for bot in map(find_bot, (*sorted({*BOTS} - {"seeker"}), *SEEKERS)):
                if "seeker" in bot.name and number + at > 1:  # it takes its time
                    continue
                one, two = (
                    bot.choose(book, game.view(power), random.Random(7))
                    for game in (pair.one, pair.two)
                )
                assert one == two, f"{pair.secret}, {pair.one.phase}, {bot.name} as {power}"
                compared += 1
    assert compared or law == "archive"  # which compares games that are over


PLAYED = """
import random
from bot_games import new_game, seated, step
for variant in {variants!r}:
    game = new_game(variant, 5)
    steady = sorted(game.book.players)[::2]
    for _ in range(6):
        print(variant, step(game, seated(game, steady), 5))
"""


def test_the_same_dice_give_the_same_game_in_every_process() -> None:
    def played(seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "tests/laws"}
        done = subprocess.run(
            [sys.executable, "-c", PLAYED.format(variants=VARIANTS)],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    first = played("1")
    assert first.count("\n") == 6 * len(VARIANTS)
    assert played("2") == first


def test_the_steady_bot_beats_random_ones() -> None:
    won = total = 0
    for seed, power in enumerate(("Austria", "England", "Turkey")):
        game = new_game("standard", seed)
        seats = seated(game, [power])
        for _ in range(36):
            if game.over:
                break
            step(game, seats, seed)
        owners = Counter(game.view("spectator").position.owners.values())
        won, total = won + owners[power], total + owners.total()
    # one seat of seven would have 14 % of the centres by chance; it has about 50 %
    assert won / total > 0.35
