"""All orders that may be given in a movement, as texts by unit.

What a unit may order by land hangs on the units near it alone: such a list is
made once for each neighbourhood, and kept. What hangs on the fleets at sea is
added to it (`sailing`).
"""

from __future__ import annotations

from collections.abc import Sequence

from legation.board.graph import province_of
from legation.compat.diplomacy.ground import GRAPH
from legation.compat.diplomacy.sailing import BIT, Listed, add_convoys

_MOST = 512  # neighbourhoods of a unit that are kept


def movement_lists(units: Sequence[str]) -> Listed:
    """Unit → the orders that it may be given, where just these units are on the board."""
    owns, board = [_OWN[unit] for unit in units], 0
    for own in owns:
        board |= own.mark
    listed: Listed = {own.unit: own[board & own.near][:] for own in owns}
    add_convoys(listed, board)
    return listed


class _Own(dict[int, list[str]]):
    """The units near one, as bits of `BIT` → holding, moves and supports by land of that one."""

    def __init__(self, unit: str) -> None:
        steps = GRAPH.ordered_steps[unit[0]][unit[2:]]
        self.own = [f"{unit} H", *(f"{unit} - {goal}" for goal in steps)]
        self.unit, self.mark = unit, BIT[unit]
        self.near, self.helped = 0, list[tuple[int, tuple[str, ...]]]()
        for other, mark in BIT.items():
            texts = (
                () if province_of(other[2:]) == province_of(unit[2:]) else _supports(unit, other)
            )
            if texts:
                self.near |= mark
                self.helped.append((mark, texts))

    def __missing__(self, near: int) -> list[str]:
        texts = self.own[:]
        for mark, helps in self.helped:
            if near & mark:
                texts += helps
        if len(self) >= _MOST:
            self.clear()
        self[near] = texts
        return texts


class _All(dict[str, _Own]):
    """Each unit → its lists; they are begun when it is first on a board."""

    def __missing__(self, unit: str) -> _Own:
        own = self[unit] = _Own(unit)
        return own


_OWN = _All()


def _supports(unit: str, other: str) -> tuple[str, ...]:
    reach, here = GRAPH.reach(unit[0], unit[2:]), province_of(unit[2:])
    texts = []
    if province_of(other[2:]) in reach:
        texts.append(f"{unit} S {other}")
    goals: dict[str, None] = {}
    for goal in GRAPH.ordered_steps[other[0]][other[2:]]:
        if province_of(goal) in reach and province_of(goal) != here:
            goals.update(dict.fromkeys((province_of(goal), goal)))
    return (*texts, *(f"{unit} S {other} - {goal}" for goal in goals))
