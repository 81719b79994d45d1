"""Drawing every board once when a process starts, so that no first visitor waits for it."""

from __future__ import annotations

import logging
import threading

from legation.server.lobby.catalogue import cards
from legation.server.maps import pictures

_log = logging.getLogger(__name__)


def warm() -> None:
    """Draws the boards beside whatever else the process does."""
    threading.Thread(target=_draw, name="warm", daemon=True).start()


def _draw() -> None:
    for card in cards():
        try:
            pictures.small(card.name)
        except Exception:  # who asks for that board will hear of it
            _log.info("the board of %s cannot be drawn", card.name)
