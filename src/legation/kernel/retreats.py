"""What follows a battle: units arrive, the dislodged look for a place (STD-RET)."""

from __future__ import annotations

from legation.kernel.bits import NONE, ONE, UInt64s, bit, count_both, lowest, pick, put, roll
from legation.kernel.compiled import inlined, inner
from legation.kernel.games import NOBODY, RETREAT, Games, Retreats, Scratch
from legation.kernel.layout import CONVOY, Forces, Results
from legation.kernel.menu import Units
from legation.kernel.tables import Tables

_DISBANDS = 16  # one in so many dislodged units disbands though it could retreat


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
def end_battle(tables: Tables, games: Games, game: int, scratch: Scratch) -> int:
    """Put arrived units where they went; the dislodged that can retreat wait. How many arrived."""
    units, forces, results, retreats = (
        scratch.units,
        scratch.forces,
        scratch.results,
        scratch.retreats,
    )
    for unit in range(units.size[0]):
        if results.contested[unit]:
            games.contested[game, forces.goal[unit]] = 1
    for at in range(retreats.size[0]):
        if retreats.open[at, 0] | retreats.open[at, 1] != NONE:
            unit = retreats.unit[at]
            attacker, province = results.dislodged_by[unit], units.province[unit]
            games.lost[game, province] = units.power[unit]
            games.lost_kind[game, province] = units.kind[unit]
            games.lost_place[game, province] = units.place[unit]
            games.lost_by[game, province] = units.province[attacker]
            games.barred[game, province] = forces.road[attacker] != CONVOY
            games.phase[game] = RETREAT
    for unit in range(units.size[0]):
        if results.arrived[unit] or results.dislodged_by[unit] >= 0:
            games.power[game, units.province[unit]] = NOBODY
    arrived = 0
    for unit in range(units.size[0]):
        if results.arrived[unit]:
            goal = scratch.orders.goal[unit]
            put_unit(tables, games, game, units.power[unit], units.kind[unit], goal)
            arrived += 1
    return arrived


@inlined
def put_unit(tables: Tables, games: Games, game: int, power: int, kind: int, place: int) -> None:
    """Put a unit into a place."""
    province = tables.province[place]
    games.power[game, province] = power
    games.kind[game, province] = kind
    games.place[game, province] = place


@inner
def gather_lost(tables: Tables, games: Games, game: int, retreats: Retreats) -> None:
    """In a retreat phase: who must retreat, and the places open to each; nobody goes yet."""
    lost = 0
    for province in range(len(tables.sea)):
        if games.lost[game, province] == NOBODY:
            continue
        retreats.unit[lost] = province
        retreats.goal[lost] = -1
        retreats.open[lost, 0] = retreats.open[lost, 1] = NONE
        kind, place = games.lost_kind[game, province], games.lost_place[game, province]
        for word in range(2):
            near = tables.steps[kind, place, word]
            while near != NONE:
                to = 64 * word + lowest(near)
                near &= near - ONE
                goal = tables.province[to]
                if (
                    games.power[game, goal] == NOBODY
                    and not games.contested[game, goal]
                    and not (games.barred[game, province] and goal == games.lost_by[game, province])
                ):
                    put(retreats.open[lost], to)
        lost += 1
    retreats.size[0] = lost


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
def alone(tables: Tables, retreats: Retreats, at: int) -> bool:
    """Does a unit retreat, and no other to the same province?"""
    goal = retreats.goal[at]
    if goal < 0:
        return False
    for other in range(retreats.size[0]):
        there = retreats.goal[other]
        if other != at and there >= 0 and tables.province[there] == tables.province[goal]:
            return False
    return True


@inner
def settle_retreats(tables: Tables, games: Games, game: int, retreats: Retreats) -> int:
    """Put retreating units where they go; two to one province disband. How many got away."""
    away = 0
    for at in range(retreats.size[0]):
        province = retreats.unit[at]
        if alone(tables, retreats, at):
            power, kind = games.lost[game, province], games.lost_kind[game, province]
            put_unit(tables, games, game, power, kind, retreats.goal[at])
            away += 1
    for province in range(len(tables.sea)):
        games.lost[game, province] = NOBODY
        games.contested[game, province] = 0
    return away
