"""A folder for a process that may be killed at any moment: it is its parent's, who removes it.

A parent may be killed as well. It holds a lock on the folder as long as it
lives, so that any other process sees which folders are nobody's.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PREFIX = "legation-apart-"
_YOUNG = 60.0
"""Seconds: one that was made just now may not be held yet."""


class Scratch:
    """A folder of this process's own in the temporary one; gone after `remove`."""

    def __init__(self) -> None:
        self._kept = tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True)
        self.path = self._kept.name
        self._held = os.open(self.path, os.O_RDONLY)
        fcntl.flock(self._held, fcntl.LOCK_EX)

    def remove(self) -> None:
        """Throws it away, with all that is in it."""
        os.close(self._held)
        self._kept.cleanup()


def sweep() -> int:
    """Throws away what dead processes left; how many folders that was."""
    swept = 0
    for place in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # another's, or another sweeps
            if time.time() - place.stat().st_mtime > _YOUNG:
                with _held(place):
                    shutil.rmtree(place)
                swept += 1
    return swept


@contextlib.contextmanager
def _held(place: Path) -> Iterator[None]:
    """The folder, where nobody holds it.

    Raises:
        BlockingIOError: where somebody does.
    """
    number = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(number)
