"""Passwords by Argon2, a few at a time: each takes a hundred megabytes and a core for a while."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher

from legation.server.site.over import OverError

_PATIENCE = 5.0
_AGAIN = timedelta(seconds=10)
_turns = threading.BoundedSemaphore(settings.HASHES)


@contextlib.contextmanager
def _turn() -> Iterator[None]:
    """One of the turns of this process.

    Raises:
        OverError: where none is free for some seconds.
    """
    if not _turns.acquire(timeout=_PATIENCE):
        raise OverError("Many are signing in at this moment.", _AGAIN)
    try:
        yield
    finally:
        _turns.release()


class Argon2(Argon2PasswordHasher):
    """Django's, which waits for its turn."""

    def encode(self, password: str, salt: str) -> str:
        """Hashes a password, when it is its turn."""
        with _turn():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Compares a password, when it is its turn."""
        with _turn():
            return super().verify(password, encoded)
