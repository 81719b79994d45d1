"""Going the rounds: one look after another, until told to stop."""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod
from datetime import datetime

from django.conf import settings
from django.db import DatabaseError, close_old_connections

_LONGEST_PAUSE = 10.0
_log = logging.getLogger(__name__)


class Away(Exception):  # noqa: N818  it is no fault of ours, and waited for
    """Something that is needed cannot be reached; the message says what."""


class Rounds(ABC):
    """Looks for work until it is told to stop."""

    def __init__(self) -> None:
        self._stop = threading.Event()
        self.woken = threading.Event()
        """Set by who knows that there is something to do: the next look is not waited for."""

    def stop(self) -> None:
        """Stops after what is in hand."""
        self._stop.set()
        self.woken.set()

    @abstractmethod
    def once(self, now: datetime | None = None) -> int:
        """Does what there is to do at this moment; how much that was.

        Raises:
            Away: where that cannot be done at present.
        """

    def run(self) -> None:
        """Works until stopped. What is away is waited for."""
        pause = settings.POLL_SECONDS
        while not self._stop.is_set():
            done = 0
            try:
                close_old_connections()
                done = self.once()
                pause = settings.POLL_SECONDS
            except (DatabaseError, Away) as error:
                said = (str(error).splitlines() or [type(error).__name__])[0]
                what = "" if isinstance(error, Away) else "the database is away: "
                _log.warning("%s%s", what, said)
                pause = min(pause * 2, _LONGEST_PAUSE)
            except Exception:
                _log.exception("the worker goes on")
                pause = min(pause * 2, _LONGEST_PAUSE)
            if not done:
                self.woken.wait(pause)
                self.woken.clear()
        close_old_connections()
