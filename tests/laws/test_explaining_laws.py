"""The figures that a reason quotes are the ones that decided."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from legation.board.calendar import Phase
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules.dice import Dice
from legation.rules.explain import end_of, explained, refusals
from legation.rules.menus import menu
from legation.rules.movement import fight
from legation.rules.reports import shown as faceless
from legation.rules.retreat import dislodged
from legation.rules.shown import Shown
from legation.rules.survey import Survey
from legation.rules.turn import advance
from legation.rules.world import World
from legation.variants.load import load

BOOK = load()
LOST = {"bounced", "outdone", "beaten-by-hold", "beaten-head-to-head", "holds-attacked"}
WON = {"moved-beat-rivals", "moved-dislodged", "moved-head-to-head"}


def crowd(dice: random.Random) -> tuple[Truth, dict[str, list[Order]]]:
    """Twenty units of three powers close together, with orders that meet."""
    start = dice.choice(sorted(BOOK.graph.army))
    near = [start]
    for place in near:
        near += sorted(p for p in BOOK.graph.touching[place] if p not in near)
        if len(near) > 24:
            break
    units: list[Unit] = []
    for code in near[:20]:
        province = BOOK.graph.provinces[code]
        stands = [(k, p) for k in "AF" for p in province.places if BOOK.graph.can_stand(k, p)]
        if stands:
            kind, place = dice.choice(stands)
            units.append(Unit(dice.choice(BOOK.powers[:3]).name, kind, place, id=len(units)))
    position = Position(Phase("Spring", 1901, "movement"), tuple(units), {})
    seen = Survey(BOOK, position)
    sheets: dict[str, list[Order]] = {}
    for unit in units:
        order = dice.choice([o for choices in menu(seen, unit) for o in choices.orders()])
        if dice.random() < 0.4:
            moves = [c for c in menu(seen, unit) if c.verb == "move"]
            order = dice.choice([o for c in moves for o in c.orders()]) if moves else order
        sheets.setdefault(unit.power, []).append(order)
    return Truth(position), sheets


def test_figures_agree_with_the_outcome() -> None:
    met: Counter[str] = Counter()
    for seed in range(600):
        truth, sheets = crowd(random.Random(seed))
        for outcome in advance(BOOK, truth, sheets, Dice("0" * 32, "x")).outcomes:
            kind, facts = outcome.reason.kind, outcome.reason.facts
            if kind in LOST | WON:
                met[kind] += 1
                attack, against = int(str(facts["attack"])), int(str(facts["against"]))
                assert (attack > against) == (kind in WON), (seed, outcome)
    print(dict(met))
    assert set(met) == LOST | WON


def test_who_was_shown_everything_reads_the_truth() -> None:
    """A world in which nothing is missing is the battle itself, with all its reasons."""
    told = 0
    for seed in range(200):
        truth, sheets = crowd(random.Random(f"world {seed}"))
        units = tuple(faceless(unit) for unit in truth.position.units)
        board = Position(truth.position.phase, units)
        movement, resolution = fight(Survey(BOOK, board), sheets)
        ends = {
            intent.unit: end_of(movement, resolution, index)
            for index, intent in enumerate(movement.intents)
        }
        standing = [replace(unit, place=end) for unit, end in ends.items() if end]
        lost = {d.unit: d for d in dislodged(movement, resolution, standing)}
        shown = Shown(board, sheets, ends, lost=lost, contested=resolution.contested)
        world = World(BOOK, shown)
        true = [
            replace(told, retreats=lost[intent.unit].retreats) if intent.unit in lost else told
            for told, intent in zip(
                explained(BOOK, movement, resolution), movement.intents, strict=True
            )
        ]
        assert world.given == frozenset()
        assert world.outcomes() == (*true, *refusals(movement)), seed
        told += len(world.outcomes())
    assert told > 3000
