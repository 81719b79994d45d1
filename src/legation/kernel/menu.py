"""All legal orders of all units of a position, compactly: `Menu`.

What is legal is what ``rules.menus`` lists for the standard game. Supports
and convoys name a unit and a mask of goals, so that a row stands for several
orders. Units are named by their index among those of the position.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from legation.kernel.bits import NONE, ONE, UInt64s, bit, count_both, lowest, put
from legation.kernel.chains import Chain, chain_for, next_chain, start_chains
from legation.kernel.compiled import compiled, inlined
from legation.kernel.layout import Int8s, Int16s, Int32s, Int64s
from legation.kernel.tables import IS_ARMY, IS_FLEET, Tables


class Units(NamedTuple):
    """The units of one position, in the order of their provinces. P provinces.

    - size: int64 (1,), how many there are: U.
    - kind: int8 (P,), power: int8 (P,), place: int16 (P,), province: int16
      (P,): of each unit.
    - at: int16 (P,), the unit in a province, or -1.
    - occupied: uint64 (2,), mask of the provinces with a unit.
    - fleets: uint64 (1,), the seas with a fleet.
    """

    size: Int64s
    kind: Int8s
    power: Int8s
    place: Int16s
    province: Int16s
    at: Int16s
    occupied: UInt64s
    fleets: UInt64s


class Menu(NamedTuple):
    """The legal orders of a position; holding, always legal, is not noted.

    - total: int32 (P,), how many orders a unit may choose from, holding included.
    - walk: uint64 (P, 2), the places next to a unit that it may move to.
    - ferry: uint64 (P, 2), the provinces where an army may move by convoy.
    - stand: uint64 (P, 2), the provinces whose units a unit may support in place.
    - pair_at: int32 (P + 1,), supports of moves by unit i are rows
      ``pair_at[i]:pair_at[i + 1]`` of `pair_target`, int16 (P * P,), the unit
      supported, and `pair_goals`, uint64 (P * P, 2), provinces it may go to.
    - lift_first: int16 (P,), the first row of convoys by a unit, or -1;
      `lift_after`, int16 (S * P,), is the next row of the same fleet;
      `lift_army`, int16 (S * P,), the army, `lift_goals`, uint64 (S * P, 2),
      where it may go, and `lift_sole`, the same shape, where no other fleet
      could land it: moves that the fleet cannot support.
    - `entry`: uint64 (P, 2), working space: provinces a unit may enter at all.
    - `chain`, `carried`, `landed`: working space of the search for convoys;
      the latter uint64 (S, 2), by sea.
    """

    total: Int32s
    walk: UInt64s
    ferry: UInt64s
    stand: UInt64s
    pair_at: Int32s
    pair_target: Int16s
    pair_goals: UInt64s
    lift_first: Int16s
    lift_after: Int16s
    lift_army: Int16s
    lift_goals: UInt64s
    lift_sole: UInt64s
    entry: UInt64s
    chain: Chain
    carried: UInt64s
    landed: UInt64s


def units_for(tables: Tables) -> Units:
    """Empty units for a map."""
    provinces = len(tables.sea)
    return Units(
        np.zeros(1, np.int64),
        np.zeros(provinces, np.int8),
        np.zeros(provinces, np.int8),
        np.zeros(provinces, np.int16),
        np.zeros(provinces, np.int16),
        np.full(provinces, -1, np.int16),
        np.zeros(2, np.uint64),
        np.zeros(1, np.uint64),
    )


def menu_for(tables: Tables) -> Menu:
    """An empty menu for a map, with room for a unit in every province."""
    units, seas = len(tables.sea), len(tables.sea_at)
    pairs, lifts = units * units, seas * units
    return Menu(
        total=np.zeros(units, np.int32),
        walk=np.zeros((units, 2), np.uint64),
        ferry=np.zeros((units, 2), np.uint64),
        stand=np.zeros((units, 2), np.uint64),
        pair_at=np.zeros(units + 1, np.int32),
        pair_target=np.zeros(pairs, np.int16),
        pair_goals=np.zeros((pairs, 2), np.uint64),
        lift_first=np.zeros(units, np.int16),
        lift_after=np.zeros(lifts, np.int16),
        lift_army=np.zeros(lifts, np.int16),
        lift_goals=np.zeros((lifts, 2), np.uint64),
        lift_sole=np.zeros((lifts, 2), np.uint64),
        entry=np.zeros((units, 2), np.uint64),
        chain=chain_for(seas),
        carried=np.zeros((seas, 2), np.uint64),
        landed=np.zeros((seas, 2), np.uint64),
    )


@inlined
def add_unit(tables: Tables, units: Units, kind: int, power: int, place: int) -> None:
    """Note a unit; units come in the order of their provinces."""
    unit = units.size[0]
    province = tables.province[place]
    units.kind[unit] = kind
    units.power[unit] = power
    units.place[unit] = place
    units.province[unit] = province
    units.at[province] = unit
    put(units.occupied, province)
    if kind == IS_FLEET and tables.sea[province] >= 0:
        units.fleets[0] |= bit(tables.sea[province])
    units.size[0] = unit + 1


@inlined
def clear_units(units: Units) -> None:
    """Take all units away."""
    units.size[0] = 0
    units.at[:] = -1
    units.occupied[:] = NONE
    units.fleets[0] = NONE


@compiled
def list_orders(tables: Tables, units: Units, menu: Menu) -> int:
    """Fill the menu of a position; how many orders there are in it."""
    size = units.size[0]
    for unit in range(size):
        kind, place = units.kind[unit], units.place[unit]
        menu.lift_first[unit] = -1
        for word in range(2):
            reach = tables.reach[kind, place, word]
            menu.walk[unit, word] = tables.steps[kind, place, word]
            menu.ferry[unit, word] = NONE
            menu.stand[unit, word] = reach & units.occupied[word]
            menu.entry[unit, word] = reach
    if units.fleets[0] != NONE:
        rows = 0
        for unit in range(size):
            if (
                units.kind[unit] == IS_ARMY
                and tables.piers[units.province[unit]] & units.fleets[0] != NONE
            ):
                rows = list_convoys(tables, units, menu, unit, rows)
    list_supports(tables, units, menu)
    orders = 0
    for unit in range(size):
        orders += menu.total[unit]
    return orders


@inlined
def list_convoys(tables: Tables, units: Units, menu: Menu, army: int, rows: int) -> int:
    """Note where an army could be carried, and by whom; the rows of convoys in use."""
    chain = menu.chain
    touched = landing = NONE  # the seas on some chain, and at the end of one
    start_chains(tables, chain, units.province[army], units.fleets[0])
    sea = next_chain(tables, chain)
    while sea >= 0:
        length = chain.length[0]
        low = tables.shores[sea, 0] & ~chain.ashore[length - 1, 0]
        high = tables.shores[sea, 1] & ~chain.ashore[length - 1, 1]
        if low | high != NONE:
            for at in range(length):
                link = chain.link[at]
                if not (touched >> np.uint64(link)) & ONE:
                    touched |= bit(link)
                    menu.carried[link, 0] = menu.carried[link, 1] = NONE
                    menu.landed[link, 0] = menu.landed[link, 1] = NONE
                menu.carried[link, 0] |= low
                menu.carried[link, 1] |= high
            landing |= bit(sea)
            menu.landed[sea, 0] |= low
            menu.landed[sea, 1] |= high
        sea = next_chain(tables, chain)
    # A goal where two different fleets could land the army needs neither of them.
    once_low = once_high = twice_low = twice_high = NONE
    while landing != NONE:
        sea = lowest(landing)
        landing &= landing - ONE
        twice_low |= once_low & menu.landed[sea, 0]
        twice_high |= once_high & menu.landed[sea, 1]
        once_low |= menu.landed[sea, 0]
        once_high |= menu.landed[sea, 1]
    menu.ferry[army, 0] = once_low
    menu.ferry[army, 1] = once_high
    menu.entry[army, 0] |= once_low
    menu.entry[army, 1] |= once_high
    while touched != NONE:
        sea = lowest(touched)
        touched &= touched - ONE
        fleet = units.at[tables.sea_at[sea]]
        menu.lift_army[rows] = army
        menu.lift_goals[rows, 0] = menu.carried[sea, 0]
        menu.lift_goals[rows, 1] = menu.carried[sea, 1]
        menu.lift_sole[rows, 0] = menu.landed[sea, 0] & ~twice_low
        menu.lift_sole[rows, 1] = menu.landed[sea, 1] & ~twice_high
        menu.lift_after[rows] = menu.lift_first[fleet]
        menu.lift_first[fleet] = rows
        rows += 1
    return rows


@inlined
def list_supports(tables: Tables, units: Units, menu: Menu) -> None:
    """Note the supports of moves, and count the orders of each unit."""
    size = units.size[0]
    pairs = 0
    for unit in range(size):
        kind, place = units.kind[unit], units.place[unit]
        low, high = tables.reach[kind, place, 0], tables.reach[kind, place, 1]
        own_low, own_high = menu.entry[unit, 0], menu.entry[unit, 1]
        menu.pair_at[unit] = pairs
        menu.entry[unit, 0] = menu.entry[unit, 1] = NONE
        carried = restrict(tables, units, menu, unit)
        orders = 1 + carried
        orders += count_both(menu.walk[unit, 0], menu.walk[unit, 1])
        orders += count_both(menu.ferry[unit, 0], menu.ferry[unit, 1])
        orders += count_both(menu.stand[unit, 0], menu.stand[unit, 1])
        for other in range(size):
            goals_low = low & menu.entry[other, 0]
            goals_high = high & menu.entry[other, 1]
            # Written in any case and kept where there is something: no branch to guess.
            menu.pair_target[pairs] = other
            menu.pair_goals[pairs, 0] = goals_low
            menu.pair_goals[pairs, 1] = goals_high
            orders += count_both(goals_low, goals_high)
            pairs += goals_low | goals_high != NONE
        menu.total[unit] = orders
        menu.entry[unit, 0], menu.entry[unit, 1] = own_low, own_high
        if carried > 0:
            release(tables, units, menu, unit)
    menu.pair_at[size] = pairs


@inlined
def restrict(tables: Tables, units: Units, menu: Menu, fleet: int) -> int:
    """Take from `entry` the moves that need this fleet; how many convoys it may order."""
    orders = 0
    row = menu.lift_first[fleet]
    while row >= 0:
        army = menu.lift_army[row]
        place = units.place[army]
        for word in range(2):
            sea_only = menu.ferry[army, word] & ~menu.lift_sole[row, word]
            menu.entry[army, word] = tables.reach[IS_ARMY, place, word] | sea_only
        orders += count_both(menu.lift_goals[row, 0], menu.lift_goals[row, 1])
        row = menu.lift_after[row]
    return orders


@inlined
def release(tables: Tables, units: Units, menu: Menu, fleet: int) -> None:
    """Give back to `entry` what `restrict` took."""
    row = menu.lift_first[fleet]
    while row >= 0:
        army = menu.lift_army[row]
        for word in range(2):
            reach = tables.reach[IS_ARMY, units.place[army], word]
            menu.entry[army, word] = reach | menu.ferry[army, word]
        row = menu.lift_after[row]
