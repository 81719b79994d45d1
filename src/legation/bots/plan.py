"""A plan for a movement: what each unit does, drawn by value and then improved.

First each unit draws a place by its value, as in DumbBot. Then one act after
another is exchanged for a better one, alone or with the support that it needs,
as long as the whole plan comes to more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from legation.board.graph import province_of
from legation.bots.front import Front
from legation.bots.values import Values

STAY, GO, HELP, CARRY = "stay", "go", "help", "carry"
_ROUNDS = 4
_SHARPNESS = 6  # the power of a value in the first draw
_FEE = 1e-3  # of hiring somebody; so that nobody is hired for nothing
_UNGUARDED = 0.85  # how likely nobody walks into a centre that somebody could walk into
_AT_ONCE = 3  # supports that are tried together


class Act(NamedTuple):
    """What an actor does: in, or with a view to, a province; `place` is where it goes."""

    sort: str
    province: str
    place: str = ""
    carriers: tuple[int, ...] = ()


Plan = list[Act]


class Planner:
    """Makes the plan of one power for one movement.

    By `noise` it misjudges what places are worth.
    """

    def __init__(self, front: Front, values: Values, noise: float) -> None:
        self.front, self.values, self._noise = front, values, noise
        self.rng = front.seat.rng
        self._worth: list[dict[str, float]] = []
        for index, actor in enumerate(front.actors[: front.own]):
            places = {actor.unit.place, *front.steps[index]}
            places |= {landing.place for landing in front.landings[index]}
            self._worth.append({p: self._noisy(index, p) for p in sorted(places)})
        self._home = {
            actor.here: index
            for index, actor in enumerate(front.actors[: front.own])
            if actor.here not in front.open
        }
        self._homes = [actor.here for actor in front.actors[: front.own]]
        self._here = [
            worth[actor.unit.place] for worth, actor in zip(self._worth, front.actors, strict=False)
        ]
        self._scores: dict[tuple[Act, ...], float] = {}
        self._least = min((v for each in self._worth for v in each.values()), default=0.0)

    def _noisy(self, index: int, place: str) -> float:
        value = self.values.of(self.front.actors[index].unit, place)
        return value * max(0.0, 1 + self._noise * (2 * self.rng.random() - 1))

    def plan(self) -> Plan:
        """The plan, an act for each actor."""
        plan = self._drawn()
        best = self.score(plan)
        for _ in range(_ROUNDS):
            before = best
            for index in self.rng.sample(range(len(plan)), len(plan)):
                for change in self._changes(index, plan):
                    tried = list(plan)
                    for at, act in change:
                        tried[at] = act
                    if tried == plan:
                        continue
                    score = self.score(tried)
                    if score > best:
                        plan, best = tried, score
            if best <= before:
                break
        return plan

    # The first draw

    def _drawn(self) -> Plan:
        """Each unit in random order draws a place by value, where no other goes or stays."""
        front, count = self.front, self.front.own
        plan = [Act(STAY, actor.here) for actor in front.actors]
        taken: set[str] = set()
        for index in self.rng.sample(range(count), count):
            worth, here = self._worth[index], front.actors[index].here
            free = [p for p in front.steps[index] if self._free(province_of(p), taken)]
            places = [front.actors[index].unit.place, *free]
            most = max(worth[p] for p in places) or 1.0
            chances = [(worth[p] / most) ** _SHARPNESS + 1e-9 for p in places]
            place = self.rng.choices(places, chances)[0]
            if province_of(place) != here:
                plan[index] = Act(GO, province_of(place), place)
                taken.add(province_of(place))
        return plan

    def _free(self, province: str, taken: set[str]) -> bool:
        return province in self.front.open or (province not in taken and province not in self._home)

    # Changes

    def _changes(self, index: int, plan: Plan) -> Iterator[list[tuple[int, Act]]]:
        """What an actor could do instead, with what others would do for it."""
        front, here = self.front, self.front.actors[index].here
        yield [(index, Act(STAY, here))]
        for province in sorted(self._wanted(plan) & front.supports[index]):
            yield [(index, Act(HELP, province))]
        if index >= front.own:
            return
        for place in front.steps[index]:
            go = (index, Act(GO, province_of(place), place))
            yield [go]
            yield from self._joint(go, plan)
        for landing in front.landings[index]:
            act = Act(GO, province_of(landing.place), landing.place, landing.carriers)
            carried = [(at, Act(CARRY, act.province, here)) for at in landing.carriers]
            yield [(index, act), *carried]

    def _wanted(self, plan: Plan) -> set[str]:
        """Where a unit of one's own stays, or goes."""
        return {act.province for act in plan[: self.front.own] if act.sort in (STAY, GO)} | {
            self.front.actors[i].here for i in range(self.front.own) if plan[i].sort != GO
        }

    def _joint(self, go: tuple[int, Act], plan: Plan) -> Iterator[list[tuple[int, Act]]]:
        """A move with one supporter, two, or more; those first who lose least by it."""
        front, (index, act) = self.front, go
        if act.province in front.open:
            return
        able = [i for i, reach in enumerate(front.supports) if act.province in reach and i != index]
        able = [i for i in able if plan[i] != Act(HELP, act.province)]
        able.sort(key=lambda i: self._busy(i, plan[i]))
        change = [go]
        for other in able[:_AT_ONCE]:
            change = [*change, (other, Act(HELP, act.province))]
            yield change

    def _busy(self, index: int, act: Act) -> float:
        """What it is worth to an actor to do as planned, beyond staying."""
        if act.sort != GO or index >= self.front.own:
            return 0.0
        worth = self._worth[index]
        return worth[act.place] - worth[self.front.actors[index].unit.place]

    # Scoring

    def score(self, plan: Plan) -> float:
        """What a plan comes to: the values of the places, each by its chance.

        It is asked again in the next round of much that it was asked in this one.
        """
        whole = tuple(plan)
        score = self._scores.get(whole)
        if score is None:
            score = self._scores[whole] = self._score(plan)
        return score

    def _score(self, plan: Plan) -> float:
        front, own, opened, aids = self.front, self.front.own, self.front.open, self.front.aids
        aid: dict[str, float] = {}
        movers: dict[str, int] = {}
        hired = 0
        for index, (sort, province, _, _) in enumerate(plan):
            if sort == HELP:
                aid[province] = aid.get(province, 0.0) + aids[index][province]
                hired += index >= own
            elif sort == GO and province not in opened:
                if province in movers:
                    return -1.0
                movers[province] = index
        if hired > front.budget:
            return -1.0
        total = -_FEE * hired
        for index, home in enumerate(self._homes):
            act, here = plan[index], self._here[index]
            if act.sort == GO:
                chance = self._entry(index, plan, aid)
                if chance < 0:
                    return -1.0
                total += chance * self._worth[index][act.place] + (1 - chance) * here * 0.98
            else:
                if home in movers:
                    return -1.0
                chance = front.keeping(index, aid.get(home, 0.0))
                total += chance * here + (1 - chance) * self._least * 0.3
        return total + self._guarded(plan, aid, movers)

    @cached_property
    def _charges(self) -> list[tuple[str, float, int | None]]:
        """Centres into which somebody could walk: what each is worth, and who is there."""
        return [(place, n, self._home.get(place)) for place, n in self.values.charges.items()]

    def _guarded(self, plan: Plan, aid: dict[str, float], movers: dict[str, int]) -> float:
        """What the plan does for one's own centres into which somebody could walk."""
        front, total = self.front, 0.0
        for place, charge, home in self._charges:
            mover = movers.get(place)
            chance = _UNGUARDED
            if mover is not None:
                chance = max(chance, front.entry(mover, place, aid.get(place, 0.0)))
            elif home is not None and plan[home].sort != GO:
                chance = front.keeping(home, aid.get(place, 0.0))
            total += charge * chance
        return total * self.values.at_stake

    def _entry(self, index: int, plan: Plan, aid: dict[str, float]) -> float:
        """The chance of a move; below nothing where it makes no sense."""
        front, act = self.front, plan[index]
        chance = front.entry(index, act.province, aid.get(act.province, 0.0))
        for carrier in act.carriers:
            if plan[carrier] != Act(CARRY, act.province, front.actors[index].here):
                return -1.0
            chance *= front.keeping(carrier, 0.0)
        other = self._home.get(act.province)
        if other is None:
            return chance
        away = plan[other]
        if away.sort != GO:
            return -1.0
        if away.province == front.actors[index].here and not act.carriers:
            return -1.0
        return chance * front.entry(other, away.province, aid.get(away.province, 0.0))
