"""Where places could lie whose borders alone are known: points for `sketch`, by networkx.

The table of borders is taken as a graph. As much of it as can be is drawn on a
plane without crossings; Tutte's way of drawing it (every place in the middle of
its neighbours, the outermost on a ring) never crosses a line, whatever weights
the neighbours have. So the weights are changed until no area is left much
smaller than the others, and where positions are known, the places are drawn
towards these as far as no line crosses.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, pi

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from legation.atlas.making.planar import Pair, area, beside, crossing, islets, walked
from legation.errors import InputError

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
_WIDE = 3500.0
"""Likewise, from which on it is wide enough."""

At = dict[str, NDArray[np.float64]]
Ends = tuple[int, int]


@dataclass(frozen=True)
class Layout:
    """Points in units, y down, and the pairs that no plane drawing has room for."""

    at: Mapping[str, tuple[float, float]]
    apart: tuple[tuple[str, str], ...]


def lay_out(
    pairs: Iterable[tuple[str, str]],
    seas: set[str],
    known: Mapping[str, tuple[float, float]] | None = None,
) -> Layout:
    """Points for the places of these borders; `known` are positions to keep to, y down.

    Raises:
        InputError: for borders that do not hang together, or are too few for a board.
    """
    every = {frozenset(pair) for pair in pairs}
    known = dict(known or {})
    small = islets(every, seas)
    whole = {pair for pair in every if not pair & small.keys()}
    graph, apart = _planar(whole, seas)
    if len(graph) < 3 or not nx.is_connected(graph):
        raise InputError("the places do not hang together, so that no board can be laid out")
    turns = _turns(graph)
    faces = walked(turns)
    outer = _outer(faces, known)
    at = _placed(graph, faces, outer, known)
    for code, others in small.items():
        at[code] = np.mean([at[other] for other in others], axis=0)
        if len(others) == 1:
            at[code] = _room(others[0], at, beside(whole)[others[0]])
    if crossed := crossing(whole - set(apart), at):
        (a, b), (c, d) = crossed
        raise InputError(
            f"no board can be laid out: {a} - {b} and {c} - {d} are in each other's way"
        )
    spread = {code: (round(float(x), 2), round(float(y), 2)) for code, (x, y) in at.items()}
    return Layout(spread, tuple(sorted((min(p), max(p)) for p in apart)))


def _planar(pairs: set[Pair], seas: set[str]) -> tuple[nx.Graph, list[Pair]]:
    """As much of the graph as a plane has room for.

    Pairs come in by how many neighbours their two places have in common, so that
    straits and canals, which have the fewest, are left out where some must be.
    """
    known = beside(pairs)

    def rank(pair: Pair) -> tuple[int, int, list[str]]:
        a, b = sorted(pair)
        return -len(known[a] & known[b]), (1, 0, 2)[len(pair & seas)], [a, b]

    order = sorted(pairs, key=rank)
    apart: list[Pair] = []
    fits, beyond = 0, len(order)
    while not _fits(order):
        fits = max(fits - 1, 0)
        beyond = len(order)
        while beyond - fits > 1:  # the first so many are planar, and so many are not
            half = (fits + beyond) // 2
            fits, beyond = (half, beyond) if _fits(order[:half]) else (fits, half)
        apart.append(order.pop(fits))
    graph = nx.Graph()
    graph.add_edges_from(sorted(pair) for pair in order)
    return graph, apart


def _fits(pairs: Sequence[Pair]) -> bool:
    graph = nx.Graph()
    graph.add_edges_from(sorted(pair) for pair in pairs)
    return bool(nx.check_planarity(graph)[0])


def _turns(graph: nx.Graph) -> dict[str, list[str]]:
    """Place → its neighbours in order around it, in some drawing without crossings."""
    _, drawing = nx.check_planarity(graph)
    return {code: list(drawing.neighbors_cw_order(code)) for code in graph}


def _outer(faces: Sequence[list[str]], known: Mapping[str, tuple[float, float]]) -> list[str]:
    """The face to be outermost: the longest that meets no place twice, or the widest known."""
    simple = [face for face in faces if len(set(face)) == len(face) > 2]
    if not simple:
        raise InputError("the places are strung like beads, so that no board can be laid out")
    if all(code in known for face in simple for code in face):
        return max(simple, key=lambda face: abs(area(np.array(known[code]) for code in face)))
    return max(simple, key=lambda face: (len(face), face))


def _placed(
    graph: nx.Graph,
    faces: Sequence[list[str]],
    outer: list[str],
    known: Mapping[str, tuple[float, float]],
) -> At:
    """Tutte's drawing, evened out; faces with many corners have a helper in their middle."""
    names = sorted(graph)
    number = {code: n for n, code in enumerate(names)}
    triangles: list[tuple[int, int, int]] = []
    ends: set[Ends] = set()
    size = len(names)
    for face in faces:
        if face is outer:
            continue
        ring = [number[code] for code in face]
        if len(ring) == 3:
            triangles.append((ring[0], ring[1], ring[2]))
        else:
            triangles += [(a, b, size) for a, b in zip(ring, ring[1:] + ring[:1], strict=True)]
            size += 1
    for triangle in triangles:
        ends |= {(min(p), max(p)) for p in itertools.combinations(triangle, 2) if p[0] != p[1]}
    edges = np.array(sorted(ends))
    rim = np.array([number[code] for code in outer])
    target = _ring(outer, known)
    at = _even(edges, np.array(triangles), rim, target, size)
    wish = _fitted(known, names) if known else None
    at = _pulled(at, np.array(triangles), rim, wish)
    return {code: at[number[code]] for code in names}


