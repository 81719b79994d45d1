"""A batch of battles, on one thread or several."""

from __future__ import annotations

import threading
from typing import Any

from legation.kernel.compiled import compiled, inlined, inner
from legation.kernel.layout import (
    Extra,
    Fight,
    Forces,
    Int64s,
    Packed,
    Results,
    fight_for,
    results_for,
)
from legation.kernel.solve import solve_one
from legation.kernel.spread import spread


@inner
def clear(begin: int, end: int, results: Results) -> None:
    """Write that nothing became of the forces from `begin` up to `end`."""
    for at in range(begin, end):
        results.arrived[at] = 0
        results.dislodged_by[at] = -1
        results.support[at] = 0
        results.convoy[at] = 0
        results.contested[at] = 0
        results.aside[at] = 0


@compiled
def solve_range(
    forces: Forces,
    extra: Extra | None,
    off: Int64s,
    battles: tuple[int, int],
    fight: Fight,
    results: Results,
) -> None:
    """Resolve the battles from the first number up to, not including, the second."""
    clear(off[battles[0]], off[battles[1]], results)
    for battle in range(battles[0], battles[1]):
        solve_one(forces, extra, off, battle, fight, results)


@inlined
def solve_first(forces: Forces, off: Int64s, fight: Fight, results: Results) -> None:
    """Resolve the first battle, in which nothing is extra.

    Only by this do compiled functions solve: a pair of numbers that stands in their text
    would be a type of its own, and all of the solver would be compiled for it once more.
    """
    clear(off[0], off[1], results)
    solve_one(forces, None, off, 0, fight, results)


@compiled
def longest(off: Int64s) -> int:
    """How many forces the largest battle of a batch has."""
    most = 0
    for battle in range(len(off) - 1):
        most = max(most, off[battle + 1] - off[battle])
    return most


class _Kept(threading.local):
    """The working arrays of a thread, kept from batch to batch: they only grow.

    They take some 600 bytes for each force of the largest battle that it met.
    """

    def __init__(self) -> None:
        self.size = self.places = -1
        self.fight: Fight
        self.spots: dict[int, Any] = {}  # so many places of `fight.spot`: a cut takes 4 µs

    def fight_for(self, forces: Forces, size: int, places: int) -> Fight:
        """As `layout.fight_for`."""
        if size > self.size or places > self.places:
            self.size, self.places = max(size, self.size), max(places, self.places)
            self.fight = fight_for(forces, self.size, self.places)
            self.spots = {}
        if places not in self.spots:
            self.spots[places] = self.fight.spot[: places + 1]
        return Fight(
            self.fight.body, self.spots[places], self.fight.knot, forces.fleet_at, forces.fleets
        )


_KEPT = _Kept()


def solve_batch(packed: Packed, threads: int = 1) -> Results:
    """Resolve every battle of a batch.

    Threads take equal runs of battles, each with working arrays of its own.
    """
    forces, extra, off, places = packed
    battles = len(off) - 1
    most = longest(off)
    results = results_for(len(forces.power), battles)

    def run(_: int, begin: int, end: int) -> None:
        fight = _KEPT.fight_for(forces, most, places)
        solve_range(forces, extra, off, (begin, end), fight, results)

    spread(battles, threads, run)
    return results
