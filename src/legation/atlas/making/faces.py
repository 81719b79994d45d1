"""Coast, borders and frame → faces, each of one place, on whole tenths of a unit.

All lines are noded together on the grid that the file is written in, so nothing
crosses and nothing gaps, whatever was done to the lines before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
import shapely
from shapely.geometry import Polygon

from legation.atlas.board import TENTHS
from legation.atlas.making.arcs import Corner, edges_of
from legation.atlas.making.cells import Cells, Sites
from legation.atlas.making.lands import Land
from legation.atlas.making.scene import WIDTH, Scene

GROUND, WATER = ".", "~"
"""The keys of land and water that are off the board."""

_ASTRAY = 12 * TENTHS
"""A point may lie this far from the piece of its place that it holds, in tenths."""
_SPECK = 0.4 * TENTHS**2
"""Faces as small as this are what is left over where lines nearly meet."""


class Faces:
    """The faces of a picture, with the key of each, and who is beside whom."""

    def __init__(self, shapes: Sequence[Polygon], keys: list[str], land: list[int]) -> None:
        self.shapes = shapes
        self.keys = keys
        self.land = land
        """The number of the landmass of each face, -1 for water."""
        self.beside: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        owner: dict[tuple[Corner, Corner], int] = {}
        for number, shape in enumerate(shapes):
            for edge in edges_of(shape):
                owner[edge] = number
        for (p, q), number in owner.items():
            other = owner.get((q, p))
            if other is not None:
                self.beside[number][other] += float(np.hypot(q[0] - p[0], q[1] - p[1]))

    def pieces(self, among: Iterable[int]) -> list[list[int]]:
        """Faces in connected pieces of one key, on one landmass or all in the water."""
        waiting, whole = dict.fromkeys(among), []
        while waiting:
            first = next(iter(waiting))
            del waiting[first]
            piece = [first]
            for number in piece:
                for other in self.beside[number]:
                    if other in waiting and self._same(number, other):
                        del waiting[other]
                        piece.append(other)
            whole.append(sorted(piece))
        return whole

    def _same(self, a: int, b: int) -> bool:
        return self.keys[a] == self.keys[b] and self.land[a] == self.land[b]

    def bodies(self) -> list[list[int]]:
        """The waters that hang together."""
        saved = self.keys
        self.keys = [""] * len(saved)
        waters = self.pieces(n for n, land in enumerate(self.land) if land < 0)
        self.keys = saved
        return waters

    def give(self, piece: Sequence[int]) -> bool:
        """Give a piece to the neighbour with the longest common line; False if it has none."""
        lengths: dict[str, float] = defaultdict(float)
        for number in piece:
            for other, length in self.beside[number].items():
                kin = (self.land[other] < 0) == (self.land[number] < 0)
                if kin and self.keys[other] != self.keys[number] and self.keys[other] != WATER:
                    lengths[self.keys[other]] += length
        if not lengths:
            return False
        best = max(sorted(lengths), key=lengths.__getitem__)
        for number in piece:
            self.keys[number] = best
        return True

    def fill(self, body: Sequence[int]) -> None:
        """Make water land of what is beside it for longest."""
        lengths: dict[int, float] = defaultdict(float)
        for number in body:
            for other, length in self.beside[number].items():
                if self.land[other] >= 0:
                    lengths[other] += length
        if lengths:
            best = max(sorted(lengths), key=lengths.__getitem__)
            for number in body:
                self.keys[number], self.land[number] = self.keys[best], self.land[best]

    def area(self, piece: Sequence[int]) -> float:
        """Of a piece, in square tenths."""
        return float(sum(self.shapes[number].area for number in piece))


def faces(lands: Sequence[Land], ground: Cells, water: Cells, sites: Sites, scene: Scene) -> Faces:
    """The faces of a picture; `sites` are all points, of lands and seas, in units."""
    noded = _noded(lands, ground, water, scene)
    _islands(noded, lands)
    _closed(noded, sites, scene)
    _severed(noded, sites, scene)
    return noded


def _noded(lands: Sequence[Land], ground: Cells, water: Cells, scene: Scene) -> Faces:
    frame = shapely.box(0, 0, WIDTH, scene.height)
    land = shapely.union_all([each.shape for each in lands])
    shared = shapely.union_all([each.shape for each in lands if each.on_board])
    lines = [frame.boundary, land.boundary]
    if ground.shapes:
        lines.append(ground.lines().intersection(shared))
    if water.shapes:
        lines.append(water.lines().intersection(frame.difference(land)))
    tenths = [shapely.transform(line, lambda c: c * TENTHS) for line in lines]
    noded = shapely.union_all(tenths, grid_size=1.0)
    shapes = list(shapely.get_parts(shapely.polygonize(shapely.get_parts(noded))))
    shapes.sort(key=lambda shape: shape.bounds)
    middles = shapely.transform(shapely.point_on_surface(shapes), lambda c: c / TENTHS)
    tree = shapely.STRtree([each.shape for each in lands])
    on = [-1] * len(shapes)
    for number, land_number in zip(*tree.query(middles, "within").tolist(), strict=True):
        on[number] = land_number
    dry = ground.find(middles) if ground.places else [GROUND] * len(shapes)
    wet = water.find(middles) if water.places else [WATER] * len(shapes)
    keys = [
        wet[n] if at < 0 else dry[n] if lands[at].on_board else GROUND for n, at in enumerate(on)
    ]
    return Faces(shapes, keys, on)


def _islands(faces: Faces, lands: Sequence[Land]) -> None:
    """An island that goes with another land is its nearest place's."""
    of_land: dict[int, list[int]] = defaultdict(list)
    for number, land in enumerate(faces.land):
        if land >= 0:
            of_land[lands[land].host].append(number)
    for number, land in enumerate(faces.land):
        if land < 0 or not lands[land].on_board:
            continue
        if lands[land].main:
            continue
        host = [n for n in of_land[lands[land].host] if lands[faces.land[n]].main]
        if host:
            away = shapely.distance(np.array([faces.shapes[n] for n in host]), faces.shapes[number])
            faces.keys[number] = faces.keys[host[int(np.argmin(away))]]


