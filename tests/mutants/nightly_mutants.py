"""Mutants of the permissions, the gate and the rules: is each caught by a test?

``python tests/mutants/nightly_mutants.py`` collects the quick tests once, sees
which lines each of them passes, and lets every mutant live in a process of its
own, where the tests that pass through it run until one fails. `equal.toml` lists
mutants that change nothing, with the reason; which share of the others is to be
caught is in `checks.toml`. What lives is said, each in a line.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
import tomllib
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
import sites
from sites import Mutant
from trying import Ended, Forks, Way, passes, tried, walked

HERE = Path(__file__).parent
EQUAL = HERE / "equal.toml"
SLACK = 1.5
"""So many may live beyond the share, as of a small sample one is much."""
MOST = 15.0
"""Seconds of the processor after which no more tests are run on one mutant."""

PARTS = {"permissions": sites.permissions, "gate": sites.gate, "rules": sites.rules}


class Night:
    """As a plugin of pytest: collects, and then runs mutants in the place of the tests."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.asked = asked
        self.failed = True

    def pytest_configure(self) -> None:
        """Hypothesis takes the same examples every time."""
        from hypothesis import Phase, settings  # not before pytest has seen to its plugins

        phases = [Phase.explicit, Phase.generate]
        settings.register_profile("mutants", derandomize=True, database=None, phases=phases)
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Everything that is done once the tests are collected."""
        started = time.time()
        until = started + 60 * self.asked.minutes
        first, *items = sorted(session.items, key=lambda item: item.path.name != "test_database.py")
        assert first.path.name == "test_database.py"
        if not passes(first, items[-1]):
            raise pytest.UsageError("there is no database for the tests")
        for file in {m.file for part in self.asked.part or PARTS for m in PARTS[part]()}:
            import_module(f"legation.{file.removesuffix('.py').replace('/', '.')}")
        forks = Forks(self.asked.jobs)
        half = started + 30 * self.asked.minutes
        way = _walked(forks, items, self.asked, half)
        if len(way.seconds) < len(items):
            print("NOT TRIED: not all of the tests could be followed in half of the time")
            print(f"covered: no mutant; {len(way.seconds)} of {len(items)} tests were followed")
            self.failed = False
            return True
        for number in sorted(way.failed):
            print(f"LEFT OUT, it fails by itself: {items[number].nodeid}")
        print(f"{len(items)} tests were followed in {time.time() - started:.0f} s", flush=True)
        self.failed = not _night(self.asked, forks, items, way, until)
        return True


def _walked(
    forks: Forks, items: Sequence[pytest.Item], asked: argparse.Namespace, until: float
) -> Way:
    """Which lines the tests pass: pieces of the list in turn, to as many processes."""
    jobs, kept = asked.jobs, asked.kept
    way = Way.kept(kept, items) if kept and kept.exists() else Way()
    new = [number for number in range(len(items)) if number not in way.seconds]
    size = 1 + len(new) // (16 * jobs)
    pieces = [new[at : at + size] for at in range(0, len(new), size)]
    own = [[n for piece in pieces[job::jobs] for n in piece] for job in range(jobs)]
    for job, ended in forks.all(
        (job, partial(walked, items, numbers, until)) for job, numbers in enumerate(own) if numbers
    ):
        if not isinstance(ended.found, Way):
            raise pytest.UsageError(f"the tests could not be followed ({job}): {ended}")
        way.add(ended.found)
    if kept:
        way.keep(kept, items)
    return way


def _night(
    asked: argparse.Namespace, forks: Forks, items: Sequence[pytest.Item], way: Way, until: float
) -> bool:
    equal = _Equal()
    good, said = True, []
    for part in asked.part or list(PARTS):
        every = PARTS[part]()
        stale = equal.stale(part, every)
        for entry in stale:
            print(f"STALE, strike it from equal.toml: {entry}")
        mutants = [m for m in every if not equal.has(m) and asked.only in str(m)]
        random.Random(asked.first).shuffle(mutants)
        wanted = mutants[: asked.count] if part == "rules" else mutants
        lives = _living(forks, items, way, wanted, until)
        begun, caught = len(lives), sum(not why for why in lives.values())
        good &= not stale and caught >= sites.LEAST[part] * begun - SLACK
        said.append(
            f"{part} {caught} of {begun} caught, {begun - caught} live"
            + (f", {len(every) - len(mutants)} change nothing" if not asked.only else "")
            + (f", {len(wanted) - begun} not begun" if begun < len(wanted) else "")
        )
    print(f"covered: {'; '.join(said)}", flush=True)
    return good


def _living(
    forks: Forks, items: Sequence[pytest.Item], way: Way, mutants: Sequence[Mutant], until: float
) -> dict[Mutant, str]:
    """Lets each mutant live until it is caught; of each, why it was not, or nothing."""
    found: dict[Mutant, str] = {}
    sound: dict[int, bool] = {}
    # Who is not let in comes to no line behind a door: the tests of doors are asked for that.
    doors = [n for n, item in enumerate(items) if item.path.name == "test_doors.py"]
    tests = {m: doors * (m.door >= 0) + way.tests(m) for m in mutants}
    trials = ((m, partial(tried, items, m, way, tests[m], MOST)) for m in mutants)
    for mutant, ended in forks.all(trials, until):
        why = found[mutant] = _why(items, way, ended, tests[mutant], sound)
        if why:
            print(f"LIVES ({why}) {mutant}", flush=True)
    return found


def _why(
    items: Sequence[pytest.Item], way: Way, ended: Ended, tests: list[int], sound: dict[int, bool]
) -> str:
    """Why a mutant lives; nothing where it is caught, by a test that holds where there is none."""
    by = ended.found
    if ended.signal in (signal.SIGALRM, signal.SIGPROF):
        return ""  # it hangs
    if ended.signal or isinstance(by, BaseException):
        return f"broken by {ended}"
    if by is None:
        return "not alive"
    if not tests:
        return "no test passes"
    if by < 0:
        took = sum(way.seconds[n] for n in tests)
        return f"{len(tests)} tests hold" + ("" if took < MOST else ", or were not run")
    if by not in sound:
        alone = partial(tried, items, None, way, [by], MOST)
        for _, control in Forks(1).all([(None, alone)]):
            sound[by] = control.found == -1
    return "" if sound[by] else f"{items[by].nodeid} fails by itself"


class _Equal:
    """The mutants that change nothing: by part, file, function and what becomes what."""

    def __init__(self) -> None:
        rows = tomllib.loads(EQUAL.read_text()).get("equal", [])
        if unexplained := [row for row in rows if not row.get("why")]:
            raise pytest.UsageError(f"equal.toml does not say why: {unexplained[0]}")
        self.rows = [tuple(row.get(key, "") for key in _KEY) for row in rows]

    def has(self, mutant: Mutant) -> bool:
        """Is this mutant in it?"""
        return any(key in self.rows for key in _keys(mutant))

    def stale(self, part: str, mutants: Sequence[Mutant]) -> list[str]:
        """Entries that are about no mutant that there is."""
        there = {key for mutant in mutants for key in _keys(mutant)}
        return [" ".join(row) for row in self.rows if row[0] == part and row not in there]


_KEY = ("part", "file", "function", "was", "now")


def _keys(mutant: Mutant) -> list[tuple[str, ...]]:
    """How a mutant may be named: where `now` is left out, both of a condition are meant."""
    name = mutant.kind, mutant.file, mutant.function, mutant.was
    return [(*name, mutant.now), (*name, "")]


def main() -> int:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--first", type=int, default=1, help="the seed of the order")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--count", type=int, default=400, help="mutants of the rules")
    parser.add_argument("--part", action="append", choices=list(PARTS))
    parser.add_argument("--only", default="", help="those in whose line this stands")
    parser.add_argument("--kept", type=Path, help="where to keep which lines the tests pass")
    parser.add_argument("--tests", nargs="*", help="other files of tests than all quick ones")
    parser.add_argument("--list", action="store_true", help="say which there are, and end")
    asked = parser.parse_args()
    if asked.list:
        for part in asked.part or PARTS:
            for mutant in PARTS[part]():
                print(f"{part}: {mutant}")
        return 0
    night = Night(asked)
    options = ["-q", "-s", "--no-summary", "-p", "no:cacheprovider", "-p", "no:faulthandler"]
    tests = [*(asked.tests or _tests()), str(HERE / "test_database.py")]
    status = pytest.main([*options, *tests], plugins=[night])
    return int(night.failed) or (0 if status in (0, 5) else int(status))


def _tests() -> list[str]:
    tests = HERE.parent
    found = [f for f in tests.rglob("test_*.py") if f.parent.name != "browser"]
    quick = [f for f in found if not any(f.match(f"test_{name}.py") for name in sites.TESTS_APART)]
    return [str(f) for f in sorted(quick) if HERE not in f.parents]


if __name__ == "__main__":
    sys.exit(main())
