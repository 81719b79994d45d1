"""The settings of a server in chaos: those of the tests, and a clock that jumps when it is told.

On SQLite the time is that of the machine: here, with what a file says added to
it. PostgreSQL asks a function of its own instead, see `places`.
"""

import os
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from server_settings import *  # noqa: F403

_OFF_BY = Path(os.environ["CHAOS_CLOCK"])
_now = timezone.now


def _jumping() -> object:
    try:
        return _now() + timedelta(seconds=float(_OFF_BY.read_text()))
    except (OSError, ValueError):
        return _now()


if os.environ["DATABASE_URL"].startswith("sqlite"):
    timezone.now = _jumping  # type: ignore[assignment]
