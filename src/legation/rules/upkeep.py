"""Games in which some units need more than one centre: what is due, and who goes unasked."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence

from legation.board.units import Unit
from legation.rules.reports import Report
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey


class Upkeep(Rulebook):
    """The standard rules with builds and removals counted by the centres that units need."""

    @abstractmethod
    def upkeep(self, survey: Survey, unit: Unit) -> int:
        """How many centres a unit needs."""

    @abstractmethod
    def going(
        self, survey: Survey, power: str, units: Sequence[Unit]
    ) -> Iterable[tuple[Unit, Report]]:
        """A power's units in the order in which they go unasked, each with the reason."""

    def due(self, survey: Survey, power: str) -> int:
        """Builds due to a power; removals where negative: its centres less what its units need."""
        position = survey.position
        need = sum(self.upkeep(survey, unit) for unit in position.of(power))
        return len(position.centres_of(power)) - need

    def relief(self, survey: Survey, unit: Unit) -> int:
        """How many removals it counts for that a unit goes: the centres that it needs."""
        return self.upkeep(survey, unit)

    def removals(
        self, survey: Survey, power: str, units: Sequence[Unit], missing: int
    ) -> list[tuple[Unit, Report]]:
        """The first of those who go unasked, until what they need covers what is missing."""
        removed = []
        for unit, report in self.going(survey, power, units):
            if missing <= 0:
                break
            missing -= self.upkeep(survey, unit)
            removed.append((unit, report))
        return removed
