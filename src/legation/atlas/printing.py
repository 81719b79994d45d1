"""A picture as PNG or PDF, by the renderer of the wheel ``typst``; nothing else is needed.

Only the fonts that come with the atlas are used, so that a picture is the same
on every machine. The renderer knows no variables of CSS: hand in a picture
drawn in the mode light, dark or print.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from html import unescape
from importlib.resources import files
from types import MappingProxyType, ModuleType
from typing import Any

from legation.errors import InputError, LegationError

NARROWEST, WIDEST = 100, 8000
PAPERS = {
    "a3": (297.0, 420.0),
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
}
"""Width and height of a sheet that stands upright, in millimetres."""

_MARGIN = 12.0
_TAG = re.compile(r"<svg\b[^>]*>")
_BOX = re.compile(r'\bviewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"')
_LABEL = re.compile(r'\baria-label="([^"]*)"')
_FACES = re.compile(r"@font-face\{[^}]*\}")
_PICTURE = "picture.svg"


def in_form(svg: str, suffix: str, width: int = 1600, paper: str = "a4") -> bytes:
    """The picture as what a file of this ending holds: ``.svg``, ``.png`` or ``.pdf``.

    Raises:
        InputError: for a width of a PNG, or the paper of a PDF, that is none.
        LegationError: where the renderer is missing.
    """
    if suffix == ".svg":
        return svg.encode()
    return png(svg, width) if suffix == ".png" else pdf(svg, paper)


def png(svg: str, width: int) -> bytes:
    """The picture as PNG, so many pixels wide.

    Raises:
        InputError: for a width that is none.
        LegationError: where the renderer is missing.
    """
    if not NARROWEST <= width <= WIDEST:
        raise InputError(
            f"a picture {width} pixels wide cannot be made; {NARROWEST} to {WIDEST} can"
        )
    wide, high = size(svg)
    height = max(1, round(width * high / wide))
    page = f"#set page(width: {width}pt, height: {height}pt, margin: 0pt)\n"
    picture = f'#image("{_PICTURE}", width: 100%, height: 100%, fit: "stretch")\n'
    # A point is a pixel then, and the size comes out exactly as asked for.
    return _rendered(page + picture, svg, format="png", ppi=72.0)


def pdf(svg: str, paper: str = "a4", landscape: bool | None = None) -> bytes:
    """The picture as PDF on one sheet, as large as the margins allow.

    Without `landscape` the sheet lies as the picture does.

    Raises:
        InputError: for a paper that is not known.
        LegationError: where the renderer is missing.
    """
    if paper.lower() not in PAPERS:
        known = ", ".join(PAPERS)
        raise InputError(f'"{paper}" is no paper that is known here; choose one of {known}')
    wide, high = size(svg)
    across, up = PAPERS[paper.lower()]
    if wide > high if landscape is None else landscape:
        across, up = up, across
    title = json.dumps(label(svg) or "Map", ensure_ascii=False)
    source = (
        f"#set document(title: {title}, date: none)\n"
        f"#set page(width: {across}mm, height: {up}mm, margin: {_MARGIN}mm)\n"
        f"#set align(center + horizon)\n"
        f'#image("{_PICTURE}", width: 100%, height: 100%, fit: "contain", alt: {title})\n'
    )
    return _rendered(source, svg, format="pdf")


def size(svg: str) -> tuple[float, float]:
    """Width and height of a picture, in its own units."""
    tag = _TAG.search(svg)
    box = _BOX.search(tag.group()) if tag else None
    if box is None or not float(box[3]) or not float(box[4]):
        raise InputError("this is no picture that can be printed: its <svg> has no viewBox")
    return float(box[3]), float(box[4])


def label(svg: str) -> str:
    """What a picture says that it is."""
    tag = _TAG.search(svg)
    matched = _LABEL.search(tag.group()) if tag else None
    return unescape(matched[1]) if matched else ""


def document(source: str, svg: str, data: Mapping[str, bytes]) -> bytes:
    """Sheets with text as PDF: `source` is their form, which reads `data`, and the picture.

    Beside the fonts of the atlas it may use those that come with the renderer,
    which have more letters than a board needs.

    Raises:
        LegationError: where the renderer is missing.
    """
    return _rendered(source, svg, data, reading=True, format="pdf")


def _rendered(
    source: str,
    svg: str,
    data: Mapping[str, bytes] = MappingProxyType({}),
    reading: bool = False,
    **how: Any,
) -> bytes:
    typst = _typst()
    svg = _FACES.sub("", svg)  # the renderer has them as files, and would read past them
    made = typst.compile(
        {"main.typ": source.encode(), _PICTURE: svg.encode(), **data},
        font_paths=_fonts(reading),
        ignore_system_fonts=True,
        **how,
    )
    assert isinstance(made, bytes)
    return made


@cache
def _fonts(reading: bool) -> Any:
    """The fonts of the atlas, and for `reading` the renderer's, read once; never the machine's."""
    place = files("legation.atlas").joinpath("fonts")
    return _typst().Fonts(
        include_system_fonts=False, include_embedded_fonts=reading, font_paths=[str(place)]
    )


def _typst() -> ModuleType:
    try:
        import typst
    except ImportError:
        raise LegationError(
            "PNG and PDF need the renderer typst, which is not installed:"
            " pip install 'legation[draw]'. SVG needs nothing."
        ) from None
    return typst
