"""Plain rings: moves that each wait for nothing but the next one to leave.

They are by far the most sets that are met. Such a ring is consistent with all
yes and with all no, so it is closed with yes; no graph has to be drawn for it.
"""

from __future__ import annotations

from legation.kernel.compiled import inner
from legation.kernel.knots import Knot, tell_assault
from legation.kernel.layout import MET_RING, MOVE, Fight
from legation.kernel.rounds import open_assault


@inner
def close_rings(fight: Fight, knot: Knot, waiting: int) -> int:
    """Close the rings among the first `waiting` pending forces of a plain battle; bits MET_*."""
    body, spot, rows = fight.body, fight.spot, fight.knot
    met = 0
    for at in range(waiting):
        move = body[at].pending
        while open_assault(fight, move) and rows[move].walk == 0 and follows(fight, move):
            rows[move].walk = at + 1
            move = spot[body[move].goal].first
        if open_assault(fight, move) and rows[move].walk == at + 1:
            close(fight, knot, move)
            met = MET_RING
    return met


@inner
def follows(fight: Fight, a: int) -> bool:
    """Whether an open A of a plain battle is what A of the force at its goal is.

    Its strength is known, it has no rival, and the force there leaves and does not
    oppose it. It gets into the empty place; it is open, so not into a held one.
    """
    body, spot = fight.body, fight.spot
    leaver = spot[body[a].goal].first
    return bool(
        leaver >= 0
        and body[leaver].deed == MOVE
        and body[leaver].goal != body[a].place
        and body[leaver].afoot == 2
        and spot[body[a].goal].movers == a
        and body[a].after < 0
        and body[a].low == body[a].high
        and body[a].afoot == 2
    )


@inner
def close(fight: Fight, knot: Knot, first: int) -> None:
    """Let a ring go round, from one of its moves."""
    body, spot = fight.body, fight.spot
    move = first
    while body[move].won == 1:
        body[move].won = 2
        move = spot[body[move].goal].first
    tell_assault(fight, None, knot, first)
    move = spot[body[first].goal].first
    while move != first:
        tell_assault(fight, None, knot, move)
        move = spot[body[move].goal].first
