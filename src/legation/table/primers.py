"""What is different about a variant, on one screen: a text, and a position played by the engine.

`primer.md` of the variant's folder has the text, `primer.yaml` one case
(docs/cases.md) whose last phase is drawn beside it, as `seen` of it knows it.
Both are there, or none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from legation.errors import FileError, LegationError
from legation.rules.rulebook import Rulebook
from legation.sight.view import View
from legation.table.cases.file import load_cases
from legation.table.cases.views import seen
from legation.variants.find import folder

TEXT, CASE = "primer.md", "primer.yaml"


@dataclass(frozen=True)
class Primer:
    """The text of a primer without its title, and the phase that is drawn.

    `caption` says what the picture shows; `after` is the View that tells what
    came of the phase of `before`.
    """

    title: str
    text: str
    caption: str
    book: Rulebook
    before: View
    after: View


def has_primer(variant: str) -> bool:
    """Has a variant a primer, and one without a fault?"""
    try:
        return primer_of(variant) is not None
    except LegationError:
        return False


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
