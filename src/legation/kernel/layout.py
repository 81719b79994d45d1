"""The arrays of a batch of battles: names, dtypes, shapes, meanings.

All forces of all battles lie behind one another. N counts forces, B battles,
R routes, F fleets named by routes, H shielded pairs, over the whole batch.
Battle b is ``off[b]:off[b+1]``, and **a force is named inside its battle by
its index from off[b]** (``target``, ``fleets``, ``attackers``, every result).
Places, powers and kinds are small numbers from 0; a batch may number them as
it likes (one numbering for all battles, usually the map's).

A battle of the standard game is ``Forces`` alone, and ``extra`` is None. It is
**plain**: one force in each place, weights 1, deeds STAY, MOVE and SUPPORT,
standard rules. Anything else is told in ``Extra``, for all forces of a batch.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legation.kernel.rows import rows

Int8s: TypeAlias = NDArray[np.int8]
Int16s: TypeAlias = NDArray[np.int16]
Int32s: TypeAlias = NDArray[np.int32]
Int64s: TypeAlias = NDArray[np.int64]

# What a force does, its preset taken into account: values of `Forces.deed`.
STAY = 0  # hold, convoy, and any VOID order
MOVE = 1
SUPPORT = 2
BLOCKED = 3  # a move that cannot cross its border (not plain)
PRECUT = 4  # a support lost before fighting (not plain)

# How a move travels: values of `Forces.road`, as those of `rules.battle.Road`.
LAND = 0
CONVOY = 1
EITHER = 2  # over land where its convoy fails

# Rules of a battle: bits of `Extra.flags`; 0 is the standard game.
SUBTRACT = 1  # cut = subtract
HOLDERS_FIRST = 2  # weaken = holders-first
JOINT = 4  # then `room` counts
EVERY = 8  # multi_route = every
ALL_HOLD = 16  # paradox = all-hold
NO_EFFECT = 32  # passed = no-effect
EXCHANGE = 64  # exchange = yes

# What a battle met: bits of `Results.met`.
MET_RING = 1  # a set closed as a ring: all yes
MET_PARADOX = 2  # a set closed by the paradox rule
MET_ALL_FAIL = 4  # a set closed with every assault failing
MET_UNIQUE = 8  # a set with exactly one consistent assignment
MET_JOINT = 16  # an assault of two or more members got in
MET_ROOM = 32  # an assault was refused for lack of room alone

# What the arrays have room for, in one battle.
MOST_FORCES = 15_000
MOST_POWERS = 63  # a bit each in `Extra.peace`
MOST_WEIGHT = 2**28  # of all forces, with every bonus


class Forces(NamedTuple):
    """What every battle has. Shapes (N,) unless said otherwise.

    - power: int8, number of the power.
    - place: int16, where the force stands.
    - deed: int8, one of STAY, MOVE, SUPPORT, BLOCKED, PRECUT.
    - goal: int16, where a MOVE or BLOCKED goes; anything else: -1.
    - road: int8, of a MOVE or BLOCKED one of LAND, CONVOY, EITHER; else 0.
    - target: int16, the force that a SUPPORT or PRECUT supports: its move when
      its deed is MOVE or BLOCKED, else its stand. Anything else: -1. A support
      that fits no order of its target is VOID: write it as STAY.
    - route_at: int32, (N+1,): routes of force i are
      ``route_at[i]:route_at[i+1]``, with i counted over the whole batch.
    - fleet_at: int32, (R+1,): fleets of route r are ``fleet_at[r]:fleet_at[r+1]``.
    - fleets: int16, (F,): convoying forces, by their index inside the battle.
    """

    power: Int8s
    place: Int16s
    deed: Int8s
    goal: Int16s
    road: Int8s
    target: Int16s
    route_at: Int32s
    fleet_at: Int32s
    fleets: Int16s


class Extra(NamedTuple):
    """What the standard game does not need. Shapes (N,) unless said otherwise.

    - flags: int16, (B,), bits SUBTRACT .. EXCHANGE: the battle's rules.
    - room: int32, (B,), the most weight in a place, with JOINT; else 0.
    - kind: int8, of unit; matters to joint attacks.
    - weight: int32, units or men.
    - bonus: int32, added to hold where this force is of the party that holds
      its place (`hold_bonus` of its place and power, so equal over a party).
    - vacant: int32, of a move: the strength of its goal when empty, against
      its power (0 when exempt or when the goal has none).
    - open_place: int8, 1 when the force stands in an open place.
    - open_goal: int8, 1 when a move goes to an open place.
    - peace: int64, bit p set: this force's power may neither dislodge nor cut
      power p. One's own bit is set as well.
    - shield_at: int32, (N+1,): attackers that take nothing from support j are
      ``attackers[shield_at[j]:shield_at[j+1]]``.
    - attackers: int16, (H,), by their index inside the battle.
    """

    flags: Int16s
    room: Int32s
    kind: Int8s
    weight: Int32s
    bonus: Int32s
    vacant: Int32s
    open_place: Int8s
    open_goal: Int8s
    peace: Int64s
    shield_at: Int32s
    attackers: Int16s


class Packed(NamedTuple):
    """A batch. `off`: int64, (B+1,); `places`: how many numbers places use."""

    forces: Forces
    extra: Extra | None
    off: Int64s
    places: int


class Results(NamedTuple):
    """What became of a batch. Shapes (N,) unless said otherwise.

    - arrived: int8, 1 where a force moved and got in.
    - dislodged_by: int16, the lowest index of an arriving member of the
      assault that dislodged the force, inside the battle; -1 where none did.
    - support: int32, what a support was worth in the end; 0 for anything else.
    - convoy: int8, 1 where a move's convoy ran.
    - contested: int8, 1 where a move's goal is contested (nobody is in it, and
      two or more assaults prevent). The contested places are their goals.
    - aside: int8, 1 where the paradox rule set a convoying fleet aside.
    - met: int16, (B,), bits MET_*.
    """

    arrived: Int8s
    dislodged_by: Int16s
    support: Int32s
    convoy: Int8s
    contested: Int8s
    aside: Int8s
    met: Int16s


# A force while its battle is solved: what `Forces` and `Extra` say of it, and what is found.
# All of one type, so that each compiled function meets but one.
BODY = np.dtype(
    [
        ("power", np.int64),
        ("place", np.int64),
        ("goal", np.int64),
        ("target", np.int64),
        ("deed", np.int64),
        ("road", np.int64),
        ("won", np.int64),  # A, kept at the first member of an assault; 0 for what is no lead
        ("runs", np.int64),  # C; 0 where there is no convoy
        ("ferried", np.int64),  # *by convoy*
        ("afoot", np.int64),  # *present*
        ("after", np.int64),  # the next move into the same goal
        ("backers", np.int64),  # the lowest support whose target this force is
        ("backing", np.int64),  # the next support for the same target
        ("low", np.int64),  # bounds of weight and support of this force
        ("high", np.int64),
        ("least", np.int64),  # bounds of S
        ("most", np.int64),
        # Three lists of forces, one a row, not of this force:
        ("moves", np.int64),  # moves, and BLOCKED ones with a C
        ("supports", np.int64),
        ("pending", np.int64),
        # A battle that is not plain:
        ("beside", np.int64),  # the next force in the same place
        ("lead", np.int64),  # of a move: the first member of its assault
        ("mate", np.int64),  # of a move: the next member of its assault
        ("kind", np.int64),
        ("open_place", np.int64),
        ("open_goal", np.int64),
        ("weight", np.int64),
        ("bonus", np.int64),
        ("vacant", np.int64),
        ("left", np.int64),  # what an attacker may still take (SUBTRACT)
        ("route", np.int64),  # its routes are ``route:route_end``
        ("route_end", np.int64),
        ("shield", np.int64),  # what takes nothing from it: ``shield:shield_end``
        ("shield_end", np.int64),
        ("peace", np.int64),
    ],
    align=True,
)

# A place: the lowest force that stands in it, the lowest move (not BLOCKED) into it.
SPOT = np.dtype([("first", np.int64), ("movers", np.int64)])


# What is kept where rounds alone do not settle a battle (see `knots`): rows of forces, of
# decisions by their number, and of lists that have nothing to do with their row.
KNOT = np.dtype(
    [
        # Of a force:
        ("own", np.int64),  # the number of its A or S, -1 where that was not open
        ("ferry", np.int64),  # the number of its C, -1 where that was not open
        ("riders", np.int64),  # of a fleet: its first rider
        ("aside", np.int64),  # of a fleet: 1 where a paradox set it aside
        ("called", np.int64),  # 1 where it is on the work list
        ("stirred", np.int64),  # 1 where what it reads may have changed since its set was found
        ("walk", np.int64),  # the walk along a ring that came here; 0 not yet
        # Of a decision:
        ("decision", np.int64),  # its force for A and S, ~force for C
        ("ward", np.int64),  # the set it is in
        ("edges", np.int64),  # it reads the edges ``edges:edges_end``
        ("edges_end", np.int64),
        ("seen", np.int64),  # the last reader of whom an edge leads here
        ("rank", np.int64),  # when the search for sets came here; 0 not yet
        ("low", np.int64),  # the least rank that it leads back to
        # Lists of forces (`work`), of numbers (`order`, `path`, `trunk`), of decisions (`trail`):
        ("work", np.int64),
        ("order", np.int64),
        ("first", np.int64),  # 1 where a set begins in `order`
        ("path", np.int64),
        ("trunk", np.int64),
        ("trail", np.int64),
    ],
    align=True,
)


class Fight(NamedTuple):
    """One battle while it is solved; a thread keeps one for all its battles.

    The last row of `body` and of `spot` stands for no force and no place.
    Lists are linked by index, -1 ends them. States are 0 no, 1 open, 2 yes.

    - body: BODY, (most forces of a battle + 1,) or more.
    - spot: SPOT, (places + 1,).
    - knot: KNOT, (2 * most forces of a battle,) or more.
    - fleet_at, fleets: as in `Forces`.
    """

    body: Any
    spot: Any
    knot: Any
    fleet_at: Int32s
    fleets: Int16s


class Special(NamedTuple):
    """What only a battle that is not plain has: its rules, and `Extra.attackers`."""

    flags: int
    room: int
    attackers: Int16s


def fight_for(forces: Forces, size: int, places: int) -> Fight:
    """Working rows for battles of at most `size` of these forces, on so many places."""
    return Fight(
        rows(size + 1, BODY),
        rows(places + 1, SPOT),
        rows(2 * size, KNOT),
        forces.fleet_at,
        forces.fleets,
    )


def results_for(forces: int, battles: int) -> Results:
    """Empty results for a batch of so many `forces` in so many `battles`."""
    return Results(
        np.empty(forces, np.int8),
        np.empty(forces, np.int16),
        np.empty(forces, np.int32),
        np.empty(forces, np.int8),
        np.empty(forces, np.int8),
        np.empty(forces, np.int8),
        np.zeros(battles, np.int16),
    )
