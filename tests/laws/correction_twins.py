"""Pairs that differ in what a correction mended, or why: who reads nothing else hears neither.

A mountain range of the first Winter is corrected to lie here, or there (PA-6a). Who has
a unit beside one of these borders finds it, and so may hear (PA-8a); nobody else does
(STD-GM).
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from night_twins import truth_of
from range_twins import Border, _first_sheets, _frontiers, _handed, _new, _range, _standing
from twins import Pair, everybody, twin

from legation.table.game import Game

NOTES = "It was a seven.", "It was a one."


def pairs(seed: int) -> Iterator[Pair]:
    """What was mended; and the same mended, for another reason."""
    dice = random.Random(f"corrections {seed}")
    game = _new(dice)
    sheets = _first_sheets(game, dice)
    power = dice.choice(sorted(sheets))
    wrong, here, there = dice.sample(_frontiers(game.book.graph, power), 3)
    start = [text for text in sheets[power] if text.startswith("Start")]
    _handed((game,), {**sheets, power: [*start, _range(wrong)]})
    game.advance()
    beside = {*wrong, *here, *there}
    near = {who for who, place in _standing(truth_of(game)) if place in beside}
    outsiders = everybody(game, power, *near)

    def mended(border: Border, note: str) -> Game:
        table = twin(game)
        table.correct(lambda again: again.submit(power, [*start, _range(border)]), note)
        return table

    one, two = mended(here, NOTES[0]), mended(there, NOTES[0])
    yield Pair("what was corrected", one, two, outsiders, whole=True, note=power)
    one, two = mended(here, NOTES[0]), mended(here, NOTES[1])
    yield Pair("why it was corrected", one, two, outsiders, (power,), whole=True, note=power)
