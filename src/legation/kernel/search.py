"""The consistent assignments of a set (round 3): values of A are guessed one by one.

What the formulas make of a guess is certain, since they are monotone. What a
guess settles is noted on a trail, and opened again from there.
"""

from __future__ import annotations

import numpy as np

from legation.kernel.compiled import allocating, inner
from legation.kernel.knots import SEARCHED, TRAIL, Knot, call, settle, work_off
from legation.kernel.layout import SUPPORT, Fight, Int64s, Special
from legation.kernel.rounds import open_assault, set_convoy, set_support, worth_again
from legation.kernel.terms import next_there


@allocating
def search(
    fight: Fight, special: Special | None, knot: Knot, members: Int64s, ward: int, only: Int64s
) -> int:
    """Count the consistent assignments of the set `ward`, but no further than 2.

    `members` are its decisions, all open, and open again afterwards; `only`,
    (M,), keeps A and C of the first assignment found, member by member.
    """
    total, counts = len(members), knot.counts
    guessed = np.empty(total, np.int64)  # places in `members`
    trails = np.empty(total, np.int64)  # the trail before each guess; ~ once *no* is tried
    start = counts[TRAIL]
    counts[SEARCHED] = ward
    depth = assignments = at = 0
    sound = True
    while True:
        while sound and at < total and not open_guess(fight, members[at]):
            at += 1
        state = 2
        if sound and at < total:
            guessed[depth] = at
            trails[depth] = counts[TRAIL]
            depth += 1
        else:
            if sound:
                assignments += 1
                if assignments == 1:
                    keep(fight, members, only)
            while depth > 0 and trails[depth - 1] < 0:
                depth -= 1
            if depth == 0 or assignments == 2:
                break
            state = 0
            at = guessed[depth - 1]
            take_back(fight, special, knot, trails[depth - 1])
            trails[depth - 1] = ~trails[depth - 1]
        settle(fight, special, knot, members[at], state)
        call(fight, knot, members[at])
        sound = work_off(fight, special, knot)
    take_back(fight, special, knot, start)
    counts[SEARCHED] = 0
    return assignments


@inner
def open_guess(fight: Fight, decision: int) -> bool:
    """Whether a decision is an open A."""
    return bool(decision >= 0 and open_assault(fight, decision))


@inner
def keep(fight: Fight, members: Int64s, only: Int64s) -> None:
    """Copy A and C of the decisions of a set; S follows from them."""
    for at in range(len(members)):
        decision = members[at]
        only[at] = fight.body[~decision].runs if decision < 0 else fight.body[decision].won


@inner
def take_back(fight: Fight, special: Special | None, knot: Knot, begin: int) -> None:
    """Open again what the trail holds from `begin` on; S follows."""
    body, rows = fight.body, fight.knot
    end = knot.counts[TRAIL]
    for at in range(begin, end):
        decision = rows[at].trail
        if decision < 0:
            set_convoy(fight, ~decision, 1)
        else:
            body[decision].won = 1
    for at in range(begin, end):
        decision = rows[at].trail
        move = ~decision if decision < 0 else decision
        force = fight.spot[body[move].goal].first
        while force >= 0:
            if body[force].deed == SUPPORT:
                low, high = worth_again(fight, special, force)
                set_support(fight, force, low, high)
            force = next_there(fight, special, force)
    knot.counts[TRAIL] = begin
