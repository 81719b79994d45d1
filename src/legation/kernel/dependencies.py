"""Which open decisions an open decision reads: the edges of ``docs/battle.md``, round 2.

Only battles that tightening does not settle come here.
"""

from __future__ import annotations

from typing import NamedTuple

from legation.kernel.assaults import (
    FACED,
    FACED_MAYBE,
    LINGERING,
    ROOTED,
    STAYER,
    empty_case,
    foreign_case,
    ground,
    own_case,
    room_for,
    same_kind,
)
from legation.kernel.compiled import inner
from legation.kernel.cuts import aim, attacks, lost, route
from legation.kernel.layout import (
    EVERY,
    MOST_WEIGHT,
    MOVE,
    NO_EFFECT,
    SUBTRACT,
    SUPPORT,
    Fight,
    Int64s,
    Special,
)
from legation.kernel.strengths import (
    beaten,
    hold,
    meets,
    prevent,
    rivals,
    strength,
    strength_of_others,
)
from legation.kernel.terms import (
    gone,
    greater,
    lead,
    next_member,
    next_there,
    rule,
    shielded,
    stays,
    won,
)


class Graph(NamedTuple):
    """What some open decisions read of one another. M decisions, n forces of the battle.

    - own, ferry: int64, (n,), ward, seen: int64, (M,), columns of `Fight.knot`.
    - edges: int64, (E,), the numbers of decisions read, reader after reader.
    - drawn: int64, (1,), how many of the edges are drawn.
    """

    own: Int64s
    ferry: Int64s
    ward: Int64s
    seen: Int64s
    edges: Int64s
    drawn: Int64s


@inner
def draw(graph: Graph, reader: int, read: int) -> None:
    """An edge from decision number `reader` to number `read`, if that is open (not -1).

    Both are of one ward; what is of another was settled since it got its number.
    """
    if read >= 0 and graph.ward[read] == graph.ward[reader] and graph.seen[read] != reader:
        graph.seen[read] = reader
        graph.edges[graph.drawn[0]] = read
        graph.drawn[0] += 1


@inner
def draw_present(fight: Fight, special: Special | None, graph: Graph, reader: int, a: int) -> None:
    """C of the maybe present members of a."""
    body = fight.body
    move = a
    while move >= 0:
        if body[move].afoot == 1:
            draw(graph, reader, graph.ferry[move])
        move = next_member(fight, special, move)


@inner
def draw_backers(fight: Fight, graph: Graph, reader: int, force: int, victim: int) -> None:
    """Open S of the supports for a force, but those of the victim's power (-1: of any)."""
    body = fight.body
    support = body[force].backers
    while support >= 0:
        if victim < 0 or body[support].power != body[victim].power:
            draw(graph, reader, graph.own[support])
        support = body[support].backing


@inner
def draw_strength(
    fight: Fight, special: Special | None, graph: Graph, reader: int, a: int, victim: int
) -> None:
    """The open terms of sum(a), without the victim's power (-1: with every power)."""
    body = fight.body
    draw_present(fight, special, graph, reader, a)
    move = a
    while move >= 0:
        if body[move].afoot > 0:
            draw_backers(fight, graph, reader, move, victim)
        move = next_member(fight, special, move)


@inner
def draw_gone(fight: Fight, special: Special | None, graph: Graph, reader: int, place: int) -> None:
    """The open A and C that say which leavers of a place are gone."""
    spot = fight.spot
    force = spot[place].first
    while force >= 0:
        if gone(fight, special, force) == 1:
            draw_gone_one(fight, special, graph, reader, force)
        force = next_there(fight, special, force)


@inner
def draw_gone_one(
    fight: Fight, special: Special | None, graph: Graph, reader: int, leaver: int
) -> None:
    """The open A and C that say whether one leaver is gone, where that is open."""
    body = fight.body
    draw(graph, reader, graph.own[lead(fight, special, leaver)])
    if body[leaver].afoot == 1:
        draw(graph, reader, graph.ferry[leaver])


