"""The faces of type that come with this package; see ``fonts/README.md`` for their sources.

Each is a subset under a name of its own: as ``.ttf`` for a renderer that takes
files, as a small ``.woff2`` for pages and for a picture that stands alone.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable


@dataclass(frozen=True, slots=True)
class Face:
    """One face: its id (the stem of its files), family name and what may stand in for it."""

    id: str
    family: str
    instead: str

    @property
    def stack(self) -> str:
        """The families in the order of preference, as CSS writes them."""
        return f'"{self.family}",{self.instead}'


_SANS = "sans-serif"
_SERIF = "serif"
FACES: Mapping[str, Face] = {
    face.id: face
    for face in (
        Face("narrow", "Legation Index", _SANS),
        Face("typewriter", "Legation Typewriter", "monospace"),
        Face("school", "Legation School", _SERIF),
        Face("school-italic", "Legation Sea", _SERIF),
        Face("street", "Legation Street", _SANS),
        Face("survey", "Legation Survey", _SANS),
        Face("chancery", "Legation Chancery", _SERIF),
        Face("chancery-italic", "Legation Quill", _SERIF),
        Face("inscription", "Legation Inscription", _SERIF),
        Face("capitals", "Legation Capitals", _SERIF),
    )
}


def folder() -> Traversable:
    """Where the files are: a renderer may take it as its folder of fonts."""
    return files("legation.atlas").joinpath("fonts")


@lru_cache(maxsize=32)
def face(name: str, kind: str = "woff2") -> bytes:
    """The file of a face, as ``woff2`` or ``ttf``."""
    return folder().joinpath(f"{name}.{kind}").read_bytes()


@lru_cache(maxsize=1)
def _tables() -> Mapping[str, Mapping[str, float]]:
    text = folder().joinpath("widths.json").read_text(encoding="utf-8")
    tables: Mapping[str, Mapping[str, float]] = json.loads(text)
    return tables


def widths(name: str) -> Mapping[str, float]:
    """Character -> how far it moves on, in ems, for each that a face has."""
    return _tables()[name]


def width(name: str, text: str) -> float:
    """How wide a line is in a face, in ems; a character that it lacks counts as an ``n``."""
    table = widths(name)
    return sum(table.get(c, table["n"]) for c in text)


@lru_cache(maxsize=32)
def rules(names: Iterable[str]) -> str:
    """``@font-face`` rules that carry these faces in them, for a picture that stands alone."""
    return "".join(
        f'@font-face{{font-family:"{FACES[name].family}";'
        f'src:url(data:font/woff2;base64,{b64encode(face(name)).decode()}) format("woff2")}}'
        for name in names
    )
