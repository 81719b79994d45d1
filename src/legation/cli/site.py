"""``legation site``: what who runs a server does with games that are stuck, accounts and clocks."""

from __future__ import annotations

from typing import Annotated

import typer

from legation.cli.show import example

ACT = Annotated[
    str,
    typer.Argument(
        metavar="ACT",
        help="stuck, accounts [TEXT], suspended, suspend NAME, reinstate NAME, rename NAME NEW,"
        " stop [GAME], go-on [GAME], or log.",
    ),
]
WORDS = Annotated[list[str] | None, typer.Argument(metavar="WORDS", help="Whom or what.")]
WHY = Annotated[str, typer.Option("--why", help="The reason, for the log of the site.")]


def add(app: typer.Typer) -> None:
    """Register the verb."""
    lines = (
        "legation site stuck",
        'legation site suspend Mallory --why "three accounts in one game"',
        'legation site stop --why "the disk is changed tonight"',
    )
    app.command("site", epilog=example(*lines))(site)


def site(act: ACT, words: WORDS = None, why: WHY = "") -> None:
    """See what is stuck, suspend accounts, stop clocks.

    No game is read or changed. Whatever is done stands, with its reason, in a
    log that everybody may read. Without a game stop and go-on are for all.
    """
    from legation.cli.onserver import command

    command("site", act, *(words or ()), why=why)
