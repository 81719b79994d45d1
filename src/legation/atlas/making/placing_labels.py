"""Where the label of a province can be: in it with its name, in it without, or beside it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import shapely

from legation.atlas.making.placing_choices import (
    EMPTY,
    LABEL,
    LEADER,
    MARGIN,
    PARTS,
    SMALL,
    Choices,
    best,
    grid,
    near,
    points_in,
)
from legation.atlas.making.placing_ground import Cells, Floats, Ground
from legation.atlas.making.placing_terms import Request
from legation.atlas.making.placing_text import NO_NAME, Setting, settings
from legation.board.graph import SEA

BESIDE = 9.0  # more, for one that is not even inside
BESIDE_NAMED = 4.0  # likewise with its name, all over water
ABROAD = 6.0  # for a part of its leader on the land of others
BESIDE_WAYS = 4  # so many ways to set a name are tried there
FARTHEST = 48.0  # from a province to its code
MOST = 120  # choices of one way to set a label
ENOUGH = 12  # good places inside; with fewer the code may go outside
HEMMED = NO_NAME + 4
HOPELESS = NO_NAME + 25


@dataclass(frozen=True, eq=False)
class _Some:
    """Some choices of a label."""

    boxes: Floats
    faults: Floats
    at: Floats
    way: Cells
    leaders: Floats


def label_choices(request: Request, ground: Ground, code: str) -> Choices:
    """Where the label of a province can be, and how it is set there."""
    ways = settings(request.provinces[code], request.letters)
    wish = request.labels.get(code)
    points = near(wish, 8, 1.0) if wish else points_in(ground, code, request.shapes[code], 420)
    choices = [
        _inside(request, ground, code, way, number, points) for number, way in enumerate(ways)
    ]
    alone, named = choices[-1].faults, len(ways) - 1
    hemmed = (alone < HEMMED).sum() < ENOUGH or request.shapes[code].area < SMALL
    if wish is None and hemmed:
        named_beside = ways[:-1][:BESIDE_WAYS] if _is_island(request, code) else []
        beside = [*named_beside, ways[-1]]
        choices += [
            _outside(request, ground, code, way, len(ways) + number)
            for number, way in enumerate(beside)
        ]
        ways += beside
    boxes = np.concatenate([some.boxes for some in choices])
    faults = np.concatenate([some.faults for some in choices])
    way = np.concatenate([some.way for some in choices])
    # A name that is worse than no name would only be in the way of the search.
    worth = (way >= named) | (faults < (alone.min() if len(alone) else NO_NAME) + 1)
    used = int(np.isfinite(boxes[worth][:, :, 0]).any(axis=0).nonzero()[0].max(initial=0)) + 1
    return Choices(
        LABEL,
        code,
        boxes[worth][:, :used],
        faults[worth],
        np.concatenate([some.at for some in choices])[worth],
        way[worth],
        tuple(ways),
        np.concatenate([some.leaders for some in choices])[worth],
    )


def _inside(
    request: Request, ground: Ground, code: str, way: Setting, number: int, points: Floats
) -> _Some:
    wish = request.labels.get(code)
    if wish is None:
        goal, pull = np.array(ground.middle(code)), 4 / max(_side(request, code), 20)
    else:
        points = points - np.array(way.code)  # the wish is for the code
        goal, pull = np.array(wish) - np.array(way.code), 2.0
    boxes = _boxes(way, points)
    faults = _faults(request, ground, code, way, boxes) + way.fault
    faults = faults + pull * np.hypot(*(points - goal).T)
    whole = np.hstack([points, points]) + np.array(way.around)
    chosen = best(faults, ground.framed(whole, MARGIN) & (faults < 90), MOST)
    return _Some(
        boxes[chosen],
        faults[chosen],
        points[chosen],
        np.full(len(chosen), number, dtype=np.int32),
        np.tile(np.array(EMPTY), (len(chosen), 1)),
    )


def _faults(request: Request, ground: Ground, code: str, way: Setting, boxes: Floats) -> Floats:
    """A name is all inside; a code alone may lie over the coast, less gladly over a border."""
    land = request.provinces[code].terrain != SEA
    faults = np.zeros(len(boxes))
    for part in range(1 + len(way.name)):
        these = boxes[:, part]
        inside = ground.own(code, these)
        water = ground.share("wet", these) + ground.share("nobody", these) if land else 0
        faults += 40 * ground.share("blocked", these)
        if way.name:
            faults += np.where(inside > 0.995, 0, 100)
        else:
            faults += 60 * np.maximum(0, 1 - inside - water) + 10 * (1 - inside)
            faults += np.where(inside < 0.6, 40, 0) + 0.35 * ground.lines_in(these)
        faults += np.where(inside > 0.995, 2 * np.maximum(0, 1 - ground.clear(these) / 3), 0)
    return faults


def _outside(request: Request, ground: Ground, code: str, way: Setting, number: int) -> _Some:
    """A code beside its province, over the sea or where there is room, and a line to it."""
    shape = request.shapes[code]
    if len(shapely.get_parts(shape)) > 1:
        shape = max(shapely.get_parts(shape), key=lambda part: float(part.area))
    left, top, right, bottom = shape.bounds
    edge = FARTHEST + 4
    step = 3.0 if max(right - left, bottom - top) < 120 else 6.0
    points = grid((left - edge, top - edge, right + edge, bottom + edge), step)
    boxes = _boxes(way, points)
    rooms = np.hstack([points, points]) + np.array(way.around)
    squares = shapely.box(*rooms.T)
    shapely.prepare(shape)
    away = shapely.distance(squares, shape)
    fine = (away > 2.5) & (away < FARTHEST) & ground.framed(rooms, MARGIN)
    points, boxes, squares, away = points[fine], boxes[fine], squares[fine], away[fine]
    goal = shape.buffer(-2.5)
    if goal.is_empty:
        goal = shape.representative_point()
    ends = shapely.get_coordinates(shapely.shortest_line(squares, goal)).reshape(-1, 4)
    faults = 0.22 * away + (NO_NAME + BESIDE_NAMED + way.fault if way.name else NO_NAME + BESIDE)
    for part in range(1 + len(way.name)):
        these = boxes[:, part]
        water = ground.share("wet", these) + ground.share("nobody", these)
        faults += (100 if way.name else 9) * (1 - np.minimum(water, 1))
        faults += (9 if way.name else 0.6) * ground.lines_in(these)
        faults += 40 * ground.share("blocked", these)
        faults += 1.5 * np.maximum(0, 1 - ground.clear(these) / 3)
    for part, share in enumerate((0.2, 0.5, 0.8), LEADER):
        at = ends[:, :2] + (ends[:, 2:] - ends[:, :2]) * share
        boxes[:, part] = np.hstack([at - 1, at + 1])
        led = boxes[:, part]
        known = ground.own(code, led) + ground.share("wet", led) + ground.share("nobody", led)
        faults += ABROAD * np.maximum(0, 1 - known)  # it had better cross no other land
    chosen = best(faults, faults < (HOPELESS if way.name else 200), 300)
    way_of = np.full(len(chosen), number, dtype=np.int32)
    return _Some(boxes[chosen], faults[chosen], points[chosen], way_of, ends[chosen])


def _is_island(request: Request, code: str) -> bool:
    """Whether a land touches no other: its name beside it then can mean no other."""
    if request.provinces[code].terrain == SEA:
        return False
    shape = request.shapes[code]
    return not any(
        shapely.dwithin(shape, other, 2.0)
        for name, other in request.shapes.items()
        if name != code and request.provinces[name].terrain != SEA
    )


def _boxes(way: Setting, points: Floats) -> Floats:
    """The rooms of a setting's parts at each point."""
    parts = np.tile(np.array(EMPTY), (len(points), PARTS, 1))
    for number, box in enumerate(way.boxes):
        parts[:, number] = np.hstack([points, points]) + np.array(box)
    return parts


def _side(request: Request, code: str) -> float:
    return float(np.sqrt(request.shapes[code].area))
