"""All that is wrong with a draft, each fault at the row that it is about.

It is what ``legation check`` and ``legation map check`` say of its folder, and
what only a designer needs to be told: colours that look alike, a victory that
nobody reaches.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from legation.board.mapfile import as_it_stands
from legation.documents.toml import Document as Toml
from legation.errors import FileError, LegationError
from legation.rules.dice import SEED_BITS
from legation.studio.colours import faults as colour_faults
from legation.studio.declared import DEFAULTS
from legation.studio.document import Document, Problem, as_row, read
from legation.studio.held import Held
from legation.studio.preview import preview
from legation.studio.rows import of_table, own_kinds
from legation.studio.written import NAME, RULES, files, folder
from legation.table.game import Game
from legation.variants.clauses import lacking
from legation.variants.file import VARIANT
from legation.variants.find import MAP
from legation.variants.load import load
from legation.variants.words import WORDS

FEWEST = 2
"""Powers."""
_HEAD = ("title", "blurb", "parent", "powers")


def problems(document: Document | Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every fault: text, where, places, at. Without one, the draft can be built and played.

    Raises:
        DraftError: for what is no draft.
    """
    draft = read(document)
    found = [*map(as_row, unplayable(draft)), *map(as_row, colour_faults(draft))]
    if any(
        each.get("where", {}).get("section") in ("places", "borders", "setup") for each in found
    ):
        return found
    return found + [each for each in preview(draft)["problems"] if each not in found]


def unplayable(draft: Document) -> Iterator[Problem]:
    """What keeps a game of the draft from being begun; the picture is left alone."""
    _, wrong = as_it_stands(Held(files(draft)).joinpath(MAP), own_kinds(draft))
    yield from (msgspec.convert(of_table(draft, each), Problem) for each in wrong)
    yield from _lacking(draft)
    if wrong:
        return
    with tempfile.TemporaryDirectory(prefix="legation-draft-") as kept:
        home = folder(draft, Path(kept) / NAME)
        try:
            load(str(home))
            Game.new(str(home), seed="0" * (SEED_BITS // 4))
        except FileError as error:
            yield from _of_file(error)
            return
        except LegationError as error:
            yield Problem(f"{error}")
            return
        yield from _clauses(home)


def _lacking(draft: Document) -> Iterator[Problem]:
    """What a game needs, and an empty page has not."""
    if not draft.title:
        yield Problem("The game has no title.", {"section": "title"})
    names = [power.name for power in draft.powers]
    if len(names) < FEWEST:
        yield Problem("A game needs two powers at least.", {"section": "powers"})
    for row, power in enumerate(draft.powers):
        where = {"section": "powers", "row": row}
        if not power.name:
            yield Problem("The power has no name.", where | {"key": "name"})
        elif names.index(power.name) != row:
            yield Problem(f"Two powers are called {power.name}.", where | {"key": "name"})
        if power.short in [other.short for other in draft.powers[:row]]:
            said = f"The mark {power.short} is that of another power; take two other letters."
            yield Problem(said, where | {"key": "short"})
    centres = sum(place.centre for place in draft.places)
    needed = 0 if "victory" in draft.declared else load(draft.parent).victory_centres
    if draft.places and needed > centres:
        said = f"{needed} centres win in {draft.parent}, and the board has {centres};"
        where = {"section": "declared", "key": "victory"}
        yield Problem(f"{said} more than half are {centres // 2 + 1}.", where)


def _of_file(error: FileError) -> Iterator[Problem]:
    """The faults of a file of the draft, at the keys that they are about."""
    for steps, said in error.faults or (((), error.message),):
        first = said.partition(" ")[0]
        text = said if "." in first else said[:1].upper() + said[1:]
        yield Problem(text if text.endswith((".", "?")) else f"{text}.", _where(error.path, steps))


def _where(path: str, steps: tuple[str | int, ...]) -> dict[str, Any]:
    if path.endswith(WORDS):
        return {"section": "words", **({"key": str(steps[0])} if steps else {})}
    if not path.endswith(VARIANT) or not steps:
        return {}
    if steps[0] in _HEAD:
        named = {"row" if isinstance(step, int) else "key": step for step in steps[1:3]}
        return {"section": steps[0], **named}
    return {"section": "declared", "key": "options" if steps[0] == DEFAULTS else steps[0]}


def _clauses(home: Path) -> Iterator[Problem]:
    """Clauses that something names, and that the rules have not."""
    for each in lacking(str(home)):
        if not each.file:
            yield Problem("The rules are empty: no clause can be looked up.", {"section": "rules"})
            continue
        steps = Toml(home / each.file).steps_at(each.line)
        said = each.said.replace(f"{NAME}/{RULES}", "the rules text")
        yield Problem(said[:1].upper() + said[1:], _where(each.file, steps))
