"""The time as the database has it: one clock for all the machines that share it."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import connection
from django.utils import timezone


def now() -> datetime:
    """This moment. An SQLite file lies on this machine, so that its clock is this machine's."""
    if connection.vendor != "postgresql":
        return timezone.now()
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (moment,) = cursor.fetchone()
    return moment.astimezone(UTC)  # type: ignore[no-any-return]  # the driver's word
