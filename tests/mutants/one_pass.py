"""One pass of mutants: first by the tests that are known to catch their like, then by the rest.

To follow all tests takes longer than to try all mutants whose tests are known. So those
are followed only for what the known ones do not catch: first the tests of its room, and
then, if there is time, all.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

import pytest
from following import follow
from hints import Hints
from judging import End, Fate
from living import Alive
from rooms import Followed, ordered, own_tests, room_of, rooms
from sites import Mutant
from trials import Trials
from trying import Catches, Way

PIECE = 60
"""Mutants whose tests are run alone before any of them is tried."""

HINTED_SHARE = 0.75
"""Of the time, where there are mutants of which no test is known."""


@dataclass(frozen=True)
class Asked:
    """How a pass is made: `until` by the clock; `rules`: how many of them, of a sample."""

    until: float
    first: int = 1
    jobs: int = 1
    seconds: float = 20.0
    rules: int = 400
    kept: Path | None = None


class Pass:
    """How the mutants ended that were tried, in `ends`, and what was `followed` for them."""

    def __init__(
        self,
        asked: Asked,
        items: Sequence[pytest.Item],
        hints: Hints,
        before: Mapping[Mutant, End] | None = None,
    ) -> None:
        """`before`: how others ended in an earlier run of the same source."""
        self.asked, self.items, self.hints = asked, items, hints
        self.numbers = {item.nodeid: number for number, item in enumerate(items)}
        self.alive = Alive.now()
        self.trials = Trials(items, self.alive, asked.jobs, asked.seconds)
        self.way, self.catches = Way(), Catches()
        self.followed = Followed(all_of_them=False)
        self.ends: dict[Mutant, End] = {}
        self._open: dict[Mutant, End] = {}  # asked by what is known, and not caught by that
        self._rested: dict[Mutant, None] = {}  # of which others were, or were to be, followed
        for mutant, end in (before or {}).items():
            self._learn(mutant, end)

    def run(self, mutants: Iterable[Mutant]) -> None:
        """Tries these mutants, as far as the time goes; the same seed in the same order."""
        began, until = time.time(), self.asked.until
        numbers = self.numbers
        tests = {m: [numbers[n] for n in self.hints.names(m) if n in numbers] for m in mutants}
        known = _by_file([m for m in tests if tests[m]], self.asked.first)
        rest = {m: None for m in tests if not tests[m]}
        self._known(known, tests, rest, began + (HINTED_SHARE if rest else 1) * (until - began))
        if known:
            took = f"{time.time() - began:.0f} s"
            print(f"{len(self.ends)} caught by tests that were known, in {took}", flush=True)
        self._rest(rest)
        more: dict[Mutant, None] = {}
        self._known([m for m in known if m not in self.ends and m not in rest], tests, more, until)
        self._rest(more)
        for mutant, end in dict(self._open).items():
            self._ended(mutant, end)

    def _known(
        self,
        mutants: Sequence[Mutant],
        tests: Mapping[Mutant, Sequence[int]],
        rest: dict[Mutant, None],
        until: float,
    ) -> None:
        """Tries mutants by these tests; what they do not catch is of the rest."""
        for at in range(0, len(mutants), PIECE):
            piece = mutants[at : at + PIECE]
            self.trials.alone([n for m in piece for n in tests[m]], self.asked.jobs, until)
            if time.time() > until:
                return
            sound = {m: [n for n in tests[m] if self.trials.sound[n]] for m in piece}
            rest |= {m: None for m in piece if not sound[m]}
            tried = [m for m in piece if sound[m]]
            ends = self.trials.ends(tried, sound.__getitem__, self.trials.seconds, until)
            for mutant, end in ends:
                if end.fate is Fate.CAUGHT:
                    self._ended(mutant, end)
                else:
                    rest[mutant] = None
                    self._open[mutant] = End(Fate.UNSURE, f"{end.why}, and others were not asked")

    def _rest(self, rest: Mapping[Mutant, None]) -> None:
        """Follows the tests of the rooms of these, and tries them; then all, for what is open.

        Of the rules there are many, of all rooms: for them all are followed at once.
        """
        self._rested |= rest
        found, every = (rooms(self.items, m, self.asked.first) for m in (rest, self._rested))
        order = ordered(found, len(self.items))
        own = len(order) if any(m.kind == "rules" for m in rest) else len(own_tests(found))
        for numbers in (order[:own], order[own:]):
            open_ = [m for m in rest if m not in self.ends or self.ends[m].fate is not Fate.CAUGHT]
            now = time.time()
            if not open_ or now > self.asked.until:
                return
            if not numbers:
                continue  # no test of these rooms is there
            before = set(self.way.seconds)
            self._follow(numbers, now + (self.asked.until - now) / 2)
            self.followed = Followed.of(every, self.way, len(self.items))
            here = [m for m in open_ if self.followed.tries(m)]
            sample = [m for m in here if m.kind == "rules"][: self.asked.rules]
            own_by_room = {room.name: set(room.tests) for room in found}
            self._tried([m for m in here if m.kind != "rules"] + sample, own_by_room, before)

    def _follow(self, numbers: Sequence[int], until: float) -> None:
        began = time.time()
        follow(
            self.way,
            self.items,
            numbers,
            until,
            alive=self.alive,
            jobs=self.asked.jobs,
            kept=self.asked.kept,
        )
        for number in sorted(self.way.failed & set(numbers)):
            print(f"LEFT OUT, it fails by itself: {self.items[number].nodeid}")
        done, took = len(self.way.seconds), f"{time.time() - began:.0f} s"
        print(f"{done} of {len(self.items)} tests are followed, after {took}", flush=True)

    def _tried(
        self, mutants: Sequence[Mutant], own: Mapping[str, Set[int]], before: Set[int]
    ) -> None:
        """By all tests that pass through them: those of the room first, those of before last."""
        way, items = self.way, self.items
        # Who is not let in comes to no line behind a door: the tests of doors are asked for that.
        doors = [n for n in way.seconds if items[n].path.name == "test_doors.py"]

        def tests(mutant: Mutant) -> list[int]:
            passing = dict.fromkeys(doors * (mutant.door >= 0) + way.tests(mutant, items))
            here = own.get(room_of(mutant.file), set())
            near = sorted(passing, key=lambda number: number not in here)
            return sorted(self.catches.first(mutant, near), key=before.__contains__)

        for mutant, end in self.trials.ends(mutants, tests, way.seconds, self.asked.until):
            self._ended(mutant, self._sure(mutant, end))

    def _sure(self, mutant: Mutant, end: End) -> End:
        """What nothing catches may still be caught by what was not asked."""
        if end.fate is not Fate.LIVES:
            return end
        if self.way.left_out(mutant):
            return End(Fate.UNSURE, f"{end.why}, and one fails by itself")
        if not self.followed.all_of_them:
            return End(Fate.UNSURE, f"{end.why}, and others were not followed")
        return end

    def _ended(self, mutant: Mutant, end: End) -> None:
        self._open.pop(mutant, None)
        self._learn(mutant, end)
        self.ends[mutant] = end
        print(f"{end.fate.value.upper()} ({end.why}) {mutant}", flush=True)

    def _learn(self, mutant: Mutant, end: End) -> None:
        if end.by in self.numbers:
            self.catches.add(mutant, self.numbers[end.by])


def _by_file(mutants: Sequence[Mutant], first: int) -> list[Mutant]:
    """Those of a file together, so that its tests are run alone for all of them at once."""
    files = sorted({mutant.file for mutant in mutants})
    random.Random(first).shuffle(files)
    return sorted(mutants, key=lambda mutant: files.index(mutant.file))
