"""Where armies can be carried: chains of fleets over the carrier provinces (STD-CON).

All of it works on sets of carrier provinces with a fleet in them. It is pure and
kept, for the same few seas are asked about again and again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple

from legation.board.graph import MapGraph
from legation.board.once import once

Seas = frozenset[str]
Route = tuple[str, ...]


class Water(NamedTuple):
    """Seas side by side, with their shores."""

    seas: Seas
    shores: frozenset[str]


class Abroad:
    """Where fleets on some waters could carry an army from `start`, whose shores they wash.

    `goals` are the provinces, `ordered` the same in order of their codes.
    """

    def __init__(self, lanes: Lanes, start: str, waters: tuple[Water, ...]) -> None:
        self._lanes, self._start, self._waters = lanes, start, waters
        self.goals = _NOWHERE.union(*[water.shores for water in waters]) - {start}
        self.ordered = tuple(sorted(self.goals))

    @once
    def carriers(self) -> Mapping[str, tuple[str, ...]]:
        """Sea → the goals to which it lies on a route."""
        carriers = dict[str, tuple[str, ...]]()
        for water in self._waters:
            carriers.update(self._lanes.within(self._start, water.seas))
        return carriers

    @once
    def needed(self) -> Mapping[str, Seas]:
        """Goal → the seas without whose fleets nobody gets there: none where two waters lead."""
        needed = dict.fromkeys(self.goals, _NOWHERE)
        for goal in self.goals:
            leading = [water.seas for water in self._waters if goal in water.shores]
            if len(leading) == 1:
                needed[goal] = self._lanes.straits(self._start, leading[0])[goal]
        return needed


class Waters(dict[str, Abroad]):
    """Province → where fleets in some seas could carry an army from it."""

    def __init__(self, lanes: Lanes, seas: Seas) -> None:
        self._lanes, self._parts = lanes, lanes.joined(seas)

    def __missing__(self, start: str) -> Abroad:
        lanes = self._lanes
        abroad = self[start] = lanes.abroad(start, lanes.near(start, self._parts))
        return abroad


class Lanes:
    """The convoy questions of one map.

    A *proper* route has no link that could be skipped. Unless `proper`, a fleet on
    any other that comes through no sea twice may be ordered to convoy as well.
    """

    def __init__(self, graph: MapGraph, *, proper: bool = True) -> None:
        self._graph = graph
        self._proper = proper
        self._harbours = graph.harbours
        self._lanes = graph.sea_lanes
        # in the map's order, so that listings come out the same in every run
        self._shores: dict[str, tuple[str, ...]] = {
            sea: tuple(land for land, seas in graph.harbours.items() if sea in seas)
            for sea in graph.carriers
        }
        self.waters = lru_cache(maxsize=1024)(partial(Waters, self))
        self.abroad = lru_cache(maxsize=4096)(partial(Abroad, self))
        self.within = lru_cache(maxsize=4096)(self._within)
        self.straits = lru_cache(maxsize=4096)(self._straits)
        self.routes = lru_cache(maxsize=4096)(self._routes)
        self.without = lru_cache(maxsize=64)(self._without)

    def _without(self, barred: frozenset[frozenset[str]]) -> Lanes:
        """The same map where no convoy passes between the provinces of these pairs."""
        borders = tuple(
            replace(border, fleet=False) if {border.a, border.b} in barred else border
            for border in self._graph.borders
        )
        return Lanes(replace(self._graph, borders=borders), proper=self._proper)

    def overseas(self, start: str, seas: Seas) -> frozenset[str]:
        """The provinces to which fleets in these seas could carry an army from `start`."""
        return self.waters(seas)[start].goals

    def near(self, start: str, waters: tuple[Water, ...]) -> tuple[Water, ...]:
        """Of some waters, those on which an army could go from `start`."""
        apart = self._harbours[start].isdisjoint
        return tuple([water for water in waters if not apart(water.seas)])

    def joined(self, seas: Seas) -> tuple[Water, ...]:
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

    def _straits(self, start: str, seas: Seas) -> Mapping[str, Seas]:
        """Goal on one water → the seas of it without whose fleets nobody gets there."""
        open_still = {
            sea: _NOWHERE.union(*[w.shores for w in self.near(start, self.joined(seas - {sea}))])
            for sea in seas
        }
        shores = {land for sea in seas for land in self._shores[sea]}
        return {
            goal: frozenset([sea for sea in seas if goal not in open_still[sea]]) for goal in shores
        }

    def _within(self, start: str, seas: Seas) -> Mapping[str, tuple[str, ...]]:
        """Sea → the goals to which it lies on a route from `start`, on one water."""
        carriers: dict[str, dict[str, None]] = {}
        proper = self._proper
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
