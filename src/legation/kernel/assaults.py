"""A of an assault: does it get in?"""

from __future__ import annotations

from legation.kernel.compiled import inlined
from legation.kernel.layout import JOINT, Fight, Special
from legation.kernel.strengths import hold, meets, rivals, strength, strength_of_others
from legation.kernel.terms import (
    at_most,
    gone,
    greater,
    hostile,
    next_member,
    next_there,
    rule,
    stays,
    weight,
    won,
)

# The parties to a place, as an assault into it finds them: bits of `ground`.
STAYER = 1  # somebody there does not move
ROOTED = 2  # a leaver there is surely not gone
LINGERING = 4  # a leaver there may be not gone
FACED = 8  # somebody there surely opposes the assault
FACED_MAYBE = 16  # it is open whether somebody there opposes


@inlined
def ground(fight: Fight, special: Special | None, a: int) -> int:
    """How the goal of a stands, as bits STAYER .. FACED_MAYBE."""
    body, spot = fight.body, fight.spot
    bits = 0
    force = spot[body[a].goal].first
    while force >= 0:
        if stays(fight, special, force):
            bits |= STAYER
        else:
            left = gone(fight, special, force)
            if left < 2:
                bits |= LINGERING
            if left == 0:
                bits |= ROOTED
            met = meets(fight, special, force, a, False)
            if met == 2:
                bits |= FACED
            elif met == 1:
                bits |= FACED_MAYBE
        force = next_there(fight, special, force)
    return bits


@inlined
def manned(fight: Fight, special: Special | None, a: int) -> tuple[int, int]:
    """Bounds of the weight of the members of a that are present."""
    body = fight.body
    low = high = 0
    move = a
    while move >= 0:
        if body[move].afoot == 2:
            low += weight(fight, special, move)
        if body[move].afoot > 0:
            high += weight(fight, special, move)
        move = next_member(fight, special, move)
    return low, high


@inlined
def room_for(fight: Fight, special: Special | None, a: int, with_own: bool) -> int:
    """The state of *there is room for a*, with one's own who remain or without."""
    body, spot = fight.body, fight.spot
    if special is None or not rule(special, JOINT):
        return 2
    low, high = manned(fight, special, a)
    if with_own:
        force = spot[body[a].goal].first
        while force >= 0:
            left = gone(fight, special, force)
            if left == 0:
                low += body[force].weight
            if left < 2:
                high += body[force].weight
            force = next_there(fight, special, force)
    return at_most(low, high, special.room)


@inlined
def empty_case(
    fight: Fight, special: Special | None, a: int, rival_low: int, rival_high: int
) -> int:
    """The state of the EMPTY case of a, when nobody opposes it."""
    body = fight.body
    low, high = strength(fight, special, a)
    vacant = 0
    if special is not None:
        vacant = body[a].vacant
    state = greater(low, high, max(vacant, rival_low), max(vacant, rival_high))
    return min(state, room_for(fight, special, a, False))


@inlined
def foreign_case(
    fight: Fight, special: Special | None, a: int, doubtful: bool, rival_low: int, rival_high: int
) -> int:
    """The state of the REMAIN case of a against another power (`doubtful` as in `hold`)."""
    body, spot = fight.body, fight.spot
    victim = spot[body[a].goal].first
    if special is not None and not hostile(fight, special, a, victim):
        return 0
    low, high = strength_of_others(fight, special, a, victim)
    hold_low, hold_high = hold(fight, special, a, doubtful)
    state = greater(low, high, max(hold_low, rival_low), max(hold_high, rival_high))
    return min(state, room_for(fight, special, a, False))


@inlined
def same_kind(fight: Fight, special: Special, a: int) -> int:
    """The state of *what remains at the goal of a is of its kind*."""
    body, spot = fight.body, fight.spot
    state = 2
    force = spot[body[a].goal].first
    while force >= 0:
        if body[force].kind != body[a].kind:
            state = min(state, gone(fight, special, force))
        force = next_there(fight, special, force)
    return state


@inlined
def unassailed(fight: Fight, special: Special, a: int) -> int:
    """The state of *no foreign assault gets into the goal of a*."""
    body, spot = fight.body, fight.spot
    state = 2
    rival = spot[body[a].goal].movers
    while rival >= 0:
        if body[rival].power != body[a].power:
            state = min(state, 2 - won(fight, special, rival))
        rival = body[rival].after
    return state


@inlined
def own_case(fight: Fight, special: Special | None, a: int) -> int:
    """The state of the REMAIN case of a where its own power remains."""
    if special is None or not rule(special, JOINT):
        return 0
    state = min(same_kind(fight, special, a), room_for(fight, special, a, True))
    return min(state, unassailed(fight, special, a))


@inlined
def present(fight: Fight, special: Special | None, a: int) -> int:
    """The state of *some member of a is present*."""
    body = fight.body
    if special is None:
        return int(body[a].afoot)
    most = 0
    move = a
    while move >= 0:
        most = max(most, body[move].afoot)
        move = next_member(fight, special, move)
    return most


@inlined
def both(state: int, case: int) -> int:
    """What two possible cases make of an assault; a `state` of -1 is no case yet."""
    if state < 0 or state == case:
        return case
    return 1


@inlined
def assault(fight: Fight, special: Special | None, a: int) -> int:
    """A(a)."""
    body, spot = fight.body, fight.spot
    if special is not None and body[a].open_goal:
        return 2
    if present(fight, special, a) == 0:
        return 0
    bits = ground(fight, special, a)
    # Against as much as it could have itself it fails, whoever else is on the way there.
    _, most = strength(fight, special, a)
    rival_low, rival_high = rivals(fight, special, a, most)
    state = -1
    if not bits & (STAYER | ROOTED):
        if bits & (FACED | FACED_MAYBE):
            state = 0  # the opponent got in, so it won
        if not bits & FACED:
            state = both(state, empty_case(fight, special, a, rival_low, rival_high))
    if bits & (STAYER | LINGERING):
        victim = spot[body[a].goal].first
        if body[victim].power == body[a].power:
            if bits & (FACED | FACED_MAYBE):
                state = both(state, 0)  # forces of one power do not change places
            if not bits & FACED:
                state = both(state, own_case(fight, special, a))
        else:
            for doubtful in range(2 if bits & FACED_MAYBE else 1):
                case = foreign_case(fight, special, a, doubtful > 0, rival_low, rival_high)
                state = both(state, case)
    return state
