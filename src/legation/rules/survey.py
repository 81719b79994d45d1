"""What legality looks up in a position: computed once, asked by every order.

Works on a Position as somebody knows it, so it cannot tell what he does not know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from legation.board.graph import ARMY, FLEET, province_of
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.units import Dislodged, Unit, UnitName
from legation.errors import OrderError
from legation.rules.reports import Adjustment, Report
from legation.rules.standard import Standard

Goals = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Criterion:
    """Which values a field of an order may have, and why another may not stand.

    `values` gets the survey, the unit that is ordered and the order; `why`
    the same, and returns the sentence of the refusal.
    """

    clause: str
    values: Callable[[Survey, Unit, Order], Collection[object]]
    why: Callable[[Survey, Unit, Order], str]


class SheetFault(NamedTuple):
    """What is wrong with a sheet as a whole: in its order number `at`, or (-1) in none."""

    at: int
    error: OrderError


class Asked(Standard, ABC):
    """What a rulebook is asked about a survey; `Rulebook` has the standard answers."""

    @property
    @abstractmethod
    def criteria(self) -> Mapping[str, Criterion]:
        """Domain of a field of an order → which values are legal in it."""

    @property
    @abstractmethod
    def walks_freely(self) -> bool:
        """Do units go, and support, where the map lets them, so that nobody need be asked?"""

    @abstractmethod
    def check_sheet(self, survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
        """What is wrong with a sheet whose orders are each legal, on the board its power knows."""

    @abstractmethod
    def warn(self, survey: Survey, power: str, orders: Sequence[Order]) -> list[str]:
        """What a power should know of orders that are legal, on the board it knows."""

    @abstractmethod
    def steps_of(self, survey: Survey, unit: Unit, steps: frozenset[str]) -> frozenset[str]:
        """Of the places that the map lets a unit go to, those it may go to without a convoy."""

    @abstractmethod
    def support_reach(self, survey: Survey, unit: Unit) -> frozenset[str]:
        """The provinces that a unit could support into."""

    @abstractmethod
    def ghosts(self, survey: Survey) -> tuple[Unit, ...]:
        """Units that an order may speak of although nobody sees them."""

    @abstractmethod
    def retreats(self, survey: Survey, unit: Unit, places: tuple[str, ...]) -> tuple[str, ...]:
        """Of the places open to a dislodged unit, those it may go to."""

    @abstractmethod
    def due(self, survey: Survey, power: str) -> int:
        """Builds due to a power; removals where negative."""

    @abstractmethod
    def build_choices(self, survey: Survey, power: str) -> list[UnitName]:
        """The units that a power could build, one by one."""

    @abstractmethod
    def why_no_build(self, survey: Survey, power: str, name: UnitName) -> tuple[str, str]:
        """Why a power cannot build this unit: a sentence without its stop, and the clause."""

    @abstractmethod
    def builds_possible(self, survey: Survey, power: str) -> int:
        """How many builds a power can really use."""

    @abstractmethod
    def relief(self, survey: Survey, unit: Unit) -> int:
        """How many removals it counts for that a unit goes."""

    @abstractmethod
    def removals(
        self, survey: Survey, power: str, units: Sequence[Unit], missing: int
    ) -> list[tuple[Unit, Report]]:
        """Which of a power's units go for so many missing removals, each with the reason."""

    @abstractmethod
    def adjust(self, survey: Survey, orders: Mapping[str, Sequence[Order]]) -> Adjustment:
        """Carry out an adjustment phase."""

    @abstractmethod
    def idle(self, survey: Survey) -> bool:
        """Has nobody anything to decide in this phase, so that it is passed over?"""