def _ring(outer: Sequence[str], known: Mapping[str, tuple[float, float]]) -> NDArray[np.float64]:
    """Points for the outermost places, in their order, on a ring between ellipse and rectangle."""
    turn = np.arange(len(outer)) * 2 * pi / len(outer)
    if all(code in known for code in outer):
        spots = np.array([known[code] for code in outer])
        away = spots - spots.mean(axis=0)
        angles = np.unwrap(np.arctan2(away[:, 1], away[:, 0]))
        if angles[-1] < angles[0]:
            turn = -turn
        turn = 0.6 * (turn + np.mean(angles - turn)) + 0.4 * angles
        if np.any(np.diff(turn) * np.sign(turn[-1] - turn[0]) < 0.02):
            even = np.arange(len(outer)) * 2 * pi / len(outer) * np.sign(angles[-1] - angles[0])
            turn = even + np.mean(angles - even)
    cosine, sine = np.cos(turn), np.sin(turn)
    power = 2 / _SQUARE
    x = WIDTH * (0.5 + _RING[0] * np.sign(cosine) * np.abs(cosine) ** power)
    y = HIGH * (0.5 + _RING[1] * np.sign(sine) * np.abs(sine) ** power)
    return np.column_stack([x, y])


def _even(
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
        far = np.hypot(*(at[edges[:, 0]] - at[edges[:, 1]]).T) + 1e-9
        wide = np.sqrt(ground[edges[:, 0]] * ground[edges[:, 1]]) + 1e-9
        push = (far / np.median(far)) ** 0.5 * (wide / np.median(wide)) ** 0.2
        weight = np.clip(weight * push**0.35, 1e-2, 1e2)
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


def _fitted(
    known: Mapping[str, tuple[float, float]], names: Sequence[str]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Known positions stretched to the board, and for whom there are any."""
    has = np.array([code in known for code in names])
    spots = np.array([known.get(code, (0.0, 0.0)) for code in names])
    low, high = spots[has].min(axis=0), spots[has].max(axis=0)
    span = np.maximum(high - low, 1e-9)
    room = np.array([WIDTH, HIGH])
    margin = 0.07 * room
    return margin + (spots - low) / span * (room - 2 * margin), has


def _pulled(
    at: NDArray[np.float64],
    triangles: NDArray[np.int64],
    rim: NDArray[np.int64],
    wish: tuple[NDArray[np.float64], NDArray[np.bool_]] | None,
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
            towards = towards + _off(at, near, was)
            least = min(0.6 * float(np.min(np.abs(was))), _THIN)
            for part in (_PULL, _PULL / 4):
                at[n] = before + part * towards
                now = _twice(at, near)
                if np.all(np.sign(now) == np.sign(was)) and np.min(np.abs(now)) > least:
                    break
                at[n] = before
    return at


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


def _twice(at: NDArray[np.float64], triangles: NDArray[np.int64]) -> NDArray[np.float64]:
    a, b, c = (at[triangles[:, n]] for n in range(3))
    return _cross(b - a, c - a)


def _room(sea: str, at: At, around: Iterable[str]) -> NDArray[np.float64]:
    """A point within a sea, off the point of the sea itself."""
    others = list(around)
    farthest = max(others, key=lambda code: hypot(*(at[code] - at[sea])))
    return at[sea] + 0.22 * (at[farthest] - at[sea])