def _closed(faces: Faces, sites: Sites, scene: Scene) -> None:
    """Water that no sea's point lies in is off the board, or land where it is but a pond."""
    held = _held(faces, sites)
    for body in faces.bodies():
        if not any(number in held for number in body):
            for number in body:
                faces.keys[number] = WATER
            if faces.area(body) < scene.recipe.coast.lakes * TENTHS**2:
                faces.fill(body)


def _severed(faces: Faces, sites: Sites, scene: Scene) -> None:
    """Small pieces that hold no point of their place go to a neighbour, smallest first."""
    held = _held(faces, sites)
    limit = scene.recipe.borders.severed * TENTHS**2
    for _ in range(4):
        among = [n for n, key in enumerate(faces.keys) if key != WATER]
        pieces = [(faces.area(piece), piece) for piece in faces.pieces(among)]
        pieces.sort(key=lambda each: each[0])
        given = False
        for area, piece in pieces:
            holds = any(number in held for number in piece)
            if area < _SPECK or (area < limit and not holds):
                given |= faces.give(piece)
        if not given:
            return


def _held(faces: Faces, sites: Sites) -> set[int]:
    """The faces that hold a point of their own place."""
    held = set()
    mine: dict[str, list[int]] = defaultdict(list)
    for number, key in enumerate(faces.keys):
        mine[key].append(number)
    for (x, y), place in zip(sites.at * TENTHS, sites.places, strict=True):
        if not mine[place]:
            continue
        here = np.array([faces.shapes[n] for n in mine[place]])
        away = shapely.distance(here, shapely.Point(x, y))
        best = int(np.argmin(away))
        if away[best] <= _ASTRAY:
            held.add(mine[place][best])
    return held
