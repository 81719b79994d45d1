"""A coast around a pole: what crosses 180 degrees is one land, the far side is left out."""

from __future__ import annotations

import shapely

from legation.atlas.making.coast import cut
from legation.atlas.making.recipe import Frame, Recipe
from legation.atlas.making.scene import Scene


def test_a_frame_may_have_a_pole_in_it() -> None:
    """Of three lands one lies across 180 degrees, and one around the other pole."""
    frame = Frame(centre=(90.0, 0.0), x=(-11000.0, 11000.0), y=(-11000.0, 11000.0))
    lands = [
        shapely.box(170, 60, 195, 75),
        shapely.box(20, 10, 40, 30),
        shapely.box(-180, -90, 180, -70),
    ]
    found = cut(lands, Scene(Recipe(frame=frame)))
    assert len(found) == 2
    flat = [shapely.get_coordinates(each)[:, 1] for each in found]
    assert sorted(round(lats.max()) for lats in flat) == [30, 75]
