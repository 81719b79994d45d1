"""What the actors of one power could do in a movement, as arrays: what `climb` tries.

An act is a number, a plan int64 (N,): the act of each actor, the own ones first.
Provinces are numbers too. Acts come in this order: that each actor stays, all
supports, all moves, and then of each convoy the move and what each fleet does
for it. What they are made of is in `bots.front` and `bots.plan`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legation.kernel.compiled import inner
from legation.kernel.layout import Int64s

Float64s = NDArray[np.float64]

STAY, GO, HELP, CARRY = 0, 1, 2, 3
"""What an act is: values of `Acts.sort`."""

NOBODY, FOE, SPARED = 0, 1, 2
"""Who of the others is in a province: values of `Provinces.foe`."""

NONE = -1
"""No act, actor or province."""

WHOLE, REAL = 10, 14
"""How many parts of whole numbers, and of others, are given; see `climb_of`."""


class Acts(NamedTuple):
    """All that the actors could do, A acts; only `province` and `counts` are given."""

    province: Int64s  # (A,) in which, or with a view to which
    counts: Float64s  # (A,) what the place where a move goes is worth, or what a support counts
    sort: Int64s  # (A,)
    actor: Int64s  # (A,)
    carried: Int64s  # (A,) of a convoy, the province from which it carries; else NONE
    other: Int64s  # (A,) own actor that stands where a move goes, or NONE
    ship: Int64s  # (A + 1,) the carriers of act a are carrier[ship[a] : ship[a + 1]]
    carrier: Int64s  # actors, of each convoy, end to end


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
    home: Int64s  # (P,) the own actor that is there, where units fight, or NONE; not given


class Charges(NamedTuple):
    """C centres of one's own into which somebody could walk."""

    province: Int64s  # (C,)
    worth: Float64s  # (C,)


class Choices(NamedTuple):
    """What each actor could do, as numbers of acts; in the order in which they are tried.

    Act i is that actor i stays. Offsets have one more at the end. The last two are not given.
    """

    helps: Int64s  # (N + 1,) the supports of actor i are acts helps[i] to helps[i + 1]
    goes: Int64s  # (own + 1,) its moves
    ways: Int64s  # (own + 1,) its convoys are ways[i] to ways[i + 1], of which
    starts: Int64s  # way w is acts starts[w] to starts[w + 1], the move and who carries it
    helped: Int64s  # (P + 1,) who goes to province p may be supported by
    helper: Int64s  # acts helper[helped[p]] to helper[helped[p + 1]]


class Scratch(NamedTuple):
    """Room for what is worked out on the way; only the first two count from call to call."""

    best: Float64s  # (1,) what the plan comes to
    known: Int64s  # (N,) whose acts are all known to make this plan no better
    aid: Float64s  # (P,)
    mover: Int64s  # (P,)
    wanted: Int64s  # (P,)
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
    budget: Int64s  # (1,) supports that may be hired
    numbers: Float64s  # (6,) what `bots.front` and `bots.weighing` reckon with
    scratch: Scratch


FEE, LEAST, UNGUARDED, BACK, LOST, AT_STAKE = range(6)
"""Of `Climb.numbers`: the fee of hiring somebody; the least value of any place to any own actor;
how likely a centre into which somebody could walk is kept by nobody; what is left of the value of a
place to who comes back to it, and of the least to who is driven out; the weight of a charge."""


def room(acts: int, actors: int, provinces: int) -> tuple[Int64s, Float64s]:
    """Room for what is not given, at least: whole numbers, and others."""
    whole = 7 * acts + 4 * provinces + 3 * actors + 3
    return np.empty(whole, np.int64), np.empty(acts + provinces + 1)


def nothing() -> tuple[Int64s, Float64s, Int64s, Float64s]:
    """The movement of a power that has no actor; to have what is compiled ready."""
    ends = np.zeros(WHOLE + REAL + 8, np.int64)
    ends[: WHOLE + 1] = WHOLE + REAL + 2 + np.array([0, 0, 1, 2, 3, 4, 4, 4, 4, 4, 5])
    ends[WHOLE + 1 + REAL] = 6
    ends.flags.writeable = False
    real = np.zeros(6)
    real.flags.writeable = False
    return ends, real, *room(0, 0, 1)


