"""Where fleets on a board could carry whom (STD-CON)."""

from __future__ import annotations

from collections.abc import Mapping

from legation.board.graph import ARMY, FLEET, MapGraph
from legation.board.once import once
from legation.board.units import Unit
from legation.rules.convoys import Lanes, Waters
from legation.rules.reaches import Goals
from legation.rules.standing import Standing


class Sailing(Standing):
    """The convoys that are possible on a board."""

    graph: MapGraph
    lanes: Lanes

    @once
    def seas(self) -> frozenset[str]:
        """The seas with a fleet that can convoy."""
        carriers = self.graph.carriers
        return frozenset(
            [u.province for u in self.position.units if u.kind == FLEET and u.province in carriers]
        )

    @once
    def waters(self) -> Waters:
        """The waters that these seas make."""
        return self.lanes.waters(self.seas)

    def goes_overseas(self, index: int, goal: str) -> bool:
        """Could fleets on the board, of any power, carry this unit, by index, there?"""
        unit = self.units[index]
        return unit.kind == ARMY and goal in self.waters[unit.province].goals

    def overseas_of(self, index: int) -> frozenset[str]:
        """Where fleets on the board, of any power, could carry this unit, by index."""
        unit = self.units[index]
        return self.waters[unit.province].goals if unit.kind == ARMY else _NOWHERE

    @once
    def sailing(self) -> Mapping[int, Goals]:
        """The armies, by index, that fleets on the board could carry, and where to, in order."""
        if not self.seas:
            return {}
        waters = self.waters
        armies = [(i, unit.province) for i, unit in enumerate(self.units) if unit.kind == ARMY]
        return {index: goals for index, here in armies if (goals := waters[here].ordered)}

    def overseas_but_by(self, unit: Unit, other: int) -> frozenset[str]:
        """Where fleets could carry another, by index, while this unit does something else."""
        army = self.units[other]
        if army.kind != ARMY:
            return _NOWHERE
        abroad, here = self.waters[army.province], unit.province
        if unit.kind != FLEET or here not in self.seas:
            return abroad.goals
        return frozenset([goal for goal, seas in abroad.needed.items() if here not in seas])

    def overseas(self, unit: Unit) -> frozenset[str]:
        """Where fleets on the board, of any power, could carry a unit."""
        return self.overseas_of(self.index[unit])

    def carriers_of(self, army: int) -> Mapping[str, Goals]:
        """Sea → where a fleet there could help to carry an army, by index."""
        return self.waters[self.units[army].province].carriers

    @once
    def cargo(self) -> Mapping[str, Mapping[int, Goals]]:
        """Sea → the armies, by index, that a fleet there could help to carry → their goals."""
        by_sea: dict[str, dict[int, Goals]] = {}
        for army in self.sailing:
            for sea, goals in self.carriers_of(army).items():
                by_sea.setdefault(sea, {})[army] = goals
        return by_sea

    def convoy_goals(self, fleet: Unit, army: int) -> Goals:
        """The provinces to which this fleet could help to carry an army, given by index."""
        if fleet.kind != FLEET or self.units[army].kind != ARMY:
            return ()
        return self.carriers_of(army).get(fleet.province, ())

    def carried(self, fleet: Unit) -> Mapping[int, Goals]:
        """The armies, by index, that this fleet could help to carry → their goals."""
        return self.cargo.get(fleet.province, _NOBODY) if fleet.kind == FLEET else _NOBODY


_NOBODY: Mapping[int, Goals] = {}
_NOWHERE: frozenset[str] = frozenset()
