"""Units as they stand on the board, and units as an order names them."""

from __future__ import annotations

from dataclasses import dataclass, field

from legation.board.graph import province_of


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit on the board.

    `place` carries the coast where the province has split coasts. `strength`
    is 1 in the standard game; men or ships where units are counted. `number`
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

    def __str__(self) -> str:
        return f"{self.kind} {self.place}" + (f"/{self.number}" if self.number else "")


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

    @property
    def province(self) -> str:
        """The province of `place`."""
        return province_of(self.place)

    def __str__(self) -> str:
        words = [word for word in (self.power, self.kind, self.place) if word]
        return " ".join(words) + (f"/{self.number}" if self.number else "")


@dataclass(frozen=True, slots=True)
class Dislodged:
    """A unit that lost its place and must retreat.

    `by` is the province the attack came from; `retreats` the places open to
    it, in the order of the map.
    """

    unit: Unit
    by: str
    retreats: tuple[str, ...]
