"""The forms of order types, compiled, and matched against words (STD-ORD).

A form such as ``{unit} S {target} [- {goal}]`` becomes a few plain sequences of
literals and slots. A variant's types are matched by the same code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from legation.board.dialects import FILLERS, STANDING, spellings
from legation.board.graph import ARMY, UNIT
from legation.board.names import END, NameTable, key_of
from legation.board.orders import (
    CHOICE,
    FLAG,
    NUMBER,
    PLACE,
    POWER,
    UNIT_FIELD,
    Field,
    Order,
    OrderType,
    Value,
)
from legation.board.units import UnitName, unit_name
from legation.errors import InputError

Kinds = Iterable[str] | Mapping[str, str]
"""The kinds of unit: letters, or letter → name where the name is not a usual one."""

FORM_PART = re.compile(r"\{(\w+)\}|([\[\]])|([^\s{}\[\]]+)")
_MOST_SEQUENCES = 64
_MOST_TEXTS = 4096
_LONGEST_NUMBER = 9
_ORDERED = Field("unit", UNIT_FIELD)


@dataclass(frozen=True, slots=True)
class Literal:
    """An order word, with all its spellings; `flag` is the field that it sets, if any."""

    shown: str
    singles: frozenset[str]
    phrases: tuple[tuple[str, ...], ...]
    repeats: bool
    flag: str

    def end(self, words: list[str], at: int) -> int:
        """Where this literal ends if it stands at `at`, else -1."""
        for phrase in self.phrases:
            if phrase[0] == words[at] and tuple(words[at : at + len(phrase)]) == phrase:
                return at + len(phrase)
        if words[at] not in self.singles:
            return -1
        at += 1
        while self.repeats and words[at] in self.singles:  # "moves to", "retreats to"
            at += 1
        return at


Line = tuple[str, str]
"""A text, and the kind of phase that it was read in."""

Item = Literal | Field
Found = dict[str, Value]
Units = list[tuple[UnitName, int]]


@dataclass(frozen=True, slots=True)
class Sequence:
    """One way to write an order of a type: literals and slots, none optional."""

    type: OrderType
    items: tuple[Item, ...]


class Grammar:
    """What can be written: names, order types and kinds of unit, compiled once."""

    def __init__(self, names: NameTable, types: Mapping[str, OrderType], kinds: Kinds) -> None:
        self.names = names
        self.types = types
        self.kinds = tuple(kinds)
        self.kind_words = _kind_words(kinds, names.graph.nouns)
        by_first: dict[str, list[Sequence]] = {}
        for kind in types.values():
            by_first.setdefault(kind.phase, []).extend(self.sequences_of(kind))
        self.sequences = {phase: tuple(sequences) for phase, sequences in by_first.items()}
        self.order_words = {
            phase: frozenset(
                word
                for sequence in sequences
                for item in sequence.items
                if isinstance(item, Literal)
                for word in item.singles
            )
            for phase, sequences in by_first.items()
        }
        self._read: tuple[dict[Line, Order], dict[Line, Order]] = ({}, {})
        self.first = {phase: _ends(by_first[phase], 0) for phase in by_first}
        self.last = {phase: _ends(by_first[phase], -1) for phase in by_first}

    def recall(self, text: str, phase: str) -> Order | None:
        """The order that this very text was read as not long ago."""
        new, old = self._read
        line = (text, phase)
        return new.get(line) or old.get(line)

    def keep(self, text: str, phase: str, order: Order) -> Order:
        """Keeps what a text was read as, and of earlier ones at most as many again."""
        new, _ = self._read
        if len(new) >= _MOST_TEXTS:
            self._read = ({}, new)
            new, _ = self._read
        new[text, phase] = order
        return order

    def knows(self, word: str) -> bool:
        """Does some form of some type have this very word?"""
        return any(
            isinstance(item, Literal) and item.shown.casefold() == word
            for sequences in self.sequences.values()
            for sequence in sequences
            for item in sequence.items
        )

    def literal(self, word: str, phase: str, flag: str = "") -> Literal:
        """An order word as it may be written in this phase, kinds of unit excepted."""
        ways = [way.split() for way in spellings(word, phase)]
        singles = {way[0] for way in ways if len(way) == 1} - set(self.kind_words)
        phrases = tuple(sorted((tuple(way) for way in ways if len(way) > 1), key=len, reverse=True))
        singles.add(word.casefold())
        return Literal(word, frozenset(singles), phrases, word == "-", flag)

    def sequences_of(self, kind: OrderType) -> Iterator[Sequence]:
        """The sequences of all forms of a type. Raises InputError for a form that is wrong."""
        fields = {field.name: field for field in kind.fields} | {"unit": _ORDERED}
        for form in kind.forms:
            ways: list[list[list[Item]]] = [[[]]]  # a stack of open brackets: ways so far
            for match in FORM_PART.finditer(form):
                name, bracket, word = match.groups()
                if bracket == "[":
                    ways.append([[]])
                elif bracket == "]":
                    if len(ways) == 1:
                        raise InputError(f'order type {kind.verb}: "{form}" has a "]" too many')
                    inner = ways.pop()
                    ways[-1] = [way + tail for tail in (*inner, []) for way in ways[-1]]
                else:
                    for way in ways[-1]:
                        way.extend(self._items(kind, form, fields, name, word))
                if len(ways[-1]) > _MOST_SEQUENCES:
                    raise InputError(f'order type {kind.verb}: "{form}" has too many brackets')
            if len(ways) > 1:
                raise InputError(f'order type {kind.verb}: "{form}" lacks a "]"')
            for way in ways[0]:
                yield Sequence(kind, tuple(way))

    def _items(
        self, kind: OrderType, form: str, fields: Mapping[str, Field], name: str, word: str
    ) -> list[Item]:
        if name:
            if name not in fields:
                raise InputError(f'order type {kind.verb}: "{form}" names no field "{name}"')
            return [fields[name]]
        flag = word if word in fields and fields[word].kind == FLAG else ""
        return [self.literal(part, kind.phase, flag) for part in _literal_words(word)]

    def match(self, words: list[str], phase: str) -> Order | None:
        """The order that these words are in this phase; the first type that fits.

        `words` are in lower case and closed by END.
        """
        seen: dict[int, Units] = {}
        for sequence in self.sequences.get(phase, ()):
            read: Found = {}
            if self._follow(sequence.items, 0, words, 0, read, seen):
                return _order(sequence.type, read)
        return None

    def _follow(
        self,
        items: tuple[Item, ...],
        index: int,
        words: list[str],
        at: int,
        fields: Found,
        seen: dict[int, Units],
    ) -> bool:
        """Do the items from `index` on fit the words from `at` on, to the end?"""
        for step in range(index, len(items)):
            item = items[step]
            if isinstance(item, Literal):
                at = item.end(words, at)
                if at < 0:
                    return False
                if item.flag:
                    fields[item.flag] = True
                continue
            if item.kind == UNIT_FIELD:
                units = seen.get(at)
                if units is None:
                    units = seen[at] = self.units_at(words, at)
                for unit, end in units:
                    if self._follow(items, step + 1, words, end, fields, seen):
                        fields[item.name] = unit
                        return True
                return False
            value = self.value_at(item, words, at)
            if value is None:
                return False
            fields[item.name], at = value
        return words[at] == END

    def value_at(self, field: Field, words: list[str], at: int) -> tuple[str | int, int] | None:
        """The value of a field that starts at `at`, and where it ends."""
        if field.kind == PLACE:
            return self.names.place_at(words, at)
        if field.kind == POWER:
            return self.names.power_at(words, at)
        if field.kind == NUMBER:
            word = words[at]
            fits = word.isascii() and word.isdigit() and len(word) <= _LONGEST_NUMBER
            return (int(word), at + 1) if fits else None
        if field.kind == CHOICE:
            for choice in sorted(field.choices, key=len, reverse=True):
                key = key_of(choice).split()
                if words[at : at + len(key)] == key:
                    return choice, at + len(key)
        return None

    def units_at(self, words: list[str], at: int) -> Units:
        """The ways to read a unit at `at`, the likeliest first, each with where it ends."""
        kind, start = self.kind_at(words, at)
        if start > at and (standing := self._standing(words, start)) is not None:
            place, number, end = standing
            return [(unit_name(place, kind, "", number), end)]
        units = []
        if (standing := self._standing(words, at)) is not None:
            place, number, end = standing
            units.append((unit_name(place, "", "", number), end))
        named = self.names.power_at(words, at)
        if named is not None:  # "French A Par"; also "Exeter U Chi", where Exeter is a place too
            power, at = named
            at += words[at] == ":"
            kind, start = self.kind_at(words, at)
            if (standing := self._standing(words, start)) is not None:
                place, number, end = standing
                units.append((unit_name(place, kind, power, number), end))
        return units

    def kind_at(self, words: list[str], at: int) -> tuple[str, int]:
        """The kind of unit at `at`, and where its place would start; `at` where none is."""
        kind, end = self.kind_words.get(words[at]), at + 1
        if kind is None and words[at].isdigit():  # 2U
            kind, end = self.kind_words.get(words[at] + words[at + 1]), at + 2
        if words[at] in FILLERS and words[at + 1] in self.kind_words and len(words[at + 1]) > 1:
            kind, end = self.kind_words[words[at + 1]], at + 2
        if kind is None:
            return "", at
        return kind, end + 1 if words[end] in STANDING else end

    def _standing(self, words: list[str], at: int) -> tuple[str, int, int] | None:
        """Place and number of a unit, and where they end: ``ENG/2``, ``(Ven)``."""
        bracket = words[at] == "("
        named = self.names.place_at(words, at + 1 if bracket else at)
        if named is None:
            return None
        place, end = named
        if bracket:
            if words[end] != ")":
                return None
            end += 1
        if words[end] == "/":
            number = words[end + 1]
            if number.isascii() and number.isdigit() and len(number) <= _LONGEST_NUMBER:
                return place, int(number), end + 2
        return place, 0, end


def _kind_words(kinds: Kinds, nouns: Mapping[str, str]) -> dict[str, str]:
    words = {"unit": "", "units": ""}
    for kind in kinds:
        name = kinds[kind] if isinstance(kinds, Mapping) else nouns.get(kind, "")
        for word in (kind, name, f"{name}s" if name else "", "armies" if kind == "A" else ""):
            if word:
                words[word.casefold()] = kind
    if len(set(kinds)) > 1 and all(kind.endswith(UNIT) for kind in kinds):
        # where units differ in strength alone authors write them as armies, 2A
        words |= {f"{kind[:-1]}{ARMY}".casefold(): kind for kind in kinds}
        words |= dict.fromkeys(("army", "armies"), words[UNIT.casefold()])
    return words


def _literal_words(word: str) -> list[str]:
    return re.findall(r"[0-9]+|[^\W\d_]+|-+|\S", word)


def _ends(sequences: Iterable[Sequence], index: int) -> frozenset[str]:
    """The words that are literals at that end of a sequence with a unit."""
    ends: set[str] = set()
    for sequence in sequences:
        item = sequence.items[index] if sequence.items else None
        if isinstance(item, Literal) and not item.flag and len(sequence.items) > 1:
            ends |= item.singles
    return frozenset(ends)


def _order(kind: OrderType, fields: Found) -> Order:
    unit, target, goal = fields.get("unit"), fields.get("target"), fields.get("goal", "")
    extra = tuple(
        (field.name, fields[field.name])
        for field in kind.fields
        if field.name in fields and field.name not in ("unit", "target", "goal", "via")
    )
    return Order(
        kind.verb,
        unit if isinstance(unit, UnitName) else None,
        target if isinstance(target, UnitName) else None,
        str(goal),
        bool(fields.get("via", False)),
        extra,
    )
