"""``legation doctor``: what may be wrong with the server of this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from legation.cli.show import example

JSON = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command("doctor", epilog=example("legation doctor"))(doctor)


def doctor(json: JSON = False) -> None:
    """Say what may be wrong with the server.

    Configuration, files, limits, database, clock, workers, mail, certificate
    and backups. Run it as the server's user. Nothing is changed; the exit code
    is 1 where something is to be mended.
    """
    from legation.cli.onserver import command

    command("doctor", json=json)
