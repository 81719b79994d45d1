"""Where numbers stand, of orders and of times: off units, names, centres and each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from legation.atlas.board import DrawnBoard, Point, board_of
from legation.atlas.figures import Scene
from legation.atlas.lettering import (
    CODE,
    CODE_SIZE,
    Box,
    centre_box,
    label_boxes,
    name_role,
    text_box,
)
from legation.atlas.look import Look
from legation.atlas.seats import COUNT_HEIGHT, Seating
from legation.board.graph import SEA
from legation.rules.marks import LAST_SEEN
from legation.rules.rulebook import Rulebook

BASELINE = 3.4  # of a number, below its middle
_UNIT, _NUMBER, _CENTRE, _NAME = 6.0, 6.0, 3.0, 1.0  # how bad it is to stand on it
_AIR = 1.0
_CELL = 64.0

Taken = tuple[float, Box]
"""Something in the way: how bad it is to hide it, and its room."""


class Numbers:
    """The numbers of one picture, set one after the other."""

    def __init__(self, book: Rulebook, look: Look, scene: Scene, seating: Seating) -> None:
        """What is in the way of them before the first is set."""
        self._board, self._look = seating.board, look
        self._near: dict[tuple[int, int], list[Taken]] = defaultdict(list)
        wanted = any(line.count for line in scene.lines)
        if wanted or any(mark.kind == LAST_SEEN for mark in scene.marks):
            for box in lettering(book, seating.board, look):
                self._take((_NAME, box))
            for taken in _units(look, scene, seating):
                self._take(taken)

    def placed(self, said: str, wishes: Sequence[Point]) -> Point:
        """The first of these middles where it is in nobody's way; else the least bad of them."""
        best, least = wishes[0], float("inf")
        for at in wishes:
            cost = self._cost(self._box(said, at))
            if cost < least:
                best, least = at, cost
            if not cost:
                break
        self._take((_NUMBER, self._box(said, best)))
        return best

    def _box(self, said: str, at: Point) -> Box:
        return text_box(self._look, said, (at[0], at[1] + BASELINE), CODE_SIZE, CODE)

    def _take(self, taken: Taken) -> None:
        for cell in _cells(taken[1]):
            self._near[cell].append(taken)

    def _cost(self, box: Box) -> float:
        left, top, right, bottom = box
        wide = Box(left - _AIR, top - _AIR, right + _AIR, bottom + _AIR)
        frame = self._board.width, self._board.height
        if wide.left < 0 or wide.top < 0 or wide.right > frame[0] or wide.bottom > frame[1]:
            return 1e6
        near = {id(taken): taken for cell in _cells(wide) for taken in self._near.get(cell, ())}
        return sum(bad * _shared(wide, other) for bad, other in near.values())


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    """The squares of the picture that a box touches."""
    across = range(int(box.left // _CELL), int(box.right // _CELL) + 1)
    return product(across, range(int(box.top // _CELL), int(box.bottom // _CELL) + 1))


def lettering(book: Rulebook, board: DrawnBoard, look: Look) -> tuple[Box, ...]:
    """The room of every code and name on a board."""
    seas = frozenset(p.code for p in book.graph.provinces.values() if p.terrain == SEA)
    return _names(book.variant, board.made_from, seas, look)


@lru_cache(maxsize=32)
def _names(variant: str, made_from: str, seas: frozenset[str], look: Look) -> tuple[Box, ...]:
    del made_from
    return tuple(
        box
        for code, label in board_of(variant).labels.items()
        for _, box in label_boxes(look, code, label, name_role(SEA if code in seas else ""))
    )


def _units(look: Look, scene: Scene, seating: Seating) -> Iterator[Taken]:
    """The units with their numbers, and the centres."""
    for piece in scene.pieces:
        seat = seating.seats.get(piece.stop)
        if seat is not None:
            x, y, across, up = seat.box
            below = COUNT_HEIGHT if piece.count else 0.0
            if piece.count:
                across = max(across, look.width(f"{piece.count:,}", CODE_SIZE, CODE) / 2)
            yield _UNIT, Box(x - across, y - up, x + across, y + up + below)
    for code, _ in scene.centres:
        if code in seating.board.centres:
            yield _CENTRE, centre_box(seating.board.centres[code])


def _shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    across = min(one.right, other.right) - max(one.left, other.left)
    down = min(one.bottom, other.bottom) - max(one.top, other.top)
    return across * down if across > 0 and down > 0 else 0.0
