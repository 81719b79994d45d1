"""``legation map``: what is wrong with a map's tables."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated

import typer

from legation.board.mapfile import PROVINCES, check_map
from legation.cli import show, telling
from legation.cli.casefiles import path_of
from legation.cli.clauses import missing, of_home
from legation.cli.show import JSON, example
from legation.errors import FileError, NameUnknownError
from legation.variants.find import folder


def add(app: typer.Typer) -> None:
    """Register the verb and what is under it."""
    group = typer.Typer(rich_markup_mode=None)
    group.callback(invoke_without_command=True)(_map)
    group.command(
        "check", epilog=example("legation map check standard", "legation map check my-variant/map")
    )(check)
    app.add_typer(group, name="map")


def _map(context: typer.Context) -> None:
    """Check a map's tables."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def check(
    map_: Annotated[
        str, typer.Argument(metavar="VARIANT|FOLDER", help="A variant, or a folder with a map.")
    ],
    as_json: JSON = False,
) -> None:
    """Check a map's tables and tell everything that is wrong with them.

    Each problem is told with its file and line.
    """
    graph, problems = check_map(_folder(map_))
    lacking = [] if problems else _lacking(map_)
    if as_json:
        told = [{"file": p.file, "line": p.row, "message": p.message} for p in problems]
        show.dump({"map": map_, "problems": told, "rules": lacking})
    elif graph is not None:
        provinces = telling.count(len(graph.provinces), "province")
        centres = telling.count(len(graph.centres), "centre")
        print(
            f"{map_}: {provinces}, {centres}, {telling.count(len(graph.borders), 'border')}; fine"
        )
        for line in lacking:
            show.say(line, 0, 4)
    else:
        for problem in problems:
            show.say(str(problem), 0, 4)
        print(f"{map_}: {telling.count(len(problems), 'problem')}")
    if problems:
        raise typer.Exit(1)


def _lacking(name: str) -> list[str]:
    """What the rules of the variant lack whose map it is, where it is one that can be loaded."""
    path = path_of(name)
    try:
        return missing(of_home(path) if path.exists() else name)
    except Exception:
        return []  # a map without a variant, or one that cannot be loaded yet


def _folder(name: str) -> Path | Traversable:
    """The folder of a map: a variant's, or one on the disk, as it is or with `map` in it."""
    path = path_of(name)
    for place in (path, path / "map"):
        if place.joinpath(PROVINCES).is_file():
            return place
    if path.is_dir():
        raise FileError(name, f"there is no {PROVINCES} in this folder")
    try:
        return folder(name).joinpath("map")
    except NameUnknownError as error:
        raise NameUnknownError(f"{error} Nor is there a folder of this name.") from None
