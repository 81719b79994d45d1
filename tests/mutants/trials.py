"""Mutants, each in a fork of its own, until a test fails that holds where there is none."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

import pytest
from forks import Ended, Forks
from judging import End, Fate
from living import Alive
from sites import Mutant
from trying import HELD, STOPPED, Trial, alone, together


class Trials:
    """How mutants end, and which tests hold by themselves, each asked once.

    `most`: after how many seconds of the processor no more tests are run on a mutant.
    """

    def __init__(self, items: Sequence[pytest.Item], alive: Alive, jobs: int, most: float) -> None:
        self.items, self.alive, self.jobs, self.most = items, alive, jobs, most
        self.sound: dict[int, bool] = {}
        self.seconds: dict[int, float] = {}
        self._after: dict[tuple[int, ...], bool] = {}

    def alone(self, numbers: Iterable[int], jobs: int, until: float = float("inf")) -> None:
        """Runs those of these tests without a mutant that were not, each in its own fork."""
        new = [number for number in dict.fromkeys(numbers) if number not in self.sound]
        tasks = ((number, partial(alone, self.items, number)) for number in new)
        for number, ended in Forks(jobs).all(tasks, until):
            held = isinstance(ended.found, tuple) and ended.found[0]
            self.sound[number] = held
            if held:
                self.seconds[number] = ended.found[1]

    def ends(
        self,
        mutants: Iterable[Mutant],
        tests: Callable[[Mutant], Sequence[int]],
        usual: Mapping[int, float],
        until: float,
    ) -> Iterator[tuple[Mutant, End]]:
        """Asks of each mutant the tests that it has then, as many mutants as there is time for.

        `usual` is how long each test takes, in seconds of the processor.
        """
        trials = (Trial(self.items, m, tests(m), usual, self.most) for m in mutants)
        tasks = ((trial, partial(trial.run, self.alive)) for trial in trials)
        for trial, ended in Forks(self.jobs).all(tasks, until):
            yield trial.mutant, self._end(trial, ended)
            trial.at.close()

    def _end(self, trial: Trial, ended: Ended) -> End:
        by, number = ended.found, len(trial.tests)
        if ended.signal == signal.SIGPROF:
            return self._caught(trial.until(trial.now()), "it hangs in ")
        if ended.signal == signal.SIGALRM:
            return End(Fate.UNSURE, "it waits for something, or the machine stood still")
        if ended.signal:
            return End(Fate.UNSURE, f"ended by signal {ended.signal}")  # for want of memory, say
        if isinstance(by, BaseException):
            return End(Fate.LIVES, f"broken by {ended}")
        if by is None:
            return End(Fate.LIVES, "not alive")
        if not trial.tests:
            return End(Fate.LIVES, "no test passes")
        if by == HELD:
            return End(Fate.LIVES, f"{number} tests hold")
        if by == STOPPED:
            return End(Fate.UNSURE, f"{number} tests, and those that were run hold")
        return self._caught(trial.until(by))

    def _caught(self, asked: tuple[int, ...], how: str = "") -> End:
        """By the last of these, if without a mutant it holds, alone and after the others."""
        *others, by = asked
        name = self.items[by].nodeid
        self.alone([by], 1)
        if not self.sound[by]:
            return End(Fate.UNSURE, f"{name} fails by itself")
        if others and not self._holds(asked):
            return End(Fate.UNSURE, f"{name} fails after others")
        return End(Fate.CAUGHT, how + name, name)

    def _holds(self, asked: tuple[int, ...]) -> bool:
        if asked not in self._after:
            for _, ended in Forks(1).all([(asked, partial(together, self.items, asked))]):
                self._after[asked] = ended.found is True
        return self._after[asked]
