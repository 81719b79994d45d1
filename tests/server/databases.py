"""The databases that tests are carried out on: a file of SQLite, a PostgreSQL of the tests."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from postgres import database, make, stop

import migrated


@contextmanager
def environment(kind: str, folder: Path) -> Iterator[dict[str, str]]:
    """The environment of a process that is to use such a database; it is stopped at the end."""
    (folder / "mail").mkdir()
    env = os.environ | {"EMAIL_URL": f"file://{folder}/mail", "LEGATION_DATA": str(folder)}
    if kind == "sqlite":
        migrated.copy(folder / "legation.sqlite3")
        yield env | {"DATABASE_URL": f"sqlite:///{folder}/legation.sqlite3"}
        return
    # Not in pytest's folder: PostgreSQL runs as another user, who may not look into it.
    with TemporaryDirectory(prefix="legation-leaks-") as own:
        server = make(Path(own) / "server")
        try:
            found = {"DATABASE_URL": database(server, "legation"), "PGDATA": str(server.pgdata)}
            yield env | found
        finally:
            stop(str(server.pgdata))
