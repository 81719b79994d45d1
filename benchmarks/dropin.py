"""The drop-in's time beside that of the `diplomacy` package, in one process and on one board.

Both play the same random games: phase by phase, in turn, or (`--apart`) a game of
one and then the same of the other, as a program would that has one of them.
Each call is timed once, on a board that has just come up. Run it with the
interpreter in which Legation is installed, and name the folder where the package is::

    python benchmarks/dropin.py .venv-peer/lib/python3.11/site-packages --games 30
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from legation.compat.diplomacy import Game

OURS, PACKAGE = "here", "package"


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds that a call takes, and what it returns."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def hand_in(game: Any, given: Mapping[str, list[str]]) -> None:
    """Give each power's orders."""
    for power, orders in given.items():
        game.set_orders(power, orders)


Sheets = list[dict[str, list[str]]]


def phase_of(
    name: str, game: Any, times: dict[tuple[str, str], list[float]], given: Any = None
) -> dict[str, list[str]]:
    """One phase of one of the two; what it took in a movement is added. Returns the orders.

    `given` are the orders, or the dice that choose them among those it lists.
    """
    movement = game.phase_type == "M"
    took, listed = timed(game.get_all_possible_orders)
    if movement:
        times.setdefault(("get_all_possible_orders", name), []).append(took)
    if isinstance(given, random.Random):
        where = game.get_orderable_locations()
        given = {
            power: [given.choice(sorted(listed[place])) for place in places if listed[place]]
            for power, places in where.items()
        }
    handed, _ = timed(partial(hand_in, game, given))
    took, past = timed(game.process)
    read, _ = timed(lambda: (past.state, past.orders, past.results))
    if movement:
        times.setdefault(("set_orders", name), []).append(handed)
        times.setdefault(("process", name), []).append(took)
        times.setdefault(("process, all of it read", name), []).append(took + read)
    orders: dict[str, list[str]] = given
    return orders


def is_over(game: Any, last: int) -> bool:
    """Is a game over, or has it come to its last year?"""
    return bool(game.is_game_done or int(game.get_current_phase()[1:5]) >= last)


def begun(game: Any, few: bool) -> Any:
    """A game from its start; `few`: where each power has a unit and a centre."""
    for name, power in game.powers.items() if few else ():
        game.set_units(name, power.units[:1], reset=True)
        game.set_centers(name, power.centers[:1], reset=True)
    return game


def play(
    package: Any, seed: int, asked: argparse.Namespace, times: dict[tuple[str, str], list[float]]
) -> None:
    """One game of both, to its end or a year: one after the other, or phase by phase in turn."""
    dice, last = random.Random(seed), asked.until
    theirs, ours = begun(package(), asked.few), begun(Game(), asked.few)
    if not asked.apart:
        while not is_over(theirs, last):
            given = phase_of(PACKAGE, theirs, times, dice)
            phase_of(OURS, ours, times, given)
            same(theirs, ours)
        return
    sheets: Sheets = []
    while not is_over(theirs, last):
        sheets.append(phase_of(PACKAGE, theirs, times, dice))
    for given in sheets:
        phase_of(OURS, ours, times, given)
    same(theirs, ours)


def same(theirs: Any, ours: Any) -> None:
    """Stop where the games are not in the same phase."""
    where = theirs.get_current_phase(), ours.get_current_phase()
    if len(set(where)) > 1:
        raise SystemExit(f"the games part at {where}")


def main() -> None:
    """Play, and print a table: median and mean of each call, and how many times as fast."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", help="the folder site-packages that has the package")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--warm", type=int, default=5, help="games played before, and not counted")
    parser.add_argument(
        "--apart", action="store_true", help="a game of one, then the same of the other"
    )
    parser.add_argument("--few", action="store_true", help="each power begins with one unit")
    parser.add_argument("--until", type=int, default=1911)
    asked = parser.parse_args()
    sys.path.append(asked.package)
    from diplomacy import Game as Package

    gc.disable()
    for seed in range(asked.warm):
        play(Package, -1 - seed, asked, {})
        gc.collect()
    times: dict[tuple[str, str], list[float]] = {}
    for seed in range(asked.games):
        play(Package, seed, asked, times)
        gc.collect()
    count = len(times["process", PACKAGE])
    print(f"{asked.games} games, {count} movement phases; microseconds, median (mean)")
    for call in dict.fromkeys(call for call, _ in times):
        theirs = times[call, PACKAGE]
        for name in (PACKAGE, OURS):
            took = times[call, name]
            middle, mean = statistics.median(took), statistics.fmean(took)
            ratio = statistics.median(theirs) / middle, statistics.fmean(theirs) / mean
            print(
                f"{call:24} {name:16} {middle * 1e6:8.0f} ({mean * 1e6:6.0f})"
                f"   x {ratio[0]:5.1f} ({ratio[1]:5.1f})"
            )


if __name__ == "__main__":
    main()
