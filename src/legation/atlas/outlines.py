"""The lines of a board as they are drawn: on a grid of half units, and no finer than is seen.

At 1280 pixels no line is off by more than one, and a picture takes a third less.
Provinces share their arcs, which are made simpler once, so no gap opens between
them. The coast is drawn by the lands, which lie above the seas: a sea needs no
fine coast of its own, and none of the islands in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate, pairwise
from typing import NamedTuple

from legation.atlas.board import TENTHS, DrawnBoard, Point, Ring, board_of
from legation.atlas.svg import numbers

_FINE, _BETWEEN, _COARSE = 0.6, 1.5, 5.0
"""How far a line may be off: what is seen, a sea's side to another, its coast below lands."""

_FAINT = 1.2  # of lines of latitude and longitude

Corners = list[Point]


class Outlines(NamedTuple):
    """Paths of a board: areas by province, and what lies around and between them."""

    areas: Mapping[str, str]
    between_seas: str
    ground: str
    water: str
    graticule: str


def outlines_of(variant: str, board: DrawnBoard, seas: frozenset[str]) -> Outlines:
    """The paths of a variant's board, on which these provinces are seas; they are kept."""
    return _outlines(variant, board.made_from, seas & set(board.areas))


def mark_of(variant: str, board: DrawnBoard, seas: frozenset[str]) -> str:
    """A mark of these paths: where it is the same, so are they."""
    return _mark(variant, board.made_from, seas & set(board.areas))


@lru_cache(maxsize=32)
def _mark(variant: str, made_from: str, seas: frozenset[str]) -> str:
    return sha256(repr(_outlines(variant, made_from, seas)).encode()).hexdigest()[:12]


@lru_cache(maxsize=32)
def _outlines(variant: str, made_from: str, seas: frozenset[str]) -> Outlines:
    del made_from  # a board that is made anew is another one
    board = board_of(variant)
    whole = [corners(steps) for steps in board.arcs]
    fine = [simpler(line, _FINE) for line in whole]
    coarse = [
        simpler(line, _BETWEEN if _is_between(board, at, seas) else _COARSE)
        for at, line in enumerate(whole)
    ]
    areas = {
        code: _sea(board, rings, coarse, seas) if code in seas else _land(rings, fine)
        for code, rings in board.areas.items()
    }
    between = (fine[at] for at in board.sides if _is_between(board, at, seas))
    graticule = (simpler(corners(steps), _FAINT) for steps in board.graticule)
    return Outlines(
        areas=areas,
        between_seas="".join(map(_drawn, between)),
        ground=_land(board.ground, fine),
        water=_land(board.water, fine),
        graticule="".join(map(_drawn, graticule)),
    )


def corners(steps: Sequence[int]) -> Corners:
    """The corners of an arc, in units."""
    across, up = (accumulate(steps[axis::2]) for axis in (0, 1))
    return [(x / TENTHS, y / TENTHS) for x, y in zip(across, up, strict=True)]


def _is_between(board: DrawnBoard, at: int, seas: frozenset[str]) -> bool:
    return len(board.sides.get(at, frozenset()) & seas) == 2


def _land(rings: Iterable[Ring], arcs: Sequence[Corners]) -> str:
    return "".join(_drawn(_around(ring, arcs)) + "z" for ring in rings)


def _sea(
    board: DrawnBoard, rings: Sequence[Ring], arcs: Sequence[Corners], seas: frozenset[str]
) -> str:
    """The area of a sea without its islands: what goes the other way round, and is no sea."""
    outlines = [_around(ring, arcs) for ring in rings]
    sizes = [_size(outline) for outline in outlines]
    largest = max(sizes, key=abs)
    parts = []
    for ring, outline, size in zip(rings, outlines, sizes, strict=True):
        beside = {code for at in ring for code in board.sides[max(at, ~at)]}
        island = size * largest < 0 and len(beside & seas) == 1
        if len(outline) > 2 and not island:
            parts.append(_drawn(outline, whole=True) + "z")
    return "".join(parts)


def _around(ring: Ring, arcs: Sequence[Corners]) -> Corners:
    edge: Corners = []
    for at in ring:
        line = arcs[max(at, ~at)]
        edge += (line if at >= 0 else line[::-1])[:-1]
    return edge


def _size(outline: Corners) -> float:
    """Twice the area; its sign tells which way round the corners go."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]))


def simpler(line: Corners, slack: float) -> Corners:
    """A line without the corners that are nearer than `slack` to what is left of it."""
    keep = {0, len(line) - 1}
    pieces = [(0, len(line) - 1)]
    while pieces:
        first, last = pieces.pop()
        if last - first < 2:
            continue
        far, at = max((_off(line[k], line[first], line[last]), k) for k in range(first + 1, last))
        if far > slack:
            keep.add(at)
            pieces += [(first, at), (at, last)]
    return [line[k] for k in sorted(keep)]


def _off(point: Point, a: Point, b: Point) -> float:
    """How far a point is from the line between two others; from them, where they are one."""
    across, up = b[0] - a[0], b[1] - a[1]
    far = float((across * across + up * up) ** 0.5)
    if far < 0.1:
        return float(((point[0] - a[0]) ** 2 + (point[1] - a[1]) ** 2) ** 0.5)
    return abs(across * (point[1] - a[1]) - up * (point[0] - a[0])) / far


def _drawn(line: Corners, whole: bool = False) -> str:
    """Corners as the data of a path; each after the first by its distance from the last.

    They are moved to the grid: of halves, or of whole units.
    """
    grid = 1 if whole else 2
    x, y = start = _on_grid(line[0], grid)
    steps: list[float] = []
    for corner in line[1:]:
        next_x, next_y = _on_grid(corner, grid)
        if (next_x, next_y) != (x, y):
            steps += (next_x - x, next_y - y)
        x, y = next_x, next_y
    return f"M{numbers(start)}l{numbers(steps)}" if steps else f"M{numbers(start)}l0 0"


def _on_grid(point: Point, grid: int) -> Point:
    return round(point[0] * grid) / grid, round(point[1] * grid) / grid
