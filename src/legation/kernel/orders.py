"""Orders as arrays, and what they come to in a battle: matching, roads, routes.

``rules.movement`` says the same readably. Orders are legal ones (of a menu);
what remains to be found out is which of them fit each other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from legation.kernel.bits import NONE, UInt64s, bit, has
from legation.kernel.chains import Chain, chain_for, next_chain, start_chains
from legation.kernel.compiled import compiled, inlined, inner
from legation.kernel.layout import (
    CONVOY,
    LAND,
    MOVE,
    STAY,
    SUPPORT,
    Forces,
    Int8s,
    Int16s,
)
from legation.kernel.menu import Units
from legation.kernel.tables import IS_ARMY, Board, Tables

# Values of `Orders.verb`.
HOLDS = 0
MOVES = 1
SUPPORTS = 2
CONVOYS = 3
# Verbs of the phases after it; a retreat is a move there.
DISBANDS = 4
BUILDS = 5
REMOVES = 6


class Orders(NamedTuple):
    """An order for each unit of a position. Shapes (P,).

    - verb: int8, one of HOLDS, MOVES, SUPPORTS, CONVOYS.
    - target: int16, the unit supported or convoyed, else -1.
    - goal: int16, the place that is moved to, or the province (of a support
      also the place) that the target is to move to; -1 for a support in place.
    - via: int8, 1 when a move says that it goes by convoy.
    """

    verb: Int8s
    target: Int16s
    goal: Int16s
    via: Int8s


class Draft(NamedTuple):
    """Working space of `prepare`. Shapes (P,) but for `chain`.

    - carriers: uint64, the seas whose fleets are ordered to carry an army.
    - asked: int8, 1 where a fleet of the army's own power is among them.
    """

    carriers: UInt64s
    asked: Int8s
    chain: Chain


def orders_for(tables: Tables) -> Orders:
    """Empty orders for a map."""
    size = len(tables.sea)
    return Orders(
        np.zeros(size, np.int8),
        np.full(size, -1, np.int16),
        np.full(size, -1, np.int16),
        np.zeros(size, np.int8),
    )


def draft_for(tables: Tables) -> Draft:
    """Working space for a map."""
    size = len(tables.sea)
    return Draft(np.zeros(size, np.uint64), np.zeros(size, np.int8), chain_for(len(tables.sea_at)))


def forces_for(board: Board) -> Forces:
    """Arrays for one battle with room for a unit in every province of a map.

    A fleet carries one army, so no more armies than seas have routes.
    """
    size, seas = board.provinces, len(board.tables.sea_at)
    return Forces(
        power=np.zeros(size, np.int8),
        place=np.zeros(size, np.int16),
        deed=np.zeros(size, np.int8),
        goal=np.full(size, -1, np.int16),
        road=np.zeros(size, np.int8),
        target=np.full(size, -1, np.int16),
        route_at=np.zeros(size + 1, np.int32),
        fleet_at=np.zeros(seas * board.routes + 1, np.int32),
        fleets=np.zeros(max(seas * board.links, 1), np.int16),
    )


@inlined
def give(orders: Orders, unit: int, verb: int, target: int, goal: int, via: int) -> None:
    """Write the order of a unit."""
    orders.verb[unit] = verb
    orders.target[unit] = target
    orders.goal[unit] = goal
    orders.via[unit] = via


@compiled
def prepare(tables: Tables, units: Units, orders: Orders, draft: Draft, forces: Forces) -> None:
    """Make the battle of a position: force i is unit i.

    A support or convoy that fits no order of its target is void, so its unit
    stays. An army that goes by convoy where no route was ordered has none.
    """
    size = units.size[0]
    for unit in range(size):
        draft.carriers[unit] = NONE
        draft.asked[unit] = 0
    for unit in range(size):
        if orders.verb[unit] == CONVOYS and fits(tables, orders, unit):
            army = orders.target[unit]
            draft.carriers[army] |= bit(tables.sea[units.province[unit]])
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
            if sails(tables, units, orders, draft, unit):
                road = CONVOY
                if draft.carriers[unit] != NONE:
                    routes, fleets = lay_routes(
                        tables, units, draft, forces, unit, goal, routes, fleets
                    )
        elif verb == SUPPORTS and fits(tables, orders, unit):
            deed, target = SUPPORT, orders.target[unit]
        forces.power[unit] = units.power[unit]
        forces.place[unit] = units.province[unit]
        forces.deed[unit] = deed
        forces.goal[unit] = goal
        forces.target[unit] = target
        forces.road[unit] = road
        forces.route_at[unit + 1] = routes


@inlined
def fits(tables: Tables, orders: Orders, unit: int) -> bool:
    """Whether the target of a support or convoy does what the order says."""
    target, goal = orders.target[unit], orders.goal[unit]
    if goal < 0:
        return bool(orders.verb[target] != MOVES)
    if orders.verb[target] != MOVES:
        return False
    going = orders.goal[target]
    # A province named without its coast fits a move to any of them.
    return bool(going == goal or tables.province[going] == goal)


@inlined
def sails(tables: Tables, units: Units, orders: Orders, draft: Draft, unit: int) -> bool:
    """Whether a move goes by convoy: it says so, must, or its own fleets mean it to (intent)."""
    if units.kind[unit] != IS_ARMY:
        return False
    if orders.via[unit] or draft.asked[unit]:
        return True
    return not has(tables.reach[IS_ARMY, units.place[unit]], orders.goal[unit])


@inner
def lay_routes(
    tables: Tables,
    units: Units,
    draft: Draft,
    forces: Forces,
    army: int,
    goal: int,
    routes: int,
    fleets: int,
) -> tuple[int, int]:
    """Write the routes of an army after those in use; how many routes and fleets then are."""
    chain = draft.chain
    start_chains(tables, chain, units.province[army], draft.carriers[army])
    sea = next_chain(tables, chain)
    while sea >= 0:
        length = chain.length[0]
        if has(tables.shores[sea], goal) and not has(chain.ashore[length - 1], goal):
            for at in range(length):
                forces.fleets[fleets] = units.at[tables.sea_at[chain.link[at]]]
                fleets += 1
            routes += 1
            forces.fleet_at[routes] = fleets
        sea = next_chain(tables, chain)
    return routes, fleets
