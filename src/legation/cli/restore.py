"""``legation restore``: a backup of the server put back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from legation.cli.show import example

FILE = Annotated[Path, typer.Argument(metavar="FILE", help="What legation backup wrote.")]
REPLACE = Annotated[bool, typer.Option("--replace", help="What is there now may be lost.")]


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command("restore", epilog=example("legation restore monday.legation"))(restore)


def restore(file: FILE, replace: REPLACE = False) -> None:
    """Put a backup into the server's database.

    SQLite or PostgreSQL; the server must not run. Deadlines are put off by the
    time since the backup.
    """
    from legation.cli.onserver import command

    command("restore", str(file), replace=replace)
