"""Reading a map's tables, and saying everything that is wrong with them at once.

A map is a folder with ``provinces.csv``, ``borders.csv``, ``setup.csv`` and, if
other spellings are known, ``aliases.csv``. The columns are those of the tables
below; one that nobody would read is an error. Rows are lines of the file, the
heading being line 1. Each may be packed: ``provinces.csv.gz``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable
from pathlib import Path

from legation.board.graph import (
    ARMY,
    BRIDGE,
    FLEET,
    IMPASSABLE,
    INLAND,
    KIND_NAMES,
    SEA,
    UNIT,
    Border,
    MapGraph,
    OwnKind,
    Province,
    SetupUnit,
)
from legation.board.names import any_of, key_of
from legation.board.provincechecks import CHECKS, LAND_IN_SEA
from legation.board.swapped import misplaced
from legation.board.units import a_kind
from legation.documents.packed import member
from legation.documents.table import Cells, Row, listed, read_table
from legation.errors import FileError, MapError, meant

PROVINCES, BORDERS, SETUP, ALIASES = "provinces.csv", "borders.csv", "setup.csv", "aliases.csv"
COLUMNS: Mapping[str, tuple[str, ...]] = {
    PROVINCES: (
        *("code", "name", "terrain", "centre", "home", "region"),
        *("coasts", "lat", "lon", "points", "features"),
    ),
    BORDERS: ("a", "b", "army", "fleet", "a_coast", "b_coast", "kind"),
    SETUP: ("power", "type", "province", "coast", "strength"),
    ALIASES: ("code", "alias"),
}
BORDER_KINDS = ("", "strait", "landbridge", "four-way", "bridge", "canal", "edge")
CHOSEN = "?"
"""A starting unit whose kind its player chooses; `|` parts the places he may choose from."""
_LONGEST_NUMBER = 9


@dataclass(frozen=True, slots=True)
class MapProblem:
    """Something wrong in a map: the file, its line (0: none in particular), a sentence."""

    file: str
    row: int
    message: str

    def __str__(self) -> str:
        where = f"{self.file}, line {self.row}" if self.row else self.file
        return f"{where}: {self.message}"


def load_map(folder: Path | Traversable, kinds: Sequence[OwnKind] = ()) -> MapGraph:
    """The map in a folder, `kinds` being those of a variant.

    Raises MapError with every problem that its tables have.
    """
    graph, problems = check_map(folder, kinds)
    if graph is None or problems:
        raise MapError(str(folder), problems)
    return graph


def check_map(
    folder: Path | Traversable, kinds: Sequence[OwnKind] = ()
) -> tuple[MapGraph | None, list[MapProblem]]:
    """The map in a folder, None if it has problems, and all of its problems."""
    graph, problems = as_it_stands(folder, kinds)
    return (None if problems else graph), problems


def as_it_stands(
    folder: Path | Traversable, kinds: Sequence[OwnKind] = ()
) -> tuple[MapGraph, list[MapProblem]]:
    """The map in a folder as far as it can be read, and all of its problems.

    Borders that have a problem are left out of it.
    """
    check = _Check(folder, kinds)
    graph = check.graph()
    check.problems.sort(key=lambda p: (list(COLUMNS).index(p.file), p.row))
    wrong = {problem.row for problem in check.problems if problem.file == BORDERS}
    rows = (b for b, row in zip(graph.borders, check.border_rows, strict=True) if row not in wrong)
    return replace(graph, borders=tuple(rows)), check.problems


class _Check:
    """One reading of a map's folder; problems are noted, and reading goes on."""

    def __init__(self, folder: Path | Traversable, kinds: Sequence[OwnKind]) -> None:
        self.folder = folder
        self.kinds = {kind.letter: kind for kind in kinds}
        self.problems: list[MapProblem] = []
        self.provinces: dict[str, Province] = {}
        self.named: dict[str, list[str]] = {}
        self.bordered: set[str] = set()
        self.border_rows: list[int] = []

    def note(self, file: str, row: int, message: str) -> None:
        self.problems.append(MapProblem(file, row, message))

    def graph(self) -> MapGraph:
        province_rows: dict[str, int] = {}
        for row, cells in self.rows(PROVINCES):
            province = self.province(row, cells, province_rows)
            if province is not None:
                self.provinces[province.code] = province
                self.named.setdefault(key_of(province.name), []).append(province.code)
        borders, setup = tuple(self.borders()), tuple(self.setup())
        for code, province in self.provinces.items():
            row = province_rows[code.casefold()]
            # without a single border the fault is the table's, and told once
            if borders and code not in self.bordered and province.terrain != IMPASSABLE:
                self.note(PROVINCES, row, f"{code} has no border.")
            self.home(row, province, {unit.power for unit in setup})
        if not self.problems:
            for code, said in misplaced(self.provinces, borders):
                self.note(PROVINCES, province_rows[code.casefold()], said)
        aliases = dict(self.aliases())
        return MapGraph(self.provinces, borders, setup, aliases, kinds=self.kinds)

    def home(self, row: int, province: Province, powers: set[str]) -> None:
        """A home must be of a power that starts with a unit, and a centre."""
        code, power = province.code, province.home
        if power and province.centre == "0":
            self.note(PROVINCES, row, f"{code} is a home of {power}, and no centre.")
        if powers and power not in powers | {"", "neutral"}:
            said = f'no unit of {SETUP} is of the power "{power}", whose home {code} is.'
            self.note(PROVINCES, row, said + meant(power, powers))

    def rows(self, file: str) -> Iterator[Row]:
        """The rows of a table; nothing if it cannot be read."""

        def note(row: int, message: str) -> None:
            self.note(file, row, message)

        try:
            path = member(self.folder, file)
        except FileError as error:
            note(0, f"{error.message}.")
            return iter(())
        if file == ALIASES and not path.is_file():
            return iter(())
        return read_table(path, COLUMNS[file], note)

    # provinces.csv

    def province(self, row: int, cells: Cells, rows: dict[str, int]) -> Province | None:
        code, name = cells["code"], cells["name"]
        if not (code.isascii() and code.isalpha()):
            self.note(PROVINCES, row, f'"{code}" is no code; a code has letters only.')
            return None
        if code.casefold() in rows:
            self.note(PROVINCES, row, f"the code {code} is taken by line {rows[code.casefold()]}.")
            return None
        rows[code.casefold()] = row
        for other in self.named.get(key_of(name), ()) if name else ():
            self.note(PROVINCES, row, f'the name "{name}" is taken by {other}.')
        entry = Province(
            *(code, name, cells["terrain"], cells["centre"], cells["home"], cells["region"]),
            listed(cells["coasts"]),
            features=frozenset(listed(cells["features"])),
        )
        for check in CHECKS:
            for message in check(entry):
                self.note(PROVINCES, row, message)
        lat, lon = self.where(row, cells["lat"], cells["lon"])
        return replace(
            entry,
            lat=lat,
            lon=lon,
            points=self.points(row, cells["points"]),
        )

    def where(self, row: int, north: str, east: str) -> tuple[float, float]:
        """Where a place lies; told once where its two numbers have changed places."""
        try:
            swapped = 90 < abs(float(north)) <= 180 and abs(float(east)) <= 90
        except ValueError:
            swapped = False
        if swapped:
            said = f"lat is {north}, outside -90 to 90 degrees. Have lat and lon changed places?"
            self.note(PROVINCES, row, said)
            return float(east), float(north)
        return self.degrees(row, "lat", north, 90), self.degrees(row, "lon", east, 180)

    def degrees(self, row: int, column: str, text: str, most: int) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if math.isnan(value):
            self.note(PROVINCES, row, f'{column} is "{text}", which is no number.')
        elif abs(value) > most:
            self.note(PROVINCES, row, f"{column} is {text}, outside -{most} to {most} degrees.")
        return value

    def points(self, row: int, text: str) -> tuple[tuple[float, float], ...]:
        read = []
        for point in listed(text):
            pair = point.split()
            if len(pair) != 2:
                self.note(PROVINCES, row, f'the point "{point}" is not a pair "lat lon".')
                continue
            lat = self.degrees(row, "lat of a point", pair[0], 90)
            read.append((lat, self.degrees(row, "lon of a point", pair[1], 180)))
        return tuple(read)

    # borders.csv

    def borders(self) -> Iterator[Border]:
        seen: dict[frozenset[tuple[str, str]], int] = {}
        armies: dict[frozenset[str], tuple[bool, int]] = {}
        for row, cells in self.rows(BORDERS):
            a, b, kind = cells["a"], cells["b"], cells["kind"]
            known = [self.known(BORDERS, row, code) for code in dict.fromkeys((a, b))]
            if kind not in BORDER_KINDS:
                kinds = any_of(BORDER_KINDS[1:])
                self.note(BORDERS, row, f'"{kind}" is no kind of border. Kinds are {kinds}.')
            for column in ("army", "fleet"):
                if cells[column] not in ("0", "1"):
                    self.note(BORDERS, row, f'{column} is "{cells[column]}"; write 1 or 0.')
            if a == b:
                self.note(BORDERS, row, f"{a} borders on itself.")
                continue
            if not all(known):
                continue
            self.bordered |= {a, b}
            border = Border(
                *(a, b, cells["army"] == "1", cells["fleet"] == "1"),
                *(cells["a_coast"], cells["b_coast"], kind),
            )
            ends = frozenset({(a, border.a_coast), (b, border.b_coast)})
            if ends in seen:
                self.note(BORDERS, row, f"{a} and {b} are joined by line {seen[ends]} already.")
            seen.setdefault(ends, row)
            army, before = armies.setdefault(frozenset({a, b}), (border.army, row))
            if army != border.army:
                self.note(BORDERS, row, f"army differs from line {before} of {a} and {b}.")
            self.border_end(row, border, a, border.a_coast)
            self.border_end(row, border, b, border.b_coast)
            self.border_rows.append(row)
            yield border

    def border_end(self, row: int, border: Border, code: str, coast: str) -> None:
        """What a border asks of the province at one of its ends."""

        def wrong(message: str) -> None:
            self.note(BORDERS, row, message)

        province = self.provinces[code]
        if province.terrain == IMPASSABLE:
            wrong(f"{code} is impassable, so it has no borders.")
        if border.army and province.terrain == SEA and LAND_IN_SEA not in province.features:
            wrong(f"{code} is a sea, which no army enters.")
        if border.fleet and province.terrain == INLAND:
            wrong(f"{code} is inland, which no fleet enters.")
        if coast and coast not in province.coasts:
            wrong(f'{code} has no coast "{coast}".')
        elif coast and not border.fleet:
            wrong(f"a coast of {code} is named where no fleet passes.")
        elif province.coasts and border.fleet and not coast:
            wrong(f"{code} has several coasts; say which one, {any_of(province.coasts)}.")

    # setup.csv and aliases.csv

    def setup(self) -> Iterator[SetupUnit]:
        taken: dict[str, int] = {}
        for row, cells in self.rows(SETUP):
            kind, coast, strength = cells["type"], cells["coast"], cells["strength"]
            if not cells["power"]:
                self.note(SETUP, row, "the unit has no power.")
            kinds = (ARMY, FLEET, UNIT, *self.kinds)
            if kind not in (*kinds, CHOSEN):
                known = f"{', '.join(kinds)} or {CHOSEN}"
                self.note(SETUP, row, f'"{kind}" is no kind of unit. Kinds are {known}.')
            for code in cells["province"].split("|"):
                if self.known(SETUP, row, code):
                    self.setup_place(row, kind, self.provinces[code], coast, taken)
            fits = strength.isascii() and strength.isdigit() and len(strength) <= _LONGEST_NUMBER
            if not fits or int(strength) < 1:
                self.note(SETUP, row, f'strength is "{strength}"; write a number from 1 on.')
                strength = "1"
            places = tuple(f"{p}/{coast}" if coast else p for p in cells["province"].split("|"))
            yield SetupUnit(cells["power"], kind, places, int(strength))

    def setup_place(
        self, row: int, kind: str, province: Province, coast: str, taken: dict[str, int]
    ) -> None:
        def wrong(message: str) -> None:
            self.note(SETUP, row, message)

        code, terrain, own = province.code, province.terrain, self.kinds.get(kind)
        noun = a_kind(kind, KIND_NAMES if own is None else {kind: own.noun})
        sails = FLEET in (kind, own.like if own is not None else "")
        if terrain == IMPASSABLE:
            wrong(f"{code} is impassable, so no unit stands there.")
        elif self.walks(kind) and terrain == SEA and LAND_IN_SEA not in province.features:
            wrong(f"{noun} cannot stand in {code}, which is a sea.")
        elif sails and terrain == INLAND:
            wrong(f"{noun} cannot be in {code}, which is inland.")
        if coast and coast not in province.coasts:
            wrong(f'{code} has no coast "{coast}".')
        elif coast and not sails:
            wrong(f"only a fleet is on a coast; leave the coast of {code} out.")
        elif sails and province.coasts and not coast:
            wrong(f"{code} has several coasts; say which one, {any_of(province.coasts)}.")
        # Any number may share a bridge, and single-kind units a sea (LN-4a, WA-4a-2).
        if terrain != BRIDGE and not (kind == UNIT and terrain == SEA):
            if code in taken:
                wrong(f"{code} has a unit by line {taken[code]} already.")
            taken.setdefault(code, row)

    def walks(self, kind: str) -> bool:
        """Does a kind of unit go on land alone, as armies do?"""
        return kind == ARMY or (kind in self.kinds and self.kinds[kind].like == ARMY)

    def aliases(self) -> Iterator[tuple[str, str]]:
        taken: dict[str, str] = {}
        for province in self.provinces.values():
            taken[key_of(province.code)] = f"the code of {province.code}"
            taken.setdefault(key_of(province.name), f"the name of {province.code}")
        for row, cells in self.rows(ALIASES):
            code, alias = cells["code"], cells["alias"]
            key = key_of(alias)
            known = self.known(ALIASES, row, code)
            if not any(letter.isalpha() for letter in key):
                self.note(ALIASES, row, f'"{alias}" is no alias; it has no letters.')
            elif key in taken:
                self.note(ALIASES, row, f'the alias "{alias}" is {taken[key]} already.')
            elif known:
                taken[key] = f"an alias of {code}, line {row},"
                yield alias, code

    def known(self, file: str, row: int, code: str) -> bool:
        if code in self.provinces:
            return True
        if not self.provinces:  # the fault is that table's, and told once
            return False
        same = [c for c in self.provinces if c.casefold() == code.casefold()]
        meant = f" Did you mean {same[0]}?" if same else ""
        self.note(file, row, f'there is no province "{code}".{meant}')
        return False
