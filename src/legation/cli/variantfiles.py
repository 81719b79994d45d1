"""What the folder of a new variant begins with: its name, and a ``variant.toml``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from legation.errors import FileError, InputError
from legation.studio.powers import COLOURS, marks

if TYPE_CHECKING:
    from legation.atlas.making.draft import Draft

_NAME = re.compile("[a-z][a-z0-9_]*[a-z0-9]")
WORDS = Template("""\
# The reports of this variant; the others are the parent's. A table is a kind of
# report, under a heading of your choice: its text, in braces its facts, and what
# each of these is. What is left out of a kind that the parent has is as there.
#
# [news.washed-away]
# text = "The tide took {unit} from {place}."
# facts = { unit = "owned", place = "place" }
# clause = "LAG-1"
""")


def free(name: str, place: Path) -> Path:
    """Where the folder of a new variant will be.

    Raises:
        InputError: for a name that no variant can have, or that is taken.
    """
    from legation.variants.find import folders

    if not _NAME.fullmatch(name):
        raise InputError(
            f'"{name}" is no name for a variant: small letters, digits and _, a letter first,'
            " two of them at least"
        )
    known = folders(maps=True)
    if name in known:
        raise InputError(f'there is a variant "{name}" already, in {known[name]}')
    target = place / name
    if target.exists():
        raise FileError(str(target), "it is there already; choose another name or folder")
    return target


def write(file: Path, template: Template, words: dict[str, str]) -> None:
    """Write a file from its template."""
    file.write_text(template.substitute(words), encoding="utf-8")


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False)


def title_of(name: str) -> str:
    """What a variant is called until somebody says otherwise."""
    return name.replace("_", " ").capitalize()


def numbers(draft: Draft | None) -> str:
    """The lines of ``variant.toml`` that follow from a map of its own."""
    if draft is None:
        return ""
    win = draft.centres // 2 + 1
    return (
        f'players = {len(draft.powers)}\nlength = "about 8 game years"\n\n'
        f"[victory]\ncentres = {win}   # more than half of {draft.centres}\n"
    )


def powers(draft: Draft | None, adjectives: Mapping[str, str] | None = None) -> Iterator[str]:
    """The powers of a map of its own, each a table of ``variant.toml``."""
    if draft is None:
        yield "\n# Its powers are the parent's; [[powers]] would replace them, as in the parent.\n"
        return
    short = marks(draft.powers)
    for at, power in enumerate(draft.powers):
        adjective = (adjectives or {}).get(power)
        said = quoted(adjective) if adjective else f"{quoted(power)}   # as in: French A Par"
        yield (
            f"\n[[powers]]\nname = {quoted(power)}\n"
            f"adjective = {said}\n"
            f'mark = "{short[at]}"\ncolour = "{COLOURS[at % len(COLOURS)]}"\n'
        )
