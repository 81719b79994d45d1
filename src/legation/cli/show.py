"""What the verbs print with: colour where it is wanted, wrapped lines, tables, JSON."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import Annotated

import typer

JSON = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def example(*lines: str) -> str:
    """The end of a verb's help: what it looks like when used, with its lines kept as they are."""
    return "\n".join(
        ["\b", "Example:" if len(lines) == 1 else "Examples:", *(f"  {line}" for line in lines)]
    )


WIDEST = 100  # a longer line is hard to read, however wide the window
_SHORT, _GLUE = 12, "\u00a0"
_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33"}


def coloured() -> bool:
    """May the output be coloured? Not in a file or pipe, nor with NO_COLOR (no-color.org)."""
    return (
        sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    )


def paint(text: str, *styles: str) -> str:
    """The text in these styles, or plain where nothing is coloured."""
    if not text or not coloured():
        return text
    return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"


def width() -> int:
    """How wide a line may be: 80 where the output is no terminal."""
    if not sys.stdout.isatty():
        return 80
    return max(40, min(WIDEST, shutil.get_terminal_size().columns))


def on_screen() -> bool:
    """Is the output a screen, of which something can be wiped?"""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def fresh_screen() -> None:
    """Leave nothing of what was shown on a screen, for somebody else sits down; not in a file."""
    if on_screen():
        print("\x1b[2J\x1b[3J\x1b[H", end="")


def say(text: str = "", indent: int = 0, hanging: int | None = None, style: str = "") -> None:
    """Print paragraphs, wrapped, indented; `hanging` is the indent of their later lines."""
    later = indent if hanging is None else hanging
    for line in text.split("\n"):
        wrapped = textwrap.wrap(
            line,
            width(),
            initial_indent=" " * indent,
            subsequent_indent=" " * later,
            break_on_hyphens=False,
            break_long_words=False,
        )
        for piece in wrapped or [""]:
            print(paint(piece, style) if style else piece)


def _glued(piece: str) -> str:
    """A unit's name, not to be broken; longer pieces may be."""
    return piece.replace(" ", _GLUE) if len(piece) <= _SHORT else piece


def titled(rows: Iterable[tuple[str, str]], indent: int = 2) -> None:
    """Print a name and a text a line, the texts one below the other and wrapped."""
    rows = list(rows)
    left = min(max((len(name) for name, _ in rows), default=0), 24)
    for name, text in rows:
        head = f"{' ' * indent}{name:<{left}}  "
        if len(name) > left:  # its text begins on the line below
            print(f"{' ' * indent}{name}")
            head = " " * (indent + left + 2)
        whole = ", ".join(_glued(piece) for piece in text.split(", "))
        body = textwrap.wrap(whole, max(20, width() - len(head)), break_on_hyphens=False) or [""]
        body = [line.replace(_GLUE, " ") for line in body]
        print((head + body[0]).rstrip())
        for line in body[1:]:
            print(" " * len(head) + line)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table with a hairline under its headings, as wide as the terminal at most."""
    from rich import box  # here, for rich takes as long as an adjudication
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(width=width(), highlight=False, no_color=not coloured())
    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in headings:
        number = heading.startswith("#")
        grid.add_column(heading.lstrip("#"), justify="right" if number else "left")
    for row in rows:
        grid.add_row(*(Text(cell) for cell in row))
    with console.capture() as held:
        console.print(grid)
    for line in held.get().splitlines():
        print(line.rstrip())


def dump(data: object) -> None:
    """Print data as JSON, one document."""
    print(json.dumps(data, indent=2, ensure_ascii=False))
