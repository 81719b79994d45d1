"""A record that cannot be read, or rules that fail: who looks after the game is told, once."""

from __future__ import annotations

import logging

from legation.server.games import letters
from legation.server.games.models import Game
from legation.server.games.records import DamagedError, FaultyError
from legation.server.post import outbox
from legation.server.site import moment

_log = logging.getLogger(__name__)


def tell(error: DamagedError) -> str:
    """Writes down why, and to the game master; who was told, as a sentence."""
    faulty = isinstance(error, FaultyError)
    what = "the rules of game %s fail: %s" if faulty else "the record of game %s cannot be read: %s"
    _log.error(what, error.slug, error.why)
    row = Game.objects.select_related("master", "maker").get(slug=error.slug)
    keeper = row.master or row.maker
    if keeper is None or not keeper.is_active or not keeper.reachable:
        return "Who runs this site is told by its log, which says why."
    if faulty:
        body, subject = _of_rules(row, error.why), "its rules fail"
        key = f"faulty:{row.version}"
    else:
        body, subject = _of_record(row), "its record is damaged"
        key = f"damaged:{row.version}"
    # Once for this state of the record, however many look.
    outbox.post([letters.letter(row, keeper, "game", key, subject, body, moment.now())])
    whom = "Its game master" if row.master else "Who made it"
    return f"{whom} was told by mail, and the log of this site says why."


def _of_record(row: Game) -> str:
    return (
        f"What is kept of {row.name} cannot be read, so that nobody sees its board and no phase"
        " ends. It is not your doing. Who runs the site finds the reason in its log, and can put"
        f" the game back from a backup; tell him the address {letters.address_of(row)}."
    )


def _of_rules(row: Game, why: str) -> str:
    """For its game master also where: a line of the rules may tell a player what happened."""
    where = f" ({why})" if row.master else ""
    who = "let its clock go on at its desk" if row.master else "the operator lets its clock go on"
    return (
        f"The rules of {row.name} fail{where}. No phase of it ends, and its clock stands still;"
        " what was written is kept. When the folder of the variant is mended, and the server and"
        f" its workers were started anew, {who}: {letters.address_of(row)}."
    )
