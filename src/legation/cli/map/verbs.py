"""``legation map``: making, checking and drawing maps. Each verb has its module."""

from __future__ import annotations

import typer

from legation.cli.map import build, check, draw, importing, new, replay


def add(app: typer.Typer) -> None:
    """Register the verb and what is under it."""
    group = typer.Typer(rich_markup_mode=None)
    group.callback(invoke_without_command=True)(_map)
    group.command("draw", epilog=draw.EXAMPLES)(draw.draw)
    group.command("replay", epilog=replay.EXAMPLES)(replay.replay)
    group.command("new", epilog=new.EXAMPLES)(new.new)
    group.command("import", epilog=importing.EXAMPLES)(importing.import_)
    group.command("build", epilog=build.EXAMPLES)(build.build)
    group.command("check", epilog=check.EXAMPLES)(check.check)
    app.add_typer(group, name="map")


def _map(context: typer.Context) -> None:
    """Draw a board or a game, and make maps.

    draw and replay show a game as one viewer knows it. new, import, build and
    check are for who makes a map (docs/draw-a-map.md).
    """
    if context.invoked_subcommand is None:
        print(context.get_help())
