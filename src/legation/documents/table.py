"""Tables of comma-separated values: their rows, and everything that is wrong with their form."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path

from legation.documents.packed import unpacked
from legation.errors import FileError

Cells = dict[str, str]
Row = tuple[int, Cells]
"""The line of the file on which a row begins, and its cells by column."""

Note = Callable[[int, str], None]
"""Takes the line of a fault, 0 for the file as a whole, and a sentence."""


def read_table(path: Path | Traversable, columns: Sequence[str], note: Note) -> Iterator[Row]:
    """The rows of a table with just these columns, blank cells stripped and blank rows left out.

    A file that is packed (gzip) is unpacked, whatever it is called.
    What is wrong is noted, and reading goes on where it can.
    """
    text = _text(path, note)
    if text is None:
        return
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    heading: list[str] | None = None
    row = 1
    try:
        for cells in reader:
            if heading is None:
                heading = [cell.strip() for cell in cells]
                if _is_parted_otherwise(heading, columns, note):
                    return
                if not _is_heading(heading, columns, note):
                    return
            elif any(cells):
                if len(cells) == len(heading):
                    yield row, dict(zip(heading, (c.strip() for c in cells), strict=True))
                else:
                    wrong = f"{len(cells)} cells where the heading has {len(heading)}"
                    tabs = any("\t" in cell.strip() for cell in cells)
                    why = "cells are parted by commas, and here are tabs" if tabs else ""
                    note(row, f"the row has {wrong}; {why or 'is the file cut off?'}")
            row = reader.line_num + 1
    except csv.Error as error:
        note(row, f"the row cannot be read: {error}.")
    if heading is None:
        note(0, "the file is empty.")


def listed(cell: str) -> tuple[str, ...]:
    """The parts of a cell that holds a list, parted by semicolons."""
    return tuple(part.strip() for part in cell.split(";") if part.strip())


def _text(path: Path | Traversable, note: Note) -> str | None:
    try:
        data = unpacked(path.read_bytes(), str(path))
    except OSError as error:
        note(0, f"the file cannot be read: {error.strerror or type(error).__name__}.")
        return None
    except FileError as error:
        note(0, f"{error.message}.")
        return None
    wrong = data.find(b"\0")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wrong = error.start
    if wrong < 0:
        return text
    note(data[:wrong].count(b"\n") + 1, "the file is not UTF-8 text.")
    return None


def _is_parted_otherwise(heading: Sequence[str], columns: Sequence[str], note: Note) -> bool:
    """Is the whole heading in one cell, for another sign than a comma parts it?"""
    if len(heading) != 1:
        return False
    for sign, called in (("\t", "tabs"), (";", "semicolons"), ("|", "upright strokes")):
        cells = {cell.strip() for cell in heading[0].split(sign)}
        if len(cells) > 1 and cells & set(columns):
            said = f"cells are parted by commas, and here are {called}"
            note(1, f"{said}; save the table as CSV with commas.")
            return True
    return False


def _is_heading(heading: Sequence[str], columns: Sequence[str], note: Note) -> bool:
    for name in dict.fromkeys(heading):
        if name not in columns:
            note(1, f'nobody reads a column "{name}". Columns are {", ".join(columns)}.')
        elif heading.count(name) > 1:
            note(1, f'the column "{name}" is there twice.')
    missing = [name for name in columns if name not in heading]
    for name in missing:
        note(1, f'the column "{name}" is missing.')
    return not missing and len(set(heading)) == len(heading)
