"""Reminding those who are not ready, before a phase ends, and those who have sent nothing."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from legation.errors import StateError
from legation.server.accounts.limits import allowed
from legation.server.games import events, letters_of_time, logged, notices, records, respites
from legation.server.games.asked import asked
from legation.server.games.models import RUNNING, Deadline, Game
from legation.server.games.models.sheet import Sheet
from legation.server.post.outbox import post
from legation.server.site import moment

CHASED = "The game master has written to whoever has handed in nothing yet."
_MOST, _DAY = 4, timedelta(hours=24)


def remind(*, deadline: Deadline, now: datetime) -> None:
    """Writes to the players who are asked and not ready, and want to be told so."""
    row = Game.objects.get(pk=deadline.game_id)
    mail, lacking = [], frozenset[str]()
    if row.state == RUNNING and row.serial == deadline.serial:
        settled = Sheet.objects.filter(game=row, serial=row.serial, settled=True)
        table = records.load(row)
        # Of these the letters are for who has a player.
        lacking = asked(table, table.book.players).waited_for.difference(
            settled.values_list("power", flat=True)
        )
        mail = letters_of_time.of_deadline(row, sorted(lacking), now)
    with transaction.atomic():
        post(mail)
        notices.of_deadline(row, lacking, now)
        Deadline.objects.filter(pk=deadline.pk, serial=deadline.serial).update(done_at=now)


def check_chase(row: Game) -> None:
    """Says whether somebody can be asked for orders now.

    Raises:
        StateError: for a game that does not run.
    """
    if row.state != RUNNING:
        raise StateError("the game is not running.")


def chase(*, game: Game, actor: str) -> None:
    """Lets the game master write to those of whom there is no sheet, whether there are any or not.

    The log says that he has, and the same where nobody is late: it tells nobody
    who is, nor that anybody is.

    Raises:
        StateError: for a game that does not run; for too many letters in a day.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        check_chase(row)
        if not allowed("chase", str(row.pk), _MOST, _DAY):
            raise StateError("you have written to them often today; go on tomorrow.")
        now, table = moment.now(), records.load(row)
        there = Sheet.objects.filter(game=row, serial=row.serial)
        late = asked(table, table.book.players).waited_for.difference(
            there.values_list("power", flat=True)
        )
        if respites.are_closed(row, now):  # the others can do nothing any more
            late &= respites.waited_for(row, now)
        post(letters_of_time.of_chase(row, sorted(late), now))
        logged.write(row, actor, CHASED, now)
        events.tell(row, [("", events.NEWS)])
