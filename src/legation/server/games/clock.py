"""The clock of a game: paused and let go on, put off, ended at once, held."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction

from legation.errors import InputError, StateError
from legation.server.games import at_once, events, lifted, logged, lost, records, respites
from legation.server.games.change import change, end_early
from legation.server.games.models import (
    DUE,
    PAUSED,
    REMINDER,
    RUNNING,
    Deadline,
    Game,
)
from legation.server.games.publish import NOW, READY, Overtaken, schedule
from legation.server.games.time import reminder
from legation.table.game import Game as Table


def pause(*, game: Game, actor: str, why: str = "") -> None:
    """Stops the clock; orders and press go on. The log says `why`, where that is given.

    Raises:
        StateError: for a game that does not run.
    """
    with transaction.atomic():
        row = _locked(game, RUNNING, "the game is not running.")
        now = lost.hour(row)
        row.time_left = max(row.due - now, row.due - row.due) if row.due else None
        row.state, row.due = PAUSED, None
        row.save(update_fields=["time_left", "state", "due"])
        Deadline.objects.filter(game=row, serial=row.serial, done_at=None).update(
            due_at=None, early=""
        )
        _log(row, actor, f"The clock is stopped: {why}" if why else "The clock is stopped.", now)


def resume(*, game: Game, actor: str) -> None:
    """Lets the clock go on with the time that was left.

    Raises:
        StateError: for a game that is not paused.
    """
    with transaction.atomic():
        row = _locked(game, PAUSED, "the game is not paused.")
        now = lost.hour(row)
        row.due = now + row.time_left if row.time_left is not None else None
        row.state, row.time_left = RUNNING, None
        row.save(update_fields=["time_left", "state", "due"])
        table = records.with_sheets(records.load(row), records.sheets_of(records.rows_of(row)))
        schedule(row, table, now)
        end_early(row, table, now)
        _log(row, actor, "The clock goes on.", now)


def put_off(*, game: Game, until: datetime, actor: str) -> None:
    """Gives the phase that is open another end, later or earlier; told to all.

    It is the end of all: who was given more time keeps his where that is later.

    Raises:
        InputError: for a time that has passed.
        StateError: for a game that does not run.
    """
    now = lost.hour_of(game)
    if until <= now:
        raise InputError("that time has passed: give it one to come, or end the phase now.")
    _move(game, actor, now, lambda _: until, timedelta(0))


def shift(*, game: Game, by: timedelta, actor: str) -> None:
    """Puts the end of the phase off for all alike, and more time that was given; told to all.

    Raises:
        StateError: for a game that does not run, or whose phase has no end.
    """
    _move(game, actor, lost.hour_of(game), lambda row: row.closes and row.closes + by, by)


def _move(
    game: Game,
    actor: str,
    now: datetime,
    end: Callable[[Game], datetime | None],
    by: timedelta,
) -> None:
    """Moves the end that all have to where `end` says, and times of one power `by` so much."""
    note = ""

    def ends(row: Game) -> tuple[datetime, dict[str, timedelta]]:
        """The end of all, and how long each has still who was given more time."""
        closes = end(row)
        if row.state != RUNNING or closes is None:
            raise StateError("the game is not running.")
        return closes, respites.left_for(row, now - by)  # also what was over before it was moved

    def said(row: Game) -> str:
        closes, left = ends(row)
        return respites.said(row, max([closes, *(now + span for span in left.values())]), closes)

    def extend(table: Table) -> None:
        nonlocal note
        note = said(Game.objects.get(pk=game.pk))
        table.extend(note)

    def moved(row: Game, _: None) -> None:
        if said(row) != note:
            raise Overtaken
        closes, left = ends(row)
        row.due, row.waits = closes, None
        over = respites.carry(row, left, now)
        open_rows = Deadline.objects.filter(game=row, serial=row.serial, done_at=None)
        at = respites.look_at(row, now)
        open_rows.filter(kind=DUE).update(due_at=at, early="", lease_until=None, tries=0)
        if closes > now:
            open_rows.filter(kind=REMINDER).update(due_at=reminder(now, closes))
        lifted.tell(row, over, now)

    change(
        game=game,
        do=extend,
        told=[("", events.TIME)],
        log=(actor, lambda: f"The phase goes on {note}."),
        also=moved,
    )


def end_now(*, game: Game, actor: str) -> None:
    """Ends the phase that is open at once, whoever's orders are missing.

    Raises:
        StateError: for a game that does not run.
    """
    with transaction.atomic():
        row = _locked(game, RUNNING, "the game is not running.")
        now = lost.hour(row)
        Deadline.objects.filter(game=row, serial=row.serial, kind=DUE, done_at=None).update(
            due_at=now, early=NOW, lease_until=None
        )
        _log(row, actor, "The phase is ended now.", now)
        at_once.tell(row.pk)


def hold(*, game: Game, held: bool, actor: str) -> None:
    """Lets no phase end before its time, though all are ready; or lets it again.

    Raises:
        StateError: for a game that is over, or has not begun.
    """
    with transaction.atomic():
        row = Game.objects.select_for_update().get(pk=game.pk)
        if not row.going_on:
            raise StateError("the game is not being played.")
        now = lost.hour(row)
        Game.objects.filter(pk=row.pk).update(held=held)
        row.held = held
        if held:
            Deadline.objects.filter(
                game=row, serial=row.serial, kind=DUE, done_at=None, early=READY
            ).update(due_at=respites.look_at(row, now), early="")
        else:
            table = records.with_sheets(records.load(row), records.sheets_of(records.rows_of(row)))
            end_early(row, table, now)
        kept = "at their time" if row.movement_minutes else "when the game master ends them"
        _log(row, actor, f"Phases end {f'only {kept}' if held else 'when all are ready'}.", now)


def _locked(game: Game, state: str, otherwise: str) -> Game:
    row = Game.objects.select_for_update().get(pk=game.pk)
    if row.state != state:
        raise StateError(otherwise)
    return row


def _log(row: Game, actor: str, text: str, now: datetime) -> None:
    """Writes down what was done, for the players to read, and tells them."""
    logged.write(row, actor, text, now)
    events.tell(row, [("", events.TIME)])
