"""A game that is taken over where it stands is the same game to everybody, secrets included."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
import yaml
from random_play import step
from whole_games import OPTIONS

from legation.board.position import Position
from legation.documents.yaml import Spot, parse_data
from legation.library.boards import legal_orders
from legation.sight.view import View
from legation.sight.viewer import GAME_MASTER, SPECTATOR, power_viewer
from legation.table.cases.keys import CASE_FORM
from legation.table.game import Game
from legation.table.positions import read_start
from legation.table.saving.save import dump, read
from legation.table.takeover import table_of, take_over
from legation.table.typed import Typed, read_typed, texts_of
from legation.variants.load import load

VARIANTS = ("standard", "locarno", "london_nights", "warwick", "claudian", "post_atomic")


def elsewhere(game: Game) -> Game:
    """The game taken over from a case file: written out, read as any file is, and begun."""
    text = yaml.safe_dump(table_of(game), sort_keys=False, allow_unicode=True)
    table = parse_data(text, "position.yaml")
    CASE_FORM(table, Spot("position.yaml"))
    book = load(table["variant"], table.get("options", {}))
    start = read_start(table, book)
    assert read_typed(texts_of(table, book), book) == Typed(start, ())
    return take_over(book, start, name=game.name)


def board(position: Position) -> Position:
    """The board; where units bounced matters only to those who must retreat."""
    return position if position.dislodged else replace(position, contested=frozenset())


def same_to_see(here: View, there: View) -> None:
    """All that a View has is compared, but what hangs on the past and on the dice."""
    assert board(here.position) == board(there.position)
    own: dict[str, Any] = {
        "position": here.position,
        "number": 0,
        "told": (),
        "seed_hashes": (),
        "sheets": {},
    }
    assert replace(here, **own) == replace(there, **own)


def compare(game: Game, met: Counter[str]) -> None:
    again = elsewhere(game)
    assert again.phase == game.phase
    for viewer in (GAME_MASTER, SPECTATOR, *map(power_viewer, sorted(game.book.players))):
        here, there = game.view(viewer), again.view(viewer)
        same_to_see(here, there)
        if viewer.power:
            assert legal_orders(here) == legal_orders(there)
            met["lists"] += 1
    assert again.waiting == game.waiting
    assert again.audit() == []
    assert dump(read(dump(again))) == dump(again)
    met[f"{game.phase.kind} phases"] += 1
    met["dislodged"] += len(game.view(GAME_MASTER).position.dislodged)


def games(variant: str, seeds: range, every: int, most: int) -> Counter[str]:
    met: Counter[str] = Counter()
    choices = OPTIONS.get(variant, ({},))
    for seed in seeds:
        rng = random.Random(seed)
        game = Game.new(variant, choices[seed % len(choices)], f"{seed:032x}", "Ours")
        for number in range(most):
            if game.over:
                break
            if number % every == seed % every or game.view(GAME_MASTER).position.dislodged:
                compare(game, met)
            if rng.random() < 1 / 30:
                in_order = game.book.players - {*game.view(SPECTATOR).disorder}
                game.civil_disorder(rng.choice(sorted(in_order)))
                met["in disorder"] += 1
                if game.over:
                    break
                compare(game, met)
            step(game, rng)
    return met


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_taken_over_is_the_same_to_everybody(variant: str) -> None:
    met = games(variant, range(1, 3), every=5, most=16)
    assert met["movement phases"] >= 3
    assert met["lists"] >= 20
