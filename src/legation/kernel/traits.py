"""Measures of what a unit could be ordered, by the board and by what its own side does.

What they count stands in a fitted policy, which draws orders by them (`policy`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from legation.kernel.bits import has
from legation.kernel.codes import Codes
from legation.kernel.compiled import compiled, inlined, inner
from legation.kernel.games import AUTUMN, NOBODY, Games
from legation.kernel.layout import Int8s, Int32s, Int64s
from legation.kernel.measures import Ways
from legation.kernel.orders import CONVOYS, HOLDS, MOVES, SUPPORTS
from legation.kernel.tables import Tables

TRAITS = (
    # what it is
    *("hold", "support_stay", "support_move", "convoy", "overseas"),
    # a move: into a centre of nobody's, of another's that is empty, that another stands in;
    # into another's unit elsewhere; and the first three in the turn in which they change owner
    *("free", "empty", "taken", "struck", "free_now", "empty_now", "taken_now"),
    # a move: home into a centre of one's own that is threatened; how much nearer to a centre of
    # others; others near its goal, the most of one power, and one's own besides
    *("rescue", "nearer", "against", "beside"),
    # whoever stays or leaves: out of a centre of one's own that is threatened; out of another's
    # centre in the turn in which it is won
    *("leaves", "gives_up"),
    # a support: of another power; beside a centre that is won by it; against so many
    *("foreign", "for_gain", "opposed"),
    # with what one's own side does: a goal that another goes to; where another stays; that
    # another leaves, and that changes places; supports of this move, of this stay
    *("crowded", "blocked", "follows", "swaps", "backed", "propped"),
    # a support of what is ordered: of a move that somebody could stop, or not; of who stays and is
    # threatened, or not; of what is not ordered; a convoy and a move overseas that fit each other
    *("pushes", "waves", "shields", "idles", "misses", "carries", "carried"),
)
"""The names of the measures of an order, in their order."""

STATIC = TRAITS.index("crowded")
"""Those before it hang on the board alone."""

HOLD, SUPPORT_STAY, SUPPORT_MOVE, CONVOY, OVERSEAS = range(5)
FREE, EMPTY, TAKEN, STRUCK, FREE_NOW, EMPTY_NOW, TAKEN_NOW = range(5, 12)
RESCUE, NEARER, AGAINST, BESIDE, LEAVES, GIVES_UP = range(12, 18)
FOREIGN, FOR_GAIN, OPPOSED = range(18, 21)
CROWDED, BLOCKED, FOLLOWS, SWAPS, BACKED, PROPPED = range(21, 27)
PUSHES, WAVES, SHIELDS, IDLES, MISSES, CARRIES, CARRIED = range(27, 34)

NEAR = 10  # of `nearer`, whose steps are hundredths of the nearest
_MOST = 3  # of `against`, `beside`, `opposed` and `backed`


class Sense(NamedTuple):
    """A board as it is looked at. P provinces.

    - near: int64 (P, powers), whose units are in a province or could go there.
    - going: int64 (P, powers), whose units are drawn to go there.
    - backed: int64 (P, P), supports of one's own for who stands in a province and goes to
      another, or stays: then both are the same. carried: the same of convoys.
    - row: int64 (traits,), of an order.
    """

    near: Int64s
    going: Int64s
    backed: Int64s
    carried: Int64s
    row: Int64s


def sense_for(provinces: int, powers: int) -> Sense:
    """Room for a board."""
    return Sense(
        np.zeros((provinces, powers), np.int64),
        np.zeros((provinces, powers), np.int64),
        np.zeros((provinces, provinces), np.int64),
        np.zeros((provinces, provinces), np.int64),
        np.zeros(len(TRAITS), np.int64),
    )


@inner
def look(tables: Tables, games: Games, game: int, sense: Sense) -> None:
    """Who could come where."""
    provinces = games.power.shape[1]
    sense.near[:] = 0
    sense.going[:] = 0
    sense.backed[:] = 0
    sense.carried[:] = 0
    for province in range(provinces):
        power = games.power[game, province]
        if power == NOBODY:
            continue
        sense.near[province, power] += 1
        reach = tables.reach[games.kind[game, province], games.place[game, province]]
        for other in range(provinces):
            if has(reach, other):
                sense.near[other, power] += 1


@inner
def most_near(sense: Sense, province: int, power: int) -> int:
    """The most that any other power has near a province."""
    most = 0
    for other in range(sense.near.shape[1]):
        if other != power:
            most = max(most, sense.near[province, other])
    return most


@inner
def nearness(ways: Ways, games: Games, game: int, power: int, kind: int, place: int) -> int:
    """How near a place is to the next centre that is not a power's own."""
    best = len(ways.nearness) - 1
    for at in range(len(ways.centre)):
        if games.owner[game, ways.centre[at]] != power and ways.far[kind, place, at] < best:
            best = ways.far[kind, place, at]
    return int(ways.nearness[best])


