"""Making a backup while the server runs, and putting one back."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.models import Model

from legation.documents import configuration
from legation.errors import InputError, LegationError, StateError
from legation.server.accounts.models import Attempt, User
from legation.server.games import clock
from legation.server.games.models import DUE, RUNNING, Deadline, Game
from legation.server.running import snapshot
from legation.server.running.figures import alive
from legation.server.running.held import Holding, holding
from legation.server.running.models import Backup, Clock
from legation.server.settings.environ import make_folder
from legation.server.site import moment, patience

_log = logging.getLogger(__name__)
_SOON = timedelta(seconds=5)


def back_up(*, file: Path) -> Holding:
    """Writes a backup, of one moment though the server goes on; what it holds.

    Nothing is made that was not there: a backup of a database that this very
    command has made would be empty, and would take the place of a good one.

    Raises:
        InputError: where the file is there already, or no database that this version goes on from.
        StateError: where nothing is in it.
    """
    if file.exists():
        raise InputError(f"{file} is there already.")
    _check_there()
    patience.without_end()
    now = moment.now()
    with snapshot.scratch(file.parent) as part:
        if connection.vendor == "sqlite":
            _copy_sqlite(part)
        else:
            with snapshot.opened(part):
                call_command("migrate", database=snapshot.ALIAS, interactive=False, verbosity=0)
                with _one_moment(), transaction.atomic(using=snapshot.ALIAS):
                    snapshot.copy("default", snapshot.ALIAS)
        snapshot.stamp(part, now)
        snapshot.made_at(part)  # it can be read
        held = holding(part)
        if not held.games and not held.players:
            raise StateError(f"{_where()} holds no account and no game; nothing was written.")
        _flush(part)
        os.link(part, file)  # unless somebody was quicker
        _flush(file.parent)
    _write_down(now)
    return held


def restore(*, file: Path, replace: bool = False) -> list[Game]:
    """Puts a backup into the database; which games have another deadline by that.

    Each running game is given the time that its phase had left when the backup
    was made, so that nobody misses a turn because of what was lost.

    Raises:
        InputError: where the file is no backup that this version understands.
        StateError: where a worker is at work, or games are there and not to be replaced.
    """
    made = snapshot.made_at(file)
    make_folder(settings.DATA_FOLDER)
    call_command("migrate", interactive=False, verbosity=0)
    if alive(moment.now()).exists():
        raise StateError(
            "a worker is at work, or was half a minute ago: stop the servers and the workers first."
        )
    if not replace and (User.objects.exists() or Game.objects.exists()):
        raise StateError("there are accounts or games here already; with --replace they are lost.")
    with snapshot.scratch() as part:
        shutil.copyfile(file, part)
        with snapshot.opened(part):
            snapshot.bring_up_to_date(file)
            with transaction.atomic():
                _empty()
                snapshot.copy(snapshot.ALIAS, "default")
                _count_on()
                Backup.objects.create(made_at=made)
    return _give_time(moment.now() - made)


def _flush(place: Path) -> None:
    """Has a file, or the names in a folder, written to the disk."""
    opened = os.open(place, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _where() -> str:
    """The database in words, and which file said so; without its password."""
    database = settings.DATABASES["default"]
    name = f"the database {database['NAME']}" + (
        f" at {database['HOST']}" if database.get("HOST") else ""
    )
    said_by = configuration.place(os.environ)
    return f"{name} ({f'settings of {said_by}' if said_by else 'no legation.toml was found'})"


def _check_there() -> None:
    """Says whether there is a database with the tables of this version."""
    named = Path(settings.DATABASES["default"]["NAME"])
    if connection.vendor == "sqlite" and not named.is_file():
        raise InputError(
            f"{_where()} is not there. Is LEGATION_DATA or DATABASE_URL set here as for the server?"
        )
    try:
        lacking = snapshot.check_version("default", _where())
    except DatabaseError as error:
        raise InputError(f"{_where()} cannot be used: {str(error).strip()}.") from None
    if lacking:
        raise InputError(
            f"{_where()} has no tables of this version ({lacking} changes are lacking):"
            " back it up with the version that made it."
        )


def _write_down(now: datetime) -> None:
    """Remembers when the last backup was made, and no earlier one, for /health to tell."""
    try:
        with transaction.atomic():
            newest = Backup.objects.create(made_at=now)
            Backup.objects.exclude(pk=newest.pk).delete()
    except DatabaseError as error:  # the file is good all the same
        _log.warning("/health does not learn of this backup: %s", str(error).strip())


def _copy_sqlite(part: Path) -> None:
    """SQLite's own way: what others write meanwhile is either all in it, or not at all."""
    there = Path(connection.settings_dict["NAME"]).absolute().as_uri()
    with (
        contextlib.closing(sqlite3.connect(f"{there}?mode=rw", timeout=20, uri=True)) as here,
        contextlib.closing(sqlite3.connect(part)) as copy,
    ):
        here.backup(copy)


@contextlib.contextmanager
def _one_moment() -> Iterator[None]:
    """All that is read in here was so at one moment."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


def _empty() -> None:
    """Throws away what is there, and who is signed in."""
    gone: list[type[Model]] = [*snapshot.kept(), Session, Attempt, Backup, Clock]
    with connection.cursor() as cursor:
        for model in gone:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")


def _count_on() -> None:
    """On PostgreSQL rows are numbered from a counter, which now has to go on behind the last."""
    with connection.cursor() as cursor:
        for line in connection.ops.sequence_reset_sql(no_style(), snapshot.kept()):
            cursor.execute(line)


def _give_time(passed: timedelta) -> list[Game]:
    moved = []
    for game in Game.objects.filter(state=RUNNING, due__isnull=False).order_by("pk"):
        ends = Deadline.objects.filter(game=game, serial=game.serial, kind=DUE, done_at=None)
        if game.due is None or not ends.filter(early="").exists():
            continue  # it was about to end
        until = game.due + passed
        if until < moment.now() + _SOON:
            continue
        with contextlib.suppress(LegationError):
            clock.shift(game=game, by=passed, actor="The server")
            moved.append(game)
    return moved
