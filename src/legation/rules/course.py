"""How a game has stood, phase after phase, as one viewer knew it then (STD-END).

Made of the standings of each of his phases; what he did not know at the time
is not in it, whatever he was told later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from legation.board.calendar import Phase
from legation.rules.standings import Figure, Standings


@dataclass(frozen=True, slots=True)
class Moment:
    """A phase, and what each power had when it began, where its reader knew something of it."""

    phase: Phase
    figures: Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Course:
    """What powers had of one kind of figure, phase after phase.

    `goal`: how much of it wins, where the aim of the game is a number of it.
    """

    kind: str
    powers: tuple[str, ...]
    moments: tuple[Moment, ...]
    goal: int | None = None

    def of(self, power: str) -> tuple[Figure | None, ...]:
        """The figures of a power, one a phase; None where its reader knew nothing of it."""
        return tuple(moment.figures.get(power) for moment in self.moments)

    @property
    def most(self) -> int:
        """The largest figure that anybody had."""
        return max((f.value for moment in self.moments for f in moment.figures.values()), default=0)

    @property
    def turning(self) -> tuple[int, ...]:
        """The phases, by their place in `moments`, at which something changed; and the first."""
        changed = [
            at
            for at in range(1, len(self.moments))
            if self.moments[at].figures != self.moments[at - 1].figures
        ]
        return (0, *changed) if self.moments else ()


def courses(stood: Sequence[tuple[Phase, Standings]]) -> tuple[Course, ...]:
    """One course for each kind of figure that anybody had, that by which a game is won first."""
    if not stood:
        return ()
    _, last = stood[-1]
    count = last.aim.facts.get("count")
    wins = count if isinstance(count, int) else None
    powers = tuple(row.power for row in last.rows)
    kinds = dict.fromkeys(kind for _, each in stood for kind in each.kinds)
    found = []
    for kind in sorted(kinds, key=lambda kind: kind != last.deciding):
        moments = tuple(
            Moment(phase, {r.power: f for r in each.rows if (f := r.of(kind)) is not None})
            for phase, each in stood
        )
        found.append(Course(kind, powers, moments, wins if kind == last.deciding else None))
    return tuple(found)
