"""A board as somebody knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter

from legation.board.borders import BorderName
from legation.board.calendar import Phase
from legation.board.units import Dislodged, Unit

Noted = str | BorderName
"""What a fact of a board may name."""

UNSEEN, UNCOUNTED = "unseen", "uncounted"
"""Facts of a board that somebody knows: the powers not all of whose units are
on it, and those not all of whose centres are."""


@dataclass(frozen=True)
class Position:
    """Phase, units, owners of centres, and what the last movement left behind.

    `owners` maps a centre to the power that owns it; a centre without an owner
    is absent. `dislodged` and `contested` (provinces in which units bounced)
    matter in a retreat phase only. `facts` is what a variant keeps beside
    them, by name: codes of places, names of powers, borders. Everything that judges
    legality, lists orders or draws a board works on a Position.
    """

    phase: Phase
    units: tuple[Unit, ...]
    owners: Mapping[str, str] = field(default_factory=dict)
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[str] = frozenset()
    facts: Mapping[str, tuple[Noted, ...]] = field(default_factory=dict)

    @cached_property
    def surveys(self) -> dict[object, object]:
        """What each rulebook has looked up on this board: kept here by `rules.survey`."""
        return {}

    @cached_property
    def by_province(self) -> Mapping[str, Unit]:
        """Province → the unit in it; of several, the first."""
        units: dict[str, Unit] = {}
        for unit in self.units:
            units.setdefault(unit.province, unit)
        return units

    def of(self, power: str) -> tuple[Unit, ...]:
        """The units of one power."""
        return tuple([unit for unit in self.units if unit.power == power])

    def centres_of(self, power: str) -> tuple[str, ...]:
        """The centres that one power owns, by code."""
        return tuple(sorted(c for c, owner in self.owners.items() if owner == power))

    def powers(self) -> tuple[str, ...]:
        """Powers with a unit or a centre, by name."""
        there = set(map(_POWER, self.units))
        there.update(self.owners.values())
        there.update(d.unit.power for d in self.dislodged)
        return tuple(sorted(there))


def sort_units(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Units in the one order that records and reports use: power, place, number, kind."""
    return tuple(sorted(units, key=_ORDER))


_POWER = attrgetter("power")
_ORDER = attrgetter("power", "place", "number", "kind", "id")
