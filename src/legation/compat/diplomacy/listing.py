"""All orders that may be given in a movement, as texts by unit.

Who could support whom without a convoy hangs on the map alone: such texts are
made once for each two units, and kept. What hangs on the fleets at sea is made
each time (`sailing`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from legation.board.graph import ARMY, FLEET, province_of
from legation.compat.diplomacy.ground import GRAPH
from legation.compat.diplomacy.sailing import Listed, add_convoys, seas_of


def movement_lists(units: Sequence[str]) -> Listed:
    """Unit → the orders that it may be given, where just these units are on the board."""
    listed: Listed = {}
    for unit in units:
        own, helped = _own(unit)
        texts = list(own)
        for other in units:
            if other in helped:
                texts += helped[other]
        listed[unit] = texts
    seas = seas_of(units)
    if seas:
        add_convoys(listed, units, seas)
    return listed


@lru_cache(1024)
def _own(unit: str) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    """Holding and moves of a unit; another → how it could be supported."""
    steps = GRAPH.ordered_steps[unit[0]][unit[2:]]
    own = (f"{unit} H", *(f"{unit} - {goal}" for goal in steps))
    helped = {}
    for place in sorted(GRAPH.places):
        for kind in (ARMY, FLEET):
            if GRAPH.can_stand(kind, place) and province_of(place) != province_of(unit[2:]):
                texts = _supports(unit, f"{kind} {place}")
                if texts:
                    helped[f"{kind} {place}"] = texts
    return own, helped


def _supports(unit: str, other: str) -> tuple[str, ...]:
    reach, here = GRAPH.reach(unit[0], unit[2:]), province_of(unit[2:])
    texts = []
    if province_of(other[2:]) in reach:
        texts.append(f"{unit} S {other}")
    goals: dict[str, None] = {}
    for goal in GRAPH.ordered_steps[other[0]][other[2:]]:
        if province_of(goal) in reach and province_of(goal) != here:
            goals.update(dict.fromkeys((province_of(goal), goal)))
    return (*texts, *(f"{unit} S {other} - {goal}" for goal in goals))
