"""Whole games of bots, for the laws about them and for the benchmark's tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping

from legation.bots.base import Bot, find_bot
from legation.table.game import Game
from legation.variants.find import folders
from legation.variants.load import load

VARIANTS = tuple(folders())


def options_in_turn(variant: str) -> list[dict[str, str]]:
    """Options for a few games, so that every value of every option has its turn."""
    specs = load(variant).option_specs
    count = max(len(spec.values) for spec in specs)
    return [{s.id: list(s.values)[at % len(s.values)] for s in specs} for at in range(count)]


def new_game(variant: str, seed: int, options: Mapping[str, str] | None = None) -> Game:
    """A game whose dice follow from a small number."""
    return Game.new(variant, options, seed=f"{random.Random(seed).getrandbits(128):032x}")


def seated(game: Game, powers: Iterable[str], bot: str = "steady") -> dict[str, Bot]:
    """The bot of each power: this one for some, random for the others."""
    chosen = set(powers)
    return {p: find_bot(bot if p in chosen else "random") for p in sorted(game.book.players)}


def step(game: Game, seats: Mapping[str, Bot], seed: object) -> dict[str, list[str]]:
    """One phase; every sheet must be accepted whole. Returns the sheets."""
    sheets = {}
    for power in game.waiting:
        dice = random.Random(f"{seed} {power} {game.number}")
        sheet = seats[power].choose(game.book, game.view(power), dice)
        errors = game.submit(power, sheet, settled=True)
        assert errors == [], f"{seats[power].name}, {game.phase}, {power}: {errors[0].error}"
        assert list(game.view(power).sheets[power].orders) == sheet
        sheets[power] = sheet
    assert game.waiting == ()
    game.advance()
    return sheets


def verbs(game: Game, phase: str, sheet: Iterable[str]) -> Counter[str]:
    """How often each type of order is on a sheet."""
    return Counter(game.book.read(text, phase).verb for text in sheet)
