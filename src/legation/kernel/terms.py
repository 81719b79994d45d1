"""What the formulas of ``docs/battle.md`` are put together from.

Each function here and in `cuts`, `strengths` and `assaults` takes `fight`, the
battle (see `layout.Fight`), and `special`, which is None for a plain battle:
Numba then drops every branch that needs it, so that one source serves both.
States are 0 no, 1 open, 2 yes; *and* is the lesser, *or* the greater, *not* is
two less the state. Bounds are (low, high). An assault is named by its first
member.
"""

from __future__ import annotations

from legation.kernel.compiled import inlined
from legation.kernel.layout import BLOCKED, MOVE, Fight, Special


@inlined
def at_most(low: int, high: int, bound: int) -> int:
    """The state of *a sum within (low, high) is at most the bound*."""
    if high <= bound:
        return 2
    return 0 if low > bound else 1


@inlined
def greater(low: int, high: int, other_low: int, other_high: int) -> int:
    """The state of *a strength within (low, high) is greater than another*."""
    if low > other_high:
        return 2
    return 0 if high <= other_low else 1


@inlined
def rule(special: Special | None, bit: int) -> bool:
    """Whether a rule other than the standard one is in force: a bit of `Extra.flags`."""
    if special is None:
        return False
    return (special.flags & bit) != 0


@inlined
def hostile(fight: Fight, special: Special | None, attacker: int, victim: int) -> bool:
    """Whether a force may dislodge and cut another."""
    body = fight.body
    if special is None:
        return bool(body[attacker].power != body[victim].power)
    return not (body[attacker].peace >> body[victim].power) & 1


@inlined
def shielded(fight: Fight, special: Special | None, support: int, attacker: int) -> bool:
    """Whether an attack takes nothing from a support."""
    if special is None:
        return False
    for at in range(fight.body[support].shield, fight.body[support].shield_end):
        if special.attackers[at] == attacker:
            return True
    return False


@inlined
def weight(fight: Fight, special: Special | None, force: int) -> int:
    """Units or men of a force."""
    body = fight.body
    if special is None:
        return 1
    return int(body[force].weight)


@inlined
def lead(fight: Fight, special: Special | None, move: int) -> int:
    """The first member of a move's assault, which stands for the assault."""
    body = fight.body
    if special is None:
        return move
    return int(body[move].lead)


@inlined
def next_member(fight: Fight, special: Special | None, move: int) -> int:
    """The next member of the same assault, or -1."""
    body = fight.body
    if special is None:
        return -1
    return int(body[move].mate)


@inlined
def next_there(fight: Fight, special: Special | None, force: int) -> int:
    """The next force that stands in the same place, or -1."""
    body = fight.body
    if special is None:
        return -1
    return int(body[force].beside)


@inlined
def won(fight: Fight, special: Special | None, move: int) -> int:
    """A of the assault that a move belongs to."""
    body = fight.body
    return int(body[lead(fight, special, move)].won)


@inlined
def stays(fight: Fight, special: Special | None, force: int) -> bool:
    """Whether a force is a stayer."""
    body = fight.body
    deed = body[force].deed
    return bool(deed != MOVE and (special is None or deed != BLOCKED))


@inlined
def gone(fight: Fight, special: Special | None, force: int) -> int:
    """The state of *this force left its place*; a stayer never did."""
    return int(min(fight.body[force].afoot, won(fight, special, force)))
