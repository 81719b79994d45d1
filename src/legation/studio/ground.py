"""The land under a draft's picture, cut from the coast of its parent or of the world, and kept."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

import shapely
from msgspec.structs import replace

from legation.atlas.making.coast import cut, read_coast
from legation.atlas.making.inputs import COAST, WORLD
from legation.atlas.making.outline import flat
from legation.atlas.making.recipe import PICTURE, Frame, Recipe, read_recipe
from legation.atlas.making.scene import Scene
from legation.documents.packed import member
from legation.studio.shelf import games
from legation.variants.find import map_in

COARSE = 1.5
"""What a preview leaves out of a coast, in units."""


def inherited(parent: str, frame: Frame) -> bool:
    """Does a parent's map show the same frame, and bring a coast of its own for it?"""
    place = map_in(games()[parent])
    whole = all(member(place, name).is_file() for name in (COAST, PICTURE))
    return whole and read_recipe(place).frame == frame


@lru_cache(maxsize=32)
def ground(parent: str, frame: Frame) -> tuple[Any, ...]:
    """The lands of a frame, in km, coarse enough for a preview; there may be none."""
    scene = Scene(Recipe(frame=frame))
    if inherited(parent, frame):
        lands = read_coast(member(map_in(games()[parent]), COAST))
    else:
        lands = list(_world())
    try:
        near = cut(lands, scene, COARSE)
    except shapely.errors.ShapelyError:  # a frame so wide that it has no inside
        return ()
    return tuple(flat(near, scene))


@lru_cache(maxsize=1)
def _world() -> tuple[Any, ...]:
    return tuple(read_coast(files("legation.atlas").joinpath("data").joinpath(WORLD)))


def coarse(recipe: Recipe) -> Recipe:
    """A recipe for a picture of which nobody looks at the last corner."""
    return replace(
        recipe,
        coast=replace(recipe.coast, detail=max(recipe.coast.detail, COARSE)),
        borders=replace(recipe.borders, detail=max(recipe.borders.detail, 0.6)),
        graticule=type(recipe.graticule)(),
    )
