"""Make ``sample.json.gz``: 2,000 random mid-game positions with all orders given.

Random games give two positions each, one movement apart, after 8 to 48
movement phases; in all of them 28 to 33 units stand. About a third of the
orders are supports and a tenth convoys; most of them fit orders that are
really given. The same seed gives the same rows, and on one version of zlib the
same file, byte for byte.

    python benchmarks/make_sample.py

The file is a JSON list of::

    {"season": "Spring", "year": 1905, "units": {"France": ["A Par", ...]},
     "owners": {"France": ["Par", ...]}, "orders": {"France": ["A Par - Bur", ...]}}

Orders stand in the order of the units. All are legal; armies that mean to go
by convoy say so.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import TypeAlias

from legation.board.orders import Order
from legation.board.position import Position
from legation.kernel.choose import LIKE_PLAYERS
from legation.kernel.games import Games, games_for, scratch_for
from legation.kernel.play import deal, play_on
from legation.kernel.tables import Board, board_of
from legation.kernel.translate import order_of, position_of
from legation.variants.load import load

Row: TypeAlias = dict[str, object]

SEED = 1901
POSITIONS = 2_000
FEWEST_UNITS, MOST_UNITS = 28, 33
FEWEST_PHASES, STAGES = 8, 40
GAMES_AT_ONCE = 50


def positions(board: Board, seed: int) -> Iterator[tuple[Row, Counter[str]]]:
    """Positions without end, each with the verbs of its orders counted."""
    for group in count():
        games = games_for(board, GAMES_AT_ONCE, seed * 1_000 + group)
        play_on(board, games, FEWEST_PHASES + group % STAGES, LIKE_PLAYERS)
        earlier = dealt(board, games)
        play_on(board, games, 1, LIKE_PLAYERS)
        for pair in zip(earlier, dealt(board, games), strict=True):
            yield from (found for found in pair if found is not None)


def dealt(board: Board, games: Games) -> list[tuple[Row, Counter[str]] | None]:
    """A row for each game and the verbs in it, or None where too few or too many units stand."""
    scratch = scratch_for(board)
    found: list[tuple[Row, Counter[str]] | None] = []
    for game in range(len(games.year)):
        deal(board.tables, games, game, LIKE_PLAYERS, scratch)
        size = int(scratch.units.size[0])
        if not FEWEST_UNITS <= size <= MOST_UNITS:
            found.append(None)
            continue
        drawn = [order_of(board, scratch.units, scratch.orders, unit) for unit in range(size)]
        by_province = {order.unit.province: order for order in drawn if order.unit}
        found.append((row_of(position_of(board, games, game), by_province), verbs(by_province)))
    return found


def row_of(position: Position, by_province: Mapping[str, Order]) -> Row:
    """A position and the orders of its units, in plain notation."""
    units: dict[str, list[str]] = {}
    orders: dict[str, list[str]] = {}
    for unit in position.units:
        units.setdefault(unit.power, []).append(str(unit))
        orders.setdefault(unit.power, []).append(str(by_province[unit.province]))
    owners = {power: list(position.centres_of(power)) for power in position.powers()}
    row: Row = {"season": position.phase.season, "year": position.phase.year}
    return row | {"units": units, "owners": owners, "orders": orders}


def verbs(orders: Mapping[str, Order]) -> Counter[str]:
    """How many orders of each kind; ``fits`` counts those that their target's order fits."""
    found: Counter[str] = Counter()
    for order in orders.values():
        found[order.verb] += 1
        if order.target is None:
            continue
        other = orders[order.target.province]
        goal = other.goal.partition("/")[0] if other.verb == "move" else ""
        found[f"{order.verb} fits"] += goal == order.goal
    return found


def main() -> None:
    """Write the sample beside this file, and say what is in it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "sample.json.gz")
    wanted = parser.parse_args()
    book = load("standard")
    board = board_of(book.graph, [power.name for power in book.powers])
    source = positions(board, wanted.seed)
    rows, found = [], Counter[str]()
    for _ in range(wanted.positions):
        row, counted = next(source)
        rows.append(json.dumps(row, separators=(",", ":")))
        found += counted
    text = "[\n" + ",\n".join(rows) + "\n]\n"
    wanted.out.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    units = sum(found[verb] for verb in ("hold", "move", "support", "convoy"))
    print(f"{len(rows)} positions, {units / len(rows):.1f} units each")
    for verb in ("hold", "move", "support", "convoy"):
        fits = found[f"{verb} fits"] / max(found[verb], 1)
        fit = f", {fits:.0%} fit what their target does" if fits else ""
        print(f"  {verb}: {found[verb] / units:.1%}{fit}")
    print(f"{wanted.out}: {wanted.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
