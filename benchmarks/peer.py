"""The same work done by the `diplomacy` package: run by ``legation bench --peer PYTHON``.

Runs in an environment of its own, where that package is installed; knows
nothing of Legation. Reads the sample, prints seconds per position as JSON.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any

from diplomacy import Game


def position(row: dict[str, Any]) -> Game:
    """A game that stands where the row says, before orders."""
    game = Game(map_name="standard")
    game.set_current_phase(f"{row['season'][0].replace('A', 'F')}{row['year']}M")
    for power in game.powers:
        game.set_units(power, [unit.upper() for unit in row["units"].get(power.title(), [])], True)
        game.set_centers(power, [c.upper() for c in row["owners"].get(power.title(), [])], True)
    game.build_caches()
    return game


def ordered(row: dict[str, Any]) -> Game:
    """The same with all orders given."""
    game = position(row)
    for power, orders in row["orders"].items():
        texts = [text.upper().replace(" VIA CONVOY", " VIA") for text in orders]
        game.set_orders(power.upper(), texts)
    return game


def adjudicate(game: Game) -> None:
    """The movement algorithm alone: no next phase, no history."""
    game._determine_orders()
    game._add_coasts()
    game._move_results()


def handed(row: dict[str, Any]) -> tuple[Game, dict[str, list[str]]]:
    """A game before orders, and the orders in its notation."""
    said = {
        power.upper(): [text.upper().replace(" VIA CONVOY", " VIA") for text in texts]
        for power, texts in row["orders"].items()
    }
    return position(row), said


def phase(given: tuple[Game, dict[str, list[str]]]) -> None:
    """All orders handed in as text, and the phase carried out."""
    game, said = given
    for power, texts in said.items():
        game.set_orders(power, texts)
    game.process()


def self_play(rows: list[dict[str, Any]]) -> float:
    """Seconds a movement phase: list, choose at random, resolve, retreat, adjust."""
    dice, phases, start = random.Random(1), 0, time.perf_counter()
    for row in rows:
        game = position(row)
        phases += 1
        while True:
            possible = game.get_all_possible_orders()
            for power, places in game.get_orderable_locations().items():
                game.set_orders(power, [dice.choice(possible[p]) for p in places if possible[p]])
            game.process()
            if game.is_game_done or game.phase_type == "M":
                break
    return (time.perf_counter() - start) / phases


def timed(
    work: Callable[[Any], object],
    make: Callable[[dict[str, Any]], Any],
    rows: list[dict[str, Any]],
) -> float:
    """Seconds for one position: the best of seven for each, on fresh games."""
    best = [float("inf")] * len(rows)
    for _ in range(7):
        for number, row in enumerate(rows):
            game = make(row)
            start = time.perf_counter()
            work(game)
            best[number] = min(best[number], time.perf_counter() - start)
    return sum(best) / len(rows)


def main(sample: str, most: int) -> None:
    """Time the package on the first positions of the sample."""
    with gzip.open(sample, "rt", encoding="utf-8") as file:
        rows = json.load(file)[:most]
    with contextlib.redirect_stdout(io.StringIO()):
        adjudicate(ordered(rows[0]))  # fills the package's own caches
        figures = {
            "adjudicate": timed(adjudicate, ordered, rows),
            "process": timed(Game.process, ordered, rows),
            "phase": timed(phase, handed, rows),
            "list": timed(Game.get_all_possible_orders, position, rows),
            "self-play": min(self_play(rows) for _ in range(3)),
        }
    print(json.dumps({"positions": len(rows), "seconds": figures}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
