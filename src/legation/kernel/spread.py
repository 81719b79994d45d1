"""Work on many battles or games, in equal parts on so many threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Done = TypeVar("Done")


def spread(many: int, threads: int, work: Callable[[int, int, int], Done]) -> list[Done]:
    """What `work` returns of each part, in order: it is given the part's number, begin and end.

    No part is empty, and there are no more threads than parts. Compiled code
    holds no lock, so that the threads run beside one another.
    """
    threads = max(1, min(threads, many))
    edges = [many * part // threads for part in range(threads + 1)]
    if threads == 1:
        return [work(0, 0, many)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(work, range(threads), edges[:-1], edges[1:]))
