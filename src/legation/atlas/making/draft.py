"""A map from a table of places: its tables, with borders and set-up proposed, and a recipe.

The best borders are those that the picture of the map will show. Where that
cannot be drawn (nothing to draw with is installed, or the places do not lie on
a real coast), they are guessed by who lies next to whom. Either way they are a
proposal for the map's author to go through.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from legation.atlas.making.drawnborders import drawn_borders
from legation.atlas.making.guessing import Place, guessed, joined
from legation.atlas.making.newrecipe import recipe
from legation.board.graph import ARMY, COAST, FLEET, SEA
from legation.board.mapfile import (
    BORDERS,
    COLUMNS,
    PROVINCES,
    SETUP,
    MapProblem,
    check_map,
)
from legation.documents.packed import unpacked
from legation.errors import FileError, MapError, meant

PICTURE = "picture.toml"
NEEDED = ("code", "name", "terrain", "centre", "home", "lat", "lon")
MAY_BE = ("region", "points", "features")
NOBODY = ("", "neutral")


@dataclass(frozen=True, slots=True)
class Draft:
    """What was made of a table of places."""

    places: int
    borders: int
    powers: tuple[str, ...]
    centres: int
    notes: tuple[str, ...] = ()


Rows = list[tuple[int, dict[str, str]]]


def draft_map(
    table: Path, target: Path, kinds: Sequence[str] = (ARMY, FLEET), name: str = "FOLDER"
) -> Draft:
    """Write a map's tables and recipe into the folder `target`, made from a table of places.

    `kinds` are the units of the game; where armies are not among them, all are of the first.
    `name` is what the map is called.

    Raises:
        MapError: with everything that is wrong in the table.
        FileError: for a table that cannot be read at all.
    """
    rows, problems = _rows(table)
    if all(problem.row != 1 for problem in problems) and rows:
        write_table(target / PROVINCES, COLUMNS[PROVINCES], (cells for _, cells in rows))
        for other in (BORDERS, SETUP):
            write_table(target / other, COLUMNS[other], ())
        _, faults = check_map(target)
        lines = {at: line for at, (line, _) in enumerate(rows, start=2)}
        problems += [
            MapProblem(table.name, lines.get(p.row, 0), p.message)
            for p in faults
            if p.file == PROVINCES
        ]
        problems += _of_the_whole(table.name, rows)
    if problems:
        problems.sort(key=lambda problem: problem.row)
        raise MapError(str(table), problems)
    places = _places(rows)
    borders = list(guessed(places))
    write_table(target / BORDERS, COLUMNS[BORDERS], borders)
    write_table(target / SETUP, COLUMNS[SETUP], _setup(rows, places, kinds))
    graph, left = check_map(target)
    if left or graph is None:
        raise MapError(str(table), left)
    written = recipe(name, graph.provinces.values())
    (target / PICTURE).write_text(written, encoding="utf-8")
    drawn = drawn_borders(target)
    if drawn.borders:
        better = list(joined(places, drawn.borders))
        write_table(target / BORDERS, COLUMNS[BORDERS], better)
        if check_map(target)[1]:  # what a picture shows need not be a map
            write_table(target / BORDERS, COLUMNS[BORDERS], borders)
        else:
            borders = better
    powers = tuple(dict.fromkeys(p.home for p in places if p.home not in NOBODY))
    centres = sum(cells["centre"] == "1" for _, cells in rows)
    return Draft(len(places), len(borders), powers, centres, drawn.notes)


# Reading


def _rows(table: Path) -> tuple[Rows, list[MapProblem]]:
    """The rows of the table with their lines, and what is wrong with its form."""
    try:
        text = unpacked(table.read_bytes(), str(table)).decode("utf-8-sig")
    except OSError as error:
        raise FileError(str(table), f"{error.strerror or error}".lower()) from None
    except UnicodeDecodeError:
        raise FileError(str(table), "the file is not UTF-8 text") from None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    problems: list[MapProblem] = []
    rows: Rows = []
    heading: list[str] = []
    line = 1
    try:
        for cells in reader:
            cells = [cell.strip() for cell in cells]
            if not heading:
                heading = cells
                if len(cells) == 1 and ";" in cells[0]:
                    said = "its cells are parted by semicolons; save it with commas"
                    raise FileError(str(table), said, 1)
                problems += _heading(table.name, heading)
            elif any(cells) and len(cells) != len(heading):
                said = f"the row has {len(cells)} cells where the heading has {len(heading)}."
                problems.append(MapProblem(table.name, line, said))
            elif any(cells):
                rows.append((line, _filled(dict(zip(heading, cells, strict=True)))))
            line = reader.line_num + 1
    except csv.Error as error:
        problems.append(MapProblem(table.name, line, f"the row cannot be read: {error}."))
    if not heading:
        problems.append(MapProblem(table.name, 0, "the file is empty."))
    elif not rows and not problems:
        problems.append(MapProblem(table.name, 0, "there is a heading, and no place below it."))
    return rows, problems


def _heading(file: str, heading: Sequence[str]) -> Iterator[MapProblem]:
    known = (*NEEDED, *MAY_BE)
    for name in dict.fromkeys(heading):
        if name not in known:
            said = f'nobody reads a column "{name}".{meant(name, known)}'
            yield MapProblem(file, 1, f"{said} Columns are {', '.join(known)}.")
        elif heading.count(name) > 1:
            yield MapProblem(file, 1, f'the column "{name}" is there twice.')
    for name in NEEDED:
        if name not in heading:
            yield MapProblem(file, 1, f'the column "{name}" is missing.')


def _filled(cells: dict[str, str]) -> dict[str, str]:
    """A row with the columns that nobody fills in by hand."""
    full = {**dict.fromkeys(COLUMNS[PROVINCES], ""), **cells}
    return {**full, "centre": full["centre"] or "0"}


def _of_the_whole(file: str, rows: Rows) -> Iterator[MapProblem]:
    """What is wrong with the rows together."""
    spelled: dict[str, str] = {}
    at: dict[tuple[str, str], str] = {}
    for line, cells in rows:
        home = cells["home"]
        if home in NOBODY:
            pass
        elif spelled.setdefault(home.casefold(), home) != home:
            said = f'the power "{home}" is written {spelled[home.casefold()]} elsewhere.'
            yield MapProblem(file, line, said)
        other = at.setdefault((cells["lat"], cells["lon"]), cells["code"])
        if other != cells["code"]:
            said = f"{cells['code']} lies where {other} lies; neighbours cannot be told so."
            yield MapProblem(file, line, said)
    if len(spelled) < 2:
        said = "two powers at least need home centres: name them in the column home."
        yield MapProblem(file, 0, said)
    terrains = {cells["terrain"] for _, cells in rows}
    if COAST in terrains and SEA not in terrains:
        yield MapProblem(file, 0, "there are coasts and no sea: give the sea a row of its own.")


def _places(rows: Rows) -> list[Place]:
    """The places on a plane: degrees of longitude are shorter away from the equator."""
    lats = [float(cells["lat"]) for _, cells in rows]
    shrink = math.cos(math.radians(sum(lats) / len(lats)))
    return [
        Place(
            *(cells["code"], cells["terrain"], cells["home"]),
            *(float(cells["lon"]) * shrink, lat, cells["features"]),
        )
        for (_, cells), lat in zip(rows, lats, strict=True)
    ]


# Setup


def _setup(rows: Rows, places: Sequence[Place], kinds: Sequence[str]) -> Iterator[dict[str, str]]:
    """A unit on every home centre; on the coasts of a power fleets and armies by turns."""
    fleets: dict[str, int] = {}
    for (_, cells), place in zip(rows, places, strict=True):
        if place.home in NOBODY or cells["centre"] != "1":
            continue
        kind = FLEET if place.terrain == SEA else ARMY
        if place.terrain == COAST:
            turn = fleets.get(place.home, 0)
            kind = ARMY if turn % 2 else FLEET
            fleets[place.home] = turn + 1
        if ARMY not in kinds:
            kind = kinds[0]
        yield {"power": place.home, "type": kind, "province": place.code, "strength": "1"}


def write_table(file: Path, columns: Sequence[str], rows: Iterable[dict[str, str]]) -> None:
    """Write a table of a map; what a row leaves out is empty."""
    with file.open("w", encoding="utf-8", newline="") as open_file:
        writer = csv.DictWriter(open_file, columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
