"""One battle: build its lists, tighten, close what is left, write what became of it."""

from __future__ import annotations

from legation.kernel.compiled import compiled, inlined, inner
from legation.kernel.cuts import convoy, worth
from legation.kernel.layout import (
    CONVOY,
    JOINT,
    LAND,
    MET_JOINT,
    MET_PARADOX,
    MET_ROOM,
    MOST_WEIGHT,
    MOVE,
    SUPPORT,
    Extra,
    Fight,
    Forces,
    Int64s,
    Results,
    Special,
)
from legation.kernel.rounds import assault_again, set_convoy, set_support, tighten
from legation.kernel.sinks import unravel
from legation.kernel.strengths import prevent
from legation.kernel.terms import gone, lead, next_member, next_there, rule, won


@compiled
def solve_one(
    forces: Forces,
    extra: Extra | None,
    off: Int64s,
    battle: int,
    fight: Fight,
    results: Results,
) -> None:
    """Resolve battle number `battle` and write its part of `results`, which are cleared."""
    lo = off[battle]
    size = off[battle + 1] - lo
    special = special_of(extra, battle)
    moves, supports = read(forces, extra, lo, size, fight)
    if extra is not None:
        read_extra(extra, lo, size, fight)
        muster(fight, special, size)
    met = 0
    waiting, news = tighten(fight, special, begin(fight, special, moves, supports))
    if waiting > 0:
        met = unravel(fight, special, size, waiting, news)
    report(fight, special, lo, moves, supports, results)
    if met & MET_PARADOX:
        for force in range(size):
            results.aside[lo + force] = fight.knot[force].aside
    if extra is not None:
        met |= met_jointly(fight, special, size)
    results.met[battle] = met


@inlined
def special_of(extra: Extra | None, battle: int) -> Special | None:
    """What is special about a battle; None, also for the compiler, where nothing is."""
    if extra is None:
        return None
    return Special(extra.flags[battle], extra.room[battle], extra.attackers)


@inlined
def read(forces: Forces, extra: Extra | None, lo: int, size: int, fight: Fight) -> tuple[int, int]:
    """Copy the forces of a battle and link their lists; how many moves and supports it lists.

    It goes from the last force to the first, so that linked lists run upwards
    and the rows of `moves` and `supports` downwards. There are few branches, which
    no processor could foresee here: a force without a goal or target is linked
    into the last row of `spot` or `body`, which stands for nothing (index -1).
    """
    body, spot = fight.body, fight.spot
    for place in range(len(spot)):
        spot[place].first = -1
        spot[place].movers = -1
    for force in range(size):
        body[force].backers = -1
    moves = supports = 0
    for force in range(size - 1, -1, -1):
        at = lo + force
        deed, road, place, target = (
            forces.deed[at],
            forces.road[at],
            forces.place[at],
            forces.target[at],
        )
        goal = forces.goal[at]
        wanted = goal if deed == MOVE else -1
        body[force].power = forces.power[at]
        body[force].place = place
        body[force].deed = deed
        body[force].goal = goal
        body[force].target = target
        body[force].road = road
        body[force].won = deed == MOVE
        body[force].afoot = 2
        body[force].ferried = 0
        body[force].runs = 0
        if extra is None:
            body[force].low = body[force].high = 1
        else:
            body[force].low = body[force].high = extra.weight[at]
            body[force].beside = spot[place].first
        spot[place].first = force
        body[force].after = spot[wanted].movers
        spot[wanted].movers = force
        body[force].backing = body[target].backers
        body[target].backers = force
        body[moves].moves = force
        moves += (deed == MOVE) | (road != LAND)
        body[supports].supports = force
        supports += deed == SUPPORT
        if road != LAND:
            body[force].route = forces.route_at[at]
            body[force].route_end = forces.route_at[at + 1]
            body[force].runs = 1
            body[force].ferried = 2 if road == CONVOY else 1
            body[force].afoot = 1 if road == CONVOY else 2
    return moves, supports


@inlined
def read_extra(extra: Extra, lo: int, size: int, fight: Fight) -> None:
    """Copy what only `Extra` says."""
    body = fight.body
    for force in range(size):
        at = lo + force
        body[force].kind = extra.kind[at]
        body[force].weight = extra.weight[at]
        body[force].bonus = extra.bonus[at]
        body[force].vacant = extra.vacant[at]
        body[force].open_place = extra.open_place[at]
        body[force].open_goal = extra.open_goal[at]
        body[force].peace = extra.peace[at]
        body[force].shield = extra.shield_at[at]
        body[force].shield_end = extra.shield_at[at + 1]
        body[force].lead = force
        body[force].mate = -1
        body[force].least = body[force].most = 0  # for good, where PRECUT


