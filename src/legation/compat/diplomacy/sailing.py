"""Armies that fleets on the board could carry, and their convoys and supports as texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from legation.board.graph import ARMY, FLEET, province_of
from legation.compat.diplomacy.ground import GRAPH, LANES
from legation.rules.convoys import Abroad

Listed = dict[str, list[str]]

UNITS = tuple(
    f"{kind} {place}"
    for place in sorted(GRAPH.places)
    for kind in (ARMY, FLEET)
    if GRAPH.can_stand(kind, place)
)
BIT = {unit: 1 << number for number, unit in enumerate(UNITS)}
"""A bit for each unit that there can be: so a board is a number."""

_REACHING = {
    goal: sum(BIT[unit] for unit in UNITS if goal in GRAPH.reach(unit[0], unit[2:]))
    for goal in GRAPH.provinces
}
_MOST = 64  # neighbourhoods of a crossing that are kept


def seas_of(units: Iterable[str]) -> frozenset[str]:
    """The seas with a fleet that can convoy."""
    carriers = GRAPH.carriers
    return frozenset([unit[2:] for unit in units if unit[0] == "F" and unit[2:] in carriers])


def add_convoys(listed: Listed, units: Sequence[str], board: int, seas: frozenset[str]) -> None:
    """Add moves by convoy, convoys, and supports of moves by convoy to the lists of units.

    `board` are the units once more, as bits of `BIT`.
    """
    harbours, waters = GRAPH.harbours, LANES.waters(seas)
    for army in units:
        here = army[2:]
        if army[0] != "A" or harbours[here].isdisjoint(seas):
            continue
        crossing = _crossing(army, waters[here])
        listed[army] += crossing.moves
        for fleet, convoys in crossing.convoys:
            listed[fleet] += convoys
        for unit, helps in crossing[board & crossing.near]:
            listed[unit] += helps


class _Crossing(dict[int, list[tuple[str, list[str]]]]):
    """The texts of an army's ways over some waters; units near its goals → supports by each.

    A move that needs the fleet which supports is none of these, nor one that the
    army could make by land. Units are bits of `BIT`.
    """

    def __init__(self, army: str, abroad: Abroad) -> None:
        self.moves = _by_sea(army, abroad.ordered)
        carried = abroad.carriers.items()
        self.convoys = [(f"F {sea}", _convoys(sea, army, goals)) for sea, goals in carried]
        by_land, needed = GRAPH.army[army[2:]], abroad.needed
        self._army = army
        self._needed = {goal: needed[goal] for goal in abroad.ordered if goal not in by_land}
        self.near = 0
        for goal in self._needed:
            self.near |= _REACHING[goal]
        self.near &= ~BIT[army]

    def __missing__(self, near: int) -> list[tuple[str, list[str]]]:
        found, left = [], near
        while left:
            unit = UNITS[left.bit_length() - 1]
            left ^= BIT[unit]
            texts = self._supports(unit)
            if texts:
                found.append((unit, texts))
        if len(self) >= _MOST:
            self.clear()
        self[near] = found
        return found

    def _supports(self, unit: str) -> list[str]:
        return [
            f"{unit} S {self._army} - {goal}"
            for goal in GRAPH.ordered_reach[unit[0]][unit[2:]]
            if goal in self._needed and unit[2:] not in self._needed[goal]
        ]


_crossing = lru_cache(1 << 12)(_Crossing)


@lru_cache(1 << 14)
def _by_sea(army: str, goals: tuple[str, ...]) -> list[str]:
    return [f"{army} - {goal} VIA" for goal in goals]


@lru_cache(1 << 14)
def _convoys(sea: str, army: str, goals: tuple[str, ...]) -> list[str]:
    return [f"F {sea} C {army} - {goal}" for goal in goals]


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
