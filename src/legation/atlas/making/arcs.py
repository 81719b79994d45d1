"""Faces that tile a plane → the lines that they share, each kept once.

Corners are whole numbers, so that two faces have a line in common exactly where
they have the same corners.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, tau

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon

Corner = tuple[int, int]
Edge = tuple[Corner, Corner]
Arc = tuple[Corner, ...]


@dataclass(frozen=True)
class Topology:
    """Arcs, the keys on their left and right (None: nothing), and each key's rings of arcs."""

    arcs: tuple[Arc, ...]
    sides: tuple[tuple[str | None, str | None], ...]
    rings: Mapping[str, tuple[tuple[int, ...], ...]]


def edges_of(face: Polygon) -> Iterable[Edge]:
    """The edges of a face, the face on the left of each (y up)."""
    face = shapely.orient_polygons(face)
    for ring in (face.exterior, *face.interiors):
        corners = whole(np.array(ring.coords))
        for p, q in itertools.pairwise(corners):
            if p != q:
                yield p, q


def whole(points: NDArray[np.float64]) -> list[Corner]:
    """Points as corners."""
    return [(int(x), int(y)) for x, y in np.round(points)]


def topology(faces: Iterable[tuple[str, Polygon]]) -> Topology:
    """The topology of faces with keys; faces of the same key flow together."""
    left: dict[Edge, str] = {}
    for key, face in faces:
        for edge in edges_of(face):
            left[edge] = key
    return _linked(left)


def _linked(left: Mapping[Edge, str]) -> Topology:
    beside: dict[Edge, tuple[str | None, str | None]] = {}
    out: dict[Corner, list[Corner]] = {}
    for (p, q), key in left.items():
        other = left.get((q, p))
        if other == key or (q, p) in beside:
            continue
        beside[p, q] = (key, other)
        out.setdefault(p, []).append(q)
        out.setdefault(q, []).append(p)
    nodes = sorted(p for p, ends in out.items() if len(ends) != 2)
    arcs: list[Arc] = []
    sides: list[tuple[str | None, str | None]] = []
    done: set[Edge] = set()
    known = set(nodes)

    def walk(p: Corner, q: Corner) -> None:
        line = [p, q]
        while line[-1] not in known and line[-1] != p:
            a, b = out[line[-1]]
            line.append(b if a == line[-2] else a)
        for edge in itertools.pairwise(line):
            done.update((edge, edge[::-1]))
        arcs.append(tuple(line))
        key = beside.get((p, q))
        sides.append(key if key is not None else beside[q, p][::-1])

    for p in nodes:
        for q in sorted(out[p]):
            if (p, q) not in done:
                walk(p, q)
    for p in sorted(out):
        if p not in known and (p, out[p][0]) not in done:
            walk(p, min(out[p]))
    return Topology(tuple(arcs), tuple(sides), _rings(arcs, sides))


def _rings(
    arcs: Sequence[Arc], sides: Sequence[tuple[str | None, str | None]]
) -> dict[str, tuple[tuple[int, ...], ...]]:
    starts: dict[tuple[str, Corner], list[int]] = {}
    for number, (left, right) in enumerate(sides):
        if left is not None:
            starts.setdefault((left, arcs[number][0]), []).append(number)
        if right is not None:
            starts.setdefault((right, arcs[number][-1]), []).append(~number)
    rings: dict[str, list[tuple[int, ...]]] = {}
    for (key, _), numbers in starts.items():
        while numbers:
            ring = _ring(key, numbers.pop(0), arcs, starts)
            rings.setdefault(key, []).extend(_parted(ring, arcs))
    return {key: tuple(rings[key]) for key in sorted(rings)}


def _ring(
    key: str, first: int, arcs: Sequence[Arc], starts: Mapping[tuple[str, Corner], list[int]]
) -> tuple[int, ...]:
    ring = [first]
    home = _line(arcs, first)[0]
    while (line := _line(arcs, ring[-1]))[-1] != home:
        here = starts[key, line[-1]]
        back = _angle(line[-1], line[-2])

        def turn(number: int, line: Arc = line, back: float = back) -> float:
            return (back - _angle(line[-1], _line(arcs, number)[1])) % tau

        step = min(here, key=turn)  # keeps the face on the left where it meets itself in a point
        here.remove(step)
        ring.append(step)
    return tuple(ring)


def _parted(ring: Sequence[int], arcs: Sequence[Arc]) -> Iterable[tuple[int, ...]]:
    """A ring cut where it meets itself in a point."""
    open_: list[int] = []
    for number in ring:
        open_.append(number)
        end = _line(arcs, number)[-1]
        for place, other in enumerate(open_):
            if _line(arcs, other)[0] == end:
                yield tuple(open_[place:])
                del open_[place:]
                break


def _line(arcs: Sequence[Arc], number: int) -> Arc:
    return arcs[number] if number >= 0 else arcs[~number][::-1]


def _angle(a: Corner, b: Corner) -> float:
    return atan2(b[1] - a[1], b[0] - a[0])


def polygon(rings: Iterable[Sequence[int]], arcs: Sequence[Arc]) -> shapely.Geometry:
    """The area of rings of arcs."""
    shape: shapely.Geometry = Polygon()
    for ring in rings:
        corners = [c for number in ring for c in _line(arcs, number)[:-1]]
        if len(corners) > 2:
            shape = shape.symmetric_difference(shapely.make_valid(Polygon(corners)))
    return shape
