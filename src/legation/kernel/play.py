"""Whole games of random play: list, choose, prepare, resolve, retreat, adjust.

Rules are those of the standard game under its default options; see
``rules/movement.py`` and its neighbours for the readable form.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from legation.kernel.batch import solve_range
from legation.kernel.bits import NONE, ONE, UInt64s, bit, count_both, lowest, pick, put, roll
from legation.kernel.choose import ANY, Style, choose
from legation.kernel.compiled import compiled, inlined, inner
from legation.kernel.games import (
    AUTUMN,
    NOBODY,
    SPRING,
    Games,
    Retreats,
    Scratch,
    games_for,
    muster,
    scratch_for,
)
from legation.kernel.layout import CONVOY, MET_PARADOX, MET_RING, Forces, Int64s, Results
from legation.kernel.menu import Units, list_orders
from legation.kernel.orders import CONVOYS, SUPPORTS, Orders, prepare
from legation.kernel.tables import IS_ARMY, IS_FLEET, Board, Tables, refuse_options

# Columns of what is counted while playing.
COUNTED = (
    *("phases", "units", "legal orders", "supports", "convoys"),
    *("arrivals", "dislodged", "retreats", "builds", "removals", "rings", "paradoxes"),
)
PHASES, UNITS, LEGAL, SUPPORTED, CONVOYED, ARRIVED, DISLODGED = range(7)
RETREATED, BUILT, REMOVED, RINGS, PARADOXES = range(7, 12)

_DISBANDS = 16  # one in so many dislodged units disbands though it could retreat
_WAIVES = 32  # one in so many builds is waived


@dataclass(frozen=True)
class Played:
    """Games after some phases, and how much of what happened in all of them together."""

    games: Games
    counted: Mapping[str, int]


def self_play(
    board: Board,
    seed: int,
    phases: int,
    games: int = 1,
    style: Style = ANY,
    threads: int = 1,
    options: Mapping[str, str] | None = None,
) -> Played:
    """Play so many movement phases of each game at random, with all that follows them.

    The same seed gives the same games, on any machine and any number of
    threads. Raises RefusedError for options that the array form does not do.
    """
    refuse_options(options or {})
    made = games_for(board, games, seed)
    counted = play_on(board, made, phases, style, threads)
    return Played(made, dict(zip(COUNTED, counted.tolist(), strict=True)))


def play_on(board: Board, games: Games, phases: int, style: Style, threads: int = 1) -> Int64s:
    """Play so many movement phases on in each game; the counts, int64 (12,), see COUNTED."""
    many = len(games.year)
    counts: Int64s = np.zeros((threads, len(COUNTED)), np.int64)

    def run(part: int) -> None:
        span = (many * part // threads, many * (part + 1) // threads)
        play_range(board.tables, games, span, phases, style, scratch_for(board), counts[part])

    if threads == 1:
        run(0)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(run, range(threads)))
    total: Int64s = counts.sum(axis=0)
    return total


@compiled
def play_range(
    tables: Tables,
    games: Games,
    span: tuple[int, int],
    phases: int,
    style: Style,
    scratch: Scratch,
    counted: Int64s,
) -> None:
    """Play the games from the first number up to, not including, the second."""
    units, orders, retreats, results = (
        scratch.units,
        scratch.orders,
        scratch.retreats,
        scratch.results,
    )
    for game in range(span[0], span[1]):
        for _ in range(phases):
            counted[LEGAL] += deal(tables, games, game, style, scratch)
            count_orders(units, orders, counted)
            resolve(tables, scratch)
            counted[RINGS] += results.met[0] & MET_RING > 0
            counted[PARADOXES] += results.met[0] & MET_PARADOX > 0
            counted[DISLODGED] += retreats.size[0]
            choose_retreats(retreats, games.dice[game])
            counted[ARRIVED] += settle_moves(tables, games, game, scratch)
            counted[RETREATED] += settle_retreats(tables, games, game, units, retreats)
            if games.season[game] == SPRING:
                games.season[game] = AUTUMN
            else:
                take_centres(tables, games, game)
                adjust(tables, games, game, scratch.due, counted)
                games.season[game] = SPRING
                games.year[game] += 1


@compiled
def deal(tables: Tables, games: Games, game: int, style: Style, scratch: Scratch) -> int:
    """List a game's legal orders and choose some; how many legal ones there were."""
    muster(tables, games, game, scratch.units)
    legal = list_orders(tables, scratch.units, scratch.menu)
    choose(tables, scratch.units, scratch.menu, scratch.orders, games.dice[game], style)
    return legal


