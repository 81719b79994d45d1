"""The planner of `plan`, whose plans the compiled kernel makes better: the very same plans."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from itertools import accumulate, chain

import numpy as np

from legation.board.graph import province_of
from legation.bots.plan import ROUNDS, Planner
from legation.bots.weighing import (
    BACK,
    CARRY,
    FEE,
    GO,
    HELP,
    LOST,
    STAY,
    UNGUARDED,
    Act,
    Plan,
)
from legation.kernel import acts as kernel
from legation.kernel.acts import Float64s, packed, room
from legation.kernel.climb import climb_once, value
from legation.kernel.compiling import ready
from legation.kernel.layout import Int64s

_NOTHING = (0.0, 0.0, 0.0, 0.0)


def load() -> None:
    """Have the kernel ready."""
    none = kernel.nothing()
    plan = np.zeros(0, np.int64)
    ready("climb", climb_once, lambda: climb_once(*none, plan, plan, True))


class Climber(Planner):
    """A planner that lays all acts of its power out as arrays."""

    def plan(self) -> Plan:
        """The plan, an act for each actor."""
        if not self.front.actors:
            return []
        laid = Laid(self)
        plan = list(range(len(self.front.actors)))
        for index, place in self.drawn():
            plan[index] = laid.going(index, place)
        return laid.plan(self.climbed(laid, np.array(plan, np.int64)))

    def climbed(self, laid: Laid, plan: Int64s) -> Int64s:
        """A plan of these acts, made better in place."""
        first, sample, count = True, self.rng.sample, range(len(plan))
        for _ in range(ROUNDS):
            order = np.array(sample(count, len(count)), np.int64)
            if not climb_once(*laid.parts, plan, order, first):
                break
            first = False
        return plan


class Laid:
    """All acts of a planner's power, and what they hang on, as numbers.

    `parts` is what `kernel.acts.climb_of` takes.
    """

    def __init__(self, planner: Climber) -> None:
        self._planner, self._front, self._scales = planner, planner.front, planner.scales
        self._homes = [actor.here for actor in self._front.actors]
        self._ways = [(n, way) for n, each in enumerate(planner.landings) for way in each]
        self._helps = _offsets(self._front.aids, len(self._homes))
        self._goes = _offsets(planner.goals, self._helps[-1])
        lengths = (1 + len(way.carriers) for _, way in self._ways)
        self._starts = list(accumulate(lengths, initial=self._goes[-1]))
        self._provinces = self._named()
        charged = planner.values.charges
        named = dict.fromkeys(chain(self._provinces, charged))
        self._at = {place: number for number, place in enumerate(named)}
        self.parts = self._laid_out(charged)

    def value(self, plan: Int64s) -> float:
        """What a plan comes to, int64 (N,) of the numbers of acts."""
        return float(value(*self.parts, plan))

    def going(self, index: int, place: str) -> int:
        """The number of a move, of an actor to a place beside it."""
        places = [goal for goal, _ in self._planner.goals[index]]
        return self._goes[index] + places.index(place)

    def plan(self, numbers: Int64s) -> Plan:
        """A plan, from the numbers of its acts."""
        return [self._act(index, number) for index, number in enumerate(numbers.tolist())]

    def _act(self, index: int, number: int) -> Act:
        province = self._provinces[number]
        if number < self._helps[0]:
            return Act(STAY, province, index)
        if number < self._goes[0]:
            return Act(HELP, province, index)
        if number < self._starts[0]:
            place, _ = self._planner.goals[index][number - self._goes[index]]
            return Act(GO, province, index, place)
        at = bisect_right(self._starts, number) - 1
        army, way = self._ways[at]
        if number == self._starts[at]:
            return Act(GO, province, index, way.place, way.carriers)
        return Act(CARRY, province, index, self._homes[army])

    def _named(self) -> list[str]:
        """The province of each act, in the order in which the kernel has them."""
        names = [*self._homes, *chain.from_iterable(self._front.aids)]
        names += [province for goals in self._planner.goals for _, province in goals]
        for _, way in self._ways:
            names += [province_of(way.place)] * (1 + len(way.carriers))
        return names

    def _laid_out(self, charged: Mapping[str, float]) -> tuple[Int64s, Float64s, Int64s, Float64s]:
        front, at, scales = self._front, self._at, self._scales
        foes, grounds = self._grounds()
        landings = self._planner.landings
        whole: list[Sequence[int]] = [
            [at[place] for place in self._provinces],
            self._helps,
            self._goes,
            _offsets(landings),
            self._starts,
            [carrier for _, way in self._ways for carrier in way.carriers],
            [place in front.open for place in at],
            foes,
            [at[place] for place in charged],
            [front.budget],
        ]
        kept = (FEE, scales.least, UNGUARDED, BACK, LOST, scales.values.at_stake)
        real: list[Sequence[float]] = [
            list(self._counts()),
            [actor.weight for actor in front.actors],
            scales.here,
            [strength for strength, _ in front.stands],
            [threat for _, threat in front.stands],
            *grounds,
            list(charged.values()),
            kept,
        ]
        sizes = len(self._provinces), len(self._homes), len(at)
        return *packed(whole, real), *room(*sizes)

    def _counts(self) -> Iterator[float]:
        """What each act counts: a support, or the place where it goes; else nothing."""
        worth = self._scales.worth
        yield from [0.0] * len(self._homes)
        for aids in self._front.aids:
            yield from aids.values()
        for index, goals in enumerate(self._planner.goals):
            mine = worth[index]
            yield from [mine[place] for place, _ in goals]
        for index, way in self._ways:
            yield worth[index][way.place]
            yield from [0.0] * len(way.carriers)

    def _grounds(self) -> tuple[Sequence[int], Iterable[Sequence[float]]]:
        """Who is in a province to which somebody could go, and what is known of it."""
        front, goals = self._front, {*self._provinces[self._goes[0] :]} - self._front.open
        foes, grounds = [], []
        for place in self._at:
            foe, empty, held = kernel.NOBODY, _NOTHING[:3], _NOTHING
            if place in goals:
                unit = front.foes.get(place)
                if unit is None:
                    empty = front.emptiness(place)
                elif unit.power in front.spared:
                    foe = kernel.SPARED
                else:
                    foe, held = kernel.FOE, front.garrison(place, unit)
            foes.append(foe)
            grounds.append((*empty, *held))
        return foes, zip(*grounds, strict=True)


def _offsets(lists: Iterable[Sized], first: int = 0) -> list[int]:
    """Where each list begins when all lie end to end from `first` on, and where the last ends."""
    return list(accumulate(map(len, lists), initial=first))
