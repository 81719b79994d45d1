"""A reader's world: the battle as he may know it, and what he is told of it (STD-WHY).

His world is fought with what he was shown. Where a move succeeds in it that he
is told to have failed, something stopped it that he does not know: the move is
given, and his world is fought again. In the end he is told who moved, stayed
or was dislodged, as his board shows it; supports and convoys, which no board
shows, as in his world; and a reason wherever his world came to what he is told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from functools import cached_property, lru_cache, partial

from legation.board.graph import province_of
from legation.board.once import Each
from legation.rules.battle import Preset
from legation.rules.decided import YES
from legation.rules.explain import Reasoned, end_of, fate_of, order_told, refusals
from legation.rules.fought import Answer, Fought
from legation.rules.intents import UNMATCHED, Intent
from legation.rules.movement import fight
from legation.rules.reports import Fate, Outcome
from legation.rules.shown import Shown
from legation.rules.survey import Survey
from legation.rules.why_helped import cut

_HELP = ("support", "convoy")


class World:
    """The world of one reader, fought until nothing in it succeeds that he is told to have failed.

    `given` are its moves that were stopped by what he does not know (rule 2).
    Everything else is by the index of an intent: the `fates` in it, each found
    when it is asked for, and where he sees each unit afterwards.
    """

    def __init__(self, book: Reasoned, shown: Shown) -> None:
        self.book, self.shown = book, shown
        self.survey = Survey(book, shown.board, terms=shown.terms)
        self.given: frozenset[int] = frozenset()
        self._fight()
        self.ends = [shown.ends[intent.unit] for intent in self.intents]
        while stopped := self._stopped():
            self.given |= stopped
            self._fight()

    def _fight(self) -> None:
        orders, ground = self.shown.orders, self.shown.ground
        self.movement, self.resolution = fight(self.survey, orders, ground, self.given)
        self.intents = self.movement.intents
        self._fought = Fought(self.movement, self.resolution)
        self.fates = Each(partial(fate_of, self.book, self._fought, self.given))

    # Rule 2: moves that were stopped

    def _stopped(self) -> frozenset[int]:
        """The moves that succeed, are told to have failed, and rest on no other such move.

        Of a ring of moves each rests on all the others, so they come together.
        """
        doubted = {
            index
            for index, arrived in enumerate(self.resolution.arrived)
            if arrived and end_of(self.movement, self.resolution, index) != self.ends[index]
        }
        rests = {index: self._rests(index) & doubted for index in doubted}
        reach = {index: _closure(index, rests.__getitem__) for index in doubted}
        return frozenset(i for i in doubted if all(i in reach[j] for j in reach[i]))

    def _rests(self, index: int) -> set[int]:
        """The orders that a success rests on: its causes, and whoever had to leave its goal."""
        goal = self.movement.battle.forces[index].goal
        ahead = self.movement.battle.standing.get(goal, ())
        return {*self.fates[index].causes, *ahead} - {index}

    # What agrees

    @cached_property
    def fared(self) -> list[bool]:
        """Did each unit fare in his world as his board shows it?"""
        return [self._fared(index) for index in range(len(self.intents))]

    def _fared(self, index: int) -> bool:
        if end_of(self.movement, self.resolution, index) != self.ends[index]:
            return False
        intent = self.intents[index]
        if intent.order is None or not intent.moves or self.resolution.arrived[index]:
            return True
        if index in self.given:
            return True
        goal = province_of(intent.order.goal)
        return (goal in self.resolution.contested) == (goal in self.shown.contested)

    @cached_property
    def told(self) -> list[bool]:
        """Is each order told to have fared as it does in his world (rules 2 and 4)?"""
        is_told = list(self.fared)
        for index, intent in enumerate(self.intents):
            if _is_help(intent):
                concerned = [index, *self._attackers(index)]
                concerned += [intent.target] if intent.target >= 0 else []
                is_told[index] = all(self.fared[i] for i in concerned)
        return is_told

    def _attackers(self, index: int) -> Iterable[int]:
        """The moves of others to where a unit stands."""
        own, forces = self.movement.battle.forces[index], self.movement.battle.forces
        for other, force in enumerate(forces):
            if force.goal == own.place and force.power != own.power and self.intents[other].moves:
                yield other

    # Rule 3: chains

    @cached_property
    def sound(self) -> Each[int, bool]:
        """May the reason of an order be told: it and its chain fared as they are told?"""
        return Each(self._sound)

    def _sound(self, index: int) -> bool:
        if not self.told[index] or index in self.given:
            return False
        return all(self.told[i] for i in _closure(index, lambda i: self.fates[i].causes))

    # Outcomes

    def outcomes(self) -> tuple[Outcome, ...]:
        """What the reader is told of every order that he is shown."""
        return (*map(self._made.__getitem__, self._heard), *refusals(self.movement))

    def toward(self, places: Collection[str]) -> tuple[Outcome, ...]:
        """The same of orders with a goal in these provinces, refused ones left out."""
        return tuple([self._made[index] for index, goal in self._goals if goal in places])

    @cached_property
    def _goals(self) -> list[tuple[int, str]]:
        """The orders that he is shown, each with the province of its goal."""
        orders = ((index, order_told(self.movement, index)) for index in self._heard)
        return [(index, province_of(order.goal)) for index, order in orders if order is not None]

    @cached_property
    def _made(self) -> Each[int, Outcome]:
        return Each(self._placed)

    @cached_property
    def _heard(self) -> dict[int, int]:
        """The orders that he is shown, each with its place among the outcomes."""
        silent = self.shown.silent
        heard = [index for index, intent in enumerate(self.intents) if intent.unit not in silent]
        return {index: at for at, index in enumerate(heard)}

    def _placed(self, index: int) -> Outcome:
        """An order's outcome, its causes named by their places among the outcomes."""
        told, place = self._outcome(index), self._heard
        causes = tuple([place[cause] for cause in told.causes if cause in place])
        return told if causes == told.causes else replace(told, causes=causes)

    def _outcome(self, index: int) -> Outcome:
        """An order's outcome, with its reason where that may be told."""
        intent, told = self.intents[index], self.fates[index]
        fought = self._fought
        if _helps_nobody(intent):
            cutters = tuple(self._cutters(index)) if self.sound[index] else ()
            if cutters:
                answer = cut(fought, index, cutters)
            else:
                answer = fought.untold(index, Fate.UNTOLD, "untold")
        elif _is_help(intent) and not self.told[index]:
            answer = fought.untold(index, Fate.UNTOLD, "untold")
        elif not self.sound[index]:
            answer = self._unexplained(index)
        else:
            answer = None
        if answer is not None:
            told = replace(told, fate=answer.fate, reason=answer.reason, causes=answer.causes)
        end = self.ends[index]
        lost = None if end else self.shown.lost.get(intent.unit)
        return replace(
            told,
            at=end,
            dislodged=not end,
            by=lost.by if lost else "",
            retreats=lost.retreats if lost else (),
        )

    def _unexplained(self, index: int) -> Answer:
        """A fate without a reason, and who stands now where he did not get in, or not stay."""
        told = self._fought.untold(index, self._fate(index))
        place = self._lost_place(index)
        stands = tuple([unit for unit in self.shown.seen if unit.province == place])
        if not stands or place in self.movement.battle.open_places:
            return told
        facts = {**told.reason.facts, "place": place, "rivals": stands}
        return told._replace(reason=replace(told.reason, kind="unexplained-taken", facts=facts))

    def _lost_place(self, index: int) -> str:
        """The place that a unit was dislodged from, or did not get into; empty for any other."""
        intent, end = self.intents[index], self.ends[index]
        if not end:
            return intent.unit.province
        if intent.moves and intent.order is not None and end != intent.order.goal:
            return province_of(intent.order.goal)
        return ""

    def _fate(self, index: int) -> Fate:
        """The fate of an order, help apart, as his board shows it."""
        intent, end = self.intents[index], self.ends[index]
        if self.told[index]:
            return self.fates[index].fate
        if intent.moves and intent.order is not None:
            return Fate.SUCCEEDS if end == intent.order.goal else Fate.FAILS
        if end not in ("", intent.unit.place):
            return Fate.SUCCEEDS
        return intent.remark or Fate.HOLDS

    def _cutters(self, index: int) -> Iterable[int]:
        """The attacks that cut help for one who is not seen; none from where it is given to."""
        intent, forces = self.intents[index], self.movement.battle.forces
        reckoning, place = self.resolution.reckoning, forces[index].place
        if intent.order is None or intent.order.verb != "support":
            return
        if place in self.movement.battle.open_places:
            return
        for other in self._attackers(index):
            force = forces[other]
            comes = force.preset == Preset.OK and reckoning.present(other) == YES
            hostile = reckoning.hostile(force.power, forces[index].power)
            if comes and hostile and force.place != province_of(intent.order.goal):
                yield other


