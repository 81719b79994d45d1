"""What a variant keeps of a game beside the board: its fields, and who may know each.

A variant's class derives from `Ledger`. The fields are declared with the
functions below, which say of what sort a field is and who may know it; saves,
case files and the gate go by that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import cache
from typing import Any, Protocol, Self, cast

from legation.board.borders import BorderName
from legation.board.once import once


class Holds(Enum):
    """What a field holds, in the words of a complaint about another value."""

    PLACES = "a list of places"
    POWERS = "a list of powers"
    WORD = "a word"
    YES = '"yes", or nothing'
    WORDS = "a table of keys and values"
    LISTS = "a table of keys and lists"
    BORDERS = "a table of powers and lists of borders"
    AT_BORDERS = "a table of borders and lists"


EMPTY: Mapping[Holds, object] = {
    Holds.PLACES: frozenset(),
    Holds.POWERS: frozenset(),
    Holds.WORD: "",
    Holds.YES: False,
    Holds.WORDS: {},
    Holds.LISTS: {},
    Holds.BORDERS: {},
    Holds.AT_BORDERS: {},
}
"""What a field says to who may know nothing of it."""


class Readers(Enum):
    """Who may know a field, where no function says it."""

    EVERYBODY = "everybody"
    ITS_POWER = "the power under whose name it stands"
    NOBODY = "nobody"


EVERYBODY, ITS_POWER, NOBODY = Readers

Part = Callable[[Any, str, Any], object]
"""Of a ledger, a reader's name, and a field of it: what he may know of that; None if nothing."""
Who = Readers | Part
Lists = Mapping[str, tuple[str, ...]]
Borders = Mapping[str, tuple[BorderName, ...]]
AtBorders = Mapping[BorderName, tuple[str, ...]]


def only(test: Callable[[Any, str], bool]) -> Part:
    """All of a field for those readers of whom this is true of the ledger."""

    def part(ledger: Any, reader: str, whole: object) -> object:
        return whole if test(ledger, reader) else None

    part.__doc__ = test.__doc__
    return part


@dataclass(frozen=True, slots=True)
class Entry:
    """A declared field: its name in Python, what it holds, and who may know it."""

    name: str
    holds: Holds
    who: Who

    @property
    def key(self) -> str:
        """Its name in files."""
        return self.name.replace("_", "-")

    def seen(self, ledger: Ledger, reader: str) -> object:
        """What a reader may know of it."""
        whole, empty = getattr(ledger, self.name), EMPTY[self.holds]
        match self.who:
            case Readers.EVERYBODY:
                return whole
            case Readers.NOBODY:
                return empty
            case Readers.ITS_POWER:
                return {reader: whole[reader]} if reader in whole else empty
        part = self.who(ledger, reader, whole)
        return empty if part is None else part


@dataclass(frozen=True)
class Ledger:
    """What is kept. A default is what holds at the start, where nothing else is dealt or said."""

    @classmethod
    @cache
    def entries(cls) -> Mapping[str, Entry]:
        """The declared fields by their names in files."""
        declared = (Entry(f.name, *f.metadata["entry"]) for f in fields(cls))
        return {entry.key: entry for entry in declared}

    @classmethod
    def of(cls, truth: HasLedger) -> Self:
        """The ledger of a game whose variant keeps this one."""
        assert isinstance(truth.ledger, cls)
        return truth.ledger

    def seen_by(self, power: str) -> Self:
        """What a power may know of it, spectators where it is empty; the rest is empty."""
        seen = self._seen.get(power)
        if seen is None:
            parts = {entry.name: entry.seen(self, power) for entry in self.entries().values()}
            seen = self._seen[power] = replace(self, **parts)
        return seen

    @once
    def _seen(self) -> dict[str, Self]:
        return {}


class HasLedger(Protocol):
    """A truth, as far as it matters here."""

    @property
    def ledger(self) -> Ledger:
        """What is kept."""


def places(who: Who, start: Iterable[str] = ()) -> frozenset[str]:
    """A field of places, or of units by their places."""
    return cast(frozenset[str], _declared(Holds.PLACES, who, frozenset(start)))


def places_or_none(who: Who) -> frozenset[str] | None:
    """The same, None where nothing has been noted."""
    return cast(frozenset[str], _declared(Holds.PLACES, who, None))


def powers(who: Who, start: Iterable[str] = ()) -> frozenset[str]:
    """A field of powers."""
    return cast(frozenset[str], _declared(Holds.POWERS, who, frozenset(start)))


def word(who: Who, start: str = "") -> str:
    """A field of one word, such as a power or a place; empty for none."""
    return cast(str, _declared(Holds.WORD, who, start))


def yes(who: Who) -> bool:
    """A field that is true or false."""
    return cast(bool, _declared(Holds.YES, who, False))


def words(who: Who, start: Mapping[str, str] | None = None) -> Mapping[str, str]:
    """A field of words by their keys."""
    return cast(Mapping[str, str], _declared(Holds.WORDS, who, start or {}))


def lists(who: Who) -> Lists:
    """A field of lists of words by their keys."""
    return cast(Lists, _declared(Holds.LISTS, who, {}))


def borders(who: Who) -> Borders:
    """A field of lists of borders by their powers."""
    return cast(Borders, _declared(Holds.BORDERS, who, {}))


def at_borders(who: Who) -> AtBorders:
    """A field of lists of words by the borders that they are about."""
    return cast(AtBorders, _declared(Holds.AT_BORDERS, who, {}))


def _declared(holds: Holds, who: Who, start: object) -> object:
    return field(default_factory=lambda: start, metadata={"entry": (holds, who)})
