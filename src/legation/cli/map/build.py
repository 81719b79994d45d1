"""``legation map build``: the picture of a map, made from its tables and its recipe."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from legation.board.mapfile import load_map
from legation.cli.casefiles import existing, path_of
from legation.cli.map.folders import map_of
from legation.cli.map.picture import parents_of, picture_report, tell_picture
from legation.cli.show import example
from legation.cli.telling import count
from legation.documents.packed import member
from legation.errors import FileError, LegationError
from legation.variants.find import FILE, MAP
from legation.variants.load import kinds_beside

if TYPE_CHECKING:
    from legation.atlas.making.recipe import Recipe

    Folder = Path | Traversable

EXAMPLES = example(
    "legation map build irish_sea", "legation map build irish_sea --coast land-10m.json"
)


def build(
    map_: Annotated[
        str, typer.Argument(metavar="VARIANT|FOLDER", help="A variant, or a folder with a map.")
    ],
    coast: Annotated[
        str, typer.Option("--coast", metavar="FILE", help="A finer coast: TopoJSON of land.")
    ] = "",
) -> None:
    """Make the picture of a map, and check it.

    Areas, borders, lettering and places for units follow from provinces.csv,
    borders.csv and picture.toml, and go to board.json. The coast is coast.json;
    a map that has none gets the world's, cut to its frame, or that of --coast,
    as land-10m.json of the npm package world-atlas. Needs the extra maps:
    pip install 'legation[maps]'.
    """
    place = map_of(map_)
    _own(place, map_)
    graph = load_map(place, kinds_beside(place))
    needed("numpy", "shapely")
    from legation.atlas.making import build as making
    from legation.atlas.making.recipe import read_recipe

    home = _writable(place, map_)
    parents = parents_of(home)
    _coast(home, parents, read_recipe(home), coast)
    data = making.build(home, parents)
    file = making.save(home, data)
    size = f"{file.stat().st_size / 1000:.0f} kB"
    areas, lines = count(len(data["areas"]), "area"), count(len(data["arcs"]), "line")
    print(f"{file}: {areas}, {lines}, {size}")
    tell_picture(map_, picture_report(home, graph))


def _own(place: Folder, name: str) -> None:
    """Complain where a variant has no map of its own: its parent's is not for it to draw."""
    home = path_of(name).resolve()
    if home.joinpath(FILE).is_file() and not home.joinpath(MAP).is_dir():
        raise FileError(name, f"it has no map of its own, and is played on that in {place}")


def needed(*names: str) -> None:
    """Complain where there is nothing to build with."""
    for name in names:
        try:
            __import__(name)
        except ImportError as error:
            said = f"building a map needs {error.name}, which is not installed"
            raise LegationError(f"{said}: pip install 'legation[maps]'") from None


def _writable(place: Folder, name: str) -> Path:
    path = Path(str(place))
    if not path.is_dir():
        raise FileError(name, "this map is packed up with the program; build a copy of its folder")
    return path


def _coast(place: Path, parents: Sequence[Folder], recipe: Recipe, wanted: str) -> None:
    """Write the coast of a map that has none to go by, or the one that is wanted."""
    from legation.atlas.making.inputs import COAST
    from legation.atlas.making.newcoast import write_coast

    own = place / COAST
    given = member(place, COAST).is_file() or recipe.coast.river or recipe.coast.drawn == "borders"
    if not wanted and (given or _inherited(place, recipe, parents)):
        return
    source = existing(wanted) if wanted else None
    if source is not None and source.is_dir():
        raise FileError(wanted, "this is a folder; name a file")
    lands = write_coast(own, recipe, source)
    print(f"{own}: {count(lands, 'land')}, {own.stat().st_size / 1000:.0f} kB")


def _inherited(place: Path, recipe: Recipe, parents: Sequence[Folder]) -> bool:
    """Does the map show ground of which a parent has the coast, or is it one of ours?"""
    from legation.atlas.making.inputs import COAST
    from legation.atlas.making.recipe import PICTURE, read_recipe

    if place.resolve().is_relative_to(str(files("legation.variants"))):
        return True
    for parent in parents:
        if all(member(parent, name).is_file() for name in (COAST, PICTURE)):
            theirs = read_recipe(parent)
            return recipe.frame == theirs.frame
    return False
