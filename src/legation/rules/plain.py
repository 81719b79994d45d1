"""What is decided of a battle before any round: its plain places (STD-BAT).

A place is plain where all that bears on it is known: the strength of the moves
into it and of who stays there, and whether who starts there leaves. One place
makes others plain, so they are decided in a row, the head of a train first; so
does who meets his equal head to head, for then neither leaves. The formulas of
`rules.entering` would say the same; what is left to them are convoys that may
fail, head-to-head battles that somebody wins, rings, and all that waits for one
of these.
"""

from __future__ import annotations

from legation.rules.battle import Preset, Road
from legation.rules.decided import NO, OPEN, YES
from legation.rules.helping import Helped

_CONVOY, _LAND, _PRECUT = Road.CONVOY, Road.LAND, Preset.PRECUT


def decide_plain(decided: Helped) -> None:
    """Decide convoys and supports that no open move bears on, and the moves into plain places."""
    into, battle, runs = decided.into, decided.battle, decided.runs
    for move in decided.convoyed:
        runs[move] = decided.convoy(move)
    low, high, forces = decided.low, decided.high, decided.forces
    for support in decided.supports:
        force = forces[support]
        if force.place in into or force.preset is _PRECUT:
            low[support], high[support] = decided.support(support)
        else:
            low[support] = force.weight
    if battle.rules.joint or battle.rules.origin == "last-fleet" or battle.hold_bonus:
        return
    strengths, leavers, apart = _strengths(decided), decided.leavers, battle.open_places
    if battle.vacant:
        apart = apart.union(battle.vacant)
    _decide_in_a_row(decided, [goal for goal in into if goal not in leavers], apart, strengths)
    if OPEN in decided.gets_in:
        _decide_in_a_row(decided, _stopped_by_equals(decided, apart, strengths), apart, strengths)


def _decide_in_a_row(
    decided: Helped, ready: list[str], apart: frozenset[str], strengths: list[int]
) -> None:
    """Decide the moves into these places, and into those that become plain by it."""
    into, stayers, leavers = decided.into, decided.stayers, decided.leavers
    gets_in, movers, forces = decided.gets_in, decided.movers, decided.forces
    for goal in ready:
        entering = into[goal]
        if goal in apart:
            continue
        if len(entering) == 1 and goal not in stayers and goal not in leavers:
            (assault,) = entering
            strength = strengths[movers[assault]]
            if strength == OPEN:
                continue
            gets_in[assault] = YES if strength else NO
        elif not _decide_place(decided, goal, strengths):
            continue
        for assault in entering:
            start = forces[movers[assault]].place
            if start in into and gets_in[into[start][0]] == OPEN:
                ready.append(start)


def _stopped_by_equals(decided: Helped, apart: frozenset[str], strengths: list[int]) -> list[str]:
    """Stop moves that meet head to head by land and are equally strong; returns their goals."""
    forces, movers, gets_in, goals = decided.forces, decided.movers, decided.gets_in, []
    for assault, entered in enumerate(gets_in):
        force, strength = forces[movers[assault]], strengths[movers[assault]]
        there = decided.leavers.get(force.goal, ())
        if entered != OPEN or len(there) != 1 or not apart.isdisjoint((force.goal, force.place)):
            continue
        met = forces[there[0]]
        if met.goal != force.place or strength != strengths[there[0]] or strength == OPEN:
            continue
        if force.road is met.road is _LAND and decided.assault_of[there[0]] >= 0:
            gets_in[assault] = NO
            goals.append(force.goal)
    return goals


def _strengths(decided: Helped) -> list[int]:
    """The weight of each force and its support; OPEN where that, or its convoy, is open."""
    forces, low, high = decided.forces, decided.low, decided.high
    strengths, unknown = [force.weight for force in forces], []
    for support in decided.supports:
        target = forces[support].target
        strengths[target] += low[support]
        if low[support] != high[support]:
            unknown.append(target)
    for move in decided.convoyed:
        if forces[move].road is _CONVOY and decided.runs[move] != YES:
            strengths[move] = 0  # it has no path
            if decided.runs[move] == OPEN:
                unknown.append(move)
    for force in unknown:
        strengths[force] = OPEN
    return strengths


def _decide_place(decided: Helped, goal: str, strengths: list[int]) -> bool:
    """Decide the moves into a place, if it is plain."""
    winner, attack, rival = -1, 0, 0
    entering, movers = decided.into[goal], decided.movers
    for assault in entering:
        strength = strengths[movers[assault]]
        if strength == OPEN:
            return False
        if strength > attack:
            winner, attack, rival = assault, strength, attack
        elif strength > rival:
            rival = strength
    stayers, leavers = decided.stayers.get(goal, ()), decided.leavers.get(goal, ())
    if stayers or leavers:
        if len(stayers) + len(leavers) > 1:
            return False
        (index,) = stayers or leavers
        gone = NO if stayers else decided.gone(index)
        held = strengths[index] if stayers else decided.forces[index].weight
        if OPEN in (gone, held):
            return False
        if gone == NO and winner >= 0:
            attack = _against(decided, winner, index, attack) if attack > held else 0
            rival = max(rival, held)
    gets_in = decided.gets_in
    wins = attack > rival and gets_in[winner] != NO
    for assault in entering:
        gets_in[assault] = NO
    if wins:
        gets_in[winner] = YES
    return True


def _against(decided: Helped, assault: int, holder: int, attack: int) -> int:
    """What is left of an attack on who stays: none of his own power's, nor of those at peace."""
    ours, forces = decided.assaults[assault], decided.forces
    victim = forces[holder].power
    if not decided.hostile(ours.power, victim):
        return 0
    supporters = decided.supporters[ours.members[0]]
    return attack - sum([decided.low[s] for s in supporters if forces[s].power == victim])
