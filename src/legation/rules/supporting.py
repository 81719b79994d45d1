"""Whom a unit could support, and into where (STD-SUP)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Mapping

from legation.board.graph import FLEET, province_of
from legation.board.once import once
from legation.board.units import Unit
from legation.rules.reaches import Goals
from legation.rules.sailing import Sailing


class Supporting(Sailing, ABC):
    """The supports that are possible on a board."""

    @once
    def _supportable(self) -> dict[int, Mapping[int, Goals]]:
        return {}

    @once
    def _helping(self) -> dict[int, Goals]:
        return {}

    @abstractmethod
    def steps(self, unit: Unit) -> frozenset[str]:
        """The places that a unit could go to without a convoy."""

    @abstractmethod
    def support_reach(self, unit: Unit) -> frozenset[str]:
        """The provinces that a unit could support into: where it could go, or as a variant says."""

    def reach(self, unit: Unit) -> frozenset[str]:
        """The provinces that a unit could go to without a convoy, any coast."""
        if self.is_free(unit):
            return self.graph.reach(unit.kind, unit.place)
        steps = self.steps(unit)
        if steps is self.graph.steps(unit.kind, unit.place):
            return self.graph.reach(unit.kind, unit.place)
        return frozenset(province_of(place) for place in steps)

    def ordered_steps(self, unit: Unit) -> tuple[str, ...]:
        """The places that a unit could go to without a convoy, in order of their codes."""
        if self.is_free(unit):
            return self.graph.ordered_steps[unit.kind].get(unit.place, ())
        return tuple(sorted(self.steps(unit)))

    @once
    def _reaches(self) -> list[frozenset[str]]:
        """For each unit, the provinces that it could go to without a convoy."""
        if self.all_free:
            return [offer.reach for offer in self.offers]
        return [self.reach(unit) for unit in self.units]

    @once
    def _reached(self) -> dict[int, frozenset[str]]:
        return {}

    def _reach_of(self, index: int) -> frozenset[str]:
        """The same for one of them; of those that may be somewhere most are never asked of."""
        found = self._reached.get(index)
        if found is None:
            found = self._reached[index] = self.reach(self.units[index])
        return found

    @once
    def walkers(self) -> Mapping[str, list[int]]:
        """Province → the units, by index, that could go there without a convoy."""
        by_goal: defaultdict[str, list[int]] = defaultdict(list)
        for index, reach in enumerate(self._reaches):
            for goal in reach:
                by_goal[goal].append(index)
        return by_goal

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
        if not self.all_free:
            return self._bent_goals(own, other)
        ours, its = self.offers[own], self.offers[other]
        if its.label == ours.label:  # another part of one force: by the map it were itself
            return self._bent_goals(own, other)
        goals = ours.helps.get(its.label, ())
        if wanted in goals or other not in self.sailing:
            return goals
        return self._with_convoys(unit, other, goals)

    def supportable(self, unit: Unit) -> Mapping[int, Goals]:
        """Whom this unit could support, by index → the goals: see `support_goals`."""
        own = self.index[unit]
        helped = self._supportable.get(own)
        if helped is None:
            if self.all_free:
                helps = self.offers[own].helps
                helped = {i: helps[o.label] for i, o in enumerate(self.offers) if o.label in helps}
                helped.update(self.shipped(own))
            else:
                helped = {i: self._bent_goals(own, i) for i in range(len(self.units))}
                helped = {i: goals for i, goals in helped.items() if goals}
            helped.pop(own, None)
            self._supportable[own] = helped
        return helped

    def helps_overseas(self, unit: Unit, army: int, goal: str) -> bool:
        """Could this unit support an army, by index, to where fleets would carry it?"""
        if goal not in self.reach(unit) or goal in self.book.open_places:
            return False
        return self.goes_overseas(army, goal) and goal in self.overseas_but_by(unit, army)

    @once
    def by_sea(self) -> Mapping[str, list[tuple[int, str]]]:
        """Label of a unit → armies, by index, with goals of both to which only fleets bring them.

        A fleet without which the army would not get there cannot help it.
        """
        by_helper: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        units, labels, offers, seas = self.units, self.labels, self.offers, self.seas
        at_sea = {
            label: unit.province
            for label, unit in zip(labels, units, strict=True)
            if unit.kind == FLEET and unit.province in seas
        }
        here, comers = self.labelled.__contains__, self.book.reaches.comers
        helpers: dict[str, list[str]] = {}
        for army, overseas in self.sailing.items():
            near, needed = offers[army].reach, self.waters[units[army].province].needed
            for goal in overseas:
                if goal in near:
                    continue
                if goal not in helpers:
                    helpers[goal] = [*filter(here, comers(goal))]
                passage = army, goal
                for label in helpers[goal]:
                    if label not in at_sea or at_sea[label] not in needed[goal]:
                        by_helper[label].append(passage)
        return by_helper

    def shipped(self, own: int) -> Mapping[int, Goals]:
        """Of the armies that it could support so, everything that it could support."""
        unit = self.units[own]
        armies = [army for army, _ in self.by_sea.get(self.labels[own], ())]
        return {army: self.support_goals(unit, army) for army in armies}

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
        here, reach, closed = target.province, self._reach_of(other), self.book.open_places
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
