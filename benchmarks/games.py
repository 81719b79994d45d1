"""How long whole games by bots take; and whether another tree plays the very same.

    python benchmarks/games.py --games 5
    python benchmarks/games.py --games 5 --beside ../before/src

Plays the games that `legation lab` plays where it plays many, `steady` in all
seats and the plans compiled, in a process of its own, and prints a row of a table
for each variant: seconds of processor a game, the middle of all and the mean,
thousandths of a second for each phase that was played, and games an hour of one
core. With `--beside` every game is played by another tree as well, by turns, so
that a slow spell of the machine hits both; the last columns say how many times as
fast a phase is, which compares trees whose bots play other, shorter or longer
games too, and how many games were the same, by the digest of their records, to
the last order and reason (the mark of the variant's own sources, which is another
when these were changed, left out).
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import chain
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

from legation.variants.find import folders

MARKS = re.compile(r'"(variant|previous)": *"[0-9a-f]{32,64}"')
"""In a record: the mark of the variant's sources, and of each phase that of the one before."""

HERE = Path(__file__).resolve().parents[1] / "src"


class Found(NamedTuple):
    """What a game took of the processor, in seconds, its phases, and the digest of its record."""

    seconds: float
    phases: int
    digest: str


class Tree:
    """A process that plays with the sources of one tree."""

    def __init__(self, source: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--play"],
            env={**os.environ, "PYTHONPATH": str(source)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, variant: str, number: int) -> Found:
        """A game of this number, played."""
        process = self.process
        assert process.stdin is not None
        assert process.stdout is not None
        print(json.dumps([variant, number]), file=process.stdin, flush=True)
        return Found(*json.loads(process.stdout.readline()))


def serve() -> None:
    """Play what is asked for on the standard input."""
    from legation.lab.playing import table_of
    from legation.lab.trial import Side, Task, Trial, trial_of
    from legation.table.saving.save import dump

    with suppress(ImportError):  # in an earlier tree
        from legation.bots.planners import compile_plans

        compile_plans()
    for line in sys.stdin:
        variant, number = json.loads(line)
        trial = trial_of(Trial((Side(variant),), 1))
        game, played = table_of(trial, Task(number, 0))
        kept = MARKS.sub("", dump(game))
        digest = sha256(kept.encode()).hexdigest()
        print(json.dumps([played.seconds, played.phases, digest]), flush=True)


def cells_of(games: Sequence[Found]) -> list[str]:
    """What the games of one tree took, as cells of a row."""
    seconds = [game.seconds for game in games]
    cells = [f"{taken:.2f} s" for taken in (median(seconds), mean(seconds))]
    return [*cells, f"{1000 * a_phase(games):.2f} ms"]


def a_phase(games: Sequence[Found]) -> float:
    """Seconds of processor for each phase that was played."""
    return sum(game.seconds for game in games) / sum(game.phases for game in games)


def main() -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=5, help="of each variant")
    parser.add_argument("--beside", type=Path, help="the sources of another tree")
    parser.add_argument("--variants", nargs="*", default=sorted(folders()))
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        serve()
        return
    trees = [Tree(source) for source in (given.beside, HERE) if source is not None]
    before = ["before: middle", "mean", "a phase"] if given.beside else []
    heads = ["variant", "games", *before, "middle", "mean", "a phase", "an hour"]
    heads += ["times as fast", "a phase", "the same"] if given.beside else []
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}", flush=True)
    for variant in given.variants:
        for tree in trees:
            tree.play(variant, 0)  # what is read once is not counted
        turns = [[tree.play(variant, number) for tree in trees] for number in range(given.games)]
        found = list(zip(*turns, strict=True))
        hourly = 3600 / mean(game.seconds for game in found[-1])
        cells = [variant, str(given.games), *chain(*map(cells_of, found)), f"{hourly:,.0f}"]
        if given.beside:
            then, now = found
            gained = sum(game.seconds for game in then) / sum(game.seconds for game in now)
            same = sum(before.digest == after.digest for before, after in turns)
            cells += [f"{gained:.1f}", f"{a_phase(then) / a_phase(now):.1f}"]
            cells.append(f"{same} of {given.games}")
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
