"""Mutants of the permissions, the gate and the rules: is each caught by a test?

``python tests/mutants/nightly_mutants.py`` collects the quick tests once, sees
which lines each of them passes, and lets every mutant live in a process of its
own, where the tests that pass through it run until one fails. `known.toml` lists
mutants that change nothing, and those that live, with the reason; of the others
all are to be caught in the rooms that `checks.toml` calls strict, and elsewhere a
share. What became of each is said in a line. A night that is too short to follow
all tests follows those of some rooms, and tries the mutants of these.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest
import sites
from forks import Ended, Forks
from judging import End, Fate, Known, faults
from rooms import Followed, ordered, rooms
from sites import Mutant
from trying import HELD, STOPPED, Catches, Way, passes, tried, walked

HERE = Path(__file__).parent
KNOWN = HERE / "known.toml"
MOST = 20.0
"""Seconds of the processor after which no more tests are run on one mutant."""

WARMING = ("test_fairness_pages.py", "test_kernel_agrees.py", "test_may_not.py")
"""Of these the first test is run before all else."""

SAMPLE = 100
"""Battles and positions that a law of both resolvers asks, where nobody says how many."""

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
        _warmed(items, first)
        mutants = [m for part in self.asked.part or PARTS for m in PARTS[part]()]
        for file in {mutant.file for mutant in mutants}:
            name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            import_module(f"legation.{name}")
        forks = Forks(self.asked.jobs)
        half = started + 30 * self.asked.minutes
        order = rooms(items, mutants, self.asked.first)
        way = _walked(forks, items, ordered(order, len(items)), self.asked, half)
        followed = Followed.of(order, way, len(items))
        for number in sorted(way.failed):
            print(f"LEFT OUT, it fails by itself: {items[number].nodeid}")
        took = f"{time.time() - started:.0f} s"
        print(f"{len(way.seconds)} of {len(items)} tests were followed in {took}", flush=True)
        self.failed = not _night(self.asked, forks, items, way, followed, until)
        return True


def _warmed(items: Sequence[pytest.Item], after: pytest.Item) -> None:
    """What is made once in a process, maps and templates, is made before it is forked.

    `after` is of a file of its own: what a test's own file sets up is taken down with it.
    """
    asked = {item.path.name: item for item in reversed(items) if item.path.name in WARMING}
    for item in asked.values():
        passes(item, after)


def _walked(
    forks: Forks,
    items: Sequence[pytest.Item],
    order: Sequence[int],
    asked: argparse.Namespace,
    until: float,
) -> Way:
    """Which lines the tests pass: pieces of their order in turn, to as many processes.

    Where it is kept each piece has a process of its own, and is kept as it ends: what is
    broken off goes on there.
    """
    jobs, kept = asked.jobs, asked.kept
    way = Way.kept(kept, items) if kept and kept.exists() else Way()
    new = [number for number in order if number not in way.seconds]
    size = 1 + len(new) // (16 * jobs)
    own = [new[at : at + size] for at in range(0, len(new), size)]
    if not kept:
        own = [[n for piece in own[job::jobs] for n in piece] for job in range(jobs)]
    for job, ended in forks.all(
        (job, partial(walked, items, numbers, until)) for job, numbers in enumerate(own) if numbers
    ):
        if ended.signal == signal.SIGALRM:
            print("NOT FOLLOWED, a test hangs or the machine is slow")
            continue
        if not isinstance(ended.found, Way):
            raise pytest.UsageError(f"the tests could not be followed ({job}): {ended}")
        way.add(ended.found)
        if kept:
            way.keep(kept, items)
    return way


def _night(
    asked: argparse.Namespace,
    forks: Forks,
    items: Sequence[pytest.Item],
    way: Way,
    followed: Followed,
    until: float,
) -> bool:
    known = Known(KNOWN)
    said, wrong = [], []
    done = caught(asked.after.read_text()) if asked.after else set()
    parts = asked.part or list(PARTS)
    for at, part in enumerate(parts):
        every = PARTS[part]()
        for entry in known.stale(part, every):
            print(f"STALE, strike it from known.toml: {entry}")
        new = [m for m in every if not known.changes_nothing(m) and not known.is_alive(m)]
        mutants = [m for m in new if not asked.only or any(only in str(m) for only in asked.only)]
        random.Random(asked.first).shuffle(mutants)
        before = {m: End(Fate.CAUGHT, "before") for m in mutants if str(m) in done}
        here = [m for m in mutants if m not in before and followed.tries(m)]
        wanted = here[: asked.count] if part == "rules" else here
        left = until - time.time()
        ends = before | _ends(
            asked, forks, items, way, followed, wanted, time.time() + left / (len(parts) - at)
        )
        wrong += faults(part, ends)
        count = Counter(end.fate for end in ends.values())
        parted = ", ".join(f"{count[fate]} {fate.value}" for fate in Fate if count[fate])
        said.append(
            f"{part} {len(ends)} of {len(mutants)} tried: {parted or 'none'}"
            + ("" if asked.only else f"; {len(every) - len(new)} known")
        )
    for fault in wrong:
        print(f"FAULT: {fault}")
    print(f"covered: {'; '.join(said)}{followed.said()}", flush=True)
    return not wrong


def _ends(
    asked: argparse.Namespace,
    forks: Forks,
    items: Sequence[pytest.Item],
    way: Way,
    followed: Followed,
    mutants: Sequence[Mutant],
    until: float,
) -> dict[Mutant, End]:
    """Lets each mutant live until it is caught, as many as there is time for."""
    found: dict[Mutant, End] = {}
    sound: dict[int, bool] = {}
    # Who is not let in comes to no line behind a door: the tests of doors are asked for that.
    doors = [n for n, item in enumerate(items) if item.path.name == "test_doors.py"]
    tests = {m: doors * (m.door >= 0) + way.tests(m, items) for m in mutants}
    catches = Catches()
    trials = (
        (m, partial(tried, items, m, way, catches.first(m, tests[m]), asked.seconds))
        for m in mutants
    )
    for mutant, ended in forks.all(trials, until):
        end = _end(items, way, ended, tests[mutant], sound)
        if end.fate is Fate.CAUGHT and isinstance(ended.found, int):
            catches.add(mutant, ended.found)
        if end.fate is Fate.LIVES and way.left_out(mutant):
            end = End(Fate.UNSURE, f"{end.why}, and one fails by itself")
        if end.fate is Fate.LIVES and not followed.decides(mutant):
            end = End(Fate.UNSURE, f"{end.why}, and others were not followed")
        found[mutant] = end
        print(f"{end.fate.value.upper()} ({end.why}) {mutant}", flush=True)
    return found


def _end(
    items: Sequence[pytest.Item], way: Way, ended: Ended, tests: list[int], sound: dict[int, bool]
) -> End:
    """How a mutant ended: caught by a test that holds where there is none, or not."""
    by = ended.found
    if ended.signal == signal.SIGPROF:
        return End(Fate.CAUGHT, "it hangs")
    if ended.signal == signal.SIGALRM:
        return End(Fate.UNSURE, "it waits for something, or the machine stood still")
    if ended.signal:
        return End(Fate.UNSURE, f"ended by signal {ended.signal}")  # for want of memory, say
    if isinstance(by, BaseException):
        return End(Fate.LIVES, f"broken by {ended}")
    if by is None:
        return End(Fate.LIVES, "not alive")
    if not tests:
        return End(Fate.LIVES, "no test passes")
    if by == HELD:
        return End(Fate.LIVES, f"{len(tests)} tests hold")
    if by == STOPPED:
        return End(Fate.UNSURE, f"{len(tests)} tests, and those that were run hold")
    if by not in sound:
        alone = partial(tried, items, None, way, [by], MOST)
        for _, control in Forks(1).all([(None, alone)]):
            sound[by] = control.found == HELD
    if sound[by]:
        return End(Fate.CAUGHT, items[by].nodeid)
    return End(Fate.UNSURE, f"{items[by].nodeid} fails by itself")


def main() -> int:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--first", type=int, default=1, help="the seed of the order")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--count", type=int, default=400, help="mutants of the rules")
    parser.add_argument("--part", action="append", choices=list(PARTS))
    parser.add_argument("--only", action="append", help="those in whose line this stands")
    parser.add_argument(
        "--after", type=Path, help="what a run of this source has said: what it caught is not tried"
    )
    parser.add_argument(
        "--seconds", type=float, default=MOST, help="of the processor for each mutant"
    )
    parser.add_argument("--kept", type=Path, help="where to keep which lines the tests pass")
    parser.add_argument("--tests", nargs="*", help="other files of tests than all quick ones")
    parser.add_argument("--list", action="store_true", help="say which there are, and end")
    asked = parser.parse_args()
    if asked.list:
        for part in asked.part or PARTS:
            for mutant in PARTS[part]():
                print(f"{part}: {mutant}")
        return 0
    os.environ.setdefault("LEGATION_LAW_COUNT", str(SAMPLE))
    night = Night(asked)
    options = ["-q", "-s", "--tb=native", "--no-summary"]  # a quick trace: nobody reads it
    options += ["-p", "no:cacheprovider", "-p", "no:faulthandler"]
    options += [word for test in sites.LEFT_OUT for word in ("--deselect", test)]
    tests = [*(asked.tests or _tests(asked.part or PARTS)), str(HERE / "test_database.py")]
    status = pytest.main([*options, *tests], plugins=[night])
    return int(night.failed) or (0 if status in (0, 5) else int(status))


def caught(said: str) -> set[str]:
    """The mutants of which a run has said that they are caught."""
    return set(re.findall(r"^CAUGHT \(.*?\) (\S+\.py:\d+ .*)$", said, re.MULTILINE))


def _tests(parts: Iterable[str]) -> list[str]:
    """The files of tests that are asked of mutants of these parts."""
    tests = HERE.parent
    rooms = {room for part in parts for room in sites.ROOMS[part]}
    found = [file for room in rooms for file in (tests / room).rglob("test_*.py")]
    quick = [f for f in found if not any(f.match(f"test_{name}.py") for name in sites.TESTS_APART)]
    return [str(file) for file in sorted(quick)]


if __name__ == "__main__":
    sys.exit(main())
