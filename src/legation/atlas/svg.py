"""A small writer of SVG: everything that is text is escaped here."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PLAIN = re.compile("[ !#-%'-;=?-~]*")
_ENTITIES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;"}
)
_IN_STYLE = {sign: entity for sign, entity in _ENTITIES.items() if sign != ord('"')}


def escaped(text: str) -> str:
    """A text for an element or an attribute; what XML cannot hold is left out."""
    if _PLAIN.fullmatch(text):
        return text
    return _ILLEGAL.sub("", text).translate(_ENTITIES)


def escaped_style(text: str) -> str:
    """Rules of style for their element, where quotation marks stand as they are."""
    return _ILLEGAL.sub("", text).translate(_IN_STYLE)


def tag(name: str, *inside: str, **attributes: str | float | None) -> str:
    """An element. `inside` is SVG; an attribute of None or nothing is left out.

    ``class_`` is written ``class`` and ``aria_label`` ``aria-label``.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None and value != ""
    )
    body = "".join(inside)
    return f"<{name}{written}>{body}</{name}>" if body else f"<{name}{written}/>"


def group(css: str, *inside: str, **attributes: str | float | None) -> str:
    """A group of this class; nothing where nothing is in it."""
    return tag("g", *inside, class_=css, **attributes) if any(inside) else ""


def text(css: str, said: str, x: float, y: float, **attributes: str | float | None) -> str:
    """A line of text."""
    return tag("text", escaped(said), class_=css, x=x, y=y, **attributes)


def path(css: str, d: str, **attributes: str | float | None) -> str:
    """A path."""
    return (
        f'<path class="{css}" d="{d}"/>'
        if not attributes
        else tag("path", class_=css, d=d, **attributes)
    )


def use(href: str, css: str = "", **attributes: str | float | None) -> str:
    """Another element once more."""
    return tag("use", class_=css, href=f"#{href}", **attributes)


def number(value: float) -> str:
    """A number with one decimal at most, as short as SVG allows."""
    tenths = round(value * 10)
    whole, part = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    if not part:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}.{part}"


def numbers(values: Iterable[float]) -> str:
    """Numbers side by side, as the data of a path has them."""
    written: list[str] = []
    for text in map(number, values):
        last = written[-1] if written else "-"
        glued = not written or text.startswith("-") or (text.startswith(".") and "." in last)
        written.append(text if glued else f" {text}")
    return "".join(written)


def _value(value: str | float | None) -> str:
    return escaped(value) if isinstance(value, str) else number(value or 0)
