"""``style.toml``: what a look may say.

What the file of a variant does not say, that of its parent says, key by key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from legation.atlas.fonts import FACES
from legation.documents.shape import Shape, fit
from legation.documents.toml import Document
from legation.errors import FileError
from legation.variants.find import folder
from legation.variants.load import line_of

STYLE = "style.toml"
MODES = ("light", "dark", "print")
ROLES = ("code", "name", "sea", "title")

Colour = Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}$", description="a colour, #rrggbb")]
Share = Annotated[float, Meta(ge=0, le=1, description="a number from 0 to 1")]
_WIDTH = Meta(ge=0, le=30, description="a width in units, a number from 0 to 30")
Width = Annotated[int, _WIDTH] | Annotated[float, _WIDTH]
Dashes = Annotated[
    str, Meta(pattern=r"^[0-9. ]*$", description='lengths in units, such as "1.5 2"')
]
if TYPE_CHECKING:
    Face = str
else:
    Face = Literal[tuple(FACES)]
Case = Literal["as-is", "upper"]


class Mode(Shape, frozen=True):
    """The colours of one mode, and the numbers from which those of its powers are made.

    paper: the sheet around the board, and what lines are cased with. ink: text
    and outlines; faint: those of less weight. sea, sea-line, sea-ink: open
    water, borders at sea, names and codes there. surf-1 to surf-3: lines along
    the coast, the nearest first. graticule: lines of latitude and longitude.
    land: land that nobody owns; ground and offwater: land and water off the
    board. border, coast: lines on land and of the coast. edge: outline of
    units and arrows. signal: dislodged, and nothing else.

    tint: how much of a power's colour is in the fill of its land; dim: how much
    darker that colour is made before; pattern: how much of it the lines of its
    pattern add; lift: how much lighter its units are than its colour.
    """

    paper: Colour
    ink: Colour
    faint: Colour
    sea: Colour
    sea_line: Colour
    sea_ink: Colour
    surf_1: Colour
    surf_2: Colour
    surf_3: Colour
    graticule: Colour
    land: Colour
    ground: Colour
    offwater: Colour
    border: Colour
    coast: Colour
    edge: Colour
    signal: Colour
    tint: Share
    dim: Share
    pattern: Share
    lift: Share

    def colours(self) -> dict[str, str]:
        """Its colours by their names in the style sheet."""
        return {
            field.encode_name: getattr(self, field.name)
            for field in msgspec.structs.fields(self)
            if field.type == Colour
        }


COLOURS = tuple(f.encode_name for f in msgspec.structs.fields(Mode) if f.type == Colour)
"""The names of the colours of a mode."""


class Fonts(Shape, frozen=True):
    """The face of each role of text."""

    code: Face
    name: Face
    sea: Face
    title: Face


class Type(Shape, frozen=True):
    """How names are set; spacing in ems."""

    name_case: Case
    sea_case: Case
    title_case: Case
    name_spacing: Share
    sea_spacing: Share
    title_spacing: Share


class Lines(Shape, frozen=True):
    """Widths, in units; those of the surf are from one side of the coast to the other."""

    coast: Width
    border: Width
    sea_dash: Dashes
    surf_1: Width
    surf_2: Width
    surf_3: Width


class Flags(Shape, frozen=True):
    """What is drawn: lines along the coast, 0 to 3; the graticule; patterns; which frame."""

    surf: Annotated[int, Meta(ge=0, le=3, description="a whole number from 0 to 3")]
    graticule: bool
    patterns: bool
    frame: Literal["plain", "double", "ladder"]


class Style(Shape, frozen=True):
    """A whole ``style.toml``, what its parents say included."""

    title: str
    fonts: Fonts
    type: Type
    lines: Lines
    flags: Flags
    light: Mode
    dark: Mode
    print: Mode


def has_style(variant: str) -> bool:
    """Does a variant or an ancestor of it say how its board looks?"""
    return any(folder(name).joinpath(STYLE).is_file() for name in line_of(variant))


def style_of(variant: str) -> Style:
    """Everything that a variant's look says, its own before its ancestors'.

    Raises:
        FileError: for a file that cannot be used, or keys that nobody gives.
    """
    data: dict[str, Any] = {}
    for name in reversed(line_of(variant)):
        for key, value in _own(name).items():
            data[key] = {**data.get(key, {}), **value} if isinstance(value, dict) else value
    style, faults = fit(data, Style)
    if style is None:
        raise FileError(f"{folder(variant).name}/{STYLE}", "; ".join(map(str, faults)))
    return style


def _own(variant: str) -> dict[str, Any]:
    """What a variant's own ``style.toml`` says; nothing where it has none."""
    place = folder(variant)
    if not place.joinpath(STYLE).is_file():
        return {}
    document = Document(place.joinpath(STYLE), f"{place.name}/{STYLE}")
    document.check(Style)
    return document.data
