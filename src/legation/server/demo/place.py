"""Where the demonstration runs: a free port, and a folder whose games this version can read."""

from __future__ import annotations

import hashlib
import json
import socket
from importlib.resources import files
from pathlib import Path

_STAMP = "made-by.json"


class Refused(Exception):  # noqa: N818  a sentence for who started it
    """It cannot start; the message is one sentence that says what would help."""


def check_port(port: int) -> None:
    """Says whether the port is free.

    Raises:
        Refused: where it is not, or no port.
    """
    if not 1 <= port <= 65535:
        raise Refused(f"{port} is no port; one is a number from 1 to 65535.")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except PermissionError:
            raise Refused(f"Port {port} needs more rights; try: make play PORT=8001") from None
        except OSError:
            raise Refused(
                f"Port {port} is taken by another program; try: make play PORT={port % 65000 + 1}"
            ) from None


def check_version(folder: Path) -> None:
    """Says whether the games in a folder were made by a version that this one goes on from.

    Raises:
        Refused: where they were not.
    """
    database, made_by = folder / "legation.sqlite3", folder / _STAMP
    if not database.exists():
        return
    try:
        kept = json.loads(made_by.read_text("utf-8"))
    except (OSError, ValueError):
        kept = None
    ours = _tables()
    if not isinstance(kept, dict) or any(ours.get(name) != mark for name, mark in kept.items()):
        raise other_version(folder)


def other_version(folder: Path) -> Refused:
    """The sentence about games that this version cannot go on with."""
    return Refused(
        f"The games in {folder} were made by another version of Legation;"
        f" begin anew with: rm -r {folder} && make play"
    )


def stamp(folder: Path) -> None:
    """Writes down by which version the tables in a folder were made."""
    (folder / _STAMP).write_text(json.dumps(_tables(), indent=1), "utf-8")


def _tables() -> dict[str, str]:
    """Every step by which the tables came to be, with a mark that changes with it."""
    tables = {}
    for app in files("legation.server").iterdir():
        place = app.joinpath("migrations")
        if not place.is_dir():
            continue
        for file in place.iterdir():
            if file.name.endswith(".py") and file.name != "__init__.py":
                tables[f"{app.name}/{file.name}"] = hashlib.sha256(file.read_bytes()).hexdigest()[
                    :16
                ]
    return dict(sorted(tables.items()))