@inner
def judge_alone(
    tables: Tables,
    codes: Codes,
    ways: Ways,
    games: Games,
    game: int,
    sense: Sense,
    power: int,
    here: int,
    number: int,
) -> None:
    """Write the measures of an order that hang on the board alone."""
    row = sense.row
    row[:] = 0
    verb = codes.verb[number]
    late = games.season[game] == AUTUMN
    owner = games.owner[game, here]
    if verb == MOVES:
        goal = tables.province[codes.goal[number]]
        there, whose = games.power[game, goal], games.owner[game, goal]
        other = there != NOBODY and there != power
        if tables.centre[goal] and whose != power:
            if whose == NOBODY and not other:
                row[FREE] = 1
                row[FREE_NOW] = late
            elif not other:
                row[EMPTY] = 1
                row[EMPTY_NOW] = late
            else:
                row[TAKEN] = 1
                row[TAKEN_NOW] = late
        elif other:
            row[STRUCK] = 1
        against = most_near(sense, goal, power)
        row[RESCUE] = whose == power and against > 0
        row[AGAINST] = min(_MOST, against)
        row[BESIDE] = min(_MOST, sense.near[goal, power] - 1)
        row[OVERSEAS] = codes.via[number]
        kind = codes.kind[number]
        row[NEARER] = (
            nearness(ways, games, game, power, kind, codes.goal[number])
            - nearness(ways, games, game, power, kind, codes.place[number])
        ) // NEAR
        if tables.centre[here]:
            if owner == power:
                row[LEAVES] = most_near(sense, here, power) > 0
            else:
                row[GIVES_UP] = late
    elif verb == HOLDS:
        row[HOLD] = 1
    elif verb == CONVOYS:
        row[CONVOY] = 1
        row[FOREIGN] = games.power[game, tables.province[codes.target[number]]] != power
    elif verb == SUPPORTS:
        target = tables.province[codes.target[number]]
        row[FOREIGN] = games.power[game, target] != power
        if codes.goal[number] < 0:
            row[SUPPORT_STAY] = 1
            row[OPPOSED] = min(_MOST, most_near(sense, target, power))
            row[FOR_GAIN] = tables.centre[target] and games.owner[game, target] != power and late
        else:
            goal = tables.province[codes.goal[number]]
            row[SUPPORT_MOVE] = 1
            row[OPPOSED] = min(_MOST, most_near(sense, goal, power))
            row[FOR_GAIN] = tables.centre[goal] and games.owner[game, goal] != power


