"""A backup: one SQLite file with the tables of the server, whichever database it was taken from.

What is kept is all that games, press and accounts are. Who is signed in, and
who tried how often, is not: nobody who reads a backup is let in by it.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.db import connection, connections, models
from django.db.migrations.loader import MigrationLoader
from django.db.models.sql import InsertQuery

from legation import __version__
from legation.errors import InputError

ALIAS = "backup"
"""The name of the file among Django's databases while it is open."""

_OURS = "legation.server."
_OF_THE_MOMENT = ("accounts.Attempt", "running.Worker", "running.Backup", "running.Clock")
_STAMP = "legation_backup"
_AT_ONCE = 100


def kept() -> list[type[models.Model]]:
    """The models whose rows are kept."""
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if apps.get_app_config(model._meta.app_label).name.startswith(_OURS)
        and model._meta.label not in _OF_THE_MOMENT
    ]


@contextlib.contextmanager
def scratch(folder: Path | None = None) -> Iterator[Path]:
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


@contextlib.contextmanager
def opened(file: Path, alias: str = ALIAS) -> Iterator[None]:
    """A SQLite file as one more database."""
    engine = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(file), "OPTIONS": {}}
    connections.databases[alias] = {**connection.settings_dict, **engine, "CONN_MAX_AGE": 0}
    try:
        yield
    finally:
        connections[alias].close()
        del connections[alias], connections.databases[alias]


def bring_up_to_date(file: Path) -> None:
    """Makes the tables of the backup that is open those of this version.

    Raises:
        InputError: where they are of a newer one.
    """
    check_version(ALIAS, str(file))
    call_command("migrate", database=ALIAS, interactive=False, verbosity=0)


def check_version(alias: str, called: str) -> int:
    """How many changes of the tables a database lacks.

    Raises:
        InputError: where it has some that this version does not know.
    """
    loader = MigrationLoader(connections[alias], replace_migrations=False)
    applied, known = loader.applied_migrations or {}, loader.disk_migrations or {}
    if any(step not in known for step in applied):
        raise InputError(f"{called} was made by a newer version of Legation; install that one.")
    return sum(step not in applied for step in known)


def copy(source: str, to: str) -> int:
    """Copies all rows that are kept from one database into another; how many.

    Within a transaction: rows are there before what they refer to.
    """
    return sum(_copy(model, source, to) for model in kept())


def _copy(model: type[models.Model], source: str, to: str) -> int:
    fields: list[models.Field[Any, Any]] = list(model._meta.concrete_fields)
    count, here = 0, connections[to]
    rows = model._base_manager.using(source).order_by("pk").iterator(chunk_size=_AT_ONCE)
    while some := list(itertools.islice(rows, _AT_ONCE)):
        size = max(1, here.ops.bulk_batch_size(fields, some))
        for at in range(0, len(some), size):
            query = InsertQuery(model)
            query.insert_values(fields, some[at : at + size], raw=True)  # as it is, times too
            query.get_compiler(using=to).execute_sql()
        count += len(some)
    return count


def stamp(file: Path, now: datetime) -> None:
    """Writes into a backup when it was made and by which version; what is not kept is cut out."""
    names = {model._meta.db_table for model in kept()} | {"django_migrations"}
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as raw:
        raw.execute("PRAGMA journal_mode=DELETE")
        tables = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (name,) in tables.fetchall():
            if name not in names and not name.startswith("sqlite_"):
                raw.execute(f'DELETE FROM "{name}"')
        raw.execute(f"CREATE TABLE {_STAMP} (made_at TEXT, version TEXT)")
        raw.execute(f"INSERT INTO {_STAMP} VALUES (?, ?)", (now.isoformat(), __version__))
        raw.execute("VACUUM")  # what was cut out is not left between the pages either


def made_at(file: Path) -> datetime:
    """When a backup was made.

    Raises:
        InputError: where the file is none, or is damaged.
    """
    try:
        with contextlib.closing(
            sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
        ) as raw:
            (sound,) = raw.execute("PRAGMA integrity_check").fetchone()
            (at,) = raw.execute(f"SELECT made_at FROM {_STAMP}").fetchone()
    except (sqlite3.Error, TypeError):
        said = "is no backup of Legation" if file.is_file() else "is not there"
        raise InputError(f"{file} {said}.") from None
    if sound != "ok":
        raise InputError(f"{file} is damaged: {sound}")
    return datetime.fromisoformat(at)
