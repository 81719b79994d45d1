"""Armies that fleets on the board could carry, and their convoys and supports as texts."""

from __future__ import annotations

from collections.abc import Iterable
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

_CARRIERS = {f"F {sea}": BIT[f"F {sea}"] for sea in sorted(GRAPH.carriers)}
_AFLOAT = sum(_CARRIERS.values())
_LANES = {
    mark: sum(_CARRIERS[f"F {sea}"] for sea in GRAPH.sea_lanes[unit[2:]])
    for unit, mark in _CARRIERS.items()
}
"""A fleet that can convoy, as a bit → those beside it."""

_PIERS = {
    unit: sum(_CARRIERS[f"F {sea}"] for sea in GRAPH.harbours[unit[2:]])
    for unit in UNITS
    if unit[0] == ARMY
}
"""An army → the fleets that it could board."""

_REACHING = {
    goal: sum(BIT[unit] for unit in UNITS if goal in GRAPH.reach(unit[0], unit[2:]))
    for goal in GRAPH.provinces
}
_MOST = 64  # neighbourhoods of a crossing that are kept
_CROSSED = 1 << 12  # crossings that are


def seas_of(units: Iterable[str]) -> frozenset[str]:
    """The seas with a fleet that can convoy."""
    carriers = GRAPH.carriers
    return frozenset([unit[2:] for unit in units if unit[0] == "F" and unit[2:] in carriers])


def add_convoys(listed: Listed, board: int) -> None:
    """Add moves by convoy, convoys, and supports of moves by convoy to the lists of units.

    `board` are the units once more, as bits of `BIT`.
    """
    afloat = board & _AFLOAT
    if not afloat:
        return
    waters = _waters(afloat)
    for army in listed:
        piers = _PIERS.get(army, 0)
        if not piers & afloat:
            continue
        reached = 0
        for water in waters:
            if piers & water:
                reached |= water
        crossing = _CROSSINGS[army, reached]
        listed[army] += crossing.moves
        for fleet, convoys in crossing.convoys:
            listed[fleet] += convoys
        for unit, helps in crossing[board & crossing.near]:
            listed[unit] += helps


def _waters(afloat: int) -> list[int]:
    """The fleets parted into those between which an army could be passed on."""
    waters = []
    while afloat:
        water, waiting = 0, afloat & -afloat
        while waiting:
            fleet = waiting & -waiting
            water |= fleet
            waiting = (waiting | _LANES[fleet] & afloat) & ~water
        waters.append(water)
        afloat &= ~water
    return waters


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
        self._helps: dict[int, tuple[str, list[str]]] = {}
        self.near = 0
        for goal in self._needed:
            self.near |= _REACHING[goal]
        self.near &= ~BIT[army]

    def __missing__(self, near: int) -> list[tuple[str, list[str]]]:
        found, left = [], near
        while left:
            mark = left & -left
            left ^= mark
            helps = self._helps.get(mark) or self._add(mark)
            if helps[1]:
                found.append(helps)
        if len(self) >= _MOST:
            self.clear()
        self[near] = found
        return found

    def _add(self, mark: int) -> tuple[str, list[str]]:
        unit = UNITS[mark.bit_length() - 1]
        texts = [
            f"{unit} S {self._army} - {goal}"
            for goal in GRAPH.ordered_reach[unit[0]][unit[2:]]
            if goal in self._needed and unit[2:] not in self._needed[goal]
        ]
        helps = self._helps[mark] = unit, texts
        return helps


class _Crossings(dict[tuple[str, int], _Crossing]):
    """An army, and the fleets on the waters that it could board, as bits of `BIT`."""

    def __missing__(self, asked: tuple[str, int]) -> _Crossing:
        army, near = asked
        seas = frozenset([unit[2:] for unit, mark in _CARRIERS.items() if mark & near])
        if len(self) >= _CROSSED:
            self.clear()
        crossing = self[asked] = _Crossing(army, LANES.waters(seas)[army[2:]])
        return crossing


_CROSSINGS = _Crossings()


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
