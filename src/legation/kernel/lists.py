"""All legal orders of games in whatever phase, as numbers."""

from __future__ import annotations

from legation.kernel.bits import NONE, ONE, UInt64s, count_both, lowest, roll
from legation.kernel.choose import Style
from legation.kernel.codes import UNORDERED, Codes, number_of
from legation.kernel.compiled import compiled, inlined, inner
from legation.kernel.games import (
    ADJUSTMENT,
    MOVEMENT,
    NOBODY,
    RETREAT,
    Games,
    Scratch,
    muster,
)
from legation.kernel.layout import Int32s, Int64s
from legation.kernel.menu import Menu, Units, list_orders
from legation.kernel.orders import BUILDS, REMOVES
from legation.kernel.play import deal
from legation.kernel.retreats import choose_retreats, gather_lost
from legation.kernel.tables import Tables
from legation.kernel.winters import choose_winter, count_due, may_build


@compiled
def list_numbered(
    tables: Tables,
    codes: Codes,
    games: Games,
    span: tuple[int, int],
    scratch: Scratch,
    first: Int64s,
    listed: Int32s,
) -> int:
    """List the orders of the games from the first number up to the second, as far as there is room.

    Those of province p of game g then are ``listed[first[g, p]:first[g, p + 1]]``.
    Returns the first game that was not listed.
    """
    at = 0
    for game in range(span[0], span[1]):
        phase = games.phase[game]
        room = 200
        if phase == MOVEMENT:
            muster(tables, games, game, scratch.units)
            room = list_orders(tables, scratch.units, scratch.menu)
        elif phase == RETREAT:
            gather_lost(tables, games, game, scratch.retreats)
            room = 1
            for lost in range(scratch.retreats.size[0]):
                low, high = scratch.retreats.open[lost, 0], scratch.retreats.open[lost, 1]
                room += 1 + count_both(low, high)
        elif phase == ADJUSTMENT:
            count_due(games, game, scratch.due)
        if at + room > len(listed):
            return game
        lost = 0
        for province in range(len(tables.sea)):
            first[game, province] = at
            if phase == MOVEMENT:
                unit = scratch.units.at[province]
                if unit >= 0:
                    at = list_unit(tables, codes, scratch.units, scratch.menu, unit, listed, at)
            elif phase == RETREAT:
                if games.lost[game, province] != NOBODY:
                    kind, place = games.lost_kind[game, province], games.lost_place[game, province]
                    listed[at] = codes.disbands[kind, place]
                    at = list_moves(codes, kind, place, scratch.retreats.open[lost], listed, at + 1)
                    lost += 1
            elif phase == ADJUSTMENT:
                at = list_winter(tables, codes, games, game, scratch.due, province, listed, at)
        first[game, len(tables.sea)] = at
    return span[1]


@inner
def list_unit(
    tables: Tables, codes: Codes, units: Units, menu: Menu, unit: int, listed: Int32s, at: int
) -> int:
    """Write the orders of a unit in a movement; where the next stands."""
    kind, place, province = units.kind[unit], units.place[unit], units.province[unit]
    listed[at] = codes.holds[kind, place]
    at = list_moves(codes, kind, place, menu.walk[unit], listed, at + 1)
    for word in range(2):
        goals = menu.ferry[unit, word]
        while goals != NONE:
            listed[at] = codes.ferries[province, 64 * word + lowest(goals)]
            goals &= goals - ONE
            at += 1
        there = menu.stand[unit, word]
        while there != NONE:
            other = units.at[64 * word + lowest(there)]
            there &= there - ONE
            listed[at] = codes.stands[kind, place, units.kind[other], units.place[other]]
            at += 1
    for row in range(menu.pair_at[unit], menu.pair_at[unit + 1]):
        other = menu.pair_target[row]
        mover, start = units.kind[other], units.place[other]
        for word in range(2):
            goals = menu.pair_goals[row, word]
            while goals != NONE:
                goal = 64 * word + lowest(goals)
                goals &= goals - ONE
                listed[at] = codes.helps[
                    codes.row[kind, place, goal], codes.column[mover, start, goal]
                ]
                at += 1
    row = menu.lift_first[unit]
    while row >= 0:
        army = units.province[menu.lift_army[row]]
        for word in range(2):
            goals = menu.lift_goals[row, word]
            while goals != NONE:
                listed[at] = codes.lifts[tables.sea[province], army, 64 * word + lowest(goals)]
                goals &= goals - ONE
                at += 1
        row = menu.lift_after[row]
    return at


