"""Rings and lines of a drawn board as the paths of an SVG."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from legation.atlas.board import TENTHS, DrawnBoard, Point, Ring
from legation.atlas.making.contacts import GROUND, WATER, absolute


def path(board: DrawnBoard, rings: Iterable[Ring]) -> str:
    """The ``d`` of areas."""
    return "".join(f"{_line(ring)}Z" for ring in board.outlines(rings))


def shore(board: DrawnBoard, seas: Collection[str]) -> str:
    """The ``d`` of the lines between land and water; `seas` are the places that are water."""
    sides: dict[int, set[bool]] = {}
    for code, rings in {**board.areas, GROUND: board.ground, WATER: board.water}.items():
        for ring in rings:
            for number in ring:
                sides.setdefault(max(number, ~number), set()).add(code == WATER or code in seas)
    lines = (absolute(board.arcs[number]) for number, wet in sorted(sides.items()) if len(wet) == 2)
    return "".join(_line([(x / TENTHS, y / TENTHS) for x, y in line]) for line in lines)


def _line(points: list[Point]) -> str:
    return "M" + "L".join(f"{x:g},{y:g}" for x, y in points)
