"""The board as a raster of unit squares: whose each is, and how far from any line.

Boxes are arrays ``(n, 4)`` of left, top, right, bottom; every question about
them is answered for all at once, most by sums over the raster.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

Floats = NDArray[np.float64]
Cells = NDArray[np.int32]
Mask = NDArray[np.bool_]
Window = tuple[Cells, int, int]  # sums, and the column and row where they begin

NOBODY = -1
FAR = 72  # no distance from a line is told beyond this
_EDGE = np.array(
    [(0, 0.5, 1, 0, 1, 0, 0.5, 1, 0.25, 0.75, 0.25, 0.75), (0, 0, 0, 0.5, 0.5, 1, 1, 1, 0, 0, 1, 1)]
)  # points around a box


class Ground:
    """The raster of one board."""

    def __init__(
        self,
        size: tuple[float, float],
        shapes: Mapping[str, BaseGeometry],
        seas: Iterable[str],
        lines: Iterable[BaseGeometry],
        obstacles: Iterable[BaseGeometry],
    ) -> None:
        self.width, self.height = size
        self._rows, self._columns = int(np.ceil(size[1])), int(np.ceil(size[0]))
        self.codes = tuple(shapes)
        self.owner = np.full((self._rows, self._columns), NOBODY, dtype=np.int16)
        for code in sorted(shapes, key=lambda code: (-shapes[code].area, code)):
            self._fill(self.owner, shapes[code], self.codes.index(code))
        drawn = self._drawn([*(s.boundary for s in shapes.values()), *lines])
        self.distance = self._distances(drawn)
        blocked = np.zeros_like(drawn)
        for obstacle in obstacles:
            self._fill(blocked, obstacle.buffer(1.5), True)
        wet = np.isin(self.owner, [self.codes.index(code) for code in seas])
        self._sums = {
            "lines": _sums(drawn),
            "blocked": _sums(blocked),
            "nobody": _sums(self.owner == NOBODY),
            "wet": _sums(wet),
        }
        self._own: dict[str, Window] = {}
        self._middles: dict[str, tuple[float, float]] = {}

    # Questions

    def share(self, what: str, boxes: Floats) -> Floats:
        """The share of each box that is `what`: ``nobody``, ``wet``, ``lines``, ``blocked``."""
        return self._counted(self._sums[what], boxes) / self._sizes(boxes)

    def lines_in(self, boxes: Floats) -> Floats:
        """How much line there is in each box, about in units of its length."""
        return self._counted(self._sums["lines"], boxes)

    def own(self, code: str, boxes: Floats) -> Floats:
        """The share of each box that belongs to a province."""
        if code not in self._own:
            self._own[code] = self._window(self.codes.index(code))
        sums, left, top = self._own[code]
        return self._counted(sums, boxes, left, top) / self._sizes(boxes)

    def forget(self, code: str) -> None:
        """A province is done with: its sums take room."""
        self._own.pop(code, None)

    def clear(self, boxes: Floats) -> Floats:
        """How far each box is from the nearest line, if none is in it."""
        left, top, right, bottom = boxes.T[:, :, None]
        x, y = left + (right - left) * _EDGE[0], top + (bottom - top) * _EDGE[1]
        return np.asarray(self.near(x, y).min(axis=1))

    def near(self, x: Floats, y: Floats) -> Floats:
        """How far each point is from the nearest line."""
        return np.asarray(self.distance[self._cells(x, y)], dtype=np.float64)

    def is_own(self, code: str, x: Floats, y: Floats) -> Mask:
        """Whether each point is in a province."""
        return np.asarray(self.owner[self._cells(x, y)] == self.codes.index(code))

    def _cells(self, x: Floats, y: Floats) -> tuple[Cells, Cells]:
        columns = np.minimum(np.maximum(x, 0), self._columns - 1).astype(np.int32)
        return np.minimum(np.maximum(y, 0), self._rows - 1).astype(np.int32), columns

    def framed(self, boxes: Floats, margin: float) -> Mask:
        """Whether each box stays this far from the frame."""
        left, top, right, bottom = boxes.T
        high = (top >= margin) & (bottom <= self.height - margin)
        return np.asarray((left >= margin) & (right <= self.width - margin) & high)

    def middle(self, code: str) -> tuple[float, float]:
        """Where a cartographer would begin: open, yet central."""
        if code not in self._middles:
            self._middles[code] = self._middle(self.codes.index(code))
        return self._middles[code]

    def _middle(self, number: int) -> tuple[float, float]:
        mask, left, top = self._part(number)
        rows, columns = mask.nonzero()
        if not len(rows):
            return self.width / 2, self.height / 2
        x, y = columns + left + 0.5, rows + top + 0.5
        frame = np.minimum.reduce([x, y, self.width - x, self.height - y])
        room = np.minimum(self.distance[rows + top, columns + left], frame + 4)
        weight = room**2 + 1e-6
        mean_x, mean_y = (x * weight).sum() / weight.sum(), (y * weight).sum() / weight.sum()
        best = int(np.argmax(room - 0.35 * np.hypot(x - mean_x, y - mean_y)))
        return float(x[best]), float(y[best])

    # Making it

    def _fill(self, cells: NDArray[Any], shape: BaseGeometry, value: int) -> None:
        """Set the squares whose middle is in an area: every edge turns what is right of it."""
        if shape.is_empty:
            return
        left, top, right, bottom = shape.bounds
        rows = slice(max(int(top), 0), min(int(bottom) + 1, self._rows))
        columns = slice(max(int(left), 0), min(int(right) + 2, self._columns))
        turned = np.zeros(cells[rows, columns].shape, dtype=np.int8)
        if not turned.size:
            return
        for part in shapely.get_parts(shape):
            if part.geom_type == "Polygon":
                for ring in (part.exterior, *part.interiors):
                    _turn(turned, shapely.get_coordinates(ring) - (columns.start, rows.start))
        cells[rows, columns][np.cumsum(turned, axis=1) % 2 == 1] = value

    def _window(self, number: int) -> Window:
        """The sums of one province, in the window that it takes up."""
        mask, left, top = self._part(number)
        return _sums(mask), left, top

    def _part(self, number: int) -> tuple[Mask, int, int]:
        """The squares of one province, in the window that it takes up."""
        mask = self.owner == number
        rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        if not len(rows):
            return mask[:1, :1], 0, 0
        left, top = int(columns[0]), int(rows[0])
        return mask[top : rows[-1] + 1, left : columns[-1] + 1], left, top

    def _drawn(self, lines: Iterable[BaseGeometry]) -> Mask:
        """The squares that a line goes through; the frame is no line."""
        points = shapely.get_coordinates(shapely.segmentize(np.array(list(lines)), 0.5))
        x, y = points.T
        frame = np.minimum.reduce([x, y, self.width - x, self.height - y])
        x, y = x[frame > 1], y[frame > 1]
        drawn = np.zeros((self._rows, self._columns), dtype=bool)
        drawn[y.astype(int), x.astype(int)] = True
        return drawn

    def _distances(self, drawn: Mask) -> Floats:
        """Down each column first, then the nearest of the columns around."""
        down = np.full(drawn.shape, FAR, dtype=np.float32)
        for rows in (range(self._rows), range(self._rows - 1, -1, -1)):
            last = np.full(self._columns, FAR, dtype=np.float32)
            for row in rows:
                last = np.where(drawn[row], np.float32(0), np.minimum(last + 1, FAR))
                down[row] = np.minimum(down[row], last)
        squares = down**2
        nearest = squares.copy()
        for step in range(1, FAR):
            nearest[:, step:] = np.minimum(nearest[:, step:], squares[:, :-step] + step * step)
            nearest[:, :-step] = np.minimum(nearest[:, :-step], squares[:, step:] + step * step)
        return np.asarray(np.sqrt(nearest))

    def _bounds(self, boxes: Floats) -> tuple[Cells, Cells, Cells, Cells]:
        low = np.floor(boxes[:, :2] + 0.25).astype(np.int32)
        high = np.maximum(np.ceil(boxes[:, 2:] - 0.25).astype(np.int32), low + 1)
        return low[:, 0], low[:, 1], high[:, 0], high[:, 1]

    def _counted(self, sums: Cells, boxes: Floats, left: int = 0, top: int = 0) -> Floats:
        rows, columns = sums.shape[0] - 1, sums.shape[1] - 1
        bounds = self._bounds(boxes)
        x1, x2 = (np.minimum(np.maximum(v - left, 0), columns) for v in bounds[::2])
        y1, y2 = (np.minimum(np.maximum(v - top, 0), rows) for v in bounds[1::2])
        return np.asarray(sums[y2, x2] - sums[y1, x2] - sums[y2, x1] + sums[y1, x1], dtype=float)

    def _sizes(self, boxes: Floats) -> Floats:
        left, top, right, bottom = self._bounds(boxes)
        return np.maximum((right - left) * (bottom - top), 1).astype(np.float64)


def _turn(turned: NDArray[np.int8], ring: Floats) -> None:
    """Mark, on each row that an edge of a ring crosses, the square where it does."""
    rows, columns = turned.shape
    for (x1, y1), (x2, y2) in pairwise(ring):
        first = max(int(np.ceil(min(y1, y2) - 0.5)), 0)
        last = min(int(np.ceil(max(y1, y2) - 0.5)), rows)
        if last <= first:
            continue
        at = np.arange(first, last)
        x = x1 + (at + 0.5 - y1) * (x2 - x1) / (y2 - y1)
        turned[at, np.clip(np.ceil(x - 0.5), 0, columns - 1).astype(int)] += 1


def _sums(mask: Mask) -> Cells:
    """Sums of a mask over every rectangle from the corner."""
    sums = np.zeros((mask.shape[0] + 1, mask.shape[1] + 1), dtype=np.int32)
    sums[1:, 1:] = mask.cumsum(axis=0, dtype=np.int32).cumsum(axis=1, dtype=np.int32)
    return sums