@inlined
def list_moves(codes: Codes, kind: int, place: int, goals: UInt64s, listed: Int32s, at: int) -> int:
    """Write the moves of a unit to the places of a mask; where the next stands."""
    for word in range(2):
        left = goals[word]
        while left != NONE:
            listed[at] = codes.moves[kind, place, 64 * word + lowest(left)]
            left &= left - ONE
            at += 1
    return at


@inner
def list_winter(
    tables: Tables,
    codes: Codes,
    games: Games,
    game: int,
    due: Int64s,
    province: int,
    listed: Int32s,
    at: int,
) -> int:
    """Write what may be built in a province, or removed from it; where the next stands."""
    power, home = games.power[game, province], tables.home[province]
    if power != NOBODY:
        if due[power] < 0:
            kind, place = games.kind[game, province], games.place[game, province]
            listed[at] = codes.removes[kind, place]
            at += 1
    elif home >= 0 and due[home] > 0 and may_build(tables, games, game, home, province):
        for kind in range(2):
            for word in range(2):
                berths = tables.berths[kind, province, word]
                while berths != NONE:
                    listed[at] = codes.builds[kind, 64 * word + lowest(berths)]
                    berths &= berths - ONE
                    at += 1
    return at


@compiled
def draw_numbered(
    tables: Tables,
    codes: Codes,
    games: Games,
    span: tuple[int, int],
    style: Style,
    scratch: Scratch,
    drawn: Int32s,
) -> None:
    """Choose orders by chance for the games from the first number up to the second.

    `drawn`: int32 (B, P), the number of the order in each province. Their dice go on.
    """
    units = scratch.units
    for game in range(span[0], span[1]):
        drawn[game, :] = UNORDERED
        if games.phase[game] == MOVEMENT:
            deal(tables, games, game, style, scratch)
            for unit in range(units.size[0]):
                number = number_of(tables, codes, units, scratch.orders, unit)
                drawn[game, units.province[unit]] = number
        else:
            draw_after(tables, codes, games, game, scratch, drawn)


@compiled
def draw_listed(
    tables: Tables,
    codes: Codes,
    games: Games,
    span: tuple[int, int],
    scratch: Scratch,
    first: Int64s,
    listed: Int32s,
    drawn: Int32s,
) -> None:
    """The same out of orders that are listed already (see `list_numbered`), any of a unit's."""
    for game in range(span[0], span[1]):
        drawn[game, :] = UNORDERED
        if games.phase[game] == MOVEMENT:
            for province in range(len(tables.sea)):
                many = first[game, province + 1] - first[game, province]
                if many > 0:
                    at = first[game, province] + roll(games.dice[game], many)
                    drawn[game, province] = listed[at]
        else:
            draw_after(tables, codes, games, game, scratch, drawn)


@inner
def draw_after(
    tables: Tables, codes: Codes, games: Games, game: int, scratch: Scratch, drawn: Int32s
) -> None:
    """Choose retreats, or builds and removals, by chance."""
    retreats, wishes = scratch.retreats, scratch.wishes
    if games.phase[game] == RETREAT:
        gather_lost(tables, games, game, retreats)
        choose_retreats(retreats, games.dice[game])
        for at in range(retreats.size[0]):
            province, goal = retreats.unit[at], retreats.goal[at]
            kind, place = games.lost_kind[game, province], games.lost_place[game, province]
            drawn[game, province] = codes.disbands[kind, place]
            if goal >= 0:
                drawn[game, province] = codes.moves[kind, place, goal]
    elif games.phase[game] == ADJUSTMENT:
        count_due(games, game, scratch.due)
        choose_winter(tables, games, game, scratch.due, wishes)
        for province in range(len(tables.sea)):
            if wishes.verb[province] == REMOVES:
                kind, place = games.kind[game, province], games.place[game, province]
                drawn[game, province] = codes.removes[kind, place]
            elif wishes.verb[province] == BUILDS:
                kind, place = wishes.kind[province], wishes.place[province]
                drawn[game, province] = codes.builds[kind, place]
