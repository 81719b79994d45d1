"""``legation bench``: speed and size, beside a peer that does the same work."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from legation.cli.show import JSON, example
from legation.errors import FileError, InputError

if TYPE_CHECKING:
    from legation.board.position import Position
    from legation.kernel.tables import Board
    from legation.rules.battle import Battle

TREE = Path(__file__).parents[3] / "benchmarks"
SAMPLE = Annotated[
    Path,
    typer.Option(
        show_default="benchmarks/sample.json.gz",
        help="The positions to work on; how they were made is beside them.",
    ),
]
PEER = Annotated[
    str, typer.Option(metavar="PYTHON", help="A Python in which the `diplomacy` package is.")
]
MOST = Annotated[int, typer.Option(min=1, help="So many of the positions.")]
ROUNDS = Annotated[int, typer.Option(min=1, help="Take the best of so many runs.")]

BESIDE = 100
"""So many of the positions are the peer's work too, and that of whole phases."""
PEERS = {
    "turn.advance": "process",
    "game.phase": "phase",
    "readable.explain": "adjudicate",
    "readable.list": "list",
}
"""Figure → the peer's figure of the same work; its `adjudicate` judges nothing either."""

NANO, MICRO, MILLI = ("ns", 1e9), ("µs", 1e6), ("ms", 1e3)
MIB = ("MiB", 1 / 2**20)


@dataclass
class Figures:
    """What was measured: name → value, unit, the peer's value and how many times its speed."""

    rows: dict[str, tuple[float, str, float | None]] = field(default_factory=dict)

    def note(
        self, name: str, amount: float, unit: tuple[str, float], peer: float | None = None
    ) -> None:
        """Note seconds or bytes under a name, in a unit, beside the peer's."""
        word, factor = unit
        self.rows[name] = (amount * factor, word, None if peer is None else peer * factor)

    def flat(self) -> dict[str, float | str]:
        """Every figure under a key of its own, as `--json` prints them."""
        figures: dict[str, float | str] = {}
        for name, (value, unit, peer) in self.rows.items():
            figures[name] = round(value, 4)
            figures[f"{name}.unit"] = unit
            if peer is not None:
                figures[f"{name}.peer"] = round(peer, 4)
                figures[f"{name}.ratio"] = round(peer / value, 2)
        return figures


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command("bench", epilog=example("legation bench --json"))(bench)


def bench(
    sample: SAMPLE = TREE / "sample.json.gz",
    peer: PEER = "",
    most: MOST = 2000,
    rounds: ROUNDS = 7,
    as_json: JSON = False,
) -> None:
    """Measure speed and size on a sample of mid-game positions.

    With --peer the `diplomacy` package does the same work in the same run, in
    its own environment, on the first 100 of the positions.
    """
    if find_spec("numpy") is None:
        raise InputError(
            "the kernel is not installed; make install brings it, or pip install 'legation[kernel]'"
        )
    figures = Figures()
    rows = _rows(sample)[:most]
    others = _peer(peer, sample) if peer else {}
    measure(figures, rows, others, rounds)
    if as_json:
        typer.echo(json.dumps(figures.flat(), indent=1, ensure_ascii=False))
        return
    for name, (value, unit, theirs) in figures.rows.items():
        beside = f"   peer {theirs:10.1f} {unit}, {theirs / value:.0f} times" if theirs else ""
        typer.echo(f"{name:28}{value:10.2f} {unit}{beside}")


def _rows(sample: Path) -> list[dict[str, Any]]:
    if not sample.is_file():
        raise FileError(str(sample), "there is no such file; name the sample with --sample")
    with gzip.open(sample, "rt", encoding="utf-8") as file:
        rows: list[dict[str, Any]] = json.load(file)
    return rows


def _peer(python: str, sample: Path) -> dict[str, float]:
    """Seconds a position of the peer, by kind of work."""
    command = [python, str(TREE / "peer.py"), str(sample), str(BESIDE)]
    cores = _pinned()  # the peer takes this over
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    except (OSError, subprocess.SubprocessError) as error:
        raise InputError(f"the peer cannot be run with {python}: {error}") from None
    finally:
        _unpinned(cores)
    seconds: dict[str, float] = json.loads(done.stdout)["seconds"]
    return seconds


