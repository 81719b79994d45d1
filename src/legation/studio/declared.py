"""What a draft declares in the keys of other files, against the shapes that these have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from legation.atlas.making.recipe import Recipe
from legation.board.graph import KIND_NAMES
from legation.documents.shape import Fault, Shape, fit
from legation.studio.bounds import too_wide
from legation.variants.file import Built, Neutrals, Seen, Sort, Text, Victory, Years
from legation.variants.words import LORE, SIGNS, Declared

DEFAULTS, OPTIONS = "defaults", "options"
"""The options that a game usually has, as ``variant.toml`` calls them, and as a draft does."""
_ANY_FRAME = {"centre": [0.0, 0.0], "x": [-1.0, 1.0], "y": [-1.0, 1.0]}
_YEARS, _PHASES, _KINDS, _WORDS = 500, 24, 12, 200


class Declarations(Shape, frozen=True):
    """The keys of ``variant.toml`` that a draft has in ``declared``."""

    length: Text | None = None
    map_note: str = ""
    calendar: Years | None = None
    victory: Victory | None = None
    builds: Built | None = None
    visibility: Seen | None = None
    kinds: tuple[Sort, ...] | None = None
    neutrals: Neutrals | None = None
    options: dict[str, str] | None = None


def extra_faults(extra: Mapping[str, Any]) -> Iterator[Fault]:
    """What ``picture.toml`` could not have."""
    _, faults = fit({"frame": _ANY_FRAME, **extra}, Recipe)
    yield from _within("extra", faults)
    if not faults:
        yield from too_wide(extra)


def declared_faults(declared: Mapping[str, Any]) -> Iterator[Fault]:
    """What ``variant.toml`` could not have, and calendars without end."""
    value, faults = fit(declared, Declarations)
    yield from _within("declared", faults)
    if value is None:
        return
    if value.calendar is not None:
        years = value.calendar
        if years.years > _YEARS or len(years.phases) + len(years.prelude) > _PHASES:
            said = f"a calendar has at most {_YEARS} rounds and {_PHASES} phases"
            yield Fault(("declared", "calendar"), said)
    if len(value.kinds or ()) > _KINDS:
        yield Fault(("declared", "kinds"), f"there are at most {_KINDS} kinds of unit")
    taken = dict(KIND_NAMES)
    for sort in value.kinds or ():
        if sort.letter in taken or sort.noun in taken.values():
            said = f"the letter {sort.letter} or the noun {sort.noun} is that of another kind"
            yield Fault(("declared", "kinds"), said)
        taken[sort.letter] = sort.noun


def words_faults(words: Mapping[str, Any]) -> Iterator[Fault]:
    """What ``words.toml`` could not have."""
    for section, entries in words.items():
        kind: Any = dict[str, str] if section in (LORE, SIGNS) else dict[str, Declared]
        _, faults = fit({section: entries}, dict[str, kind])
        yield from _within("words", faults)
        if not faults and len(entries) > _WORDS:
            yield Fault(("words", section), f"words.{section} has more than {_WORDS} entries")


def _within(section: str, faults: tuple[Fault, ...]) -> Iterator[Fault]:
    for fault in faults:
        yield Fault((section, *fault.steps), f"{section}: {fault.said}")
