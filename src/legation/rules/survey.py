"""What legality looks up in a position: computed once, asked by every order.

Works on a Position as somebody knows it, so it cannot tell what he does not know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from legation.board.graph import ARMY, FLEET, province_of
from legation.board.orders import CHOICE, NUMBER, Field, Order
from legation.board.position import Position
from legation.board.units import Dislodged, Unit, UnitName, unit_name
from legation.errors import OrderError
from legation.rules.choices import Choices
from legation.rules.reaches import Goals
from legation.rules.reports import Adjustment, Report
from legation.rules.standard import Standard


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

    @cached_property
    def checked(self) -> Mapping[str, tuple[tuple[Field, Criterion | None], ...]]:
        """Verb → the fields of such orders in which a value may be wrong, with the criterion."""
        found = {}
        for verb, kind in self.order_types.items():
            fields = ((field, self.criteria.get(field.domain)) for field in kind.fields)
            found[verb] = tuple((f, c) for f, c in fields if c or f.kind in (CHOICE, NUMBER))
        return found

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
    def may_mean(self, survey: Survey, name: UnitName, unit: Unit, power: str) -> bool:
        """Could an order of a power mean this unit, by the kind that it names?"""

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


Judged = dict[tuple[str, Order], Order | OrderError]
"""A power and its order → the order as it stands, or why it does not."""

Lister = Callable[["Survey", Unit], Iterable[Choices]]
"""Lists a unit's orders of one type."""


