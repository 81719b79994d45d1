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

from legation.board.calendar import MOVEMENT
from legation.board.graph import ARMY, province_of
from legation.board.orders import CHOICE, NUMBER, Field, Order
from legation.board.position import Position
from legation.board.units import Unit, UnitName
from legation.errors import OrderError
from legation.rules.choices import Choices
from legation.rules.reaches import Goals
from legation.rules.reports import Adjustment, Report
from legation.rules.sailing import Sailing
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

    @property
    @abstractmethod
    def tabled(self) -> bool:
        """Do the map's tables (`rules.choices`) say what the standard orders of movement may be?"""

    @property
    @abstractmethod
    def listers(self) -> Sequence[Lister]:
        """What lists each type of order of a unit in a movement, in the order of the types."""

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


class Survey(Sailing):
    """A position seen through a rulebook: who stands where, and who could go where.

    `owed` says what is due to the powers in it, whatever their centres come to.
    `terms` are what a variant lets hold for orders while they are carried out,
    a value of its own class; None on a board for which orders are written.
    """

    book: Asked

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
        self.tabled = book.tabled and self.phase == MOVEMENT
        """Do the map's tables say what the standard orders may be?"""
        self.judged: Judged | None = None
        """What was found of orders, where it is kept: never on a board that a View holds."""
        self._supportable: dict[int, Mapping[int, Goals]] = {}
        self._helping: dict[int, Goals] = {}

    def due(self, power: str) -> int:
        """Builds due to a power; removals where negative."""
        owed = self.owed.get(power)
        return self.book.due(self, power) if owed is None else owed

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

    # Who could come

    def falls_back(self, unit: Unit) -> bool:
        """Does it go to a neighbour by land where no convoy takes it (option `land-fallback`)?"""
        return unit.kind == ARMY and self.book.options.land_fallback == "yes"

    @cached_property
    def _reaches(self) -> list[frozenset[str]]:
        """For each unit, the provinces that it could go to without a convoy."""
        if self.free:
            return [offer.reach for offer in self.offers]
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
        goals = self.offers[own].helps.get(self.offers[other].label, ())
        if wanted in goals or other not in self.sailing:
            return goals
        return self._with_convoys(unit, other, goals)

    def supportable(self, unit: Unit) -> Mapping[int, Goals]:
        """Whom this unit could support, by index → the goals: see `support_goals`."""
        own = self.index[unit]
        found = self._supportable.get(own)
        if found is None:
            if self.free:
                helps = self.offers[own].helps
                found = {i: helps[o.label] for i, o in enumerate(self.offers) if o.label in helps}
                found.update(self.shipped(own))
            else:
                found = {i: self._bent_goals(own, i) for i in range(len(self.units))}
                found = {i: goals for i, goals in found.items() if goals}
            found.pop(own, None)
            self._supportable[own] = found
        return found

    def helps_overseas(self, unit: Unit, army: int, goal: str) -> bool:
        """Could this unit support an army, by index, to where fleets would carry it?"""
        if goal not in self.reach(unit) or goal in self.book.open_places:
            return False
        return goal in self.overseas_but_by(unit, army)

    @cached_property
    def _by_sea(self) -> Mapping[int, Mapping[int, list[str]]]:
        """Unit → army, both by index → goals of both to which only fleets bring the army."""
        found: defaultdict[int, dict[int, list[str]]] = defaultdict(dict)
        for army, overseas in self.sailing.items():
            reach = self._reaches[army]
            for goal in overseas:
                for unit in self.walkers.get(goal, ()) if goal not in reach else ():
                    if army in found[unit]:
                        found[unit][army].append(goal)
                    else:
                        found[unit][army] = [goal]
        return found

    def helped_by_sea(self, own: int) -> Mapping[int, Sequence[str]]:
        """The armies, by index → where a unit could support them and only fleets carry them."""
        armies, unit = self._by_sea.get(own, _NONE), self.units[own]
        seas = self.seas_but_of(unit)
        if seas is self.seas:
            return armies
        found = {}
        for army, goals in armies.items():
            overseas = self.lanes.overseas(self.units[army].province, seas)
            found[army] = [goal for goal in goals if goal in overseas]
        return found

    def shipped(self, own: int) -> Mapping[int, Goals]:
        """Of the armies that it could support so, everything that it could support."""
        helped, unit = self.helped_by_sea(own), self.units[own]
        return {army: self.support_goals(unit, army) for army, goals in helped.items() if goals}

    def _with_convoys(self, unit: Unit, other: int, goals: Goals) -> Goals:
        """The same, and where fleets could carry the other unit."""
        overseas, reach = self.overseas_but_by(unit, other), self.reach(unit)
        here = self.units[other].province
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
        unit, target = self.units[own], self.units[other]
        overseas = self.overseas_but_by(unit, other)
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


def survey_of(book: Asked, position: Position, terms: object | None = None) -> Survey:
    """The survey of a board, made once and kept with it, for all who know this very board."""
    found = position.surveys.get((book, terms))
    if not isinstance(found, Survey):
        found = position.surveys[book, terms] = Survey(book, position, terms=terms)
    return found


_NONE: Mapping[int, list[str]] = {}
