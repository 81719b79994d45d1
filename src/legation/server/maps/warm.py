"""What a process makes once when it starts, so that no first visitor waits for it: the boards."""

from __future__ import annotations

import gc
import logging
import threading

from legation.server.lobby.catalogue import cards
from legation.server.maps import pictures

_log = logging.getLogger(__name__)
_NEW = 5_000  # objects until the new ones are searched for garbage; a page makes several thousand


def warm() -> None:
    """Draws the boards beside whatever else the process does."""
    threading.Thread(target=_draw, name="warm", daemon=True).start()


def _draw() -> None:
    for card in cards():
        try:
            pictures.small(card.name)
        except Exception:  # who asks for that board will hear of it
            _log.info("the board of %s cannot be drawn", card.name)
    _stays()


def _stays() -> None:
    """What there is by now stays; to search it for garbage stops all answers for a third second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW)
