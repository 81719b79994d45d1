"""Whether anything on a drawn board is in the way of anything else.

Codes, names, the boxes of units and the marks of centres may not share room, be
cut off by the frame or be set too small. Widths are those of the board's type.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import NamedTuple

from legation.atlas.board import DrawnBoard
from legation.atlas.lettering import (
    SMALLEST,
    Box,
    Letters,
    RoughLetters,
    centre_box,
    label_boxes,
    name_role,
)
from legation.board.graph import IMPASSABLE, SEA, MapGraph, province_of

SLACK = 0.3  # board.json keeps tenths of a unit
ROOM_FOR_ONE = (24.0, 16.0)  # less is too small a box for a unit
CELL = 100.0


class Thing(NamedTuple):
    """Something that takes room: what it is, as told, and where."""

    said: str
    box: Box


def collisions(board: DrawnBoard, graph: MapGraph, letters: Letters | None = None) -> list[str]:
    """Everything that is missing, too small, cut off or in the way of something else.

    `letters` is the board's look; without one the widths of its type are guessed.
    """
    provinces = graph.provinces
    open_to_all = {code for code, p in provinces.items() if p.terrain != IMPASSABLE}
    faults = [f"{code} has no code" for code in provinces if code not in board.labels]
    for code in sorted(open_to_all):
        faults += [
            f"{place} has no spot"
            for place in provinces[code].places  # a coast without one is not marked
            if place not in board.spots
        ]
        if provinces[code].centre != "0" and code not in board.centres:
            faults.append(f"{code} has no centre mark")
    faults += _too_small(board, open_to_all)
    things = list(_things(board, graph, letters or RoughLetters()))
    frame = Box(0, 0, board.width, board.height)
    faults += [f"{thing.said} is cut off by the frame" for thing in things if _cut(thing, frame)]
    return faults + [f"{a.said} and {b.said} share room" for a, b in _meeting(things)]


def _too_small(board: DrawnBoard, open_to_all: set[str]) -> Iterator[str]:
    for code, label in board.labels.items():
        if label.name and label.size < SMALLEST:
            yield f"the name of {code} is {label.size:g} units high, less than {SMALLEST:g}"
    for place, spot in board.spots.items():
        small = spot.width < ROOM_FOR_ONE[0] or spot.height < ROOM_FOR_ONE[1]
        if small and province_of(place) in open_to_all:
            yield f"the spot of {place} is too small for a unit"


def _things(board: DrawnBoard, graph: MapGraph, letters: Letters) -> Iterator[Thing]:
    terrains: Mapping[str, str] = {code: p.terrain for code, p in graph.provinces.items()}
    for code, label in board.labels.items():
        role = name_role(terrains.get(code, SEA))
        code_box, *names = label_boxes(letters, code, label, role)
        yield Thing(f"the code {code}", code_box[1])
        for text, box in names:
            yield Thing(f'the name "{text}" of {code}', box)
    for place, spot in board.spots.items():
        if terrains.get(province_of(place)) != IMPASSABLE:  # nobody ever stands there
            half = spot.width / 2, spot.height / 2
            box = Box(spot.x - half[0], spot.y - half[1], spot.x + half[0], spot.y + half[1])
            yield Thing(f"the spot of {place}", box)
    for code, at in board.centres.items():
        yield Thing(f"the centre mark of {code}", centre_box(at))


def _cut(thing: Thing, frame: Box) -> bool:
    box = thing.box
    wide = box.left < frame.left or box.right > frame.right
    return wide or box.top < frame.top or box.bottom > frame.bottom


def _meeting(things: list[Thing]) -> list[tuple[Thing, Thing]]:
    """Every pair that shares room, in order; only what is in the same square is compared."""
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, (_, box) in enumerate(things):
        across = range(int(box.left // CELL), int(box.right // CELL) + 1)
        down = range(int(box.top // CELL), int(box.bottom // CELL) + 1)
        for cell in product(across, down):
            cells[cell].append(number)
    pairs = {
        pair
        for numbers in cells.values()
        for pair in combinations(numbers, 2)
        if things[pair[0]].box.meets(things[pair[1]].box, SLACK)
    }
    return [(things[a], things[b]) for a, b in sorted(pairs)]
