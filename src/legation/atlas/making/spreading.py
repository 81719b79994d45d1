"""Points of a net of triangles spread over a board: no triangle turns over, none stays thin.

Tutte's drawing puts every point in the weighted middle of its neighbours, the
outermost on a ring, and so crosses no line whatever the weights are. These are
changed round by round; then single points move to where there is room.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import pi

import numpy as np
from numpy.typing import NDArray

WIDTH, HIGH = 1000.0, 720.0
"""The board, in units; points keep off its edge."""
_RING = (0.43, 0.40)
_SQUARE = 2.6
"""The ring is between an ellipse, 2, and a rectangle."""
_ROUNDS = 90
_STEPS = 25
_MILDER = 6
_PULLS, _PULL = 60, 0.3
_THIN = 500.0
"""Twice the area, in square units, below which no triangle is squeezed further."""
_FILLED = 0.75
"""So much of the board do the points lie on."""
_WIDE = 3500.0
"""Likewise, from which on it is wide enough."""

Wish = tuple[NDArray[np.float64], NDArray[np.bool_]]
"""Where places are known to lie, stretched to the board, and of which it is known."""


def turned(
    edges: NDArray[np.int64], rim: NDArray[np.int64], size: int, wish: Wish | None
) -> NDArray[np.float64]:
    """Points for the outermost places, turned or mirrored as it fits known positions best."""
    even = np.arange(len(rim)) * 2 * pi / len(rim)
    if wish is None:
        return _ring(even)
    goal, has = wish
    which = np.flatnonzero(has)

    def miss(target: NDArray[np.float64]) -> float:
        at = np.tile(target.mean(axis=0), (size, 1))
        at = _settled(at, edges, np.ones(len(edges)), rim, target, 8 * _STEPS)
        return float(np.sum((at[which] - goal[which]) ** 2))

    rings = [_ring(sense * even + even[n]) for sense in (1, -1) for n in range(len(rim))]
    return min(rings, key=miss)


def _ring(turn: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points at these angles, on a ring between an ellipse and a rectangle."""
    cosine, sine = np.cos(turn), np.sin(turn)
    power = 2 / _SQUARE
    x = WIDTH * (0.5 + _RING[0] * np.sign(cosine) * np.abs(cosine) ** power)
    y = HIGH * (0.5 + _RING[1] * np.sign(sine) * np.abs(sine) ** power)
    return np.column_stack([x, y])


def spread(
    edges: NDArray[np.int64],
    triangles: NDArray[np.int64],
    rim: NDArray[np.int64],
    target: NDArray[np.float64],
    size: int,
) -> NDArray[np.float64]:
    """Weights changed round by round: who has much ground round it draws others to itself."""
    weight = np.ones(len(edges))
    at = np.tile(target.mean(axis=0), (size, 1))
    at = _settled(at, edges, weight, rim, target, 40 * _STEPS)
    for _ in range(_ROUNDS):
        areas = np.abs(_twice(at, triangles))
        ground = np.bincount(triangles.ravel(), np.repeat(areas, 3), size)
        wide = np.sqrt(ground[edges[:, 0]] * ground[edges[:, 1]]) + 1e-9
        weight = np.clip(weight * (wide / np.median(wide)) ** 0.18, 0.1, 10)
        weight /= np.exp(np.mean(np.log(weight)))
        at = _settled(at, edges, weight, rim, target, _STEPS)
    for _ in range(_MILDER):
        at = _solved(edges, weight, rim, target, size)
        turned = np.sign(_twice(at, triangles))
        if abs(turned.sum()) == len(turned):
            break
        weight = np.sqrt(weight)  # so far apart that rounding turned a triangle over
    return at


def _solved(
    edges: NDArray[np.int64],
    weight: NDArray[np.float64],
    rim: NDArray[np.int64],
    target: NDArray[np.float64],
    size: int,
) -> NDArray[np.float64]:
    """Every point in the weighted middle of its neighbours, exactly."""
    matrix, right = np.zeros((size, size)), np.zeros((size, 2))
    a, b = edges.T
    for n, m in ((a, b), (b, a)):
        matrix[n, m] = -weight
    np.fill_diagonal(matrix, -matrix.sum(axis=1))
    matrix[rim] = 0.0
    right[rim] = target
    matrix[rim, rim] = 1.0
    solved: NDArray[np.float64] = np.asarray(np.linalg.solve(matrix, right), dtype=np.float64)
    return solved


