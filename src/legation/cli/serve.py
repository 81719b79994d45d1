"""``legation serve``: the games on the web."""

from __future__ import annotations

from typing import Annotated

import typer

from legation.cli.show import example

HOST = Annotated[str, typer.Option(metavar="ADDRESS", help="Listen there.")]
PORT = Annotated[int, typer.Option(min=1, max=65535, help="Listen at this port.")]
PROCESSES = Annotated[int, typer.Option(min=1, help="So many processes serve pages.")]
WORKER = Annotated[
    bool, typer.Option("--with-worker", help="End phases and send mail in the same process.")
]
PROXIES = Annotated[
    str, typer.Option(metavar="ADDRESSES", help="Proxies that are believed who asks.")
]


def add(app: typer.Typer) -> None:
    """Register the verb."""
    app.command("serve", epilog=example("legation serve --with-worker"))(serve)


def serve(
    host: HOST = "127.0.0.1",
    port: PORT = 8000,
    processes: PROCESSES = 1,
    with_worker: WORKER = False,
    proxies: PROXIES = "127.0.0.1",
) -> None:
    """Serve games on the web.

    Settings are taken from legation.toml or the environment; docs/operate.md
    lists them. Without any, games are kept in a file of your own, and only this machine is served.
    """
    from legation.cli.onserver import command

    command(
        "serve",
        host=host,
        port=port,
        processes=processes,
        with_worker=with_worker,
        proxies=proxies,
    )
