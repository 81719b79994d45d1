"""Who ends phases is told at once that all are ready, or that one ends now, and need not look.

Workers of this process are, and on PostgreSQL those of any.
"""

from __future__ import annotations

import threading
from functools import partial
from weakref import WeakSet

from django.db import transaction

from legation.server.games.listen import Listener, can_listen, notify

_CHANNEL = "legation_due"
_waiting: WeakSet[threading.Event] = WeakSet()
_listener: Listener | None = None


def wakes(event: threading.Event) -> None:
    """From now on this is set when a phase ends before its time."""
    global _listener
    _waiting.add(event)
    if _listener is None and can_listen():
        _listener = Listener(_wake, _CHANNEL)


def tell(game: int) -> None:
    """Says, once the transaction is stored, that the open phase of a game ends now."""
    if can_listen():
        notify(game, _CHANNEL)
    else:
        transaction.on_commit(partial(_wake, game))


def _wake(game: int | None) -> None:
    if game is None and not (_listener and _listener.there):
        return  # the line is lost: whoever looks at a database that is away waits longer each time
    for event in list(_waiting):
        event.set()
