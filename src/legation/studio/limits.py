"""Work on a stranger's draft, in a process of its own: so much memory, so many seconds.

A process cannot be stopped from within while a library is at work: it is
killed from here when its time is over, and another is begun for the next.
"""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from legation.errors import InputError, LegationError
from legation.studio.document import DraftError
from legation.studio.scratch import Scratch, sweep
from legation.studio.worker import LENGTH, MOST, Answer, Asked, write

_KEPT = ("PATH", "LANG", "LC_ALL", "HOME", "VIRTUAL_ENV", "LEGATION_VARIANTS")
_ALONE = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


class OverError(LegationError):
    """It needed more than there is for it: time or memory."""


class FailedError(LegationError):
    """It could not be worked out, and that is our fault; the log has why."""


class BusyError(LegationError):
    """Others are asking; a moment later there is room."""


class Worker:
    """A process that answers one question after the other; begun when it is first asked.

    What it writes lies in a folder of ours, which goes with it however it ends.
    """

    def __init__(self, megabytes: int) -> None:
        self.megabytes = megabytes
        self.process: subprocess.Popen[bytes] | None = None
        self.scratch: Scratch | None = None
        self.turn = threading.Lock()

    def ask(
        self, function: str, arguments: Sequence[Any], seconds: float, patience: float = 0.0
    ) -> Any:
        """What a function says: ``legation.studio.preview:preview`` with these arguments.

        Arguments and result are what msgpack can carry; a draft comes back as its data.

        Raises:
            BusyError: where another question is still at work after `patience` seconds.
            OverError: where it takes longer, or more memory; the process is ended.
            InputError: for what the function refuses (DraftError for a draft).
            FailedError: for anything else.
        """
        if not self.turn.acquire(timeout=patience):
            raise BusyError("others are asking just now; try again in a moment")
        try:
            return _read(self._answer(function, arguments, seconds), self.megabytes)
        finally:
            self.turn.release()

    def end(self) -> None:
        """End the process."""
        process, self.process = self.process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
        scratch, self.scratch = self.scratch, None
        if scratch is not None:
            scratch.remove()

    def _answer(self, function: str, arguments: Sequence[Any], seconds: float) -> Answer:
        ends = time.monotonic() + seconds
        asked = Asked(function, list(arguments), max(1, round(seconds)))
        if self.process is None or self.process.poll() is not None:
            self.end()
            sweep()
            self.scratch = Scratch()
            self.process = _begun(self.megabytes, self.scratch.path)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            write(self.process.stdin, msgspec.msgpack.encode(asked))  # type: ignore[arg-type]
            pipe = self.process.stdout.fileno()
            size = int.from_bytes(_taken(pipe, LENGTH, ends), "big")
            if size > MOST:
                raise EOFError
            return msgspec.msgpack.decode(_taken(pipe, size, ends), type=Answer)
        except TimeoutError:
            self.end()
            raise OverError(f"it took longer than {seconds:g} seconds, and was stopped") from None
        except (EOFError, BrokenPipeError):  # ended by a bound of its own
            self.end()
            raise OverError(
                "it needed more time or memory than there is, and was stopped"
            ) from None
        except BaseException:
            self.end()
            raise


def run(function: str, arguments: Sequence[Any], seconds: float, megabytes: int) -> Any:
    """The same, in a process of its own that ends with it."""
    worker = Worker(megabytes)
    try:
        return worker.ask(function, arguments, seconds)
    finally:
        worker.end()


class Previews:
    """The one process for previews, which stays."""

    SECONDS, MEGABYTES, PATIENCE = 8.0, 1024, 4.0
    _worker: ClassVar[Worker] = Worker(MEGABYTES)

    @classmethod
    def preview(cls, document: Mapping[str, Any], moves: Sequence[Any] = ()) -> dict[str, Any]:
        """As `preview.preview`; raises as `Worker.ask`."""
        name = "legation.studio.preview:preview"
        seen: dict[str, Any] = cls._worker.ask(name, (document, moves), cls.SECONDS, cls.PATIENCE)
        return seen

    @classmethod
    def end(cls) -> None:
        """End the process; the next question begins another."""
        cls._worker.end()


def _begun(megabytes: int, folder: str) -> subprocess.Popen[bytes]:
    kept = {key: os.environ[key] for key in _KEPT if key in os.environ}
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "legation.studio.worker", str(megabytes)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=folder,
        env={**kept, **dict.fromkeys(_ALONE, "1"), "TMPDIR": folder},
        start_new_session=True,
    )


def _taken(pipe: int, size: int, ends: float) -> bytes:
    """So many bytes of a pipe, before the time is over."""
    parts, left = [], size
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        while left:
            if not selector.select(max(0.0, ends - time.monotonic())):
                raise TimeoutError
            part = os.read(pipe, min(left, 2**16))
            if not part:
                raise EOFError
            parts.append(part)
            left -= len(part)
    return b"".join(parts)


def _read(answer: Answer, megabytes: int) -> Any:
    if answer.problems:
        raise DraftError(answer.problems)
    if answer.refused:
        raise InputError(answer.refused)
    if answer.memory:
        raise OverError(f"it needed more than {megabytes} MB of memory")
    if answer.fault:
        raise FailedError(f"it could not be worked out ({answer.fault}); the server's log has why")
    return answer.result