class Telling:
    """What a reader is told of a movement: a function of what he was shown (STD-WHY).

    His world is fought when something of it is first asked for.
    """

    def __init__(self, book: Reasoned, shown: Shown) -> None:
        self.book, self.shown = book, shown

    def all(self) -> tuple[Outcome, ...]:
        """The outcomes of all orders that he is shown."""
        return _world(self).outcomes()

    def toward(self, places: Collection[str]) -> tuple[Outcome, ...]:
        """The same of orders with a goal in these provinces alone, refused ones left out."""
        return _world(self).toward(places)


@lru_cache(maxsize=32)
def _world(telling: Telling) -> World:
    """The last few are kept: what is asked of one piece by piece is asked within a few turns."""
    return World(telling.book, telling.shown)


def _is_help(intent: Intent) -> bool:
    """Is the order a support or a convoy, whose fate no board shows?"""
    order = intent.order or intent.written
    return order is not None and order.verb in _HELP


def _helps_nobody(intent: Intent) -> bool:
    """Is a unit to help one that may be there, but is not seen?"""
    return intent.remark == UNMATCHED and intent.target < 0 and _is_help(intent)


def _closure(start: int, links: Callable[[int], Iterable[int]]) -> set[int]:
    """All that is reached from a start, over one link or several."""
    closure: set[int] = set()
    todo = [start]
    while todo:
        for near in links(todo.pop()):
            if near not in closure:
                closure.add(near)
                todo.append(near)
    return closure
