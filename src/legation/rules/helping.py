"""What convoys and supports come to, as far as is decided (STD-CON, STD-SUP, STD-CUT)."""

from __future__ import annotations

from collections.abc import Iterable

from legation.rules.battle import Act, Preset
from legation.rules.decided import NO, OPEN, YES, Bounds, Decided

_MOVE = Act.MOVE
_VOID, _PRECUT = Preset.VOID, Preset.PRECUT


class Helped(Decided):
    """A battle, and what helps its forces: the convoys that run, the supports that count."""

    # C: does a convoy run?

    def convoy(self, index: int) -> int:
        """The convoy of one move (STD-CON)."""
        routes = self.forces[index].routes
        if not routes:
            return NO
        if self.battle.rules.multi_route == "every":
            return self._whole({fleet for route in routes for fleet in route})
        best = NO
        for route in routes:
            whole = self._whole(route)
            if whole == YES:
                return YES
            if whole == OPEN:
                best = OPEN
        return best

    def _whole(self, fleets: Iterable[int]) -> int:
        answer = YES
        for fleet in fleets:
            lost = self.lost(fleet)
            if lost == YES:
                return NO
            if lost == OPEN:
                answer = OPEN
        return answer

    # S: what is a support worth?

    def aim(self, support: int) -> str:
        """The place that a support is aimed at."""
        target = self.forces[self.forces[support].target]
        moves = target.act is _MOVE and target.preset is not _VOID
        return target.goal if moves else target.place

    def attackers(self, support: int) -> list[int]:
        """The moves that may take from a support (STD-CUT)."""
        place, power = self.forces[support].place, self.forces[support].power
        assaults = self.into.get(place)
        if not assaults:
            return []
        aim, shielded = self.aim(support), self.battle.shielded
        return [
            member
            for a in assaults
            if self.hostile(self.assaults[a].power, power)
            for member in self.assaults[a].members
            if aim not in self.origins(member) and (support, member) not in shielded
        ]

    def dislodgers(self, support: int) -> list[int]:
        """The assaults that would take all of a support by dislodging it."""
        force, shielded = self.forces[support], self.battle.shielded
        into = self.foreign_into(force.place, force.power)
        if not shielded:
            return into
        return [
            a for a in into if any((support, m) not in shielded for m in self.assaults[a].members)
        ]

    def support(self, index: int) -> Bounds:
        """The worth of one support (STD-SUP, STD-CUT)."""
        force = self.forces[index]
        if force.preset is _PRECUT:
            return 0, 0
        if force.place in self.battle.open_places or force.place not in self.into:
            return force.weight, force.weight
        spared = True
        for assault in self.dislodgers(index):
            if self.gets_in[assault] == YES:
                return 0, 0
            if self.gets_in[assault] == OPEN:
                spared = False
        if self.battle.rules.cut == "subtract":
            low, high = self._weakened(index, maybe=True), self._weakened(index, maybe=False)
        else:
            low = high = force.weight
            for attacker in self.attackers(index):
                present = self.present(attacker)
                if present == YES:
                    return 0, 0
                if present == OPEN:
                    low = 0
        return (low if spared else 0), high

    def _weakened(self, support: int, *, maybe: bool) -> int:
        """What the party's attackers, the maybe present too or not, leave of this support."""
        place = self.forces[support].place
        stayers = self.stayers[place]
        party = [
            s
            for s in stayers
            if self.forces[s].act == Act.SUPPORT and self.forces[s].preset == Preset.OK
        ]
        takers = {s: [m for m in self.attackers(s) if self._counts(m, maybe)] for s in party}
        left = {m: self.forces[m].weight for s in party for m in takers[s]}
        if self.battle.rules.weaken == "holders-first":
            holders = sum(self.forces[s].weight for s in stayers if s not in takers)
            _take(holders, sorted(left), left)
        for supporter in party:
            rest = _take(self.forces[supporter].weight, takers[supporter], left)
            if supporter == support:
                return rest
        raise AssertionError("the support is of the party at its place")

    def _counts(self, move: int, maybe: bool) -> bool:
        present = self.present(move)
        return present == YES or (maybe and present == OPEN)


def _take(amount: int, takers: list[int], left: dict[int, int]) -> int:
    """What remains of an amount after each taker, in order, took what it has left to take."""
    for taker in takers:
        taken = min(amount, left[taker])
        left[taker] -= taken
        amount -= taken
    return amount