def _cross(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]


def _settled(
    at: NDArray[np.float64],
    edges: NDArray[np.int64],
    weight: NDArray[np.float64],
    rim: NDArray[np.int64],
    target: NDArray[np.float64],
    steps: int,
) -> NDArray[np.float64]:
    """Every point drawn towards the weighted middle of its neighbours; the rim stays."""
    size = len(at)
    ends, others = edges.ravel(), edges[:, ::-1].ravel()
    both = np.repeat(weight, 2)
    total = np.bincount(ends, both, size)
    for _ in range(steps):
        x, y = (np.bincount(ends, both * at[others, axis], size) / total for axis in (0, 1))
        at = np.column_stack([x, y])
        at[rim] = target
    return at


def fitted(known: Mapping[str, tuple[float, float]], names: Sequence[str]) -> Wish:
    """Known positions stretched to the board, and for whom there are any."""
    has = np.array([code in known for code in names])
    spots = np.array([known.get(code, (0.0, 0.0)) for code in names])
    low, high = spots[has].min(axis=0), spots[has].max(axis=0)
    span = np.maximum(high - low, 1e-9)
    room = np.array([WIDTH, HIGH])
    margin = 0.07 * room
    return margin + (spots - low) / span * (room - 2 * margin), has


def drawn_to(
    at: NDArray[np.float64],
    triangles: NDArray[np.int64],
    rim: NDArray[np.int64],
    wish: Wish | None,
) -> NDArray[np.float64]:
    """Points moved to where they are known to lie, or off the thin triangles around them.

    Each goes only so far as no triangle turns over, nor gets thinner than is good.
    """
    of: dict[int, list[list[int]]] = {}
    for triangle in triangles.tolist():
        for n, corner in enumerate(triangle):
            of.setdefault(corner, []).append(triangle[n:] + triangle[:n])
    for _ in range(_PULLS):
        for n in sorted(of.keys() - set(rim.tolist())):
            near = np.array(of[n])
            before, was = at[n].copy(), _twice(at, near)
            known = wish is not None and n < len(wish[1]) and wish[1][n]
            towards = wish[0][n] - before if wish is not None and known else np.zeros(2)
            towards = towards + _off(at, near, was) + _room_for(at, n)
            least = min(0.6 * float(np.min(np.abs(was))), _THIN)
            for part in (_PULL, _PULL / 4):
                at[n] = before + part * towards
                now = _twice(at, near)
                if np.all(np.sign(now) == np.sign(was)) and np.min(np.abs(now)) > least:
                    break
                at[n] = before
    return at


def _room_for(at: NDArray[np.float64], n: int) -> NDArray[np.float64]:
    """Away from points that are nearer than they would be, were all spread evenly."""
    wide = np.sqrt(_FILLED * WIDTH * HIGH / len(at))
    away = at[n] - at
    far = np.hypot(*away.T)
    near = (far < wide) & (far > 0)
    push = (wide - far[near]) / wide / far[near]
    pushed: NDArray[np.float64] = wide * 0.5 * (away[near] * push[:, None]).sum(axis=0)
    return pushed


def _off(
    at: NDArray[np.float64], near: NDArray[np.int64], areas: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Away from the far sides of thin triangles, of which a point is the first corner."""
    side = at[near[:, 2]] - at[near[:, 1]]
    long = np.hypot(*side.T) + 1e-9
    away = np.column_stack([-side[:, 1], side[:, 0]]) / long[:, None] * np.sign(areas)[:, None]
    wanting = np.maximum(_WIDE - np.abs(areas), 0) / long
    pushed: NDArray[np.float64] = (away * np.minimum(wanting, 60)[:, None]).sum(axis=0)
    return pushed


def thinnest(at: NDArray[np.float64], triangles: NDArray[np.int64]) -> float:
    """Twice the area of the smallest triangle."""
    return float(np.min(np.abs(_twice(at, triangles))))


def _twice(at: NDArray[np.float64], triangles: NDArray[np.int64]) -> NDArray[np.float64]:
    a, b, c = (at[triangles[:, n]] for n in range(3))
    return _cross(b - a, c - a)
