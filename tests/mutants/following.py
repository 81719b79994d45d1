"""Tests followed with `coverage` in several processes: which lines each passes."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from forks import Forks
from living import Alive
from trying import Way, walked


def follow(
    way: Way,
    items: Sequence[pytest.Item],
    order: Sequence[int],
    until: float,
    *,
    alive: Alive,
    jobs: int,
    kept: Path | None,
) -> None:
    """Adds to `way` which lines the tests pass: pieces of their order in turn, to so many forks.

    Where it is kept each piece has a process of its own, and is kept as it ends: what is
    broken off goes on there.
    """
    if kept and kept.exists():
        way.add(Way.kept(kept, items))
    new = [number for number in order if number not in way.seconds]
    size = 1 + len(new) // (16 * jobs)
    own = [new[at : at + size] for at in range(0, len(new), size)]
    if not kept:
        own = [[n for piece in own[job::jobs] for n in piece] for job in range(jobs)]
    tasks = (
        (job, partial(walked, items, alive, numbers, until))
        for job, numbers in enumerate(own)
        if numbers
    )
    for job, ended in Forks(jobs).all(tasks):
        if ended.signal == signal.SIGALRM:
            print("NOT FOLLOWED, a test hangs or the machine is slow")
            continue
        if not isinstance(ended.found, Way):
            raise pytest.UsageError(f"the tests could not be followed ({job}): {ended}")
        way.add(ended.found)
        if kept:
            way.keep(kept, items)