@inner
def draw_meeting(
    fight: Fight, special: Special | None, graph: Graph, reader: int, leaver: int, a: int
) -> None:
    """The open C that say whether a leaver opposes a, where that is open."""
    body = fight.body
    if meets(fight, special, leaver, a, False) != 1:
        return
    move = a
    while move >= 0:
        ferried = max(body[move].ferried, body[leaver].ferried)
        if body[move].place == body[leaver].goal and ferried == 1:
            if body[move].ferried == 1:
                draw(graph, reader, graph.ferry[move])
            if body[leaver].ferried == 1:
                draw(graph, reader, graph.ferry[leaver])
        move = next_member(fight, special, move)


@inner
def draw_prevent(fight: Fight, special: Special | None, graph: Graph, reader: int, a: int) -> None:
    """The open terms of prevent(a). One that surely lost head-to-head has none."""
    body, spot = fight.body, fight.spot
    if beaten(fight, special, a) == 2:
        return
    draw_strength(fight, special, graph, reader, a, -1)
    passing = rule(special, NO_EFFECT)
    leaver = spot[body[a].goal].first
    while leaver >= 0:
        if body[leaver].deed == MOVE:
            met = meets(fight, special, leaver, a, passing)
            if min(met, won(fight, special, leaver)) > 0:
                draw(graph, reader, graph.own[lead(fight, special, leaver)])
                if passing:
                    draw(graph, reader, graph.own[lead(fight, special, a)])
                if met == 1:
                    draw_meeting(fight, special, graph, reader, leaver, a)
        leaver = next_there(fight, special, leaver)


@inner
def draw_rivals(
    fight: Fight, special: Special | None, graph: Graph, reader: int, a: int, low: int, high: int
) -> bool:
    """The prevents with which it is open how a strength of a compares; whether there is one."""
    body, spot = fight.body, fight.spot
    answer = False
    rival = spot[body[a].goal].movers
    while rival >= 0:
        if rival != a and lead(fight, special, rival) == rival:
            rival_low, rival_high = prevent(fight, special, rival)
            if greater(low, high, rival_low, rival_high) == 1:
                draw_prevent(fight, special, graph, reader, rival)
                answer = True
        rival = body[rival].after
    return answer


@inner
def draw_hold(
    fight: Fight, special: Special | None, graph: Graph, reader: int, a: int, doubtful: bool
) -> None:
    """The open terms of the hold strength against a (`doubtful` as in `hold`)."""
    body, spot = fight.body, fight.spot
    holder = spot[body[a].goal].first
    while holder >= 0:
        met = meets(fight, special, holder, a, False)
        if stays(fight, special, holder):
            draw_backers(fight, graph, reader, holder, -1)
        elif met == 2 or (met == 1 and doubtful):
            draw_strength(fight, special, graph, reader, lead(fight, special, holder), -1)
        elif gone(fight, special, holder) == 1:
            draw_gone_one(fight, special, graph, reader, holder)
        holder = next_there(fight, special, holder)


@inner
def draw_empty_case(
    fight: Fight, special: Special | None, graph: Graph, reader: int, a: int
) -> None:
    """What the EMPTY case of a reads, when it is open."""
    body = fight.body
    rival_low, rival_high = rivals(fight, special, a, MOST_WEIGHT)
    if empty_case(fight, special, a, rival_low, rival_high) != 1:
        return
    low, high = strength(fight, special, a)
    vacant = 0
    if special is not None:
        vacant = body[a].vacant
    rival = draw_rivals(fight, special, graph, reader, a, low, high)
    if rival or greater(low, high, vacant, vacant) == 1:
        draw_strength(fight, special, graph, reader, a, -1)
    if room_for(fight, special, a, False) == 1:
        draw_present(fight, special, graph, reader, a)


@inner
def draw_foreign_case(
    fight: Fight, special: Special | None, graph: Graph, reader: int, a: int, doubtful: bool
) -> None:
    """What the REMAIN case of a against another power reads, when it is open."""
    body, spot = fight.body, fight.spot
    rival_low, rival_high = rivals(fight, special, a, MOST_WEIGHT)
    if foreign_case(fight, special, a, doubtful, rival_low, rival_high) != 1:
        return
    victim = spot[body[a].goal].first
    low, high = strength_of_others(fight, special, a, victim)
    hold_low, hold_high = hold(fight, special, a, doubtful)
    rival = draw_rivals(fight, special, graph, reader, a, low, high)
    if greater(low, high, hold_low, hold_high) == 1:
        draw_hold(fight, special, graph, reader, a, doubtful)
        rival = True
    if rival:
        draw_strength(fight, special, graph, reader, a, victim)
    if room_for(fight, special, a, False) == 1:
        draw_present(fight, special, graph, reader, a)


