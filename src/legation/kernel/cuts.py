"""What attacks take away: C of a convoyed move and S of a support."""

from __future__ import annotations

from legation.kernel.compiled import inlined
from legation.kernel.layout import EVERY, HOLDERS_FIRST, SUBTRACT, SUPPORT, Fight, Special
from legation.kernel.terms import hostile, next_there, rule, shielded, stays, weight, won


@inlined
def lost(fight: Fight, special: Special | None, fleet: int) -> int:
    """Whether a convoying fleet is dislodged: the state of *lost*."""
    body, spot = fight.body, fight.spot
    if special is not None and body[fleet].open_place:
        return 0
    worst = 0
    move = spot[body[fleet].place].movers
    while move >= 0:
        if body[move].power != body[fleet].power:
            worst = max(worst, won(fight, special, move))
        move = body[move].after
    return worst


@inlined
def route(fight: Fight, special: Special | None, number: int) -> int:
    """The state of *no fleet of this route is lost*; `number` counts over the batch."""
    sound = 2
    for at in range(fight.fleet_at[number], fight.fleet_at[number + 1]):
        sound = min(sound, 2 - lost(fight, special, fight.fleets[at]))
    return sound


@inlined
def convoy(fight: Fight, special: Special | None, move: int) -> int:
    """C of a move that goes by convoy, or may."""
    begin, end = fight.body[move].route, fight.body[move].route_end
    if rule(special, EVERY):
        sound = 2 if end > begin else 0
        for number in range(begin, end):
            sound = min(sound, route(fight, special, number))
        return sound
    sound = 0
    for number in range(begin, end):
        sound = max(sound, route(fight, special, number))
    return sound


@inlined
def aim(fight: Fight, support: int) -> int:
    """The place that a support bears on: an attack from there does not cut it."""
    body = fight.body
    target = body[support].target
    if body[target].goal >= 0:
        return int(body[target].goal)
    return int(body[target].place)


@inlined
def attacks(fight: Fight, special: Special | None, move: int, support: int, bears_on: int) -> bool:
    """Whether a move into the support's place is one of its attackers."""
    body = fight.body
    return (
        body[move].place != bears_on
        and hostile(fight, special, move, support)
        and not shielded(fight, special, support, move)
    )


@inlined
def worth(fight: Fight, special: Special | None, support: int) -> tuple[int, int]:
    """Bounds of S of a support that is neither VOID nor PRECUT."""
    body, spot = fight.body, fight.spot
    whole = weight(fight, special, support)
    if special is not None and body[support].open_place:
        return whole, whole
    move = spot[body[support].place].movers
    if move < 0:
        return whole, whole
    bears_on = aim(fight, support)
    attacked = dislodged = 0
    while move >= 0:
        if attacks(fight, special, move, support, bears_on):
            attacked = max(attacked, body[move].afoot)
        if body[move].power != body[support].power and not shielded(fight, special, support, move):
            dislodged = max(dislodged, won(fight, special, move))
        move = body[move].after
    if dislodged == 2:
        return 0, 0
    if special is not None and rule(special, SUBTRACT):
        low, high = shared_loss(fight, special, support, 1), shared_loss(fight, special, support, 2)
        return (low if dislodged == 0 else 0), high
    if attacked == 2:
        return 0, 0
    return (whole if attacked == 0 and dislodged == 0 else 0), whole


@inlined
def shared_loss(fight: Fight, special: Special, support: int, least_afoot: int) -> int:
    """What a support keeps when all attackers of its place share one loss.

    Attackers count that are present at least to the state `least_afoot`.
    """
    body, spot = fight.body, fight.spot
    place = body[support].place
    move = spot[place].movers
    while move >= 0:
        body[move].left = 0
        if body[move].afoot >= least_afoot:
            body[move].left = body[move].weight
        move = body[move].after
    if rule(special, HOLDERS_FIRST):
        absorb(fight, special, place)
    other = spot[place].first
    while other >= 0:
        if body[other].deed == SUPPORT:
            keeps = int(body[other].weight)
            bears_on = aim(fight, other)
            move = spot[place].movers
            while move >= 0 and keeps > 0:
                if body[move].left > 0 and attacks(fight, special, move, other, bears_on):
                    taken = min(keeps, body[move].left)
                    body[move].left -= taken
                    keeps -= taken
                move = body[move].after
            if other == support:
                return keeps
        other = next_there(fight, special, other)
    return 0


@inlined
def absorb(fight: Fight, special: Special, place: int) -> None:
    """Let those who hold a place take the first of its attackers' loss."""
    body, spot = fight.body, fight.spot
    holding = 0
    force = spot[place].first
    while force >= 0:
        if body[force].deed != SUPPORT and stays(fight, special, force):
            holding += body[force].weight
        force = next_there(fight, special, force)
    move = spot[place].movers
    while move >= 0 and holding > 0:
        if body[move].left > 0 and attacks_any(fight, special, move, place):
            taken = min(holding, body[move].left)
            body[move].left -= taken
            holding -= taken
        move = body[move].after


@inlined
def attacks_any(fight: Fight, special: Special, move: int, place: int) -> bool:
    """Whether a move is an attacker of some support in its goal, not VOID nor PRECUT."""
    body, spot = fight.body, fight.spot
    force = spot[place].first
    while force >= 0:
        if body[force].deed == SUPPORT and attacks(fight, special, move, force, aim(fight, force)):
            return True
        force = next_there(fight, special, force)
    return False
