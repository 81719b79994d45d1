"""A board without a coast to go by: areas around points, as the table of borders says.

The points are the corners of a graph drawn with straight lines, one for each
border, none of which crosses another. Every place gets the ground around its
point: halfway along each of its lines, and to the middle of each face between
two of them. So two areas touch where there is a border, and nowhere else. Land
that is on the board ends where water begins, and is bent like any coast.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray

from legation.atlas.making.arcs import polygon, topology
from legation.atlas.making.cells import Cells, Sites, bent
from legation.atlas.making.lands import Land
from legation.atlas.making.noise import Noise
from legation.atlas.making.planar import crossing, faces_of, islets, outer_of, pairs_of
from legation.atlas.making.projection import Points
from legation.atlas.making.recipe import APART
from legation.atlas.making.scene import Scene
from legation.board.graph import BRIDGE, IMPASSABLE, SEA, Border, MapGraph
from legation.board.provincechecks import LAND_IN_SEA
from legation.errors import InputError

METRES = 1000.0
_BEYOND = 0.12
"""So much of the frame's width more is filled, so that nothing is bent at its edge."""
_PATCH = 0.42
"""Ground off the board, where many areas meet, reaches so far from the middle of a face."""
_ISLET = 17.0
"""Half the width of a place that lies within a sea or between two, in units."""
_MOST = 4
"""Up to so many areas meet in a point; where more do, there is ground off the board between."""


@dataclass(frozen=True)
class Sketch:
    """What `faces` needs: lands, and the areas of lands and waters, uncut."""

    lands: tuple[Land, ...]
    dry: Cells
    wet: Cells
    sites: Sites


def sketch(graph: MapGraph, scene: Scene, noise: Noise) -> Sketch:
    """The sketch of a map.

    Raises:
        InputError: where two borders cross as straight lines between the points.
    """
    apart = {frozenset((r.a, r.b)) for r in scene.recipe.exceptions if r.how == APART}
    drawn = {code for code, p in graph.provinces.items() if p.terrain not in (BRIDGE, IMPASSABLE)}
    pairs = pairs_of(
        (b.a, b.b)
        for b in graph.borders
        if {b.a, b.b} <= drawn and frozenset((b.a, b.b)) not in apart
    )
    degrees = np.array([(graph.provinces[c].lat, graph.provinces[c].lon) for c in sorted(drawn)])
    at = dict(zip(sorted(drawn), scene.kilometres(degrees), strict=True))
    seas = {code for code, p in graph.provinces.items() if p.terrain == SEA}
    small = islets(pairs, seas)
    whole = {pair for pair in pairs if not pair & small.keys()}
    if crossed := crossing(whole, at):
        (a, b), (c, d) = crossed
        said = f"the borders {a} - {b} and {c} - {d} cross as lines between the points"
        raise InputError(f"{said}: move one of the four, or list one pair in picture.toml as apart")
    cells, patches = _cells(graph, scene, whole, at, seas)
    for code, beside in small.items():
        _islet(cells, code, at[code], beside, scene)
    floating = {c for c, p in graph.provinces.items() if LAND_IN_SEA in p.features}
    return _bent(cells, patches, at, seas, floating, scene, noise)


def _cells(
    graph: MapGraph,
    scene: Scene,
    pairs: set[frozenset[str]],
    at: Mapping[str, NDArray[np.float64]],
    seas: set[str],
) -> tuple[dict[str, shapely.Geometry], list[shapely.Polygon]]:
    """Place → its area, in km, and patches of ground off the board."""
    west, south, east, north = scene.frame
    room = _BEYOND * (east - west)
    edge = shapely.box(west - room, south - room, east + room, north + room)
    faces = faces_of(pairs, at)
    outer = outer_of(faces, at)
    wedges: dict[str, list[shapely.Polygon]] = {}
    patches = []
    for face in faces:
        if face is outer:
            continue
        corners = np.array([at[code] for code in face])
        middles = (corners + np.roll(corners, -1, axis=0)) / 2
        middle = _middle(corners)
        inner = np.repeat(middle[None], len(face), axis=0)
        if len(set(face)) > _MOST or _shut(graph, face, seas):
            inner = middle + _PATCH * (middles - middle)
            patches.append(shapely.Polygon(inner))
        for n, code in enumerate(face):
            ring = [corners[n], middles[n], inner[n], inner[n - 1], middles[n - 1]]
            wedges.setdefault(code, []).append(shapely.Polygon(ring))
    for code, wedge in _outside(outer, at, edge):
        wedges.setdefault(code, []).append(wedge)
    joined = {
        code: shapely.union_all([shapely.make_valid(w) for w in parts], grid_size=1e-3)
        for code, parts in wedges.items()
    }
    return joined, patches


def _shut(graph: MapGraph, face: Sequence[str], seas: set[str]) -> bool:
    """Whether two lands of a face must not meet at its water: armies alone go between them."""
    waters = [code for code in face if code in seas]
    lands = [code for code in face if code not in seas]
    if not waters or len(lands) < 2:
        return False
    for a, b in itertools.combinations(lands, 2):
        rows = [r for r in graph.borders if {r.a, r.b} == {a, b}]
        if rows and not any(r.fleet and _sails(graph, r, waters) for r in rows):
            return True
    return False


def _sails(graph: MapGraph, row: Border, waters: Iterable[str]) -> bool:
    ends = (
        f"{code}/{coast}" if coast else code
        for code, coast in ((row.a, row.a_coast), (row.b, row.b_coast))
    )
    return all(graph.fleet_provinces[end] & set(waters) for end in ends)


