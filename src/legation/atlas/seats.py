"""Where units stand in the picture: one on its spot, several in rows, the dislodged beside it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from legation.atlas.board import DrawnBoard, Spot
from legation.atlas.curves import Box
from legation.atlas.figures import PUSHED, Piece, Stop
from legation.board.graph import province_of

HALF_WIDTH, HALF_HEIGHT = 12.0, 8.0
GAP = 2.0
SMALLEST = 0.55
COUNT_HEIGHT = 10.0
_CLEAR_ACROSS, _CLEAR_UP = 23.0, 16.0  # a dislodged unit covers no more of the other than that


class Seat(NamedTuple):
    """Where a unit is drawn, and how large (1 is full size)."""

    x: float
    y: float
    scale: float

    @property
    def box(self) -> Box:
        """The room that it takes."""
        return Box(self.x, self.y, HALF_WIDTH * self.scale, HALF_HEIGHT * self.scale)


@dataclass(frozen=True)
class Seating:
    """The seats of all units, and place -> the room of everybody in it."""

    board: DrawnBoard
    seats: Mapping[Stop, Seat]
    crowds: Mapping[str, Box]

    def at(self, stop: Stop) -> Box:
        """The room of the unit at a stop; a small one in a bare place."""
        seat = self.seats.get(stop)
        if seat is not None:
            return seat.box
        spot = spot_of(self.board, stop.place)
        return Box(spot.x, spot.y, 3.0, 3.0)

    def goal(self, stop: Stop) -> Box:
        """The room of whoever is in a place that somebody goes to; a small one where nobody is."""
        if stop.power:
            return self.at(stop)
        crowd = self.crowds.get(stop.place)
        return crowd if crowd is not None else self.at(stop)


def seated(board: DrawnBoard, pieces: Iterable[Piece]) -> Seating:
    """Everybody's seat."""
    crowds: dict[str, list[Piece]] = defaultdict(list)
    seats: dict[Stop, Seat] = {}
    for piece in pieces:
        if piece.state == PUSHED:
            seats[piece.stop] = _beside(board, piece)
        else:
            crowds[piece.unit.place].append(piece)
    for place, crowd in crowds.items():
        seating = _rows(spot_of(board, place), len(crowd), any(piece.count for piece in crowd))
        seats |= {piece.stop: seat for piece, seat in zip(crowd, seating, strict=False)}
    boxes = {
        place: _around([seats[p.stop].box for p in crowd if p.stop in seats])
        for place, crowd in crowds.items()
    }
    return Seating(board, seats, boxes)


def spot_of(board: DrawnBoard, place: str) -> Spot:
    """The spot of a place; of its province where a coast has none of its own."""
    spot = board.spots.get(place) or board.spots.get(province_of(place))
    if spot is None:
        spot = next((s for p, s in board.spots.items() if province_of(p) == place), None)
    return spot or Spot(board.width / 2, board.height / 2, 24, 16)


def _rows(spot: Spot, many: int, counted: bool) -> list[Seat]:
    """Seats in as many rows as leave the units largest; fewer than asked where there is no room."""
    wide, high = 2 * HALF_WIDTH + GAP, 2 * HALF_HEIGHT + GAP + (COUNT_HEIGHT if counted else 0)
    if many == 1:
        lift = COUNT_HEIGHT / 2 if counted else 0
        scale = min(1.0, max(spot.width / wide, SMALLEST), max(spot.height / 16, SMALLEST))
        return [Seat(spot.x, spot.y - lift, scale)]
    best, columns = max(
        (min(1.0, spot.width / (c * wide), spot.height / (math.ceil(many / c) * high)), c)
        for c in range(1, many + 1)
    )
    if best < SMALLEST:
        best = SMALLEST
        columns = max(1, int(spot.width / (wide * best)))
        rows = max(1, int(spot.height / (high * best)))
        many = min(many, max(1, columns * rows - 1))
    rows = math.ceil(many / columns)
    seats = []
    for index in range(many):
        row, column = divmod(index, columns)
        in_row = min(columns, many - row * columns)
        x = spot.x + (column - (in_row - 1) / 2) * wide * best
        y = spot.y + (row - (rows - 1) / 2) * high * best
        seats.append(Seat(x, y, best))
    return seats


def _beside(board: DrawnBoard, piece: Piece) -> Seat:
    """Off the spot, away from where the attack came from."""
    spot = spot_of(board, piece.unit.place)
    across, up = 0.8, 0.6
    if piece.by:
        came = spot_of(board, piece.by)
        far = math.hypot(spot.x - came.x, spot.y - came.y) or 1.0
        across, up = (spot.x - came.x) / far, (spot.y - came.y) / far
    clear_up = _CLEAR_UP + (COUNT_HEIGHT if piece.count else 0)
    far = min(_CLEAR_ACROSS / max(abs(across), 0.01), clear_up / max(abs(up), 0.01))
    x = min(max(spot.x + across * far, 14.0), board.width - 14.0)
    y = min(max(spot.y + up * far, 10.0), board.height - 10.0)
    return Seat(x, y, 0.9)


def _around(boxes: list[Box]) -> Box:
    left = min(b.x - b.half_width for b in boxes)
    right = max(b.x + b.half_width for b in boxes)
    top = min(b.y - b.half_height for b in boxes)
    bottom = max(b.y + b.half_height for b in boxes)
    half_width, half_height = (right - left) / 2, (bottom - top) / 2
    return Box(left + half_width, top + half_height, half_width, half_height)
