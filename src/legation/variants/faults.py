"""What is wrong in a variant's own code: which line of it, told in one sentence."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from pathlib import Path
from traceback import FrameSummary
from typing import NamedTuple

from legation.errors import FileError
from legation.variants import find

HERE = Path(__file__).parent
FOREIGN = "legation_variant_"
"""How the modules of a folder begin that does not come with Legation."""


class Line(NamedTuple):
    """A line of a variant's own: ``tide/hooks.py``, 31."""

    file: str
    number: int

    def __str__(self) -> str:
        return f"{self.file}, line {self.number}"


def fault(error: Exception) -> str:
    """What is wrong in a variant's hooks or tables; empty where they are not to blame.

    The last line of the variant's own that was being carried out is named. What
    the error says may quote a secret of a game: `line_of` leaves it out.
    """
    said, at = f"{type(error).__name__}: {error}", line_of(error)
    if at is not None:
        return f"{at}: {said}"
    if any(Path(frame.filename) == HERE / "load.py" for frame in _frames(error)):
        return f"a table or hook of the variant is wrong: {said}"
    return led_to(error) if _was_foreign(error) else ""


def led_to(error: Exception) -> str:
    """What the rules of a folder led to, in a line of ours; its words may quote a secret."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(last.filename).name}, line {last.lineno}"
    asked = "did a hook give an answer of another kind?"
    return f"{type(error).__name__} at {where} of Legation: {asked}"


def is_foreign(rules: type) -> bool:
    """Are rules, or those that they derive from, of a folder that does not come with Legation?"""
    return any(_is_foreign(each.__module__) for each in rules.__mro__)


def _is_foreign(module: str) -> bool:
    return module[: len(FOREIGN)] == FOREIGN


def _was_foreign(error: Exception) -> bool:
    """Was anything at work where it came up whose class derives from one of such a folder?"""
    return any(
        is_foreign(value if isinstance(value, type) else type(value))
        for frame, _ in traceback.walk_tb(error.__traceback__)
        for value in frame.f_locals.values()
    )


def line_of(error: Exception) -> Line | None:
    """The line of a variant's own at which an error came up, if it came up in one."""
    for frame in reversed(list(_frames(error))):
        path = Path(frame.filename)
        if is_hook(path):
            return Line(f"{path.parent.name}/{path.name}", frame.lineno or 0)
    return None


def said_of(error: Exception, otherwise: str) -> FileError:
    """The error as one of a file: the module of the variant and the line, or `otherwise`."""
    if isinstance(error, SyntaxError) and error.filename and is_hook(Path(error.filename)):
        path = Path(error.filename)
        return FileError(f"{path.parent.name}/{path.name}", f"{error.msg}", error.lineno or 0)
    file, number = line_of(error) or Line(otherwise, 0)
    return FileError(file, f"{type(error).__name__}: {error}", number)


def is_hook(path: Path) -> bool:
    """Is this a module in the folder of a variant?"""
    return path.parent != HERE and path.parent.joinpath(find.FILE).is_file()


def _frames(error: Exception) -> Iterator[FrameSummary]:
    walked = traceback.walk_tb(error.__traceback__)
    yield from traceback.StackSummary.extract(walked, lookup_lines=False)
