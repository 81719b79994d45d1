"""Work on many battles or games, in equal parts on so many threads."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

Done = TypeVar("Done")


@cache
def _others(threads: int) -> ThreadPoolExecutor:
    """So many threads beside the caller's, kept: to start one takes as long as ten games."""
    return ThreadPoolExecutor(threads, "legation")


if hasattr(os, "register_at_fork"):  # a child process has none of its parent's threads
    os.register_at_fork(after_in_child=_others.cache_clear)


def spread(many: int, threads: int, work: Callable[[int, int, int], Done]) -> list[Done]:
    """What `work` returns of each part, in order: it is given the part's number, begin and end.

    No part is empty, and there are no more threads than parts; the caller's is
    one of them, and does the first. Compiled code holds no lock, so that the
    threads run beside one another.
    """
    threads = max(1, min(threads, many))
    edges = [many * part // threads for part in range(threads + 1)]
    if threads == 1:
        return [work(0, 0, many)]
    others = _others(threads - 1).map(work, range(1, threads), edges[1:-1], edges[2:])
    return [work(0, 0, edges[1]), *others]
