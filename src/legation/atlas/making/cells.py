"""The nearest-point areas of places, and their borders bent until they look natural.

Every place is the ground nearest to its own points. Lands share out the land by
their points, seas the water by theirs; the coast cuts both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from legation.atlas.making.arcs import Arc, polygon, topology
from legation.atlas.making.noise import Noise
from legation.atlas.making.projection import Points
from legation.atlas.making.scene import WIDTH, Scene

_METRES = 1000.0
_ROUNDINGS = 60
_SOFT = 0.25
"""Rounding moves a border at most this part of its way to the nearest point."""
_SOFTENINGS = 3
_LOOSE = 0.36
"""A border moves at most this part of its way to the nearest point, so that it passes none."""


@dataclass(frozen=True)
class Sites:
    """Points on the ground, in km, and the place of each."""

    at: Points
    places: tuple[str, ...]


@dataclass(frozen=True)
class Cells:
    """The areas of places, uncut by any coast, in units."""

    places: tuple[str, ...]
    shapes: tuple[shapely.Geometry, ...]

    def lines(self) -> shapely.Geometry:
        """All their borders."""
        return shapely.union_all([shape.boundary for shape in self.shapes])

    def find(self, points: NDArray[np.object_]) -> list[str]:
        """The place of each point: whose cell it lies in, or lies nearest to."""
        tree = shapely.STRtree(self.shapes)
        which = tree.nearest(points)
        return [self.places[number] for number in which]


def cells(sites: Sites, scene: Scene, noise: Noise, size: float, step: float = 1.0) -> Cells:
    """The areas of places, their borders smoothed and moved by noise of `size` units.

    A border has a corner every `step` units, before what is plain is left out.
    """
    order = tuple(dict.fromkeys(sites.places))
    if len(order) < 2:
        everything = shapely.box(-WIDTH, -WIDTH, 2 * WIDTH, scene.height + WIDTH)
        return Cells(order, (everything,) * len(order))
    raw = _nearest(sites, scene)
    shared = topology([(place, part) for place, shape in raw.items() for part in shape])
    tree = shapely.STRtree(shapely.points(sites.at))
    lines = [bent(arc, scene, noise, size, tree, step) for arc in shared.arcs]
    arcs = [tuple(map(tuple, line.tolist())) for line in lines]
    shapes = [polygon(shared.rings[place], arcs) for place in shared.rings]
    return Cells(tuple(shared.rings), tuple(shapes))


def _around(scene: Scene) -> shapely.Polygon:
    """The frame with room to spare, in km."""
    west, south, east, north = scene.frame
    room = 0.12 * (east - west)
    return shapely.box(west - room, south - room, east + room, north + room)


def _nearest(sites: Sites, scene: Scene) -> Mapping[str, Sequence[shapely.Polygon]]:
    """Place → its cells, in metres, on whole metres."""
    around = _around(scene)
    points = shapely.MultiPoint(sites.at)
    diagram = shapely.voronoi_polygons(points, extend_to=around, ordered=True)
    nearest: dict[str, list[shapely.Geometry]] = {}
    for place, cell in zip(sites.places, shapely.get_parts(diagram), strict=True):
        nearest.setdefault(place, []).append(cell)
    areas = [shapely.coverage_union_all(parts).intersection(around) for parts in nearest.values()]
    lines = shapely.union_all([area.boundary for area in areas])
    metres = shapely.transform(lines, lambda c: c * _METRES)
    noded = shapely.union_all([metres], grid_size=1.0)
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(noded)))
    middles = shapely.transform(shapely.point_on_surface(faces), lambda c: c / _METRES)
    which = shapely.STRtree(shapely.points(sites.at)).nearest(middles)
    cut: dict[str, list[shapely.Polygon]] = {}
    for face, number in zip(faces, which, strict=True):
        cut.setdefault(sites.places[number], []).append(face)
    return cut


def bent(
    arc: Arc, scene: Scene, noise: Noise, size: float, tree: shapely.STRtree, step: float = 1.0
) -> NDArray[np.float64]:
    """A border, given in metres, in units: rounded, then moved by noise, then plain again.

    `tree` has the points, in km, which it passes on the side where it is.
    """
    line = np.array(arc, dtype=float) / _METRES
    line = np.array(shapely.segmentize(shapely.LineString(line), step * scene.scale).coords)
    closed = bool(np.all(line[0] == line[-1]))
    line = _rounded(line, tree, closed, step)
    reach = np.minimum(size * scene.scale, _LOOSE * _distance(tree, line))
    moved = np.clip(noise.shift(line, scene.recipe.borders.wave * scene.scale), -1, 1)
    line = line + reach[:, None] * moved
    for _ in range(round(_SOFTENINGS / step**2)):
        line = _softer(line, closed)
    plain = shapely.simplify(
        shapely.LineString(scene.units(line)), scene.recipe.borders.detail, preserve_topology=False
    )
    return np.array(plain.coords)


def _distance(tree: shapely.STRtree, line: Points) -> NDArray[np.float64]:
    """From each point of a line to the nearest site, in km."""
    points = shapely.points(line)
    nearest = tree.geometries.take(tree.nearest(points))
    away: NDArray[np.float64] = shapely.distance(points, nearest)
    return away


def _rounded(line: Points, tree: shapely.STRtree, closed: bool, step: float) -> Points:
    """Corners smoothed away, more where points are far; the ends stay.

    No point of the line goes further than `_SOFT` of its way to the nearest site.
    """
    reach = _SOFT * _distance(tree, line)[:, None]
    smooth = line
    for _ in range(round(_ROUNDINGS / step**2)):  # so it is as round, whatever the step
        away = _softer(smooth, closed) - line
        far = np.hypot(away[:, 0], away[:, 1])[:, None]
        smooth = line + away * np.minimum(1, reach / np.maximum(far, 1e-9))
    return smooth


def _softer(line: Points, closed: bool) -> Points:
    """Each point nearer to its neighbours; the ends stay, a closed line goes round."""
    if len(line) < 4:
        return line
    around = np.vstack([line[-2:-1], line, line[1:2]]) if closed else line
    middle: Points = (around[:-2] + 2 * around[1:-1] + around[2:]) / 4
    return middle if closed else np.vstack([line[:1], middle, line[-1:]])