@compiled
def resolve(tables: Tables, scratch: Scratch) -> None:
    """Make the battle of the orders chosen, solve it, and find who must retreat."""
    prepare(tables, scratch.units, scratch.orders, scratch.draft, scratch.forces)
    scratch.off[1] = scratch.units.size[0]
    solve_range(scratch.forces, None, scratch.off, (0, 1), scratch.fight, scratch.results)
    find_retreats(tables, scratch.units, scratch.forces, scratch.results, scratch.retreats)


@inner
def count_orders(units: Units, orders: Orders, counted: Int64s) -> None:
    """Add to the counts of phases, units, supports and convoys."""
    counted[PHASES] += 1
    counted[UNITS] += units.size[0]
    for unit in range(units.size[0]):
        counted[SUPPORTED] += orders.verb[unit] == SUPPORTS
        counted[CONVOYED] += orders.verb[unit] == CONVOYS


@inner
def find_retreats(
    tables: Tables, units: Units, forces: Forces, results: Results, retreats: Retreats
) -> None:
    """Note the dislodged units and the places open to them (STD-RET).

    Open is what the unit can enter that is empty, not contested, and not where
    the attack came from, unless it came by convoy.
    """
    lost = 0
    for unit in range(units.size[0]):
        if results.dislodged_by[unit] >= 0:
            retreats.unit[lost] = unit
            lost += 1
    retreats.size[0] = lost
    if lost == 0:
        return
    barred_low = barred_high = NONE
    for unit in range(units.size[0]):
        if results.arrived[unit] or results.contested[unit]:
            goal = forces.goal[unit]
            barred_low |= bit(goal) if goal < 64 else NONE
            barred_high |= bit(goal) if goal >= 64 else NONE
        if not results.arrived[unit]:
            province = units.province[unit]
            barred_low |= bit(province) if province < 64 else NONE
            barred_high |= bit(province) if province >= 64 else NONE
    for at in range(lost):
        unit = retreats.unit[at]
        attacker = results.dislodged_by[unit]
        origin = -1 if forces.road[attacker] == CONVOY else units.province[attacker]
        retreats.open[at, 0] = retreats.open[at, 1] = NONE
        for word in range(2):
            near = tables.steps[units.kind[unit], units.place[unit], word]
            while near != NONE:
                place = 64 * word + lowest(near)
                near &= near - ONE
                province = tables.province[place]
                barred = barred_low if province < 64 else barred_high
                if province != origin and not barred & bit(province):
                    put(retreats.open[at], place)


@inner
def choose_retreats(retreats: Retreats, dice: UInt64s) -> None:
    """Let each dislodged unit retreat by chance, or disband."""
    for at in range(retreats.size[0]):
        low, high = retreats.open[at, 0], retreats.open[at, 1]
        many = count_both(low, high)
        retreats.goal[at] = -1
        if many > 0 and roll(dice, _DISBANDS) > 0:
            retreats.goal[at] = pick(low, high, roll(dice, many))


