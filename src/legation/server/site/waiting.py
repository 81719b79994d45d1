"""What waits for its moment as a row, and is taken in hand by whoever is free.

A row that waits for nothing but somebody to take it is due at the moment at
which it was made, and so always, whatever a clock says that was wrong then and
is right again. One that waits for the end of quiet hours is due within a day;
a moment further off is of a clock that was far ahead.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import F, Q

FURTHEST = timedelta(days=1, hours=1)
"""No quiet hours end later, not even where the clocks are changed meanwhile."""

HELD = timedelta(minutes=70)
"""Nobody has anything in hand for longer, nor waits longer until he tries it again."""


def times(now: datetime) -> tuple[datetime, datetime, datetime]:
    """What `due` asks for at a moment."""
    return now, now + FURTHEST, now + HELD


def due(now: datetime, furthest: datetime, held: datetime) -> Q:
    """Rows with `made_at`, `due_at` and `lease_until` whose time has come, and that are free."""
    come = Q(due_at__lte=now) | Q(due_at=F("made_at")) | Q(due_at__gt=furthest)
    return free(now, held) & come


def free(now: datetime, held: datetime) -> Q:
    """Rows with `lease_until` that nobody has in hand."""
    return Q(lease_until=None) | Q(lease_until__lt=now) | Q(lease_until__gt=held)