@inlined
def muster(fight: Fight, special: Special | None, size: int) -> None:
    """Join moves of one power and kind to one place into assaults."""
    body = fight.body
    if not rule(special, JOINT):
        return
    for force in range(size):
        if body[force].deed != MOVE or body[force].lead != force:
            continue
        if body[force].open_goal:
            continue
        last = force
        other = body[force].after
        while other >= 0:
            if body[other].power == body[force].power and body[other].kind == body[force].kind:
                body[other].lead = force
                body[last].mate = other
                body[other].won = 0  # the lead decides
                last = other
            other = body[other].after


@inlined
def begin(fight: Fight, special: Special | None, moves: int, supports: int) -> int:
    """Give C and S what their formulas say while all is open; how many forces are pending.

    Then most strengths are known before an assault is looked at. In a plain
    battle a lone move over land into an empty place is settled here: it gets in.
    """
    body, spot = fight.body, fight.spot
    waiting = 0
    for row in range(moves):
        move = body[row].moves
        goal = body[move].goal
        body[waiting].pending = move
        if special is None:
            lone = (body[move].road == LAND) & (spot[goal].first < 0)
            lone &= (spot[goal].movers == move) & (body[move].after < 0)
            body[move].won += lone
            waiting += not lone
        else:
            waiting += 1
        if body[move].road != LAND:
            state = convoy(fight, special, move)
            if state != 1:
                set_convoy(fight, move, state)
    for row in range(supports):
        support = body[row].supports
        low, high = worth(fight, special, support)
        body[support].least = body[support].most = 0
        set_support(fight, support, low, high)
        body[waiting].pending = support
        waiting += low != high
    return waiting


@inlined
def report(
    fight: Fight,
    special: Special | None,
    lo: int,
    moves: int,
    supports: int,
    results: Results,
) -> None:
    """Write what became of each force, where something did."""
    body, spot = fight.body, fight.spot
    for row in range(supports):
        support = body[row].supports
        results.support[lo + support] = body[support].least
    for row in range(moves):
        move = body[row].moves
        goal = body[move].goal
        results.convoy[lo + move] = body[move].runs == 2
        if gone(fight, special, move) == 2:
            results.arrived[lo + move] = 1
            mark_dislodged(fight, special, lo, move, results)
        if spot[goal].movers == move and body[move].after >= 0:
            mark_contested(fight, special, lo, goal, results)


@inlined
def mark_dislodged(
    fight: Fight, special: Special | None, lo: int, move: int, results: Results
) -> None:
    """Mark the foreign forces that a move found in its goal; of several moves the last stays."""
    body, spot = fight.body, fight.spot
    force = spot[body[move].goal].first
    while force >= 0:
        safe = special is not None and body[force].open_place != 0
        if not safe and gone(fight, special, force) < 2 and body[force].power != body[move].power:
            results.dislodged_by[lo + force] = move
        force = next_there(fight, special, force)


@inlined
def mark_contested(
    fight: Fight, special: Special | None, lo: int, place: int, results: Results
) -> None:
    """Mark the moves into a place if nobody is in it and two assaults prevent."""
    body, spot = fight.body, fight.spot
    force = spot[place].first
    while force >= 0:
        if gone(fight, special, force) != 2:
            return
        force = next_there(fight, special, force)
    strong = 0
    move = spot[place].movers
    while move >= 0:
        if gone(fight, special, move) == 2:
            return
        if lead(fight, special, move) == move and prevent(fight, special, move)[0] > 0:
            strong += 1
        move = body[move].after
    move = spot[place].movers
    while move >= 0 and strong >= 2:
        results.contested[lo + move] = 1
        move = body[move].after


@inner
def met_jointly(fight: Fight, special: Special | None, size: int) -> int:
    """Bits MET_JOINT and MET_ROOM: what became of joint assaults."""
    body = fight.body
    met = 0
    if special is None or not rule(special, JOINT):
        return met
    roomy = Special(special.flags, MOST_WEIGHT, special.attackers)
    for force in range(size):
        if body[force].deed == MOVE and lead(fight, special, force) == force:
            if won(fight, special, force) == 2 and next_member(fight, special, force) >= 0:
                met |= MET_JOINT
            if won(fight, special, force) == 0 and assault_again(fight, roomy, force) == 2:
                met |= MET_ROOM
    return met
