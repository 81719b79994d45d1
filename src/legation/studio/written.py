"""A draft → the folder of a variant: its tables, without a board and without code."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from legation.atlas.making.recipe import PICTURE
from legation.board.mapfile import ALIASES, BORDERS, COLUMNS, PROVINCES, SETUP
from legation.studio.declared import DEFAULTS, OPTIONS
from legation.studio.document import Document, nouns_of
from legation.studio.framing import MARK, recipe_of
from legation.studio.powers import marks
from legation.studio.toml import toml
from legation.variants.file import VARIANT
from legation.variants.find import MAP
from legation.variants.words import WORDS

RULES = "rules.md"
NAME = "draft"
"""What a variant is called in its own file; its folder has the name that counts."""


def files(document: Document, name: str = NAME) -> dict[str, bytes]:
    """Path in the folder → its bytes; the same draft gives the same."""
    texts = {
        VARIANT: toml(_variant(document, name)),
        WORDS: toml(document.words),
        f"{MAP}/{PROVINCES}": _table(PROVINCES, _provinces(document)),
        f"{MAP}/{BORDERS}": _table(BORDERS, _borders(document)),
        f"{MAP}/{SETUP}": _table(SETUP, _setup(document)),
        f"{MAP}/{PICTURE}": _picture(document),
    }
    if document.rules:
        texts[RULES] = document.rules
    if any(place.aliases for place in document.places):
        texts[f"{MAP}/{ALIASES}"] = _table(ALIASES, _aliases(document))
    return {path: text.encode() for path, text in texts.items()}


def folder(document: Document, path: Path) -> Path:
    """The same in a folder, which is made; other files that are in it stay."""
    put(files(document, path.name), path)
    return path


def put(content: Mapping[str, bytes], path: Path) -> None:
    """Write files of ours into a folder."""
    for name, data in content.items():
        target = path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def _variant(document: Document, name: str) -> dict[str, Any]:
    data: dict[str, Any] = {"name": name, "parent": document.parent}
    data |= {key: text for key in ("title", "blurb") if (text := getattr(document, key))}
    declared = dict(document.declared)
    if document.powers:
        data["players"] = len(document.powers)
        given = [power.short for power in document.powers]
        short = marks([power.name for power in document.powers], given)
        declared["powers"] = [
            {
                "name": power.name,
                "adjective": power.adjective or power.name,
                "mark": mark,
                "colour": power.colour,
                "aliases": list(power.aliases),
            }
            for power, mark in zip(document.powers, short, strict=True)
        ]
    if OPTIONS in declared:
        declared[DEFAULTS] = declared.pop(OPTIONS)
    return data | declared


def _picture(document: Document) -> str:
    recipe, laid = recipe_of(document)
    first = f"{MARK}{', '.join(laid)}\n\n" if laid else ""
    return first + toml(recipe)


def _table(name: str, rows: Iterator[Sequence[str]]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS[name])
    writer.writerows(rows)
    return file.getvalue()


def _provinces(document: Document) -> Iterator[Sequence[str]]:
    for place in document.places:
        (lat, lon), *more = place.points
        yield (
            *(place.code, place.name, place.terrain, str(int(place.centre)), place.home),
            *(place.region, ";".join(place.coasts), degrees(lat), degrees(lon)),
            *("; ".join(f"{degrees(a)} {degrees(b)}" for a, b in more), ";".join(place.features)),
        )


def degrees(value: float) -> str:
    """A number of degrees, to the last bit."""
    return str(int(value)) if value == int(value) else repr(value)


def _borders(document: Document) -> Iterator[Sequence[str]]:
    for row in document.borders:
        passes = (str(int(row.army)), str(int(row.fleet)))
        yield (row.a, row.b, *passes, row.a_coast, row.b_coast, row.kind)


def _setup(document: Document) -> Iterator[Sequence[str]]:
    letters = {noun: letter for letter, noun in nouns_of(document.declared).items()}
    for unit in document.setup:
        yield (unit.power, letters.get(unit.kind, unit.kind), unit.place, unit.coast, "1")


def _aliases(document: Document) -> Iterator[Sequence[str]]:
    for place in document.places:
        yield from ((place.code, alias) for alias in place.aliases)
