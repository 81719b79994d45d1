"""What of a board is the same for all powers that know it, looked up for them once."""

from __future__ import annotations

from collections.abc import Mapping

from legation.board.once import once
from legation.board.units import Unit
from legation.bots.advice import Advice
from legation.rules.survey import Survey

_SIZE = (1.0, 4.0, 16.0)  # of a power with n centres: n² + 4n + 16


class Shared:
    """Who could come where, and how much there is to fear from each power."""

    def __init__(self, survey: Survey, advice: Advice) -> None:
        self._survey, self._advice = survey, advice
        self._comers: dict[str, Mapping[str, float]] = {}
        self._walkers: dict[str, tuple[Unit, ...]] = {}
        self._near: dict[str, frozenset[str]] = {}

    @once
    def sizes(self) -> Mapping[str, float]:
        """Power → how much there is to fear from it."""
        position = self._survey.position
        most = dict(position.riches)
        for power, units in position.sizes.items():
            most[power] = max(most.get(power, 0), units)
        a, b, c = _SIZE
        return {power: a * n * n + b * n + c for power, n in most.items()}

    def comers(self, province: str) -> Mapping[str, float]:
        """Power → the strength of its units that could go to a province from elsewhere."""
        known = self._comers.get(province)
        if known is None:
            known = self._comers[province] = self._come(province)
        return known

    def _come(self, province: str) -> Mapping[str, float]:
        survey, weight = self._survey, self._advice.weight
        coming: dict[str, float] = {}
        for unit in self.walkers(province):
            coming[unit.power] = coming.get(unit.power, 0.0) + weight(survey, unit)
        return coming

    def walkers(self, province: str) -> tuple[Unit, ...]:
        """The units on the board that could go to a province from elsewhere."""
        known = self._walkers.get(province)
        if known is None:
            units, walkers = self._survey.position.units, self._survey.walkers.get(province, ())
            known = tuple([units[i] for i in walkers if i < len(units)])
            self._walkers[province] = known
        return known

    def near(self, province: str) -> frozenset[str]:
        """The powers that have a unit which could go there, or may have one."""
        near = self._near.get(province)
        if near is None:
            units, walkers = self._survey.units, self._survey.walkers.get(province, ())
            near = self._near[province] = frozenset([units[i].power for i in walkers])
        return near


def shared_by(survey: Survey, advice: Advice) -> Shared:
    """What is looked up of a board by whoever plays on it, kept with the board."""
    surveys, key = survey.position.surveys, (Shared, survey.book)
    shared = surveys.get(key)
    if not isinstance(shared, Shared):
        shared = surveys[key] = Shared(survey, advice)
    return shared
