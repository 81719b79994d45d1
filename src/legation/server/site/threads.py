"""A few threads that stay, and keep their connections to the database.

Of those that are free the one that was at work last is the next: what it has
read of the database is at hand.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")
_Job = tuple[asyncio.AbstractEventLoop, "asyncio.Future[Any]", Callable[[], Any]]


class Threads:
    """Threads of one name, at `most` so many; one is begun when none is free."""

    def __init__(self, name: str, most: int | None = None) -> None:
        """With none yet."""
        self._name, self._most, self._begun = name, most, 0
        self._idle: list[ThreadPoolExecutor] = []
        self._waiting: deque[_Job] = deque()
        self._lock = threading.Lock()

    async def carry(self, do: Callable[[], T]) -> T:
        """Carries something out in a thread; where all are at work, when one of them is free."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        job: _Job = (loop, done, do)
        thread = self._free(job)
        if thread is not None:
            thread.submit(self._work, thread, job)
        return await done

    def _free(self, job: _Job) -> ThreadPoolExecutor | None:
        """A thread that is free; None where there is none, and the job waits."""
        with self._lock:
            if self._idle:
                return self._idle.pop()
            if self._begun == self._most:
                self._waiting.append(job)
                return None
            self._begun += 1
            return ThreadPoolExecutor(1, f"{self._name}_{self._begun - 1}")

    def _work(self, thread: ThreadPoolExecutor, job: _Job) -> None:
        """Does a job, in its thread, and those that waited meanwhile."""
        following: _Job | None = job
        while following is not None:
            loop, done, do = following
            result, error = (None, None) if done.done() else _done(do)
            with self._lock:  # it is free before anybody hears that it has done this
                following = self._waiting.popleft() if self._waiting else None
                if following is None:
                    self._idle.append(thread)
            with suppress(RuntimeError):  # that loop is closed
                loop.call_soon_threadsafe(_tell, done, result, error)


def _done(do: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    try:
        return do(), None
    except StopIteration as error:  # which no future may be told
        return None, RuntimeError(f"a job ended with {error!r}")
    except BaseException as error:  # of which who waits is told
        return None, error


def _tell(done: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if done.done():  # who waited has gone
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(result)
