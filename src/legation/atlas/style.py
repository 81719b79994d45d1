"""``style.toml``: what a look may say, read and checked.

What the file of a variant does not say, that of its parent says, key by key.
A key that nothing reads is an error.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from legation.atlas.fonts import FACES
from legation.atlas.palette import is_colour
from legation.errors import FileError, meant
from legation.variants.find import folder

STYLE = "style.toml"
MODES = ("light", "dark", "print")
ROLES = ("code", "name", "sea", "title")
FRAMES = ("plain", "double", "ladder")

# Colours that every mode of a look has.
COLOURS: Mapping[str, str] = {
    "paper": "the sheet around the board, and what lines are cased with",
    "ink": "text and outlines",
    "faint": "text and lines of less weight",
    "sea": "open water",
    "sea-line": "borders at sea",
    "sea-ink": "names and codes at sea",
    "surf-1": "line along the coast, the nearest",
    "surf-2": "line along the coast, the second",
    "surf-3": "line along the coast, the farthest",
    "graticule": "lines of latitude and longitude",
    "land": "land that nobody owns",
    "ground": "land off the board",
    "offwater": "water off the board",
    "border": "borders on land",
    "coast": "the line of the coast",
    "edge": "outline of units and arrows",
    "signal": "dislodged, and nothing else",
}
# Numbers from 0 to 1 from which the colours of a mode's powers are made.
SHARES: Mapping[str, str] = {
    "tint": "how much of a power's colour is in the fill of its land",
    "dim": "how much darker that colour is made before",
    "pattern": "how much of it the lines of its pattern add to that",
    "lift": "how much lighter its units are than its colour",
}
_FLAGS: Mapping[str, type] = {
    "surf": int,  # lines along the coast, 0 to 3
    "graticule": bool,
    "patterns": bool,
    "frame": str,
}
# Widths, in units; those of the surf are from one side of the coast to the other.
_LINES = ("coast", "border", "sea-dash", "surf-1", "surf-2", "surf-3")
_TYPE = ("name-case", "sea-case", "title-case", "name-spacing", "sea-spacing", "title-spacing")
_TABLES: Mapping[str, frozenset[str]] = {
    "": frozenset(["title", "fonts", "type", "lines", "flags", *MODES]),
    "fonts": frozenset(ROLES),
    "type": frozenset(_TYPE),
    "lines": frozenset(_LINES),
    "flags": frozenset(_FLAGS),
    **{mode: frozenset([*COLOURS, *SHARES]) for mode in MODES},
}


def style_of(variant: str) -> dict[str, Any]:
    """Everything that a variant's look says, its own before its ancestors'.

    Raises:
        FileError: for a file that cannot be used, or keys that nobody gives.
    """
    data: dict[str, Any] = {}
    for name in reversed(_line(variant)):
        for key, value in _style(name).items():
            data[key] = {**data.get(key, {}), **value} if isinstance(value, dict) else value
    problems = [
        f'the key "{key}" is missing{f" in {table}" if table else ""}'
        for table, keys in _TABLES.items()
        for key in sorted(keys)
        if key not in (data.get(table, {}) if table else data)
    ]
    if problems:
        raise FileError(f"{folder(variant).name}/{STYLE}", "; ".join(problems))
    return data


def _line(variant: str) -> list[str]:
    """A variant, its parent, and so on."""
    line = [variant]
    while parent := _toml(line[-1], "variant.toml").get("parent", ""):
        if parent in line:
            raise FileError(f"{variant}/variant.toml", f'"{parent}" is its own ancestor')
        line.append(parent)
    return line


def _style(variant: str) -> dict[str, Any]:
    """What a variant's own ``style.toml`` says; nothing where it has none."""
    if not folder(variant).joinpath(STYLE).is_file():
        return {}
    data = _toml(variant, STYLE)
    problems: list[str] = []
    for table, keys in _TABLES.items():
        found = data.get(table, {}) if table else data
        where = f" in {table}" if table else ""
        if not isinstance(found, dict):
            problems.append(f'"{table}" is no table')
            continue
        problems += [
            f'nothing reads the key "{key}"{where}.{meant(key, keys)}'
            for key in sorted(set(found) - keys)
        ]
        problems += [
            f'"{value}" is no {key}{where}; {wanted}'
            for key, value in found.items()
            if key in keys and (wanted := _wanted(table, key, value))
        ]
    if problems:
        raise FileError(f"{folder(variant).name}/{STYLE}", "; ".join(problems))
    return data


def _wanted(table: str, key: str, value: Any) -> str:
    """What a key of a table may say, where it says something else."""
    if table == "fonts":
        return _one_of(value, tuple(FACES))
    if table in MODES and key in COLOURS:
        return "" if isinstance(value, str) and is_colour(value) else "write #rrggbb"
    if table in MODES:
        return _number(value, 1)
    if table == "type":
        return _one_of(value, ("as-is", "upper")) if key.endswith("case") else _number(value, 1)
    if table == "lines":
        dashes = isinstance(value, str) and all(p.replace(".", "").isdigit() for p in value.split())
        return "" if (dashes if key.endswith("dash") else not _number(value, 30)) else "in units"
    if key == "frame":
        return _one_of(value, FRAMES)
    if key == "surf":
        return "" if value in range(4) else "write 0 to 3"
    return "write true or false" if table == "flags" and not isinstance(value, bool) else ""


def _one_of(value: Any, known: Sequence[str]) -> str:
    if value in known:
        return ""
    return f"there are {', '.join(known)}.{meant(str(value), known)}"


def _number(value: Any, most: float) -> str:
    number = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= most
    return "" if number else f"write a number from 0 to {most}"


def _toml(variant: str, name: str) -> dict[str, Any]:
    place = folder(variant)
    try:
        return tomllib.loads(place.joinpath(name).read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FileError(f"{place.name}/{name}", str(error)) from None
