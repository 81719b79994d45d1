"""What the actors of one power could do in a movement, as arrays: what `climb` tries.

An act is a number, a plan int64 (N,): the act of each actor, the own ones first.
Provinces are numbers too. Acts come in this order: that each actor stays, all
supports, all moves, and then of each convoy the move and what each fleet does
for it. What they are made of is in `bots.front` and `bots.plan`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from struct import pack
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

ROOM, SPACE = 15, 3
"""How many are not; see `room`."""


class Acts(NamedTuple):
    """All that the actors could do, A acts; `province`, `counts` and `carrier` are given."""

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


def packed(
    whole: Sequence[Sequence[int]], real: Sequence[Sequence[float]]
) -> tuple[Int64s, Float64s]:
    """What is given of a movement, its parts end to end, as `climb_of` takes them.

    Both cannot be written to, whatever they hold: what is compiled is of arrays like that.
    """
    ends = list(accumulate(map(len, whole), initial=WHOLE + REAL + 2))
    ends += accumulate(map(len, real), initial=0)
    numbers = [*ends, *chain.from_iterable(whole)]
    return (
        np.frombuffer(pack(f"{len(numbers)}q", *numbers), np.int64),
        np.frombuffer(pack(f"{ends[-1]}d", *chain.from_iterable(real)), np.float64),
    )


def room(acts: int, actors: int, provinces: int) -> tuple[Int64s, Float64s]:
    """Room for what is not given: whole numbers, and others.

    The first begins with where each of its parts begins and the last ends, ROOM + 1
    numbers, then where those of the second do, SPACE + 1. The parts are

    - of whole numbers `Acts.sort` to `ship`, `Choices.helper`, `Scratch.able`,
      `Provinces.home`, `Choices.helped`, `Scratch.mover`, `wanted`, `known`, `before`,
      `tried` and `hired`;
    - of others `Scratch.best`, `aid` and `busy`.
    """
    whole = [acts, acts, acts, acts, acts + 1, acts, acts]
    whole += [provinces, provinces + 1, provinces, provinces, actors, actors, actors, 1]
    ends = list(accumulate(whole, initial=ROOM + SPACE + 2))
    others = list(accumulate((1, provinces, acts), initial=0))
    made = np.empty(ends[-1], np.int64)
    made[: ends[0]] = ends + others
    return made, np.empty(others[-1])


def nothing() -> tuple[Int64s, Float64s, Int64s, Float64s]:
    """The movement of a power that has no actor; to have what is compiled ready."""
    none: list[Sequence[int]] = [[], [0], [0], [0], [0], [], [], [], [], [0]]
    numbers = [0.0] * (AT_STAKE + 1)
    return *packed(none, [*[[]] * (REAL - 1), numbers]), *room(0, 0, 0)


@inner
def climb_of(whole: Int64s, real: Float64s, room: Int64s, space: Float64s) -> Climb:
    """All of a movement, from its parts end to end; what is not given still to be worked out.

    `room` and `space` are as `room` makes them. `whole` (int64) begins with where each
    of its parts begins and the last ends, WHOLE + 1 numbers, then where those of `real`
    (float64) do, REAL + 1. The parts are

    - of whole numbers the provinces of all acts, of `Choices` the four offsets,
      the carriers, of provinces `open` and `foe`, the provinces of charges, the budget;
    - of others `Acts.counts`, those of `Actors`, of `Provinces`, of `Charges`, the numbers.
    """
    w, r, e, s = whole, whole[WHOLE + 1 :], room, room[ROOM + 1 :]  # where the parts begin
    province, helps = whole[w[0] : w[1]], whole[w[1] : w[2]]
    return Climb(
        Acts(
            province,
            real[r[0] : r[1]],
            room[e[0] : e[1]],
            room[e[1] : e[2]],
            room[e[2] : e[3]],
            room[e[3] : e[4]],
            room[e[4] : e[5]],
            whole[w[5] : w[6]],
        ),
        Actors(
            province[: len(helps) - 1],
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
            room[e[7] : e[8]],
        ),
        Charges(whole[w[8] : w[9]], real[r[12] : r[13]]),
        Choices(
            helps,
            whole[w[2] : w[3]],
            whole[w[3] : w[4]],
            whole[w[4] : w[5]],
            room[e[8] : e[9]],
            room[e[5] : e[6]],
        ),
        whole[w[9] : w[10]],
        real[r[13] : r[14]],
        Scratch(
            space[s[0] : s[1]],
            room[e[11] : e[12]],
            space[s[1] : s[2]],
            room[e[9] : e[10]],
            room[e[10] : e[11]],
            room[e[12] : e[13]],
            room[e[13] : e[14]],
            room[e[6] : e[7]],
            space[s[2] : s[3]],
            room[e[14] : e[15]],
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
