"""What waits for its moment as a row, and is taken in hand by whoever is free.

A row tells when it was written. One that a clock wrote which was ahead, and
which is right again, would wait for as long as that clock was wrong: it goes at
once, whether or not anybody has noticed that the clock jumped.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

AHEAD = timedelta(minutes=1)
"""How far a clock may be ahead of another, or of itself a moment ago, and still be right."""

LONGEST = timedelta(hours=3)
"""What was not sent is tried again sooner, and nobody holds anything for so long."""


def times(now: datetime) -> tuple[datetime, datetime, datetime]:
    """What `due` asks for at a moment."""
    return now, now + AHEAD, now + LONGEST


def due(now: datetime, ahead: datetime, longest: datetime) -> Q:
    """Rows with `due_at`, `made_at` and `lease_until` whose time has come, and that are free."""
    return free(now, longest) & (Q(due_at__lte=now) | Q(made_at__gt=ahead))


def free(now: datetime, longest: datetime) -> Q:
    """Rows with `lease_until` that nobody has in hand."""
    return Q(lease_until=None) | Q(lease_until__lt=now) | Q(lease_until__gt=longest)
