"""The figures that a reason quotes are the ones that decided."""

from __future__ import annotations

import random
from collections import Counter

from legation.board.calendar import Phase
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules.dice import Dice
from legation.rules.menus import menu
from legation.rules.survey import Survey
from legation.rules.turn import advance
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
