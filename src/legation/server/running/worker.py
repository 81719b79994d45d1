"""The worker: ends phases, starts games, and reminds; any number at once. It needs no network.

Whatever it does is claimed first with a lease, so that no two do the same, and
what one leaves undone another does when the lease is over.
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import threading
import traceback
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, close_old_connections

from legation.server.games import at_once, process
from legation.server.games.create import start_if_due
from legation.server.games.damage import tell
from legation.server.games.faulty import fault_of, stand_still
from legation.server.games.models import DUE, REMINDER, START, Deadline
from legation.server.games.records import FaultyError
from legation.server.games.remind import remind
from legation.server.running import steady
from legation.server.running.models import Failure, Worker
from legation.server.running.rounds import Rounds
from legation.server.running.tidy import tidy
from legation.server.site import moment
from legation.server.site.patience import held, passing_by

_BEAT = timedelta(seconds=5)
_TIDY = timedelta(hours=1)
_BATCH = 20
_log = logging.getLogger(__name__)


class Working(Rounds):
    """One worker."""

    def __init__(self, name: str = "", *, trusting: bool = False) -> None:
        """`trusting`: the clock is believed, however long ago the last look was."""
        super().__init__()
        self.name = name or f"{socket.gethostname()[:40]}:{os.getpid()}:{threading.get_ident()}"
        self._look = steady.trust if trusting else steady.look
        self._beat_at: datetime | None = None
        self._tidied_at: datetime | None = None

    def once(self, now: datetime | None = None) -> int:
        """Does what there is to do at this moment; how much that was."""

        def clock() -> datetime:
            return now or moment.now()

        at = self._look(clock).at
        self._beat(at)
        done, deadlines = 0, process.due(at, (DUE, REMINDER, START), most=_BATCH)
        for deadline in deadlines:
            if self._stop.is_set():
                return done
            done += self._guarded(deadline, partial(self._meet, deadline, clock))
        return done

    def run(self) -> None:
        """Works until stopped, and then says goodbye: nobody waits to see whether it is alive."""
        at_once.wakes(self.woken)
        super().run()
        self.leave()

    def leave(self) -> None:
        """Says that this worker is gone."""
        with contextlib.suppress(DatabaseError):
            Worker.objects.filter(name=self.name).delete()
        close_old_connections()

    def _meet(self, deadline: Deadline, clock: Callable[[], datetime]) -> bool:
        now = self._look(clock)
        if deadline.kind == DUE:
            came = process.process(deadline=deadline, worker=self.name, now=now.at, given=now.lost)
            return came != process.BUSY
        if not process.claim(deadline, self.name, now.at, now.lost):
            return False
        if deadline.kind == REMINDER:
            remind(deadline=deadline, now=now.at)
        else:
            start_if_due(deadline=deadline, now=now.at, given=now.lost)
        return True

    def _guarded(self, deadline: Deadline, work: Callable[[], bool]) -> bool:
        """Does it; what fails is tried again later, so that other games are not kept waiting."""
        try:
            return work()
        except DatabaseError as error:
            if not held(error):
                raise
            _log.warning("%s waits: somebody holds a row of it", deadline)
            process.let_go(deadline, self.name)
            return False
        except Exception as error:
            fault = fault_of(error, deadline.game)
            if fault is not None:
                with passing_by():
                    tell(fault)
                    if isinstance(fault, FaultyError) and deadline.kind == DUE:
                        stand_still(deadline.game)
            else:
                _log.exception("%s failed", deadline)
            wait = timedelta(seconds=settings.LEASE_SECONDS * 2 ** min(deadline.tries, 6))
            with passing_by():
                Deadline.objects.filter(pk=deadline.pk).update(lease_until=moment.now() + wait)
                Failure.objects.update_or_create(
                    deadline=deadline, defaults={"said": _where(error), "at": moment.now()}
                )
            return False

    def _beat(self, now: datetime) -> None:
        if self._beat_at is not None and abs(now - self._beat_at) < _BEAT:
            return
        with passing_by():
            Worker.objects.update_or_create(
                name=self.name,
                defaults={"seen_at": now},
                create_defaults={"seen_at": now, "started_at": now},
            )
        self._beat_at = now
        due = self._tidied_at is None or abs(now - self._tidied_at) > _TIDY
        if due and steady.proved(now):
            tidy(now)
            self._tidied_at = now


def _where(error: Exception) -> str:
    """The kind of an error and where it came up; what it says may quote a secret."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}, line {last.lineno}"[:200]
