"""Armies that fleets on the board could carry, and their convoys and supports as texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from legation.board.graph import ARMY, province_of
from legation.compat.diplomacy.ground import GRAPH, LANES

Listed = dict[str, list[str]]


def seas_of(units: Iterable[str]) -> frozenset[str]:
    """The seas with a fleet that can convoy."""
    carriers = GRAPH.carriers
    return frozenset([unit[2:] for unit in units if unit[0] == "F" and unit[2:] in carriers])


def add_convoys(listed: Listed, units: Sequence[str], seas: frozenset[str]) -> None:
    """Add moves by convoy, convoys, and supports of moves by convoy to the lists of units."""
    harbours, waters = GRAPH.harbours, LANES.waters(seas)
    overseas: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for army in units:
        here = army[2:]
        if army[0] != "A" or harbours[here].isdisjoint(seas):
            continue
        abroad = waters[here]
        listed[army] += _by_sea(army, abroad.ordered)
        for sea, carried in abroad.carriers.items():
            listed[f"F {sea}"] += _convoys(sea, army, carried)
        near = GRAPH.army[here]
        for goal in abroad.ordered:
            if goal not in near:
                overseas.setdefault(goal, []).append((army, abroad.needed[goal]))
    if overseas:
        for unit in units:
            _add_supports(listed[unit], unit, overseas)


@lru_cache(1 << 14)
def _by_sea(army: str, goals: tuple[str, ...]) -> list[str]:
    return [f"{army} - {goal} VIA" for goal in goals]


@lru_cache(1 << 14)
def _convoys(sea: str, army: str, goals: tuple[str, ...]) -> list[str]:
    return [f"F {sea} C {army} - {goal}" for goal in goals]


def _add_supports(
    texts: list[str], unit: str, overseas: dict[str, list[tuple[str, frozenset[str]]]]
) -> None:
    """Supports of moves by convoy that do not need the fleet which supports."""
    for goal in GRAPH.ordered_reach[unit[0]][unit[2:]]:
        for army, needed in overseas.get(goal, ()):
            if army != unit and unit[2:] not in needed:
                texts.append(f"{unit} S {army} - {goal}")


def carries(here: str, goal: str, seas: frozenset[str]) -> bool:
    """Could fleets in these seas carry an army from one province to another?"""
    return province_of(goal) in LANES.waters(seas)[here].goals


def could_carry(sea: str, here: str, goal: str, seas: frozenset[str]) -> bool:
    """Could a fleet here help to carry an army, with the others in these seas?"""
    return goal in LANES.waters(seas)[here].carriers.get(sea, ())


def walks(unit: str, goal: str) -> bool:
    """Is a place next to a unit, for its kind?"""
    return goal in GRAPH.steps(unit[0], unit[2:])


def enters(unit: str, goal: str, seas: frozenset[str]) -> bool:
    """Could a unit come into a place or, named without its coast, a province, by land or sea?"""
    steps = GRAPH.steps(unit[0], unit[2:]) if "/" in goal else GRAPH.reach(unit[0], unit[2:])
    return goal in steps or (unit[0] == ARMY and carries(unit[2:], goal, seas))