@inner
def climb_of(whole: Int64s, real: Float64s, room: Int64s, space: Float64s) -> Climb:
    """All of a movement, from its parts end to end; what is not given still to be worked out.

    `whole` (int64) begins with where each of its parts ends and the next begins,
    WHOLE + 1 numbers, then where those of `real` (float64) do, REAL + 1. The parts are

    - of whole numbers the provinces of all acts, of `Choices` the four offsets,
      the carriers, of provinces `open` and `foe`, the provinces of charges, the budget;
    - of others `Acts.counts`, those of `Actors`, of `Provinces`, of `Charges`, the numbers.
    """
    w, r = whole, whole[WHOLE + 1 :]
    province, carrier = whole[w[0] : w[1]], whole[w[5] : w[6]]
    helps, goes, ways, starts = (
        whole[w[1] : w[2]],
        whole[w[2] : w[3]],
        whole[w[3] : w[4]],
        whole[w[4] : w[5]],
    )
    a, n, p = len(province), len(helps) - 1, w[7] - w[6]
    q, s = 7 * a + 1, 7 * a + 4 * p + 2
    acts = Acts(
        province,
        real[r[0] : r[1]],
        room[:a],
        room[a : 2 * a],
        room[2 * a : 3 * a],
        room[3 * a : 4 * a],
        room[4 * a : 5 * a + 1],
        carrier,
    )
    return Climb(
        acts,
        Actors(
            province[:n],
            real[r[1] : r[2]],
            real[r[2] : r[3]],
            real[r[3] : r[4]],
            real[r[4] : r[5]],
        ),
        Provinces(
            whole[w[6] : w[7]],
            whole[w[7] : w[8]],
            real[r[5] : r[6]],
            real[r[6] : r[7]],
            real[r[7] : r[8]],
            real[r[8] : r[9]],
            real[r[9] : r[10]],
            real[r[10] : r[11]],
            real[r[11] : r[12]],
            room[q : q + p],
        ),
        Charges(whole[w[8] : w[9]], real[r[12] : r[13]]),
        Choices(
            helps, goes, ways, starts, room[q + p : q + 2 * p + 1], room[5 * a + 1 : 6 * a + 1]
        ),
        whole[w[9] : w[10]],
        real[r[13] : r[14]],
        Scratch(
            space[:1],
            room[s : s + n],
            space[1 : 1 + p],
            room[q + 2 * p + 1 : q + 3 * p + 1],
            room[q + 3 * p + 1 : s],
            room[s + n : s + 2 * n],
            room[s + 2 * n : s + 3 * n],
            room[6 * a + 1 : q],
            space[1 + p : 1 + p + a],
            room[s + 3 * n : s + 3 * n + 1],
        ),
    )


@inner
def work_out(climb: Climb) -> None:
    """What is not given: it follows from the order of the acts, and their provinces."""
    acts, provinces, choices = climb.acts, climb.provinces, climb.choices
    for at in range(len(provinces.home)):
        provinces.home[at] = NONE
    for actor in range(len(choices.goes) - 1):
        if not provinces.open[acts.province[actor]]:
            provinces.home[acts.province[actor]] = actor
    for act in range(len(acts.ship)):
        acts.ship[act] = 0
    for actor in range(len(choices.helps) - 1):
        _note(climb, actor, STAY, actor)
        for act in range(choices.helps[actor], choices.helps[actor + 1]):
            _note(climb, act, HELP, actor)
    for actor in range(len(choices.goes) - 1):
        for act in range(choices.goes[actor], choices.goes[actor + 1]):
            _note(climb, act, GO, actor)
        for way in range(choices.ways[actor], choices.ways[actor + 1]):
            _note_way(climb, choices.starts[way], choices.starts[way + 1], actor)
    _sort_helpers(climb)


@inner
def _note(climb: Climb, act: int, sort: int, actor: int) -> None:
    acts = climb.acts
    acts.sort[act] = sort
    acts.actor[act] = actor
    acts.carried[act] = NONE
    acts.other[act] = climb.provinces.home[acts.province[act]] if sort == GO else NONE


@inner
def _note_way(climb: Climb, first: int, last: int, actor: int) -> None:
    """A move by convoy, and what each of its carriers does."""
    acts = climb.acts
    _note(climb, first, GO, actor)
    carrier = acts.ship[first]
    acts.ship[first + 1] = carrier + last - first - 1
    for act in range(first + 1, last):
        _note(climb, act, CARRY, acts.carrier[carrier])
        acts.carried[act] = acts.province[actor]
        acts.ship[act + 1] = acts.ship[act]
        carrier += 1


@inner
def _sort_helpers(climb: Climb) -> None:
    """The supports by the province in which they are, in their order."""
    province, helped, helper = climb.acts.province, climb.choices.helped, climb.choices.helper
    helps = climb.choices.helps
    first, last = helps[0], helps[len(helps) - 1]
    for at in range(len(helped)):
        helped[at] = 0
    for act in range(first, last):
        if province[act] + 2 < len(helped):
            helped[province[act] + 2] += 1
    for at in range(2, len(helped)):
        helped[at] += helped[at - 1]
    for act in range(first, last):
        place = province[act] + 1
        helper[helped[place]] = act
        helped[place] += 1
