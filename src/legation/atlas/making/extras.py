"""What is drawn besides areas: bridges, crossings of water, bars, hints, the graticule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import shapely

from legation.atlas.board import TENTHS
from legation.atlas.making.recipe import Joined, Stroke
from legation.atlas.making.scene import WIDTH, Scene
from legation.board.graph import BRIDGE, MapGraph

ACROSS = ("strait", "landbridge", "four-way")
"""Kinds of border that may run over water between places that do not touch."""

_OVER = 3.0
"""A crossing's line goes on this far beyond each shore, in units."""
_LANDING = 1.0
"""A bridge goes on this far beyond the banks, in units."""
_LONGEST = 100.0
"""No bridge is longer than twice this, in units."""


def bridges(graph: MapGraph, water: shapely.Geometry, scene: Scene) -> dict[str, shapely.Polygon]:
    """The strips of the places that are bridges, along their two points, from bank to bank."""
    built = {}
    for code, province in graph.provinces.items():
        if province.terrain == BRIDGE and len(province.points) == 2:
            ends = np.array([scene.point(at) for at in province.points])
            along = (ends[1] - ends[0]) / np.hypot(*(ends[1] - ends[0]))
            across = np.array([-along[1], along[0]]) * scene.recipe.bridges.width / 2
            middle = ends.mean(axis=0)
            a = _bank(middle, -along, across, water)
            b = _bank(middle, along, across, water)
            corners = np.array([a - across, a + across, b + across, b - across])
            built[code] = shapely.Polygon(np.round(corners, 1))
    return built


def _bank(middle: Any, along: Any, across: Any, water: shapely.Geometry) -> Any:
    """Where a bridge ends: both its corners, and a little more, are ashore."""
    steps = np.arange(0.0, _LONGEST, 0.25)[:, None]
    line = middle + steps * along
    wet = [shapely.intersects_xy(water, side) for side in (line - across, line + across)]
    dry = ~(wet[0] | wet[1])
    return line[int(np.argmax(dry))] + along * _LANDING


def crossings(
    graph: MapGraph, areas: Mapping[str, shapely.Geometry], scene: Scene
) -> list[list[Any]]:
    """The lines of borders that cross water: the shortest way, or the recipe's."""
    said = {(s.a, s.b): s for s in scene.recipe.crossings}
    rows = strokes(said.values(), scene)
    for border in graph.borders:
        pair = (border.a, border.b)
        known = pair in said or pair[::-1] in said
        if border.kind not in ACROSS or known or border.a not in areas or border.b not in areas:
            continue
        if shapely.distance(areas[border.a], areas[border.b]) > 0.05:
            line = shapely.shortest_line(areas[border.a], areas[border.b])
            rows.append([border.a, border.b, *_longer(np.array(line.coords))])
    return rows


def _longer(line: Any) -> list[float]:
    along = (line[1] - line[0]) / np.hypot(*(line[1] - line[0]))
    ends = np.array([line[0] - _OVER * along, line[1] + _OVER * along])
    return [float(v) for v in np.round(ends.ravel(), 1)]


def strokes(lines: Iterable[Stroke | Joined], scene: Scene) -> list[list[Any]]:
    """Lines of the recipe in units, after the two places of each."""
    return [
        [
            *((s.a, s.b) if isinstance(s, Joined) else ("", "")),
            *(round(v, 1) for end in (s.start, s.end) for v in scene.point(end)),
        ]
        for s in lines
    ]


def graticule(scene: Scene) -> list[Any]:
    """The lines of latitude and longitude within the frame, in tenths of a unit."""
    step = scene.recipe.graticule.step
    if not step:
        return []
    west, _, east, _ = scene.frame
    box = shapely.box(*scene.frame)
    outline = np.array(shapely.segmentize(box.exterior, (east - west) / 50).coords)
    degrees = scene.projection.inverse(outline)
    low, high = np.floor(degrees.min(axis=0) / step), np.ceil(degrees.max(axis=0) / step)
    lats, lons = (np.arange(low[i], high[i] + 1) * step for i in range(2))
    lats = lats[np.abs(lats) < 90]
    fine = step / 40
    runs = [np.column_stack([np.full_like(r, lat), r]) for lat in lats for r in [_run(lons, fine)]]
    runs += [np.column_stack([r, np.full_like(r, lon)]) for lon in lons for r in [_run(lats, fine)]]
    frame = shapely.box(0, 0, WIDTH, scene.height)
    lines = []
    for run in runs:
        line = shapely.LineString(scene.units(scene.kilometres(run))).intersection(frame)
        for part in shapely.get_parts(shapely.line_merge(line)):
            if part.length > 1:
                plain = shapely.simplify(part, 0.2)
                lines.append(np.round(np.array(plain.coords) * TENTHS).astype(int))
    return lines


def _run(lines: Any, step: float) -> Any:
    return np.arange(lines[0], lines[-1] + step / 2, step)
