"""Hearing from PostgreSQL that something was told in a game, whichever process told it.

One thread of a process keeps a connection of its own, which it listens on.
What happens while that is lost is looked for when it is back.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from django.db import connection

CHANNEL = "legation_told"
_SIGN_OF_LIFE = 30.0  # seconds after which it is looked whether the line still stands
_AGAIN = 1.0  # seconds until another line is tried
_log = logging.getLogger(__name__)


def can_listen() -> bool:
    """Does the database tell of what others write?"""
    return connection.vendor == "postgresql"


def notify(game: int, channel: str = CHANNEL) -> None:
    """Tells all who listen, when the transaction comes to its end."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_notify(%s, %s)", [channel, str(game)])


class Listener:
    """Listens for as long as the process lives; `heard` is told the number of a game, or None.

    None is whatever may have been missed. `there`: does it listen just now?
    """

    def __init__(self, heard: Callable[[int | None], None], channel: str = CHANNEL) -> None:
        self._heard, self._channel = heard, channel
        self.there = False
        threading.Thread(target=self._run, name="listener", daemon=True).start()

    def _run(self) -> None:
        while True:
            try:
                self._listen()
            except Exception as error:  # it comes again, whatever it was
                if self.there:
                    _log.warning("the line that listens is lost: %s", type(error).__name__)
            self.there = False
            self._heard(None)
            time.sleep(_AGAIN)

    def _listen(self) -> None:
        import psycopg

        with psycopg.connect(**_parameters(), autocommit=True) as line:
            line.execute(f"LISTEN {self._channel}".encode())
            self.there = True
            self._heard(None)
            while True:
                for note in line.notifies(timeout=_SIGN_OF_LIFE):
                    self._heard(int(note.payload))
                line.execute("SELECT 1")


def _parameters() -> dict[str, Any]:
    """How Django connects, without its pool: this connection is kept for good."""
    known: dict[str, Any] = connection.get_connection_params()
    return {name: value for name, value in known.items() if name != "pool"}
