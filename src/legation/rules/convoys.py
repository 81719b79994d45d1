"""Where armies can be carried: chains of fleets over the carrier provinces (STD-CON).

All functions work on sets of carrier provinces with a fleet in them. They are
pure and cached, for the same few seas are asked about again and again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from legation.board.graph import MapGraph

Seas = frozenset[str]
Route = tuple[str, ...]


class Water(NamedTuple):
    """Seas side by side, with their shores."""

    seas: Seas
    shores: frozenset[str]


Waters = tuple[Water, ...]


class Abroad(NamedTuple):
    """Where fleets could carry an army, also in order of the codes."""

    goals: frozenset[str]
    ordered: tuple[str, ...]


class Lanes:
    """The convoy questions of one map."""

    def __init__(self, graph: MapGraph) -> None:
        self._graph = graph
        self._harbours = graph.harbours
        self._lanes = graph.sea_lanes
        # in the map's order, so that listings come out the same in every run
        self._shores: dict[str, tuple[str, ...]] = {
            sea: tuple(land for land, seas in graph.harbours.items() if sea in seas)
            for sea in graph.carriers
        }
        self.waters = lru_cache(maxsize=1024)(self._joined)
        self.abroad = lru_cache(maxsize=4096)(self._overseas)
        self.needed = lru_cache(maxsize=4096)(self._needed)
        self._within = lru_cache(maxsize=4096)(self._carriers)
        self.routes = lru_cache(maxsize=4096)(self._routes)
        self.without = lru_cache(maxsize=64)(self._without)

    def _without(self, barred: frozenset[frozenset[str]]) -> Lanes:
        """The same map where no convoy passes between the provinces of these pairs."""
        borders = tuple(
            replace(border, fleet=False) if {border.a, border.b} in barred else border
            for border in self._graph.borders
        )
        return Lanes(replace(self._graph, borders=borders))

    def overseas(self, start: str, seas: Seas) -> frozenset[str]:
        """The provinces to which fleets in these seas could carry an army from `start`."""
        return self.abroad(start, seas).goals

    def _overseas(self, start: str, seas: Seas) -> Abroad:
        """The same, also in order of their codes."""
        shores = [water.shores for water in self._at(start, self.waters(seas))]
        goals = _NOWHERE.union(*shores) - {start}
        return Abroad(goals, tuple(sorted(goals)))

    def _needed(self, start: str, seas: Seas) -> Mapping[str, Seas]:
        """Goal overseas → the seas without which fleets could not carry an army there."""
        goals = self.overseas(start, seas)
        cut_off = {sea: goals - self.overseas(start, seas - {sea}) for sea in seas}
        return {goal: frozenset(sea for sea in seas if goal in cut_off[sea]) for goal in goals}

    def _at(self, start: str, waters: Waters) -> list[Water]:
        """Of some waters, those on which an army could go from `start`."""
        apart = self._harbours[start].isdisjoint
        return [water for water in waters if not apart(water.seas)]

    def carries(self, start: str, goal: str, waters: Waters) -> bool:
        """Could fleets on these waters carry an army from `start` to a goal?"""
        harbours = self._harbours[start]
        for water in waters if goal != start else ():
            if goal in water.shores and not harbours.isdisjoint(water.seas):
                return True
        return False

    def _joined(self, seas: Seas) -> Waters:
        """The waters that these seas make."""
        waters, left = [], set(seas)
        while left:
            water, waiting = set(), [left.pop()]
            while waiting:
                sea = waiting.pop()
                water.add(sea)
                waiting += self._lanes[sea] & left
                left -= self._lanes[sea]
            shores = frozenset(land for sea in water for land in self._shores[sea])
            waters.append(Water(frozenset(water), shores))
        return tuple(waters)

    def carriers(self, start: str, waters: Waters, proper: bool) -> Mapping[str, tuple[str, ...]]:
        """Sea → the goals to which it lies on a route from `start`, on these waters.

        A *proper* route has no link that could be skipped. Otherwise any route
        counts that comes through no sea twice.
        """
        near = self._at(start, waters)
        if len(near) == 1:
            return self._within(start, near[0].seas, proper)
        carriers = dict[str, tuple[str, ...]]()
        for water in near:
            carriers.update(self._within(start, water.seas, proper))
        return carriers

    def _carriers(self, start: str, seas: Seas, proper: bool) -> Mapping[str, tuple[str, ...]]:
        """The same within one water."""
        carriers: dict[str, dict[str, None]] = {}
        for route in self._chains(start, seas, proper):
            goals = dict.fromkeys(
                goal
                for goal in self._shores[route[-1]]
                if goal != start and not (proper and self._lands_sooner(route, goal))
            )
            for sea in route:
                carriers.setdefault(sea, {}).update(goals)
        return {sea: tuple(goals) for sea, goals in carriers.items() if goals}

    def _routes(self, start: str, goal: str, seas: Seas) -> tuple[Route, ...]:
        """The proper routes from `start` to `goal` over these seas."""
        return tuple(
            route
            for route in self._chains(start, seas, True)
            if goal in self._shores[route[-1]] and not self._lands_sooner(route, goal)
        )

    def _lands_sooner(self, route: Route, goal: str) -> bool:
        return any(goal in self._shores[sea] for sea in route[:-1])

    def _chains(self, start: str, seas: Seas, proper: bool) -> Iterator[Route]:
        boarding = sorted(self._harbours[start] & seas)
        stack: list[Route] = [(sea,) for sea in reversed(boarding)]
        while stack:
            route = stack.pop()
            yield route
            for sea in sorted(self._lanes[route[-1]] & seas, reverse=True):
                if sea in route:
                    continue
                if proper and (
                    sea in boarding or any(sea in self._lanes[past] for past in route[:-1])
                ):
                    continue
                stack.append((*route, sea))


_NOWHERE: frozenset[str] = frozenset()
