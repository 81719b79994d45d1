"""A batch of battles, on one thread or several."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from legation.kernel.compiled import compiled, inner
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


@inner
def clear(begin: int, end: int, results: Results) -> None:
    """Write that nothing became of the forces from `begin` up to `end`."""
    for at in range(begin, end):
        results.arrived[at] = 0
        results.dislodged_by[at] = -1
        results.support[at] = 0
        results.convoy[at] = 0
        results.contested[at] = 0


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


def solve_batch(packed: Packed, threads: int = 1) -> Results:
    """Resolve every battle of a batch.

    Threads take equal runs of battles, each with working arrays of its own; the
    compiled code holds no lock.
    """
    off = packed.off
    battles = len(off) - 1
    most = int(np.diff(off).max(initial=0))
    results = results_for(len(packed.forces.power), battles)
    edges = [battles * part // threads for part in range(threads + 1)]

    def run(part: int) -> None:
        fight = fight_for(packed.forces, most, packed.places)
        span = (edges[part], edges[part + 1])
        solve_range(packed.forces, packed.extra, off, span, fight, results)

    if threads == 1:
        run(0)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(run, range(threads)))
    return results
