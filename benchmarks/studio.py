"""How soon the studio shows a draft, and how long a board takes, small and large.

``python benchmarks/studio.py [--rounds 20]``: previews of thirty places after a point
was moved, by a process apart as the server asks for them, its lettered board, and a grid
of two hundred places and thirty-four powers, checked, built and drawn. Prints seconds by
the clock and of the processor; where others are at work the second tells more.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from legation.atlas.draw import draw
from legation.atlas.making.check import check_variant
from legation.board.mapfile import check_map
from legation.studio.building import build
from legation.studio.document import as_data
from legation.studio.limits import Worker, run
from legation.studio.written import put
from legation.table.game import Game

TESTS = Path(__file__).parents[1] / "tests"
MEGABYTES = 1024
MOST = 600.0
"""Seconds after which something is given up."""
PREVIEW, BUILD, PROBLEMS = (
    "legation.studio.preview:preview",
    "legation.studio.building:build",
    "legation.studio.checking:problems",
)


def spent() -> float:
    """Seconds of the processor: of this process, and of those that it began and that have ended."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in both)


def timed(name: str, act: Callable[[], Any]) -> Any:
    """What it says; a line with how long it took."""
    clock, before = time.perf_counter(), spent()
    said = act()
    print(f"{name:58} {time.perf_counter() - clock:8.2f} {spent() - before:8.2f}", flush=True)
    return said


def previews(data: dict[str, Any], rounds: int) -> None:
    """A point is moved back and forth, and each time the whole map is shown."""
    worker = Worker(MEGABYTES)
    try:
        clock = time.perf_counter()
        seen = worker.ask(PREVIEW, [data, []], MOST)
        print(f"{'preview of 30, the first of a process':58} {time.perf_counter() - clock:8.2f}")
        assert worker.process is not None
        times, before = [], _of(worker.process.pid)
        at = seen["points"][0]
        for number in range(rounds):
            move = {**at, "x": at["x"] + 5 + number, "y": at["y"] + 5}
            clock = time.perf_counter()
            worker.ask(PREVIEW, [data, [move]], MOST)
            times.append(time.perf_counter() - clock)
        each = (_of(worker.process.pid) - before) / rounds
        print(
            f"{'preview of 30 after a move, median':58} {statistics.median(times):8.2f} {each:8.2f}"
        )
        print(f"{'preview of 30 after a move, slowest':58} {max(times):8.2f}", flush=True)
    finally:
        worker.end()


def _of(process: int) -> float:
    """Seconds of the processor that a running process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="previews after a move")
    rounds = parser.parse_args().rounds
    sys.path.append(str(TESTS / "studio"))
    from thirty import joined
    from two_hundred import two_hundred

    print(f"{'':58} {'clock':>8} {'proc.':>8}   load {os.getloadavg()[0]:.1f}")
    small = as_data(joined())
    previews(small, rounds)
    timed(
        "lettered board of 30, a process of its own", lambda: run(BUILD, [small], MOST, MEGABYTES)
    )
    large = as_data(two_hundred())
    timed("200 places, 34 powers: all problems", lambda: run(PROBLEMS, [large], MOST, MEGABYTES))
    built = timed("200 places, 34 powers: lettered board", lambda: build(large))
    with tempfile.TemporaryDirectory() as kept:
        home = Path(kept) / "grid"
        put(built["files"], home)
        timed("its tables checked", lambda: check_map(home / "map"))
        timed("its picture checked", lambda: check_variant(str(home)))
        game = timed("a game begun", lambda: Game.new(str(home)))
        timed("its board drawn, the first time", lambda: draw(game.book, game.view("gm")))
        timed("its board drawn again", lambda: draw(game.book, game.view("gm")))


if __name__ == "__main__":
    main()
