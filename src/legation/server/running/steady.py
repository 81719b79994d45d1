"""Whether time goes as it should: a jump of the clock, or a long outage, ends no phase.

Each look of a worker is written down. Where the next one comes more than an
hour later, or earlier, that time was nobody's: it counts as lost, and each game
is given it before anything of it is done by the clock (`games.lost`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Subquery
from django.dispatch import receiver

from legation.server.accounts.models import Attempt
from legation.server.games import lost
from legation.server.games.lost import Known, Moment
from legation.server.games.models import LostTime
from legation.server.running.models import Clock, Failure, Worker
from legation.server.site import moment
from legation.server.site.statement import Statement

LONGEST = timedelta(hours=1)
"""What may pass between two looks of workers without being given back."""

PROVED = timedelta(hours=12)
"""How long a clock has to go on evenly before things are thrown away by it."""

_NONE = timedelta(0)
_NOTED = timedelta(seconds=5)
_log = logging.getLogger(__name__)
_seen = Statement(lambda: Clock.objects.order_by("pk")[:1])
_known = Statement(
    lambda: Clock.objects.order_by("pk").values_list(
        "seen_at", "trusted", Subquery(LostTime.objects.filter(pk=1).values("total"))
    )[:1]
)


Look = Callable[[Callable[[], datetime]], Moment]


def look(clock: Callable[[], datetime]) -> Moment:
    """This moment; a jump or an outage since the last look counts as lost by then."""
    return _reading(partial(_looked, clock))


def trust(clock: Callable[[], datetime]) -> Moment:
    """This moment, as the clock has it, and as the next look shall take it."""
    return _reading(partial(_trusted, clock))


def _reading(clock: Callable[[], datetime]) -> Moment:
    """Reads the clock, and games catch up."""
    now = lost.read(clock)
    if moved := lost.catch_up(now.at):
        _log.error("the times of %d games were moved", moved)
    return now


@receiver(lost.reckoning)
def _reckon(**_: Any) -> None:
    """Counts what was lost, for who acts while no worker looks; a shorter while is no look of his.

    Otherwise an outage would be taken from the phases hour by hour, by who acts in it.
    """
    seen = next(iter(_seen()), None)
    if seen is not None and not seen.trusted and abs(moment.now() - seen.seen_at) > LONGEST:
        _looked(moment.now)


@receiver(lost.asking)
def _uncounted(now: datetime, **_: Any) -> Known | None:
    """Was time lost that nobody has counted: is the last look too long ago, or to come?

    None where nobody has looked yet. How much was lost before comes with the same question.
    """
    for seen_at, trusted, total in _known():
        return Known(total or _NONE, whole=trusted or abs(now - seen_at) <= LONGEST)
    return None


def _looked(clock: Callable[[], datetime]) -> datetime:
    seen = next(iter(_seen()), None)
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
            _count(gap, now)
            row.steady_since = now
            _log.error("%s %s at a jump", lost.in_words(gap), "on" if gap > _NONE else "back")
        row.seen_at, row.trusted = now, False
        row.save()
    return now


def _trusted(clock: Callable[[], datetime]) -> datetime:
    now = clock()
    Clock.objects.update_or_create(
        pk=1,
        defaults={"seen_at": now, "trusted": True},
        create_defaults={"seen_at": now, "steady_since": now, "trusted": True},
    )
    return now


def proved(now: datetime) -> bool:
    """Has the clock gone on evenly for long enough, and until now?

    Who read it before it was set right knows an hour at which nobody looks.
    """
    rows = Clock.objects.filter(steady_since__lte=now - PROVED)
    return rows.filter(seen_at__range=(now - LONGEST, now + LONGEST)).exists()


def _can_skip() -> bool:
    return connection.features.has_select_for_update_skip_locked


def _count(gap: timedelta, now: datetime) -> None:
    if gap < _NONE:  # what was written by a clock that was ahead
        Attempt.objects.filter(until__gt=now).update(until=F("until") + gap)
        Failure.objects.filter(at__gt=now).update(at=F("at") + gap)
        Worker.objects.filter(seen_at__gt=now).delete()
    lost.add(gap)
