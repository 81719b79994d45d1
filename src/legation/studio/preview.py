"""A draft as it would be drawn, without lettering, in less than a second; and what disagrees.

Points may be moved in the coordinates of the preview before: the frame stays
as it was, and the answer has their degrees. A wrong draft gives problems.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
import shapely
from msgspec.structs import replace

from legation.atlas.board import DrawnBoard, board_from
from legation.atlas.making.build import plain
from legation.atlas.making.check import disagreements
from legation.atlas.making.contacts import contacts
from legation.atlas.making.outline import outlined
from legation.atlas.making.proposing import Passage, proposed
from legation.atlas.making.recipe import Recipe
from legation.atlas.making.scene import Scene
from legation.board.graph import COAST, INLAND, SEA, Border, MapGraph
from legation.board.mapfile import as_it_stands
from legation.errors import LegationError
from legation.studio.colours import faults as colour_faults
from legation.studio.document import Document, as_row, read
from legation.studio.framing import recipe_of
from legation.studio.ground import coarse, ground
from legation.studio.held import Held
from legation.studio.paths import path, shore
from legation.studio.rows import of_table, own_kinds
from legation.studio.telling import told
from legation.studio.written import files
from legation.variants.find import MAP

STEP = 3.0
"""Units between the corners of a border."""
MOST = 200
"""Problems that are told."""


def preview(
    document: Document | Mapping[str, Any], moves: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """The preview of a draft, as JSON has it.

    Raises:
        DraftError: for what is no draft.
    """
    draft = read(document)
    recipe = msgspec.convert(recipe_of(draft)[0], Recipe)
    scene = Scene(recipe)
    draft, moved = _moved(draft, moves, scene)
    graph, wrong = as_it_stands(Held(files(draft)).joinpath(MAP), own_kinds(draft))
    problems = [of_table(draft, problem) for problem in wrong]
    recipe, lost = _known(recipe, graph)
    problems += [{"text": said, "places": [], "at": None} for said in lost]
    problems += [as_row(each) for each in colour_faults(draft)]
    drawn: dict[str, Any] = {"coast": "", "ground": "", "areas": []}
    board = None
    try:
        lands = () if recipe.coast.drawn == "borders" else ground(draft.parent, recipe.frame)
        if graph.provinces:
            board = board_from(plain(outlined(graph, Scene(coarse(recipe)), lands, STEP)))
            drawn = _drawn(board, graph)
            problems += [as_row(told(draft, each)) for each in disagreements(board, graph, recipe)]
        else:
            drawn |= _bare(lands, scene)
    except LegationError as error:
        problems.append(
            {"text": f"The picture cannot be drawn: {error}.", "places": [], "at": None}
        )
    except Exception as error:  # geometry that no library takes, as areas of no size
        said = f"The picture cannot be drawn ({type(error).__name__}); do places share a point?"
        problems.append({"text": said, "places": [], "at": None})
    if len(problems) > MOST:
        more: dict[str, Any] = {
            "text": f"And {len(problems) - MOST} more.",
            "places": [],
            "at": None,
        }
        problems = [*problems[:MOST], more]
    return {
        "size": [1000, int(scene.height)],
        "frame": msgspec.to_builtins(recipe.frame),
        **drawn,
        "points": list(_points(draft, scene)),
        "borders": list(_borders(graph, board, scene)),
        "problems": problems,
        "moved": moved,
    }


def _moved(
    draft: Document, moves: Sequence[Mapping[str, Any]], scene: Scene
) -> tuple[Document, list[dict[str, Any]]]:
    """The draft with its points moved, and where they are now."""
    places, moved = list(draft.places), []
    for move in moves:
        code, index = move.get("code"), move.get("i")
        x, y = move.get("x"), move.get("y")
        for at, place in enumerate(places):
            numbers = all(isinstance(n, int | float) and abs(n) < 1e5 for n in (x, y))
            if not isinstance(index, int) or not 0 <= index < len(place.points):
                continue
            if place.code != code or not numbers:
                continue
            lat, lon = scene.ground(float(x or 0), float(y or 0))
            lon = (lon + 180) % 360 - 180
            point = (round(lat, 4), round(lon, 4))
            points = [*place.points[:index], point, *place.points[index + 1 :]]
            places[at] = replace(place, points=tuple(points))
            moved.append({"code": code, "i": index, "lat": point[0], "lon": point[1]})
            break
    return replace(draft, places=tuple(places)), moved


def _known(recipe: Recipe, graph: MapGraph) -> tuple[Recipe, list[str]]:
    """The recipe without rows of places that there are not, and a sentence for each of these."""
    codes, spots = graph.provinces, graph.places
    pairs = {
        key: tuple(row for row in getattr(recipe, key) if row.a in codes and row.b in codes)
        for key in ("exceptions", "edges", "crossings")
    }
    better = replace(
        recipe,
        **pairs,
        points=tuple(row for row in recipe.points if row.place in codes),
        labels={key: at for key, at in recipe.labels.items() if key in codes},
        spots={key: at for key, at in recipe.spots.items() if key in spots},
    )
    lost = {row.place for row in recipe.points} | {*recipe.labels} | {*recipe.spots}
    lost |= {
        c for row in (*recipe.exceptions, *recipe.edges, *recipe.crossings) for c in (row.a, row.b)
    }
    lost -= {*codes, *spots}
    return better, [f'The picture names "{code}", and no place is that.' for code in sorted(lost)]


def _drawn(board: DrawnBoard, graph: MapGraph) -> dict[str, Any]:
    """The shore, the land off the board, and the area of each place with a point in it."""
    terrain = {code: province.terrain for code, province in graph.provinces.items()}
    fits = proposed(graph, board)
    shown = {**terrain, **dict.fromkeys(fits.wet, COAST), **dict.fromkeys(fits.dry, INLAND)}
    return {
        "coast": shore(board, [code for code, each in terrain.items() if each == SEA]),
        "ground": path(board, board.ground),
        "areas": [
            {
                "code": code,
                "d": path(board, rings),
                "terrain": terrain[code],
                "shown": shown[code],
                "at": _middle(board, code),
            }
            for code, rings in board.areas.items()
            if rings
        ],
    }


def _bare(lands: Sequence[Any], scene: Scene) -> dict[str, str]:
    """The land of a frame in which no place lies yet."""
    rings = [
        ring
        for land in lands
        for part in shapely.get_parts(land)
        if part.geom_type == "Polygon"
        for ring in (part.exterior, *part.interiors)
    ]
    d = "".join(_ring(scene.units(np.array(ring.coords))) for ring in rings)
    return {"coast": d, "ground": d}


def _ring(points: Any) -> str:
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in points) + "Z"


def _middle(board: DrawnBoard, code: str) -> list[float]:
    """The middle of the largest ring of an area; a page sets its code there."""
    ring = max(board.rings(code), key=len)
    return [round(sum(values) / len(ring), 1) for values in zip(*ring, strict=True)]


def _points(draft: Document, scene: Scene) -> Iterator[dict[str, Any]]:
    for place in draft.places:
        for index, (lat, lon) in enumerate(place.points):
            x, y = scene.point((lat, lon))
            at = {"x": round(x, 1), "y": round(y, 1), "lat": lat, "lon": lon}
            yield {"code": place.code, "i": index, **at}


def _borders(graph: MapGraph, board: DrawnBoard | None, scene: Scene) -> Iterator[dict[str, Any]]:
    """Each pair that the table joins or the picture shows, with a line between their points."""
    passed = dict(proposed(graph, board).borders) if board else {}
    touching = contacts(board).lengths if board else {}
    listed: dict[tuple[str, str], list[Border]] = {}
    for row in graph.borders:
        listed.setdefault((min(row.a, row.b), max(row.a, row.b)), []).append(row)
    ends = {code: scene.point((p.lat, p.lon)) for code, p in graph.provinces.items()}
    for pair in sorted({*listed, *passed}):
        rows = listed.get(pair, [])
        shown = passed.get(pair, Passage(army=False, fleet=False))
        (x1, y1), (x2, y2) = ends[pair[0]], ends[pair[1]]
        yield {
            "a": pair[0],
            "b": pair[1],
            "army": any(row.army for row in rows) if rows else shown.army,
            "fleet": any(row.fleet for row in rows) if rows else shown.fleet,
            "in_table": bool(rows),
            "in_picture": touching.get(frozenset(pair), 0) > 0,
            "x1": round(x1, 1),
            "y1": round(y1, 1),
            "x2": round(x2, 1),
            "y2": round(y2, 1),
        }
