"""Where fleets on a board could carry whom (STD-CON)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from legation.board.graph import ARMY, FLEET, MapGraph
from legation.board.units import Unit
from legation.rules.convoys import Lanes
from legation.rules.reaches import Goals
from legation.rules.standing import Standing


class Sailing(Standing):
    """The convoys that are possible on a board."""

    graph: MapGraph
    lanes: Lanes

    @cached_property
    def seas(self) -> frozenset[str]:
        """The seas with a fleet that can convoy."""
        carriers = self.graph.carriers
        return frozenset(
            [u.province for u in self.position.units if u.kind == FLEET and u.province in carriers]
        )

    @cached_property
    def _overseas(self) -> list[frozenset[str]]:
        """For each unit, where fleets on the board could carry it."""
        ask, seas = self.lanes.overseas, self.seas
        return [
            ask(unit.province, seas) if seas and unit.kind == ARMY else _NOWHERE
            for unit in self.units
        ]

    @cached_property
    def sailing(self) -> Mapping[int, frozenset[str]]:
        """The armies, by index, that fleets on the board could carry, and where to."""
        return {index: overseas for index, overseas in enumerate(self._overseas) if overseas}

    def overseas_without(self, army: int, fleet: Unit) -> frozenset[str]:
        """Where fleets could carry an army, by index, if one of them did something else."""
        return self.lanes.overseas(self.units[army].province, self.seas - {fleet.province})

    def overseas(self, unit: Unit) -> frozenset[str]:
        """Where fleets on the board, of any power, could carry this unit."""
        return self._overseas[self.index[unit]]

    @cached_property
    def carriers(self) -> Mapping[int, Mapping[str, Goals]]:
        """Army, by index → sea → where a fleet there could help to carry it."""
        ask, proper = self.lanes.carriers, self.book.options.superfluous_convoy == "void"
        return {army: ask(self.units[army].province, self.seas, proper) for army in self.sailing}

    def convoy_goals(self, fleet: Unit, army: int) -> Goals:
        """The provinces to which this fleet could help to carry an army, given by index."""
        if fleet.kind != FLEET or army not in self.sailing:
            return ()
        return self.carriers[army].get(fleet.province, ())

    def carried(self, fleet: Unit) -> Mapping[int, Goals]:
        """The armies, by index, that this fleet could help to carry → their goals."""
        if fleet.kind != FLEET or fleet.province not in self.seas:
            return {}
        some = {army: self.convoy_goals(fleet, army) for army in self.sailing}
        return {army: goals for army, goals in some.items() if goals}


_NOWHERE: frozenset[str] = frozenset()
