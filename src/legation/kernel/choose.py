"""Orders by chance: any legal order, or orders that fit each other as players' do."""

from __future__ import annotations

from typing import NamedTuple

from legation.kernel.bits import NONE, ONE, UInt64s, count_both, has, lowest, pick, roll
from legation.kernel.compiled import compiled, inlined
from legation.kernel.menu import Menu, Units
from legation.kernel.orders import CONVOYS, HOLDS, MOVES, SUPPORTS, Orders, give
from legation.kernel.tables import Tables

WHOLE = 256  # the chances of `Style` are parts of this


class Style(NamedTuple):
    """How orders are drawn; chances out of WHOLE.

    - coherent: 0 draws each order from all legal ones, with equal chance; the
      rest is then without meaning.
    - convoy: chance of a fleet at sea to be asked for a convoy; the army goes,
      and other fleets on its routes mostly help.
    - support: chance of any other unit to support something, mostly something
      that is really ordered, and mostly for its own power.
    """

    coherent: int
    convoy: int
    support: int


ANY = Style(0, 0, 0)
LIKE_PLAYERS = Style(1, 130, 105)  # about a third supports, a tenth convoys

_OPEN = -1  # verbs of units that have no order yet
_SUPPORTER = -2
_HELPS = 224  # chance of another fleet on the route to carry, too
_STRAYS = 24  # chance of a supporter to support whatever it may
_HOLDS = 24  # chance of a unit that does not support to hold
_OWN = 4  # a support for one's own power is so many times as likely


@compiled
def choose(
    tables: Tables, units: Units, menu: Menu, orders: Orders, dice: UInt64s, style: Style
) -> None:
    """Give each unit a legal order by chance, `dice` being the state (see `bits.roll`)."""
    size = units.size[0]
    if not style.coherent:
        for unit in range(size):
            take(units, menu, orders, unit, roll(dice, menu.total[unit]))
        return
    for unit in range(size):
        give(orders, unit, _OPEN, -1, -1, 0)
    if units.fleets[0] != NONE:
        for unit in range(size):
            if menu.lift_first[unit] >= 0 and roll(dice, WHOLE) < style.convoy:
                draw_convoy(units, menu, orders, dice, unit)
    for unit in range(size):
        if orders.verb[unit] == _OPEN:
            if roll(dice, WHOLE) < style.support and can_support(menu, unit):
                orders.verb[unit] = _SUPPORTER
            else:
                draw_move(menu, orders, dice, unit)
    for unit in range(size):
        if orders.verb[unit] == _SUPPORTER:
            draw_support(tables, units, menu, orders, dice, unit)


@inlined
def take(units: Units, menu: Menu, orders: Orders, unit: int, index: int) -> None:
    """Give a unit the order at `index`, 0 to ``menu.total[unit]`` - 1, of its legal ones.

    The order of the list: hold, moves, moves by convoy, supports in place,
    supports of moves, convoys.
    """
    if index == 0:
        give(orders, unit, HOLDS, -1, -1, 0)
        return
    index -= 1
    many = count_both(menu.walk[unit, 0], menu.walk[unit, 1])
    if index < many:
        goal = pick(menu.walk[unit, 0], menu.walk[unit, 1], index)
        give(orders, unit, MOVES, -1, goal, 0)
        return
    index -= many
    many = count_both(menu.ferry[unit, 0], menu.ferry[unit, 1])
    if index < many:
        goal = pick(menu.ferry[unit, 0], menu.ferry[unit, 1], index)
        give(orders, unit, MOVES, -1, goal, 1)
        return
    take_help(units, menu, orders, unit, index - many)


@inlined
def take_help(units: Units, menu: Menu, orders: Orders, unit: int, index: int) -> None:
    """Give a unit the order at `index` of its legal supports and convoys."""
    many = count_both(menu.stand[unit, 0], menu.stand[unit, 1])
    if index < many:
        province = pick(menu.stand[unit, 0], menu.stand[unit, 1], index)
        give(orders, unit, SUPPORTS, units.at[province], -1, 0)
        return
    index -= many
    for row in range(menu.pair_at[unit], menu.pair_at[unit + 1]):
        many = count_both(menu.pair_goals[row, 0], menu.pair_goals[row, 1])
        if index < many:
            goal = pick(menu.pair_goals[row, 0], menu.pair_goals[row, 1], index)
            give(orders, unit, SUPPORTS, menu.pair_target[row], goal, 0)
            return
        index -= many
    row = menu.lift_first[unit]
    while row >= 0:
        many = count_both(menu.lift_goals[row, 0], menu.lift_goals[row, 1])
        if index < many:
            goal = pick(menu.lift_goals[row, 0], menu.lift_goals[row, 1], index)
            give(orders, unit, CONVOYS, menu.lift_army[row], goal, 0)
            return
        index -= many
        row = menu.lift_after[row]


