"""Coastlines: read from a map's ``coast.json``, or cut from Natural Earth by world-atlas.

A coast is kept as JSON: ``source``, ``grid`` (degrees a step) and ``lands``, a
list of polygons, each a list of rings, outer first, each ring a text of whole
steps ``lon lat dlon dlat ...``. Natural Earth is in the public domain; the npm
package ``world-atlas`` publishes it as TopoJSON. For a board anywhere in the
world a coarse coast of the whole world comes with the package.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import Polygon

from legation.atlas.making.projection import Points
from legation.atlas.making.scene import Scene
from legation.documents.packed import unpacked
from legation.errors import FileError

SOURCE = "Natural Earth {size} land (public domain, naturalearthdata.com), by npm world-atlas 2.0.2"
_WORLD_GRID = 0.01
_TORN = 60.0
"""Beyond this latitude the land around the other pole is torn to the rim, and left out."""
_MARGIN = 0.03
"""A coast is cut this much wider than its frame, in parts of the width."""


def read_coast(file: Path | Traversable) -> list[Polygon]:
    """The lands of a coast, in degrees, x for longitude.

    Raises:
        FileError: for a file that is neither a coast nor a TopoJSON of land.
    """
    try:
        data = json.loads(unpacked(file.read_bytes(), str(file)))
        if data.get("type") == "Topology":
            return list(_topojson(data))
        return [_polygon(rings, data["grid"]) for rings in data["lands"]]
    except FileNotFoundError:
        raise FileError(str(file), "there is no such coast") from None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        said = f"it is no coast ({type(error).__name__}: {error})"
        raise FileError(str(file), f"{said}; wanted land-10m.json of world-atlas") from None


def cut(lands: Sequence[Polygon], scene: Scene, detail: float = 0.45) -> list[Polygon]:
    """The lands around a frame in degrees, none finer than `detail` units; there may be none."""
    west, south, east, north = scene.frame
    margin = _MARGIN * (east - west)
    box = shapely.box(west - margin, south - margin, east + margin, north + margin)
    around, whole = _in_degrees(box, scene)
    near = []
    for turn in (-360.0, 0.0, 360.0):
        for land in lands:
            moved = shapely.transform(land, lambda c, t=turn: c + np.array([t, 0.0]))
            if moved.intersects(around):
                near += _polygons(_whole(moved).intersection(around))
    flat = [shapely.transform(p, lambda c: scene.kilometres(c[:, ::-1])) for p in near]
    if whole:  # lands were cut at the meridian of 180 degrees
        flat = _polygons(shapely.union_all([shapely.make_valid(p) for p in flat]))
    least = (detail * scene.scale) ** 2
    large = [_plain(p, least) for p in flat if p.area > least]
    if not large:
        return []
    plain = shapely.coverage_simplify(np.array(large), detail * scene.scale)
    kept = [p for each in plain for p in _polygons(each) if p.area > least]
    return [shapely.transform(p, lambda c: scene.projection.inverse(c)[:, ::-1]) for p in kept]


def _in_degrees(box: Polygon, scene: Scene) -> tuple[Any, bool]:
    """What lies in a frame, given in km; whether it is a whole cap of the earth around a pole."""
    west, _, east, _ = box.bounds
    outline = np.array(shapely.segmentize(box.exterior, (east - west) / 200).coords)
    degrees = scene.projection.inverse(outline)[:, ::-1]
    for pole in (90.0, -90.0):
        if shapely.contains_xy(box, *scene.kilometres(np.array([[pole, 0.0]]))[0]):
            ends = sorted((pole, float(np.clip(degrees[:, 1], -_TORN, _TORN)[_far(degrees, pole)])))
            return shapely.box(-180.0, ends[0], 180.0, ends[1]), True
    return _whole(Polygon(degrees)), False


def _far(degrees: Points, pole: float) -> int:
    """The number of the corner that lies furthest from a pole."""
    return int(np.argmax(np.abs(degrees[:, 1] - pole)))


def _plain(land: Polygon, least: float) -> Polygon:
    return Polygon(land.exterior, [h for h in land.interiors if Polygon(h).area > least])


def coast_text(lands: Sequence[Polygon], source: str, grid: float) -> str:
    """The JSON of a coast, a land a line, largest first."""
    rows = []
    for land in sorted(lands, key=lambda p: (-p.area, p.bounds)):
        rings = [
            _coded(np.array(ring.coords)[:-1], grid) for ring in (land.exterior, *land.interiors)
        ]
        rings = [ring for ring in rings if ring]
        if rings:
            rows.append(json.dumps(rings))
    head = f'"source": {json.dumps(source)},\n"grid": {grid},\n'
    return "{" + head + '"lands": [\n' + ",\n".join(rows) + "\n]}\n"


def world(file: Path) -> bytes:
    """The coast of the world as this package keeps it, from ``land-50m.json`` of world-atlas."""
    text = coast_text(read_coast(file), SOURCE.format(size="1:50m"), _WORLD_GRID)
    return gzip.compress(text.encode(), 9, mtime=0)


def _coded(ring: Points, grid: float) -> str:
    steps = np.round(ring / grid).astype(int)
    moved = np.vstack([steps[:1], np.diff(steps, axis=0)])
    moved = moved[np.insert(np.any(moved[1:] != 0, axis=1), 0, True)]
    return " ".join(map(str, moved.ravel())) if len(moved) > 3 else ""


def _polygon(rings: Sequence[str], grid: float) -> Polygon:
    shell, *holes = (
        np.cumsum(np.array(ring.split(), dtype=int).reshape(-1, 2), axis=0) * grid for ring in rings
    )
    return Polygon(shell, holes)


def _polygons(shape: Any) -> list[Polygon]:
    parts = [each for part in shapely.get_parts(shape) for each in shapely.get_parts(part)]
    return [p for p in parts if p.geom_type == "Polygon" and not p.is_empty]


def _topojson(data: Mapping[str, Any]) -> Iterator[Polygon]:
    scale, move = np.array(data["transform"]["scale"]), np.array(data["transform"]["translate"])
    arcs = [np.cumsum(np.array(arc), axis=0) * scale + move for arc in data["arcs"]]
    waiting = [data["objects"]["land"]]
    while waiting:
        shape = waiting.pop()
        if shape["type"] == "GeometryCollection":
            waiting += shape["geometries"]
            continue
        many = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
        for rings in many:
            outer, *holes = (_unwrapped(_ring(arcs, ring)) for ring in rings)
            land = _whole(Polygon(outer))
            for hole in holes:
                land = land.difference(_whole(Polygon(hole)))
            yield from _polygons(land)


def _whole(shape: Polygon) -> Any:
    return shapely.make_valid(shape, method="structure", keep_collapsed=False)


def _ring(arcs: Sequence[Points], numbers: Sequence[int]) -> Points:
    parts = [arcs[n] if n >= 0 else arcs[~n][::-1] for n in numbers]
    return np.vstack([part[1 if i else 0 :] for i, part in enumerate(parts)])


def _unwrapped(ring: Points) -> Points:
    """A ring whose longitudes run on over the 180th meridian; one round a pole goes by it."""
    jumps = np.diff(ring[:, 0])
    turns = np.concatenate([[0.0], np.cumsum(-360 * np.round(jumps / 360))])
    ring = ring + np.column_stack([turns, np.zeros(len(ring))])
    if abs(ring[-1, 0] - ring[0, 0]) > 180:
        pole = 90.0 if ring[:, 1].mean() > 0 else -90.0
        ring = np.vstack([ring, [ring[-1, 0], pole], [ring[0, 0], pole], ring[0]])
    middle = (ring[:, 0].min() + ring[:, 0].max()) / 2
    turned: Points = ring - np.array([360 * np.round(middle / 360), 0.0])
    return turned
