"""The strengths of an assault and of those against it: sum, prevent, hold."""

from __future__ import annotations

from legation.kernel.compiled import inlined
from legation.kernel.layout import EXCHANGE, MOVE, NO_EFFECT, Fight, Special
from legation.kernel.terms import gone, lead, next_member, next_there, rule, stays, won


@inlined
def meets(fight: Fight, special: Special | None, leaver: int, a: int, passing: bool) -> int:
    """The state of *this leaver, at the goal of assault a, opposes a*.

    `passing`: as if neither went by convoy.
    """
    body = fight.body
    if special is None:
        if body[leaver].goal != body[a].place:
            return 0
        return int(2 - max(body[leaver].ferried, body[a].ferried))
    if body[leaver].deed != MOVE or body[a].open_goal or body[leaver].open_goal:
        return 0
    own = body[leaver].power == body[a].power
    if own and rule(special, EXCHANGE) and body[leaver].kind == body[a].kind:
        return 0
    most = 0
    move = a
    while move >= 0:
        if body[move].place == body[leaver].goal:
            if passing:
                return 2
            most = max(most, 2 - max(body[leaver].ferried, body[move].ferried))
        move = next_member(fight, special, move)
    return most


@inlined
def strength(fight: Fight, special: Special | None, a: int) -> tuple[int, int]:
    """Bounds of sum(a)."""
    body = fight.body
    low = high = 0
    if special is None:
        if body[a].afoot == 2:
            low = body[a].low
        if body[a].afoot > 0:
            high = body[a].high
        return low, high
    move = a
    while move >= 0:
        if body[move].afoot == 2:
            low += body[move].low
        if body[move].afoot > 0:
            high += body[move].high
        move = next_member(fight, special, move)
    return low, high


@inlined
def strength_of_others(
    fight: Fight, special: Special | None, a: int, victim: int
) -> tuple[int, int]:
    """Bounds of sum(a) without the victim's power."""
    body = fight.body
    low, high = strength(fight, special, a)
    move = a
    while move >= 0:
        support = body[move].backers
        while support >= 0:
            if body[support].power == body[victim].power:
                if body[move].afoot == 2:
                    low -= body[support].least
                if body[move].afoot > 0:
                    high -= body[support].most
            support = body[support].backing
        move = next_member(fight, special, move)
    return low, high


@inlined
def beaten(fight: Fight, special: Special | None, a: int) -> int:
    """The state of *a lost a head-to-head battle*."""
    body, spot = fight.body, fight.spot
    worst = 0
    leaver = spot[body[a].goal].first
    if special is None:
        if leaver < 0 or body[leaver].deed != MOVE:
            return 0
        return int(min(meets(fight, special, leaver, a, False), body[leaver].won))
    passing = rule(special, NO_EFFECT)
    while leaver >= 0:
        if body[leaver].deed == MOVE:
            met = meets(fight, special, leaver, a, passing)
            worst = max(worst, min(met, won(fight, special, leaver)))
        leaver = next_there(fight, special, leaver)
    if passing:  # who gets in keeps others out, whoever passed it
        worst = min(worst, 2 - won(fight, special, a))
    return worst


@inlined
def prevent(fight: Fight, special: Special | None, a: int) -> tuple[int, int]:
    """What a rival has to beat: bounds of *prevent*."""
    low, high = strength(fight, special, a)
    lost_it = beaten(fight, special, a)
    if lost_it == 2:
        return 0, 0
    return (low if lost_it == 0 else 0), high


@inlined
def rivals(fight: Fight, special: Special | None, a: int, enough: int) -> tuple[int, int]:
    """Bounds of the greatest prevent of the other assaults into the goal of a.

    No more are looked at when one is known to prevent with `enough`.
    """
    body, spot = fight.body, fight.spot
    most_low = most_high = 0
    rival = spot[body[a].goal].movers
    while rival >= 0 and most_low < enough:
        if rival != a and lead(fight, special, rival) == rival:
            low, high = prevent(fight, special, rival)
            most_low, most_high = max(most_low, low), max(most_high, high)
        rival = body[rival].after
    return most_low, most_high


@inlined
def hold(fight: Fight, special: Special | None, a: int, doubtful: bool) -> tuple[int, int]:
    """Bounds of the hold strength against a in the REMAIN case.

    `doubtful`: whether those of whom it is open whether they oppose a do so.
    """
    body, spot = fight.body, fight.spot
    holder = spot[body[a].goal].first
    if special is None:
        if body[holder].deed != MOVE:
            return body[holder].low, body[holder].high
        met = meets(fight, special, holder, a, False)
        if met == 2 or (met == 1 and doubtful):
            return strength(fight, special, holder)
        return 1, 1
    bonus = body[holder].bonus
    low = high = 0
    least = -1  # weight of a leaver that may remain
    certain = False
    while holder >= 0:
        met = meets(fight, special, holder, a, False)
        if stays(fight, special, holder):
            low += body[holder].low
            high += body[holder].high
            certain = True
        elif met == 2 or (met == 1 and doubtful):
            certain = True
            if first_to_meet(fight, special, holder, a, doubtful):
                sum_low, sum_high = strength(fight, special, body[holder].lead)
                low += sum_low
                high += sum_high
        else:
            left = gone(fight, special, holder)
            if left == 0:
                low += body[holder].weight
                certain = True
            if left < 2:
                high += body[holder].weight
                if least < 0 or body[holder].weight < least:
                    least = body[holder].weight
        holder = next_there(fight, special, holder)
    if not certain and least >= 0:
        low = least
    return low + bonus, high + bonus


@inlined
def first_to_meet(fight: Fight, special: Special, leaver: int, a: int, doubtful: bool) -> bool:
    """Whether no earlier leaver of the same assault opposes a: its sum counts once."""
    body, spot = fight.body, fight.spot
    other = spot[body[leaver].place].first
    while other != leaver:
        if body[other].deed == MOVE and body[other].lead == body[leaver].lead:
            met = meets(fight, special, other, a, False)
            if met == 2 or (met == 1 and doubtful):
                return False
        other = next_there(fight, special, other)
    return True
