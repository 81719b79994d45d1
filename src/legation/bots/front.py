"""Who could go where, who is in the way, and how likely things are to succeed.

What others do is not known; the chances are rough guesses from the strengths
that they could bring.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from legation.board.graph import province_of
from legation.board.once import once
from legation.board.orders import Order
from legation.board.units import Unit
from legation.bots.seat import Seat
from legation.bots.standoffs import Standoff, standoffs
from legation.kernel.chances import attacking, entering, keeping
from legation.rules.naming import own_name

_MOST_WAYS = 3  # convoy routes to one place that are looked at
_CUT = 0.3  # how likely a support is cut that somebody could cut
_LEAVES = 0.12  # how likely a unit leaves of itself that nobody could drive out
_OBEYS = 0.6  # how likely a hired unit does what it is asked


class Actor(NamedTuple):
    """A unit that may be ordered, or hired; with its strength, and its province."""

    unit: Unit
    weight: float
    hired: bool
    here: str


class Landing(NamedTuple):
    """A place that an army could be carried to, and the actors that would carry it."""

    place: str
    carriers: tuple[int, ...]


class Front:
    """One power's view of a movement phase."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.survey = seat, seat.survey
        advice, survey, power = seat.advice, seat.survey, seat.power
        self.open = seat.book.open_places
        hired, self.budget = advice.hired(survey, seat.kept, power)
        self.actors = [Actor(u, advice.weight(survey, u), False, u.province) for u in seat.units]
        self.own = len(self.actors)
        self.actors += [Actor(u, advice.weight(survey, u), True, u.province) for u in hired]
        self.spared = seat.spared
        self.resistance = advice.resistance(survey, power)
        self._movers = seat.movers
        self._threats: dict[str, float] = {}
        self._garrisons: dict[str, tuple[float, float, float, float]] = {}

    @once
    def steps(self) -> list[tuple[str, ...]]:
        """For each own actor the places next to it, without ways known to be closed."""
        return [self._open_steps(actor.unit) for actor in self.actors[: self.own]]

    def _open_steps(self, unit: Unit) -> tuple[str, ...]:
        book, steps = self.seat.book, self.survey.ordered_steps(unit)
        if not book.warns:
            return steps
        name, power = own_name(unit), self.seat.power
        return tuple(
            goal
            for goal in steps
            if not book.warn(self.survey, power, [Order("move", name, None, goal)])
        )

    @once
    def supports(self) -> list[frozenset[str]]:
        """For each actor the provinces that it could support into."""
        return [
            self.survey.support_reach(actor.unit) - self.open - {actor.here}
            for actor in self.actors
        ]

    @once
    def landings(self) -> list[tuple[Landing, ...]]:
        """For each own actor where its power's own fleets could carry it."""
        fleets = {
            actor.here: index
            for index, actor in enumerate(self.actors[: self.own])
            if actor.here in self.survey.seas
        }
        seas, lanes = frozenset(fleets), self.seat.book.lanes
        by_unit = []
        for index, actor in enumerate(self.actors[: self.own]):
            goals = self.survey.overseas(actor.unit) if fleets else frozenset()
            if goals:
                goals -= {province_of(place) for place in self.steps[index]}
            by_unit.append(
                tuple(
                    Landing(goal, tuple(fleets[sea] for sea in route))
                    for goal in sorted(goals)
                    for route in lanes.routes(actor.here, goal, seas)[:_MOST_WAYS]
                )
            )
        return by_unit

    # The others

    @once
    def foes(self) -> dict[str, Unit]:
        """Province → the unit of somebody else in it, where units fight."""
        return {
            province: units[0]
            for province, units in self.survey.at.items()
            if units[0].power != self.seat.power and province not in self.open
        }

    def threat(self, province: str) -> float:
        """The greatest strength that one other power could send there from elsewhere."""
        threat = self._threats.get(province)
        if threat is None:
            threat = self._threats[province] = self._greatest(province)
        return threat

    def _greatest(self, province: str, but: str = "") -> float:
        """The greatest strength that one other, `but` this one, could send there from elsewhere."""
        movers, greatest = self._movers, 0.0
        for power, strength in self.seat.shared.comers(province).items():
            if strength > greatest and power in movers and power != but:
                greatest = strength
        return greatest

    def emptiness(self, province: str) -> tuple[float, float, float]:
        """Of a province in which nobody is, what `entering` asks."""
        standoff = self.standoffs.get(province)
        brought = -1.0 if standoff is None else standoff.strength
        return self.resistance.get(province, 0.0), self.threat(province), brought

    def garrison(self, province: str, foe: Unit) -> tuple[float, float, float, float]:
        """Of a province that another holds, what `attacking` asks."""
        garrison = self._garrisons.get(province)
        if garrison is None:
            advice = self.seat.advice
            hold = advice.weight(self.survey, foe) + advice.bonus(self.survey, foe)
            backing = leaves = 0.0
            if foe.power in self._movers:
                backing = self.seat.shared.comers(province).get(foe.power, 0.0)
                leaves = _LEAVES
            garrison = hold, backing, self._greatest(province, foe.power), leaves
            self._garrisons[province] = garrison
        return garrison

    @once
    def standoffs(self) -> Mapping[str, Standoff]:
        """Free centres that several keep each other out of."""
        return standoffs(self.seat)

    # Chances

    def entry(self, index: int, province: str, aid: float) -> float:
        """How likely an actor gets into a province, with so much support."""
        if province in self.open:
            return 1.0
        strength = self.actors[index].weight + aid
        foe = self.foes.get(province)
        if foe is None:
            return entering(strength, *self.emptiness(province))
        if foe.power in self.spared:
            return 0.0
        return attacking(strength, *self.garrison(province, foe))

    @once
    def stands(self) -> list[tuple[float, float]]:
        """For each own actor its strength where it is, and the threat to it; none where all may."""
        bonus = self.seat.advice.bonus
        return [
            (a.weight + bonus(self.survey, a.unit), self.threat(a.here) * (a.here not in self.open))
            for a in self.actors[: self.own]
        ]

    def keeping(self, index: int, aid: float) -> float:
        """How likely an own actor that stays is not driven out, with so much support."""
        strength, threat = self.stands[index]
        return keeping(strength + aid, threat)

    @once
    def _cutters(self) -> list[tuple[frozenset[str], bool]]:
        """For each actor the provinces from which it could be cut; is there more than one?"""
        movers, walkers = self._movers, self.seat.shared.walkers
        cutters = [
            frozenset([unit.province for unit in walkers(actor.here) if unit.power in movers])
            for actor in self.actors
        ]
        return [(each, len(each) > 1) for each in cutters]

    @once
    def aids(self) -> list[dict[str, float]]:
        """For each actor, by province in their order, what its support is worth on average."""
        return [self._aid(index) for index in range(len(self.actors))]

    def _aid(self, index: int) -> dict[str, float]:
        actor, reach = self.actors[index], sorted(self.supports[index])
        sure = _OBEYS if actor.hired else 1.0
        from_there, several = self._cutters[index]
        if actor.here in self.open or not from_there:
            return dict.fromkeys(reach, actor.weight * sure)
        aids = dict.fromkeys(reach, actor.weight * (sure * (1 - _CUT)))
        if not several:  # who alone could cut it does not where it is itself attacked
            aids |= dict.fromkeys(from_there & aids.keys(), actor.weight * sure)
        return aids
