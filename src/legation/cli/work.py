"""``legation work``: what is done on the server while nobody looks."""

from __future__ import annotations

from typing import Annotated

import typer

from legation.cli.show import example

ONCE = Annotated[bool, typer.Option("--once", help="Do what is due now, and stop.")]


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command("work", epilog=example("legation work --once"))(work)


def work(once: ONCE = False) -> None:
    """End phases when they are due, and send the mail.

    Any number may run at once, on any machine that reaches the database.
    """
    from legation.cli.onserver import command

    command("work", once=once)
