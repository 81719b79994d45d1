"""A file that a designer brings → a draft: a folder as a zip, or a map of another program."""

from __future__ import annotations

import tempfile
from pathlib import Path, PurePosixPath
from typing import Any

from legation.atlas.foreign.folder import write_map
from legation.atlas.foreign.found import Found
from legation.atlas.foreign.reading import read_foreign
from legation.errors import InputError, LegationError
from legation.studio.document import AS_PARENT, STANDARD, as_data
from legation.studio.held import Held
from legation.studio.powers import COLOURS, marks
from legation.studio.taken import of
from legation.studio.toml import toml
from legation.studio.unpacking import OF_A_VARIANT, is_zip, unzip
from legation.variants.file import VARIANT
from legation.variants.find import MAP
from legation.variants.words import WORDS

MAPS = (".go", ".xml", ".map")
_BESIDE = (".svg", ".cnt", ".gam", ".rgn", ".var")
_FILE = "map"
"""What an upload is called here, whatever it was called there."""


def brought(name: str, data: bytes) -> dict[str, Any]:
    """The draft of an upload and what was left out: {"document", "notes"}.

    `name` is what the browser called the file; only its ending counts.

    Raises:
        InputError: for what cannot be read, in a sentence.
    """
    if is_zip(data):
        content = unzip(data, _useful)
        if VARIANT in content:
            document, notes = of(Held({WORDS: b"", **content}))
            return {"document": as_data(document), "notes": list(notes)}
    else:
        ending = PurePosixPath(name.replace("\\", "/")).suffix.lower()
        content = {f"{_FILE}{ending}": data} if ending in MAPS else {}
    with tempfile.TemporaryDirectory(prefix="legation-import-") as kept:
        try:
            return _foreign(content, Path(kept))
        except LegationError as error:
            raise InputError(str(error).replace(f"{kept}/", "")) from None


def _useful(name: str) -> bool:
    return name in OF_A_VARIANT or PurePosixPath(name).suffix.lower() in (*MAPS, *_BESIDE)


def _foreign(content: dict[str, bytes], home: Path) -> dict[str, Any]:
    """The map of another program, with the files beside it that it names."""
    called = {PurePosixPath(name).name.lower(): data for name, data in content.items()}
    maps = [name for name in sorted(called) if PurePosixPath(name).suffix in MAPS]
    first = "variants.xml" if "variants.xml" in maps else next(iter(maps), "")
    if not first:
        ends = ", ".join(MAPS)
        raise InputError(f"this is no folder with a {VARIANT} as a zip, and no map ({ends})")
    for name, data in called.items():
        (home / name).write_bytes(data)
    found = read_foreign(home / first)
    (home / MAP).mkdir()
    draft = write_map(found, home / MAP)
    tables = {f"{MAP}/{file.name}": file.read_bytes() for file in (home / MAP).iterdir()}
    told = {VARIANT: toml(_variant(found, draft.centres)).encode(), WORDS: b""}
    document, notes = of(Held({**tables, **told, "rules.md": _rules(found).encode()}))
    return {"document": as_data(document), "notes": [*draft.notes, *notes]}


def _variant(found: Found, centres: int) -> dict[str, Any]:
    names = list(found.powers)
    win = found.win or centres // 2 + 1
    return {
        "name": _FILE,
        "parent": STANDARD,
        "title": found.title or "A map that was taken over",
        "blurb": f"{len(names)} powers, {len(found.places)} places,"
        f" {win} of {centres} centres to win.",
        "victory": {"centres": win},
        "calendar": {
            "first-year": 1901 if found.year is None else found.year,
            "years": 36,
            "phases": [
                ["Spring", "movement"],
                ["Spring", "retreat"],
                ["Autumn", "movement"],
                ["Autumn", "retreat"],
                ["Winter", "adjustment"],
            ],
            "aliases": {"Fall": "Autumn"},
        },
        "powers": [
            {
                "name": name,
                "adjective": found.powers[name] or name,
                "mark": mark,
                "colour": COLOURS[at % len(COLOURS)],
            }
            for at, (name, mark) in enumerate(zip(names, marks(names), strict=True))
        ],
    }


def _rules(found: Found) -> str:
    by = f"The map is by {found.author}; names, borders, centres and starting units are its own.\n"
    return AS_PARENT.format(parent=STANDARD) + (by if found.author else "")
