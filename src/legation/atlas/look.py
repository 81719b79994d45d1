"""How a board looks: the variables of its style, as ``style.toml`` gives them.

A look is a table of colours for each of three modes, faces of type, widths of
lines and a few flags. What the file of a variant does not say, that of its
parent says. Each power's colours follow from the one in ``variant.toml``:

=========  ====================================================================
``fr``     fill of its provinces: its colour, thinned with the look's land
``fr-pl``  lines of its pattern on that fill
``fr-body`` body of its units, and its arrows
``fr-on``  text on that body; their contrast is 4.5 or more
=========  ====================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from legation.atlas import palette
from legation.atlas.fonts import FACES, Face, width
from legation.atlas.style import ROLES, Mode, style_of
from legation.rules.definition import Power

READABLE = 4.5  # WCAG's contrast for text
VISIBLE = 3.0  # CIEDE2000 of lines that are seen where one looks for them
_DEEP = 0.55  # OKLab lightness: lines of a lighter colour would be lost on a light fill
_ON = ("#ffffff", "#16140f")  # texts on a unit


class Drawable(Protocol):
    """What a look needs of a rulebook."""

    @property
    def variant(self) -> str:
        """The name or the path of its folder."""

    @property
    def powers(self) -> tuple[Power, ...]:
        """Those with players."""

    @property
    def neutrals(self) -> tuple[Power, ...]:
        """Those without."""


@dataclass(frozen=True, eq=False)
class Look:
    """The style of one variant's board.

    `powers` are the class suffixes of its powers and neutrals, `variables` the
    colours of each mode by name. `surf` is the number of lines along the coast.
    """

    title: str
    faces: Mapping[str, Face]
    case: Mapping[str, str]
    spacing: Mapping[str, float]
    lines: Mapping[str, str]
    powers: tuple[str, ...]
    variables: Mapping[str, Mapping[str, str]]
    surf: int
    graticule: bool
    patterns: bool
    frame: str

    @property
    def face_ids(self) -> tuple[str, ...]:
        """The faces that it uses, each once."""
        return tuple(dict.fromkeys(face.id for face in self.faces.values()))

    def written(self, text: str, role: str = "name") -> str:
        """A text in the case that the look sets it in."""
        return text.upper() if self.case.get(role) == "upper" else text

    def width(self, text: str, size: float, role: str = "name") -> float:
        """How wide a text is as `written`, in units, at a size in units."""
        shown = self.written(text, role)
        return size * (width(self.faces[role].id, shown) + self.spacing.get(role, 0) * len(shown))


def power_class(mark: str) -> str:
    """A power's mark as the ending of a class: ``FR`` is ``fr``, ``--`` is ``x2dx2d``."""
    return "".join(c if c.isascii() and c.isalnum() else f"x{ord(c):02x}" for c in mark.lower())


def look_of(book: Drawable) -> Look:
    """The look of a rulebook's variant.

    Raises:
        FileError: for a ``style.toml`` that cannot be used, or none at all.
    """
    return _look(book.variant, tuple(book.powers), tuple(book.neutrals))


@lru_cache(maxsize=64)
def _look(variant: str, powers: tuple[Power, ...], neutrals: tuple[Power, ...]) -> Look:
    style = style_of(variant)
    case = {
        "name": style.type.name_case,
        "sea": style.type.sea_case,
        "title": style.type.title_case,
    }
    marks = {power_class(power.mark): power.colour for power in (*powers, *neutrals)}
    modes = {"light": style.light, "dark": style.dark, "print": style.print}
    return Look(
        title=style.title,
        faces={role: FACES[getattr(style.fonts, role)] for role in ROLES},
        case=case,
        spacing={
            "name": style.type.name_spacing,
            "sea": style.type.sea_spacing,
            "title": style.type.title_spacing,
        },
        lines={
            "coast": str(style.lines.coast),
            "border": str(style.lines.border),
            "sea-dash": style.lines.sea_dash,
            "surf-1": str(style.lines.surf_1),
            "surf-2": str(style.lines.surf_2),
            "surf-3": str(style.lines.surf_3),
        },
        powers=tuple(marks),
        variables={name: _variables(mode, marks) for name, mode in modes.items()},
        surf=style.flags.surf,
        graticule=style.flags.graticule,
        patterns=style.flags.patterns,
        frame=style.flags.frame,
    )


# The colours of powers


def _variables(mode: Mode, marks: Mapping[str, str]) -> Mapping[str, str]:
    """Every colour of a mode, those of its powers after its own."""
    variables = mode.colours()
    # Nobody's centre is lighter than its land, or as light.
    night = palette.luminance(mode.ink) > palette.luminance(mode.land)
    variables["free"] = mode.ink if night else mode.paper
    for mark, colour in marks.items():
        for ending, value in _of_power(mode, colour).items():
            variables[f"{mark}{ending}"] = value
    return variables


def _of_power(mode: Mode, colour: str) -> Mapping[str, str]:
    ink, away = mode.ink, "#ffffff"
    if palette.luminance(ink) > palette.luminance(mode.land):
        away = "#000000"
    lightness = palette.oklab(colour)[0]
    dimmed = palette.relit(colour, lightness * (1 - mode.dim))
    tint = palette.mixed(mode.land, dimmed, mode.tint)
    while palette.contrast(ink, tint) < READABLE:
        tint = palette.relit(tint, palette.oklab(tint)[0] + (0.01 if away == "#ffffff" else -0.01))
    body, on = _readable(palette.relit(colour, lightness + (1 - lightness) * mode.lift))
    strong = body if away == "#000000" else palette.relit(body, min(lightness, _DEEP))
    lines = palette.mixed(tint, strong, mode.pattern)
    if palette.contrast(ink, lines) < READABLE or palette.difference(lines, tint) < VISIBLE:
        lines = palette.mixed(tint, away, mode.pattern)
    return {"": tint, "-pl": lines, "-body": body, "-on": on}


def _readable(body: str) -> tuple[str, str]:
    """A body, and the text on it: made lighter or darker until that can be read."""
    on = max(_ON, key=lambda each: palette.contrast(each, body))
    step = 0.01 if on == _ON[1] else -0.01
    while palette.contrast(on, body) < READABLE:
        body = palette.relit(body, palette.oklab(body)[0] + step)
    return body, on
