"""Who gets in (STD-MOVE, STD-BAT): the comparisons of strengths, case by case."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from legation.rules.decided import NO, OPEN, YES, Bounds
from legation.rules.strength import Case, Strengths, greater


class Comparison(Struct, frozen=True):
    """One condition of getting in, and how it stands.

    `what` is ``hold``, ``prevent``, ``room``, ``kind``, ``rival`` or
    ``forbidden``; `who` the rival assault where there is one.
    """

    what: str
    verdict: int
    who: int = -1


class Reckoning(Strengths):
    """The strengths of a battle, and whether each assault gets in."""

    def cases(self, assault: int) -> list[Case]:
        """How its goal may be found, as far as is known."""
        goal = self.assaults[assault].goal
        stayers, leavers = self.stayers.get(goal), self.leavers.get(goal)
        if not leavers:
            return [_REMAIN] if stayers else [_EMPTY]
        gone = [self.gone(leaver) for leaver in leavers]
        ways = [True] if not stayers and NO not in gone else []
        if stayers or gone.count(YES) < len(gone):
            ways.append(False)
        met = self.opponents(assault)
        if not met:
            return [_EMPTY if way else _REMAIN for way in ways]
        surely = tuple(k for k, status in met if status == YES)
        sides = [surely]
        if len(surely) < len(met):
            sides.append(tuple(k for k, _ in met))
        return [Case(way, side) for way in ways for side in sides]

    def comparisons(self, assault: int, case: Case) -> Iterator[Comparison]:
        """What must hold for it to get in, lazily, so that a NO ends the asking."""
        ours = self.assaults[assault]
        rivals = self.into[ours.goal]
        without = ""
        if case.empty:
            if case.opposing:
                yield Comparison("hold", NO)
        else:
            without = self._holder(ours.goal)
            if without == ours.power:
                others = [rival for rival in rivals if rival != assault]
                yield from self._reinforcing(assault, case, others)
                return
            if not self.hostile(ours.power, without):
                yield Comparison("forbidden", NO)
        attack = self.total(assault, without)
        yield Comparison("hold", greater(attack, self.hold(assault, case)))
        for rival in rivals:
            if rival != assault:
                yield Comparison("prevent", greater(attack, self.prevent(rival)), rival)
        if self.battle.rules.joint:
            yield Comparison("room", self._fits(self._arriving(assault)))
        if self._last_fleet:
            for land in self._landing(assault):
                yield Comparison("prevent", greater(attack, self._unconditional(land)), land)

    def _reinforcing(self, assault: int, case: Case, rivals: list[int]) -> Iterator[Comparison]:
        ours = self.assaults[assault]
        if case.opposing or not self.battle.rules.joint:
            yield Comparison("forbidden", NO)
            return
        kind, (low, high) = YES, self._arriving(assault)
        for index in self.battle.standing[ours.goal]:
            gone = self.gone(index) if index in self.leavers.get(ours.goal, ()) else NO
            if gone == YES:
                continue
            high += self.forces[index].weight
            if gone == NO:
                low += self.forces[index].weight
            if self.forces[index].kind != ours.kind:
                kind = NO if gone == NO else min(kind, OPEN) if kind != NO else NO
        yield Comparison("kind", kind)
        yield Comparison("room", self._fits((low, high)))
        for rival in rivals:
            if self.assaults[rival].power != ours.power:
                entered = self.gets_in[rival]
                yield Comparison("rival", OPEN if entered == OPEN else 1 - entered, rival)

    def _arriving(self, assault: int) -> Bounds:
        low = high = 0
        for member in self.assaults[assault].members:
            present, weight = self.present(member), self.forces[member].weight
            low += weight if present == YES else 0
            high += weight if present != NO else 0
        return low, high

    def _fits(self, weight: Bounds) -> int:
        over = greater(weight, (self.battle.rules.room,) * 2)
        return OPEN if over == OPEN else 1 - over

    def _landing(self, assault: int) -> list[int]:
        """With `last-fleet`: assaults that land from its goal where its members stand."""
        ours = self.assaults[assault]
        places = {self.forces[m].place for m in ours.members}
        return [
            self.assault_of[i]
            for i in self.convoyed
            if self.forces[i].goal in places and ours.goal in self.origins(i)
        ]

    def _unconditional(self, assault: int) -> Bounds:
        low = high = 0
        for member in self.assaults[assault].members:
            low += self.forces[member].weight + sum(self.low[s] for s in self.supporters[member])
            high += self.forces[member].weight + sum(self.high[s] for s in self.supporters[member])
        return low, high

    def case_verdict(self, assault: int, case: Case) -> int:
        """Does it get in, in this case?"""
        verdict = YES
        for comparison in self.comparisons(assault, case):
            if comparison.verdict == NO:
                return NO
            if comparison.verdict == OPEN:
                verdict = OPEN
        return verdict

    def verdict(self, assault: int) -> int:
        """Does it get in, as far as is known (STD-MOVE)?"""
        ours = self.assaults[assault]
        if ours.goal in self.battle.open_places:
            return YES
        for member in ours.members:
            if self.present(member) != NO:
                break
        else:
            return NO
        agreed = OPEN
        for case in self.cases(assault):
            verdict = self.case_verdict(assault, case)
            if verdict == OPEN or (agreed != OPEN and agreed != verdict):
                return OPEN
            agreed = verdict
        return agreed


_EMPTY, _REMAIN = Case(empty=True, opposing=()), Case(empty=False, opposing=())