class Survey:
    """A position seen through a rulebook: who stands where, and who could go where.

    `owed` says what is due to the powers in it, whatever their centres come to.
    `terms` are what a variant lets hold for orders while they are carried out,
    a value of its own class; None on a board for which orders are written.
    """

    def __init__(
        self,
        book: Asked,
        position: Position,
        owed: Mapping[str, int] | None = None,
        terms: object | None = None,
    ) -> None:
        self.book = book
        self.owed = owed or {}
        self.terms = terms
        self.graph = book.graph
        self.position = position
        self.phase = position.phase.kind
        self.lanes = book.lanes
        self.free = book.walks_freely
        self.units = position.units
        self.units = (*position.units, *book.ghosts(self))  # asked on those that are seen
        self.listers: list[Lister] | None = None
        """What `rules.menus` lists each type of order with, once it has been asked."""
        self.judged: Judged | None = None
        """What was found of orders, where it is kept: never on a board that a View holds."""
        self._supportable: dict[int, Mapping[int, Goals]] = {}
        self._helping: dict[int, Goals] = {}

    def due(self, power: str) -> int:
        """Builds due to a power; removals where negative."""
        owed = self.owed.get(power)
        return self.book.due(self, power) if owed is None else owed

    @cached_property
    def index(self) -> Mapping[Unit, int]:
        """Unit → its index among the units."""
        return {unit: index for index, unit in enumerate(self.units)}

    @cached_property
    def seas(self) -> frozenset[str]:
        """The seas with a fleet that can convoy."""
        carriers = self.graph.carriers
        return frozenset(
            [u.province for u in self.position.units if u.kind == FLEET and u.province in carriers]
        )

    # Names

    @cached_property
    def names(self) -> list[UnitName]:
        """Each unit as an order names it, with its power where several may stand in its place."""
        open_places = self.book.open_places
        return [
            unit_name(
                unit.place,
                unit.written,
                unit.power if unit.number or unit.province in open_places else "",
                unit.number,
            )
            for unit in self.units
        ]

    @cached_property
    def called(self) -> Mapping[UnitName, int]:
        """The units whose place is theirs alone, under the name that the program writes."""
        closed, units = self.book.open_places, self.position.units
        apart = len({unit.province for unit in units}) == len(units)
        return {
            unit_name(unit.place, unit.written, "", unit.number): index
            for index, unit in enumerate(units)
            if unit.province not in closed and (apart or len(self.at[unit.province]) == 1)
        }

    @cached_property
    def labels(self) -> list[str]:
        """Each unit's kind and place, as tables of the map name it."""
        label = self.book.reaches.label
        return [label(unit.kind, unit.place) for unit in self.units]

    # Where units could go

    def steps(self, unit: Unit) -> frozenset[str]:
        """The places that a unit could go to without a convoy."""
        steps = self.graph.steps(unit.kind, unit.place)
        return steps if self.free else self.book.steps_of(self, unit, steps)

    def reach(self, unit: Unit) -> frozenset[str]:
        """The provinces that a unit could go to without a convoy, any coast."""
        if self.free:
            return self.graph.reach(unit.kind, unit.place)
        return frozenset(province_of(place) for place in self.steps(unit))

    def ordered_steps(self, unit: Unit) -> tuple[str, ...]:
        """The places that a unit could go to without a convoy, in order of their codes."""
        if self.free:
            return self.graph.ordered_steps[unit.kind].get(unit.place, ())
        return tuple(sorted(self.steps(unit)))

    def support_reach(self, unit: Unit) -> frozenset[str]:
        """The provinces that a unit could support into: where it could go, or as a variant says."""
        return self.book.support_reach(self, unit)

    # Who stands where

    @cached_property
    def ghosts_at(self) -> Mapping[str, tuple[Unit, ...]]:
        """Province → the units that may be in it and are not seen."""
        return _by_province(self.units[len(self.position.units) :])

    @cached_property
    def at(self) -> Mapping[str, tuple[Unit, ...]]:
        """Province → the units in it."""
        return _by_province(self.position.units)

    @cached_property
    def dislodged_at(self) -> Mapping[str, Dislodged]:
        """Province → the dislodged unit that must leave it."""
        return {d.unit.province: d for d in self.position.dislodged}

    # Who could come

    @cached_property
    def _overseas(self) -> list[frozenset[str]]:
        """For each unit, where fleets on the board could carry it."""
        ask, seas = self.lanes.overseas, self.seas
        return [
            ask(unit.province, seas) if seas and unit.kind == ARMY else _NOWHERE
            for unit in self.units
        ]

    @cached_property
    def sailing(self) -> Mapping[int, frozenset[str]]:
        """The armies, by index, that fleets on the board could carry, and where to."""
        return {index: overseas for index, overseas in enumerate(self._overseas) if overseas}

    def overseas_without(self, army: int, fleet: Unit) -> frozenset[str]:
        """Where fleets could carry an army, by index, if one of them did something else."""
        return self.lanes.overseas(self.units[army].province, self.seas - {fleet.province})

    def overseas(self, unit: Unit) -> frozenset[str]:
        """Where fleets on the board, of any power, could carry this unit."""
        return self._overseas[self.index[unit]]

    def falls_back(self, unit: Unit) -> bool:
        """Does it go to a neighbour by land where no convoy takes it (option `land-fallback`)?"""
        return unit.kind == ARMY and self.book.options.land_fallback == "yes"

    @cached_property
    def _reaches(self) -> list[frozenset[str]]:
        """For each unit, the provinces that it could go to without a convoy."""
        return [self.reach(unit) for unit in self.units]

    @cached_property
    def walkers(self) -> Mapping[str, list[int]]:
        """Province → the units, by index, that could go there without a convoy."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for index, reach in enumerate(self._reaches):
            for goal in reach:
                found[goal].append(index)
        return found

    # Supports (STD-SUP)

    def support_goals(self, unit: Unit, other: int, wanted: str | None = None) -> Goals:
        """What this unit could support of another, by index: provinces; "" is support in place.

        It must itself be able to enter the province concerned, which is not
        its own nor one where nobody fights; and it cannot carry the move that
        it supports. Where `wanted` is one that needs no convoy, those that
        need one may be left out.
        """
        own = self.index[unit]
        if own == other:
            return ()
        if not self.free:
            return self._bent_goals(own, other)
        goals = self.book.reaches.near(self.labels[own]).get(self.labels[other], ())
        if wanted in goals or not self._overseas[other]:
            return goals
        return self._with_convoys(unit, other, goals)

    def supportable(self, unit: Unit) -> Mapping[int, Goals]:
        """Whom this unit could support, by index → the goals: see `support_goals`."""
        own = self.index[unit]
        found = self._supportable.get(own)
        if found is None:
            if self.free:
                near = self.book.reaches.near(self.labels[own])
                found = {i: near[label] for i, label in enumerate(self.labels) if label in near}
                found.update(self.shipped(own))
            else:
                found = {i: self._bent_goals(own, i) for i in range(len(self.units))}
                found = {i: goals for i, goals in found.items() if goals}
            found.pop(own, None)
            self._supportable[own] = found
        return found

    @cached_property
    def _by_sea(self) -> Mapping[int, list[tuple[int, str]]]:
        """Unit → armies and goals, all but the goals by index, that only fleets bring together."""
        found: dict[int, list[tuple[int, str]]] = {}
        for army, overseas in self.sailing.items():
            for goal in sorted(overseas - self._reaches[army]):
                for unit in self.walkers.get(goal, ()):
                    if unit != army:
                        found.setdefault(unit, []).append((army, goal))
        return found

    def helped_by_sea(self, own: int) -> list[tuple[int, str]]:
        """The armies, by index, that a unit could support into where only fleets carry them."""
        found, unit = self._by_sea.get(own, []), self.units[own]
        if not found or unit.kind != FLEET or unit.province not in self.seas:
            return found
        return [(a, goal) for a, goal in found if goal in self.overseas_without(a, unit)]

    def shipped(self, own: int) -> Mapping[int, Goals]:
        """Of the armies that it could support so, everything that it could support."""
        found: dict[int, Goals] = {}
        for army, _ in self.helped_by_sea(own):
            if army not in found:
                found[army] = self.support_goals(self.units[own], army)
        return found

    def _with_convoys(self, unit: Unit, other: int, goals: Goals) -> Goals:
        """The same, and where fleets could carry the other unit."""
        overseas, reach = self._overseas[other], self.reach(unit)
        here = self.units[other].province
        if unit.kind == FLEET and unit.province in self.seas:
            overseas = self.overseas_without(other, unit)
        more = (overseas & reach).difference(goals, self.book.open_places)
        if not more:
            return goals
        ordered = self.graph.ordered_reach[unit.kind][unit.place]
        return tuple(
            [
                "" if goal == here else goal
                for goal in ordered
                if goal in more or goal in goals or (goal == here and "" in goals)
            ]
        )

    def _bent_goals(self, own: int, other: int) -> Goals:
        """The same for two units, by index, where a variant bends ways or supports."""
        unit, target, overseas = self.units[own], self.units[other], self._overseas[other]
        if overseas and unit.kind == FLEET and unit.province in self.seas:
            overseas = self.overseas_without(other, unit)
        here, reach, closed = target.province, self._reaches[other], self.book.open_places
        return tuple(
            [
                "" if goal == here else goal
                for goal in self._ordered_reach(own)
                if (goal == here or goal in reach or goal in overseas) and goal not in closed
            ]
        )

    def _ordered_reach(self, own: int) -> Goals:
        """Where a unit, by index, could support into, in order of the codes."""
        if own not in self._helping:
            self._helping[own] = tuple(sorted(self.support_reach(self.units[own])))
        return self._helping[own]

    # Convoys (STD-CON)

    @cached_property
    def carriers(self) -> Mapping[int, Mapping[str, Goals]]:
        """Army, by index → sea → where a fleet there could help to carry it."""
        ask, proper = self.lanes.carriers, self.book.options.superfluous_convoy == "void"
        return {army: ask(self.units[army].province, self.seas, proper) for army in self.sailing}

    def convoy_goals(self, fleet: Unit, army: int) -> Goals:
        """The provinces to which this fleet could help to carry an army, given by index."""
        if fleet.kind != FLEET or army not in self.sailing:
            return ()
        return self.carriers[army].get(fleet.province, ())

    def carried(self, fleet: Unit) -> Mapping[int, Goals]:
        """The armies, by index, that this fleet could help to carry → their goals."""
        if fleet.kind != FLEET or fleet.province not in self.seas:
            return {}
        some = {army: self.convoy_goals(fleet, army) for army in self.sailing}
        return {army: goals for army, goals in some.items() if goals}


def survey_of(book: Asked, position: Position, terms: object | None = None) -> Survey:
    """The survey of a board, made once and kept with it, for all who know this very board."""
    found = position.surveys.get((book, terms))
    if not isinstance(found, Survey):
        found = position.surveys[book, terms] = Survey(book, position, terms=terms)
    return found


def _by_province(units: Iterable[Unit]) -> Mapping[str, tuple[Unit, ...]]:
    found: dict[str, tuple[Unit, ...]] = {}
    for unit in units:
        here = unit.province
        found[here] = (*found[here], unit) if here in found else (unit,)
    return found


_NOWHERE: frozenset[str] = frozenset()
