"""What went wrong at the desk, in the log that all read: a refused correction, a lost letter.

It says no more than that it was so: no order, no fact, no address, nobody's name but the master's.
"""

from __future__ import annotations

import re

from django.db import transaction
from django.dispatch import receiver

from legation.server.games import logged
from legation.server.games.models import Game, LogEntry
from legation.server.post.models import Letter
from legation.server.post.outbox import undelivered
from legation.server.site import moment

_KEY = re.compile(r"^account:(invitation|seat)-(\d+)$")
_INVITATION = "A letter of invitation came back: its address does not take it."
_SEAT = "A letter of the game master came back: its address does not take it."


def note(game: Game, actor: str, text: str) -> None:
    """Writes an entry of the log; the same again, with nothing between, is noted once.

    No board is another by it, so nobody is told beside.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        last = LogEntry.objects.filter(game=row).order_by("-pk").first()
        if last and (last.serial, last.actor, last.text) == (row.serial, actor, text):
            return
        logged.write(row, actor, text, moment.now())


@receiver(undelivered)
def came_back(sender: object, letter: Letter, **_: object) -> None:
    """Writes down that a letter to somebody outside the game came back, and not to whom it was.

    Of a seat that was offered not even that: who sits there would hear of it.
    """
    del sender
    key = _KEY.match(letter.key)
    if key is None:
        return
    pk, invited = int(key[2]), key[1] == "invitation"
    of = {"invitations__pk": pk} if invited else {"offers__pk": pk}
    game = Game.objects.filter(**of).first()
    if game is not None:
        note(game, "", _INVITATION if invited else _SEAT)
