"""The stretch of shore of each coast of a province with split coasts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

import shapely

from legation.atlas.board import TENTHS
from legation.atlas.making.arcs import Corner, Topology
from legation.board.graph import SEA, MapGraph

Run = tuple[str, list[Corner]]


def stretches(graph: MapGraph, drawn: Topology) -> dict[str, shapely.Geometry]:
    """Coast (``Spa/nc``) → its shore, in units.

    A run of shore on one sea is the coast's from which fleets sail to that sea and
    to most of what lies at the run's two ends.
    """
    meeting: dict[Corner, set[str]] = defaultdict(set)
    for arc, sides in zip(drawn.arcs, drawn.sides, strict=True):
        for end in (arc[0], arc[-1]):
            meeting[end] |= {side for side in sides if side is not None}
    parts: dict[str, list[shapely.Geometry]] = defaultdict(list)
    for code, province in graph.provinces.items():
        for sea, line in (
            _runs(code, graph, drawn) if province.coasts and code in drawn.rings else ()
        ):
            fits = {}
            for coast in province.places[1:]:
                sails = graph.fleet_provinces[coast]
                if sea in sails:
                    ends = (meeting[line[0]] | meeting[line[-1]]) - {code, sea}
                    fits[coast] = len(ends & sails) - len(ends - sails)
            if fits:
                best = max(sorted(fits), key=fits.__getitem__)
                parts[best].append(shapely.LineString([(x / TENTHS, y / TENTHS) for x, y in line]))
    return {coast: shapely.MultiLineString(lines) for coast, lines in parts.items()}


def _runs(code: str, graph: MapGraph, drawn: Topology) -> Iterator[Run]:
    """The runs of a province's largest ring along one sea each."""
    seas: Mapping[str, bool] = {c: p.terrain == SEA for c, p in graph.provinces.items()}
    ring = max(drawn.rings[code], key=lambda ring: sum(len(drawn.arcs[max(n, ~n)]) for n in ring))
    beside = [_other(drawn, number) for number in ring]
    start = next((n for n in range(len(ring)) if beside[n] != beside[n - 1]), 0)
    run: list[Corner] = []
    for step in range(len(ring)):
        number = (start + step) % len(ring)
        sea = beside[number]
        arc = drawn.arcs[max(ring[number], ~ring[number])]
        line = list(arc if ring[number] >= 0 else arc[::-1])
        run = run + line[1:] if run and step and beside[number - 1] == sea else line
        last = step == len(ring) - 1 or beside[(number + 1) % len(ring)] != sea
        if last and sea is not None and seas.get(sea):
            yield sea, run
        if last:
            run = []


def _other(drawn: Topology, number: int) -> str | None:
    left, right = drawn.sides[max(number, ~number)]
    return right if number >= 0 else left
