"""Round 1 of ``docs/battle.md``: tighten until nothing changes; and what decides.

Also the setters: every decision is written here, so that what follows from it
(*by convoy*, *present*, strengths) follows at once.
"""

from __future__ import annotations

from legation.kernel.assaults import assault
from legation.kernel.compiled import inlined, inner
from legation.kernel.cuts import convoy, worth
from legation.kernel.layout import CONVOY, SUPPORT, Fight, Special

FEW = 16  # so many pending forces may take a round each


@inlined
def set_convoy(fight: Fight, move: int, state: int) -> None:
    """Write C of a move, or open it again."""
    body = fight.body
    body[move].runs = state
    if body[move].road == CONVOY:
        body[move].afoot = state
    else:
        body[move].ferried = state


@inlined
def set_support(fight: Fight, support: int, low: int, high: int) -> None:
    """Write the bounds of S, and with them those of the force supported."""
    body = fight.body
    target = body[support].target
    body[target].low += low - body[support].least
    body[target].high += high - body[support].most
    body[support].least = low
    body[support].most = high


@inlined
def open_convoy(fight: Fight, force: int) -> bool:
    """Whether C of a force is a decision, and open."""
    body = fight.body
    return bool(body[force].runs == 1)


@inlined
def open_assault(fight: Fight, force: int) -> bool:
    """Whether a force leads an assault, and A is open."""
    body = fight.body
    return bool(body[force].won == 1)


@inlined
def open_support(fight: Fight, force: int) -> bool:
    """Whether S of a force is a decision, and open."""
    body = fight.body
    return bool(body[force].deed == SUPPORT and body[force].least != body[force].most)


@inlined
def tighten_one(fight: Fight, special: Special | None, force: int) -> int:
    """Tighten what is open of one force. Bit 1: something changed; 2: something is open."""
    body = fight.body
    bits = 0
    if body[force].deed == SUPPORT:
        low, high = worth(fight, special, force)
        if low != body[force].least or high != body[force].most:
            set_support(fight, force, low, high)
            bits |= 1
        if low != high:
            bits |= 2
        return bits
    if open_convoy(fight, force):
        state = convoy(fight, special, force)
        if state != 1:
            set_convoy(fight, force, state)
            bits |= 1
        else:
            bits |= 2
    if open_assault(fight, force):
        state = assault(fight, special, force)
        if state != 1:
            body[force].won = state
            bits |= 1
        else:
            bits |= 2
    return bits


@inner
def tighten(fight: Fight, special: Special | None, count: int) -> tuple[int, int]:
    """Tighten the first `count` pending forces: how many stay open, and how many are news.

    It goes on round after round while each settles a good part of them, or they
    are few, so that its cost is linear. Where it stops short of the end, those
    that the last round settled stand in `pending` behind what stays open: the
    news; -1 where that round changed nothing.
    """
    body = fight.body
    news = 0
    while count > 0 and news >= 0:
        kept = changes = 0
        for at in range(count):
            force = body[at].pending
            bits = tighten_one(fight, special, force)
            changes += bits & 1
            if bits & 2:
                body[at].pending = body[kept].pending
                body[kept].pending = force
                kept += 1
        news = count - kept if changes > 0 else -1
        slow = kept > FEW and 4 * kept > 3 * count
        count = kept
        if slow:
            break
    return count, news


# The rare rounds call these: there they need not become part of many callers.


@inner
def assault_again(fight: Fight, special: Special | None, a: int) -> int:
    """`assault`."""
    return int(assault(fight, special, a))


@inner
def worth_again(fight: Fight, special: Special | None, support: int) -> tuple[int, int]:
    """`worth`."""
    low, high = worth(fight, special, support)
    return low, high


@inner
def convoy_again(fight: Fight, special: Special | None, move: int) -> int:
    """`convoy`."""
    return int(convoy(fight, special, move))
