"""Tests run in processes of their own, forked from one that has collected them all."""

from __future__ import annotations

import hashlib
import mmap
import pickle
import resource
import signal
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from coverage import Coverage
from living import Alive, NotThereError, become, forget_statements
from sites import SOURCE, Mutant

PATIENCE = 60  # seconds
ROOM = 4 << 30
"""Bytes that a mutant may take more than there are already."""


def passes(item: pytest.Item, after: pytest.Item) -> bool:
    """Runs one test; does it hold? What is common to it and to the next one stays."""
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))


@dataclass
class Way:
    """What is known of tests by their number: which lines each passes, how long, and whether.

    `through` has numbers by file and line; `seconds` are of the processor.
    """

    through: defaultdict[tuple[str, int], set[int]] = field(
        default_factory=partial(defaultdict, set)
    )
    seconds: dict[int, float] = field(default_factory=dict)
    failed: set[int] = field(default_factory=set)

    def add(self, other: Way) -> None:
        """Puts together what two processes found."""
        for place, numbers in other.through.items():
            self.through[place] |= numbers
        self.seconds |= other.seconds
        self.failed |= other.failed

    @classmethod
    def kept(cls, file: Path, items: Sequence[pytest.Item]) -> Way:
        """What was found before, as long as the source is what it was."""
        state, names, way = pickle.loads(file.read_bytes())
        if state != _state():
            return cls()
        now = {item.nodeid: number for number, item in enumerate(items)}
        number = {old: now[name] for old, name in enumerate(names) if name in now}
        found = cls()
        for place, old in way.through.items():
            found.through[place] = {number[n] for n in old if n in number}
        found.seconds = {number[n]: took for n, took in way.seconds.items() if n in number}
        found.failed = {number[n] for n in way.failed if n in number}
        return found

    def keep(self, file: Path, items: Sequence[pytest.Item]) -> None:
        """Writes it down for the next time."""
        file.write_bytes(pickle.dumps((_state(), [item.nodeid for item in items], self)))

    def tests(self, mutant: Mutant, items: Sequence[pytest.Item]) -> list[int]:
        """The tests that pass through a mutant and hold without it.

        First the shortest of each file, then the second of each: those of one
        file are much alike.
        """
        found = self._passing(mutant) - self.failed
        files: defaultdict[Path, list[int]] = defaultdict(list)
        for number in sorted(found, key=lambda n: (self.seconds[n], n)):
            files[items[number].path].append(number)
        rank = {number: at for numbers in files.values() for at, number in enumerate(numbers)}
        return sorted(rank, key=lambda n: (rank[n], self.seconds[n], n))

    def left_out(self, mutant: Mutant) -> bool:
        """Does a test pass through it that fails by itself, and so cannot catch it?"""
        return not self.failed.isdisjoint(self._passing(mutant))

    def _passing(self, mutant: Mutant) -> set[int]:
        first, last = mutant.lines
        return {n for line in range(first, last + 1) for n in self.through[mutant.file, line]}


