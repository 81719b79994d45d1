"""Tasks over processes, in bounded time: what is begun is ended, and nothing is begun late."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


def results(
    look: Callable[[Task], Result],
    tasks: Iterable[Task],
    jobs: int,
    until: float,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Result]:
    """What came of tasks, as they end; after `until`, in seconds of the clock, none is begun."""
    waiting = iter(tasks)
    running: set[Future[Result]] = set()
    with ProcessPoolExecutor(jobs) as pool:
        while True:
            free = jobs - len(running) if clock() < until else 0
            running |= {pool.submit(look, task) for task in islice(waiting, free)}
            if not running:
                return
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in ended)
