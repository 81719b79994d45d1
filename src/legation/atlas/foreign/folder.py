"""What was found in a foreign map → the tables of a folder, with a recipe for its picture."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from legation.atlas.board import read_board
from legation.atlas.foreign.found import Found, Place, Unit, feature
from legation.atlas.making.build import build, save
from legation.atlas.making.check import check, unmet
from legation.atlas.making.draft import Draft, write_table
from legation.atlas.making.inputs import digest
from legation.atlas.making.layout import Layout, lay_out
from legation.atlas.making.recipe import PICTURE, read_recipe
from legation.atlas.making.spreading import HIGH, WIDTH
from legation.board.graph import SEA
from legation.board.mapfile import (
    BORDERS,
    COLUMNS,
    PROVINCES,
    SETUP,
    MapProblem,
    check_map,
    load_map,
)
from legation.errors import MapError

_PER_DEGREE = 100.0
"""Units of the lay-out in a degree: the board lies around the equator, where these are square."""
_KM = 111.19

RECIPE = """\
# How this board is drawn; docs/draw-a-map.md tells every key.

[frame]
centre = [0.0, 0.0]
x = [{west:.0f}, {east:.0f}]
y = [{south:.0f}, {north:.0f}]

[coast]
drawn = "borders"   # there is no ground; areas lie around the points of provinces.csv
lakes = 0

[borders]
land = 9
sea = 5
wave = 60
severed = 40
"""
EXCEPTION = """
[[exceptions]]
a = {a}
b = {b}
how = "apart"
reason = "no flat board has room for it beside the others"
"""


def write_map(found: Found, target: Path) -> Draft:
    """Write the tables of a map and its recipe into the folder `target`.

    Raises:
        InputError: where no board can be laid out.
        MapError: where the tables disagree.
    """
    seas = {place.code for place in found.places if place.terrain == SEA}
    known = {place.code: place.at for place in found.places if place.at}
    layout = lay_out([(edge.a, edge.b) for edge in found.edges], seas, known)
    write_table(target / PROVINCES, COLUMNS[PROVINCES], _provinces(found, layout))
    write_table(target / BORDERS, COLUMNS[BORDERS], _borders(found, layout, seas))
    write_table(target / SETUP, COLUMNS[SETUP], _setup(found))
    (target / PICTURE).write_text(_recipe(layout), encoding="utf-8")
    graph, problems = check_map(target)
    if graph is None or problems:
        raise MapError(found.path, [_where(found, problem) for problem in problems])
    centres = sum(place.centre for place in found.places)
    return Draft(len(found.places), len(graph.borders), tuple(found.powers), centres, found.notes)


def draw(target: Path) -> tuple[list[str], list[str]]:
    """Make the board of a map, and check it.

    Gives notes, and where the picture differs from the borders. Lands between which
    fleets sail, and which meet at no shore that both have, are joined by a canal then.
    """
    data = build(target)
    save(target, data)
    recipe, graph = read_recipe(target), load_map(target)
    canals = {(row.a, row.b) for row in unmet(read_board(target), graph, recipe)}
    if canals:
        with (target / BORDERS).open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            if (row["a"], row["b"]) in canals:
                row["kind"] = "canal"
        write_table(target / BORDERS, COLUMNS[BORDERS], rows)
        save(target, {**data, "from": digest(target, ())})
        graph = load_map(target)
    said = ", ".join(f"{a} - {b}" for a, b in sorted(canals))
    notes = [f"Fleets go where no shore shows it, as on a river: {said}."] if canals else []
    return notes, check(read_board(target), graph, recipe)


def _where(found: Found, problem: MapProblem) -> str:
    """A problem of our tables, with the line of the foreign file that its row came from."""
    tables: dict[str, Sequence[Place | Unit]] = {PROVINCES: _sorted(found), SETUP: found.units}
    rows = tables.get(problem.file, ())
    row = problem.row - 2  # the first row is the heading
    line = rows[row].line if 0 <= row < len(rows) else 0
    path = found.places_path if problem.file == PROVINCES else found.path
    return f"{path}, line {line}: {problem.message}" if line else problem.message


def _sorted(found: Found) -> Sequence[Place]:
    return sorted(found.places, key=lambda each: each.code.casefold())


def _provinces(found: Found, layout: Layout) -> Iterator[dict[str, str]]:
    for place in _sorted(found):
        x, y = layout.at[place.code]
        yield {
            "code": place.code,
            "name": place.name,
            "terrain": place.terrain,
            "centre": str(int(place.centre)),
            "home": place.home,
            "coasts": ";".join(place.coasts),
            "lat": f"{(HIGH / 2 - y) / _PER_DEGREE:.4f}",
            "lon": f"{(x - WIDTH / 2) / _PER_DEGREE:.4f}",
            "features": feature(place),
        }


def _borders(found: Found, layout: Layout, seas: set[str]) -> Iterator[dict[str, str]]:
    for edge in found.edges:
        pair = (min(edge.a, edge.b), max(edge.a, edge.b))
        kind = ("four-way" if set(pair) <= seas else "strait") if pair in layout.apart else ""
        yield {
            "a": edge.a,
            "b": edge.b,
            "kind": kind,
            "army": str(int(edge.army)),
            "fleet": str(int(edge.fleet)),
            "a_coast": edge.a_coast,
            "b_coast": edge.b_coast,
        }


def _setup(found: Found) -> Iterator[dict[str, str]]:
    for unit in found.units:
        code, _, coast = unit.place.partition("/")
        row = {"power": unit.power, "type": unit.kind, "province": code, "coast": coast}
        yield {**row, "strength": "1"}


def _recipe(layout: Layout) -> str:
    x, y = (size / 2 / _PER_DEGREE * _KM for size in (WIDTH, HIGH))
    text = RECIPE.format(west=-x, east=x, south=-y, north=y)
    for a, b in layout.apart:
        text += EXCEPTION.format(a=json.dumps(a), b=json.dumps(b))
    return text
