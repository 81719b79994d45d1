"""One movement at a time, as a program hands it over that knows orders as rows of a book.

Matching, roads, the battle and the retreats are one compiled function. It plays
by one choice that the rest here does not: an army whose convoy to a neighbour
fails goes by land, unless it said that it goes by convoy.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from legation.kernel.batch import solve_first
from legation.kernel.bits import NONE, bit, has
from legation.kernel.compiled import compiled, inlined, inner
from legation.kernel.games import Retreats, scratch_for
from legation.kernel.layout import (
    CONVOY,
    LAND,
    MOVE,
    STAY,
    SUPPORT,
    Fight,
    Forces,
    Int8s,
    Int16s,
    Int32s,
    Int64s,
    Results,
)
from legation.kernel.menu import Units, add_unit, clear_units
from legation.kernel.orders import (
    CONVOYS,
    HOLDS,
    MOVES,
    SUPPORTS,
    Draft,
    Orders,
    fits,
    give,
    lay_routes,
)
from legation.kernel.retreats import find_retreats
from legation.kernel.tables import IS_ARMY, Board, Tables

COLUMNS = 7
"""Of a row of the book: kind, place and verb; kind and place of the target; goal; via."""

STAYED, ARRIVED, LOST = 0, 1, 2
NO_CONVOY, BOUNCE, VOID, CUT, DISLODGED = 1, 2, 4, 8, 16
UNSAID = 32
"""The words of a result, as bits. Where one is UNSAID, it takes a closer look to tell."""

TOLD = 5


class Room(NamedTuple):
    """What one movement needs. P provinces.

    - book: int16 (rows, COLUMNS), the orders, -1 where a column says nothing.
    - number: int32 (P,), the row of each unit's order; power: int8 (P,), whose unit it is.
    - deed: int8 (P,), STAYED, ARRIVED or LOST; told: int16 (P, TOLD), as in `Results` who
      dislodged a unit, what its support was worth, whether its convoy ran; its road; the
      words of its result.
    """

    book: Int16s
    number: Int32s
    power: Int8s
    deed: Int8s
    told: Int16s
    units: Units
    orders: Orders
    draft: Draft
    forces: Forces
    off: Int64s
    fight: Fight
    results: Results
    retreats: Retreats


@compiled
def move_once(tables: Tables, room: Room, size: int) -> int:
    """Carry out the orders of so many units: how many are dislodged.

    -1, and nothing of worth is written: two units are in one province, or a
    unit helps itself.
    """
    units, orders, forces, results = room.units, room.orders, room.forces, room.results
    clear_units(units)
    for unit in range(size):
        row = room.book[room.number[unit]]
        if units.at[tables.province[row[1]]] >= 0:
            return -1
        add_unit(tables, units, row[0], room.power[unit], row[1])
    for unit in range(size):
        row = room.book[room.number[unit]]
        verb, target = row[2], -1
        if row[4] >= 0:
            target = units.at[tables.province[row[4]]]
            if target == unit:
                return -1
            if target < 0 or units.kind[target] != row[3] or units.place[target] != row[4]:
                verb, target = HOLDS, -1
        give(orders, unit, verb, target, row[5], row[6])
    lay_out(tables, room)
    room.off[1] = size
    solve_first(forces, room.off, room.fight, results)
    if walk_instead(tables, room):
        solve_first(forces, room.off, room.fight, results)
    find_retreats(tables, units, forces, results, room.retreats)
    for unit in range(size):
        deed = ARRIVED if results.arrived[unit] else STAYED
        room.deed[unit] = LOST if results.dislodged_by[unit] >= 0 else deed
        room.told[unit, 0] = results.dislodged_by[unit]
        room.told[unit, 1] = results.support[unit]
        room.told[unit, 2] = results.convoy[unit]
        room.told[unit, 3] = forces.road[unit]
        room.told[unit, 4] = words_of(tables, room, unit)
    return int(room.retreats.size[0])


@inner
def lay_out(tables: Tables, room: Room) -> None:
    """Make the battle: as `orders.prepare`, but that who has no convoy to a neighbour walks."""
    units, orders, draft, forces = room.units, room.orders, room.draft, room.forces
    size = units.size[0]
    for unit in range(size):
        draft.carriers[unit] = NONE
        draft.asked[unit] = 0
    for unit in range(size):
        if orders.verb[unit] == CONVOYS and fits(tables, orders, unit):
            army, sea = orders.target[unit], tables.sea[units.province[unit]]
            if sea >= 0:
                draft.carriers[army] |= bit(sea)
            if units.power[unit] == units.power[army]:
                draft.asked[army] = 1
    routes = fleets = 0
    forces.route_at[0] = forces.fleet_at[0] = 0
    for unit in range(size):
        deed, goal, target, road = STAY, -1, -1, LAND
        verb = orders.verb[unit]
        if verb == MOVES:
            deed = MOVE
            goal = tables.province[orders.goal[unit]]
            if units.kind[unit] == IS_ARMY:
                near = walks(tables, room, unit)
                if not near or orders.via[unit] or draft.asked[unit]:
                    before = routes
                    if draft.carriers[unit] != NONE:
                        routes, fleets = lay_routes(
                            tables, units, draft, forces, unit, goal, routes, fleets
                        )
                    if routes > before or not near:
                        road = CONVOY
        elif verb == SUPPORTS and fits(tables, orders, unit):
            deed, target = SUPPORT, orders.target[unit]
        forces.power[unit] = units.power[unit]
        forces.place[unit] = units.province[unit]
        forces.deed[unit] = deed
        forces.goal[unit] = goal
        forces.target[unit] = target
        forces.road[unit] = road
        forces.route_at[unit + 1] = routes


@inner
def words_of(tables: Tables, room: Room, unit: int) -> int:
    """The words of a unit's result."""
    units, orders, forces, results = room.units, room.orders, room.forces, room.results
    words = DISLODGED if results.dislodged_by[unit] >= 0 else 0
    verb = room.book[room.number[unit], 2]  # of one that fits nothing, too
    if verb == MOVES:
        if not results.arrived[unit]:
            words |= NO_CONVOY if is_stranded(room, unit) else BOUNCE
    elif verb == SUPPORTS:
        helped = forces.target[unit]
        if helped < 0:
            words |= VOID
        elif is_stranded(room, helped):
            carried = forces.route_at[helped] < forces.route_at[helped + 1]
            words |= NO_CONVOY if carried else VOID
        elif results.support[unit] == 0:
            words |= CUT
        elif orders.goal[unit] >= 0:
            holder = units.at[tables.province[orders.goal[unit]]]
            if holder >= 0 and units.power[holder] == units.power[unit]:
                words |= UNSAID
    elif verb == CONVOYS:
        matched = orders.verb[unit] == CONVOYS and fits(tables, orders, unit)
        words |= UNSAID if matched else VOID
    return words


