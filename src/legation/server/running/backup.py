"""Making a backup while the server runs, and putting one back."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, connections, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model
from django.utils import timezone

from legation.errors import InputError, LegationError, StateError
from legation.server.accounts.models import Attempt, User
from legation.server.games import clock
from legation.server.games.models import DUE, RUNNING, Deadline, Game
from legation.server.running import snapshot
from legation.server.running.models import Worker

_ALIVE = timedelta(seconds=30)
_SOON = timedelta(seconds=5)


def back_up(*, file: Path) -> int:
    """Writes a backup, of one moment though the server goes on; its size in bytes.

    Raises:
        InputError: where the file is there already.
    """
    if file.exists():
        raise InputError(f"{file} is there already.")
    now = timezone.now()
    with _aside(file.parent) as part:
        if connection.vendor == "sqlite":
            _copy_sqlite(part)
        else:
            with snapshot.opened(part):
                call_command("migrate", database=snapshot.ALIAS, interactive=False, verbosity=0)
                with _one_moment(), transaction.atomic(using=snapshot.ALIAS):
                    snapshot.copy("default", snapshot.ALIAS)
        snapshot.stamp(part, now)
        snapshot.made_at(part)  # it can be read
        with part.open("rb") as written:
            os.fsync(written.fileno())
        os.link(part, file)  # unless somebody was quicker
    return file.stat().st_size


def restore(*, file: Path, replace: bool = False) -> list[Game]:
    """Puts a backup into the database; which games have another deadline by that.

    Each running game is given the time that its phase had left when the backup
    was made, so that nobody misses a turn because of what was lost.

    Raises:
        InputError: where the file is no backup that this version understands.
        StateError: where a worker is at work, or games are there and not to be replaced.
    """
    made = snapshot.made_at(file)
    call_command("migrate", interactive=False, verbosity=0)
    if Worker.objects.filter(seen_at__gte=timezone.now() - _ALIVE).exists():
        raise StateError(
            "a worker is at work, or was half a minute ago: stop the servers and the workers first."
        )
    if not replace and (User.objects.exists() or Game.objects.exists()):
        raise StateError("there are accounts or games here already; with --replace they are lost.")
    with _aside(None) as part:
        shutil.copyfile(file, part)
        with snapshot.opened(part):
            _check_version(file)
            call_command("migrate", database=snapshot.ALIAS, interactive=False, verbosity=0)
            with transaction.atomic():
                _empty()
                snapshot.copy(snapshot.ALIAS, "default")
                _count_on()
    return _give_time(timezone.now() - made)


def _copy_sqlite(part: Path) -> None:
    """SQLite's own way: what others write meanwhile is either all in it, or not at all."""
    with (
        contextlib.closing(sqlite3.connect(connection.settings_dict["NAME"], timeout=20)) as here,
        contextlib.closing(sqlite3.connect(part)) as there,
    ):
        here.backup(there)


@contextlib.contextmanager
def _one_moment() -> Iterator[None]:
    """All that is read in here was so at one moment."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


@contextlib.contextmanager
def _aside(folder: Path | None) -> Iterator[Path]:
    """A file that nobody else may read, and that is gone in the end."""
    try:
        number, name = tempfile.mkstemp(prefix=".legation-", suffix=".part", dir=folder)
    except OSError as error:
        raise InputError(f"nothing can be written in {folder}: {error.strerror}.") from None
    os.close(number)
    try:
        yield Path(name)
    finally:
        for left in (name, f"{name}-wal", f"{name}-shm", f"{name}-journal"):
            Path(left).unlink(missing_ok=True)


def _check_version(file: Path) -> None:
    loader = MigrationLoader(connections[snapshot.ALIAS], replace_migrations=False)
    applied, known = loader.applied_migrations or {}, loader.disk_migrations or {}
    if any(step not in known for step in applied):
        raise InputError(f"{file} was made by a newer version of Legation; install that one.")


def _empty() -> None:
    """Throws away what is there, and who is signed in."""
    gone: list[type[Model]] = [*snapshot.kept(), Session, Attempt]
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
        if until < timezone.now() + _SOON:
            continue
        with contextlib.suppress(LegationError):
            clock.put_off(game=game, until=until, actor="The server")
            moved.append(game)
    return moved
