"""``legation backup``: everything that the server keeps, in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from legation.cli.show import example

FILE = Annotated[Path, typer.Argument(metavar="FILE", help="A file that is not there yet.")]
VERIFY = Annotated[
    bool,
    typer.Option("--verify", help="Look at a file that is there: restore it aside, and audit."),
]


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command(
        "backup",
        epilog=example(
            "legation backup monday.legation", "legation backup --verify monday.legation"
        ),
    )(backup)


def backup(file: FILE, verify: VERIFY = False) -> None:
    """Write all that the server keeps into one file.

    Games, press and accounts; the server may run meanwhile. The file holds
    every secret of every game. Where there is no database, none is made.
    """
    from legation.cli.onserver import command

    command("backup", str(file), verify=verify)
