"""Centres change owner, units are built and removed, and the year goes on (STD-PH, STD-ADJ)."""

from __future__ import annotations

import numpy as np

from legation.kernel.bits import NONE, bit, count_both, pick, roll
from legation.kernel.compiled import inlined, inner
from legation.kernel.games import (
    ADJUSTMENT,
    AUTUMN,
    MOVEMENT,
    NOBODY,
    OVER,
    SPRING,
    WINTER,
    Games,
    Wishes,
)
from legation.kernel.layout import Int64s
from legation.kernel.orders import BUILDS, REMOVES
from legation.kernel.retreats import put_unit
from legation.kernel.tables import IS_ARMY, IS_FLEET, Tables

NOTHING = 0  # of `Wishes.verb`
FAR = 10_000  # farther than any way on a board

_WAIVES = 32  # one in so many builds is waived


@inner
def go_on(tables: Tables, games: Games, game: int, due: Int64s) -> None:
    """From a phase that was carried out to the next in which anybody decides anything (STD-PH).

    After a battle that left somebody to retreat the phase is RETREAT already.
    """
    if games.season[game] == SPRING:
        games.season[game] = AUTUMN
        open_movement(tables, games, game)
        return
    if games.season[game] == AUTUMN:
        take_centres(tables, games, game)
        if is_won(tables, games, game, due):
            games.phase[game] = OVER
            return
        games.season[game], games.phase[game] = WINTER, ADJUSTMENT
        count_due(games, game, due)
        if not idle(tables, games, game, due):
            return
    if games.year[game] >= tables.ends[1]:
        games.phase[game] = OVER
        return
    games.season[game] = SPRING
    games.year[game] += 1
    open_movement(tables, games, game)


@inlined
def open_movement(tables: Tables, games: Games, game: int) -> None:
    """A movement phase begins: where units bounced matters no more."""
    games.phase[game] = MOVEMENT
    for province in range(len(tables.sea)):
        games.contested[game, province] = 0


@inner
def take_centres(tables: Tables, games: Games, game: int) -> None:
    """Give each occupied centre to the power whose unit is there."""
    for province in range(len(tables.centre)):
        if tables.centre[province] and games.power[game, province] != NOBODY:
            games.owner[game, province] = games.power[game, province]


@inner
def is_won(tables: Tables, games: Games, game: int, due: Int64s) -> bool:
    """Has one power enough centres, and more than any other (STD-END)? `due` then counts them."""
    due[:] = 0
    for province in range(len(tables.centre)):
        if games.owner[game, province] != NOBODY:
            due[games.owner[game, province]] += 1
    most = shared = 0
    for power in range(len(due)):
        if due[power] > most:
            most, shared = due[power], 0
        elif due[power] == most:
            shared += 1
    return bool(most >= tables.ends[0] and shared == 0)


@inner
def count_due(games: Games, game: int, due: Int64s) -> None:
    """Centres less units of each power: builds, or removals where negative."""
    due[:] = 0
    for province in range(games.power.shape[1]):
        if games.owner[game, province] != NOBODY:
            due[games.owner[game, province]] += 1
        if games.power[game, province] != NOBODY:
            due[games.power[game, province]] -= 1


@inner
def idle(tables: Tables, games: Games, game: int, due: Int64s) -> bool:
    """Has nobody a build or a removal to order?"""
    for power in range(len(due)):
        if due[power] < 0:
            return False
    for province in range(len(tables.home)):
        power = tables.home[province]
        if power >= 0 and due[power] > 0 and may_build(tables, games, game, power, province):
            return False
    return True


@inlined
def may_build(tables: Tables, games: Games, game: int, power: int, province: int) -> bool:
    """Is this a vacant home centre of a power that it owns?"""
    return bool(
        tables.home[province] == power
        and games.owner[game, province] == power
        and games.power[game, province] == NOBODY
    )


@inner
def choose_winter(tables: Tables, games: Games, game: int, due: Int64s, wishes: Wishes) -> None:
    """Wish for builds and removals by chance, as many as are due; few builds are waived."""
    dice = games.dice[game]
    wishes.verb[:] = NOTHING
    for power in range(len(due)):
        while due[power] < 0:
            wishes.verb[draw_province(tables, games, game, wishes, power, False)] = REMOVES
            due[power] += 1
        while due[power] > 0:
            at = draw_province(tables, games, game, wishes, power, True)
            if at < 0:
                break
            due[power] -= 1
            if roll(dice, _WAIVES) > 0:
                choose_unit(tables, games, game, wishes, at)