class Survey:
    """A position seen through a rulebook: who stands where, and who could go where.

    `owed` says what is due to the powers in it, whatever their centres come to.
    """

    def __init__(
        self, book: Asked, position: Position, owed: Mapping[str, int] | None = None
    ) -> None:
        self.book = book
        self.owed = owed or {}
        self.graph = book.graph
        self.position = position
        self.lanes = book.lanes
        self.units = position.units
        self.units = (*position.units, *book.ghosts(self))  # asked on those that are seen
        self.index = {unit: index for index, unit in enumerate(self.units)}
        self.names = [self._name(unit) for unit in self.units]
        self._supportable: dict[int, Mapping[int, list[str]]] = {}
        self.seas = frozenset(
            unit.province
            for unit in position.units
            if unit.kind == FLEET and unit.province in book.graph.carriers
        )

    def _name(self, unit: Unit) -> UnitName:
        """A unit as an order names it; with its power where several may stand in its place."""
        power = unit.power if unit.number or unit.province in self.book.open_places else ""
        return UnitName(unit.place, unit.written, power, unit.number)

    def due(self, power: str) -> int:
        """Builds due to a power; removals where negative."""
        owed = self.owed.get(power)
        return self.book.due(self, power) if owed is None else owed

    def steps(self, unit: Unit) -> frozenset[str]:
        """The places that a unit could go to without a convoy."""
        steps = self.graph.steps(unit.kind, unit.place)
        return steps if self.book.walks_freely else self.book.steps_of(self, unit, steps)

    def reach(self, unit: Unit) -> frozenset[str]:
        """The provinces that a unit could go to without a convoy, any coast."""
        if self.book.walks_freely:
            return self.graph.reach(unit.kind, unit.place)
        return frozenset(province_of(place) for place in self.steps(unit))

    def ordered_steps(self, unit: Unit) -> tuple[str, ...]:
        """The places that a unit could go to without a convoy, in order of their codes."""
        if self.book.walks_freely:
            return self.graph.ordered_steps[unit.kind].get(unit.place, ())
        return tuple(sorted(self.steps(unit)))

    def support_reach(self, unit: Unit) -> frozenset[str]:
        """The provinces that a unit could support into: where it could go, or as a variant says."""
        return self.book.support_reach(self, unit)

    def _ordered_reach(self, unit: Unit) -> tuple[str, ...]:
        if self.book.walks_freely:
            return self.graph.ordered_reach[unit.kind].get(unit.place, ())
        return tuple(sorted(self.support_reach(unit)))

    @cached_property
    def ghosts_at(self) -> Mapping[str, tuple[Unit, ...]]:
        """Province → the units that may be in it and are not seen."""
        found: dict[str, tuple[Unit, ...]] = {}
        for unit in self.units[len(self.position.units) :]:
            found[unit.province] = (*found.get(unit.province, ()), unit)
        return found

    @cached_property
    def at(self) -> Mapping[str, tuple[Unit, ...]]:
        """Province → the units in it."""
        found: dict[str, list[Unit]] = {}
        for unit in self.position.units:
            found.setdefault(unit.province, []).append(unit)
        return {province: tuple(units) for province, units in found.items()}

    @cached_property
    def dislodged_at(self) -> Mapping[str, Dislodged]:
        """Province → the dislodged unit that must leave it."""
        return {d.unit.province: d for d in self.position.dislodged}

    @cached_property
    def _standing(self) -> Mapping[str, list[int]]:
        """Province → the units in it, by index."""
        found: dict[str, list[int]] = {}
        for index, unit in enumerate(self.units):
            found.setdefault(unit.province, []).append(index)
        return found

    @cached_property
    def _overseas(self) -> list[frozenset[str]]:
        """For each unit, where fleets on the board could carry it."""
        ask, seas = self.lanes.overseas, self.seas
        return [
            ask(unit.province, seas) if seas and unit.kind == ARMY else _NOWHERE
            for unit in self.units
        ]

    def overseas(self, unit: Unit) -> frozenset[str]:
        """Where fleets on the board, of any power, could carry this unit."""
        return self._overseas[self.index[unit]]

    def falls_back(self, unit: Unit) -> bool:
        """Does it go to a neighbour by land where no convoy takes it (option `land-fallback`)?"""
        return unit.kind == ARMY and self.book.options.land_fallback == "yes"

    @cached_property
    def walkers(self) -> Mapping[str, list[int]]:
        """Province → the units, by index, that could go there without a convoy."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for index, unit in enumerate(self.units):
            for goal in self.reach(unit):
                found[goal].append(index)
        return found

    @cached_property
    def sailers(self) -> Mapping[str, list[int]]:
        """Province → the armies, by index, that could go there by convoy only."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for index, overseas in enumerate(self._overseas):
            if overseas:
                unit = self.units[index]
                for goal in overseas - self.reach(unit):
                    found[goal].append(index)
        return found

    def supportable(self, unit: Unit) -> Mapping[int, list[str]]:
        """Whom this unit could support, by index → goals (provinces); "" is support in place.

        It must itself be able to enter the province concerned, which is not
        its own nor one where nobody fights; and it cannot carry the move that
        it supports (STD-SUP).
        """
        index = self.index[unit]
        found = self._supportable.get(index)
        if found is None:
            found = self._supportable[index] = self._list_supportable(index, unit)
        return found

    def _list_supportable(self, own: int, unit: Unit) -> Mapping[int, list[str]]:
        found: defaultdict[int, list[str]] = defaultdict(list)
        standing, walkers, sailers = self._standing, self.walkers, self.sailers
        carries = unit.kind == FLEET and unit.province in self.seas
        left = self.seas - {unit.province} if carries else self.seas
        for goal in self._ordered_reach(unit):
            if goal in self.book.open_places:
                continue
            for index in standing.get(goal, ()):
                found[index].append("")
            for index in walkers.get(goal, ()):
                found[index].append(goal)
            for index in sailers.get(goal, ()):
                if carries:
                    start = self.units[index].province
                    if goal not in self.lanes.overseas(start, left):
                        continue
                found[index].append(goal)
        found.pop(own, None)
        return found

    @cached_property
    def _carried(self) -> Mapping[str, Mapping[int, list[str]]]:
        """Sea → the armies, by index, that a fleet there could help to carry → their goals."""
        found: dict[str, dict[int, list[str]]] = {sea: {} for sea in self.seas}
        proper = self.book.options.superfluous_convoy == "void"
        for index, overseas in enumerate(self._overseas):
            if not overseas:
                continue
            army = self.units[index]
            carriers = self.lanes.carriers(army.province, self.seas, proper)
            for goal, seas in carriers.items():
                for sea in seas:
                    found[sea].setdefault(index, []).append(goal)
        return found

    def carried(self, fleet: Unit) -> Mapping[int, list[str]]:
        """The armies, by index, that this fleet could help to carry → their goals (STD-CON)."""
        if fleet.kind != FLEET or fleet.province not in self.seas:
            return {}
        return self._carried[fleet.province]


_NOWHERE: frozenset[str] = frozenset()
