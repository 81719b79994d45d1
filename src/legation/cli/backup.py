"""``legation backup``: everything that the server keeps, in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from legation.cli.show import example

FILE = Annotated[Path, typer.Argument(metavar="FILE", help="A file that is not there yet.")]


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command("backup", epilog=example("legation backup monday.legation"))(backup)


def backup(file: FILE) -> None:
    """Write all that the server keeps into one file.

    Games, press and accounts; the server may run meanwhile. The file holds
    every secret of every game.
    """
    from legation.cli.onserver import command

    command("backup", str(file))
