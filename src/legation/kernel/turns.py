"""Numbered orders carried out, phase after phase: what became of each, and the games after it.

What is said of fates is what ``rules/why_*.py`` say of the standard game.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from legation.kernel.bits import has
from legation.kernel.codes import Codes, give_numbered, may
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
from legation.kernel.layout import CONVOY, Int8s, Int16s, Int32s, Int64s
from legation.kernel.menu import list_orders
from legation.kernel.orders import (
    BUILDS,
    CONVOYS,
    DISBANDS,
    HOLDS,
    MOVES,
    REMOVES,
    SUPPORTS,
    fits,
    give,
)
from legation.kernel.play import resolve
from legation.kernel.retreats import alone, end_battle, gather_lost, settle_retreats
from legation.kernel.tables import Tables
from legation.kernel.winters import (
    NOTHING,
    count_due,
    go_on,
    may_build,
    settle_winter,
    wish_missing,
)
from legation.rules.reports import Fate

FATES = tuple(Fate)
"""A fate's number is its place in this list."""

SUCCEEDS, FAILS, VOID, UNMATCHED, STAYS, GIVEN, CUT, AVAILABLE, DISRUPTED, MISSING = [
    FATES.index(fate)
    for fate in (
        *(Fate.SUCCEEDS, Fate.FAILS, Fate.VOID, Fate.UNMATCHED, Fate.HOLDS, Fate.GIVEN),
        *(Fate.CUT, Fate.AVAILABLE, Fate.DISRUPTED, Fate.NONE),
    )
]
UNTOLD = -1


class Ends(NamedTuple):
    """What became of orders. B games, P provinces.

    - fate: int8 (B, P), a place in FATES; UNTOLD where nothing was to be ordered.
    - at: int16 (B, P), the place where the unit then is, or -1.
    - by: int16 (B, P), the province that the attack on a dislodged unit came from, or -1.
    """

    fate: Int8s
    at: Int16s
    by: Int16s


def ends_for(games: int, provinces: int) -> Ends:
    """Room for what becomes of so many games."""
    shape = (games, provinces)
    return Ends(np.empty(shape, np.int8), np.empty(shape, np.int16), np.empty(shape, np.int16))


@compiled
def carry_out(
    tables: Tables,
    codes: Codes,
    games: Games,
    numbers: Int32s,
    span: tuple[int, int],
    scratch: Scratch,
    first: Int64s,
    listed: Int32s,
    ends: Ends,
) -> None:
    """Carry out a phase of the games from the first number up to the second, and go on.

    `first` and `listed` are the legal orders of these games (see `lists`), which
    spares listing them to judge; or `listed` is empty.
    """
    for game in range(span[0], span[1]):
        for province in range(len(tables.sea)):
            ends.fate[game, province] = UNTOLD if numbers[game, province] < 0 else VOID
            ends.at[game, province] = ends.by[game, province] = -1
        phase = games.phase[game]
        if phase == MOVEMENT:
            move_all(tables, codes, games, game, numbers, scratch, first, listed, ends)
            if games.phase[game] != RETREAT:
                go_on(tables, games, game, scratch.due)
        elif phase == RETREAT:
            retreat_all(tables, codes, games, game, numbers, scratch, ends)
            go_on(tables, games, game, scratch.due)
        elif phase == ADJUSTMENT:
            adjust_all(tables, codes, games, game, numbers, scratch, ends)
            go_on(tables, games, game, scratch.due)


@inner
def move_all(
    tables: Tables,
    codes: Codes,
    games: Games,
    game: int,
    numbers: Int32s,
    scratch: Scratch,
    first: Int64s,
    listed: Int32s,
    ends: Ends,
) -> None:
    """Carry out a movement; an order that is not legal is as if there were none (STD-ORD)."""
    units, orders, results = scratch.units, scratch.orders, scratch.results
    muster(tables, games, game, units)
    known = len(listed) > 0
    if not known:
        list_orders(tables, units, scratch.menu)
    for unit in range(units.size[0]):
        province = units.province[unit]
        number = numbers[game, province]
        give(orders, unit, HOLDS, -1, -1, 0)
        if number < 0:
            ends.fate[game, province] = STAYS
            continue
        legal = known and is_listed(first, listed, game, province, number)
        if not legal:
            if known:  # a support that names a coast is legal, and not listed
                known = False
                list_orders(tables, units, scratch.menu)
            legal = may(tables, codes, units, scratch.menu, unit, number)
        if legal:
            give_numbered(tables, codes, units, orders, unit, number)
            ends.fate[game, province] = STAYS
    resolve(tables, scratch)
    for unit in range(units.size[0]):
        province, by = units.province[unit], results.dislodged_by[unit]
        if ends.fate[game, province] != VOID:
            ends.fate[game, province] = fate_of(tables, scratch, unit)
        if by >= 0:
            ends.by[game, province] = units.province[by]
        if results.arrived[unit]:
            ends.at[game, province] = orders.goal[unit]
        elif by < 0:
            ends.at[game, province] = units.place[unit]
    end_battle(tables, games, game, scratch)


