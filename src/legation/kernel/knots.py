"""The work list: a change is told to those who may read it, and only they are looked at again.

Tightening by rounds (`rounds.tighten`) looks at all that is open, and stops
where a round settles little; here the cost is that of what changes. Mostly
whatever is open is looked at. A search looks at the decisions of one set only,
and again at those that it assumed, to see whether their formulas contradict.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from legation.kernel.compiled import allocating, inlined, inner
from legation.kernel.layout import JOINT, LAND, MOVE, NO_EFFECT, SUPPORT, Fight, Int64s, Special
from legation.kernel.rounds import (
    assault_again,
    convoy_again,
    open_assault,
    open_convoy,
    open_support,
    set_convoy,
    set_support,
    worth_again,
)
from legation.kernel.terms import lead, next_member, next_there, rule

# What is counted in `Knot.counts`.
WORK = 0  # forces on the work list
TRAIL = 1  # decisions that a search has settled
SETS = 2  # sets that were numbered, from 1 on
SEARCHED = 3  # not a count: the set that a search looks at, or 0


class Knot(NamedTuple):
    """What `Fight.knot` has no room for.

    - counts: int64, (4,), see WORK .. SEARCHED.
    - riders: int64, (R, 2): a move whose convoy is open and that names a
      fleet, and the next rider of that fleet, or -1.
    """

    counts: Int64s
    riders: Int64s


@allocating
def knot_of(fight: Fight, size: int, waiting: int) -> Knot:
    """An empty work list for the first `waiting` pending of `size` forces."""
    body, rows = fight.body, fight.knot
    for force in range(size):
        rows[force].riders = -1
        rows[force].called = 0
        rows[force].stirred = 1
        rows[force].walk = 0
    seats = 0
    for at in range(waiting):
        force = body[at].pending
        if open_convoy(fight, force):
            for number in range(body[force].route, body[force].route_end):
                seats += fight.fleet_at[number + 1] - fight.fleet_at[number]
    knot = Knot(np.zeros(4, np.int64), np.empty((seats, 2), np.int64))
    if seats > 0:
        board(fight, knot, waiting)
    return knot


@inner
def board(fight: Fight, knot: Knot, waiting: int) -> None:
    """List the riders of each fleet."""
    body, rows = fight.body, fight.knot
    seat = 0
    for row in range(waiting):
        move = body[row].pending
        if not open_convoy(fight, move):
            continue
        for number in range(body[move].route, body[move].route_end):
            for at in range(fight.fleet_at[number], fight.fleet_at[number + 1]):
                fleet = fight.fleets[at]
                knot.riders[seat, 0] = move
                knot.riders[seat, 1] = rows[fleet].riders
                rows[fleet].riders = seat
                seat += 1


# Who is called


@inlined
def searched(fight: Fight, knot: Knot, number: int) -> bool:
    """Whether a decision, by its number or -1, is of the set that is searched."""
    return bool(number >= 0 and fight.knot[number].ward == knot.counts[SEARCHED])


@inlined
def call(fight: Fight, knot: Knot, force: int) -> None:
    """Put a force on the work list, where it has a decision to look at."""
    rows, counts = fight.knot, knot.counts
    if counts[SEARCHED] == 0:
        wanted = (
            open_assault(fight, force) or open_convoy(fight, force) or open_support(fight, force)
        )
        if wanted:
            rows[force].stirred = 1
    else:
        wanted = searched(fight, knot, rows[force].own) or searched(fight, knot, rows[force].ferry)
    if wanted and not rows[force].called:
        rows[force].called = 1
        rows[counts[WORK]].work = force
        counts[WORK] += 1


@inlined
def call_movers(fight: Fight, special: Special | None, knot: Knot, place: int) -> None:
    """Call the assaults into a place."""
    body, spot = fight.body, fight.spot
    move = spot[place].movers
    while move >= 0:
        call(fight, knot, lead(fight, special, move))
        move = body[move].after


@inlined
def call_behind(fight: Fight, special: Special | None, knot: Knot, move: int) -> None:
    """Call the assaults into the places that a move and its fellow members leave."""
    body = fight.body
    member = lead(fight, special, move)
    while member >= 0:
        call_movers(fight, special, knot, body[member].place)
        member = next_member(fight, special, member)


@inlined
def tell_assault(fight: Fight, special: Special | None, knot: Knot, a: int) -> None:
    """Call who may read A(a): behind its members; supports and convoys at its goal."""
    body, spot = fight.body, fight.spot
    call_behind(fight, special, knot, a)
    if rule(special, NO_EFFECT) or rule(special, JOINT):
        call_movers(fight, special, knot, body[a].goal)
    force = spot[body[a].goal].first
    while force >= 0:
        if body[force].deed == SUPPORT:
            call(fight, knot, force)
        seat = fight.knot[force].riders
        while seat >= 0:
            call(fight, knot, knot.riders[seat, 0])
            seat = knot.riders[seat, 1]
        force = next_there(fight, special, force)


@inlined
def tell_convoy(fight: Fight, special: Special | None, knot: Knot, move: int) -> None:
    """Call who may read C of a move: behind its assault, at its goal, supports there."""
    body, spot = fight.body, fight.spot
    call_behind(fight, special, knot, move)
    call_movers(fight, special, knot, body[move].goal)
    force = spot[body[move].goal].first
    while force >= 0:
        if body[force].deed == SUPPORT:
            call(fight, knot, force)
        force = next_there(fight, special, force)


@inlined
def tell_support(fight: Fight, special: Special | None, knot: Knot, support: int) -> None:
    """Call who may read S: the assaults that its target's strength or hold is measured in."""
    body = fight.body
    target = body[support].target
    if body[target].goal < 0:
        call_movers(fight, special, knot, body[target].place)
    else:
        call_movers(fight, special, knot, body[target].goal)
        call_behind(fight, special, knot, target)


