"""How far it is from where a unit stands to the centres around it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from legation.board.graph import ARMY, province_of
from legation.bots.ways import shores
from legation.rules.rulebook import Rulebook

FAR = 8
"""Moves that are not looked at any more."""

_OVER_SEA = 2  # moves that an army needs over one sea


@lru_cache(maxsize=8192)
def reaches(book: Rulebook, kind: str, place: str) -> tuple[tuple[str, int], ...]:
    """The places that may be centres, each with its distance in moves, nearest first."""
    far, centres = _distances(book, kind, place), frozenset(book.possible_centres)
    near = sorted((moves, at) for at, moves in far.items() if at in centres)
    return tuple((at, moves) for moves, at in near)


def _distances(book: Rulebook, kind: str, place: str) -> Mapping[str, int]:
    """Province → in how many moves a unit gets there by the map; an army crosses a sea in two."""
    graph, lands = book.graph, shores(book)
    steps = graph.ordered_steps.get(kind, {})
    found = {place: 0}
    for moves in range(FAR - 1):
        for at in [p for p, n in found.items() if n == moves]:
            for to in steps.get(at, ()):
                found[to] = min(found.get(to, FAR), moves + 1)
            for sea in graph.harbours.get(at, ()) if kind == ARMY else ():
                for to in lands[sea]:
                    found[to] = min(found.get(to, FAR), moves + _OVER_SEA)
    far: dict[str, int] = {}
    for to, moves in found.items():
        if moves < FAR:
            far[province_of(to)] = min(far.get(province_of(to), FAR), moves)
    return far
