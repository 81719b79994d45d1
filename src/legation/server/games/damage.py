"""A record that cannot be read: who looks after the game is told, once, and the log says why."""

from __future__ import annotations

import logging

from legation.server.games import letters
from legation.server.games.models import Game
from legation.server.games.records import DamagedError
from legation.server.post import outbox
from legation.server.site import moment

_log = logging.getLogger(__name__)


def tell(error: DamagedError) -> str:
    """Writes down why, and to the game master; who was told, as a sentence."""
    _log.error("the record of game %s cannot be read: %s", error.slug, error.why)
    row = Game.objects.select_related("master", "maker").get(slug=error.slug)
    keeper = row.master or row.maker
    if keeper is None or not keeper.is_active or not keeper.reachable:
        return "Who runs this site is told by its log, which says why."
    body = (
        f"What is kept of {row.name} cannot be read, so that nobody sees its board and no phase"
        " ends. It is not your doing. Who runs the site finds the reason in its log, and can put"
        f" the game back from a backup; tell him the address {letters.address_of(row)}."
    )
    # Once for this state of the record, however many look.
    key = f"damaged:{row.version}"
    outbox.post(
        [letters.letter(row, keeper, "game", key, "its record is damaged", body, moment.now())]
    )
    whom = "Its game master" if row.master else "Who made it"
    return f"{whom} was told by mail, and the log of this site says why."
