"""A drawn board: the geometry of ``map/board.json``, as data for a picture.

``legation map build`` writes the file; it is plain JSON with these keys.

======== =====================================================================
version  1
size     width and height of the picture, in units; a board is 1000 wide
from     digest of the tables and the recipe that it was made from
scale    kilometres a unit at the middle of the picture
arcs     lines that areas share: whole tenths of a unit, ``x y dx dy dx dy ...``
areas    province -> rings of arc numbers; ``~n`` (negative) is arc n backwards
ground   rings of land that is off the board
water    rings of water that is off the board: a closed sea, a river
spots    place -> x, y, width, height: the box, around its middle, for units
labels   province -> ``code`` [x, y], perhaps ``name`` [[text, x, y], ...] with
         ``size``, perhaps ``leader`` [x1, y1, x2, y2]; text is set around its
         middle, y is its baseline
centres  province -> x, y of its supply centre's mark
crossings  [a, b, x1, y1, x2, y2]: a line for a border that crosses water
bars     [x1, y1, x2, y2]: closes water that only seems to join two seas
edges    [a, b, x1, y1, x2, y2]: a border joined off the picture
graticule  lines of latitude and longitude, coded as arcs are
======== =====================================================================
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from legation.documents.packed import member, unpacked
from legation.errors import FileError
from legation.variants.find import map_of

BOARD = "board.json"
TENTHS = 10

Point = tuple[float, float]
Ring = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where units stand: the middle of a box, and how wide and high it is, in units."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Label:
    """A province's code and perhaps its name, line by line, and perhaps a leader to the place."""

    code: Point
    name: tuple[tuple[str, float, float], ...] = ()
    size: float = 0.0
    leader: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line drawn for the border of two provinces."""

    a: str
    b: str
    ends: tuple[float, float, float, float]


@dataclass(frozen=True)
class DrawnBoard:
    """The geometry of one board, in units of the picture."""

    width: float
    height: float
    made_from: str
    scale: float
    arcs: tuple[tuple[int, ...], ...]
    areas: Mapping[str, tuple[Ring, ...]]
    ground: tuple[Ring, ...]
    water: tuple[Ring, ...]
    spots: Mapping[str, Spot]
    labels: Mapping[str, Label]
    centres: Mapping[str, Point]
    crossings: tuple[Line, ...]
    bars: tuple[tuple[float, float, float, float], ...]
    edges: tuple[Line, ...]
    graticule: tuple[tuple[int, ...], ...]

    @cached_property
    def sides(self) -> Mapping[int, frozenset[str]]:
        """Arc -> the provinces beside it."""
        beside: dict[int, set[str]] = {}
        for code, rings in self.areas.items():
            for ring in rings:
                for number in ring:
                    beside.setdefault(max(number, ~number), set()).add(code)
        return {number: frozenset(codes) for number, codes in beside.items()}

    def rings(self, code: str) -> list[list[Point]]:
        """The corners of a province's rings, in units."""
        return self.outlines(self.areas[code])

    def outlines(self, rings: Iterable[Ring]) -> list[list[Point]]:
        """The corners of rings, in units."""
        return [[(x / TENTHS, y / TENTHS) for x, y in self._corners(ring)] for ring in rings]

    def _corners(self, ring: Ring) -> list[tuple[int, int]]:
        corners: list[tuple[int, int]] = []
        for number in ring:
            points = _absolute(self.arcs[max(number, ~number)])
            corners += (points if number >= 0 else points[::-1])[:-1]
        return corners


def board_of(name: str) -> DrawnBoard:
    """The drawn board of a variant, by its name or the path of its folder.

    Raises:
        FileError: where it has none, or one that cannot be read.
    """
    return _board(name)


@lru_cache(maxsize=64)
def _board(name: str) -> DrawnBoard:
    return read_board(map_of(name))


def read_board(place: Traversable | Path) -> DrawnBoard:
    """The drawn board in the folder of a map; raises as `board_of` does."""
    file = member(place, BOARD)
    if not file.is_file():
        raise FileError(str(file), "the board is not drawn yet: run legation map build")
    try:
        return board_from(json.loads(unpacked(file.read_bytes(), str(file))))
    except (KeyError, TypeError, ValueError) as error:
        why = f"it is no drawn board ({type(error).__name__}: {error})"
        raise FileError(str(file), f"{why}; run legation map build") from None


def board_from(data: Mapping[str, Any]) -> DrawnBoard:
    """The drawn board that the JSON of a file says."""
    if data["version"] != 1:
        raise ValueError(f"version {data['version']}")
    width, height = data["size"]
    return DrawnBoard(
        width=float(width),
        height=float(height),
        made_from=str(data["from"]),
        scale=float(data["scale"]),
        arcs=tuple(tuple(map(int, arc.split())) for arc in data["arcs"]),
        areas={code: _rings(rings) for code, rings in data["areas"].items()},
        ground=_rings(data["ground"]),
        water=_rings(data["water"]),
        spots={place: Spot(*map(float, box)) for place, box in data["spots"].items()},
        labels={code: _label(label) for code, label in data["labels"].items()},
        centres={code: (float(x), float(y)) for code, (x, y) in data["centres"].items()},
        crossings=tuple(_line(row) for row in data["crossings"]),
        bars=tuple(_four(bar) for bar in data["bars"]),
        edges=tuple(_line(row) for row in data["edges"]),
        graticule=tuple(tuple(map(int, line.split())) for line in data["graticule"]),
    )


def _rings(rings: Sequence[Sequence[int]]) -> tuple[Ring, ...]:
    return tuple(tuple(map(int, ring)) for ring in rings)


def _label(data: Mapping[str, Any]) -> Label:
    x, y = data["code"]
    leader = data.get("leader")
    return Label(
        code=(float(x), float(y)),
        name=tuple((str(text), float(x), float(y)) for text, x, y in data.get("name", ())),
        size=float(data.get("size", 0)),
        leader=None if leader is None else _four(leader),
    )


def _line(row: Sequence[Any]) -> Line:
    a, b, *ends = row
    return Line(str(a), str(b), _four(ends))


def _four(numbers: Sequence[Any]) -> tuple[float, float, float, float]:
    x1, y1, x2, y2 = map(float, numbers)
    return x1, y1, x2, y2


# Arcs


def _absolute(arc: Sequence[int]) -> list[tuple[int, int]]:
    """The corners of an arc, in tenths of a unit."""
    x = y = 0
    corners = []
    for dx, dy in zip(arc[::2], arc[1::2], strict=True):
        x, y = x + dx, y + dy
        corners.append((x, y))
    return corners
