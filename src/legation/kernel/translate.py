"""Between the readable values (Position, Order) and the arrays of the array form."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from legation.board import calendar
from legation.board.calendar import Phase
from legation.board.orders import Order
from legation.board.position import Position, sort_units
from legation.board.units import Dislodged, Unit, UnitName
from legation.errors import InputError, NameUnknownError, RefusedError, meant
from legation.kernel.bits import UInt64s
from legation.kernel.games import (
    ADJUSTMENT,
    AUTUMN,
    MOVEMENT,
    NOBODY,
    OVER,
    RETREAT,
    SPRING,
    WINTER,
    Games,
)
from legation.kernel.layout import Int8s
from legation.kernel.menu import Menu, Units
from legation.kernel.orders import CONVOYS, HOLDS, MOVES, SUPPORTS, Orders
from legation.kernel.tables import KINDS, Board

SEASONS = {SPRING: "Spring", AUTUMN: "Autumn", WINTER: "Winter"}
PHASES = {MOVEMENT: calendar.MOVEMENT, RETREAT: calendar.RETREAT, ADJUSTMENT: calendar.ADJUSTMENT}


def position_of(board: Board, games: Games, game: int) -> Position:
    """A game as a Position, before its next phase; of one that is over, as it ended."""
    units, owners, lost = [], {}, []
    for number, code in enumerate(board.graph.provinces):
        if games.power[game, number] != NOBODY:
            power = board.powers[games.power[game, number]]
            kind = KINDS[games.kind[game, number]]
            units.append(Unit(power, kind, board.places[games.place[game, number]]))
        if games.owner[game, number] != NOBODY:
            owners[code] = board.powers[games.owner[game, number]]
        if games.lost[game, number] != NOBODY:
            lost.append(number)
    dislodged = [_dislodged(board, games, game, number) for number in lost]
    places = {unit.place: at for at, unit in enumerate(sort_units(d.unit for d in dislodged))}
    contested = [board.places[number] for number in np.flatnonzero(games.contested[game])]
    return Position(
        phase_of(games, game),
        sort_units(units),
        owners,
        tuple(sorted(dislodged, key=lambda d: places[d.unit.place])),
        frozenset(contested),
    )


def phase_of(games: Games, game: int) -> Phase:
    """The phase that a game is in; of one that is over, the last."""
    season, phase = int(games.season[game]), int(games.phase[game])
    if phase == OVER:
        phase = ADJUSTMENT if season == WINTER else RETREAT
    return Phase(SEASONS[season], int(games.year[game]), PHASES[phase])


def _dislodged(board: Board, games: Games, game: int, number: int) -> Dislodged:
    """The unit that was dislodged from a province; the places open to it, by name."""
    kind = KINDS[games.lost_kind[game, number]]
    place = board.places[games.lost_place[game, number]]
    by = int(games.lost_by[game, number])
    taken = (games.power[game] != NOBODY) | (games.contested[game] != 0)
    closed: set[int] = set(np.flatnonzero(taken).tolist())
    if games.barred[game, number]:
        closed.add(by)
    near = sorted(board.graph.steps(kind, place))
    open_to = tuple(p for p in near if board.tables.province[board.number[p]] not in closed)
    unit = Unit(board.powers[games.lost[game, number]], kind, place)
    return Dislodged(unit, board.places[by], open_to)


def put_position(board: Board, games: Games, game: int, position: Position) -> None:
    """Write a Position over a game.

    Raises:
        NameUnknownError: for a place that is not on the map.
        InputError: for a unit that cannot stand where it does.
        RefusedError: for what a game has no room for.
    """
    phase = position.phase
    season = next((s for s, name in SEASONS.items() if name == phase.season), None)
    kind = next((k for k, name in PHASES.items() if name == phase.kind), None)
    if season is None or kind is None or (season == WINTER) != (kind == ADJUSTMENT):
        raise RefusedError(f"a position of {phase}")
    games.season[game], games.year[game], games.phase[game] = season, phase.year, kind
    games.power[game] = games.owner[game] = games.lost[game] = NOBODY
    games.contested[game] = 0
    for centre, power in position.owners.items():
        games.owner[game, _number(board, centre)] = _power(board, power)
    for unit in position.units:
        province = _province(board, unit, games.power[game])
        games.power[game, province] = _power(board, unit.power)
        games.kind[game, province] = KINDS.index(unit.kind)
        games.place[game, province] = board.number[unit.place]
    for code in position.contested:
        games.contested[game, _number(board, code)] = 1
    for lost in position.dislodged:
        _put_dislodged(board, games, game, lost)


def _put_dislodged(board: Board, games: Games, game: int, lost: Dislodged) -> None:
    unit = lost.unit
    province = _province(board, unit, games.lost[game])
    games.lost[game, province] = _power(board, unit.power)
    games.lost_kind[game, province] = KINDS.index(unit.kind)
    games.lost_place[game, province] = board.number[unit.place]
    games.lost_by[game, province] = _number(board, lost.by)
    for barred in (1, 0):
        games.barred[game, province] = barred
        known = _dislodged(board, games, game, province)
        if set(known.retreats) == set(lost.retreats):
            return
    places = ", ".join(known.retreats) or "none"
    raise RefusedError(f"retreats of {unit.power} {unit} other than what the board opens: {places}")


def _province(board: Board, unit: Unit, taken: Int8s) -> int:
    """The number of the province of a unit that an array has room for."""
    _number(board, unit.place)
    province = _number(board, unit.province)
    if unit.kind not in KINDS or unit.strength != 1 or taken[province] != NOBODY:
        raise RefusedError(f"{unit.power} {unit} of strength {unit.strength} or in company")
    if not board.graph.can_stand(unit.kind, unit.place):
        raise InputError(f"{unit.power} {unit}: no such unit can stand there.")
    return province


def _number(board: Board, place: str) -> int:
    """The number of a place.

    Raises:
        NameUnknownError: where the map has none of this name.
    """
    if place not in board.number:
        raise NameUnknownError(f"this map has no place {place}.{meant(place, board.number)}")
    return board.number[place]


def _power(board: Board, power: str) -> int:
    if power not in board.power_number:
        raise RefusedError(f"the power {power}")
    return board.power_number[power]


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
