"""The part of a board in which something is ordered, for a picture that shows nothing else."""

from __future__ import annotations

from legation.atlas.figures import Scene
from legation.atlas.seats import Seating
from legation.atlas.svg import number

_AROUND, _LEAST = 75.0, 0.42  # around the orders, in units; how much of the board's height is shown


def part_of(scene: Scene, seating: Seating) -> str:
    """Its view box, as wide as high or wider; that of the board where nothing is ordered."""
    board = seating.board
    rooms = [seating.at(stop) for line in scene.lines for stop in line.stops]
    if not rooms:
        return " ".join(map(number, (0, 0, board.width, board.height)))
    left, right = min(room.x for room in rooms), max(room.x for room in rooms)
    top, bottom = min(room.y for room in rooms), max(room.y for room in rooms)
    high = min(board.height, max(bottom - top + 2 * _AROUND, _LEAST * board.height))
    wide = min(board.width, max(right - left + 2 * _AROUND, high))
    x = min(max((left + right - wide) / 2, 0), board.width - wide)
    y = min(max((top + bottom - high) / 2, 0), board.height - high)
    return " ".join(map(number, (x, y, wide, high)))