@inlined
def tell_all(fight: Fight, special: Special | None, knot: Knot, force: int) -> None:
    """Call who may read what is settled of a force, or how far its support is tightened."""
    body = fight.body
    if body[force].deed == SUPPORT:
        tell_support(fight, special, knot, force)
        return
    if body[force].road != LAND and not open_convoy(fight, force):
        tell_convoy(fight, special, knot, force)
    if body[force].deed == MOVE and not open_assault(fight, force):
        tell_assault(fight, special, knot, force)


# The work


@inlined
def settle(fight: Fight, special: Special | None, knot: Knot, decision: int, state: int) -> None:
    """Write A or C, and tell it. A search notes it, to take it back."""
    if knot.counts[SEARCHED] > 0:
        fight.knot[knot.counts[TRAIL]].trail = decision
        knot.counts[TRAIL] += 1
    if decision < 0:
        set_convoy(fight, ~decision, state)
        tell_convoy(fight, special, knot, ~decision)
    else:
        fight.body[decision].won = state
        tell_assault(fight, special, knot, decision)


@inlined
def look_again(fight: Fight, special: Special | None, knot: Knot, force: int) -> bool:
    """Follow the formulas of a force; False where one contradicts what was assumed."""
    body, rows = fight.body, fight.knot
    everything = knot.counts[SEARCHED] == 0
    if body[force].deed == SUPPORT:
        low, high = worth_again(fight, special, force)
        if low != body[force].least or high != body[force].most:
            set_support(fight, force, low, high)
            tell_support(fight, special, knot, force)
        return True
    if open_convoy(fight, force) and (everything or searched(fight, knot, rows[force].ferry)):
        state = convoy_again(fight, special, force)
        if state != 1:
            settle(fight, special, knot, ~force, state)
    if not (open_assault(fight, force) if everything else searched(fight, knot, rows[force].own)):
        return True
    state = assault_again(fight, special, force)
    if not open_assault(fight, force):
        return bool(state != 2 - body[force].won)
    if state != 1:
        settle(fight, special, knot, force, state)
    return True


@inner
def work_off(fight: Fight, special: Special | None, knot: Knot) -> bool:
    """Work until the list is empty; False, and an empty list, at the first contradiction."""
    rows, counts = fight.knot, knot.counts
    sound = True
    while counts[WORK] > 0:
        counts[WORK] -= 1
        force = rows[counts[WORK]].work
        rows[force].called = 0
        sound = sound and look_again(fight, special, knot, force)
    return sound
