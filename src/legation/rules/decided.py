"""A battle laid out, and what is decided of it so far (STD-BAT).

Decisions and questions are YES, NO or OPEN. The formulas are those of
``docs/battle.md``, each class adding some: `rules.helping` convoys and supports,
`rules.strength` strengths, `rules.entering` who gets in; `rules.resolve` has the
rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from legation.rules.battle import Act, Battle, Preset, Road

YES, NO, OPEN = 1, 0, -1

# A member of an enumeration is looked up each time that it is named by its class.
_MOVE, _SUPPORT = Act.MOVE, Act.SUPPORT
_VOID, _BLOCKED = Preset.VOID, Preset.BLOCKED
_LAND, _CONVOY = Road.LAND, Road.CONVOY

Bounds = tuple[int, int]


class Assault(Struct, frozen=True, gc=False):
    """Moves that get in together or not at all: one move, or a joint attack's."""

    power: str
    kind: str
    goal: str
    members: tuple[int, ...]


class Decided:
    """A battle and what is decided of it.

    `movers` are the moves that attack, one for each assault but where several
    attack jointly. `gets_in` has YES, NO or OPEN for each assault, `runs` for the
    convoy of each force, `low` and `high` the bounds of each support's worth.
    """

    def __init__(self, battle: Battle) -> None:
        forces = battle.forces
        count = len(forces)
        self.battle = battle
        self.forces = forces
        self.assaults: list[Assault] = []
        self.assault_of = [-1] * count
        self._last_fleet = battle.rules.origin == "last-fleet"
        self.supporters: list[Sequence[int]] = [()] * count
        self.stayers: dict[str, tuple[int, ...]] = {}
        self.leavers: dict[str, tuple[int, ...]] = {}
        self.into: dict[str, tuple[int, ...]] = {}
        self.runs = [NO] * count
        self.low = [0] * count
        self.high = [0] * count
        self.convoyed: list[int] = []
        self.supports: list[int] = []
        self.movers: list[int] = []
        # most places have one force: a tuple of one is made in half the time of a list
        stayers, leavers, supporters = self.stayers, self.leavers, self.supporters
        for index, force in enumerate(forces):
            act, preset, place = force.act, force.preset, force.place
            if act is _MOVE and preset is not _VOID:
                leavers[place] = (*leavers[place], index) if place in leavers else (index,)
                if force.road is not _LAND:
                    self.convoyed.append(index)
                    self.runs[index] = OPEN
                if preset is not _BLOCKED:
                    self.movers.append(index)
            else:
                stayers[place] = (*stayers[place], index) if place in stayers else (index,)
                if act is _SUPPORT and preset is not _VOID:
                    supporters[force.target] = (*supporters[force.target], index)
                    self.supports.append(index)
                    self.high[index] = force.weight
        self._enlist(self._parties(self.movers) if battle.rules.joint else zip(self.movers))
        self.gets_in = [OPEN] * len(self.assaults)

    def _parties(self, movers: Iterable[int]) -> Iterable[tuple[int, ...]]:
        """The moves that attack jointly: of one power and kind, into one place that is not open."""
        parties: dict[object, tuple[int, ...]] = {}
        for index in movers:
            force = self.forces[index]
            apart = force.goal in self.battle.open_places
            party = index if apart else (force.power, force.kind, force.goal)
            parties[party] = (*parties.get(party, ()), index)
        return parties.values()

    def _enlist(self, parties: Iterable[tuple[int, ...]]) -> None:
        """Make an assault of each party."""
        forces, assaults, assault_of, into = self.forces, self.assaults, self.assault_of, self.into
        for number, members in enumerate(parties):
            force = forces[members[0]]
            goal = force.goal
            for member in members:
                assault_of[member] = number
            into[goal] = (*into[goal], number) if goal in into else (number,)
            assaults.append(Assault(force.power, force.kind, goal, members))

    def starting(self, place: str) -> tuple[int, ...]:
        """The forces that start in a place: those that stay, then those that leave."""
        return self.stayers.get(place, ()) + self.leavers.get(place, ())

    # Questions about one force

    def hostile(self, attacker: str, victim: str) -> bool:
        """May the one dislodge the other's units and cut their support?"""
        return attacker != victim and (attacker, victim) not in self.battle.peace

    def by_convoy(self, index: int) -> int:
        """Does this move go by convoy?"""
        road = self.forces[index].road
        if road is _LAND:
            return NO
        return YES if road is _CONVOY else self.runs[index]

    def present(self, index: int) -> int:
        """Has this move a path to its goal?"""
        return self.runs[index] if self.forces[index].road is _CONVOY else YES

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
        into = self.into.get(place)
        if into is None or place in self.battle.open_places:
            return []
        return [a for a in into if self.assaults[a].power != power]

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
        if self._last_fleet and force.road is not _LAND and force.routes:
            return tuple(self.forces[route[-1]].place for route in force.routes)
        return (force.place,)