@inner
def judge_together(
    tables: Tables,
    codes: Codes,
    games: Games,
    game: int,
    sense: Sense,
    numbers: Int32s,
    power: int,
    here: int,
    number: int,
) -> None:
    """Write the measures of an order that hang on what its own side is drawn to do.

    `numbers`: int32 (B, P), those orders; not this unit's own, which is taken out of `sense`.
    """
    row = sense.row
    row[STATIC:] = 0
    verb = codes.verb[number]
    if verb == MOVES:
        goal = tables.province[codes.goal[number]]
        row[CROWDED] = sense.going[goal, power] > 0
        row[BACKED] = min(_MOST, sense.backed[here, goal])
        row[CARRIED] = codes.via[number] and sense.carried[here, goal] > 0
        if games.power[game, goal] == power:
            away = goal_of(tables, codes, numbers[game, goal])
            row[BLOCKED] = away < 0
            row[FOLLOWS] = away >= 0
            row[SWAPS] = away == here
        return
    row[CROWDED] = sense.going[here, power] > 0
    row[PROPPED] = min(_MOST, sense.backed[here, here])
    if verb != SUPPORTS and verb != CONVOYS:
        return
    target = tables.province[codes.target[number]]
    if games.power[game, target] != power:
        return
    away = goal_of(tables, codes, numbers[game, target])
    if verb == CONVOYS:
        row[CARRIES] = away == tables.province[codes.goal[number]]
        row[MISSES] = 1 - row[CARRIES]
    elif codes.goal[number] < 0:
        if away >= 0:
            row[MISSES] = 1
        elif most_near(sense, target, power) > 0:
            row[SHIELDS] = 1
        else:
            row[IDLES] = 1
    elif away != tables.province[codes.goal[number]]:
        row[MISSES] = 1
    elif most_near(sense, away, power) > 0:
        row[PUSHES] = 1
    else:
        row[WAVES] = 1


@inlined
def goal_of(tables: Tables, codes: Codes, number: int) -> int:
    """The province that an order moves to, or -1."""
    if number >= 0 and codes.verb[number] == MOVES:
        return int(tables.province[codes.goal[number]])
    return -1


@inner
def enter(
    tables: Tables, codes: Codes, games: Games, game: int, sense: Sense, number: int, sign: int
) -> None:
    """Put an order in, or take it out by a `sign` of -1."""
    if number < 0:
        return
    verb, here = codes.verb[number], tables.province[codes.place[number]]
    power = games.power[game, here]
    if verb == MOVES:
        sense.going[tables.province[codes.goal[number]], power] += sign
    elif verb == SUPPORTS or verb == CONVOYS:  # noqa: SIM109  (as it is compiled)
        target = tables.province[codes.target[number]]
        if games.power[game, target] == power:
            goal = target if codes.goal[number] < 0 else tables.province[codes.goal[number]]
            if verb == SUPPORTS:
                sense.backed[target, goal] += sign
            else:
                sense.carried[target, goal] += sign


@inlined
def weigh(row: Int64s, weights: Int64s, begin: int, end: int) -> int:
    """What measures come to."""
    total = 0
    for at in range(begin, end):
        total += row[at] * weights[at]
    return total


@compiled
def judge_orders(
    tables: Tables,
    codes: Codes,
    ways: Ways,
    games: Games,
    sense: Sense,
    first: Int64s,
    listed: Int32s,
    numbers: Int32s,
    traits: Int8s,
) -> None:
    """Write the measures of all listed orders of movements, int8 (M, traits), beside `numbers`."""
    for game in range(len(games.year)):
        look(tables, games, game, sense)
        for province in range(games.power.shape[1]):
            enter(tables, codes, games, game, sense, numbers[game, province], 1)
        for province in range(games.power.shape[1]):
            power = games.power[game, province]
            enter(tables, codes, games, game, sense, numbers[game, province], -1)
            for at in range(first[game, province], first[game, province + 1]):
                number = listed[at]
                judge_alone(tables, codes, ways, games, game, sense, power, province, number)
                judge_together(tables, codes, games, game, sense, numbers, power, province, number)
                for trait in range(len(sense.row)):
                    traits[at, trait] = sense.row[trait]
            enter(tables, codes, games, game, sense, numbers[game, province], 1)
