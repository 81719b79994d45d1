"""The areas of a board and the lines they share: from tables, recipe and coast to faces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import shapely

from legation.atlas.board import TENTHS
from legation.atlas.making.arcs import Topology, topology
from legation.atlas.making.cells import Sites, cells
from legation.atlas.making.coast import cut, read_coast
from legation.atlas.making.extras import bridges
from legation.atlas.making.faces import GROUND, WATER, Faces, faces
from legation.atlas.making.inputs import COAST, Folder, own_coast
from legation.atlas.making.lands import lands
from legation.atlas.making.noise import Noise
from legation.atlas.making.recipe import BORDERS, PICTURE, Recipe, read_recipe
from legation.atlas.making.river import river
from legation.atlas.making.scene import Scene
from legation.atlas.making.sketch import sketch
from legation.board.graph import BRIDGE, SEA, MapGraph
from legation.board.mapfile import load_map
from legation.board.provincechecks import LAND_IN_SEA
from legation.documents.packed import member, plain_name
from legation.errors import FileError, meant
from legation.variants.load import kinds_beside

_LAND_OCTAVES, _SEA_OCTAVES = 4, 2


@dataclass(frozen=True)
class Outline:
    """A board without lettering; `areas` are in units, bridges among them."""

    graph: MapGraph
    scene: Scene
    drawn: Topology
    areas: Mapping[str, shapely.Geometry]


def outline(place: Folder, parents: Sequence[Folder] = (), coast: Path | None = None) -> Outline:
    """The outline of the board in the folder of a map; `coast` and errors as `build` has them."""
    graph, recipe = load_map(place, kinds_beside(place)), read_recipe(place)
    if said := unknown(graph, recipe):
        raise FileError(str(place.joinpath(PICTURE)), " ".join(said))
    scene = Scene(recipe)
    if recipe.coast.drawn == BORDERS:
        return outlined(graph, scene)
    shores = [] if recipe.coast.river else _shores(coast or own_coast(place, parents), scene)
    return outlined(graph, scene, _ground(shores, place, scene))


def outlined(
    graph: MapGraph, scene: Scene, ground: Sequence[Any] = (), step: float = 1.0
) -> Outline:
    """The outline of a map on this ground, which is land in km.

    A larger `step` is quicker and coarser: a corner of a border every so many units.
    """
    if scene.recipe.coast.drawn == BORDERS:
        noded = _from_borders(graph, scene)
    else:
        noded = _from_ground(graph, scene, ground, step)
    shapes: dict[str, list[shapely.Polygon]] = {}
    for key, shape in zip(noded.keys, noded.shapes, strict=True):
        shapes.setdefault(key, []).append(shape)
    whole = {
        key: shapely.transform(shapely.union_all(parts), lambda c: c / TENTHS)
        for key, parts in shapes.items()
    }
    water = whole.pop(WATER, shapely.Polygon())
    whole.pop(GROUND, None)
    areas = {**whole, **bridges(graph, water, scene)}
    return Outline(graph, scene, topology(zip(noded.keys, noded.shapes, strict=True)), areas)


def _from_borders(graph: MapGraph, scene: Scene) -> Faces:
    """The faces of a board that has no coast to go by."""
    drawn = sketch(graph, scene, Noise(" ".join(sorted(graph.provinces)), _LAND_OCTAVES))
    return faces(drawn.lands, drawn.dry, drawn.wet, drawn.sites, scene)


def _from_ground(graph: MapGraph, scene: Scene, ground: Sequence[Any], step: float) -> Faces:
    """The faces of a board on real ground, cut by its coast or its river."""
    recipe = scene.recipe
    dry, wet = _all_sites(graph, scene, ground)
    frame = recipe.frame
    name = f"{frame.centre} {frame.x} {frame.y}"  # boards of the same ground are bent alike
    return faces(
        lands(ground, dry, scene),
        cells(dry, scene, Noise(name, _LAND_OCTAVES), recipe.borders.land, step),
        cells(wet, scene, Noise(name + "~", _SEA_OCTAVES), recipe.borders.sea, step),
        Sites(scene.units(np.vstack([dry.at, wet.at])), dry.places + wet.places),
        scene,
    )


def unknown(graph: MapGraph, recipe: Recipe) -> list[str]:
    """A sentence for each place that a recipe names, and that is none of the map's."""
    named = [*recipe.more_points(), *recipe.labels]
    named += [code for row in recipe.exceptions for code in (row.a, row.b)]
    named += [code for row in (*recipe.edges, *recipe.crossings) for code in (row.a, row.b)]
    lost = {name for name in named if name not in graph.provinces}
    lost |= {name for name in recipe.spots if name not in graph.places}
    return sorted(f'no place of the map is "{name}".{meant(name, graph.places)}' for name in lost)


def _shores(file: Folder, scene: Scene) -> list[shapely.Polygon]:
    """The lands of a coast, in degrees; those of a larger one than the map's own are cut."""
    whole = read_coast(file)
    return whole if plain_name(file.name) == COAST else cut(whole, scene)


def _ground(shores: Sequence[shapely.Polygon], place: Folder, scene: Scene) -> list[Any]:
    """The land, in km."""
    recipe = scene.recipe
    if recipe.coast.river:
        cut = shapely.box(*scene.frame).difference(river(member(place, recipe.coast.river), scene))
        return list(shapely.get_parts(cut))
    return flat(shores, scene)


def flat(shores: Sequence[shapely.Polygon], scene: Scene) -> list[Any]:
    """Lands in degrees, in km."""
    projected = [shapely.transform(p, lambda c: scene.kilometres(c[:, ::-1])) for p in shores]
    return [shapely.make_valid(p) for p in projected]


def _all_sites(graph: MapGraph, scene: Scene, ground: Sequence[Any]) -> tuple[Sites, Sites]:
    """The points of lands, and those of seas, in km.

    A place that is land in a sea has points of both kinds.
    """
    tree = shapely.STRtree(ground)
    dry: list[tuple[float, float, str]] = []
    wet: list[tuple[float, float, str]] = []
    for code, province in graph.provinces.items():
        if province.terrain == BRIDGE:
            continue
        degrees = ((province.lat, province.lon), *province.points)
        degrees += scene.recipe.more_points().get(code, ())
        for x, y in scene.kilometres(np.array(degrees, dtype=float)).tolist():
            floats = province.terrain == SEA
            if floats and LAND_IN_SEA in province.features:
                floats = len(tree.query(shapely.Point(x, y), "intersects")) == 0
            (wet if floats else dry).append((x, y, code))
    return _sites(dry), _sites(wet)


def _sites(rows: Iterable[tuple[float, float, str]]) -> Sites:
    once = list({(x, y): (x, y, place) for x, y, place in rows}.values())
    at = np.array([(x, y) for x, y, _ in once], dtype=float).reshape(-1, 2)
    return Sites(at, tuple(place for *_, place in once))