@inlined
def draw_move(menu: Menu, orders: Orders, dice: UInt64s, unit: int) -> None:
    """Let a unit go somewhere next to it, or hold."""
    many = count_both(menu.walk[unit, 0], menu.walk[unit, 1])
    if many == 0 or roll(dice, WHOLE) < _HOLDS:
        give(orders, unit, HOLDS, -1, -1, 0)
    else:
        goal = pick(menu.walk[unit, 0], menu.walk[unit, 1], roll(dice, many))
        give(orders, unit, MOVES, -1, goal, 0)


@inlined
def draw_convoy(units: Units, menu: Menu, orders: Orders, dice: UInt64s, fleet: int) -> None:
    """Let a fleet without orders carry some army without orders somewhere, others helping."""
    if orders.verb[fleet] != _OPEN:
        return
    seen = 0
    chosen = -1
    row = menu.lift_first[fleet]
    while row >= 0:
        if orders.verb[menu.lift_army[row]] == _OPEN:
            seen += 1
            if roll(dice, seen) == 0:
                chosen = row
        row = menu.lift_after[row]
    if chosen < 0:
        return
    army = menu.lift_army[chosen]
    low, high = menu.lift_goals[chosen, 0], menu.lift_goals[chosen, 1]
    goal = pick(low, high, roll(dice, count_both(low, high)))
    give(orders, army, MOVES, -1, goal, 1)
    give(orders, fleet, CONVOYS, army, goal, 0)
    for other in range(units.size[0]):
        if orders.verb[other] == _OPEN:
            row = menu.lift_first[other]
            while row >= 0:
                if menu.lift_army[row] == army and has(menu.lift_goals[row], goal):
                    if roll(dice, WHOLE) < _HELPS:
                        give(orders, other, CONVOYS, army, goal, 0)
                    break
                row = menu.lift_after[row]


@inlined
def can_support(menu: Menu, unit: int) -> bool:
    """Whether a unit can support anything."""
    return bool(
        menu.pair_at[unit + 1] > menu.pair_at[unit] or menu.stand[unit, 0] | menu.stand[unit, 1]
    )


@inlined
def draw_support(
    tables: Tables, units: Units, menu: Menu, orders: Orders, dice: UInt64s, unit: int
) -> None:
    """Let a unit support something that is ordered, where there is such a thing."""
    seen = 0
    strays = roll(dice, WHOLE) < _STRAYS
    if not strays:
        for word in range(2):
            there = menu.stand[unit, word]
            while there != NONE:
                target = units.at[64 * word + lowest(there)]
                there &= there - ONE
                if orders.verb[target] != MOVES:
                    share = liking(units, unit, target)
                    seen += share
                    if roll(dice, seen) < share:
                        give(orders, unit, SUPPORTS, target, -1, 0)
        for row in range(menu.pair_at[unit], menu.pair_at[unit + 1]):
            target = menu.pair_target[row]
            if orders.verb[target] == MOVES:
                goal = tables.province[orders.goal[target]]
                if has(menu.pair_goals[row], goal):
                    share = liking(units, unit, target)
                    seen += share
                    if roll(dice, seen) < share:
                        give(orders, unit, SUPPORTS, target, goal, 0)
    if seen == 0:
        many = support_count(menu, unit)
        take_help(units, menu, orders, unit, roll(dice, many))


@inlined
def support_count(menu: Menu, unit: int) -> int:
    """How many legal supports a unit has."""
    many = count_both(menu.stand[unit, 0], menu.stand[unit, 1])
    for row in range(menu.pair_at[unit], menu.pair_at[unit + 1]):
        many += count_both(menu.pair_goals[row, 0], menu.pair_goals[row, 1])
    return many


@inlined
def liking(units: Units, unit: int, target: int) -> int:
    """How much rather a unit supports this target than any."""
    return _OWN if units.power[unit] == units.power[target] else 1
