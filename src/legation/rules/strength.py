"""Strengths, and who gets in (STD-BAT): numbers are compared in this module only.

A `Reckoning` answers each formula of ``docs/battle.md`` from what is decided
so far, within bounds.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from legation.rules.decided import NO, OPEN, YES, Bounds, Decided


class Case(Struct, frozen=True):
    """How the goal of an assault may be found: who opposes head to head, does anybody remain."""

    empty: bool
    opposing: tuple[int, ...]


class Comparison(Struct, frozen=True):
    """One condition of getting in, and how it stands.

    `what` is ``hold``, ``prevent``, ``room``, ``kind``, ``rival`` or
    ``forbidden``; `who` the rival assault where there is one.
    """

    what: str
    verdict: int
    who: int = -1


def greater(left: Bounds, right: Bounds) -> int:
    """Is left greater than right, as far as the bounds tell?"""
    if left[0] > right[1]:
        return YES
    return NO if left[1] <= right[0] else OPEN


class Reckoning(Decided):
    """The strengths of a battle, and whether each assault gets in."""

    def total(self, assault: int, without: str = "") -> Bounds:
        """Weight of its present members and their support, without one power's support."""
        low = high = 0
        forces = self.forces
        for member in self.assaults[assault].members:
            present = self.present(member)
            if present == NO:
                continue
            least = most = forces[member].weight
            for support in self.supporters[member]:
                if not without or forces[support].power != without:
                    least += self.low[support]
                    most += self.high[support]
            high += most
            if present == YES:
                low += least
        return low, high

    def opposes(self, leaver: int, assault: int, *, passing: bool = False) -> int:
        """Do a leaver of its goal and an assault meet head to head (STD-H2H)?

        `passing`: would they, if nobody went by convoy?
        """
        forces, ours = self.forces, self.assaults[assault]
        goal = forces[leaver].goal
        found = NO
        for member in ours.members:
            lands = self._last_fleet and self._lands_from(leaver, member)
            if not lands and forces[member].place != goal:
                continue
            if self._is_apart(leaver, assault):
                return NO
            if lands or passing:
                return YES
            convoyed = self.by_convoy(member), self.by_convoy(leaver)
            if convoyed == (NO, NO):
                return YES
            if YES not in convoyed:
                found = OPEN
        return found

    def _is_apart(self, leaver: int, assault: int) -> bool:
        """Does a leaver meet no assault, or not this one, whichever way it goes?"""
        force, open_places = self.forces[leaver], self.battle.open_places
        return (
            self.assault_of[leaver] < 0
            or self.assaults[assault].goal in open_places
            or force.goal in open_places
            or self._may_pass(force.power, force.kind, assault)
        )

    def _may_pass(self, power: str, kind: str, assault: int) -> bool:
        """May a leaver of this power and kind change places with an assault of its own power?"""
        ours, rules = self.assaults[assault], self.battle.rules
        own = (power, kind) == (ours.power, ours.kind)
        return own and rules.exchange == "yes"

    def _lands_from(self, leaver: int, member: int) -> bool:
        """With `last-fleet`, a leaver meets an army on the sea that it lands from."""
        goal = self.forces[leaver].goal
        return goal != self.forces[member].place and goal in self.origins(member)

    def opponents(self, assault: int, *, passing: bool = False) -> list[tuple[int, int]]:
        """(leaver of its goal, YES or OPEN) for each that meets it, or may, head to head."""
        found = []
        for leaver in self.leavers.get(self.assaults[assault].goal, ()):
            status = self.opposes(leaver, assault, passing=passing)
            if status != NO:
                found.append((leaver, status))
        return found

    def beaten(self, assault: int) -> int:
        """Did it lose a head-to-head battle, so that it prevents nothing?"""
        passing = self.battle.rules.passed == "no-effect"
        found = NO
        for leaver, opposes in self.opponents(assault, passing=passing):
            entered = self.gets_in[self.assault_of[leaver]]
            if entered == opposes == YES:
                found = YES
                break
            if entered != NO:
                found = OPEN
        if passing and found != NO:  # who gets in keeps others out, whoever passed it
            own = self.gets_in[assault]
            return NO if own == YES else OPEN if own == OPEN else found
        return found

    def prevent(self, assault: int) -> Bounds:
        """The strength with which it keeps others out of its goal."""
        beaten = self.beaten(assault) if self.assaults[assault].goal in self.leavers else NO
        if beaten == YES:
            return 0, 0
        low, high = self.total(assault)
        return (low if beaten == NO else 0), high

    def hold(self, assault: int, case: Case) -> Bounds:
        """The strength of what it finds at its goal."""
        goal, forces = self.assaults[assault].goal, self.forces
        if case.empty:
            strength, exempt = self.battle.vacant.get(goal, (0, frozenset()))
            return (0, 0) if self.assaults[assault].power in exempt else (strength, strength)
        low = high = 0
        stayers, leavers = self.stayers.get(goal, ()), self.leavers.get(goal, ())
        for stayer in stayers:
            weight = forces[stayer].weight
            low += weight
            high += weight
            for support in self.supporters[stayer]:
                low += self.low[support]
                high += self.high[support]
        if leavers:
            surely = bool(stayers) or bool(case.opposing)
            least = 0
            for leaver in leavers:
                gone = self.gone(leaver)
                if leaver in case.opposing or gone == YES:
                    continue
                weight = forces[leaver].weight
                high += weight
                least = min(least, weight) if least else weight
                if gone == NO:
                    low += weight
                    surely = True
            if not surely:
                low = least
            for party in {self.assault_of[leaver] for leaver in case.opposing}:
                total = self.total(party)
                low += total[0]
                high += total[1]
        if not self.battle.hold_bonus:
            return low, high
        bonus = self.battle.hold_bonus.get((goal, self._holder(goal)), 0)
        return low + bonus, high + bonus

    def _holder(self, place: str) -> str:
        return self.forces[min(self.starting(place))].power

    # A: does an assault get in?

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
