"""Strengths (STD-BAT): the sums of ``docs/battle.md``, within bounds, and how two compare."""

from __future__ import annotations

from msgspec import Struct

from legation.rules.decided import NO, OPEN, YES, Bounds
from legation.rules.helping import Helped


class Case(Struct, frozen=True):
    """How the goal of an assault may be found: who opposes head to head, does anybody remain."""

    empty: bool
    opposing: tuple[int, ...]


def greater(left: Bounds, right: Bounds) -> int:
    """Is left greater than right, as far as the bounds tell?"""
    if left[0] > right[1]:
        return YES
    return NO if left[1] <= right[0] else OPEN


class Strengths(Helped):
    """The strengths of a battle."""

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
        answer = NO
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
                answer = OPEN
        return answer

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
        leavers = []
        for leaver in self.leavers.get(self.assaults[assault].goal, ()):
            status = self.opposes(leaver, assault, passing=passing)
            if status != NO:
                leavers.append((leaver, status))
        return leavers

    def beaten(self, assault: int) -> int:
        """Did it lose a head-to-head battle, so that it prevents nothing?"""
        passing = self.battle.rules.passed == "no-effect"
        answer = NO
        for leaver, opposes in self.opponents(assault, passing=passing):
            entered = self.gets_in[self.assault_of[leaver]]
            if entered == opposes == YES:
                answer = YES
                break
            if entered != NO:
                answer = OPEN
        if passing and answer != NO:  # who gets in keeps others out, whoever passed it
            own = self.gets_in[assault]
            return NO if own == YES else OPEN if own == OPEN else answer
        return answer

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
