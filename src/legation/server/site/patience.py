"""What the database cannot do for now: told apart from what is wrong with a question.

A row may be held by somebody else, the disk may be full, the server away. Who
asked is told to come back; a worker goes on with something else.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import (
    DEFAULT_DB_ALIAS,
    DatabaseError,
    InterfaceError,
    OperationalError,
    connections,
)

_HELD = frozenset({"55P03", "57014", "40P01"})  # a lock, a question, a circle of locks: given up
_SQLITE_FOR_NOW = frozenset(
    {
        *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR),
        *(sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PROTOCOL),
    }
)


def held(error: BaseException) -> bool:
    """Did somebody else hold a row for too long? The database itself is there, and others go on.

    An SQLite file is held as a whole, so that it is as good as away.
    """
    return getattr(error.__cause__, "sqlstate", None) in _HELD


def for_now(error: BaseException | None) -> bool:
    """May what has failed come to a good end later, without anybody mending the program?"""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    code = getattr(error.__cause__, "sqlite_errorcode", None)
    return code is None or code & 0xFF in _SQLITE_FOR_NOW  # the rest of the code says where


@contextmanager
def passing_by() -> Iterator[None]:
    """Does it, or leaves it where a row of it is held: for what comes again by itself."""
    try:
        yield
    except DatabaseError as error:
        if not held(error):
            raise


def without_end(using: str = DEFAULT_DB_ALIAS) -> None:
    """Lets the questions of a connection take their time: for verbs that a person waits for."""
    if connections[using].vendor == "postgresql":
        with connections[using].cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
            cursor.execute("SET idle_in_transaction_session_timeout = 0")
