"""``words.toml``: the kinds of report of a variant, and how what one knows reads.

A child says only what is different: of a kind that its parent has, each key
that it leaves out is as there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta

from legation.documents.shape import Fault, Shape, fit
from legation.documents.toml import Document
from legation.rules.kinds import Kind, Known, Part, Sort, parts_of
from legation.variants.find import folder

WORDS = "words.toml"
LORE = "lore"
SIGNS = "signs"
_VALUE = {"value": Sort.WORDS}

Text = Annotated[str, Meta(min_length=1, description="a text")]
Type = Literal[
    "unit",
    "owned",
    "named",
    "place",
    "power",
    "number",
    "order",
    "phase",
    "kind",
    "border",
    "why",
    "words",
]
Fate = Literal["bounced", "not carried", "clashed", "nothing open", "no order"]


class Declared(Shape, frozen=True):
    """A kind of report, or what is different of one that the parent has."""

    text: Text | None = None
    called: Text | None = None
    named: Text | None = None
    facts: dict[str, Type] = {}  # noqa: RUF012  msgspec copies it
    clause: Text | None = None
    also: tuple[Text, ...] = ()
    fate: Fate | None = None


class Lore(Shape, frozen=True):
    """Something that one knows beside the board: how it reads, and what it is."""

    text: Text
    holds: Type = "words"


class Words(NamedTuple):
    """The kinds of report by name, the templates of what one knows, what signs on a map mean."""

    kinds: Mapping[str, Kind]
    lore: Mapping[str, Known]
    signs: Mapping[str, str]


def read_words(line: Sequence[str]) -> Words:
    """The words of a variant, given it, its parent and so on.

    Raises:
        FileError: with everything that is wrong in one of the files.
    """
    return _over(line[0], parents(tuple(line[1:]))) if line else Words({}, {}, {})


@lru_cache(maxsize=64)
def parents(line: tuple[str, ...]) -> Words:
    """The same, kept for the children that follow: most have the standard game's words."""
    return read_words(line)


def _over(name: str, old: Words) -> Words:
    """The words of a variant over those of its parent."""
    kinds, lore = dict(old.kinds), dict(old.lore)
    place = folder(name)
    document = Document(place.joinpath(WORDS), f"{place.name}/{WORDS}")
    own = {key: value for key, value in document.data.items() if key not in (LORE, SIGNS)}
    declared, faults = fit(own, dict[str, dict[str, Declared]])
    told, more = fit(_whole(document.data.get(LORE, {})), dict[str, Lore])
    meant, odd = fit(document.data.get(SIGNS, {}), dict[str, Text])
    faults += tuple(Fault((LORE, *fault.steps), fault.said) for fault in more)
    faults += tuple(Fault((SIGNS, *fault.steps), fault.said) for fault in odd)
    document.refuse(faults)
    faults = ()
    for section, entries in (declared or {}).items():
        for key, entry in entries.items():
            try:
                kinds[key] = _kind(section, key, entry, kinds.get(key))
            except ValueError as error:
                part = error.part if isinstance(error, _PartError) else "text"
                faults += (Fault((section, key, part), f"{key}: {error}"),)
    for key, known in (told or {}).items():
        try:
            parts_of(known.text, _VALUE)
        except ValueError as error:
            faults += (Fault((LORE, key), f"{key}: {error}"),)
        lore[key] = Known(known.text, Sort(known.holds))
    document.refuse(faults)
    return Words(kinds, lore, {**old.signs, **(meant or {})})


def _whole(lore: object) -> object:
    """What one knows as tables, of which a text alone is the shortest."""
    if not isinstance(lore, dict):
        return lore
    return {key: told if isinstance(told, dict) else {"text": told} for key, told in lore.items()}


def _kind(section: str, name: str, entry: Declared, old: Kind | None) -> Kind:
    """A kind as it is declared, over that of the parent; raises ValueError."""
    if entry.text is None and old is None:
        raise ValueError("it has no text, and no parent has such a kind")
    text = entry.text or (old.text if old else "")
    facts = {**(old.facts if old else {}), **{key: Sort(sort) for key, sort in entry.facts.items()}}
    return Kind(
        name,
        text,
        parts_of(text, facts),
        facts,
        entry.clause or (old.clause if old else ""),
        (*entry.also, *((old.clause, *old.also) if old and old.clause else ())),
        entry.fate or (old.fate if old else ""),
        _other("called", entry.called, facts) if entry.called else old.called if old else (),
        _other("named", entry.named, {**facts, "whose": Sort.POWER})
        if entry.named
        else old.named
        if old
        else (),
        section,
    )


def _other(part: str, text: str, facts: Mapping[str, Sort]) -> tuple[Part, ...]:
    """How something else is said than the text of a kind, in pieces; raises ValueError."""
    try:
        return parts_of(text, facts)
    except ValueError as error:
        raise _PartError(part, error) from None


class _PartError(ValueError):
    """What is wrong with a part of a kind beside its text."""

    def __init__(self, part: str, error: ValueError) -> None:
        super().__init__(f"{part}: {error}")
        self.part = part
