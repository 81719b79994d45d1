"""Whether time goes as it should: a jump of the clock, or a long outage, ends no phase.

Each look of a worker is written down. Where the next one comes more than an
hour later, or earlier, that time was nobody's: the deadlines are moved by it,
in one transaction and by one worker, before any is met.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import F

from legation.server.accounts.models import Attempt
from legation.server.games import lost
from legation.server.post import outbox
from legation.server.running.models import Clock, Worker

LONGEST = timedelta(hours=1)
"""What may pass between two looks of workers without being given back."""

PROVED = timedelta(hours=12)
"""How long a clock has to go on evenly before things are thrown away by it."""

_NOTED = timedelta(seconds=5)
_log = logging.getLogger(__name__)


def look(clock: Callable[[], datetime]) -> datetime:
    """This moment; what was lost since the last look has been given back by then."""
    seen = Clock.objects.first()
    now = clock()
    if seen is not None and abs(now - seen.seen_at) < _NOTED:
        return now
    with transaction.atomic():
        if seen is None:
            Clock.objects.get_or_create(pk=1, defaults={"seen_at": now, "steady_since": now})
        rows = Clock.objects.filter(pk=1)
        row = rows.select_for_update(skip_locked=_can_skip()).first()
        if row is None and seen is not None and abs(now - seen.seen_at) <= LONGEST:
            return now  # another one looks, and time goes on evenly for him as well
        row = row or rows.select_for_update().get()
        now = clock()  # another worker may have had the row for long
        gap = now - row.seen_at
        if abs(gap) > LONGEST:
            games = _give_back(gap, now)
            row.steady_since = now
            way = "on" if gap > timedelta(0) else "back"
            said = lost.in_words(gap)
            _log.error("%s %s at a jump: the times of %d games were moved", said, way, games)
        row.seen_at = now
        row.save()
    return now


def trust(clock: Callable[[], datetime]) -> datetime:
    """This moment, as the clock has it, and as the next look shall take it."""
    now = clock()
    Clock.objects.update_or_create(
        pk=1,
        defaults={"seen_at": now},
        create_defaults={"seen_at": now, "steady_since": now},
    )
    return now


def proved(now: datetime) -> bool:
    """Has the clock gone on evenly for long enough?"""
    return Clock.objects.filter(steady_since__lte=now - PROVED).exists()


def _can_skip() -> bool:
    return connection.features.has_select_for_update_skip_locked


def _give_back(gap: timedelta, now: datetime) -> int:
    if gap < timedelta(0):  # what was written by a clock that was ahead
        outbox.set_back(gap, now)
        Attempt.objects.filter(until__gt=now).update(until=F("until") + gap)
        Worker.objects.filter(seen_at__gt=now).delete()
    return lost.give_back(gap, now)