@inlined
def is_stranded(room: Room, army: int) -> bool:
    """Was a move to go by a convoy that did not run?"""
    return bool(room.forces.road[army] == CONVOY and not room.results.convoy[army])


@inlined
def walks(tables: Tables, room: Room, army: int) -> bool:
    """Could an army make its move by land?"""
    return has(tables.steps[IS_ARMY, room.units.place[army]], room.orders.goal[army])


@inner
def walk_instead(tables: Tables, room: Room) -> bool:
    """Send armies by land whose convoy failed, where they may go so; whether there are any."""
    forces, found = room.forces, False
    for unit in range(room.units.size[0]):
        if (
            forces.road[unit] == CONVOY
            and not room.results.convoy[unit]
            and not room.orders.via[unit]
            and walks(tables, room, unit)
        ):
            forces.road[unit] = LAND
            found = True
    return found


def room_for(board: Board, rows: int) -> Room:
    """Room for one movement, with a book of so many rows."""
    size, scratch = board.provinces, scratch_for(board)
    return Room(
        np.full((rows, COLUMNS), -1, np.int16),
        np.zeros(size, np.int32),
        np.zeros(size, np.int8),
        np.zeros(size, np.int8),
        np.zeros((size, TOLD), np.int16),
        scratch.units,
        scratch.orders,
        scratch.draft,
        scratch.forces,
        scratch.off,
        scratch.fight,
        scratch.results,
        scratch.retreats,
    )
