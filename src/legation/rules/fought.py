"""A movement that was fought, as whoever explains it asks about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from legation.board.units import Unit
from legation.rules.closing import PARADOX, RING
from legation.rules.movement import Movement
from legation.rules.reports import Fact, Fate, Report, shown
from legation.rules.resolve import Resolution
from legation.rules.strength import Case


class Answer(NamedTuple):
    """What became of an order, why, and whose orders brought it about."""

    fate: Fate
    reason: Report
    causes: tuple[int, ...] = ()


class Fought:
    """One resolved movement: who stopped whom, and how it is told of."""

    def __init__(self, movement: Movement, resolution: Resolution) -> None:
        self.movement = movement
        self.resolution = resolution
        self.intents = movement.intents
        self.reckoning = resolution.reckoning
        self.reports = movement.survey.book.reports
        self.units = [shown(intent.unit) for intent in movement.intents]
        self.ring: set[int] = set()
        self.paradox: set[int] = set()
        self.cycle: set[int] = set()
        self.aside = set(movement.fallen_back)
        for closing in resolution.closings:
            if closing.rule == RING:
                self.ring.update(closing.moves)
            elif closing.rule == PARADOX:
                self.paradox.update(closing.moves)
                self.aside.update(closing.fleets)
            elif closing.rule != "unique":
                self.cycle.update(closing.moves)

    def rivals(self, indices: Iterable[int]) -> tuple[Unit, ...]:
        """Other units, as they are told of."""
        units = self.units
        return tuple([units[index] for index in indices])

    def report(self, kind: str, index: int, clause: str = "", **facts: Fact) -> Report:
        """Why an order fared so: the report, with what the order names."""
        intent = self.intents[index]
        order = intent.order
        facts["unit"] = self.units[index]
        if order is not None:
            if order.goal:
                facts["goal"] = order.goal
            if order.target is not None:
                named = intent.target >= 0
                facts["target"] = self.units[intent.target] if named else order.target
        return Report(kind, clause or self.reports[kind].clause, facts)

    def backers(self, index: int) -> list[int]:
        """A force and the supports that count for it."""
        supporters = self.reckoning.supporters[index]
        if not supporters:
            return [index]
        support = self.resolution.support
        return [index, *[s for s in supporters if support[s]]]

    def others(self, index: int) -> tuple[int, ...]:
        """The other moves that were closed with this one: a ring, a circle, a paradox."""
        return tuple(
            move
            for closing in self.resolution.closings
            if index in closing.moves
            for move in closing.moves
            if move != index
        )

    def ground_clause(self, place: str, holders: Sequence[int]) -> str:
        """The clause by which a place helps who holds it; empty where it helps nobody."""
        ground = self.movement.ground
        powers = {self.intents[index].unit.power for index in holders}
        helps = any((place, power) in ground.hold_bonus for power in powers)
        return ground.clauses.get(place, "") if helps else ""

    def without(self, case: Case, goal: str) -> str:
        """The power whose own support does not count against who stands in the place."""
        if case.empty:
            return ""
        return self.intents[self.reckoning.battle.standing[goal][0]].unit.power

    def untold(self, index: int, fate: Fate, kind: str = "unexplained") -> Answer:
        """A fate that is told without a reason (STD-WHY)."""
        return Answer(fate, Report(kind, self.reports[kind].clause, {"unit": self.units[index]}))
