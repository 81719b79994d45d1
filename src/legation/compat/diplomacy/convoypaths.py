"""The ways that armies could take over sea, as `Map.convoy_paths` tells them."""

from __future__ import annotations

from functools import cache

from legation.compat.diplomacy.ground import GRAPH

Paths = dict[int, list[tuple[str, set[str], set[str]]]]


@cache
def paths() -> Paths:
    """How many fleets → where an army starts, where the fleets are, where it lands.

    Only ways on which no fleet could be left out.
    """
    shores = {
        sea: {land for land, seas in GRAPH.harbours.items() if sea in seas}
        for sea in sorted(GRAPH.carriers)
    }
    found: dict[tuple[str, frozenset[str]], set[str]] = {}
    for start, boarding in GRAPH.harbours.items():
        stack: list[tuple[str, ...]] = [(sea,) for sea in sorted(boarding)]
        while stack:
            way = stack.pop()
            sooner = set().union({start}, *(shores[sea] for sea in way[:-1]))
            goals = shores[way[-1]] - sooner
            if goals:
                found.setdefault((start, frozenset(way)), set()).update(goals)
            passed = boarding.union(way, *(GRAPH.sea_lanes[sea] for sea in way[:-1]))
            stack += [(*way, sea) for sea in sorted(GRAPH.sea_lanes[way[-1]] - passed)]
    told: Paths = {number: [] for number in range(1, len(GRAPH.places) + 1)}
    for (start, fleets), goals in sorted(found.items(), key=lambda row: (row[0][0], *row[0][1])):
        told[len(fleets)].append((start, set(fleets), goals))
    return told
