"""Borders as a graph that is drawn on a plane: its pairs, its faces, and lines that cross."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import atan2

import numpy as np
import shapely
from numpy.typing import NDArray

Pair = frozenset[str]
Place = NDArray[np.float64]


def pairs_of(borders: Iterable[tuple[str, str]]) -> set[Pair]:
    """Each pair of neighbours once."""
    return {frozenset(pair) for pair in borders if len(set(pair)) == 2}


def beside(pairs: Iterable[Pair]) -> dict[str, set[str]]:
    """Place → its neighbours."""
    known: dict[str, set[str]] = {}
    for a, b in map(sorted, pairs):
        known.setdefault(a, set()).add(b)
        known.setdefault(b, set()).add(a)
    return known


def islets(pairs: Iterable[Pair], seas: set[str]) -> dict[str, tuple[str, ...]]:
    """Places within one other, and lands between two seas that touch: a place → those others.

    No two of them lie on the same border, and what is left hangs together as before.
    """
    known = beside(pairs)
    small: dict[str, tuple[str, ...]] = {}
    taken: set[tuple[str, ...]] = set()
    for code, others in sorted(known.items()):
        around = tuple(sorted(others))
        if len(around) > 2 or around in taken or small.keys() & others:
            continue
        between = code not in seas and others <= seas and around[-1] in known[around[0]]
        if len(around) == 1 or between:
            small[code] = around
            taken.add(around)
    return small


def crossing(pairs: Iterable[Pair], at: Mapping[str, Place]) -> tuple[list[str], list[str]] | None:
    """Two pairs whose straight lines cross, if there are any."""
    ends = [sorted(pair) for pair in sorted(pairs, key=sorted)]
    lines = [shapely.LineString([at[a], at[b]]) for a, b in ends]
    first, second = shapely.STRtree(lines).query(lines, "intersects")
    for m, n in zip(first.tolist(), second.tolist(), strict=True):
        if m < n and not set(ends[m]) & set(ends[n]):
            return ends[m], ends[n]
    return None


def faces_of(pairs: Iterable[Pair], at: Mapping[str, Place]) -> list[list[str]]:
    """The faces of a graph drawn with straight lines, each as the places around it."""
    turns: dict[str, list[str]] = {}
    for code, others in beside(pairs).items():
        here = at[code]
        turns[code] = sorted(others, key=lambda o: atan2(*(at[o] - here)[::-1]))
    return walked(turns)


def walked(turns: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The faces of a graph whose neighbours are known in order around each place."""
    after = {
        (other, code): others[(n + 1) % len(others)]
        for code, others in turns.items()
        for n, other in enumerate(others)
    }
    faces, done = [], set()
    for start in after:
        if start in done:
            continue
        face, (a, b) = [], start
        while (a, b) not in done:
            done.add((a, b))
            face.append(a)
            a, b = b, after[a, b]
        faces.append(face)
    return faces


def outer_of(faces: Sequence[Sequence[str]], at: Mapping[str, Place]) -> Sequence[str]:
    """The face that is all the ground outside: the one that is walked the other way round."""
    return max(faces, key=lambda face: abs(area([at[code] for code in face])))


def area(corners: Iterable[Place]) -> float:
    """The area of a ring, with its sign."""
    x, y = np.array(list(corners)).T
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2
