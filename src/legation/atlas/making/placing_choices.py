"""Where a thing could go, and how much worse each place is than the best.

The faults are numbers of one scale: below 1 nobody sees them, a name is worth
14, and a place of more than 60 is taken only where there is no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from legation.atlas.making.placing_ground import Cells, Floats, Ground, Mask
from legation.board.graph import province_of

MARGIN = 4.0  # nothing comes nearer to the frame
PARTS = 7  # boxes of a choice: a code and three lines of a name, and three of a leader
LEADER = 4  # the first of a leader's
SMALL = 3000.0  # square units: a province that may need room around it

UNIT, LABEL, CENTRE = "unit", "label", "centre"
PADS = {UNIT: 0.8, LABEL: 1.3, CENTRE: 0.4}
EMPTY = (np.inf, np.inf, -np.inf, -np.inf)


@dataclass(frozen=True, eq=False)
class Choices:
    """The places for one thing, the best first in each way that it can be made.

    `boxes` are the rooms ``(n, PARTS, 4)``, `at` the middles ``(n, 2)``; `way`
    is the number in `ways` of what it would be: a size, a setting of a label.
    """

    kind: str
    place: str
    boxes: Floats
    faults: Floats
    at: Floats
    way: Cells
    ways: tuple[object, ...] = ()
    leaders: Floats = field(default_factory=lambda: np.zeros((0, 4)))

    @property
    def province(self) -> str:
        """The province that it belongs to."""
        return province_of(self.place)


def points_in(ground: Ground, code: str, shape: BaseGeometry, number: int) -> Floats:
    """A grid of about so many points over a province, and a little around it if it is small."""
    step = float(np.clip(np.sqrt(shape.area / number), 1.2, 8))
    reach = 10.0 if shape.area < SMALL else 0.0
    left, top, right, bottom = shape.bounds
    points = grid((left - reach, top - reach, right + reach, bottom + reach), step)
    own = ground.is_own(code, *points.T)
    if reach:
        shapely.prepare(shape)
        own |= shapely.distance(shapely.points(points), shape) < reach
    return points[own]


def grid(bounds: Sequence[float], step: float) -> Floats:
    """The middles of the squares that a rectangle is cut into."""
    left, top, right, bottom = bounds
    x, y = np.arange(left + step / 2, right, step), np.arange(top + step / 2, bottom, step)
    return np.array(np.meshgrid(x, y)).reshape(2, -1).T.copy()


def near(at: tuple[float, float], reach: float, step: float) -> Floats:
    """Points around one that was wished for, itself among them."""
    steps = np.arange(-reach, reach + step / 2, step)
    return np.asarray(np.array(np.meshgrid(steps, steps)).reshape(2, -1).T + np.array(at))


def around(points: Floats, width: float, height: float) -> Floats:
    """The box of one size around each point."""
    half = np.array([width / 2, height / 2])
    return np.hstack([points - half, points + half])


def best(faults: Floats, fine: Mask, most: int) -> Cells:
    """The numbers of the best choices that are fine, the best first."""
    numbers = np.flatnonzero(fine)
    return np.asarray(numbers[np.argsort(faults[numbers], kind="stable")][:most], dtype=np.int32)
