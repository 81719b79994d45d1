"""The tables of a draft as text, for who has no script: a line of names, then a line for each row.

Cells are parted by commas, several values in one cell by semicolons, points as
`54.6 -5.9; 54.5 -6`, yes and no as `yes` and nothing.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from legation.errors import InputError, meant
from legation.studio.document import Document, as_data, read

GAME, RULES = "game", "rules"
_YES, _NO = frozenset({"yes", "1", "true", "x"}), frozenset({"", "no", "0", "false"})


@dataclass(frozen=True)
class Column:
    """A column: how its cell is written, and how it is read."""

    name: str
    written: Callable[[Any], str] = str
    read: Callable[[str], Any] = str


def _yes(cell: str) -> bool:
    word = cell.casefold()
    if word not in _YES | _NO:
        raise InputError(f'"{cell}" is neither yes nor no; empty is no')
    return word in _YES


def _point(text: str) -> list[float]:
    try:
        lat, lon = map(float, text.replace(",", " ").split())
    except ValueError:
        said = "a point is a latitude and a longitude in degrees, as 54.6 -5.9"
        raise InputError(f'"{text[:40]}": {said}') from None
    return [lat, lon]


def _parts(cell: str) -> list[str]:
    return [part.strip() for part in cell.split(";") if part.strip()]


def _flag(name: str) -> Column:
    return Column(name, lambda value: "yes" if value else "", _yes)


def _several(name: str) -> Column:
    return Column(name, "; ".join, _parts)


_POINTS = Column(
    "points",
    lambda points: "; ".join(f"{lat:g} {lon:g}" for lat, lon in points),
    lambda cell: [_point(part) for part in _parts(cell)],
)
_TEXT = Column
COLUMNS: dict[str, tuple[Column, ...]] = {
    GAME: (_TEXT("title"), _TEXT("blurb"), _TEXT("parent")),
    "places": (
        *(_TEXT("code"), _TEXT("name"), _TEXT("terrain"), _flag("centre"), _TEXT("home")),
        *(_POINTS, _several("coasts"), _TEXT("region"), _several("features"), _several("aliases")),
    ),
    "borders": (
        *(_TEXT("a"), _TEXT("b"), _flag("army"), _flag("fleet")),
        *(_TEXT("kind"), _TEXT("a_coast"), _TEXT("b_coast")),
    ),
    "powers": (
        *(_TEXT("name"), _TEXT("short"), _TEXT("colour"), _TEXT("adjective")),
        _several("aliases"),
    ),
    "setup": (_TEXT("power"), _TEXT("kind"), _TEXT("place"), _TEXT("coast")),
}
LABELS = {
    GAME: "The game",
    "places": "Places",
    "borders": "Borders",
    "powers": "Powers",
    "setup": "Units at the start",
    RULES: "Rules",
}
HINTS = {
    GAME: "One line under the names: title, a sentence about it, and the game whose rules it has.",
    "places": "A line a place, as: Bel,Belfast,coast,yes,Ireland,54.6 -5.9",
    "borders": "A line a border, as: Bel,Dub,yes,yes",
    "powers": "A line a power, as: Ireland,Ir,#2a7f3f",
    "setup": "A line a unit, as: Ireland,army,Bel",
    RULES: "As Markdown; a line of a table that begins with a clause (XX-MOVE) can be linked to.",
}


def typed(document: Document, table: str) -> str:
    """A table as text."""
    data = as_data(document)
    if table == RULES:
        return str(data["rules"])
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    columns = COLUMNS[table]
    writer.writerow([column.name for column in columns])
    for row in [data] if table == GAME else data[table]:
        writer.writerow([column.written(row[column.name]) for column in columns])
    return file.getvalue()


def changed(document: Document, table: str, text: str) -> Document:
    """The document with another table.

    Raises:
        InputError: for a line that is none; it names the line.
        DraftError: for a table that is none.
    """
    data = as_data(document)
    if table == RULES:
        return read({**data, RULES: text})
    rows = _rows(COLUMNS[table], text)
    if table != GAME:
        return read({**data, table: rows})
    if len(rows) != 1:
        raise InputError(f"one line under the names, not {len(rows)}.")
    return read({**data, **rows[0]})


def _rows(columns: tuple[Column, ...], text: str) -> list[dict[str, Any]]:
    try:
        reader = csv.reader(io.StringIO(text), strict=True)
        lines = [(reader.line_num, [cell.strip() for cell in line]) for line in reader]
    except csv.Error as error:
        raise InputError(f"line {reader.line_num}: {error}.") from None
    lines = [(number, line) for number, line in lines if any(line)]
    known = {column.name: column for column in columns}
    if not lines:
        raise InputError(f"the first line names the columns: {', '.join(known)}.")
    for name in lines[0][1]:
        if name not in known:
            there = ", ".join(known)
            raise InputError(
                f'line 1: there is no column "{name[:40]}".{meant(name, known)} There are: {there}.'
            )
    return [_row([known[name] for name in lines[0][1]], *line) for line in lines[1:]]


def _row(columns: list[Column], number: int, cells: list[str]) -> dict[str, Any]:
    if len(cells) > len(columns):
        raise InputError(f"line {number}: {len(cells)} cells, and {len(columns)} columns.")
    row: dict[str, Any] = {}
    for column, cell in zip(columns, cells, strict=False):
        try:
            value = column.read(cell)
        except InputError as error:
            raise InputError(f"line {number}, {column.name}: {error}.") from None
        if value != "" and value != []:
            row[column.name] = value
    return row
