"""The nightly laws, one after the other, each with its share of a bounded time.

``python tests/nightly.py`` runs what `nightly.toml` lists. They end by the time
that `NIGHTLY_UNTIL` says, in seconds since 1970, or after the minutes of the
table. A law that finds a fault fails, and so does one that must be stopped by
force; one that only runs out of its time does not. The seeds are others every
night; ``--seed`` repeats a night, and `.ci/run` takes the one of its commit.
What a law said of a fault is said once more at the end, where it is looked for.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import time
import tomllib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import conftest  # noqa: F401  how the kernel is compiled, for all laws alike

ROOT = Path(__file__).parents[1]
TABLE = Path(__file__).with_suffix(".toml")
UNTIL = "NIGHTLY_UNTIL"
COVERED = "covered: "
"""How a law's line begins that says what it came to."""

LAST = 60
"""Lines of a law that failed which are said once more."""

MANNERS = 10.0
"""Seconds between asking a law to stop and stopping it."""


@dataclass(frozen=True)
class Law:
    """A line of the table; `least` and `grace` in minutes."""

    name: str
    what: str
    weight: float
    least: float
    grace: float
    run: str

    def command(self, minutes: float, seed: int, jobs: int) -> list[str]:
        """The words of its command line."""
        line = self.run.format(minutes=f"{minutes:.2f}", seed=seed, jobs=jobs)
        return [sys.executable, *line.split()]


@dataclass(frozen=True)
class Ended:
    """How a law ended: its exit status, or None when it was stopped; what it covered and said."""

    status: int | None
    covered: str
    said: Sequence[str] = ()


def read(path: Path) -> tuple[float, list[Law]]:
    """The minutes of all, and the laws."""
    table = tomllib.loads(path.read_text())
    return float(table["minutes"]), [Law(**row) for row in table["law"]]


def share(laws: Sequence[Law], left: float) -> float:
    """The minutes of the first of these laws, where so many are left for all of them.

    Whatever comes, the longest grace stays in hand.
    """
    free = left - max(law.grace for law in laws)
    return free * laws[0].weight / sum(law.weight for law in laws)


Carry = Callable[[Law, float, float], Ended]
"""Carries a law out, in so many minutes, and by force ended after so many."""


def night(
    laws: Sequence[Law], until: float, carry: Carry, clock: Callable[[], float] = time.time
) -> Iterator[tuple[bool, str, Sequence[str]]]:
    """Carries the laws out by a time in seconds.

    Of each, whether it held, a line on it, and what it said where it did not.
    """
    for at, law in enumerate(laws):
        began = clock()
        minutes = share(laws[at:], (until - began) / 60)
        print(f"== {law.what}: {_at_most(minutes)}", flush=True)
        if minutes < law.least:
            said = f"NOT RUN: of the time {_at_most(minutes)} were left, {law.least:g} are needed"
            print(said, flush=True)
            yield True, f"{law.name}: {said}", ()
            continue
        ended = carry(law, minutes, minutes + law.grace)
        took = f"in {(clock() - began) / 60:.1f} minutes"
        covered = ended.covered or "it does not say what it covered"
        if ended.status is None:
            yield False, f"{law.name}: FAILED, stopped {took}; does it hang? {covered}", ended.said
        elif ended.status:
            yield False, f"{law.name}: FAILED {took}; {covered}", ended.said
        else:
            yield True, f"{law.name}: held {took}; {covered}", ()


def _at_most(minutes: float) -> str:
    return f"{max(0.0, minutes):.1f} minutes"


def carried_out(command: Sequence[str], seconds: float) -> Ended:
    """Runs a command in the repository, shows what it says, and stops it after so many seconds."""
    said: deque[str] = deque(maxlen=LAST)
    covered = [""]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,  # a traceback is what most is to be learnt from
        text=True,
        errors="replace",
        start_new_session=True,  # so that whatever it starts can be stopped with it
    )
    listener = Thread(target=_listen, args=(process, said, covered), daemon=True)
    listener.start()
    status: int | None = None
    try:
        status = process.wait(seconds)
    except subprocess.TimeoutExpired:
        pass
    finally:  # also when this program is told to stop
        _stop(process)
    listener.join(MANNERS)  # not for ever: what it left behind may hold the pipe
    return Ended(status, covered[0], tuple(said))


def _listen(process: subprocess.Popen[str], said: deque[str], covered: list[str]) -> None:
    assert process.stdout is not None
    with process.stdout as lines:
        for line in lines:
            print(line, end="", flush=True)
            said.append(line.rstrip("\n"))
            if line.startswith(COVERED):
                covered[0] = line.removeprefix(COVERED).strip()


def _stop(process: subprocess.Popen[str]) -> None:
    """Ends what is left of a law, with all that it started: politely, then not."""
    for sign in (signal.SIGINT, signal.SIGKILL):
        try:
            os.killpg(process.pid, sign)
            process.wait(MANNERS)
        except ProcessLookupError:
            return
        except subprocess.TimeoutExpired:
            continue


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", type=Path, default=TABLE)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=random.randrange(10**9))
    parser.add_argument("--law", action="append", help="only this one, by its name")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    most, laws = read(asked.table)
    laws = [law for law in laws if not asked.law or law.name in asked.law]
    until = min(time.time() + 60 * most, float(os.environ.get(UNTIL, "inf"))) - 3 * MANNERS

    def carry(law: Law, minutes: float, force: float) -> Ended:
        return carried_out(law.command(minutes, asked.seed, asked.jobs), 60 * force)

    print(f"Seed {asked.seed}; the same again: make nightly SEED={asked.seed}")
    results = list(night(laws, until, carry))
    print(f"== the night, with seed {asked.seed}")
    for _, line, said in results:
        if said:
            print(line.partition(";")[0] + ". The last that it said:")
            print(*(f"    {one}" for one in said), sep="\n")
    for _, line, _ in results:
        print(line)
    return 0 if all(held for held, *_ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
