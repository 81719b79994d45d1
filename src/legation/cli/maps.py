"""``legation map``: making, checking and drawing maps. Each verb has its module."""

from __future__ import annotations

import typer

from legation.cli import mapbuild, mapcheck, mapdraw, mapnew, mapreplay


def add(app: typer.Typer) -> None:
    """Register the verb and what is under it."""
    group = typer.Typer(rich_markup_mode=None)
    group.callback(invoke_without_command=True)(_map)
    group.command("draw", epilog=mapdraw.EXAMPLES)(mapdraw.draw)
    group.command("replay", epilog=mapreplay.EXAMPLES)(mapreplay.replay)
    group.command("new", epilog=mapnew.EXAMPLES)(mapnew.new)
    group.command("build", epilog=mapbuild.EXAMPLES)(mapbuild.build)
    group.command("check", epilog=mapcheck.EXAMPLES)(mapcheck.check)
    app.add_typer(group, name="map")


def _map(context: typer.Context) -> None:
    """Draw a board or a game, and make maps.

    draw and replay show a game as one viewer knows it. new, build and check
    are for who makes a map (docs/draw-a-map.md).
    """
    if context.invoked_subcommand is None:
        print(context.get_help())
