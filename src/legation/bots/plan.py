"""A plan for a movement: what each unit does, drawn by value and then improved.

First each unit draws a place by its value, as in DumbBot. Then one act after
another is exchanged for a better one, alone or with the support that it needs,
as long as the whole plan comes to more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from legation.board.graph import province_of
from legation.board.once import once
from legation.bots.front import Front, Landing
from legation.bots.values import Values
from legation.bots.weighing import CARRY, GO, HELP, STAY, Act, Plan, Scales

Goals = tuple[tuple[str, str], ...]
"""Places, each with its province."""

ROUNDS = 4
_SHARPNESS = 6  # the power of a value in the first draw
_AT_ONCE = 3  # supports that are tried together


class Planner:
    """Makes the plan of one power for one movement.

    By `noise` it misjudges what places are worth.
    """

    def __init__(self, front: Front, values: Values, noise: float) -> None:
        self.front, self.values, self._noise = front, values, noise
        self.rng = front.seat.rng
        worth: list[dict[str, float]] = []
        for index, actor in enumerate(front.actors[: front.own]):
            places = {actor.unit.place, *front.steps[index]}
            places |= {landing.place for landing in front.landings[index]}
            worth.append(self._misjudged(actor.unit.kind, sorted(places)))
        self.scales = Scales(front, values, worth)
        standoffs = front.standoffs.items()
        self._left = frozenset(place for place, known in standoffs if not known.turn)

    def _misjudged(self, kind: str, places: Iterable[str]) -> dict[str, float]:
        """What places are worth to a unit of this kind, as far as its power can tell."""
        worths, noise, dice = self.values.worths(kind), self._noise, self.rng.random
        return {p: worths[p] * max(0.0, 1 + noise * (2 * dice() - 1)) for p in places}

    def plan(self) -> Plan:
        """The plan, an act for each actor."""
        plan = list(self._stays)
        for index, place in self.drawn():
            plan[index] = self._goes[index][place]
        return self.improved(plan)

    def improved(self, plan: Plan) -> Plan:
        """A plan of these acts, made better."""
        weigh = self.scales.weigh
        best = weigh(plan)
        tried_out: set[int] = set()  # whose acts are all known to make this plan no better
        for _ in range(ROUNDS):
            before = plan
            for index in self.rng.sample(range(len(plan)), len(plan)):
                if index in tried_out:
                    continue
                tried_out.add(index)
                for change in self._changes(index, plan):
                    tried = plan.copy()
                    for act in change:
                        tried[act.actor] = act
                    if tried == plan:
                        continue
                    score = weigh(tried)
                    if score > best:
                        plan, best = tried, score
                        tried_out.clear()
            if plan is before:
                break
        return plan

    # What there is to do

    @once
    def goals(self) -> Sequence[Goals]:
        """For each own actor the places beside it where it may go, with their provinces."""
        near, left = [with_provinces(steps) for steps in self.front.steps], self._left
        if not left:
            return near
        return [tuple(goal for goal in goals if goal[1] not in left) for goals in near]

    @once
    def landings(self) -> Sequence[Sequence[Landing]]:
        """For each own actor where it may be carried."""
        left = self._left
        return [
            [landing for landing in landings if province_of(landing.place) not in left]
            for landings in self.front.landings
        ]

    @once
    def _stays(self) -> list[Act]:
        return [Act(STAY, actor.here, index) for index, actor in enumerate(self.front.actors)]

    @once
    def _helps(self) -> list[dict[str, Act]]:
        """For each actor its support by province, in their order."""
        return [
            {at: Act(HELP, at, index, aid=aid) for at, aid in aids.items()}
            for index, aids in enumerate(self.front.aids)
        ]

    @once
    def _helpers(self) -> dict[str, list[Act]]:
        """Province → the supports that there may be for who goes there."""
        helpers: dict[str, list[Act]] = defaultdict(list)
        for helps in self._helps:
            for province, act in helps.items():
                helpers[province].append(act)
        return helpers

    @once
    def _goes(self) -> list[dict[str, Act]]:
        """For each own actor its moves by place."""
        return [
            {place: self._going(index, place) for place, _ in goals}
            for index, goals in enumerate(self.goals)
        ]

    def _going(self, index: int, place: str, carriers: tuple[int, ...] = ()) -> Act:
        province, scales = province_of(place), self.scales
        worth, other = scales.worth[index][place], scales.home.get(province)
        return Act(GO, province, index, place, carriers, worth, other=other)

    @once
    def _carried(self) -> list[list[list[Act]]]:
        """For each own actor its moves by convoy, with what carries it."""
        return [
            [
                [
                    self._going(index, landing.place, landing.carriers),
                    *[
                        Act(CARRY, province_of(landing.place), at, self.front.actors[index].here)
                        for at in landing.carriers
                    ],
                ]
                for landing in landings
            ]
            for index, landings in enumerate(self.landings)
        ]

    # The first draw

    def drawn(self) -> Iterator[tuple[int, str]]:
        """Each unit in random order draws a place by value, where no other goes or stays.

        Who goes, and where; all others stay.
        """
        front, home, taken = self.front, self.scales.home, set[str]()
        for index in self.rng.sample(range(front.own), front.own):
            worth, actor = self.scales.worth[index], front.actors[index]
            free = [
                goal
                for goal in self.goals[index]
                if goal[1] in front.open or not (goal[1] in taken or goal[1] in home)
            ]
            goals = [(actor.unit.place, actor.here), *free]
            values = [worth[place] for place, _ in goals]
            most = max(values) or 1.0
            chances = [(value / most) ** _SHARPNESS + 1e-9 for value in values]
            ((place, province),) = self.rng.choices(goals, chances)
            if province != actor.here:
                taken.add(province)
                yield index, place

    # Changes

    def _changes(self, index: int, plan: Plan) -> Iterator[Sequence[Act]]:
        """What an actor could do instead, with what others would do for it."""
        yield [self._stays[index]]
        wanted = self._wanted(plan)
        for province, act in self._helps[index].items():
            if province in wanted:
                yield [act]
        if index >= self.front.own:
            return
        for go in self._goes[index].values():
            if go.other is not None and plan[go.other].sort != GO:
                continue  # who stays there would be in the way
            yield [go]
            if go.province in self._helpers and go.province not in self.front.open:
                yield from self._joint(go, plan)
        yield from self._carried[index]

    def _wanted(self, plan: Plan) -> set[str]:
        """Where a unit of one's own stays, or goes."""
        own = plan[: self.front.own]
        return {act.province for act in own if act.sort in (STAY, GO)} | {
            self.front.actors[act.actor].here for act in own if act.sort != GO
        }

    def _joint(self, go: Act, plan: Plan) -> Iterator[Sequence[Act]]:
        """A move with one supporter, two, or more; those first who lose least by it."""
        able = [
            act
            for act in self._helpers[go.province]
            if act.actor != go.actor and plan[act.actor] is not act
        ]
        if len(able) > 1:
            able.sort(key=lambda act: self._busy(plan[act.actor]))
        for count in range(1, min(len(able), _AT_ONCE) + 1):
            yield [go, *able[:count]]

    def _busy(self, act: Act) -> float:
        """What it is worth to an actor to do as planned, beyond staying."""
        return act.worth - self.scales.here[act.actor] if act.sort == GO else 0.0


@lru_cache(maxsize=4096)
def with_provinces(places: tuple[str, ...]) -> Goals:
    """Places, each with its province; the same few are asked for in every phase."""
    return tuple([(place, province_of(place)) for place in places])
