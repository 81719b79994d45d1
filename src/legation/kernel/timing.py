"""Loops for ``legation bench``: one stage of play over many games, and nothing else."""

from __future__ import annotations

from legation.kernel.choose import Style
from legation.kernel.compiled import compiled
from legation.kernel.games import Games, Scratch, muster
from legation.kernel.menu import list_orders
from legation.kernel.play import deal
from legation.kernel.tables import Tables


@compiled
def list_range(tables: Tables, games: Games, span: tuple[int, int], scratch: Scratch) -> int:
    """List all legal orders of the games from the first number up to the second; how many."""
    legal = 0
    for game in range(span[0], span[1]):
        muster(tables, games, game, scratch.units)
        legal += list_orders(tables, scratch.units, scratch.menu)
    return legal


@compiled
def deal_range(
    tables: Tables, games: Games, span: tuple[int, int], style: Style, scratch: Scratch
) -> int:
    """List the legal orders of the games and choose some; how many there were."""
    legal = 0
    for game in range(span[0], span[1]):
        legal += deal(tables, games, game, style, scratch)
    return legal
