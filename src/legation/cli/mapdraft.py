"""A map from a table of places: its tables, with borders and set-up proposed.

Where things lie says which are neighbours, more or less: two places border on
each other when no third lies in the circle of which they are the ends of a
diameter (the Gabriel graph). It is a proposal for its author to go through.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from legation.board.graph import ARMY, COAST, FLEET, IMPASSABLE, SEA
from legation.board.mapfile import (
    BORDERS,
    COLUMNS,
    LAND_IN_SEA,
    PROVINCES,
    SETUP,
    MapProblem,
    check_map,
)
from legation.errors import FileError, MapError, meant

NEEDED = ("code", "name", "terrain", "centre", "home", "lat", "lon")
MAY_BE = ("region", "points", "features")
NOBODY = ("", "neutral")
_INSIDE = 1 - 1e-6  # a place on the rim of the circle parts nobody, however it is rounded


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A row of the table, as far as borders and set-up are guessed from it."""

    code: str
    terrain: str
    home: str
    x: float
    y: float
    features: str

    @property
    def land(self) -> bool:
        """May an army be here?"""
        return self.terrain not in (SEA, IMPASSABLE) or LAND_IN_SEA in self.features

    @property
    def water(self) -> bool:
        """May a fleet be here?"""
        return self.terrain in (SEA, COAST)


@dataclass(frozen=True, slots=True)
class Draft:
    """What was made of a table of places."""

    places: int
    borders: int
    powers: tuple[str, ...]
    centres: int


Rows = list[tuple[int, dict[str, str]]]
Pair = tuple[int, int]


def draft_map(table: Path, target: Path, kinds: Sequence[str] = (ARMY, FLEET)) -> Draft:
    """Write a map's tables into the folder `target`, made from a table of places.

    `kinds` are the units of the game; where armies are not among them, all are of the first.

    Raises:
        MapError: with everything that is wrong in the table.
        FileError: for a table that cannot be read at all.
    """
    rows, problems = _rows(table)
    if all(problem.row != 1 for problem in problems) and rows:
        _write(target / PROVINCES, COLUMNS[PROVINCES], (cells for _, cells in rows))
        for name in (BORDERS, SETUP):
            _write(target / name, COLUMNS[name], ())
        _, found = check_map(target)
        lines = {at: line for at, (line, _) in enumerate(rows, start=2)}
        problems += [
            MapProblem(table.name, lines.get(p.row, 0), p.message)
            for p in found
            if p.file == PROVINCES
        ]
        problems += _of_the_whole(table.name, rows)
    if problems:
        problems.sort(key=lambda problem: problem.row)
        raise MapError(str(table), problems)
    places = _places(rows)
    borders = list(_borders(places))
    _write(target / BORDERS, COLUMNS[BORDERS], borders)
    _write(target / SETUP, COLUMNS[SETUP], _setup(rows, places, kinds))
    _, left = check_map(target)
    if left:
        raise MapError(str(table), left)
    powers = tuple(dict.fromkeys(p.home for p in places if p.home not in NOBODY))
    centres = sum(cells["centre"] == "1" for _, cells in rows)
    return Draft(len(places), len(borders), powers, centres)


# Reading


def _rows(table: Path) -> tuple[Rows, list[MapProblem]]:
    """The rows of the table with their lines, and what is wrong with its form."""
    try:
        text = table.read_bytes().decode("utf-8-sig")
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


# Borders


def _borders(places: Sequence[Place]) -> Iterator[dict[str, str]]:
    near = {pair for pair in _neighbours(places) if _passable(places, pair)}
    near |= set(_needed(places, near))
    seas: dict[int, set[int]] = {at: set() for at in range(len(places))}
    for a, b in near:
        for here, there in ((a, b), (b, a)):
            if places[there].terrain == SEA:
                seas[here].add(there)
    for one, other, both in sorted(
        (places[a], places[b], bool(seas[a] & seas[b])) for a, b in near
    ):
        army = one.land and other.land
        fleet = one.water and other.water
        if one.terrain == other.terrain == COAST:
            fleet = both  # along the coast of a sea that they share
        if army or fleet:
            flags = {"army": str(int(army)), "fleet": str(int(fleet))}
            yield {"a": one.code, "b": other.code, **flags}


def _passable(places: Sequence[Place], pair: Pair) -> bool:
    one, other = places[pair[0]], places[pair[1]]
    return (one.land and other.land) or (one.water and other.water)


def _square(one: Place, other: Place) -> float:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def _pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)


def _neighbours(places: Sequence[Place]) -> Iterator[Pair]:
    """The pairs with no third place in the circle between them."""
    for a, one in enumerate(places):
        for b in range(a + 1, len(places)):
            other = places[b]
            apart = _square(one, other)
            if not any(
                _square(one, third) + _square(other, third) < apart * _INSIDE
                for at, third in enumerate(places)
                if at not in (a, b)
            ):
                yield a, b


def _needed(places: Sequence[Place], near: Iterable[Pair]) -> Iterator[Pair]:
    """A sea for every coast, and a way from every place to every other, by the shortest pairs."""
    near = set(near)
    every = range(len(places))
    seas = [at for at in every if places[at].terrain == SEA]
    for at in every:
        touching = {b if a == at else a for a, b in near if at in (a, b)}
        if places[at].terrain == COAST and seas and touching.isdisjoint(seas):
            apart = {sea: _square(places[at], places[sea]) for sea in seas}
            for sea in seas:
                if apart[sea] * _INSIDE <= min(apart.values()):
                    near.add(_pair(at, sea))
                    yield _pair(at, sea)
    part = {at: at for at in every}

    def root(at: int) -> int:
        while part[at] != at:
            at = part[at]
        return at

    for a, b in near:
        part[root(a)] = root(b)
    pairs = [(a, b) for a in every for b in range(a + 1, len(places))]
    for a, b in sorted(pairs, key=lambda pair: _square(places[pair[0]], places[pair[1]])):
        if _passable(places, (a, b)) and root(a) != root(b):
            part[root(a)] = root(b)
            yield a, b


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


def _write(file: Path, columns: Sequence[str], rows: Iterable[dict[str, str]]) -> None:
    with file.open("w", encoding="utf-8", newline="") as open_file:
        writer = csv.DictWriter(open_file, columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
