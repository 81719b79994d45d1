"""Whole games of random play: list, choose, prepare, resolve, retreat, adjust.

Rules are those of the standard game under its default options; see
``rules/movement.py`` and its neighbours for the readable form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from legation.kernel.batch import solve_first
from legation.kernel.choose import ANY, Style, choose
from legation.kernel.compiled import compiled, inner
from legation.kernel.games import (
    MOVEMENT,
    OVER,
    RETREAT,
    Games,
    Scratch,
    games_for,
    muster,
    scratch_for,
)
from legation.kernel.layout import MET_PARADOX, MET_RING, Int64s
from legation.kernel.menu import Units, list_orders
from legation.kernel.orders import CONVOYS, SUPPORTS, Orders, prepare
from legation.kernel.retreats import (
    choose_retreats,
    end_battle,
    find_retreats,
    gather_lost,
    settle_retreats,
)
from legation.kernel.spread import spread
from legation.kernel.tables import Board, Tables, refuse_options
from legation.kernel.winters import choose_winter, count_due, go_on, settle_winter

# Columns of what is counted while playing.
COUNTED = (
    *("phases", "units", "legal orders", "supports", "convoys"),
    *("arrivals", "dislodged", "retreats", "builds", "removals", "rings", "paradoxes"),
)
PHASES, UNITS, LEGAL, SUPPORTED, CONVOYED, ARRIVED, DISLODGED = range(7)
RETREATED, BUILT, REMOVED, RINGS, PARADOXES = range(7, 12)


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
    """Play so many movement phases on in each game, unless it ends; the counts, int64 (12,)."""
    counts: Int64s = np.zeros((threads, len(COUNTED)), np.int64)

    def run(part: int, begin: int, end: int) -> None:
        scratch = scratch_for(board)
        play_range(board.tables, games, (begin, end), phases, style, scratch, counts[part])

    spread(len(games.year), threads, run)
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
    """Play the games from the first number up to the second, each to before its next movement."""
    units, orders, retreats, results, wishes, due = (
        scratch.units,
        scratch.orders,
        scratch.retreats,
        scratch.results,
        scratch.wishes,
        scratch.due,
    )
    for game in range(span[0], span[1]):
        moved = 0
        while games.phase[game] != OVER:
            phase = games.phase[game]
            if phase == MOVEMENT:
                if moved == phases:
                    break
                moved += 1
                counted[LEGAL] += deal(tables, games, game, style, scratch)
                count_orders(units, orders, counted)
                resolve(tables, scratch)
                counted[RINGS] += results.met[0] & MET_RING > 0
                counted[PARADOXES] += results.met[0] & MET_PARADOX > 0
                counted[DISLODGED] += retreats.size[0]
                counted[ARRIVED] += end_battle(tables, games, game, scratch)
                if games.phase[game] == RETREAT:
                    continue
            elif phase == RETREAT:
                gather_lost(tables, games, game, retreats)
                choose_retreats(retreats, games.dice[game])
                counted[RETREATED] += settle_retreats(tables, games, game, retreats)
            else:
                count_due(games, game, due)
                choose_winter(tables, games, game, due, wishes)
                built, removed = settle_winter(tables, games, game, wishes)
                counted[BUILT] += built
                counted[REMOVED] += removed
            go_on(tables, games, game, due)


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
    solve_first(scratch.forces, scratch.off, scratch.fight, scratch.results)
    find_retreats(tables, scratch.units, scratch.forces, scratch.results, scratch.retreats)


@inner
def count_orders(units: Units, orders: Orders, counted: Int64s) -> None:
    """Add to the counts of phases, units, supports and convoys."""
    counted[PHASES] += 1
    counted[UNITS] += units.size[0]
    for unit in range(units.size[0]):
        counted[SUPPORTED] += orders.verb[unit] == SUPPORTS
        counted[CONVOYED] += orders.verb[unit] == CONVOYS
