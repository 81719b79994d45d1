"""Who touches whom in a drawn board: read from its arcs, without any library."""

from __future__ import annotations

import itertools
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import hypot

from legation.atlas.board import DrawnBoard, Point

Pair = frozenset[str]
Corner = tuple[int, int]

GROUND, WATER = ".", "~"
_TENTH = 10


@dataclass(frozen=True)
class Contacts:
    """Lengths and middles of common lines, in units, and who meets at each corner."""

    lengths: Mapping[Pair, float]
    middles: Mapping[Pair, Point]
    corners: Mapping[Corner, frozenset[str]]


def contacts(board: DrawnBoard) -> Contacts:
    """The contacts of a board's areas, those over land and water off the board included."""
    beside: dict[int, set[str]] = defaultdict(set)
    everything = {**board.areas, GROUND: board.ground, WATER: board.water}
    for key, rings in everything.items():
        for ring in rings:
            for number in ring:
                beside[max(number, ~number)].add(key)
    lengths: dict[Pair, float] = defaultdict(float)
    longest: dict[Pair, tuple[float, Point]] = {}
    corners: dict[Corner, set[str]] = defaultdict(set)
    for number, keys in sorted(beside.items()):
        line = absolute(board.arcs[number])
        for end in (line[0], line[-1]):
            corners[end] |= keys
        if len(keys) == 2:
            length = _length(line)
            lengths[frozenset(keys)] += length
            x, y = line[len(line) // 2]
            longest[frozenset(keys)] = max(
                longest.get(frozenset(keys), (0.0, (0.0, 0.0))), (length, (x / _TENTH, y / _TENTH))
            )
    return Contacts(
        dict(lengths),
        {pair: point for pair, (_, point) in longest.items()},
        {corner: frozenset(keys) for corner, keys in corners.items()},
    )


def absolute(arc: Iterable[int]) -> list[Corner]:
    """The corners of an arc, in tenths of a unit."""
    steps = list(arc)
    x = y = 0
    line = []
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + dx, y + dy
        line.append((x, y))
    return line


def _length(line: list[Corner]) -> float:
    return sum(hypot(q[0] - p[0], q[1] - p[1]) for p, q in itertools.pairwise(line)) / _TENTH


def nearest(a: Iterable[Point], b: Iterable[Point]) -> tuple[float, Point]:
    """How far two sets of corners are apart, and the middle of the shortest way."""
    there = sorted(b)
    columns = [x for x, _ in there]
    best = (float("inf"), (0.0, 0.0))
    for x, y in a:
        at = bisect(columns, x)
        for way in (range(at, len(there)), range(at - 1, -1, -1)):
            for number in way:  # from the column of the point outwards, while one may be nearer
                u, v = there[number]
                if abs(u - x) >= best[0]:
                    break
                away = hypot(x - u, y - v)
                if away < best[0]:
                    best = (away, ((x + u) / 2, (y + v) / 2))
    return best


def inside(point: Point, rings: Iterable[list[Point]]) -> bool:
    """Whether a point is in an area, by its rings' corners."""
    x, y = point
    odd = False
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                odd = not odd
    return odd
