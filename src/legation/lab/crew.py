"""Who plays the games of a trial: processes of this machine.

A crew is a callable: a trial and tasks go in, finished games come out, in any
order, each task once.
"""

from __future__ import annotations

import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from typing import Protocol

from legation.lab.played import CRASHED, Fault, Played
from legation.lab.playing import player_of
from legation.lab.trial import Task, Trial

LIVES = 2
"""A game is given up when so many processes have ended while they played it and nothing else."""


class Crew(Protocol):
    """Plays games."""

    @property
    def said(self) -> str:
        """Who it is, in a word."""

    def __call__(self, trial: Trial, tasks: Sequence[Task]) -> Iterator[Played]:
        """The games of these tasks, as they are finished."""


def given_up(trial: Trial, task: Task, why: str) -> Played:
    """What is kept of a game that ends whatever plays it."""
    fault = Fault(CRASHED, 0, "", why)
    side = trial.sides[task.side]
    seed = trial.seed_of(task.number)
    return Played(task.number, task.side, seed, trial.engine, side.rules, faults=(fault,))


@dataclass
class Processes:
    """Some processes of this machine; one that is killed loses no game."""

    jobs: int
    lost: Counter[Task] = field(default_factory=Counter)

    @property
    def said(self) -> str:
        """How many they are."""
        return f"{self.jobs} {'process' if self.jobs == 1 else 'processes'} here"

    def __call__(self, trial: Trial, tasks: Sequence[Task]) -> Iterator[Played]:
        """The games of these tasks; those whose process was lost are played again."""
        waiting, play = deque(tasks), partial(player_of(tasks), trial)
        while waiting:
            out: dict[Future[Played], Task] = {}
            # Not forked: a copy of a process with threads may stand still for ever.
            pool = ProcessPoolExecutor(self.jobs, get_context("spawn"), _deaf)
            try:
                yield from self._shift(pool, play, waiting, out)
            except BrokenProcessPool:
                wait(out)
                for future, task in sorted(out.items(), key=lambda pair: pair[1], reverse=True):
                    if future.exception() is None:
                        yield future.result()
                        continue
                    self.lost[task] += len(out) == 1
                    if self.lost[task] < LIVES:
                        waiting.appendleft(task)
                    else:
                        yield given_up(trial, task, "every process that played it ended")
            finally:
                pool.shutdown(cancel_futures=True)

    def _shift(
        self,
        pool: ProcessPoolExecutor,
        play: Callable[[Task], Played],
        waiting: deque[Task],
        out: dict[Future[Played], Task],
    ) -> Iterator[Played]:
        """Games until all are played, or a process is lost with what is `out`."""
        while waiting or out:
            while waiting and len(out) < self._most(waiting[0], out):
                out[pool.submit(play, waiting[0])] = waiting[0]
                waiting.popleft()
            for future in wait(out, return_when=FIRST_COMPLETED).done:
                played = future.result()
                del out[future]
                yield played

    def _most(self, task: Task, out: dict[Future[Played], Task]) -> int:
        """How many may be out: what may have ended its process is played alone."""
        suspect = any(each in self.lost for each in (task, *out.values()))
        return 1 if suspect else 2 * self.jobs


def _deaf() -> None:
    """Who stops a run by the keyboard stops its first process, which ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
