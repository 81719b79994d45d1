"""More time for one power: the phase waits for its sheet, and for no other."""

from __future__ import annotations

from datetime import datetime, timedelta

from legation.errors import InputError, StateError
from legation.server.games import entering, events, letters_of_time, lost, respites
from legation.server.games.change import change, trial
from legation.server.games.models import DUE, RUNNING, Deadline, Game
from legation.server.games.models.respite import Respite
from legation.server.games.publish import Overtaken
from legation.server.post import outbox
from legation.table.game import Game as Table

MOST = timedelta(days=14)
"""How much more than all have one may get in a phase."""


def give(
    *, game: Game, power: str, until: datetime, actor: str, serial: int, sure: bool = True
) -> None:
    """Gives a power time until then, if one is `sure`: told to it, and that the phase waits to all.

    Raises:
        InputError: for a time that is no later than that of all, or much later;
            for no power of the game.
        StateError: for a phase that is over, is paused or has no end; for a power
            that nobody plays.
    """
    now = lost.hour_of(game)
    row = Game.objects.get(pk=game.pk)
    _check(row, until, now, serial)

    def check(table: Table) -> None:
        entering.check(row, table, power)

    if not sure:
        trial(game=game, do=check)
        return
    note = ""

    def said(read: Game) -> str:
        common = _check(read, until, now, serial)
        return respites.said(read, max([until, *_untils(read, power).values()]), common)

    def do(table: Table) -> None:
        nonlocal note
        check(table)
        note = said(Game.objects.get(pk=game.pk))
        table.extend(note)

    def also(stored: Game, _: None) -> None:
        if said(stored) != note:  # another was given time, or all were, since it was read
            raise Overtaken
        _write(stored, power, until, now)
        outbox.post(letters_of_time.of_respite(stored, power, until, now))

    told = [("", events.TIME), (power, events.TIME)]
    log = (actor, lambda: f"The phase goes on {note}.")
    change(game=game, do=do, told=told, log=log, also=also)


def _check(row: Game, until: datetime, now: datetime, serial: int) -> datetime:
    """Says whether it can be given; until when all others have time."""
    if row.serial != serial:
        raise StateError("the phase has ended already.")
    if row.state != RUNNING:
        raise StateError("the game is not running.")
    common = row.closes
    if common is None:
        raise StateError("this phase has no end: nobody needs more time.")
    if until <= max(common, now):
        raise InputError("that is no later than the time that all have.")
    if until > common + MOST:
        raise InputError("one power gets two weeks more than the others at most.")
    return common


def _untils(row: Game, power: str) -> dict[str, datetime]:
    """What the others were given."""
    return {other: until for other, until in respites.of(row).items() if other != power}


def _write(row: Game, power: str, until: datetime, now: datetime) -> None:
    """Writes it down, and the end that the phase has by it; the game's row is locked."""
    common, untils = row.closes, {**_untils(row, power), power: until}
    assert common is not None
    row.due = max(untils.values())
    row.waits = row.due - common
    Game.objects.filter(pk=row.pk).update(due=row.due, waits=row.waits)
    Respite.objects.filter(game=row, serial=row.serial).delete()  # also of an end that was undone
    for each, end in untils.items():
        Respite.objects.create(game=row, serial=row.serial, power=each, before=row.due - end)
    open_row = Deadline.objects.filter(game=row, serial=row.serial, kind=DUE, done_at=None)
    # Where no worker has come to the others' end yet, it is not passed over.
    passed = open_row.filter(due_at__gt=common).exists()
    at = respites.look_at(row, now) if passed else common
    open_row.update(due_at=at, early="", lease_until=None, tries=0)
