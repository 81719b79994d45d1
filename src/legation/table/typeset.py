"""A report set for paper and mail, in lines of a given length."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

from legation.sight.viewer import SPECTATOR, Viewer
from legation.table.newsletter import Item, Page

WIDTH = 78
"""Letters a line, for paper and mail."""

_GLUE = "\u00a0"  # where no line is broken


def text(pages: Sequence[Page], width: int = WIDTH) -> str:
    """The reports of one or several phases, set for paper; no line is longer than `width`.

    Phases of one turn stand together under its date.
    """
    return "\n".join(_lines(pages, width)) + "\n"


def _lines(pages: Sequence[Page], width: int) -> Iterator[str]:
    if not pages:
        return
    first = pages[0]
    reader = "" if first.reader == SPECTATOR else f"for {_reader(first.reader)}"
    yield from _across(first.game or first.variant, first.variant if first.game else "", width)
    turn = ""
    for page in pages:
        if page.turn != turn:
            yield from [""] if turn else []
            turn = page.turn
            yield from _across(turn, reader, width)
            yield "-" * width
        for section in page.sections:
            yield ""
            yield section.title
            yield from _items(section.items, width)
    yield ""
    yield from textwrap.wrap(pages[-1].after, width)


def _reader(viewer: Viewer) -> str:
    return viewer.power or f"the {viewer.role}"


def _across(left: str, right: str, width: int) -> Iterator[str]:
    """One text at the left margin and one at the right, below each other if they are long."""
    gap = width - len(left) - len(right)
    if right and gap >= 2:
        yield left + " " * gap + right
        return
    yield from textwrap.wrap(left, width)
    if right:
        yield right.rjust(width)


def _items(items: Sequence[Item], width: int) -> Iterator[str]:
    """A label and a text a line, the texts one below the other; or texts alone."""
    left = min(max(len(item.label) for item in items), 16)
    for item in items:
        head = f"  {item.label:<{left}}  " if left else "  "
        inside = " " * len(head) if left else "    "
        said, colon, listed = ("", "", item.text) if left else item.text.partition(": ")
        whole = said + colon + _unbroken(listed, width - len(inside))
        for line in textwrap.wrap(
            whole,
            width,
            initial_indent=head,
            subsequent_indent=inside,
            break_on_hyphens=False,
        ):
            yield line.replace(_GLUE, " ").rstrip()


def _unbroken(text: str, width: int) -> str:
    """The text, to be broken between its orders and names, not within one that fits a line."""
    pieces = re.split("(?<=[,;]) ", text)
    glued = (piece.replace(" ", _GLUE) if len(piece) <= width else piece for piece in pieces)
    return " ".join(glued)
