"""How many streams are open in this process, for each account and each address.

A stream costs the process that serves it, so that each counts its own.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.conf import settings

from legation.server.site.over import OverError

_AGAIN = timedelta(minutes=1)
_open: Counter[str] = Counter()
_lock = threading.Lock()


def check(user: int | None, address: str) -> None:
    """Says whether there is room for one more.

    Raises:
        OverError: where there is none.
    """
    if user is not None and _open[_of_user(user)] >= settings.STREAMS:
        raise OverError("Very many pages of yours are open: close some.", _AGAIN)
    if _open[_of_address(address)] >= settings.ADDRESS_STREAMS:
        raise OverError("From where you are, very many pages are open: close some.", _AGAIN)


@contextmanager
def listening(user: int | None, address: str) -> Iterator[None]:
    """Counts a stream for as long as it lasts."""
    keys = [_of_address(address), *([_of_user(user)] if user is not None else [])]
    with _lock:
        _open.update(keys)
    try:
        yield
    finally:
        with _lock:
            _open.subtract(keys)
            for key in keys:
                if not _open[key]:
                    del _open[key]


def _of_user(user: int) -> str:
    return f"user {user}"


def _of_address(address: str) -> str:
    return f"address {address}"
