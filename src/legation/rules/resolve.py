"""Resolution: what a battle comes to, by definition (STD-RES).

The rounds of ``docs/battle.md``: tighten until nothing changes; take the sets
of open decisions that depend on nothing else open; close each by its one
consistent assignment, or as a ring, a paradox or a cycle; repeat.
"""

from __future__ import annotations

from itertools import compress

from msgspec import Struct

from legation.rules.battle import Battle
from legation.rules.closing import Closing, close, tighten
from legation.rules.decided import NO, OPEN, YES
from legation.rules.dependencies import Decision, sinks
from legation.rules.entering import Reckoning
from legation.rules.plain import decide_plain


class Resolution(Struct, frozen=True):
    """What became of each force of a battle; tuples are parallel to its forces.

    `dislodged_by` is the index of the (first arrived) force that took the
    place, -1 where nobody did. `support` is what a support was worth, `convoy`
    whether a move's convoy ran. `reckoning` keeps the strengths for explaining.
    """

    arrived: tuple[bool, ...]
    dislodged_by: tuple[int, ...]
    support: tuple[int, ...]
    convoy: tuple[bool, ...]
    contested: frozenset[str]
    closings: tuple[Closing, ...]
    reckoning: Reckoning


def resolve(battle: Battle) -> Resolution:
    """Resolve a battle (STD-RES)."""
    reckoning = Reckoning(battle)
    decide_plain(reckoning)
    todo, closings = _still_open(reckoning), list[Closing]()
    fixed: set[Decision] = set()
    while True:
        todo = tighten(reckoning, todo, fixed)
        if not todo:
            return _result(reckoning, tuple(closings))
        closings += [close(reckoning, members, fixed) for members in sinks(reckoning, todo)]


def _still_open(reckoning: Reckoning) -> list[Decision]:
    low, high, gets_in = reckoning.low, reckoning.high, reckoning.gets_in
    todo: list[Decision] = [("C", i) for i in reckoning.convoyed if reckoning.runs[i] == OPEN]
    if low != high:
        todo += [("S", j) for j in reckoning.supports if low[j] != high[j]]
    if OPEN in gets_in:
        todo += [("A", a) for a, entered in enumerate(gets_in) if entered == OPEN]
    return todo


def _result(reckoning: Reckoning, closings: tuple[Closing, ...]) -> Resolution:
    forces, runs = reckoning.forces, reckoning.runs
    count = len(forces)
    arrived, dislodged_by, convoy = [False] * count, [-1] * count, [False] * count
    entered = list(compress(reckoning.assaults, reckoning.gets_in))  # by now each is YES or NO
    for assault in entered:
        for member in assault.members:
            arrived[member] = True
    for move in reckoning.convoyed:
        convoy[move] = runs[move] == YES
        if reckoning.present(move) == NO:
            arrived[move] = False
    stayers, leavers = reckoning.stayers, reckoning.leavers
    for assault in entered:
        goal = assault.goal
        if (goal not in stayers and goal not in leavers) or goal in reckoning.battle.open_places:
            continue
        first = next((m for m in assault.members if arrived[m]), -1)
        for index in reckoning.starting(goal) if first >= 0 else ():
            if not arrived[index] and forces[index].power != assault.power:
                dislodged_by[index] = first
    return Resolution(
        tuple(arrived),
        tuple(dislodged_by),
        tuple(reckoning.low),
        tuple(convoy),
        _contested(reckoning, arrived),
        closings,
        reckoning,
    )


def _contested(reckoning: Reckoning, arrived: list[bool]) -> frozenset[str]:
    """The places that units bounced in and that are empty in the end."""
    contested = set()
    for place, rivals in reckoning.into.items():
        if len(rivals) < 2:
            continue
        if True in [arrived[m] for a in rivals for m in reckoning.assaults[a].members]:
            continue
        if False in [arrived[index] for index in reckoning.starting(place)]:
            continue
        if sum([reckoning.prevent(a)[0] > 0 for a in rivals]) > 1:
            contested.add(place)
    return frozenset(contested)
