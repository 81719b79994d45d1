"""Order lines as they are drawn: where they go, where they stop, how they end.

Every line is bent to its left, so that two units who change places have two
lines. It starts and ends at the edges of the units, and lies below them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from legation.atlas.board import DrawnBoard, Point
from legation.atlas.curves import (
    Box,
    Curve,
    bar,
    bent,
    burst,
    head,
    ring,
    stroke_across,
    trimmed,
)
from legation.atlas.figures import (
    BOUNCE,
    CUT,
    FAILED,
    MOVE,
    RETREAT,
    Line,
    Stop,
)
from legation.atlas.seats import Seating
from legation.board.graph import province_of

_BEND = 0.11
DOT = 2.8
_MEETINGS = (0.5, 0.38, 0.62, 0.28, 0.72, 0.45, 0.55)
_SHORT = {BOUNCE: 0.74, FAILED: 0.58}
_AT_A_UNIT = 0.9  # of its way, where what stopped it is seen at its end


class Stroke(NamedTuple):
    """What is drawn of a line: paths, and where a number can stand, the best place first.

    `heads` are filled: arrow heads, and the dots and bars that tie it to another.
    `fates` say how it ended.
    """

    lines: tuple[str, ...]
    heads: tuple[str, ...] = ()
    fates: tuple[str, ...] = ()
    labels: tuple[Point, ...] = ()


@dataclass
class Arrows:
    """Draws the lines of one picture."""

    board: DrawnBoard
    seating: Seating
    lines: tuple[Line, ...]
    _ways: dict[int, list[Curve]] = field(default_factory=dict)
    _met: Counter[object] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        """The moves first: supports and convoys lead to them."""
        drawn: Counter[object] = Counter()
        for index, line in enumerate(self.lines):
            if line.form in (MOVE, RETREAT):
                ends = (line.stops[0], line.stops[-1])
                self._ways[index] = self._way(line, drawn[ends])
                drawn[ends] += 1

    def stroke(self, index: int) -> Stroke | None:
        """How the line of this index is drawn; None where it has no line."""
        line = self.lines[index]
        match line.form:
            case "move" | "retreat":
                return self._moving(line, self._ways[index])
            case "support" if len(line.stops) > 2:
                return self._supporting(line)
            case "support" if len(line.stops) == 2:
                return self._backing(line)
            case "convoy" if len(line.stops) > 2:
                return self._carrying(line)
            case "hold" | "support" | "convoy":
                return self._holding(line)
            case "other":
                box = self.seating.at(line.stops[0])
                at = (box.x, box.y)
                return Stroke((ring(at, box.half_width + 5, box.half_height + 5),))
        return None

    # Moves

    def _way(self, line: Line, again: int) -> list[Curve]:
        """The curves of a move, trimmed at the units at its ends."""
        boxes = [self.seating.at(stop) for stop in line.stops[:-1]]
        boxes.append(self.seating.goal(line.stops[-1]))
        share = _BEND + 0.1 * again
        if len(boxes) == 2 and line.by_sea:
            share += 0.1
        if len(boxes) > 2 and line.by_sea:
            return _smooth([(box.x, box.y) for box in boxes], boxes[0], boxes[-1])
        if len(boxes) > 2:
            return _legs(boxes)
        a, b = boxes
        return [trimmed(bent((a.x, a.y), (b.x, b.y), share), a, b)]

    def _moving(self, line: Line, way: list[Curve]) -> Stroke:
        stop = self._stop(line)
        last = self._visible(line, way)
        heading = last.heading(1.0)
        shaft = last if stop < 1 else _shortened(last, 7.0)
        d = (way[0].d if len(way) > 1 else shaft.d) + "".join(c.onward for c in way[1:-1])
        if len(way) > 1:
            d += shaft.onward
        labels = _beside(way[0], 0.42)
        joints = () if line.by_sea else tuple(ring(leg.b, DOT, DOT) for leg in way[:-1])
        if line.fate == BOUNCE:
            return Stroke((d,), joints, (burst(last.b),), labels)
        if line.fate == FAILED:
            return Stroke((d,), joints, (stroke_across(last.b, heading, 5.0),), labels)
        return Stroke((d,), (*joints, head(last.b, heading)), (), labels)

    # Supports and convoys

    def _helped(self, target: Stop, goal: Stop) -> Curve:
        """The line of a move that is helped; where it would be if there is none."""
        wanted = province_of(goal.place)
        for index, way in self._ways.items():
            line = self.lines[index]
            start, end = line.stops[0], line.stops[-1]
            legs = {start, *line.stops[1:-1], Stop(start.place)}
            if target in legs and province_of(end.place) == wanted:
                return self._visible(line, way)
        a, b = self.seating.at(target), self.seating.goal(goal)
        return trimmed(bent((a.x, a.y), (b.x, b.y), _BEND), a, b)

    def _visible(self, line: Line, way: list[Curve]) -> Curve:
        """The last leg, as far as it is drawn."""
        last, stop = way[-1], self._stop(line)
        return last.part(0, stop) if stop < 1 and last.length > 16 else last

    def _stop(self, line: Line) -> float:
        """How much of its last leg a move makes, as it is drawn."""
        if line.fate == BOUNCE and line.stops[-1].place in self.seating.crowds:
            return _AT_A_UNIT
        return _SHORT.get(line.fate, 1.0)

    def _supporting(self, line: Line) -> Stroke:
        target, goal = line.stops[1], line.stops[2]
        helped = self._helped(target, goal)
        key = (target, province_of(goal.place))
        meeting = _MEETINGS[self._met[key] % len(_MEETINGS)]
        self._met[key] += 1
        at = helped.at(meeting)
        start = self.seating.at(line.stops[0])
        curve = trimmed(bent((start.x, start.y), at, 0.05), start, Box(*at, 2.0, 2.0), 1.0)
        return self._help(line, curve, (ring(at, DOT, DOT),))

    def _backing(self, line: Line) -> Stroke:
        start, target = self.seating.at(line.stops[0]), self.seating.at(line.stops[1])
        if (start.x, start.y) == (target.x, target.y):
            return self._holding(line)
        bow = bent((start.x, start.y), (target.x, target.y), 0.07)
        curve = trimmed(bow, start, target, 2.5)
        return self._help(line, curve, (bar(curve.b, curve.heading(1.0), 6.0),))

    def _help(self, line: Line, curve: Curve, end: tuple[str, ...]) -> Stroke:
        """A line of help; one that was cut has a gap, and a slash in it."""
        labels = _beside(curve, 0.4)
        if line.fate != CUT:
            return Stroke((curve.d,), end, (), labels)
        gap = min(0.2, 6.5 / max(curve.length, 1.0))
        slash = stroke_across(curve.at(0.5), curve.heading(0.5), 6.0, 0.5)
        halves = (curve.part(0, 0.5 - gap).d, curve.part(0.5 + gap, 1).d)
        return Stroke(halves, end, (slash,), labels)

    def _carrying(self, line: Line) -> Stroke:
        start, army, goal = line.stops[0], line.stops[1], line.stops[2]
        box = self.seating.at(start)
        around = ring((box.x, box.y), box.half_width + 5, box.half_height + 5)
        for other in self.lines:
            if other.form == MOVE and start in other.stops[1:-1] and other.stops[0] == army:
                return Stroke((around,), labels=_around(box, 12.0))
        at = self._helped(army, goal).at(0.5)
        if box.holds(at, 6.0):
            return Stroke((around,), labels=_around(box, 12.0))
        curve = trimmed(bent((box.x, box.y), at, 0.04), box, Box(*at, 1.5, 1.5), 1.0)
        return Stroke((curve.d,), (ring(at, DOT, DOT),), (), _beside(curve, 0.4))

    def _holding(self, line: Line) -> Stroke:
        """Brackets around a unit that stays."""
        box = self.seating.at(line.stops[0])
        rings = []
        for side in (-1, 1):
            x = box.x + side * (box.half_width + 4.5)
            top, bottom = box.y - box.half_height - 2.5, box.y + box.half_height + 2.5
            inside = x - side * 4
            rings.append(f"M{inside:.1f} {top:.1f}H{x:.1f}V{bottom:.1f}H{inside:.1f}")
        return Stroke(("".join(rings),), labels=_around(box, 6.0))


def _beside(curve: Curve, t: float) -> tuple[Point, ...]:
    """Where a number can stand: on the outer side of a curve first, about `t` of its way."""
    points = []
    for at in (t, t + 0.16, t - 0.16, t + 0.3, t - 0.28):
        (x, y), (across, up) = curve.at(at), curve.heading(at)
        points += [(x + side * up * 17.0, y - side * across * 8.5) for side in (1, -1)]
    return tuple(points)


def _around(box: Box, gap: float) -> tuple[Point, ...]:
    """Above a unit, below it, at its sides."""
    x, y = box.x, box.y
    down, across = box.half_height + gap, box.half_width + gap + 12.0
    return ((x, y - down), (x + across, y), (x - across, y), (x, y + down + 10.0))


def _shortened(curve: Curve, by: float) -> Curve:
    """A curve without its end, which the head of the arrow covers."""
    return curve.part(0, max(0.1, 1 - by / max(curve.length, 1.0)))


def _legs(boxes: list[Box]) -> list[Curve]:
    """One curve after the other, for a move in several legs."""
    curves = [bent((a.x, a.y), (b.x, b.y), _BEND) for a, b in pairwise(boxes)]
    curves[0] = trimmed(curves[0], boxes[0], None)
    curves[-1] = trimmed(curves[-1], None, boxes[-1])
    return curves


def _smooth(points: list[Point], start: Box, end: Box) -> list[Curve]:
    """Curves through all points: each bends at a point and joins the next halfway."""
    corners = points[1:-1]
    joints = [points[0]]
    for one, other in pairwise(corners):
        joints.append(((one[0] + other[0]) / 2, (one[1] + other[1]) / 2))
    joints.append(points[-1])
    curves = []
    for at, corner in enumerate(corners):
        a, b = joints[at], joints[at + 1]
        # a bend that leads the curve through the corner itself
        pull = (2 * corner[0] - (a[0] + b[0]) / 2, 2 * corner[1] - (a[1] + b[1]) / 2)
        curves.append(Curve(a, pull, b))
    if len(curves) == 1:
        return [trimmed(curves[0], start, end)]
    curves[0] = trimmed(curves[0], start, None)
    curves[-1] = trimmed(curves[-1], None, end)
    return curves
