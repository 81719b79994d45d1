"""``legation map check``: what is wrong with a map's tables, and between them and its picture."""

from __future__ import annotations

from typing import Annotated

import typer

from legation.board.graph import MapGraph
from legation.board.mapfile import MapProblem, check_map
from legation.cli import show, telling
from legation.cli.casefiles import path_of
from legation.cli.map.folders import map_of
from legation.cli.map.picture import picture_report, tell_picture
from legation.cli.show import JSON, example
from legation.variants.clauses import missing, of_home
from legation.variants.load import kinds_beside

EXAMPLES = example("legation map check standard", "legation map check my-variant/map")


def check(
    map_: Annotated[
        str, typer.Argument(metavar="VARIANT|FOLDER", help="A variant, or a folder with a map.")
    ],
    as_json: JSON = False,
) -> None:
    """Check a map: its tables, and its picture against them.

    Each problem of the tables is told with its file and line. Of a map that
    has a picture every place is told where it shows other borders than the
    tables have, or where lettering collides, with what to move.
    """
    place = map_of(map_)
    graph, problems = check_map(place, kinds_beside(place))
    lacking = [] if problems else _lacking(map_)
    picture = None if graph is None or problems else picture_report(place, graph)
    if as_json:
        told = [{"file": p.file, "line": p.row, "message": p.message} for p in problems]
        seen = picture.as_data() if picture else None
        show.dump({"map": map_, "problems": told, "rules": lacking, "picture": seen})
    else:
        _tell(map_, graph, problems, lacking)
        if picture is not None:
            tell_picture(map_, picture)
    if problems or (picture is not None and picture.problems):
        raise typer.Exit(1)


def _tell(
    name: str, graph: MapGraph | None, problems: list[MapProblem], lacking: list[str]
) -> None:
    if graph is None or problems:
        for problem in problems:
            show.say(str(problem), 0, 4)
        print(f"{name}: {telling.count(len(problems), 'problem')}")
        return
    provinces = telling.count(len(graph.provinces), "province")
    centres = telling.count(len(graph.centres), "centre")
    print(f"{name}: {provinces}, {centres}, {telling.count(len(graph.borders), 'border')}; fine")
    for line in lacking:
        show.say(line, 0, 4)


def _lacking(name: str) -> list[str]:
    """What the rules of the variant lack whose map it is, where it is one that can be loaded."""
    path = path_of(name)
    try:
        return missing(of_home(path) if path.exists() else name)
    except Exception:
        return []  # a map without a variant, or one that cannot be loaded yet
