"""Gently bent lines between places: where they leave one box, reach another, and cross."""

from __future__ import annotations

import math
from typing import NamedTuple

from legation.atlas.board import Point
from legation.atlas.svg import numbers


class Box(NamedTuple):
    """A box around its middle; `half` its width and height each way."""

    x: float
    y: float
    half_width: float
    half_height: float

    def holds(self, point: Point, gap: float = 0.0) -> bool:
        """Is a point in it, or nearer than a gap?"""
        x, y = point
        across, up = abs(x - self.x), abs(y - self.y)
        return across < self.half_width + gap and up < self.half_height + gap


class Curve(NamedTuple):
    """A quadratic curve: its start, what bends it, its end."""

    a: Point
    bend: Point
    b: Point

    def at(self, t: float) -> Point:
        """The point at `t`, from 0 to 1."""
        s = 1 - t
        p, q, r = s * s, 2 * s * t, t * t
        return (
            p * self.a[0] + q * self.bend[0] + r * self.b[0],
            p * self.a[1] + q * self.bend[1] + r * self.b[1],
        )

    def heading(self, t: float) -> Point:
        """The direction at `t`, one unit long."""
        s = 1 - t
        x = s * (self.bend[0] - self.a[0]) + t * (self.b[0] - self.bend[0])
        y = s * (self.bend[1] - self.a[1]) + t * (self.b[1] - self.bend[1])
        long = math.hypot(x, y) or 1.0
        return x / long, y / long

    def part(self, start: float, end: float) -> Curve:
        """The piece between two values of `t`."""
        a, b = self.at(start), self.at(end)
        s, t = 1 - start, start
        x = s * (1 - end) * self.a[0] + (s * end + t * (1 - end)) * self.bend[0]
        y = s * (1 - end) * self.a[1] + (s * end + t * (1 - end)) * self.bend[1]
        return Curve(a, (x + t * end * self.b[0], y + t * end * self.b[1]), b)

    @property
    def length(self) -> float:
        """About how long it is."""
        (ax, ay), (bx, by), (cx, cy) = self.a, self.bend, self.b
        legs = math.hypot(bx - ax, by - ay) + math.hypot(cx - bx, cy - by)
        return (2 * math.hypot(cx - ax, cy - ay) + legs) / 3

    @property
    def d(self) -> str:
        """It as the data of a path."""
        return f"M{numbers(self.a)}Q{numbers((*self.bend, *self.b))}"

    @property
    def onward(self) -> str:
        """It as the data of a path that has come to its start."""
        return f"Q{numbers((*self.bend, *self.b))}"


def bent(a: Point, b: Point, share: float, most: float = 24.0) -> Curve:
    """From one point to another, bent to the left by a share of the distance."""
    across, up = b[0] - a[0], b[1] - a[1]
    far = math.hypot(across, up) or 1.0
    off = max(-most, min(most, share * far)) * 2
    middle = ((a[0] + b[0]) / 2 + up / far * off, (a[1] + b[1]) / 2 - across / far * off)
    return Curve(a, middle, b)


def trimmed(curve: Curve, start: Box | None, end: Box | None, gap: float = 2.0) -> Curve:
    """A curve without what of it lies in the boxes at its ends; a bit of it is always left."""
    first = _leaves(curve, start, gap) if start else 0.0
    last = 1 - _leaves(Curve(curve.b, curve.bend, curve.a), end, gap) if end else 1.0
    if last - first < 0.12:
        middle = min(max((first + last) / 2, 0.06), 0.94)
        first, last = middle - 0.06, middle + 0.06
    return curve.part(first, last)


# The weights of a curve's three points at 24 values of `t`, the last first.
_STEPS = tuple(
    ((1 - t) ** 2, 2 * (1 - t) * t, t * t, t) for t in (step / 24 for step in range(24, 0, -1))
)


def _leaves(curve: Curve, box: Box, gap: float) -> float:
    """Where a curve that starts in a box leaves it for good."""
    (ax, ay), (bx, by), (cx, cy) = curve
    x, y, across, up = box.x, box.y, box.half_width + gap, box.half_height + gap
    inside, step = 0.0, 1 / 24
    for p, q, r, t in _STEPS:
        if abs(p * ax + q * bx + r * cx - x) < across and abs(p * ay + q * by + r * cy - y) < up:
            inside = t
            break
    if inside == 0.0 and not box.holds(curve.a, gap):
        return 0.0
    low, high = inside, min(inside + step, 1.0)
    for _ in range(5):
        middle = (low + high) / 2
        low, high = (middle, high) if box.holds(curve.at(middle), gap) else (low, middle)
    return high


def head(tip: Point, heading: Point, long: float = 10.5, wide: float = 5.4) -> str:
    """The head of an arrow as the data of a path."""
    (x, y), (across, up) = tip, heading
    back_x, back_y = x - across * long, y - up * long
    notch = 0.72
    return (
        "M"
        + "L".join(
            numbers(point)
            for point in (
                (x, y),
                (back_x - up * wide, back_y + across * wide),
                (x - across * long * notch, y - up * long * notch),
                (back_x + up * wide, back_y - across * wide),
            )
        )
        + "z"
    )


def stroke_across(at: Point, heading: Point, half: float, lean: float = 0.0) -> str:
    """A short line across a direction; `lean` tilts it along."""
    (x, y), (across, up) = at, heading
    side_x, side_y = (-up + lean * across) * half, (across + lean * up) * half
    return f"M{numbers((x - side_x, y - side_y))}L{numbers((x + side_x, y + side_y))}"


def bar(at: Point, heading: Point, half: float, thick: float = 1.4) -> str:
    """A bar across a direction, as an outline to be filled."""
    (x, y), (across, up) = at, heading
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    points = (
        (
            x + along * across * thick - side * up * half,
            y + along * up * thick + side * across * half,
        )
        for along, side in corners
    )
    return "M" + "L".join(map(numbers, points)) + "z"


def ring(at: Point, across: float, up: float) -> str:
    """An ellipse as the data of a path."""
    x, y = at
    over = f"{numbers((across, up))} 0 1 0"
    there, back = numbers((2 * across, 0)), numbers((-2 * across, 0))
    return f"M{numbers((x - across, y))}a{over} {there}a{over} {back}z"


def burst(at: Point, size: float = 5.0, rays: int = 8) -> str:
    """Rays from about a point: two that met."""
    x, y = at
    strokes = []
    for ray in range(rays):
        angle = math.tau * (ray + 0.5) / rays
        far = size if ray % 2 else size * 0.72
        inner = (x + math.cos(angle) * 1.6, y + math.sin(angle) * 1.6)
        outer = (x + math.cos(angle) * far, y + math.sin(angle) * far)
        strokes.append(f"M{numbers(inner)}L{numbers(outer)}")
    return "".join(strokes)
