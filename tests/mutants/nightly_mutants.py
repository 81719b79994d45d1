"""Mutants of the permissions, the gate and the rules: is each caught by a test?

``python tests/mutants/nightly_mutants.py`` collects the quick tests once, and lets
every mutant live in a process of its own, where tests run until one fails: first those
that `hints.toml` knows to catch its like, and where these hold those that are seen to
pass through its lines. `known.toml` lists mutants that change nothing, and those that
live, with the reason; of the others all are to be caught in the rooms that
`checks.toml` calls strict, and elsewhere a share. What became of each is said in a
line. A night that is too short to follow all tests follows those of some rooms.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path

import pytest
import sites
from hints import PARTS as HINTED
from hints import Hints
from judging import End, Fate, Known, faults
from one_pass import Asked, Pass
from sites import Mutant
from trying import passes

HERE = Path(__file__).parent
KNOWN = HERE / "known.toml"
HINTS = HERE / "hints.toml"
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
        self.parts: list[str] = asked.part or list(PARTS)
        self.failed = True

    def pytest_configure(self) -> None:
        """Hypothesis takes the same examples every time."""
        from hypothesis import Phase, settings  # not before pytest has seen to its plugins

        phases = [Phase.explicit, Phase.generate]
        settings.register_profile("mutants", derandomize=True, database=None, phases=phases)
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Everything that is done once the tests are collected."""
        asked, known = self.asked, Known(KNOWN)
        until = time.time() + 60 * asked.minutes
        how = Asked(until, asked.first, asked.jobs, asked.seconds, asked.count, asked.kept)
        every = {part: PARTS[part]() for part in self.parts}
        for entry in (entry for part in self.parts for entry in known.stale(part, every[part])):
            print(f"STALE, strike it from known.toml: {entry}")
        mutants = {part: self._wanted(known.new(every[part])) for part in self.parts}
        wanted = [m for found in mutants.values() for m in found]
        items = _ready(session.items, {m.file for found in every.values() for m in found})
        hints = Hints(HINTS)
        ends = before(wanted, asked.after.read_text()) if asked.after else {}
        done = Pass(how, items, hints, ends)
        done.run([m for m in wanted if m not in ends])
        ends |= done.ends
        if asked.remember:
            hints.remember(ends, [m for part in HINTED for m in known.new(PARTS[part]())])
        if not asked.tests and (gone := hints.gone({item.nodeid for item in items})):
            print(f"{len(gone)} tests that are known to catch mutants are no more, as {gone[0]}")
        numbers = {part: len(every[part]) - len(known.new(every[part])) for part in self.parts}
        open_ = any(m not in ends or ends[m].fate is Fate.UNSURE for m in wanted)
        where = done.followed.said() if open_ else ""
        self.failed = not judged(mutants, ends, {} if asked.only else numbers, where)
        return True

    def _wanted(self, mutants: Sequence[Mutant]) -> list[Mutant]:
        """Those of a part that are asked for, in the order of the seed."""
        only = self.asked.only
        found = [m for m in mutants if not only or any(each in str(m) for each in only)]
        random.Random(self.asked.first).shuffle(found)
        return found


def judged(
    mutants: Mapping[str, Sequence[Mutant]],
    ends: Mapping[Mutant, End],
    known: Mapping[str, int],
    where: str,
) -> bool:
    """Says what became of the mutants of each part, and returns whether that holds.

    `known`: how many others there are; `where`: what is said at the end.
    """
    said, wrong = [], []
    for part, found in mutants.items():
        here = {m: ends[m] for m in found if m in ends}
        wrong += faults(part, here)
        count = Counter(end.fate for end in here.values())
        parted = ", ".join(f"{count[fate]} {fate.value}" for fate in Fate if count[fate])
        others = f"; {known[part]} known" if part in known else ""
        said.append(f"{part} {len(here)} of {len(found)} tried: {parted or 'none'}{others}")
    for fault in wrong:
        print(f"FAULT: {fault}")
    print(f"covered: {'; '.join(said)}{where}", flush=True)
    return not wrong


def _ready(found: Sequence[pytest.Item], files: Iterable[str]) -> list[pytest.Item]:
    """The tests, with their database, and with all loaded and made that a process makes once."""
    first, *items = sorted(found, key=lambda item: item.path.name != "test_database.py")
    assert first.path.name == "test_database.py"
    if not passes(first, items[-1]):
        raise pytest.UsageError("there is no database for the tests")
    warming = {item.path.name: item for item in reversed(items) if item.path.name in WARMING}
    for item in warming.values():
        passes(item, first)  # as before one of another file: what its own file sets up goes with it
    for file in files:
        name = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        import_module(f"legation.{name}")
    return items


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
    parser.add_argument(
        "--remember", action="store_true", help=f"write into {HINTS.name} what caught which"
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


def before(mutants: Iterable[Mutant], said: str) -> dict[Mutant, End]:
    """How those of these ended that an earlier run has caught, by what it said."""
    by = caught(said)
    return {m: End(Fate.CAUGHT, "before", by[str(m)]) for m in mutants if str(m) in by}


def caught(said: str) -> dict[str, str]:
    """The mutants of which a run has said that they are caught, and by which test."""
    line = r"^CAUGHT \((?:it hangs in )?(.*?)\) (\S+\.py:\d+ .*)$"
    return {mutant: test for test, mutant in re.findall(line, said, re.MULTILINE)}


def _tests(parts: Iterable[str]) -> list[str]:
    """The files of tests that are asked of mutants of these parts."""
    tests = HERE.parent
    rooms = {room for part in parts for room in sites.ROOMS[part]}
    found = [file for room in rooms for file in (tests / room).rglob("test_*.py")]
    quick = [f for f in found if not any(f.match(f"test_{name}.py") for name in sites.TESTS_APART)]
    return [str(file) for file in sorted(quick)]


if __name__ == "__main__":
    sys.exit(main())