def _state() -> str:
    """What the source is now."""
    files = sorted(SOURCE.rglob("*.py"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def walked(items: Sequence[pytest.Item], alive: Alive, numbers: Sequence[int], until: float) -> Way:
    """Runs tests under `coverage`, each in a context of its own; begins none after `until`.

    One that hangs ends the process by an alarm, `PATIENCE` seconds after that.
    """
    way = Way()
    signal.alarm(max(1, int(until - time.time()) + PATIENCE))
    with tempfile.TemporaryDirectory() as folder:
        rooms = [str(SOURCE / room / "*") for room in ("server", "sight", "rules", "variants")]
        file = str(Path(folder) / "lines")
        seen = Coverage(data_file=file, include=rooms, config_file=False)
        seen.start()
        for at, number in enumerate(numbers):
            if time.time() > until:
                break
            if alive.statements:
                # So that each test is seen to pass through what makes them.
                forget_statements(alive)
            seen.switch_context(str(number))
            began = time.process_time()
            after = items[numbers[min(at + 1, len(numbers) - 1)]]
            if not passes(items[number], after):
                way.failed.add(number)
            way.seconds[number] = time.process_time() - began
        seen.stop()
        data = seen.get_data()
        for file in data.measured_files():
            below = Path(file).relative_to(SOURCE).as_posix()
            for line, contexts in data.contexts_by_lineno(file).items():
                way.through[below, line] |= {int(each) for each in contexts if each}
    return way


HELD, STOPPED = -1, -2
"""In the place of a test that fails: all hold; those that were run hold, and not all were."""


def alone(items: Sequence[pytest.Item], number: int) -> tuple[bool, float]:
    """Does a test hold where there is no mutant, and after how many seconds of the processor?"""
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    signal.alarm(5 * PATIENCE)
    began = time.process_time()
    return passes(items[number], items[number]), time.process_time() - began


def together(items: Sequence[pytest.Item], numbers: Sequence[int]) -> bool:
    """Does the last of these tests hold where there is no mutant, after the others?"""
    signal.setitimer(signal.ITIMER_PROF, 2 * PATIENCE)
    signal.alarm(10 * PATIENCE)
    pairs = zip(numbers, [*numbers[1:], numbers[-1]], strict=True)
    return [passes(items[number], items[after]) for number, after in pairs][-1]


@dataclass(frozen=True, slots=True)
class Trial:
    """A mutant, the tests that are asked about it in turn, and for how long.

    `usual`: how long each takes, `most`: after how much none is begun any more, in seconds of
    the processor. `at` is shared with who has forked: which of the tests is run just now.
    """

    items: Sequence[pytest.Item]
    mutant: Mutant
    tests: Sequence[int]
    usual: Mapping[int, float]
    most: float
    at: mmap.mmap = field(default_factory=lambda: mmap.mmap(-1, mmap.PAGESIZE))

    def run(self, alive: Alive) -> int | None:
        """The test that catches it, `HELD` or `STOPPED`; None where it is not alive here."""
        _, limit = resource.getrlimit(resource.RLIMIT_AS)
        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + ROOM, limit))
        try:
            become(self.mutant, alive)
        except NotThereError:
            return None
        return self._killed()

    def now(self) -> int:
        """The test that is run, or was run last."""
        return self.tests[int.from_bytes(self.at[:4])]

    def until(self, test: int) -> tuple[int, ...]:
        """The tests up to this one, as they were run one after the other."""
        return tuple(self.tests[: self.tests.index(test) + 1])

    def _killed(self) -> int:
        """A test that takes far longer than it did ends the process by an alarm.

        Of the processor's time, or of the clock, where it only waits. What tests of a file share
        may have been made by another one when it was measured, and is made by this one here.
        """
        until = time.process_time() + self.most
        for at, number in enumerate(self.tests):
            if at and time.process_time() > until:
                return STOPPED
            self.at[:4] = at.to_bytes(4)
            usual = self.usual[number]
            signal.setitimer(signal.ITIMER_PROF, 15 + 10 * usual)
            signal.alarm(120 + int(30 * usual))
            after = self.items[self.tests[min(at + 1, len(self.tests) - 1)]]
            if not passes(self.items[number], after):
                return number
        return HELD


class Catches:
    """Which tests have caught mutants so far: one test often catches all of a function."""

    def __init__(self) -> None:
        self._counts: defaultdict[tuple[str, ...], Counter[int]] = defaultdict(Counter)

    def add(self, mutant: Mutant, test: int) -> None:
        """A test has caught this mutant."""
        for place in self._places(mutant):
            self._counts[place][test] += 1

    def first(self, mutant: Mutant, tests: Sequence[int]) -> list[int]:
        """These tests, those before that caught others of its function.

        Then those that caught the same elsewhere, as a word of a query, and others of its file.
        """
        counts = [self._counts[place] for place in self._places(mutant)]
        return sorted(tests, key=lambda test: tuple(-count[test] for count in counts))

    def _places(self, mutant: Mutant) -> tuple[tuple[str, ...], ...]:
        return (mutant.file, mutant.function), ("", mutant.was), (mutant.file,)
