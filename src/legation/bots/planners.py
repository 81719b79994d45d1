"""Who makes the plans of a process: Python, or the compiled kernel, which makes the same.

The kernel serves where Numba is installed, and only who plays many games in one
process and says so, as the laboratory does: to load it takes as long as some
games do.
"""

from __future__ import annotations

from importlib.util import find_spec

from legation.bots.front import Front
from legation.bots.plan import Planner
from legation.bots.values import Values


class _Made:
    planner: type[Planner] = Planner


def compile_plans() -> None:
    """From now on the plans of this process are made by the kernel, where it is compiled.

    The first time on a machine compiling takes a quarter of a minute, which is told.
    """
    if _Made.planner is not Planner or not (find_spec("numba") and find_spec("numpy")):
        return
    from legation.bots.climbing import Climber, load
    from legation.kernel.compiled import COMPILED

    if COMPILED:
        load()
        _Made.planner = Climber


def planner_for(front: Front, values: Values, noise: float) -> Planner:
    """Who makes the plan of a power."""
    return _Made.planner(front, values, noise)
