"""Tasks in processes of their own, forked from one that has everything they need."""

from __future__ import annotations

import os
import pickle
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Ended:
    """How a task ended: by a signal, or with what it found."""

    signal: int
    found: Any = None


class Forks:
    """Tasks in processes forked from this one, some at a time."""

    over: ClassVar[dict[int, int]] = {}
    """How processes ended that nobody has asked for yet, of all who fork."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.running: dict[int, tuple[str, Any]] = {}

    def all(
        self, tasks: Iterable[tuple[Any, Callable[[], Any]]], until: float = float("inf")
    ) -> Iterator[tuple[Any, Ended]]:
        """What each task came to, as they end, with its name; none is begun after `until`."""
        waiting = iter(tasks)
        while True:
            while len(self.running) < self.jobs and time.time() < until:
                task = next(waiting, None)
                if task is None:
                    break
                self._begin(*task)
            if not self.running:
                return
            pid, status = self._ended()
            file, name = self.running.pop(pid)
            sign = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
            found = None if sign else pickle.loads(Path(file).read_bytes())
            Path(file).unlink()
            yield name, Ended(sign, found)

    def _ended(self) -> tuple[int, int]:
        """One of its own processes that has ended; of others it is noted for who began them."""
        while not (own := self.running.keys() & self.over.keys()):
            pid, status = os.wait()
            self.over[pid] = status
        pid = min(own)
        return pid, self.over.pop(pid)

    def _begin(self, name: Any, do: Callable[[], Any]) -> None:
        handle, file = tempfile.mkstemp(prefix="mutant-")
        os.close(handle)
        sys.stdout.flush()
        pid = os.fork()
        if pid:
            self.running[pid] = file, name
            return
        try:
            for stream, flags in enumerate((os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)):
                os.dup2(os.open(os.devnull, flags), stream)
            found: Any = do()
        except BaseException as error:  # told by who has begun it
            found = error
        try:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.alarm(0)
            resource.setrlimit(resource.RLIMIT_AS, resource.getrlimit(resource.RLIMIT_AS)[1:] * 2)
            Path(file).write_bytes(pickle.dumps(found))
        finally:
            os._exit(0)  # nothing of the session is torn down here
