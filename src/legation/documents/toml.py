"""TOML files: what they say in a shape, and the line of every fault."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

from legation.documents.packed import unpacked
from legation.documents.shape import Fault, Shape, Step, Steps, fit
from legation.errors import FileError

T = TypeVar("T", bound=Shape)

_HEADING = re.compile(r"^\s*(\[\[?)\s*([^\],]+?)\s*\]")
_KEY = re.compile(
    r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_WORD = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$| \(at end of document\)$")

_SAID = {
    "Illegal character '\\n'": "a quotation mark is not closed",
    "Cannot overwrite a value": "a key stands twice",
}
"""What the reader's words mean to who wrote the file."""


class Document:
    """A TOML file as it was read, packed or not: its data, and how its faults are told.

    Raises:
        FileError: where there is no such file, or it is no TOML.
    """

    def __init__(self, file: Traversable | Path, called: str = "") -> None:
        self.called = called or str(file)
        try:
            whole = unpacked(file.read_bytes(), self.called).decode("utf-8-sig")
            self.text = whole.replace("\r\n", "\n").replace("\r", "\n")
        except FileNotFoundError:
            raise FileError(self.called, "the file is missing") from None
        except UnicodeDecodeError:
            raise FileError(self.called, "it is not UTF-8 text") from None
        except OSError as error:
            raise FileError(self.called, f"it cannot be read: {error.strerror}") from None
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            at_line = _AT_LINE.search(str(error))
            line = int(at_line[1]) if at_line and at_line[1] else self.text.rstrip().count("\n") + 1
            said = _AT_LINE.sub("", str(error))
            said = _SAID.get(said, said)
            raise FileError(self.called, f"this is no TOML: {said}", line) from None

    def read(self, shape: type[T]) -> T:
        """What the document says.

        Raises:
            FileError: with everything that does not fit the shape.
        """
        value, faults = fit(self.data, shape)
        self.refuse(faults)
        assert value is not None
        return value

    def check(self, shape: type[Shape]) -> None:
        """Refuses what does not fit the shape; what it leaves out may stand elsewhere."""
        self.refuse(fit(self.data, shape, whole=False)[1])

    def refuse(self, faults: Sequence[Fault]) -> None:
        """Raises FileError where there is a fault, the line of each before it."""
        if not faults:
            return
        lines = [self.line_of(fault.steps) for fault in faults]
        told = tuple((fault.steps, fault.said) for fault in faults)
        if len(faults) == 1:
            raise FileError(self.called, str(faults[0]), lines[0], told)
        said = (f"line {at}: {f}" if at else str(f) for f, at in zip(faults, lines, strict=True))
        raise FileError(self.called, "; ".join(said), faults=told)

    def line_of(self, steps: Steps) -> int:
        """The line, from 1, of the key that these steps lead to, or of the nearest above it.

        0 where none of them stands on a line of its own.
        """
        best, longest, within = 0, 0, 0
        for line, key in _keys(self.text):
            shared = _shared(key, steps)
            if shared == len(key) and shared > longest:
                best, longest = line, shared
            elif steps and shared == len(steps) and not within:
                within = line  # the first key of what is no table, and should be one
        return best or within

    def steps_at(self, line: int) -> Steps:
        """The key that stands on a line, or on the nearest above it."""
        return next((key for at, key in reversed([*_keys(self.text)]) if at <= line), ())


def _shared(key: Steps, steps: Steps) -> int:
    same = 0
    for mine, its in zip(key, steps, strict=False):
        if mine != its:
            break
        same += 1
    return same


def _keys(text: str) -> Iterator[tuple[int, Steps]]:
    """The lines on which a table or a key begins, with the steps that lead there.

    Only lines that begin so count; inside a value of several lines something
    may look like a key, which can misplace a line number, never a value.
    """
    table: Steps = ()
    counts: dict[Steps, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        heading = _HEADING.match(line)
        if heading is not None:
            table = _numbered(_words(heading[2]), counts)
            if heading[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            yield number, table
            continue
        key = _KEY.match(line)
        if key is not None:
            yield number, (*table, *_words(key[1]))


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip("\"'") for word in _WORD.findall(text))


def _numbered(words: tuple[str, ...], counts: dict[Steps, int]) -> Steps:
    """The steps to a table, the lists on the way at their last item."""
    steps: tuple[Step, ...] = ()
    for at, word in enumerate(words):
        steps = (*steps, word)
        if steps in counts and at < len(words) - 1:
            steps = (*steps, counts[steps])
    return steps