@inner
def draw_own_case(fight: Fight, special: Special | None, graph: Graph, reader: int, a: int) -> None:
    """What the REMAIN case of a where its own power remains reads, when it is open."""
    body, spot = fight.body, fight.spot
    if special is None or own_case(fight, special, a) != 1:
        return
    cramped = room_for(fight, special, a, True) == 1
    if cramped:
        draw_present(fight, special, graph, reader, a)
    mixed = same_kind(fight, special, a) == 1
    force = spot[body[a].goal].first
    while force >= 0:
        strange = mixed and body[force].kind != body[a].kind
        if (cramped or strange) and gone(fight, special, force) == 1:
            draw_gone_one(fight, special, graph, reader, force)
        force = next_there(fight, special, force)
    rival = spot[body[a].goal].movers
    while rival >= 0:
        if body[rival].power != body[a].power:
            draw(graph, reader, graph.own[lead(fight, special, rival)])
        rival = body[rival].after


@inner
def draw_assault(fight: Fight, special: Special | None, graph: Graph, a: int) -> None:
    """What an open A(a) reads."""
    body, spot = fight.body, fight.spot
    reader = graph.own[a]
    bits = ground(fight, special, a)
    empty = not bits & (STAYER | ROOTED)
    remain = bits & (STAYER | LINGERING)
    goal = body[a].goal
    if (empty and remain) or bits & FACED_MAYBE:
        draw_gone(fight, special, graph, reader, goal)
    leaver = spot[goal].first
    while leaver >= 0:
        if bits & FACED_MAYBE and body[leaver].deed == MOVE:
            draw_meeting(fight, special, graph, reader, leaver, a)
        leaver = next_there(fight, special, leaver)
    if empty and not bits & FACED:
        draw_empty_case(fight, special, graph, reader, a)
    if remain and body[spot[goal].first].power == body[a].power:
        draw_own_case(fight, special, graph, reader, a)
    elif remain:
        for doubtful in range(2 if bits & FACED_MAYBE else 1):
            draw_foreign_case(fight, special, graph, reader, a, doubtful > 0)


@inner
def draw_support(fight: Fight, special: Special | None, graph: Graph, support: int) -> None:
    """What an open S reads."""
    body, spot = fight.body, fight.spot
    reader = graph.own[support]
    move = spot[body[support].place].movers
    while move >= 0:
        foreign = body[move].power != body[support].power
        if foreign and not shielded(fight, special, support, move):
            draw(graph, reader, graph.own[lead(fight, special, move)])
        if body[move].afoot == 1 and cuts_here(fight, special, move, support):
            draw(graph, reader, graph.ferry[move])
        move = body[move].after


@inner
def cuts_here(fight: Fight, special: Special | None, move: int, support: int) -> bool:
    """Whether a move is an attacker of a support, or of one that shares its loss."""
    body, spot = fight.body, fight.spot
    if special is None or not rule(special, SUBTRACT):
        return bool(attacks(fight, special, move, support, aim(fight, support)))
    other = spot[body[support].place].first
    while other >= 0:
        if body[other].deed == SUPPORT and attacks(fight, special, move, other, aim(fight, other)):
            return True
        other = next_there(fight, special, other)
    return False


@inner
def draw_convoy(fight: Fight, special: Special | None, graph: Graph, move: int) -> None:
    """What an open C reads."""
    body = fight.body
    for number in range(body[move].route, body[move].route_end):
        if rule(special, EVERY) or route(fight, special, number) > 0:
            for at in range(fight.fleet_at[number], fight.fleet_at[number + 1]):
                fleet = fight.fleets[at]
                if lost(fight, special, fleet) > 0:
                    draw_losses(fight, special, graph, graph.ferry[move], fleet)


@inner
def draw_losses(
    fight: Fight, special: Special | None, graph: Graph, reader: int, fleet: int
) -> None:
    """The open A of foreign assaults into the place of a fleet."""
    body, spot = fight.body, fight.spot
    move = spot[body[fleet].place].movers
    while move >= 0:
        if body[move].power != body[fleet].power:
            draw(graph, reader, graph.own[lead(fight, special, move)])
        move = body[move].after
