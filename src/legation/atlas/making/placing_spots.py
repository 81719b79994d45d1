"""Where units can stand, and where the mark of a supply centre can be."""

from __future__ import annotations

import numpy as np
import shapely

from legation.atlas.lettering import CENTRE_HALO, CENTRE_RADIUS
from legation.atlas.making.placing_choices import (
    CENTRE,
    MARGIN,
    UNIT,
    Choices,
    around,
    best,
    near,
    points_in,
)
from legation.atlas.making.placing_ground import Floats, Ground
from legation.atlas.making.placing_terms import Request
from legation.board.graph import BRIDGE, SEA, province_of

SPOT = (26.0, 18.0)
COUNTED = (6.0, 8.0)  # more, for a number below the unit: 10,000 is wider than it
CROWDS = ((74.0, 46.0), (56.0, 36.0), (46.0, 30.0), (36.0, 26.0))
SMALLER = 2.0  # fault of each size after the first


def sizes(request: Request, code: str) -> tuple[tuple[float, float], ...]:
    """The boxes that do for the units of a province, the best first."""
    crowd = code in request.crowded
    wider, higher = COUNTED if request.counted else (0.0, 0.0)
    return tuple((w + wider, h + higher) for w, h in (CROWDS if crowd else (SPOT,)))


def spot_choices(request: Request, ground: Ground, place: str) -> Choices:
    """Where the units of a place can stand."""
    code = province_of(place)
    wish = request.spots.get(place)
    shape = request.shapes[code]
    points = points_in(ground, code, shape, 500) if wish is None else near(wish, 6, 1.0)
    ways = sizes(request, code)
    boxes = np.concatenate([around(points, *size) for size in ways])
    at = np.tile(points, (len(ways), 1))
    way = np.repeat(np.arange(len(ways), dtype=np.int32), len(points))
    if place == code:
        faults = _in_middle(request, ground, code, boxes, at)
    else:
        faults = _on_coast(request, ground, place, boxes, at)
    faults = faults + SMALLER * way + 25 * ground.share("blocked", boxes)
    if wish is not None:
        faults = faults + 2 * np.hypot(*(at - np.array(wish)).T)
    chosen = best(faults, ground.framed(boxes, MARGIN), 700)
    return Choices(
        UNIT, place, boxes[chosen][:, None], faults[chosen], at[chosen], way[chosen], ways
    )


def _in_middle(request: Request, ground: Ground, code: str, boxes: Floats, at: Floats) -> Floats:
    """Inside, clear of the borders, near the middle; a bridge's units hang over the water."""
    terrain = request.provinces[code].terrain
    inside, nobody = ground.own(code, boxes), ground.share("nobody", boxes)
    wet = ground.share("wet", boxes) if terrain != SEA else np.zeros(len(boxes))
    water = nobody + wet
    outside = np.maximum(0, 1 - inside - water)
    if terrain == BRIDGE:
        faults = 30 * outside + nobody
    else:
        faults = 80 * outside + 100 * outside**2 + 35 * water + 60 * water**2
        faults += 2.5 * np.maximum(0, 1 - ground.clear(boxes) / 4) * (inside > 0.99)
    goal = np.array(ground.middle(code))
    pull = 20.0 if terrain == BRIDGE else 3.5
    size = max(float(np.sqrt(request.shapes[code].area)), 20)
    return np.asarray(faults + np.hypot(*(at - goal).T) * pull / size)


def _on_coast(request: Request, ground: Ground, place: str, boxes: Floats, at: Floats) -> Floats:
    """On its stretch of coast, over its own land and the sea, near the middle of the stretch."""
    inside = ground.own(province_of(place), boxes)
    wet = ground.share("wet", boxes)
    faults = 45 * np.maximum(0, 1 - inside - wet) + 10 * np.maximum(0, wet - 0.35)
    line = request.coasts.get(place)
    if line is None or line.is_empty:
        return np.asarray(faults)
    shapely.prepare(line)
    points = shapely.points(at)
    away = shapely.distance(points, line)
    return np.asarray(
        faults
        + 0.45 * np.maximum(0, away - 8)
        + 0.05 * shapely.distance(points, shapely.centroid(line))
    )


def centre_choices(request: Request, ground: Ground, code: str) -> Choices:
    """Where the mark of a supply centre can be: inside, near the province's own point."""
    shape = request.shapes[code]
    points = points_in(ground, code, shape, 400)
    points = points[ground.is_own(code, *points.T)]
    side = 2 * (CENTRE_RADIUS + CENTRE_HALO)
    boxes = around(points, side, side)
    faults = 25 * ground.share("blocked", boxes) + 12 * (1 - ground.own(code, boxes))
    faults += 2 * np.maximum(0, 1 - ground.clear(boxes) / 3)
    anchor = np.array(request.anchors.get(code, ground.middle(code)))
    size = max(float(np.sqrt(shape.area)), 20)
    faults += np.hypot(*(points - anchor).T) * 3 / size
    chosen = best(faults, ground.framed(boxes, MARGIN), 300)
    way = np.zeros(len(chosen), dtype=np.int32)
    return Choices(CENTRE, code, boxes[chosen][:, None], faults[chosen], points[chosen], way)
