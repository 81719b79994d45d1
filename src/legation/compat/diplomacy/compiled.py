"""A movement by the compiled kernel, where that is installed and wanted.

Nothing of the kernel is imported before it is used. ``LEGATION_NO_KERNEL=1``
leaves it out; both ways come to the same.
"""

from __future__ import annotations

import importlib.util
import os
from functools import cache
from typing import TYPE_CHECKING

from legation.board.graph import province_of
from legation.compat.diplomacy.ground import GRAPH, POWERS
from legation.compat.diplomacy.orders import MOVE, SUPPORT
from legation.compat.diplomacy.plan import Plan

if TYPE_CHECKING:
    from legation.kernel.layout import Packed, Results

Settled = tuple[list[bool], list[int], list[int], list[bool], frozenset[str]]


@cache
def ready() -> bool:
    """Is the kernel there, and wanted?"""
    if os.environ.get("LEGATION_NO_KERNEL", "") not in ("", "0"):
        return False
    return all(importlib.util.find_spec(name) for name in ("numpy", "numba"))


class _Kernel:
    """What the kernel needs, imported when the first movement is carried out."""

    def __init__(self) -> None:
        import numpy

        from legation.kernel import batch, layout

        self.numpy, self.batch, self.layout = numpy, batch, layout
        self.place = {code: number for number, code in enumerate(GRAPH.provinces)}
        self.power = {power: number for number, power in enumerate(POWERS)}
        self.int8, self.int16, self.int32 = numpy.int8, numpy.int16, numpy.int32


@cache
def _kernel() -> _Kernel:
    return _Kernel()


def settle(plan: Plan) -> Settled:
    """What becomes of each unit, as `fighting.Fought` has it."""
    kernel = _kernel()
    results = kernel.batch.solve_batch(_packed(kernel, plan))
    return _read(plan, results)


def _packed(kernel: _Kernel, plan: Plan) -> Packed:
    orders, powers, void, target, sails, routes = plan
    place, power, array = kernel.place, kernel.power, kernel.numpy.array
    deeds, goals = [], []
    for number, order in enumerate(orders):
        if order.verb == MOVE:
            deeds.append(1)
            goals.append(place[order.goal_in])
        else:
            deeds.append(2 if order.verb == SUPPORT and not void[number] else 0)
            goals.append(-1)
    route_at, fleet_at = [0] * (len(orders) + 1), [0]
    fleets: list[int] = []
    if routes:
        for number in range(len(orders)):
            for way in routes.get(number, ()):
                fleets += way
                fleet_at.append(len(fleets))
            route_at[number + 1] = len(fleet_at) - 1
    int8, int16, int32 = kernel.int8, kernel.int16, kernel.int32
    forces = kernel.layout.Forces(
        array([power[each] for each in powers], int8),
        array([place[order.here] for order in orders], int16),
        array(deeds, int8),
        array(goals, int16),
        array(sails, int8),
        array(target, int16),
        array(route_at, int32),
        array(fleet_at, int32),
        array(fleets, int16),
    )
    off = array((0, len(orders)), kernel.numpy.int64)
    packed: Packed = kernel.layout.Packed(forces, None, off, len(place))
    return packed


def _read(plan: Plan, results: Results) -> Settled:
    contested = results.contested.tolist()
    places = frozenset(
        [province_of(plan.orders[n].goal) for n, bounced in enumerate(contested) if bounced]
    )
    return (
        results.arrived.tolist(),
        results.dislodged_by.tolist(),
        results.support.tolist(),
        results.convoy.tolist(),
        places,
    )
