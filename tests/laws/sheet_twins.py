"""Pairs that differ in what waits on the table: sheets, settled marks, votes."""

from __future__ import annotations

import random
from collections.abc import Iterator

from random_play import hand_in, play, random_orders
from twins import MASTER, Pair, everybody, twin

from legation.board.calendar import MOVEMENT
from legation.rules.survey import Survey
from legation.table.game import Game


def _game(variant: str, dice: random.Random, **options: str) -> Game:
    game = Game.new(variant, options, seed=f"{dice.getrandbits(128):032x}")
    play(game, dice.randrange(6), dice)
    while not game.over and game.phase.kind != MOVEMENT:
        play(game, 1, dice)
    return game


def pending(variant: str, seed: int) -> Iterator[Pair]:
    """One or several powers hand in other sheets, or settle them, or take them away."""
    dice = random.Random(f"pending {variant} {seed}")
    game = _game(variant, dice)
    if game.over:
        return
    for _ in range(2):
        one, two = twin(game), twin(game)
        powers = dice.sample(game.waiting, min(len(game.waiting), dice.randint(1, 3)))
        for power in powers:
            hand_in(one, power, random_orders(one, power, dice))
            hand_in(two, power, random_orders(two, power, dice))
            match dice.randrange(3):
                case 0:
                    two.submit(power, list(one.record.phases[-1].sheets[power].orders), True)
                case 1:
                    two.clear(power)
        yield Pair("pending sheet", one, two, everybody(game, *powers))


def votes(variant: str, seed: int) -> Iterator[Pair]:
    """Who accepted a proposal, and who rejected it, nobody hears (STD-END)."""
    dice = random.Random(f"votes {variant} {seed}")
    game = _game(variant, dice)
    if game.over:
        return
    proposer, *voters = dice.sample(sorted(game.view(MASTER).position.powers()), 4)
    if not game.book.players.issuperset((proposer, *voters)):
        proposer, *voters = dice.sample(sorted(game.book.players), 4)
    number = game.propose(proposer, "draw")
    one, two = twin(game), twin(game)
    one.vote(voters[0], number, "yes")
    two.vote(voters[1], number, "yes")
    yield Pair("vote", one, two, (*everybody(game, *voters[:2]), MASTER), tuple(voters[:2]))
    one.vote(voters[2], number, "no")
    two.vote(voters[0], number, "no")
    yield Pair("vote", one, two, (*everybody(game), MASTER), ())


def blindness(variant: str, seed: int) -> Iterator[Pair]:
    """Before he seals the orders of his own powers the game master reads no others (LN-3c)."""
    dice = random.Random(f"blind {variant} {seed}")
    game = _game(variant, dice, **{"police-orders": "game-master"})
    if game.over or not game.book.master_powers:
        return
    one, two = twin(game), twin(game)
    master = game.book.master_powers[0]
    powers = dice.sample(game.waiting, min(len(game.waiting), dice.randint(1, 7)))
    for power in powers:
        hand_in(one, power, random_orders(one, power, dice))
        if dice.random() < 0.7:
            hand_in(two, power, random_orders(two, power, dice))
    outsiders = (*everybody(game, *powers), MASTER)
    yield Pair("unsealed", one, two, outsiders, tuple(powers))
    for table in (one, two):  # written, not sealed
        table.submit(master, _hold(game, master))
    yield Pair("unsealed", one, two, outsiders, tuple(powers))


def sealed(variant: str, seed: int) -> Iterator[Pair]:
    """What the game master has sealed for his powers no player sees (LN-3c)."""
    dice = random.Random(f"sealed {variant} {seed}")
    game = _game(variant, dice, **{"police-orders": "game-master"})
    if game.over or not game.book.master_powers:
        return
    one, two = twin(game), twin(game)
    master = game.book.master_powers[0]
    units = game.view(MASTER).position.of(master)
    if not units:
        return
    survey = Survey(game.book, game.view(MASTER).position)
    walks = [f"{u} - {p}" for u in units for p in survey.ordered_steps(u)]
    one.submit(master, _hold(game, master), settled=dice.random() < 0.5)
    two.submit(master, [dice.choice(walks)], settled=True)
    yield Pair("sealed by the master", one, two, everybody(game))
    three = twin(game)
    yield Pair("sealed by the master", three, two, everybody(game))


def _hold(game: Game, power: str) -> list[str]:
    return [f"{unit} H" for unit in game.view(MASTER).position.of(power)]


def pairs(variant: str, seed: int) -> Iterator[Pair]:
    """All of these."""
    yield from pending(variant, seed)
    yield from votes(variant, seed)
    if variant == "london_nights":
        yield from blindness(variant, seed)
        yield from sealed(variant, seed)
