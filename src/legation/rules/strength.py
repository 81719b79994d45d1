"""Strengths and the decisions that rest on them, within bounds (STD-BAT).

Numbers are compared in this module only. A `Reckoning` holds what is decided
so far and answers each formula of ``docs/battle.md`` from it; `rules.resolve`
runs the rounds. Decisions and questions are YES, NO or OPEN.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from legation.rules.battle import Act, Battle, Force, Preset, Road

YES, NO, OPEN = 1, 0, -1

Bounds = tuple[int, int]


class Assault(NamedTuple):
    """Moves that get in together or not at all: one move, or a joint attack's."""

    power: str
    kind: str
    goal: str
    members: tuple[int, ...]


class Case(NamedTuple):
    """How the goal of an assault may be found: who opposes head to head, does anybody remain."""

    empty: bool
    opposing: tuple[int, ...]


class Comparison(NamedTuple):
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


class Reckoning:
    """A battle and what is decided of it.

    `gets_in` has YES, NO or OPEN for each assault, `runs` for the convoy of
    each force, `low` and `high` the bounds of each support's worth.
    """

    def __init__(self, battle: Battle) -> None:
        forces = battle.forces
        count = len(forces)
        self.battle = battle
        self.forces = forces
        self.assaults: list[Assault] = []
        self.assault_of = [-1] * count
        self._last_fleet = battle.rules.origin == "last-fleet"
        self.supporters: list[list[int]] = [[] for _ in forces]
        self.stayers: dict[str, list[int]] = {}
        self.leavers: dict[str, list[int]] = {}
        self.into: dict[str, list[int]] = {}
        self.runs = [NO] * count
        self.low = [0] * count
        self.high = [0] * count
        self.convoyed: list[int] = []
        self.supports: list[int] = []
        parties: dict[tuple[str, str, str], int] = {}
        for index, force in enumerate(forces):
            if force.act == Act.MOVE and force.preset != Preset.VOID:
                self.leavers.setdefault(force.place, []).append(index)
                if force.road != Road.LAND:
                    self.convoyed.append(index)
                    self.runs[index] = OPEN
                if force.preset != Preset.BLOCKED:
                    self._enlist(index, force, parties)
            else:
                self.stayers.setdefault(force.place, []).append(index)
                if force.act == Act.SUPPORT and force.preset != Preset.VOID:
                    self.supporters[force.target].append(index)
                    self.supports.append(index)
                    self.high[index] = force.weight
        self.gets_in = [OPEN] * len(self.assaults)

    def _enlist(self, index: int, force: Force, parties: dict[tuple[str, str, str], int]) -> None:
        goal = force.goal
        if self.battle.rules.joint and goal not in self.battle.open_places:
            party = (force.power, force.kind, goal)
            found = parties.get(party)
            if found is not None:
                old = self.assaults[found]
                members = (*old.members, index)
                self.assaults[found] = Assault(old.power, old.kind, goal, members)
                self.assault_of[index] = found
                return
            parties[party] = len(self.assaults)
        self.assault_of[index] = len(self.assaults)
        self.into.setdefault(goal, []).append(len(self.assaults))
        self.assaults.append(Assault(force.power, force.kind, goal, (index,)))

    # Questions about one force

    def hostile(self, attacker: str, victim: str) -> bool:
        """May the one dislodge the other's units and cut their support?"""
        return attacker != victim and (attacker, victim) not in self.battle.peace

    def by_convoy(self, index: int) -> int:
        """Does this move go by convoy?"""
        road = self.forces[index].road
        if road == Road.LAND:
            return NO
        return YES if road == Road.CONVOY else self.runs[index]

    def present(self, index: int) -> int:
        """Has this move a path to its goal?"""
        return self.runs[index] if self.forces[index].road == Road.CONVOY else YES

    def gone(self, index: int) -> int:
        """Did this leaver leave its place?"""
        assault = self.assault_of[index]
        if assault < 0:
            return NO
        entered, present = self.gets_in[assault], self.present(index)
        if entered == NO or present == NO:
            return NO
        return YES if entered == present == YES else OPEN

    def foreign_into(self, place: str, power: str) -> list[int]:
        """Assaults of other powers into a place, none into an open place."""
        if place in self.battle.open_places:
            return []
        return [a for a in self.into.get(place, ()) if self.assaults[a].power != power]

    def lost(self, index: int) -> int:
        """Is this stayer dislodged?"""
        force = self.forces[index]
        entered = NO
        for assault in self.foreign_into(force.place, force.power):
            if self.gets_in[assault] == YES:
                return YES
            if self.gets_in[assault] == OPEN:
                entered = OPEN
        return entered

    def origins(self, index: int) -> tuple[str, ...]:
        """Where an attack comes from: its place, or with `last-fleet` the seas it lands from."""
        force = self.forces[index]
        if self._last_fleet and force.road != Road.LAND and force.routes:
            return tuple(self.forces[route[-1]].place for route in force.routes)
        return (force.place,)

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

    def _whole(self, fleets: tuple[int, ...] | set[int]) -> int:
        whole = YES
        for fleet in fleets:
            lost = self.lost(fleet)
            if lost == YES:
                return NO
            if lost == OPEN:
                whole = OPEN
        return whole

    # S: what is a support worth?

    def aim(self, support: int) -> str:
        """The place that a support is aimed at."""
        target = self.forces[self.forces[support].target]
        moves = target.act == Act.MOVE and target.preset != Preset.VOID
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
        found = self.foreign_into(force.place, force.power)
        if not shielded:
            return found
        return [
            a for a in found if any((support, m) not in shielded for m in self.assaults[a].members)
        ]

    def support(self, index: int) -> Bounds:
        """The worth of one support (STD-SUP, STD-CUT)."""
        force = self.forces[index]
        if force.preset == Preset.PRECUT:
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

    # Strengths of an assault

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
                if forces[support].power != without:
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
        force, ours = self.forces[leaver], self.assaults[assault]
        open_places = self.battle.open_places
        if (
            self.assault_of[leaver] < 0
            or ours.goal in open_places
            or force.goal in open_places
            or (self.battle.rules.joint and force.power == ours.power)
        ):
            return NO
        found = NO
        for member in ours.members:
            if self._last_fleet and self._lands_from(leaver, member):
                return YES
            if self.forces[member].place != force.goal:
                continue
            if passing:
                return YES
            convoyed = self.by_convoy(member), self.by_convoy(leaver)
            if convoyed == (NO, NO):
                return YES
            if YES not in convoyed:
                found = OPEN
        return found

    def _lands_from(self, leaver: int, member: int) -> bool:
        """With `last-fleet`, a leaver meets an army on the sea that it lands from."""
        goal = self.forces[leaver].goal
        return goal != self.forces[member].place and goal in self.origins(member)

    def opponents(self, assault: int, *, passing: bool = False) -> list[tuple[int, int]]:
        """(leaver of its goal, YES or OPEN) for each that meets it, or may, head to head."""
        leavers = self.leavers.get(self.assaults[assault].goal)
        if not leavers:
            return []
        found = [(k, self.opposes(k, assault, passing=passing)) for k in leavers]
        return [(k, status) for k, status in found if status != NO]

    def beaten(self, assault: int) -> int:
        """Did it lose a head-to-head battle, so that it prevents nothing?"""
        passing = self.battle.rules.passed == "no-effect"
        found = NO
        for leaver, opposes in self.opponents(assault, passing=passing):
            entered = self.gets_in[self.assault_of[leaver]]
            if entered == opposes == YES:
                return YES
            if entered != NO:
                found = OPEN
        return found

    def prevent(self, assault: int) -> Bounds:
        """The strength with which it keeps others out of its goal."""
        beaten = self.beaten(assault)
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
        bonus = self.battle.hold_bonus.get((goal, self._holder(goal)), 0)
        return low + bonus, high + bonus

    def _holder(self, place: str) -> str:
        return self.forces[self.battle.standing[place][0]].power

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
        surely = tuple(k for k, status in met if status == YES)
        sides = [surely]
        if len(surely) < len(met):
            sides.append(tuple(k for k, _ in met))
        return [Case(way, side) for way in ways for side in sides]

    def comparisons(self, assault: int, case: Case) -> Iterator[Comparison]:
        """What must hold for it to get in, lazily, so that a NO ends the asking."""
        ours = self.assaults[assault]
        rivals = self.into[ours.goal]
        rivals = [r for r in rivals if r != assault] if len(rivals) > 1 else []
        without = ""
        if case.empty:
            if case.opposing:
                yield Comparison("hold", NO)
        else:
            holder = self._holder(ours.goal)
            if holder == ours.power:
                yield from self._reinforcing(assault, rivals)
                return
            if not self.hostile(ours.power, holder):
                yield Comparison("forbidden", NO)
            without = holder
        attack = self.total(assault, without)
        yield Comparison("hold", greater(attack, self.hold(assault, case)))
        for rival in rivals:
            yield Comparison("prevent", greater(attack, self.prevent(rival)), rival)
        if self.battle.rules.joint:
            yield Comparison("room", self._fits(self._arriving(assault)))
        if self._last_fleet:
            for land in self._landing(assault):
                yield Comparison("prevent", greater(attack, self._unconditional(land)), land)

    def _reinforcing(self, assault: int, rivals: list[int]) -> Iterator[Comparison]:
        ours = self.assaults[assault]
        if not self.battle.rules.joint:
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


def _take(amount: int, takers: list[int], left: dict[int, int]) -> int:
    """What remains of an amount after each taker, in order, took what it has left to take."""
    for taker in takers:
        taken = min(amount, left[taker])
        left[taker] -= taken
        amount -= taken
    return amount