def _middle(corners: Points) -> NDArray[np.float64]:
    """A point of a face from which all of it is seen, where there is one."""
    face = shapely.Polygon(corners)
    seen = shapely.envelope(face).buffer(face.length)
    turn = 1.0 if shapely.is_ccw(face.exterior) else -1.0
    far = 4 * face.length
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (b - a) / max(float(np.hypot(*(b - a))), 1e-9)
        inward = turn * np.array([-along[1], along[0]])
        side = [
            a - far * along,
            b + far * along,
            b + far * (along + inward),
            a - far * (along - inward),
        ]
        seen = seen.intersection(shapely.Polygon(side))
    best = seen.centroid if seen.area > 0 else shapely.point_on_surface(shapely.make_valid(face))
    return np.array([best.x, best.y])


def _outside(
    outer: Sequence[str], at: Mapping[str, NDArray[np.float64]], edge: shapely.Polygon
) -> Iterable[tuple[str, shapely.Polygon]]:
    """The ground beyond the outermost places, each with what lies outward of it."""
    corners = np.array([at[code] for code in outer])
    ring = shapely.Polygon(corners)
    centre = np.array([ring.centroid.x, ring.centroid.y])
    far = edge.length
    middles = (corners + np.roll(corners, -1, axis=0)) / 2
    away = middles + far * (middles - centre) / np.hypot(*(middles - centre).T)[:, None]
    beyond = edge.difference(shapely.make_valid(ring))
    for n, code in enumerate(outer):
        wedge = shapely.Polygon([corners[n], middles[n - 1], away[n - 1], away[n], middles[n]])
        yield code, shapely.make_valid(wedge).intersection(beyond)


def _islet(
    cells: dict[str, shapely.Geometry],
    code: str,
    at: NDArray[np.float64],
    beside: Sequence[str],
    scene: Scene,
) -> None:
    """Put a place into the sea that it lies in, or on the line of the two that it lies between."""
    if len(beside) == 2:
        line = cells[beside[0]].intersection(cells[beside[1]])
        at = np.array(shapely.shortest_line(line, shapely.Point(at)).coords)[0]
    size = _ISLET * scene.scale
    room = min(shapely.union_all([cells[b] for b in beside]).area ** 0.5 / 4, size)
    shape = shapely.Point(at).buffer(room, quad_segs=6)
    for other in cells:
        cells[other] = cells[other].difference(shape)
    cells[code] = shape


def _bent(
    cells: Mapping[str, shapely.Geometry],
    patches: Sequence[shapely.Polygon],
    at: Mapping[str, NDArray[np.float64]],
    seas: set[str],
    floating: set[str],
    scene: Scene,
    noise: Noise,
) -> Sketch:
    """The areas with their borders bent, in units; coasts more than borders between seas."""
    keyed = {**cells, **{f".{n}": patch for n, patch in enumerate(patches)}}
    names = list(keyed)
    tree = shapely.STRtree(list(keyed.values()))
    lines = shapely.union_all([shape.boundary for shape in keyed.values()])
    metres = shapely.transform(lines, lambda c: c * METRES)
    noded = shapely.union_all([metres], grid_size=1.0)
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(noded)))
    inside = shapely.transform(shapely.point_on_surface(faces), lambda c: c / METRES)
    whose = [names[number] for number in tree.nearest(inside)]
    shared = topology(zip(whose, faces, strict=True))
    wet = seas - floating
    places = shapely.STRtree(shapely.points(np.array(list(at.values()))))
    borders = scene.recipe.borders
    arcs = []
    for arc, sides in zip(shared.arcs, shared.sides, strict=True):
        size = borders.sea if set(sides) <= wet else borders.land
        line = bent(arc, scene, noise, size, places)
        arcs.append(tuple(map(tuple, line.tolist())))
    shapes = {key: shapely.make_valid(polygon(shared.rings[key], arcs)) for key in shared.rings}
    dry = {key: shape for key, shape in shapes.items() if key not in seas or key in floating}
    shore = [s for key, s in dry.items() if not key.startswith(".") and key not in floating]
    frame = shapely.box(0, 0, 1000.0, scene.height)
    parts = shapely.get_parts(shapely.union_all(shore).intersection(frame))
    lands = [Land(part, True, n, True) for n, part in enumerate(parts) if part.area > 1]
    off = [s.intersection(frame) for key, s in dry.items() if key.startswith(".")]
    lands += [
        Land(part, False, len(lands) + n, True)
        for n, part in enumerate(p for s in off for p in shapely.get_parts(s) if p.area > 1)
    ]
    ground = [key for key in dry if not key.startswith(".") and key not in floating]
    water = [key for key in shapes if key in seas]
    if lost := [key for key in (*ground, *water) if shapes[key].is_empty]:
        said = f"there is no room on the board for {', '.join(lost)}"
        raise InputError(f"{said}: move points apart, or list a pair in picture.toml as apart")
    inner = [shapely.point_on_surface(shapes[key]) for key in (*ground, *water)]
    return Sketch(
        tuple(lands),
        Cells(tuple(ground), tuple(shapes[key] for key in ground)),
        Cells(tuple(water), tuple(shapes[key] for key in water)),
        Sites(np.array([(p.x, p.y) for p in inner]), (*ground, *water)),
    )