@inner
def draw_province(
    tables: Tables, games: Games, game: int, wishes: Wishes, power: int, to_build: bool
) -> int:
    """A province by chance where a power can build, or where it has a unit; -1 if there is none."""
    drawn = -1
    seen = 0
    for province in range(len(tables.centre)):
        if to_build:
            fine = may_build(tables, games, game, power, province)
        else:
            fine = games.power[game, province] == power
        if fine and wishes.verb[province] == NOTHING:
            seen += 1
            if roll(games.dice[game], seen) == 0:
                drawn = province
    return drawn


@inner
def choose_unit(tables: Tables, games: Games, game: int, wishes: Wishes, province: int) -> None:
    """Wish for a new unit of any kind that the province has room for."""
    armies = count_both(tables.berths[IS_ARMY, province, 0], tables.berths[IS_ARMY, province, 1])
    fleets = count_both(tables.berths[IS_FLEET, province, 0], tables.berths[IS_FLEET, province, 1])
    kind = IS_ARMY
    if fleets > 0 and (armies == 0 or roll(games.dice[game], 2) == 1):
        kind = IS_FLEET
    low, high = tables.berths[kind, province, 0], tables.berths[kind, province, 1]
    wishes.verb[province] = BUILDS
    wishes.kind[province] = kind
    wishes.place[province] = pick(low, high, roll(games.dice[game], count_both(low, high)))


@inner
def settle_winter(tables: Tables, games: Games, game: int, wishes: Wishes) -> tuple[int, int]:
    """Build and remove what is wished for; how many were built, and removed."""
    built = removed = 0
    for province in range(len(tables.centre)):
        if wishes.verb[province] == REMOVES:
            games.power[game, province] = NOBODY
            removed += 1
        elif wishes.verb[province] == BUILDS:
            power, kind = tables.home[province], wishes.kind[province]
            put_unit(tables, games, game, power, kind, wishes.place[province])
            built += 1
    return built, removed


@inner
def wish_missing(
    tables: Tables, games: Games, game: int, power: int, missing: int, wishes: Wishes, far: Int64s
) -> None:
    """Wish for the removals that a power has not ordered (STD-NMR).

    The units farthest from a centre that it owns go first; at equal distance
    fleets before armies, then by the English name of the province.
    """
    measure(tables, games, game, power, far)
    for _ in range(missing):
        worst, found = -1, -1
        for province in range(len(tables.centre)):
            if games.power[game, province] == power and wishes.verb[province] == NOTHING:
                rank = 2 * far[province] + (games.kind[game, province] == IS_FLEET)
                rank = rank * len(tables.centre) - tables.rank[province]
                if found < 0 or rank > worst:
                    worst, found = rank, province
        wishes.verb[found] = REMOVES


@inner
def measure(tables: Tables, games: Games, game: int, power: int, far: Int64s) -> None:
    """How many moves, over any border, it is from each province to a centre of a power."""
    size = len(tables.centre)
    far[:] = FAR
    ring_low = ring_high = NONE
    for province in range(size):
        if games.owner[game, province] == power:
            ring_low |= bit(province) if province < 64 else NONE
            ring_high |= bit(province) if province >= 64 else NONE
    moves = 0
    while ring_low | ring_high != NONE:
        next_low = next_high = NONE
        for province in range(size):
            ring = ring_low if province < 64 else ring_high
            if ring & bit(province) and far[province] == FAR:
                far[province] = moves
                next_low |= tables.touching[province, 0]
                next_high |= tables.touching[province, 1]
        ring_low, ring_high = next_low, next_high
        if not beyond(far, ring_low, ring_high):
            break
        moves += 1


@inner
def beyond(far: Int64s, low: np.uint64, high: np.uint64) -> bool:
    """Is there a province among these that was not reached before?"""
    for province in range(len(far)):
        ring = low if province < 64 else high
        if ring & bit(province) and far[province] == FAR:
            return True
    return False
