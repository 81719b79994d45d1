"""The planner of `plan`, whose plans the compiled kernel makes better: the very same plans."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, pairwise
from typing import Any

import numpy as np

from legation.bots.plan import ROUNDS, Planner
from legation.bots.weighing import BACK, CARRY, FEE, GO, HELP, LOST, STAY, UNGUARDED, Plan
from legation.kernel import acts as kernel
from legation.kernel.acts import NONE, Climb, nothing
from legation.kernel.climb import climb_once, value
from legation.kernel.compiling import ready
from legation.kernel.layout import Int64s

_SORTS = {STAY: kernel.STAY, GO: kernel.GO, HELP: kernel.HELP, CARRY: kernel.CARRY}
_NOTHING = (0.0, 0.0, 0.0, 0.0)


def load() -> None:
    """Have the kernel ready."""
    none = nothing()
    plan, best = np.zeros(0, np.int64), np.zeros(1)
    ready("weigh_plan", value, lambda: value(none, plan))
    known = np.zeros(0, np.bool_)
    ready("climb", climb_once, lambda: climb_once(none, plan, best, plan, known))


class Climber(Planner):
    """A planner that lays all acts of its power out as arrays."""

    def _improved(self, plan: Plan) -> Plan:
        if not plan:
            return plan
        laid = Laid(self)
        numbers = laid.numbers(plan)
        best, known = np.empty(1), np.zeros(len(plan), np.bool_)
        best[0] = value(laid.climb, numbers)
        for _ in range(ROUNDS):
            order = np.array(self.rng.sample(range(len(plan)), len(plan)), np.int64)
            if not climb_once(laid.climb, numbers, best, order, known):
                break
        return [laid.acts[number] for number in numbers.tolist()]


class Laid:
    """All acts of a planner's power, and what they hang on, as numbers."""

    def __init__(self, planner: Climber) -> None:
        self._planner, self._front, self._scales = planner, planner.front, planner._scales
        self._helps = [list(each.values()) for each in planner._helps]
        self._goes = [list(each.values()) for each in planner._goes]
        self._ways = planner._carried
        self.acts = [
            *planner._stays,
            *chain.from_iterable(self._helps),
            *chain.from_iterable(self._goes),
            *chain.from_iterable(chain.from_iterable(self._ways)),
        ]
        self._number = {id(act): number for number, act in enumerate(self.acts)}
        charged = [place for place, _, _ in self._scales.charges]
        named = dict.fromkeys([*(act.province for act in self.acts), *charged])
        self._at = {at: number for number, at in enumerate(named)}
        self.climb = self._laid_out()

    def numbers(self, plan: Plan) -> Int64s:
        """A plan of these acts as their numbers, int64 (N,)."""
        return np.array([self._number[id(act)] for act in plan], np.int64)

    def _laid_out(self) -> Climb:
        front, charges = self._front, self._scales.charges
        foes, grounds = self._grounds()
        whole = _parted(
            np.int64,
            self._whole_acts(),
            [[self._at[actor.here] for actor in front.actors]],
            [[at in front.open for at in self._at], foes],
            [[self._at[place] for place, _, _ in charges]],
            [[NONE if home is None else home for _, _, home in charges]],
            self._choices(),
        )
        real = _parted(
            np.float64,
            [[act.worth for act in self.acts], [act.aid for act in self.acts]],
            [[actor.weight for actor in front.actors], self._scales.here],
            zip(*front.stands, strict=True) if front.own else ([], []),
            grounds,
            [[worth for _, worth, _ in charges]],
        )
        return Climb(
            kernel.Acts(*whole[:7], *real[:2]),
            kernel.Actors(whole[7], *real[2:6]),
            kernel.Provinces(*whole[8:10], *real[6:13]),
            kernel.Charges(whole[10], whole[11], real[13]),
            kernel.Choices(*whole[12:]),
            self._numbers(),
            self._scratch(),
        )

    def _whole_acts(self) -> Iterable[Sequence[int]]:
        acts, at = self.acts, self._at
        yield [_SORTS[act.sort] for act in acts]
        yield [at[act.province] for act in acts]
        yield [act.actor for act in acts]
        yield [at[act.place] if act.sort == CARRY else NONE for act in acts]
        yield [NONE if act.other is None else act.other for act in acts]
        yield _offsets([act.carriers for act in acts])
        yield [carrier for act in acts for carrier in act.carriers]

    def _grounds(self) -> tuple[Sequence[int], Iterable[Sequence[float]]]:
        """Who is in a province to which somebody could go, and what is known of it."""
        front = self._front
        goals = {act.province for each in self._goes for act in each}
        goals |= {way[0].province for each in self._ways for way in each}
        foes, grounds = [], []
        for place in self._at:
            foe, empty, held = kernel.NOBODY, _NOTHING[:3], _NOTHING
            if place in goals and place not in front.open:
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

    def _choices(self) -> Iterable[Sequence[int]]:
        helps = _offsets(self._helps, len(self._front.actors))
        goes = _offsets(self._goes, helps[-1])
        helpers = [self._planner._helpers.get(place, ()) for place in self._at]
        yield helps
        yield goes
        yield _offsets(self._ways)
        yield _offsets([way for each in self._ways for way in each], goes[-1])
        yield _offsets(helpers)
        yield [self._number[id(act)] for each in helpers for act in each]

    def _numbers(self) -> kernel.Numbers:
        front, scales = self._front, self._scales
        kept = (FEE, scales.least, UNGUARDED, BACK, LOST, scales.values.at_stake)
        return kernel.Numbers(front.own, front.budget, *map(float, kept))

    def _scratch(self) -> kernel.Scratch:
        actors, acts, provinces = len(self._front.actors), len(self.acts), len(self._at)
        return kernel.Scratch(
            np.empty(provinces),
            np.empty(provinces, np.int64),
            np.empty(provinces, np.bool_),
            np.empty(actors, np.int64),
            np.empty(actors, np.int64),
            np.empty(acts, np.int64),
            np.empty(acts),
            np.empty(1, np.int64),
        )


def _parted(kind: type[np.generic], *groups: Iterable[Sequence[float]]) -> list[Any]:
    """An array of each list; made as one, which takes less long than one by one."""
    lists = list(chain.from_iterable(groups))
    whole = np.array(list(chain.from_iterable(lists)), kind)
    ends = _offsets(lists)
    return [whole[first:last] for first, last in pairwise(ends)]


def _offsets(lists: Sequence[Sequence[object]], first: int = 0) -> list[int]:
    """Where each list begins when all lie end to end from `first` on, and where the last ends."""
    return list(accumulate(map(len, lists), initial=first))
