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
from math import hypot

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from legation.atlas.making.planar import Pair, area, beside, crossing, islets, walked
from legation.atlas.making.spreading import drawn_to, fitted, spread, thinnest, turned
from legation.errors import InputError

At = dict[str, NDArray[np.float64]]
Ends = tuple[int, int]
_TIGHT = 1.0
"""Twice the area of a triangle, in square units, below which a place in it has no room."""
_FEW = 4
"""Corners: a board within so few may be squeezed, as by boxes that stand for its edge."""


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

    Positions of a few places turn the board; those of most of them shape it.

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
    at, room = _placed(graph, faces, _outer(faces, known), known)
    if room < _TIGHT:
        roomier = [face for face in faces if len(face) > _FEW]
        if any(len(set(face)) == len(face) for face in roomier):
            other, more = _placed(graph, faces, _outer(roomier, known), known)
            at = other if more > room else at
    for code, others in small.items():
        at[code] = np.mean([at[other] for other in others], axis=0)
        if len(others) == 1:
            at[code] = _room(others[0], at, beside(whole)[others[0]])
    if crossed := crossing(whole - set(apart), at):
        (a, b), (c, d) = crossed
        raise InputError(
            f"no board can be laid out: {a} - {b} and {c} - {d} are in each other's way"
        )
    points = {code: (round(float(x), 2), round(float(y), 2)) for code, (x, y) in at.items()}
    return Layout(points, tuple(sorted((min(p), max(p)) for p in apart)))


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
) -> tuple[At, float]:
    """Tutte's drawing, evened out, and twice the area of its smallest triangle.

    Faces with many corners have a helper in their middle.
    """
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
    net = (edges, np.array(triangles), rim)
    wish = fitted(known, names) if known else None
    at = spread(*net, turned(edges, rim, size, wish), size)
    follows = wish if wish is not None and 2 * int(wish[1].sum()) > len(names) else None
    at = drawn_to(at, net[1], rim, follows)
    return {code: at[number[code]] for code in names}, thinnest(at, net[1])


def _room(sea: str, at: At, around: Iterable[str]) -> NDArray[np.float64]:
    """A point within a sea, off the point of the sea itself."""
    others = list(around)
    farthest = max(others, key=lambda code: hypot(*(at[code] - at[sea])))
    return at[sea] + 0.22 * (at[farthest] - at[sea])
