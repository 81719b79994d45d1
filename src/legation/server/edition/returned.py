"""Letters of editions that came back: the log says so, and of whom only his game master hears."""

from __future__ import annotations

import re

from django.db import transaction
from django.dispatch import receiver

from legation.server.edition.addresses import log
from legation.server.games.models import Game
from legation.server.post.models import Letter
from legation.server.post.outbox import undelivered

_KEY = re.compile(r"^game:(\d+):edition-(\d+):\d+$")


@receiver(undelivered)
def came_back(sender: object, letter: Letter, **_: object) -> None:
    """Writes down that an edition did not reach everybody, and not whom."""
    del sender
    key = _KEY.match(letter.key)
    row = Game.objects.filter(pk=int(key[1])).first() if key else None
    if key is None or row is None:
        return
    with transaction.atomic():
        log(row, "", f"A letter with edition {key[2]} came back: an address does not take it.")


def names(game: Game) -> list[tuple[str, str]]:
    """Whose letters of this game came back, each with the latest that did, for its game master."""
    own = rf"^(game|phase|deadline|votes|end):{game.pk}:"
    rows = Letter.objects.filter(failed=True, key__regex=own)
    found = {
        row.user.name: row.subject
        for row in rows.select_related("user").order_by("pk")
        if row.user is not None
    }
    return sorted(found.items())
