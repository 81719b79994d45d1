"""What the placing of labels and units is asked, from a map and its drawn areas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import shapely

from legation.atlas.board import TENTHS
from legation.atlas.lettering import Letters, RoughLetters
from legation.atlas.look import look_of
from legation.atlas.making.arcs import Topology, polygon
from legation.atlas.making.faces import GROUND
from legation.atlas.making.placing import Placements, Request, place
from legation.atlas.making.scene import WIDTH, Scene
from legation.atlas.making.stretches import stretches
from legation.board.graph import MapGraph
from legation.errors import FileError
from legation.rules.rulebook import Rulebook


def lettered(
    graph: MapGraph,
    areas: Mapping[str, shapely.Geometry],
    drawn: Topology,
    scene: Scene,
    lines: Sequence[Sequence[float]],
    book: Rulebook | None,
) -> Placements:
    """Labels, spots and centre marks; `lines` are crossings and bars, as x1, y1, x2, y2."""
    recipe = scene.recipe
    ground = polygon(drawn.rings.get(GROUND, ()), drawn.arcs)
    return place(
        Request(
            width=WIDTH,
            height=scene.height,
            shapes=dict(areas),
            provinces=graph.provinces,
            anchors={code: scene.point((p.lat, p.lon)) for code, p in graph.provinces.items()},
            coasts=stretches(graph, drawn),
            crowded=book.open_places if book else frozenset(),
            counted=bool(book and book.full),
            spots={name: scene.point(at) for name, at in recipe.spots.items()},
            labels={name: scene.point(at) for name, at in recipe.labels.items()},
            obstacles=tuple(shapely.LineString([(a, b), (c, d)]) for a, b, c, d in lines),
            lines=(shapely.transform(ground.boundary, lambda c: c / TENTHS),),
            letters=_letters(book),
        )
    )


def _letters(book: Rulebook | None) -> Letters:
    """The look's own type; a new map that has none yet is lettered by guess."""
    if book is None:
        return RoughLetters()
    try:
        look: Any = look_of(book)
    except FileError:
        return RoughLetters()
    return look  # type: ignore[no-any-return]
