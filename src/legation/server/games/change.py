"""Changing a game between its phases: votes, acts of the game master, rollbacks.

One way in: `change` hands out the game with the sheets that wait in it, lets
it be changed, and writes it; if somebody was quicker, it begins anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TypeVar

from django.db import transaction

from legation.errors import StateError
from legation.server.games import (
    at_once,
    letters,
    lifted,
    logged,
    lost,
    notices,
    records,
    respites,
)
from legation.server.games.models import DUE, RUNNING, Deadline, Game, Seat
from legation.server.games.models.sheet import Sheet
from legation.server.games.pledges import Done
from legation.server.games.publish import READY, Overtaken, all_ready, prepare, write
from legation.server.post import outbox
from legation.table.game import Game as Table

T = TypeVar("T")
Log = tuple[str, Callable[[], str] | str]
_TRIES = 20


def change(
    *,
    game: Game,
    do: Callable[[Table], T],
    told: Iterable[tuple[str, str]] = (),
    log: Log | None = None,
    also: Callable[[Game, T], None] | None = None,
    now: datetime | None = None,
) -> T:
    """Changes a game that goes on by `do`, and returns what that returns.

    `told` are events beside those of what is told in the game; `log` is who
    did it and a sentence that the players may read, asked for after `do`;
    `also` is done in the same transaction, with the row as it is then stored
    and what `do` returned. `do` may be called again where somebody else changed
    the game meanwhile.

    Raises:
        StateError: for a game that has not begun; where others change it all the time.
        LegationError: what `do` raises; nothing has changed then.
    """
    for _ in range(_TRIES):
        try:
            return _changed(game, do, told, log, also, now or lost.hour_of(game))
        except Overtaken:
            continue
    raise StateError("too much happens in this game at once; try again.")


def trial(*, game: Game, do: Callable[[Table], T]) -> T:
    """Does it on a copy that is thrown away, to say what is wrong with it before one is asked.

    Raises:
        StateError: for a game that has not begun.
        LegationError: what `do` raises.
    """
    row = Game.objects.get(pk=game.pk)
    if not row.phase:
        raise StateError("the game has not begun.")
    return do(records.with_sheets(records.load(row), records.sheets_of(records.rows_of(row))))


def _changed(
    game: Game,
    do: Callable[[Table], T],
    told: Iterable[tuple[str, str]],
    log: Log | None,
    also: Callable[[Game, T], None] | None,
    now: datetime,
) -> T:
    row = Game.objects.get(pk=game.pk)
    if not row.phase:
        raise StateError("the game has not begun.")
    rows = records.rows_of(row)
    before = records.with_sheets(records.load(row), records.sheets_of(rows))
    table = records.with_sheets(before, before.record.phases[-1].sheets)
    result = do(table)
    done = _told_of(log)
    written = prepare(row, before, table, now, done, told)
    seats = list(Seat.objects.filter(game=row))
    with transaction.atomic():
        serial, phase, waited = row.serial, row.phase, respites.are_given(row)
        write(row, written, now)
        if not written.fresh:
            _unsettle(rows, table)
        if done is not None:
            actor, text = done
            logged.write(row, actor, text, now, (serial, phase))
        if written.ended:
            outbox.post(letters.of_end(row, seats, now))
            notices.of_phase(row, True, seats, now)
        if also is not None:
            also(row, result)
        if waited and not respites.are_given(row):
            lifted.bring_back(row, serial)
        if not written.ended and not written.fresh:
            end_early(row, table, now)
    return result


def _told_of(log: Log | None) -> Done | None:
    """An entry of the log as it is written, where there is to be one."""
    if log is None:
        return None
    actor, text = log
    return actor[:40], (text if isinstance(text, str) else text())[:500]


def _unsettle(rows: Iterable[Sheet], table: Table) -> None:
    """Sheets that an act has made unsettled: the board is another than they were written for."""
    sheets = table.record.phases[-1].sheets
    for sheet in rows:
        if sheet.settled and sheet.power in sheets and not sheets[sheet.power].settled:
            Sheet.objects.filter(pk=sheet.pk).update(settled=False)


def end_early(row: Game, table: Table, now: datetime) -> bool:
    """Lets the phase end at once where all have settled; the game's row is locked by now."""
    if row.state != RUNNING:
        return False
    waiting = Deadline.objects.filter(game=row, serial=row.serial, kind=DUE, done_at=None)
    if all_ready(row, table, records.rows_of(row)):
        at = min(now, row.due) if row.due else now  # never later than told, whatever the clock
        if waiting.filter(early="").update(due_at=at, early=READY):
            at_once.tell(row.pk)
            return True
    return False
