"""The folder of a variant → a draft, and notes on what a draft cannot have.

The tables are read for their form alone: a draft may be as wrong as it likes.
No module of the folder is imported, and no file is read that it merely names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from legation.atlas.making.recipe import PICTURE
from legation.board.mapfile import ALIASES, BORDERS, COLUMNS, PROVINCES, SETUP
from legation.documents.packed import member, unpacked
from legation.documents.table import Cells, listed, read_table
from legation.documents.toml import Document as Toml
from legation.errors import FileError
from legation.studio.declared import DEFAULTS, OPTIONS
from legation.studio.document import AS_PARENT, STANDARD, Document, nouns_of, read
from legation.studio.framing import MARK
from legation.studio.shelf import games, has_code, parents
from legation.studio.written import RULES
from legation.variants.file import VARIANT
from legation.variants.find import MAP
from legation.variants.words import WORDS

Folder = Path | Traversable
_KEPT = ("length", "map-note", "calendar", "victory", "builds", "visibility", "kinds", "neutrals")
_LEFT = ("options", "editions", "off-board")


def of(place: Folder) -> tuple[Document, tuple[str, ...]]:
    """The draft that a variant's folder makes, and what was left out of it.

    Raises:
        FileError: for a file that cannot be read.
        DraftError: for what passes the bounds of a draft.
    """
    notes: list[str] = []
    line = list(_line(place, notes))
    own, parent = _own(line)
    coded = any(has_code(each) for each, _ in own)
    if coded:
        notes.append(
            f"Its rules in Python are left out, for a draft has no code: it is played as {parent}."
        )
    said = _said(own, notes)
    home = next((at for at, (each, _) in enumerate(line) if each.joinpath(MAP).is_dir()), None)
    upto = [each for _, each in (line if home is None else line[: home + 1])]
    data: dict[str, Any] = {
        **{key: line[0][1].get(key, "") for key in ("title", "blurb")},
        "parent": parent,
        "declared": said,
        "powers": list(_powers(next((d["powers"] for d in upto if "powers" in d), []))),
        "rules": _rules(line[0][0]) if own else AS_PARENT.format(parent=parent),
        "words": _toml(line[0][0], WORDS).data if own and not coded else {},
    }
    if home is not None:
        data |= _map(line[home][0].joinpath(MAP), said, coded, notes)
    return read(data), tuple(dict.fromkeys(notes))


Line = Sequence[tuple[Folder, Mapping[str, Any]]]
"""A variant, its parent and so on: the folder of each, and what its file says."""


def _line(place: Folder, notes: list[str]) -> Iterator[tuple[Folder, Mapping[str, Any]]]:
    known, seen = games(), set[str]()
    data = _toml(place, VARIANT).data
    yield place, data
    while parent := str(data.get("parent", "")):
        if parent not in known or parent in seen:
            notes.append(f'There is no game "{parent}" here; its rules are those of {STANDARD}.')
            return
        seen.add(parent)
        place = known[parent]
        data = _toml(place, VARIANT).data
        yield place, data


def _own(line: Line) -> tuple[Line, str]:
    """What of a line the draft must have of its own, and the name of its parent."""
    free, known = parents(), games()
    for at, (_, data) in enumerate(line):
        parent = str(data.get("parent", ""))
        if parent in free:
            return line[: at + 1], parent
    root = line[-1][0]
    if str(root) == str(known[STANDARD]):  # a copy of it, or of a game with code upon it
        return line[:-1], STANDARD
    return line, STANDARD


def _said(own: Line, notes: list[str]) -> dict[str, Any]:
    """What the nearest of the line says of each thing that a draft declares."""
    said: dict[str, Any] = {}
    for key in (*_KEPT, DEFAULTS):
        found = next((data[key] for _, data in own if key in data), None)
        if found is not None:
            said[OPTIONS if key == DEFAULTS else key] = found
    left = [key for key in _LEFT if any(key in data for _, data in own)]
    if left:
        notes.append(f"Left out of {VARIANT}, for only code asks for it: {', '.join(left)}.")
        lost = {o.get("id") for _, data in own for o in _rows(data.get("options"))}
        chosen = said.get(OPTIONS)
        if isinstance(chosen, dict):
            said[OPTIONS] = {key: value for key, value in chosen.items() if key not in lost}
    return said


def _rows(value: object) -> list[dict[str, Any]]:
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def _powers(tables: object) -> Iterator[dict[str, Any]]:
    for table in _rows(tables):
        name, adjective = table.get("name", ""), table.get("adjective", "")
        yield {
            "name": name,
            "short": table.get("mark", ""),
            "colour": table.get("colour", ""),
            "adjective": "" if adjective == name else adjective,
            "aliases": table.get("aliases", []),
        }


def _toml(place: Folder, name: str) -> Toml:
    return Toml(place.joinpath(name), f"{place.name}/{name}" if place.name else name)


def _rules(place: Folder) -> str:
    file = place.joinpath(RULES)
    if not file.is_file():
        return ""
    try:
        return unpacked(file.read_bytes(), RULES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileError(RULES, "it is not UTF-8 text") from None


# The map


def _map(place: Folder, said: Mapping[str, Any], coded: bool, notes: list[str]) -> dict[str, Any]:
    aliases: dict[str, list[str]] = {}
    if member(place, ALIASES).is_file():
        for cells in _cells(place, ALIASES, notes):
            aliases.setdefault(cells["code"], []).append(cells["alias"])
    provinces = list(_cells(place, PROVINCES, notes))
    if any(cells["centre"] not in ("0", "1") for cells in provinces):
        notes.append("Places that may be dealt as centres are none in the draft.")
    return {
        "places": [_place(cells, aliases.pop(cells["code"], [])) for cells in provinces],
        "borders": [
            cells | {key: cells[key] == "1" for key in ("army", "fleet")}
            for cells in _cells(place, BORDERS, notes)
        ],
        "setup": list(_setup(place, said, coded, notes)),
        "extra": _extra(place, notes),
    }


def _cells(place: Folder, name: str, notes: list[str]) -> Iterator[Cells]:
    def note(row: int, message: str) -> None:
        notes.append(f"{name}, line {row}: {message}" if row else f"{name}: {message}")

    for _, cells in read_table(member(place, name), COLUMNS[name], note):
        yield cells


def _place(cells: Cells, aliases: list[str]) -> dict[str, Any]:
    pairs = [[cells["lat"], cells["lon"]], *(each.split() for each in listed(cells["points"]))]
    return {
        **{key: cells[key] for key in ("code", "name", "terrain", "region")},
        "home": "" if cells["centre"] == "?" else cells["home"],
        "centre": cells["centre"] == "1",
        "points": [[_number(value) for value in pair] for pair in pairs],
        "coasts": list(listed(cells["coasts"])),
        "features": list(listed(cells["features"])),
        "aliases": aliases,
    }


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text  # which the shape of a place refuses, and says where


def _setup(
    place: Folder, said: Mapping[str, Any], coded: bool, notes: list[str]
) -> Iterator[dict[str, str]]:
    nouns = nouns_of({"kinds": _rows(said.get("kinds"))})
    for cells in _cells(place, SETUP, notes):
        if cells["strength"] != "1":
            notes.append("The strengths of units are left out.")
        if coded and cells["type"] not in nouns:
            notes.append("Units of kinds that only code knows are left out.")
            continue
        yield {
            "power": cells["power"],
            "kind": nouns.get(cells["type"], cells["type"]),
            "place": cells["province"],
            "coast": cells["coast"],
        }


def _extra(place: Folder, notes: list[str]) -> dict[str, Any]:
    file = member(place, PICTURE)
    if not file.is_file():
        return {}
    document = Toml(file, PICTURE)
    first = document.text.partition("\n")[0]
    laid = first.removeprefix(MARK).split(", ") if first.startswith(MARK) else ()
    extra = {key: value for key, value in document.data.items() if key not in laid}
    coast = extra.get("coast")
    if isinstance(coast, dict) and coast.pop("river", ""):
        notes.append("The river of its picture is left out.")
    return extra