@inner
def settle_moves(tables: Tables, games: Games, game: int, scratch: Scratch) -> int:
    """Put arrived units where they went, take dislodged ones up; how many arrived."""
    units, results = scratch.units, scratch.results
    arrived = 0
    for unit in range(units.size[0]):
        if results.arrived[unit] or results.dislodged_by[unit] >= 0:
            games.power[game, units.province[unit]] = NOBODY
    for unit in range(units.size[0]):
        if results.arrived[unit]:
            place_unit(tables, games, game, units, unit, scratch.orders.goal[unit])
            arrived += 1
    return arrived


@inner
def settle_retreats(
    tables: Tables, games: Games, game: int, units: Units, retreats: Retreats
) -> int:
    """Put retreating units where they go; two to one province disband. How many got away."""
    away = 0
    for at in range(retreats.size[0]):
        goal = retreats.goal[at]
        alone = goal >= 0
        for other in range(retreats.size[0]):
            if alone and other != at and retreats.goal[other] >= 0:
                alone = tables.province[retreats.goal[other]] != tables.province[goal]
        if alone:
            place_unit(tables, games, game, units, retreats.unit[at], goal)
            away += 1
    return away


@inlined
def place_unit(
    tables: Tables, games: Games, game: int, units: Units, unit: int, place: int
) -> None:
    """Put a unit of before the movement into its new place."""
    province = tables.province[place]
    games.power[game, province] = units.power[unit]
    games.kind[game, province] = units.kind[unit]
    games.place[game, province] = place


@inner
def take_centres(tables: Tables, games: Games, game: int) -> None:
    """Give each occupied centre to the power whose unit is there."""
    for province in range(len(tables.centre)):
        if tables.centre[province] and games.power[game, province] != NOBODY:
            games.owner[game, province] = games.power[game, province]


@inner
def adjust(tables: Tables, games: Games, game: int, due: Int64s, counted: Int64s) -> None:
    """Build and remove by chance, until no power has more units than centres (STD-ADJ)."""
    dice = games.dice[game]
    due[:] = 0
    for province in range(len(tables.centre)):
        if games.owner[game, province] != NOBODY:
            due[games.owner[game, province]] += 1
        if games.power[game, province] != NOBODY:
            due[games.power[game, province]] -= 1
    for power in range(len(due)):
        while due[power] < 0:
            at = draw_province(tables, games, game, power, False)
            games.power[game, at] = NOBODY
            counted[REMOVED] += 1
            due[power] += 1
        while due[power] > 0:
            at = draw_province(tables, games, game, power, True)
            if at < 0:
                break
            due[power] -= 1
            if roll(dice, _WAIVES) > 0:
                build(tables, games, game, power, at)
                counted[BUILT] += 1


@inner
def draw_province(tables: Tables, games: Games, game: int, power: int, to_build: bool) -> int:
    """A province by chance where a power can build, or where it has a unit; -1 if there is none."""
    drawn = -1
    seen = 0
    for province in range(len(tables.centre)):
        if to_build:
            fine = (
                tables.home[province] == power
                and games.owner[game, province] == power
                and games.power[game, province] == NOBODY
            )
        else:
            fine = games.power[game, province] == power
        if fine:
            seen += 1
            if roll(games.dice[game], seen) == 0:
                drawn = province
    return drawn


@inner
def build(tables: Tables, games: Games, game: int, power: int, province: int) -> None:
    """Put a new unit of any kind that the province has room for."""
    armies = count_both(tables.berths[IS_ARMY, province, 0], tables.berths[IS_ARMY, province, 1])
    fleets = count_both(tables.berths[IS_FLEET, province, 0], tables.berths[IS_FLEET, province, 1])
    kind = IS_ARMY
    if fleets > 0 and (armies == 0 or roll(games.dice[game], 2) == 1):
        kind = IS_FLEET
    low, high = tables.berths[kind, province, 0], tables.berths[kind, province, 1]
    games.power[game, province] = power
    games.kind[game, province] = kind
    games.place[game, province] = pick(low, high, roll(games.dice[game], count_both(low, high)))
