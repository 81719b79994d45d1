"""Reminding those who are not ready, some time before a phase ends."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from legation.server.games import letters, records
from legation.server.games.asked import asked
from legation.server.games.models import RUNNING, Deadline, Game
from legation.server.games.models.sheet import Sheet
from legation.server.post.outbox import post


def remind(*, deadline: Deadline, now: datetime) -> None:
    """Writes to the players who are asked and not ready, and want to be told so."""
    row = Game.objects.get(pk=deadline.game_id)
    mail = []
    if row.state == RUNNING and row.serial == deadline.serial:
        settled = Sheet.objects.filter(game=row, serial=row.serial, settled=True)
        table = records.load(row)
        # Of these the letters are for who has a player.
        lacking = asked(table, table.book.players).waited_for.difference(
            settled.values_list("power", flat=True)
        )
        mail = letters.of_deadline(row, sorted(lacking), now)
    with transaction.atomic():
        post(mail)
        Deadline.objects.filter(pk=deadline.pk, serial=deadline.serial).update(done_at=now)
