"""What a picture shows that no table says: stray pieces, and lines over the land of others.

A piece of a place that holds none of its points and lies among others of its
kind reads as theirs, or as a place without a name. An island is no such piece.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

import shapely
from shapely import Polygon

from legation.atlas.board import DrawnBoard, Point, Ring
from legation.atlas.making.contacts import inside, nearest
from legation.atlas.making.recipe import Recipe
from legation.atlas.making.whereabouts import drawn_at
from legation.board.graph import BRIDGE, SEA, MapGraph
from legation.board.provincechecks import LAND_IN_SEA

ASTRAY = 12.0
"""A point may lie this far from the piece of its place that it holds, in units."""
SEEN = 2.0
"""Less of a line, in units, is not seen."""
_STEP = 2.0
_SHORE = 4.0
"""A line may begin so far within the land that it leads to or passes, in units."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stray piece of a place: its size in square units, beside whom it lies, its midst."""

    place: str
    size: float
    beside: str
    at: Point


@dataclass(frozen=True, slots=True)
class Over:
    """A line for the border of two places that runs over the land of a third."""

    a: str
    b: str
    land: str
    at: Point


def stray(board: DrawnBoard, graph: MapGraph, recipe: Recipe) -> Iterator[Piece]:
    """The stray pieces of a board."""
    beside = _beside(board)
    more = recipe.more_points()
    for code, rings in board.areas.items():
        province = graph.provinces.get(code)
        if province is None or province.terrain == BRIDGE or LAND_IN_SEA in province.features:
            continue
        outer = _outer(board, rings)
        if len(outer) < 2:
            continue
        places = ((province.lat, province.lon), *province.points, *more.get(code, ()))
        points = [drawn_at(recipe, place) for place in places]
        for ring, corners, size in outer:
            if any(inside(point, [corners]) for point in points):
                continue
            if nearest(points, corners)[0] <= ASTRAY:
                continue
            kin = _kin(board, graph, ring, beside, code)
            if kin:
                yield Piece(code, size, kin, _midst(corners))


def _midst(corners: Sequence[Point]) -> Point:
    """The point of an area farthest from its line: one there takes least of what lies beyond."""
    ring = Polygon(corners)
    if not ring.is_valid:
        return corners[len(corners) // 2]
    middle = shapely.maximum_inscribed_circle(ring, tolerance=0.5).coords[0]
    return (float(middle[0]), float(middle[1]))


def _beside(board: DrawnBoard) -> Mapping[int, set[str]]:
    """Arc → the places beside it."""
    beside: dict[int, set[str]] = defaultdict(set)
    for code, rings in board.areas.items():
        for ring in rings:
            for number in ring:
                beside[max(number, ~number)].add(code)
    return beside


def _outer(board: DrawnBoard, rings: Sequence[Ring]) -> list[tuple[Ring, list[Point], float]]:
    """The rings that are no holes, with their corners and sizes; those turn as the largest does."""
    whole = [
        (r, corners, _turned(corners))
        for r, corners in zip(rings, board.outlines(rings), strict=True)
    ]
    largest = max((turned for *_, turned in whole), key=abs, default=0.0)
    return [(r, c, abs(turned)) for r, c, turned in whole if turned * largest > 0]


def _turned(corners: Sequence[Point]) -> float:
    """The size of a ring, negative where it turns the other way."""
    ahead = [*corners[1:], corners[0]]
    return sum(x * v - u * y for (x, y), (u, v) in zip(corners, ahead, strict=True)) / 2


def _kin(
    board: DrawnBoard, graph: MapGraph, ring: Ring, beside: Mapping[int, set[str]], code: str
) -> str:
    """The place of the same kind, land or water, that has the longest line with a piece."""
    lengths: dict[str, float] = defaultdict(float)
    wet = graph.provinces[code].terrain == SEA
    for number in ring:
        for other in beside[max(number, ~number)] - {code}:
            if other in graph.provinces and (graph.provinces[other].terrain == SEA) == wet:
                steps = board.arcs[max(number, ~number)][2:]
                pairs = zip(steps[::2], steps[1::2], strict=True)
                lengths[other] += sum(hypot(x, y) for x, y in pairs) / 10
    best = max(sorted(lengths), key=lengths.__getitem__, default="")
    return best if lengths[best] >= SEEN else ""


def across(board: DrawnBoard, graph: MapGraph) -> Iterator[Over]:
    """The lines of borders, over water or off the picture, that run over the land of others."""
    lands = {
        code: board.rings(code)
        for code, province in graph.provinces.items()
        if province.terrain not in (SEA, BRIDGE) and board.areas.get(code)
    }
    for line in (*board.crossings, *board.edges):
        x1, y1, x2, y2 = line.ends
        length = hypot(x2 - x1, y2 - y1)
        runs: dict[str, list[Point]] = defaultdict(list)
        for n in range(1, int(length / _STEP)):
            share = n * _STEP / length
            at = (x1 + share * (x2 - x1), y1 + share * (y2 - y1))
            for code, rings in lands.items():
                if code not in (line.a, line.b) and inside(at, rings):
                    runs[code].append(at)
        for code, points in runs.items():
            if len(points) * _STEP > _SHORE:
                yield Over(line.a, line.b, code, points[len(points) // 2])
