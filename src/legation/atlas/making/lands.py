"""Landmasses: which of them are on the board, and what an island goes with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Polygon

from legation.atlas.making.cells import Sites
from legation.atlas.making.recipe import LANDMASS
from legation.atlas.making.scene import WIDTH, Scene

_SLIT = 0.35
"""Half the width, in units, of inlets and spits too narrow to draw."""
_AFLOAT = 20.0
"""A point this many units off every coast is no land's."""


@dataclass(frozen=True)
class Land:
    """A landmass, or a part of one, in units.

    `host` is the number of the landmass whose places it goes with; `main` says
    that it is (a part of) that landmass itself.
    """

    shape: Polygon
    on_board: bool
    host: int
    main: bool


def lands(coast: Sequence[Polygon], sites: Sites, scene: Scene) -> list[Land]:
    """The landmasses of a coast (in km) within the frame."""
    frame = shapely.box(*scene.frame)
    inside = [p for land in coast for p in _polygons(land.intersection(frame))]
    inside.sort(key=lambda p: (-p.area, p.bounds))
    held = _held(inside, sites, scene)
    hosts: list[int] = []
    on_board: list[bool] = []
    for number, shape in enumerate(inside):
        host, on = number, number in held or not sites.places
        if not on and shape.area <= scene.recipe.islands.off:
            on = True
            if scene.recipe.islands.with_ == LANDMASS and number:
                larger = inside[:number]
                host = int(np.argmin(shapely.distance(np.array(larger), shape)))
                host, on = hosts[host], on_board[host]
        hosts.append(host)
        on_board.append(on)
    drawn = _drawn(inside, scene)
    islands = []
    for number, (shape, on, host) in enumerate(zip(drawn, on_board, hosts, strict=True)):
        islands += [Land(part, on, host, main=host == number) for part in shape]
    return islands


def _held(inside: Sequence[Polygon], sites: Sites, scene: Scene) -> set[int]:
    """The landmasses that hold a point; a point in the water is the nearest one's."""
    if not inside or not sites.places:
        return set()
    tree = shapely.STRtree(inside)
    points = shapely.points(sites.at)
    which, far = tree.query_nearest(points, return_distance=True, all_matches=False)
    near = far < _AFLOAT * scene.scale
    return set(which[1][near].tolist())


def _drawn(inside: Sequence[Polygon], scene: Scene) -> list[list[Polygon]]:
    """The landmasses in units, plain, without islets and ponds."""
    if not inside:
        return []
    recipe = scene.recipe
    fine = [shapely.segmentize(p, 2 * scene.scale) for p in inside]
    flat = [shapely.make_valid(shapely.transform(p, scene.units)) for p in fine]
    frame = shapely.box(0, 0, WIDTH, scene.height)
    cut = np.array([_open(p).intersection(frame) for p in flat])
    plain = shapely.coverage_simplify(cut, recipe.coast.detail, simplify_boundary=True)
    drawn = []
    for shape in plain:
        parts = [p for p in _polygons(shape) if p.area >= recipe.coast.islets]
        drawn.append([_filled(p, recipe.coast.lakes) for p in parts])
    return drawn


def _open(shape: shapely.Geometry) -> shapely.Geometry:
    """A landmass without slits and spits that would be drawn as a blot."""
    for step in (_SLIT, -2 * _SLIT, _SLIT):
        shape = shape.buffer(step, join_style="mitre", mitre_limit=2.0)
    return shape


def _filled(shape: Polygon, least: float) -> Polygon:
    holes = [hole for hole in shape.interiors if Polygon(hole).area >= least]
    return Polygon(shape.exterior, holes)


def _polygons(shape: shapely.Geometry) -> list[Polygon]:
    parts = shapely.get_parts(shape)
    return [p for part in parts for p in shapely.get_parts(part) if p.geom_type == "Polygon"]