def measure(
    figures: Figures, rows: list[dict[str, Any]], peer: dict[str, float], rounds: int
) -> None:
    """Everything, into `figures`. Times are for one position, the best of the rounds."""
    from legation.cli.phasebench import phases, readable, scene
    from legation.kernel.tables import board_of
    from legation.variants.load import load

    book, cores = load(), _pinned()
    for name, seconds in phases(book, rows[:BESIDE], rounds).items():
        figures.note(name, seconds, MICRO, peer.get(PEERS[name]))
    scenes = [scene(book, row) for row in rows]
    results, battles = readable(book, scenes, rounds)
    for name, seconds in results.items():
        figures.note(name, seconds, MICRO, peer.get(PEERS.get(name, "")))
    _unpinned(cores)
    board = board_of(book.graph, [power.name for power in book.powers])
    _kernel(figures, battles, board, [position for position, _ in scenes], peer, rounds)
    _shapes(figures, battles[0], rounds)
    _start_up(figures, rounds)


def _pinned() -> set[int]:
    """Keep to one core, the last of those allowed, which are returned; none where it cannot."""
    if not hasattr(os, "sched_setaffinity"):
        return set()
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    return cores


def _unpinned(cores: set[int]) -> None:
    if cores:
        os.sched_setaffinity(0, cores)


def _best(work: Callable[[], object], count: int, rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times) / count


def _kernel(
    figures: Figures,
    battles: list[Battle],
    board: Board,
    positions: list[Position],
    peer: dict[str, float],
    rounds: int,
) -> None:
    """The kernel's figures, taken in turn: a slow spell of the machine hits none alone."""
    from legation.kernel.batch import solve_batch
    from legation.kernel.choose import ANY
    from legation.kernel.games import games_for, scratch_for
    from legation.kernel.pack import pack
    from legation.kernel.play import play_on
    from legation.kernel.timing import deal_range, list_range
    from legation.kernel.translate import put_position

    start = games_for(board, len(positions), seed=1)
    for game, position in enumerate(positions):
        put_position(board, start, game, position)
    scratch, span, tables = scratch_for(board), (0, len(positions)), board.tables
    packed = pack(battles * 5)
    large = pack(battles * 50)  # a second thread takes milliseconds to get going
    copies = [type(start)._make(array.copy() for array in start) for _ in range(rounds * 4 + 1)]
    works: dict[str, tuple[Callable[[], object], int]] = {
        "adjudicate": (partial(solve_batch, packed), 5),
        "adjudicate.large": (partial(solve_batch, large), 50),
        "adjudicate.large.two-cores": (partial(solve_batch, large, 2), 50),
        "list": (partial(list_range, tables, start, span, scratch), 1),
        "list-and-choose": (partial(deal_range, tables, start, span, ANY, scratch), 1),
        "self-play": (lambda: play_on(board, copies.pop(), 1, ANY), 1),
    }
    best: dict[str, float] = {}
    for number in range(rounds * 4 + 1):
        for name, (work, times) in works.items():
            began = time.perf_counter()
            work()
            spent = (time.perf_counter() - began) / len(positions) / times
            if number:  # the first round compiles
                best[name] = min(spent, best.get(name, spent))
    for name, seconds in best.items():
        kind = name.partition(".")[0]
        figures.note(f"batch.{name}", seconds, MICRO, peer.get(kind))
    size = sum(array.nbytes for array in (*packed.forces, packed.off))
    figures.note("batch.million.memory", size / (len(packed.off) - 1) * 1e6, MIB)


def _shapes(figures: Figures, one: Battle, rounds: int) -> None:
    """Long trains and a ring, each as a batch of one; one battle of the sample as such a batch.

    The wrapper is the same call without a battle; it is left out of what a force takes.
    """
    from legation.cli.bench_shapes import TRAINS, shape_times

    times = shape_times(one, rounds)
    for name, seconds in times.items():
        figures.note(f"batch.{name}", seconds, MICRO)
    for count in TRAINS:
        force = (times[f"train-{count}"] - times["one.wrapper"]) / count
        figures.note(f"batch.train-{count}.force", force, NANO)


def _start_up(figures: Figures, rounds: int) -> None:
    command = [sys.executable, "-m", "legation.cli.start"]
    example = TREE.parent / "examples"
    wanted = {"start.version": ["--version"]}
    first = next(iter(sorted(example.glob("*.yaml"))), None) if example.is_dir() else None
    if first is not None:
        wanted["start.adjudicate"] = ["adjudicate", str(first)]
    for name, arguments in wanted.items():

        def run(arguments: list[str] = arguments) -> None:
            subprocess.run([*command, *arguments], capture_output=True, check=True)

        figures.note(name, _best(run, 1, rounds), ("s", 1.0))
