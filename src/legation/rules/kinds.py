"""Report kinds: each is declared once, with its facts and their types, in ``words.toml``."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from legation.board.borders import BorderName
from legation.board.calendar import Phase
from legation.board.orders import Order
from legation.board.units import Unit, UnitName
from legation.errors import meant
from legation.rules.reports import Fact, Report


class Sort(Enum):
    """What a fact is: the values are the words of ``words.toml``. Each may stand alone or listed.

    An ``owned`` unit is told with its owner, ``French A Par``; a ``named`` one is
    the name that an order used, and there may be none; a ``kind`` is the letter of
    a unit, told as "an army"; a ``why`` is the reason of a refusal, of a kind of its
    own; ``words`` are a sentence or a note that was somebody's own.
    """

    _value_: str

    UNIT = "unit"
    OWNED = "owned"
    NAMED = "named"
    PLACE = "place"
    POWER = "power"
    NUMBER = "number"
    ORDER = "order"
    PHASE = "phase"
    KIND = "kind"
    BORDER = "border"
    WHY = "why"
    WORDS = "words"

    @property
    def values(self) -> tuple[type, ...]:
        """The types of its values."""
        return _VALUES.get(self, (str,))

    @property
    def written(self) -> str:
        """What one is, and how files for people write it."""
        return _WRITTEN[self]

    def misfits(self, name: str, fact: Fact) -> Iterator[str]:
        """Which values of a fact of this name are not of this sort; for tests."""
        for each in fact if isinstance(fact, tuple) else (fact,):
            if not isinstance(each, self.values):
                yield f"{name} is {each!r}, and not of the type {self.value}"


_VALUES: Mapping[Sort, tuple[type, ...]] = {
    Sort.UNIT: (Unit,),
    Sort.OWNED: (Unit,),
    Sort.NAMED: (UnitName,),
    Sort.NUMBER: (int,),
    Sort.ORDER: (Order,),
    Sort.PHASE: (Phase,),
    Sort.BORDER: (BorderName,),
    Sort.WHY: (Report,),
}

_WRITTEN: Mapping[Sort, str] = {
    Sort.UNIT: "a unit: A Par",
    Sort.OWNED: "a unit with its owner: French A Par",
    Sort.NAMED: "a unit as an order names it: A Par, or Par",
    Sort.PLACE: "a place: Par",
    Sort.POWER: "a power: France",
    Sort.NUMBER: "a whole number: 3",
    Sort.ORDER: "an order: A Par - Bur",
    Sort.PHASE: "a phase: Spring 1901, movement",
    Sort.KIND: "a kind of unit: an army",
    Sort.BORDER: "a border: Bur-Mun",
    Sort.WHY: "the sentence of another kind, which says why",
    Sort.WORDS: "a text",
}

OR = "or"
"""In a template, after a colon: the listed values are a choice, ``{places:or}``."""

NAME = "name"
"""The same: a place by its full name, ``{place:name}``."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a template: text as it stands, or a fact and what is asked of it.

    `many` is asked where a fact decides only between two wordings, for one and
    for several: ``{rivals:was|were}``. `full` asks for the full name of a place.
    """

    text: str = ""
    fact: str = ""
    choice: bool = False
    many: tuple[str, str] | None = None
    full: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """Something that one knows beside the board: its template, and of which sort it is."""

    text: str
    holds: Sort = Sort.WORDS


@dataclass(frozen=True)
class Kind:
    """A kind of report: its template, its facts, its clause, and a word for the fate that it tells.

    `clause` is empty where each report rests on the clause of what refused an
    order; `also` are the clauses that it may rest on as well. `called` is how the
    unit is called where only its name stands in a list, if not by that name.
    `named` says of a power, ``{whose}``, what the text says to it. `section` is the
    heading under which ``words.toml`` has it.
    """

    name: str
    text: str
    parts: tuple[Part, ...]
    facts: Mapping[str, Sort]
    clause: str = ""
    also: tuple[str, ...] = ()
    fate: str = ""
    called: tuple[Part, ...] = ()
    named: tuple[Part, ...] = ()
    section: str = ""

    def misfits(self, report: Report, why: bool = False) -> Iterator[str]:
        """What of a report of this kind, or of a `why` of one, is not as declared; for tests.

        A `why` may rest on the clause of what refused the order instead.
        """
        clauses = (self.clause, *self.also)
        if not report.clause or (self.clause and report.clause not in clauses and not why):
            yield f"it rests on {report.clause}, not on {' or '.join(clauses)}"
        for name, value in report.facts.items():
            sort = self.facts.get(name)
            if sort is None:
                yield f"it has the fact {name}, which is not declared"
                continue
            yield from sort.misfits(name, value)
        for part in self.parts:
            if part.fact and part.fact not in report.facts:
                yield f"it lacks the fact {part.fact}"


def parts_of(text: str, facts: Mapping[str, Fact] | Mapping[str, Sort]) -> tuple[Part, ...]:
    """A template in pieces.

    Raises:
        ValueError: where it names a fact that there is not, or has a brace too many.
    """
    parts = []
    try:
        pieces = list(string.Formatter().parse(text))
    except ValueError as error:
        open_ = "end of string" in str(error) or "'{'" in str(error)
        wrong = "a brace that is not closed" if open_ else "a brace too many"
        raise ValueError(f"its text has {wrong}; one that is meant stands twice") from None
    for plain, name, asked, converted in pieces:
        if plain:
            parts.append(Part(plain))
        if name is None:
            continue
        if name not in facts:
            known = ", ".join(facts) or "none"
            hint = meant(name, facts)
            raise ValueError(f"its text has {{{name}}}, and its facts are {known}.{hint}")
        one, bar, several = (asked or "").partition("|")
        if converted or (asked and asked not in (OR, NAME) and not bar):
            said = "by :or, by :name, or by two wordings, :was|were"
            raise ValueError(f"{{{name}}} may be followed {said}")
        many = (one, several) if bar else None
        parts.append(Part("", name, asked == OR, many, asked == NAME))
    return tuple(parts)
