"""What is done before the server starts: the tables are there, the static files collected."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from legation.server.settings.environ import make_folder


def prepare(*, static: bool) -> None:
    """Brings a SQLite database up to date; of another, says where it is not.

    Of several that start at once on a machine, one does it and the others wait.

    Raises:
        CommandError: where the database cannot be used as it is.
    """
    make_folder(settings.DATA_FOLDER)
    bool(settings.SECRET_KEY)  # drawn now, so that what is wrong with it is told at the start
    with _alone():
        _prepare(static=static)


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Holds the folder for data; the lock goes with the process, however it ends."""
    held = os.open(settings.DATA_FOLDER, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def _prepare(*, static: bool) -> None:
    try:
        executor = MigrationExecutor(connection)
        lacking = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if lacking and connection.vendor == "sqlite":
            call_command("migrate", interactive=False, verbosity=0)
        elif lacking:
            raise CommandError(
                f"{len(lacking)} changes of the tables are to be made:"
                " python -m legation.server migrate"
            )
    except DatabaseError as error:
        raise CommandError(f"the database cannot be used: {error}".strip()) from None
    if static and not settings.WHITENOISE_USE_FINDERS:
        call_command("collectstatic", interactive=False, verbosity=0)
