"""What is different about a variant, on one screen: a text, and a position played by the engine.

`primer.md` of the variant's folder has the text, `primer.yaml` one case
(docs/cases.md) whose last phase is drawn beside it, as `seen` of it knows it.
Both are there, or none: then one is made of its rules and its opening.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path

from legation.errors import FileError, InputError, LegationError
from legation.rules.dice import SEED_BITS
from legation.rules.rulebook import Rulebook
from legation.sight.view import View
from legation.sight.viewer import SPECTATOR
from legation.table.cases.file import load_cases
from legation.table.cases.views import seen
from legation.table.game import Game
from legation.table.standing import remarks, standings_of
from legation.variants.faults import fault, line_of
from legation.variants.file import read_own
from legation.variants.find import ancestry, folder
from legation.variants.load import load

TEXT, CASE, RULES = "primer.md", "primer.yaml", "rules.md"
_ROW = re.compile(r"^\| *([A-Z]{2,4}(?:-[A-Za-z0-9]+)+) *\|([^\n]*)\|$", re.MULTILINE)
_FIRST = 6
"""How many clauses make a primer, where nobody wrote one."""
_SEED = "0" * (SEED_BITS // 4)


Files = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class Primer:
    """The text of a primer without its title, and the phase that is drawn.

    `caption` says what the picture shows; `after` is the View that tells what
    came of the phase of `before`, None where nothing has come of it yet.
    """

    title: str
    text: str
    caption: str
    book: Rulebook
    before: View
    after: View | None


def has_primer(variant: str) -> bool:
    """Has a variant a primer, written or made, and one without a fault?"""
    try:
        primer_for(variant)
    except Exception:  # whatever a stranger's hooks raise: its page is not offered
        return False
    return True


@lru_cache(maxsize=64)
def primer_for(variant: str) -> Primer:
    """The primer that was written for a variant; else one of its own first clauses and its opening.

    One that failed by its own fault is not tried again before a file of its folder, or of one
    that it starts from, is another.

    Raises:
        NameUnknownError: for a variant that does not exist.
        InputError: where `primer_of` raises, and for one that cannot be begun.
    """
    found = _tried(variant, _files(variant))
    if isinstance(found, str):
        raise InputError(found)
    return found


@lru_cache(maxsize=64)
def _tried(variant: str, files: Files) -> Primer | str:
    """The primer of a variant with these files, or what is wrong with the variant."""
    del files
    try:
        return primer_of(variant) or _made(variant)
    except (OSError, MemoryError):  # of the machine
        raise
    except Exception as error:  # whatever a stranger's hooks raise
        said = _wrong(error)
        if not said:
            raise
        return said


def _wrong(error: Exception) -> str:
    """What is wrong with the variant; empty where it is not to blame, and it may go well soon.

    A database that is locked is met below `load`, where an edition is looked for. So the
    place is asked alone where a line of the variant's own, or Python itself, raised.
    """
    if isinstance(error, LegationError):
        return str(error)
    own = line_of(error) is not None or type(error).__module__ == "builtins"
    return fault(error) if own else ""


def _files(variant: str) -> Files:
    """The files that a variant is of: where they are, how long, and when they were written."""
    found: list[tuple[str, int, int]] = []
    with suppress(FileError):  # a file that names its parent is none: no more than it is known
        for place in ancestry(folder(variant)):
            for file in sorted(Path(str(place)).rglob("*")):
                if "__pycache__" not in file.parts and file.is_file():
                    stat = file.stat()
                    found.append((str(file), stat.st_size, stat.st_mtime_ns))
    return tuple(found)


def _made(variant: str) -> Primer:
    rules = Path(str(folder(variant).joinpath(RULES)))
    text = rules.read_text(encoding="utf-8") if rules.is_file() else ""
    own = [
        f"- {row[2].strip().removesuffix('.')} ({row[1]})."
        for row in islice(_ROW.finditer(text), _FIRST)
    ]
    if parent := read_own(variant).parent:
        own.append(f"- All else is as in {load(parent).title}.")
    game = Game.new(variant, seed=_SEED)
    book, view = game.book, game.view(SPECTATOR)
    wins = " ".join(remarks(book, view, standings_of(book, view)))
    caption = f"The board at the start. {wins}".strip()
    return Primer(f"What is different in {book.title}", "\n".join(own), caption, book, view, None)


@lru_cache(maxsize=64)
def primer_of(variant: str) -> Primer | None:
    """The primer of a variant; None where its folder has none.

    Raises:
        NameUnknownError: for a variant that does not exist.
        FileError: for one that lacks its text or its case, or whose case cannot be.
    """
    place = folder(variant)
    text, case = (Path(str(place.joinpath(name))) for name in (TEXT, CASE))
    if not text.is_file() and not case.is_file():
        return None
    for here, other in ((text, case), (case, text)):
        if not here.is_file():
            raise FileError(str(here), f"it is missing, and {other.name} is there")
    title, _, rest = text.read_text(encoding="utf-8").partition("\n")
    if not title.startswith("# ") or not rest.strip():
        raise FileError(str(text), "a primer is a title, as a line after #, and a text", 1)
    cases = load_cases(case)
    if len(cases) != 1 or cases[0].book.variant != variant or not cases[0].title:
        raise FileError(str(case), f"a primer has one case of {variant}, with a title", 1)
    before, after = seen(cases[0])
    return Primer(
        title.removeprefix("# ").strip(), rest.strip(), cases[0].title, cases[0].book, before, after
    )
