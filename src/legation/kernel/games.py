"""Games of the standard kind as arrays, and the scratch arrays of a thread that plays them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from legation.board.graph import FLEET
from legation.kernel.bits import UInt64s, dice_for
from legation.kernel.compiled import compiled
from legation.kernel.layout import (
    Fight,
    Forces,
    Int8s,
    Int16s,
    Int64s,
    Results,
    fight_for,
    results_for,
)
from legation.kernel.menu import Menu, Units, add_unit, clear_units, menu_for, units_for
from legation.kernel.orders import Draft, Orders, draft_for, forces_for, orders_for
from legation.kernel.tables import IS_ARMY, IS_FLEET, Board, Tables

SPRING, AUTUMN, WINTER = 0, 1, 2
MOVEMENT, RETREAT, ADJUSTMENT, OVER = 0, 1, 2, 3
NOBODY = -1


class Games(NamedTuple):
    """Games, each before a phase of its own. B games, P provinces.

    - power: int8 (B, P), whose unit is in a province, or NOBODY.
    - kind: int8 (B, P), and place: int16 (B, P), of that unit; else without meaning.
    - owner: int8 (B, P), the power that owns a centre, or NOBODY.
    - season: int8 (B,), SPRING, AUTUMN or WINTER. year: int16 (B,).
    - dice: uint64 (B, 1), see `bits.roll`.
    - phase: int8 (B,), MOVEMENT, RETREAT, ADJUSTMENT or OVER.
    - lost: int8 (B, P), whose unit was dislodged from a province and may retreat, or NOBODY.
    - lost_kind: int8 (B, P), and lost_place: int16 (B, P), of that unit.
    - lost_by: int16 (B, P), the province that the attack on it came from.
    - barred: int8 (B, P), 1 where it may not retreat there, as the attack came by land.
    - contested: int8 (B, P), 1 for an empty province in which units bounced.
    """

    power: Int8s
    kind: Int8s
    place: Int16s
    owner: Int8s
    season: Int8s
    year: Int16s
    dice: UInt64s
    phase: Int8s
    lost: Int8s
    lost_kind: Int8s
    lost_place: Int16s
    lost_by: Int16s
    barred: Int8s
    contested: Int8s


class Retreats(NamedTuple):
    """The dislodged units of a position. Shapes (P,) but for `size`.

    - size: int64 (1,), how many there are.
    - unit: int16, which, once the battle is over; in a retreat phase its
      province. open: uint64 (P, 2), the places it may retreat to.
    - goal: int16, the place it retreats to, -1 where it disbands.
    """

    size: Int64s
    unit: Int16s
    open: UInt64s
    goal: Int16s


class Wishes(NamedTuple):
    """What is to be built and removed in a winter. Shapes (P,).

    - verb: int8, 0, BUILDS or REMOVES.
    - kind: int8, and place: int16, of a unit that is to be built.
    """

    verb: Int8s
    kind: Int8s
    place: Int16s


class Scratch(NamedTuple):
    """What a thread needs to play one phase of one game after another.

    `due`: int64 (powers,), centres less units of each power in a winter. `far`:
    int64 (P,), moves from a province to a centre.
    """

    units: Units
    menu: Menu
    orders: Orders
    draft: Draft
    forces: Forces
    off: Int64s
    fight: Fight
    results: Results
    retreats: Retreats
    wishes: Wishes
    due: Int64s
    far: Int64s


def games_for(board: Board, games: int, seed: int, year: int = 1901) -> Games:
    """So many games as the map sets them up, before the spring of their first year."""
    size = board.provinces
    made = Games(
        power=np.full((games, size), NOBODY, np.int8),
        kind=np.zeros((games, size), np.int8),
        place=np.zeros((games, size), np.int16),
        owner=np.full((games, size), NOBODY, np.int8),
        season=np.zeros(games, np.int8),
        year=np.full(games, year, np.int16),
        dice=dice_for(seed, games),
        phase=np.zeros(games, np.int8),
        lost=np.full((games, size), NOBODY, np.int8),
        lost_kind=np.zeros((games, size), np.int8),
        lost_place=np.zeros((games, size), np.int16),
        lost_by=np.full((games, size), -1, np.int16),
        barred=np.zeros((games, size), np.int8),
        contested=np.zeros((games, size), np.int8),
    )
    for code, owner in board.graph.first_owners.items():
        province = board.tables.province[board.number[code]]
        made.owner[:, province] = board.power_number.get(owner, NOBODY)
    for unit in board.graph.setup:
        place = board.number[unit.place]
        province = board.tables.province[place]
        made.power[:, province] = board.power_number[unit.power]
        made.kind[:, province] = IS_FLEET if unit.kind == FLEET else IS_ARMY
        made.place[:, province] = place
    return made


def scratch_for(board: Board) -> Scratch:
    """The working arrays of one thread."""
    tables, size = board.tables, board.provinces
    forces = forces_for(board)
    return Scratch(
        units=units_for(tables),
        menu=menu_for(tables),
        orders=orders_for(tables),
        draft=draft_for(tables),
        forces=forces,
        off=np.zeros(2, np.int64),
        fight=fight_for(forces, size, size),
        results=results_for(size, 1),
        retreats=Retreats(
            np.zeros(1, np.int64),
            np.zeros(size, np.int16),
            np.zeros((size, 2), np.uint64),
            np.zeros(size, np.int16),
        ),
        wishes=Wishes(np.zeros(size, np.int8), np.zeros(size, np.int8), np.zeros(size, np.int16)),
        due=np.zeros(len(board.powers), np.int64),
        far=np.zeros(size, np.int64),
    )


@compiled
def muster(tables: Tables, games: Games, game: int, units: Units) -> None:
    """Gather the units of a game, in the order of their provinces."""
    clear_units(units)
    for province in range(len(tables.sea)):
        power = games.power[game, province]
        if power != NOBODY:
            add_unit(tables, units, games.kind[game, province], power, games.place[game, province])
