"""What a plan for a movement comes to: the values of the places, each by its chance.

A plan is weighed thousands of times in a game, each time with an act or two
exchanged, so whatever hangs on an act and the support that it gets is worked
out once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from legation.board.once import once
from legation.bots.front import Front
from legation.bots.values import Values

STAY, GO, HELP, CARRY = "stay", "go", "help", "carry"
FEE = 1e-3  # of hiring somebody; so that nobody is hired for nothing
UNGUARDED = 0.85  # how likely nobody walks into a centre that somebody could walk into
BACK = 0.98  # what is left of the value of a place to who comes back to it
LOST = 0.3  # what is left of the least value to who is driven out
_NONE = -1.0  # what a plan comes to that makes no sense


class Chance(NamedTuple):
    """How likely an act succeeds with so much support, and what it then comes to."""

    success: float
    value: float


@dataclass(slots=True, eq=False)
class Act:
    """What an actor does: in, or with a view to, a province; `place` is where it goes.

    `worth` is what the place where it goes is worth to it, `aid` what its
    support counts, `other` who of its own power stands where it goes.
    """

    sort: str
    province: str
    actor: int = 0
    place: str = ""
    carriers: tuple[int, ...] = ()
    worth: float = 0.0
    aid: float = 0.0
    other: int | None = None
    chances: dict[float, Chance] = field(default_factory=dict)


Plan = list[Act]


class Scales:
    """Weighs plans of one power for one movement."""

    def __init__(self, front: Front, values: Values, worth: list[dict[str, float]]) -> None:
        self.front, self.values, self.worth = front, values, worth
        own = front.actors[: front.own]
        self.home = {a.here: index for index, a in enumerate(own) if a.here not in front.open}
        self.homes = [actor.here for actor in own]
        self.here = [each[actor.unit.place] for each, actor in zip(worth, own, strict=True)]
        self.least = min((v for each in worth for v in each.values()), default=0.0)
        self._stays: list[dict[float, Chance]] = [{} for _ in own]

    def weigh(self, plan: Plan) -> float:
        """What a plan comes to; less than nothing where it makes no sense."""
        front, own = self.front, self.front.own
        aid: dict[str, float] = {}
        movers: dict[str, Act] = {}
        hired = 0
        for act in plan:
            if act.sort == HELP:
                aid[act.province] = aid.get(act.province, 0.0) + act.aid
                hired += act.actor >= own
            elif act.sort == GO and act.province not in front.open:
                if act.province in movers:
                    return _NONE
                movers[act.province] = act
        if hired > front.budget:
            return _NONE
        total = -FEE * hired
        for act, home, stays in zip(plan, self.homes, self._stays, strict=False):
            if act.sort != GO:
                aided = aid.get(home, 0.0)
                total += (stays.get(aided) or self._staying(act.actor, aided)).value
                continue
            aided = aid.get(act.province, 0.0)
            chance = act.chances.get(aided) or self._entering(act, aided)
            if act.carriers or act.other is not None:
                success = self._together(act, chance.success, plan, aid)
                if success < 0:
                    return _NONE
                total += self._value(act, success)
            else:
                total += chance.value
        return total + self._guarded(plan, aid, movers)

    def _entering(self, act: Act, aid: float) -> Chance:
        success = self.front.entry(act.actor, act.province, aid)
        chance = act.chances[aid] = Chance(success, self._value(act, success))
        return chance

    def _value(self, act: Act, success: float) -> float:
        return success * act.worth + (1 - success) * self.here[act.actor] * BACK

    def _staying(self, index: int, aid: float) -> Chance:
        success = self.front.keeping(index, aid)
        value = success * self.here[index] + (1 - success) * self.least * LOST
        chance = self._stays[index][aid] = Chance(success, value)
        return chance

    def _together(self, act: Act, success: float, plan: Plan, aid: dict[str, float]) -> float:
        """The chance of a move that hangs on what others of its power do; or `_NONE`."""
        for carrier in act.carriers:
            carry = plan[carrier]
            if (carry.sort, carry.province, carry.place) != (
                CARRY,
                act.province,
                self.homes[act.actor],
            ):
                return _NONE
            success *= (self._stays[carrier].get(0.0) or self._staying(carrier, 0.0)).success
        if act.other is None:
            return success
        away = plan[act.other]
        if away.sort != GO:
            return _NONE
        if away.province == self.homes[act.actor] and not act.carriers:
            return _NONE
        aided = aid.get(away.province, 0.0)
        return success * (away.chances.get(aided) or self._entering(away, aided)).success

    @once
    def charges(self) -> list[tuple[str, float, int | None]]:
        """Centres into which somebody could walk: what each is worth, and who is there."""
        return [(place, n, self.home.get(place)) for place, n in self.values.charges.items()]

    def _guarded(self, plan: Plan, aid: dict[str, float], movers: dict[str, Act]) -> float:
        """What the plan does for one's own centres into which somebody could walk."""
        total = 0.0
        for place, charge, home in self.charges:
            mover, aided = movers.get(place), aid.get(place, 0.0)
            chance = UNGUARDED
            if mover is not None:
                entering = mover.chances.get(aided) or self._entering(mover, aided)
                chance = max(chance, entering.success)
            elif home is not None and plan[home].sort != GO:
                staying = self._stays[home].get(aided) or self._staying(home, aided)
                chance = staying.success
            total += charge * chance
        return total * self.values.at_stake
