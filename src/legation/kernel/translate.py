"""Between the readable values (Position, Order) and the arrays of the array form.

A movement phase only: `games` keeps nothing of retreats between two phases.
"""

from __future__ import annotations

from collections.abc import Mapping

from legation.board.calendar import MOVEMENT, Phase
from legation.board.orders import Order
from legation.board.position import Position, sort_units
from legation.board.units import Unit, UnitName
from legation.errors import RefusedError
from legation.kernel.bits import UInt64s
from legation.kernel.games import AUTUMN, NOBODY, SPRING, Games
from legation.kernel.menu import Menu, Units
from legation.kernel.orders import CONVOYS, HOLDS, MOVES, SUPPORTS, Orders
from legation.kernel.tables import KINDS, Board

SEASONS = {SPRING: "Spring", AUTUMN: "Autumn"}


def position_of(board: Board, games: Games, game: int) -> Position:
    """A game as a Position, before its next movement."""
    units, owners = [], {}
    for number, code in enumerate(board.graph.provinces):
        if games.power[game, number] != NOBODY:
            power = board.powers[games.power[game, number]]
            kind = KINDS[games.kind[game, number]]
            units.append(Unit(power, kind, board.places[games.place[game, number]]))
        if games.owner[game, number] != NOBODY:
            owners[code] = board.powers[games.owner[game, number]]
    phase = Phase(SEASONS[int(games.season[game])], int(games.year[game]), MOVEMENT)
    return Position(phase, sort_units(units), owners)


def put_position(board: Board, games: Games, game: int, position: Position) -> None:
    """Write a Position, before a movement, over a game.

    Raises RefusedError for what a game has no room for.
    """
    season = next((s for s, name in SEASONS.items() if name == position.phase.season), None)
    if season is None or position.phase.kind != MOVEMENT:
        raise RefusedError(f"a position of {position.phase}")
    games.season[game], games.year[game] = season, position.phase.year
    games.power[game] = NOBODY
    games.owner[game] = NOBODY
    for centre, power in position.owners.items():
        games.owner[game, board.number[centre]] = board.power_number[power]
    for unit in position.units:
        province = board.number[unit.province]
        if unit.kind not in KINDS or unit.strength != 1 or games.power[game, province] != NOBODY:
            raise RefusedError(f"{unit.power} {unit} of strength {unit.strength} or in company")
        games.power[game, province] = board.power_number[unit.power]
        games.kind[game, province] = KINDS.index(unit.kind)
        games.place[game, province] = board.number[unit.place]


def unit_name(board: Board, units: Units, unit: int) -> UnitName:
    """A unit as an order names it."""
    return UnitName(board.places[units.place[unit]], KINDS[units.kind[unit]])


def order_of(board: Board, units: Units, orders: Orders, unit: int) -> Order:
    """The order of a unit."""
    name, verb = unit_name(board, units, unit), orders.verb[unit]
    if verb == HOLDS:
        return Order("hold", name)
    goal = board.places[orders.goal[unit]] if orders.goal[unit] >= 0 else ""
    if verb == MOVES:
        return Order("move", name, goal=goal, via=bool(orders.via[unit]))
    target = unit_name(board, units, orders.target[unit])
    return Order("support" if verb == SUPPORTS else "convoy", name, target, goal)


def put_order(board: Board, units: Units, orders: Orders, order: Order) -> None:
    """Write a legal order, in full, as that of its unit."""
    assert order.unit is not None
    unit = units.at[board.number[order.unit.province]]
    verbs = {"hold": HOLDS, "move": MOVES, "support": SUPPORTS, "convoy": CONVOYS}
    orders.verb[unit] = verbs[order.verb]
    orders.goal[unit] = board.number[order.goal] if order.goal else -1
    orders.via[unit] = order.via
    target = order.target
    orders.target[unit] = units.at[board.number[target.province]] if target else -1


def put_orders(
    board: Board, units: Units, orders: Orders, given: Mapping[str, list[Order]]
) -> None:
    """Write the legal orders of all powers; units without one hold."""
    size = units.size[0]
    orders.verb[:size] = HOLDS
    orders.goal[:size] = orders.target[:size] = -1
    orders.via[:size] = 0
    for sheet in given.values():
        for order in sheet:
            put_order(board, units, orders, order)


def listed(board: Board, units: Units, menu: Menu, unit: int) -> set[Order]:
    """All legal orders of a unit, out of the menu of its position."""
    name = unit_name(board, units, unit)
    orders = {Order("hold", name)}
    orders |= {Order("move", name, goal=g) for g in names(board, menu.walk[unit])}
    orders |= {Order("move", name, goal=g, via=True) for g in names(board, menu.ferry[unit])}
    for province in names(board, menu.stand[unit]):
        other = unit_name(board, units, units.at[board.number[province]])
        orders.add(Order("support", name, other))
    for row in range(menu.pair_at[unit], menu.pair_at[unit + 1]):
        other = unit_name(board, units, menu.pair_target[row])
        orders |= {Order("support", name, other, g) for g in names(board, menu.pair_goals[row])}
    row = menu.lift_first[unit]
    while row >= 0:
        army = unit_name(board, units, menu.lift_army[row])
        orders |= {Order("convoy", name, army, g) for g in names(board, menu.lift_goals[row])}
        row = menu.lift_after[row]
    return orders


def names(board: Board, mask: UInt64s) -> list[str]:
    """The places of a mask, (2,)."""
    bits = int(mask[0]) | int(mask[1]) << 64
    return [place for number, place in enumerate(board.places) if bits >> number & 1]
