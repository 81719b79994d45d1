"""``board.json`` from a map's tables, its recipe and a coast: the whole way, in order.

The tables say where places are (``lat``, ``lon``, ``points``); ``picture.toml``
says how they are drawn. `build` gives the file's data, `write` its text: the
same input gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from legation.atlas.board import BOARD, TENTHS
from legation.atlas.making.extras import crossings, graticule, strokes
from legation.atlas.making.faces import GROUND, WATER
from legation.atlas.making.inputs import Folder, digest, map_folders
from legation.atlas.making.lettered import lettered
from legation.atlas.making.outline import Outline, outline
from legation.atlas.making.placing import written
from legation.atlas.making.scene import WIDTH
from legation.documents.packed import ENDING
from legation.rules.rulebook import Rulebook
from legation.variants.find import FILE
from legation.variants.load import load


def build_variant(name: str) -> dict[str, Any]:
    """The data of ``board.json`` of a variant, by its name or its path; raises as `build` does."""
    place, *parents = map_folders(name)
    return build(place, parents)


def build(
    place: Folder,
    parents: Sequence[Folder] = (),
    coast: Path | None = None,
    *,
    lettering: bool = True,
) -> dict[str, Any]:
    """The data of ``board.json`` for the map in a folder.

    Its coast is cut from `coast`, a TopoJSON of land; else it is its own, else its
    parents', else cut from the world's. Where the map is a variant's, its rulebook
    says what type it is lettered in, and where many units stand. Without
    `lettering` there are no labels, spots and centre marks: that takes most of
    the time.

    Raises:
        FileError: for a recipe, coast or river that is wrong.
        MapError: for tables that are wrong.
    """
    drawn = outline(place, parents, coast)
    data = {**plain(drawn), "from": digest(place, parents)}
    if not lettering:
        return data
    lines = [ends for _, _, *ends in data["crossings"]] + data["bars"]
    spots, labels, centres = _lettering(drawn, lines, _book(place))
    return {**data, "spots": spots, "labels": labels, "centres": centres}


def plain(outline: Outline) -> dict[str, Any]:
    """The data of a board without lettering, made from nothing in particular."""
    graph, scene, drawn, areas = outline.graph, outline.scene, outline.drawn, outline.areas
    arcs = [_coded(arc) for arc in drawn.arcs]
    rings: dict[str, Any] = {code: [list(r) for r in drawn.rings.get(code, ())] for code in areas}
    for code, shape in areas.items():
        if code not in drawn.rings:  # a bridge is a strip of its own
            rings[code] = [[len(arcs)]]
            arcs.append(_coded(np.round(np.array(shape.exterior.coords) * TENTHS)))
    return {
        "version": 1,
        "size": [int(WIDTH), int(scene.height)],
        "from": "",
        "scale": float(f"{scene.scale:.6g}"),
        "arcs": arcs,
        "areas": dict(sorted(rings.items())),
        "ground": [list(ring) for ring in drawn.rings.get(GROUND, ())],
        "water": [list(ring) for ring in drawn.rings.get(WATER, ())],
        "spots": {},
        "labels": {},
        "centres": {},
        "crossings": crossings(graph, areas, scene),
        "bars": [ends for _, _, *ends in strokes(scene.recipe.bars, scene)],
        "edges": strokes(scene.recipe.edges, scene),
        "graticule": [_coded(line) for line in graticule(scene)],
    }


def _lettering(outline: Outline, lines: Any, book: Rulebook | None) -> tuple[Any, Any, Any]:
    return written(
        lettered(outline.graph, outline.areas, outline.drawn, outline.scene, lines, book)
    )


def _book(place: Folder) -> Rulebook | None:
    """The rulebook of the variant whose map is in a folder; a map alone has none."""
    home = Path(str(place)).resolve().parent
    return load(str(home)) if home.joinpath(FILE).is_file() else None


def _coded(arc: Any) -> str:
    points = np.array(arc, dtype=int)
    moved = np.vstack([points[:1], np.diff(points, axis=0)])
    return " ".join(map(str, moved.ravel().tolist()))


def write(data: Mapping[str, Any]) -> str:
    """The text of ``board.json``: an item a line, so that a change is easy to see."""
    parts = []
    for key, value in data.items():
        if isinstance(value, dict):
            rows = ",\n".join(f"{json.dumps(k)}: {_json(v)}" for k, v in value.items())
            parts.append(f'"{key}": {{\n{rows}\n}}' if rows else f'"{key}": {{}}')
        elif isinstance(value, list) and key != "size":
            rows = ",\n".join(map(_json, value))
            parts.append(f'"{key}": [\n{rows}\n]' if rows else f'"{key}": []')
        else:
            parts.append(f'"{key}": {_json(value)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def save(place: Path, data: Mapping[str, Any]) -> Path:
    """Write ``board.json`` into the folder of a map, in place of one that was packed."""
    file = place / BOARD
    file.with_name(BOARD + ENDING).unlink(missing_ok=True)
    file.write_text(write(data), encoding="utf-8")
    return file