@inlined
def is_listed(first: Int64s, listed: Int32s, game: int, province: int, number: int) -> bool:
    """Is this order among those that are listed for the unit in a province?

    All are looked at: so the processor compares eight at once.
    """
    found = 0
    for at in range(first[game, province], first[game, province + 1]):
        found |= listed[at] == number
    return found != 0


@inner
def fate_of(tables: Tables, scratch: Scratch, unit: int) -> int:
    """What became of the legal order of a unit."""
    orders, forces, results = scratch.orders, scratch.forces, scratch.results
    verb = orders.verb[unit]
    if verb == MOVES:
        if results.arrived[unit]:
            return SUCCEEDS
        if forces.road[unit] == CONVOY and forces.route_at[unit] == forces.route_at[unit + 1]:
            return UNMATCHED
        return FAILS
    if verb == SUPPORTS:
        if not fits(tables, orders, unit):
            return UNMATCHED
        return GIVEN if results.support[unit] else CUT
    if verb == CONVOYS:
        if not fits(tables, orders, unit):
            return UNMATCHED
        return DISRUPTED if results.dislodged_by[unit] >= 0 or results.aside[unit] else AVAILABLE
    return STAYS


@inner
def retreat_all(
    tables: Tables,
    codes: Codes,
    games: Games,
    game: int,
    numbers: Int32s,
    scratch: Scratch,
    ends: Ends,
) -> None:
    """Carry out retreats; who has no order, or none that is legal, disbands (STD-RET)."""
    retreats = scratch.retreats
    gather_lost(tables, games, game, retreats)
    for at in range(retreats.size[0]):
        province = retreats.unit[at]
        number = numbers[game, province]
        if number < 0:
            ends.fate[game, province] = MISSING
        elif (
            codes.kind[number] == games.lost_kind[game, province]
            and tables.province[codes.place[number]] == province
        ):
            verb, goal = codes.verb[number], codes.goal[number]
            if is_gone(verb):
                ends.fate[game, province] = SUCCEEDS
            elif verb == MOVES and not codes.via[number] and has(retreats.open[at], goal):
                retreats.goal[at] = goal
    for at in range(retreats.size[0]):
        if retreats.goal[at] >= 0:
            province = retreats.unit[at]
            ends.fate[game, province] = FAILS
            if alone(tables, retreats, at):
                ends.fate[game, province] = SUCCEEDS
                ends.at[game, province] = retreats.goal[at]
    settle_retreats(tables, games, game, retreats)


@inlined
def is_gone(verb: int) -> bool:
    """Does an order take its unit off the board? Either word is read as that of the phase."""
    return bool(verb == DISBANDS or verb == REMOVES)  # noqa: SIM109  (as it is compiled)


@inner
def adjust_all(
    tables: Tables,
    codes: Codes,
    games: Games,
    game: int,
    numbers: Int32s,
    scratch: Scratch,
    ends: Ends,
) -> None:
    """Carry out builds and removals (STD-ADJ): of too many, those of the first provinces count.

    What is not removed by order goes by the rule, and succeeds (STD-NMR).
    """
    due, wishes = scratch.due, scratch.wishes
    count_due(games, game, due)
    wishes.verb[:] = NOTHING
    for province in range(len(tables.sea)):
        number = numbers[game, province]
        if number < 0 or tables.province[codes.place[number]] != province:
            continue
        power = games.power[game, province]
        kind, place = codes.kind[number], codes.place[number]
        if is_gone(codes.verb[number]) and power != NOBODY and due[power] < 0:
            if kind == games.kind[game, province]:
                wishes.verb[province] = REMOVES
                ends.fate[game, province] = SUCCEEDS
                due[power] += 1
        elif codes.verb[number] == BUILDS:
            home = tables.home[province]
            if due[home] > 0 and may_build(tables, games, game, home, province):
                wishes.verb[province] = BUILDS
                wishes.kind[province], wishes.place[province] = kind, place
                ends.fate[game, province] = SUCCEEDS
                ends.at[game, province] = place
                due[home] -= 1
    for power in range(len(due)):
        if due[power] < 0:
            wish_missing(tables, games, game, power, -due[power], wishes, scratch.far)
    for province in range(len(tables.sea)):
        if wishes.verb[province] == REMOVES and numbers[game, province] < 0:
            ends.fate[game, province] = SUCCEEDS
    settle_winter(tables, games, game, wishes)
