"""A board as somebody knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter

from legation.board.borders import BorderName
from legation.board.calendar import Phase
from legation.board.once import once
from legation.board.units import Dislodged, Unit

Noted = str | BorderName
"""What a fact of a board may name."""

UNSEEN, UNCOUNTED, FOGGED = "unseen", "uncounted", "fogged"
"""Facts of a board that somebody knows: the powers not all of whose units are
on it, those not all of whose centres are, and the provinces out of his sight."""


@dataclass(frozen=True, init=False)
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

    def __init__(
        self,
        phase: Phase,
        units: tuple[Unit, ...],
        owners: Mapping[str, str] | None = None,
        dislodged: tuple[Dislodged, ...] = (),
        contested: frozenset[str] = frozenset(),
        facts: Mapping[str, tuple[Noted, ...]] | None = None,
    ) -> None:
        # all fields at once: a phase makes three boards, and one by one takes twice as long
        self.__dict__.update(
            phase=phase,
            units=units,
            owners={} if owners is None else owners,
            dislodged=dislodged,
            contested=contested,
            facts={} if facts is None else facts,
        )

    @once
    def surveys(self) -> dict[object, object]:
        """What each rulebook has looked up on this board: kept here by `rules.survey`."""
        return {}

    @once
    def by_province(self) -> Mapping[str, Unit]:
        """Province → the unit in it; of several, the first."""
        return {unit.province: unit for unit in reversed(self.units)}

    def of(self, power: str) -> tuple[Unit, ...]:
        """The units of one power."""
        return tuple([unit for unit in self.units if unit.power == power])

    def centres_of(self, power: str) -> tuple[str, ...]:
        """The centres that one power owns, by code."""
        return self._estates.get(power, ())

    @once
    def _estates(self) -> Mapping[str, tuple[str, ...]]:
        estates: dict[str, list[str]] = {}
        for centre in sorted(self.owners):
            estates.setdefault(self.owners[centre], []).append(centre)
        return {power: tuple(centres) for power, centres in estates.items()}

    @once
    def sizes(self) -> Mapping[str, int]:
        """Power → how many units it has, where it has any."""
        return _counted([unit.power for unit in self.units])

    @once
    def riches(self) -> Mapping[str, int]:
        """Power → how many centres it owns, where it owns any."""
        return _counted(self.owners.values())

    def powers(self) -> tuple[str, ...]:
        """Powers with a unit or a centre, by name."""
        return tuple(sorted(self.present))

    @once
    def present(self) -> frozenset[str]:
        """The same, in no order."""
        there = {unit.power for unit in self.units}
        there.update(self.owners.values())
        there.update([lost.unit.power for lost in self.dislodged])
        return frozenset(there)


def _counted(powers: Iterable[str]) -> Mapping[str, int]:
    """How often each is there; a Counter takes longer to be made than this to count thirty."""
    counts: dict[str, int] = {}
    for power in powers:
        counts[power] = counts.get(power, 0) + 1
    return counts


def sort_units(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Units in the one order that records and reports use: power, place, number, kind."""
    return tuple(sorted(units, key=_ORDER))


def sort_apart(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """The same for units of which none shares its place: two texts are compared in one."""
    return tuple(sorted(units, key=lambda unit: f"{unit.power}\0{unit.place}"))


_ORDER = attrgetter("power", "place", "number", "kind", "id")
