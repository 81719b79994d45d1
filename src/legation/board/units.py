"""Units as they stand on the board, and units as an order names them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from legation.board.graph import KIND_NAMES, UNIT, province_of


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the board.

    `place` carries the coast where the province has split coasts. `strength`
    is 1 in the standard game; men or ships where units are counted, and then
    stands behind the place. `number`
    tells the units of one power in one open place apart (STD-UNIT) and is 0
    where there is only one. `id` is private and survives moves. `province` is that of
    `place`.
    """

    power: str
    kind: str
    place: str
    strength: int = 1
    number: int = 0
    id: int = 0

    province: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "province", province_of(self.place))

    def __hash__(self) -> int:
        return hash(self.place)  # units are looked up all the time; few share a place

    def moved(self, place: str, number: int = 0) -> Unit:
        """This unit in a place, with a number there."""
        if place == self.place and number == self.number:
            return self
        # field by field: a third of all units move in a phase, and __init__ takes twice as long
        unit: Unit = _new(Unit)
        _power(unit, self.power)
        _kind(unit, self.kind)
        _place(unit, place)
        _strength(unit, self.strength)
        _number(unit, number)
        _id(unit, self.id)
        _province(unit, place.partition("/")[0])
        return unit

    @property
    def shown(self) -> Unit:
        """This unit as it may be told of: without its private identity."""
        if not self.id:
            return self
        return _shown(self.power, self.kind, self.place, self.strength, self.number)

    @property
    def written(self) -> str:
        """The kind as it is written: ``A``, ``U``, ``2U`` for a unit of strength 2."""
        return self.kind if self.strength == 1 else kind_word(self.kind, self.strength)

    def __str__(self) -> str:
        counted = f" {self.strength}" if self.strength != 1 and self.kind != UNIT else ""
        return f"{self.written} {self.place}{counted}" + (f"/{self.number}" if self.number else "")


_new = object.__new__
_power, _kind, _place, _strength, _number, _id, _province = [
    getattr(Unit, name).__set__ for name in Unit.__slots__
]


def kind_word(kind: str, strength: int) -> str:
    """A kind with its strength, where units of one kind have several: ``2U``."""
    return f"{strength}{kind}" if kind == UNIT and strength > 1 else kind


def a_kind(kind: str, nouns: Mapping[str, str] = KIND_NAMES) -> str:
    """A written kind of unit with its article: ``an army``."""
    noun = nouns.get(kind, kind)
    return f"{'an' if noun[0] in 'aeio' else 'a'} {noun}"


def kind_and_strength(word: str) -> tuple[str, int]:
    """What a written kind says: ``2U`` is a unit of strength 2."""
    digits = word[:-1]
    return (word[-1], int(digits)) if digits.isdecimal() and digits.isascii() else (word, 1)


@dataclass(frozen=True, slots=True)
class UnitName:
    """A unit as an order names it: each part may be missing, or wrong.

    `kind` is empty where none was written, `power` unless a power was named,
    `number` 0 unless one was given.
    """

    place: str
    kind: str = ""
    power: str = ""
    number: int = 0

    def __hash__(self) -> int:
        return hash(self.place)  # looked up all the time, like the unit itself

    @property
    def province(self) -> str:
        """The province of `place`."""
        return province_of(self.place)

    def __str__(self) -> str:
        words = [word for word in (self.power, self.kind, self.place) if word]
        return " ".join(words) + (f"/{self.number}" if self.number else "")


@lru_cache(maxsize=4096)
def _shown(power: str, kind: str, place: str, strength: int, number: int) -> Unit:
    return Unit(power, kind, place, strength, number)


@lru_cache(maxsize=4096)
def unit_name(place: str, kind: str, power: str, number: int) -> UnitName:
    """A name of a unit; the same few are made all the time, so one of each is kept."""
    return UnitName(place, kind, power, number)


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A unit that lost its place and must retreat.

    `by` is the province the attack came from; `retreats` the places open to
    it, in the order of the map.
    """

    unit: Unit
    by: str
    retreats: tuple[str, ...]
