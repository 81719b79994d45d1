"""What legality looks up in a position: computed once, asked by every order.

Works on a Position as somebody knows it, so it cannot tell what he does not know.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

from legation.board.graph import ARMY, FLEET, province_of
from legation.board.position import Position
from legation.board.units import Dislodged, Unit, UnitName
from legation.rules.rulebook import Rulebook

Goals = tuple[str, ...]


class Survey:
    """A position seen through a rulebook: who stands where, and who could go where."""

    def __init__(self, book: Rulebook, position: Position) -> None:
        self.book = book
        self.graph = book.graph
        self.position = position
        self.lanes = book.lanes
        self.units = position.units
        if book.ghosts is not None:
            self.units = (*position.units, *book.ghosts(self))
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

    def steps(self, unit: Unit) -> frozenset[str]:
        """The places that a unit could go to without a convoy."""
        steps = self.graph.steps(unit.kind, unit.place)
        return steps if self.book.steps_of is None else self.book.steps_of(self, unit, steps)

    def reach(self, unit: Unit) -> frozenset[str]:
        """The provinces that a unit could go to without a convoy, any coast."""
        if self.book.steps_of is None:
            return self.graph.reach(unit.kind, unit.place)
        return frozenset(province_of(place) for place in self.steps(unit))

    def ordered_steps(self, unit: Unit) -> tuple[str, ...]:
        """The places that a unit could go to without a convoy, in order of their codes."""
        if self.book.steps_of is None:
            return self.graph.ordered_steps[unit.kind].get(unit.place, ())
        return tuple(sorted(self.steps(unit)))

    def support_reach(self, unit: Unit) -> frozenset[str]:
        """The provinces that a unit could support into: where it could go, or as a variant says."""
        ask = self.book.support_reach
        return self.reach(unit) if ask is None else ask(self, unit)

    def _ordered_reach(self, unit: Unit) -> tuple[str, ...]:
        if self.book.steps_of is None and self.book.support_reach is None:
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
        return unit.kind == ARMY and self.book.options["land-fallback"] == "yes"

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
        proper = self.book.options["superfluous-convoy"] == "void"
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
