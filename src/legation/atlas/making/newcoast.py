"""A coast for a map that has none: what lies in its frame, cut from a larger one."""

from __future__ import annotations

import math
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import shapely

from legation.atlas.making.coast import SOURCE, coast_text, cut, read_coast
from legation.atlas.making.inputs import WORLD
from legation.atlas.making.recipe import Recipe
from legation.atlas.making.scene import Scene
from legation.documents.packed import ENDING
from legation.errors import FileError

_DEGREE = 111.0  # km
_FINE = 0.1  # of a unit is a step of the file at most


def write_coast(target: Path, recipe: Recipe, source: Path | None = None) -> int:
    """Write ``coast.json`` for the frame of a recipe; how many lands are in it.

    Without a source it comes from the coast of the whole world in this package.

    Raises:
        FileError: for a source that is none, or a frame without land.
    """
    scene = Scene(recipe)
    world: Traversable = files("legation.atlas").joinpath("data").joinpath(WORLD)
    whole = read_coast(source or world)
    try:
        lands = cut(whole, scene)
    except shapely.errors.ShapelyError:
        said = "the coast cannot be cut to the frame of picture.toml: it is too wide; is a place"
        raise FileError(str(target.parent), f"{said} far away from all others?") from None
    if not lands:
        said = "no land lies in the frame of picture.toml; look at centre, x and y"
        raise FileError(str(target.parent), said)
    grid = 10.0 ** math.floor(math.log10(_FINE * scene.scale / _DEGREE))
    told = source.name if source else SOURCE.format(size="50m")
    target.with_name(target.name + ENDING).unlink(missing_ok=True)  # it stood in for this one
    target.write_text(coast_text(lands, told, float(f"{grid:.0e}")), encoding="utf-8")
    return len(lands)
