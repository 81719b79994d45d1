"""What the actors of one power could do in a movement, as arrays: what `climb` tries.

An act is a number, a plan int64 (N,): the act of each actor, the own ones first.
Provinces are numbers too. What it is made of is in `bots.front` and `bots.plan`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.kernel.layout import Int64s

Float64s = NDArray[np.float64]
Bools = NDArray[np.bool_]

STAY, GO, HELP, CARRY = 0, 1, 2, 3
"""What an act is: values of `Acts.sort`."""

NOBODY, FOE, SPARED = 0, 1, 2
"""Who of the others is in a province: values of `Provinces.foe`."""

NONE = -1
"""No act, actor or province."""


class Acts(NamedTuple):
    """All that the actors could do, A acts; carriers are actors, laid end to end."""

    sort: Int64s  # (A,)
    province: Int64s  # (A,) in which, or with a view to which
    actor: Int64s  # (A,)
    carried: Int64s  # (A,) of a convoy, the province from which it carries; else NONE
    other: Int64s  # (A,) own actor that stands where a move goes, or NONE
    ship: Int64s  # (A + 1,) the carriers of act a are carrier[ship[a] : ship[a + 1]]
    carrier: Int64s
    worth: Float64s  # (A,) of the place where a move goes
    aid: Float64s  # (A,) what a support counts


class Actors(NamedTuple):
    """N actors, of which the first `own` are the power's; the last three are of these alone."""

    home: Int64s  # (N,) the province in which it is
    weight: Float64s  # (N,)
    here: Float64s  # (own,) what its place is worth to it
    strength: Float64s  # (own,) where it is
    threat: Float64s  # (own,) of the strongest other to that place


class Provinces(NamedTuple):
    """P provinces, as far as acts and charges name them."""

    open: Int64s  # (P,) 1 where nobody fights, else 0
    foe: Int64s  # (P,)
    resistance: Float64s  # (P,)
    threat: Float64s  # (P,) the greatest strength that one other power could send there
    standoff: Float64s  # (P,) the most that others brought to a stand-off, or -1
    hold: Float64s  # (P,) the strength of who holds it, the help it may get, and rivals
    backing: Float64s
    rivals: Float64s
    leaves: Float64s  # (P,) how likely who holds it goes of itself


class Charges(NamedTuple):
    """C centres of one's own into which somebody could walk."""

    province: Int64s  # (C,)
    home: Int64s  # (C,) the own actor that is there, or NONE
    worth: Float64s  # (C,)


class Choices(NamedTuple):
    """What each actor could do, as numbers of acts; in the order in which they are tried.

    Act i is that actor i stays. Offsets have one more at the end.
    """

    helps: Int64s  # (N + 1,) the supports of actor i are acts helps[i] to helps[i + 1]
    goes: Int64s  # (own + 1,) its moves
    ways: Int64s  # (own + 1,) its convoys are ways[i] to ways[i + 1], of which
    starts: Int64s  # way w is acts starts[w] to starts[w + 1], the move and who carries it
    helped: Int64s  # (P + 1,) who goes to province p may be supported by
    helper: Int64s  # acts helper[helped[p]] to helper[helped[p + 1]]


class Numbers(NamedTuple):
    """What `bots.front` and `bots.weighing` reckon with."""

    own: int  # actors that are the power's
    budget: int  # supports that may be hired
    fee: float  # of hiring somebody
    least: float  # value of any place to any own actor
    unguarded: float  # how likely a centre into which somebody could walk is kept by nobody
    back: float  # what is left of the value of a place to who comes back to it
    lost: float  # what is left of the least to who is driven out
    at_stake: float  # the weight of a charge


class Scratch(NamedTuple):
    """Room for what is worked out on the way; nothing in it counts before or after."""

    aid: Float64s  # (P,)
    mover: Int64s  # (P,)
    wanted: Bools  # (P,)
    before: Int64s  # (N,)
    tried: Int64s  # (N,)
    able: Int64s  # (A,)
    busy: Float64s  # (A,)
    hired: Int64s  # (1,)


class Climb(NamedTuple):
    """All of one power's movement."""

    acts: Acts
    actors: Actors
    provinces: Provinces
    charges: Charges
    choices: Choices
    numbers: Numbers
    scratch: Scratch


def nothing() -> Climb:
    """The movement of a power that has no actor; to have what is compiled ready."""
    whole, real = np.zeros(0, np.int64), np.zeros(0)
    offset = np.zeros(1, np.int64)
    return Climb(
        Acts(whole, whole, whole, whole, whole, offset, whole, real, real),
        Actors(whole, real, real, real, real),
        Provinces(whole, whole, real, real, real, real, real, real, real),
        Charges(whole, whole, real),
        Choices(offset, offset, offset, offset, offset, whole),
        Numbers(0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        Scratch(real, whole, np.zeros(0, np.bool_), whole, whole, whole, real, offset),
    )
