"""When a game stands: seasons, years, and the kinds of phase (STD-PH)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

MOVEMENT, RETREAT, ADJUSTMENT, SETUP = "movement", "retreat", "adjustment", "setup"
KINDS = (MOVEMENT, RETREAT, ADJUSTMENT, SETUP)
PLURALS = {
    MOVEMENT: "movement",
    RETREAT: "retreats",
    ADJUSTMENT: "adjustments",
    SETUP: "set-up",
}


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the game: ``Spring 1901, movement``.

    The year 0 is that of games which count no years: ``19:30, movement``.
    """

    season: str
    year: int
    kind: str

    def __str__(self) -> str:
        return f"{self.turn}, {PLURALS[self.kind]}"

    @property
    def turn(self) -> str:
        """Season and year: ``Spring 1901``, ``19:30``."""
        return f"{self.season} {self.year}" if self.year else self.season


@dataclass(frozen=True, slots=True)
class Calendar:
    """The round of a year's phases, in order, and the first and last year.

    Centres change owner before every adjustment phase. `aliases` are other
    words for a season (``Fall``). `prelude` are phases that come once, in the
    year before the first. `days` says on which day a season lies, where that is
    told, and `close` how the moment is called at which the last phase ends. A
    round takes `step` years; `later` says how many years into it a season lies.
    """

    phases: tuple[tuple[str, str], ...]
    first_year: int
    last_year: int
    aliases: Mapping[str, str] = field(default_factory=dict)
    prelude: tuple[tuple[str, str], ...] = ()
    days: Mapping[str, str] = field(default_factory=dict)
    close: str = ""
    step: int = 1
    later: Mapping[str, int] = field(default_factory=dict)

    @property
    def first(self) -> Phase:
        """The phase a game starts with."""
        season, kind = (*self.prelude, *self.phases)[0]
        if self.prelude:
            return Phase(season, self.first_year - self.step, kind)
        return Phase(season, self.first_year + self.later.get(season, 0), kind)

    def said(self, phase: Phase, over: bool = False) -> str:
        """A phase as it is shown, with its day; of a game that is `over`, when that was.

        ``Spring 1901, movement``; ``3 August, 19:30, movement``; ``Autumn 1907``.
        """
        turn = phase.turn
        if over and self.close and (phase.season, phase.kind) == self.phases[-1]:
            turn = self.close
        told = turn if over else str(phase)
        day = self.days.get(turn if over else phase.season, "")
        return f"{day}, {told}" if day else told

    def dated(self, phase: Phase) -> str:
        """The turn of a phase with its day: ``Spring 1901``, ``19:30, 3 August``."""
        day = self.days.get(phase.season, "")
        return f"{phase.turn}, {day}" if day else phase.turn

    def has(self, phase: Phase) -> bool:
        """Is there such a phase?"""
        if (phase.season, phase.kind) in self.prelude and (
            phase.year == self.first_year - self.step
        ):
            return True
        fits = self.first_year <= phase.year <= self.last_year
        whole = (phase.year - self.first_year - self.later.get(phase.season, 0)) % self.step == 0
        return fits and whole and (phase.season, phase.kind) in self.phases

    def named(self, season: str, year: int, kind: str) -> Phase | None:
        """The phase of that season, year and kind; None where the calendar has none."""
        for known, its_kind in (*self.prelude, *self.phases):
            if its_kind == kind and known.casefold() == self._season(season).casefold():
                return Phase(known, year, kind)
        return None

    def round(self, phase: Phase) -> int:
        """How many rounds of phases lie before a phase's own; none in games without years."""
        begun = self.first_year + self.later.get(phase.season, 0)
        return max(0, phase.year - begun) // self.step if phase.year else 0

    @property
    def ownership(self) -> str:
        """The season before the first adjustment phase."""
        kinds = [kind for _, kind in self.phases]
        return self.phases[kinds.index(ADJUSTMENT) - 1][0]

    def _season(self, word: str) -> str:
        folded = {alias.casefold(): season for alias, season in self.aliases.items()}
        return folded.get(word.casefold(), word)

    def after(self, phase: Phase) -> Phase:
        """The next phase, skipped or not."""
        named = (phase.season, phase.kind)
        if named in self.prelude and phase.year < self.first_year:
            at = self.prelude.index(named) + 1
            ended = at == len(self.prelude)
            season, kind = self.phases[0] if ended else self.prelude[at]
            year = self.first_year + self.later.get(season, 0) if ended else phase.year
            return Phase(season, year, kind)
        index, year = self.phases.index(named) + 1, phase.year - self.later.get(phase.season, 0)
        if index == len(self.phases):
            index, year = 0, year + self.step
        season, kind = self.phases[index]
        return Phase(season, year + self.later.get(season, 0), kind)
