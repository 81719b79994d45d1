"""What rounds of tightening leave open (rounds 1 to 4 of ``docs/battle.md``).

Rare, so arrays are allocated here as they are needed. A set that reads nothing
outside itself is closed as soon as it is found, and what follows is worked off
at once: it changes no other such set, so their order makes no difference.
"""

from __future__ import annotations

import numpy as np

from legation.kernel.compiled import allocating, inner
from legation.kernel.cuts import lost
from legation.kernel.knots import Knot, knot_of, settle, tell_all, work_off
from legation.kernel.layout import (
    ALL_HOLD,
    MET_ALL_FAIL,
    MET_PARADOX,
    MET_RING,
    MET_UNIQUE,
    SUPPORT,
    Fight,
    Int64s,
    Special,
)
from legation.kernel.rings import close_rings
from legation.kernel.rounds import assault_again, open_assault, open_convoy, open_support
from legation.kernel.search import search
from legation.kernel.sets import part
from legation.kernel.terms import rule


@allocating
def unravel(fight: Fight, special: Special | None, size: int, waiting: int, news: int) -> int:
    """Settle the first `waiting` pending of `size` forces; bits MET_*. `news`: see `tighten`."""
    body, rows = fight.body, fight.knot
    knot = knot_of(fight, size, waiting)
    if news >= 0:
        for at in range(waiting + news):
            tell_all(fight, special, knot, body[at].pending)
        work_off(fight, special, knot)
    met = 0
    if special is None:
        met = close_rings(fight, knot, waiting)
        work_off(fight, special, knot)
    end = number_open(fight, size, waiting)
    while end > 0:
        begin = end - 1
        while not rows[begin].first:
            begin -= 1
        still = gather(fight, begin, end)
        if still == end and not stirred(fight, begin, end):
            met |= close_set(fight, special, knot, begin, end)
            # A paradox settles its convoys; what that leaves open may yet be a ring.
            left = gather(fight, begin, end)
            if begin < left < end:
                part(fight, special, knot, begin, left)
            end = left if left < end else begin
        else:
            if still > begin:
                part(fight, special, knot, begin, still)
            end = still
    return met


@inner
def number_open(fight: Fight, size: int, waiting: int) -> int:
    """Number what is open of the pending forces, all one set for now; how much it is."""
    body, rows = fight.body, fight.knot
    for force in range(size):
        rows[force].own = -1
        rows[force].ferry = -1
        rows[force].aside = 0
    total = 0
    for at in range(waiting):
        force = body[at].pending
        if open_support(fight, force) or open_assault(fight, force):
            rows[total].decision = force
            rows[force].own = total
            total += 1
        if open_convoy(fight, force):
            rows[total].decision = ~force
            rows[force].ferry = total
            total += 1
    for number in range(total):
        rows[number].ward = 0
        rows[number].order = number
        rows[number].first = number == 0
    return total


@inner
def gather(fight: Fight, begin: int, end: int) -> int:
    """Bring what is still open to the front of ``order[begin:end]``; where it ends."""
    rows = fight.knot
    still = begin
    for at in range(begin, end):
        number = rows[at].order
        decision = rows[number].decision
        if decision < 0:
            is_open = open_convoy(fight, ~decision)
        else:
            is_open = open_assault(fight, decision) or open_support(fight, decision)
        if is_open:
            rows[at].order = rows[still].order
            rows[still].order = number
            still += 1
    return still


@inner
def stirred(fight: Fight, begin: int, end: int) -> bool:
    """Whether some decision in ``order[begin:end]`` may read less than when they were parted."""
    rows = fight.knot
    for at in range(begin, end):
        decision = rows[rows[at].order].decision
        if rows[~decision if decision < 0 else decision].stirred:
            return True
    return False


@allocating
def close_set(fight: Fight, special: Special | None, knot: Knot, begin: int, end: int) -> int:
    """Round 3 for the set ``order[begin:end]``; the bit MET_* of the rule that settled it."""
    rows = fight.knot
    total = end - begin
    members = np.empty(total, np.int64)
    only = np.empty(total, np.int64)
    for at in range(total):
        members[at] = rows[rows[begin + at].order].decision
    ward = rows[rows[begin].order].ward
    if search(fight, special, knot, members, ward, only) == 1:
        for at in range(total):
            if members[at] < 0 or fight.body[members[at]].deed != SUPPORT:
                settle(fight, special, knot, members[at], only[at])
        met = MET_UNIQUE
    else:
        met = close_by_rule(fight, special, knot, members)
    work_off(fight, special, knot)
    return met


@inner
def close_by_rule(fight: Fight, special: Special | None, knot: Knot, members: Int64s) -> int:
    """Round 3 for a set that has not exactly one consistent assignment."""
    paradox = supported = False
    for decision in members:
        if decision < 0:
            paradox = True
        elif fight.body[decision].deed == SUPPORT:
            supported = True
    if not paradox and not supported and all_yes(fight, special, members):
        settle_assaults(fight, special, knot, members, 2)
        return MET_RING
    for decision in members:
        if decision < 0:
            set_aside(fight, special, ~decision)
    if not paradox or rule(special, ALL_HOLD):
        settle_assaults(fight, special, knot, members, 0)
    for decision in members:
        if decision < 0:
            settle(fight, special, knot, decision, 0)
    return MET_PARADOX if paradox else MET_ALL_FAIL


@inner
def set_aside(fight: Fight, special: Special | None, move: int) -> None:
    """Mark the fleets at stake in a paradox: those that carry the move, and may yet be lost."""
    for number in range(fight.body[move].route, fight.body[move].route_end):
        for at in range(fight.fleet_at[number], fight.fleet_at[number + 1]):
            if lost(fight, special, fight.fleets[at]) == 1:
                fight.knot[fight.fleets[at]].aside = 1


@inner
def all_yes(fight: Fight, special: Special | None, members: Int64s) -> bool:
    """Whether *yes* for each A of a set of nothing else is consistent; all are open afterwards."""
    for a in members:
        fight.body[a].won = 2
    agreed = True
    for a in members:
        agreed = agreed and assault_again(fight, special, a) == 2
    for a in members:
        fight.body[a].won = 1
    return agreed


@inner
def settle_assaults(
    fight: Fight, special: Special | None, knot: Knot, members: Int64s, state: int
) -> None:
    """Write every A of a set."""
    for decision in members:
        if decision >= 0 and fight.body[decision].deed != SUPPORT:
            settle(fight, special, knot, decision, state)
