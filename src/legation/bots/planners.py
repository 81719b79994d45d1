"""Who makes the plans of a process: Python, or the compiled kernel, which makes the same.

What places are worth, on which plans rest, goes with it.

The kernel serves where Numba is installed, and only who plays many games in one
process and says so, as the laboratory does: to load it takes as long as some
games do.
"""

from __future__ import annotations

from importlib.util import find_spec

from legation.bots.front import Front
from legation.bots.plan import Planner
from legation.bots.seat import Seat
from legation.bots.values import Values


class _Made:
    planner: type[Planner] = Planner
    values: type[Values] = Values


def compile_plans() -> None:
    """From now on the plans of this process are made by the kernel, where it is compiled.

    The first time on a machine compiling takes some twenty seconds, which is told.
    """
    if _Made.planner is not Planner or not (find_spec("numba") and find_spec("numpy")):
        return
    from legation.bots import climbing, spreading
    from legation.kernel.compiled import COMPILED

    if COMPILED:
        climbing.load()
        spreading.load()
        _Made.planner, _Made.values = climbing.Climber, spreading.SpreadValues


def values_for(seat: Seat, soon: bool, caution: float) -> Values:
    """Who says what places are worth to a power."""
    return _Made.values(seat, soon, caution)


def planner_for(front: Front, values: Values, noise: float) -> Planner:
    """Who makes the plan of a power."""
    return _Made.planner(front, values, noise)
