"""The database that DATABASE_URL names: SQLite by default, or PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_WANTED = (
    "DATABASE_URL is sqlite:///folder/file.sqlite3 or postgresql://user:password@host:5432/name"
)
# FULL: what a page calls stored is on the disk, each time; with NORMAL the last
# minutes before a loss of power would be gone.
_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA mmap_size=134217728;"
# What PostgreSQL ends by itself, in milliseconds: a question that takes too long,
# and a transaction whose process says no more, with all the rows that it holds.
_STATEMENT = _IDLE = 30_000


def database(url: str, folder: Path, pool: int, patience: int) -> dict[str, Any]:
    """Django's settings of the database; `pool` is the most connections a process holds.

    `patience` is how many seconds one waits for what another holds.

    Raises:
        ImproperlyConfigured: for an address that names none.
    """
    url = url.strip() or f"sqlite:///{folder / 'legation.sqlite3'}"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ImproperlyConfigured(f"{_WANTED}.") from None
    if parts.scheme == "sqlite":
        return _sqlite(unquote(parts.path), patience)
    if parts.scheme in ("postgres", "postgresql"):
        name = unquote(parts.path.lstrip("/"))
        if not name:
            raise ImproperlyConfigured(f"{_WANTED}; the name of the database is missing.")
        options = dict(parse_qsl(parts.query))
        host = options.pop("host", "") or parts.hostname or ""
        ends = {
            "lock_timeout": patience * 1000,
            "statement_timeout": _STATEMENT,
            "idle_in_transaction_session_timeout": _IDLE,
        }
        own = options.pop("options", "")  # those of the address come later, and count
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": name,
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": host,
            "PORT": str(port or ""),
            "CONN_HEALTH_CHECKS": True,  # a connection that died is not handed out
            "OPTIONS": {
                "connect_timeout": 5,
                "tcp_user_timeout": _STATEMENT,  # a machine that is gone says nothing
                **options,
                "options": " ".join([*(f"-c {name}={ms}" for name, ms in ends.items()), own]),
                "pool": {"min_size": 0, "max_size": pool, "timeout": 5},
            },
        }
    raise ImproperlyConfigured(f'{_WANTED}, not "{parts.scheme}:...".')


def _sqlite(path: str, patience: int) -> dict[str, Any]:
    file = Path(path.removeprefix("/"))  # sqlite:///relative, sqlite:////absolute
    if not file.name:
        raise ImproperlyConfigured(f"{_WANTED}; the file is missing.")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "CONN_MAX_AGE": None,  # a thread keeps the file open
        "OPTIONS": {
            "timeout": patience,  # seconds that a writer waits for another
            # The lock to write is taken at the start, so that no transaction
            # has to be given up half way because another wrote first.
            "transaction_mode": "IMMEDIATE",
            "init_command": _PRAGMAS,
        },
    }
