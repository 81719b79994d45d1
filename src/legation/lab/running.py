"""Runs a trial: what is missing is played by a crew and kept, and progress is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from legation.lab.crew import Crew
from legation.lab.diary import Diary


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: games that are kept, of all, and how many seconds it may still take.

    `faults` are the games in which something went wrong.
    """

    done: int
    games: int
    faults: int
    left: float | None

    @property
    def said(self) -> str:
        """In a line: ``120 of 1000 games, 14 minutes left``."""
        parts = [f"{self.done} of {self.games} games"]
        if self.faults:
            parts.append(f"{self.faults} with a fault")
        if self.left is not None and self.done < self.games:
            parts.append(f"{span(self.left)} left")
        return ", ".join(parts)


def span(seconds: float) -> str:
    """A length of time in words: ``40 seconds``, ``14 minutes``, ``3.5 hours``."""
    if seconds < 90:
        return f"{max(1, round(seconds))} second{'s' * (round(seconds) > 1)}"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} minutes"
    return f"{seconds / 3600:.1f} hours"


def run(diary: Diary, crew: Crew, tell: Callable[[Progress], None]) -> None:
    """Plays what a diary lacks; raises what the crew and the diary do."""
    missing, all_of_them = diary.missing, len(diary.trial.tasks)
    began, done = time.monotonic(), len(diary.played)
    faults = sum(bool(played.faults) for played in diary.played.values())
    tell(Progress(done, all_of_them, faults, None))
    if not missing:
        return
    games = crew(diary.trial, missing)
    with closing(games):  # type: ignore[type-var]
        for here, played in enumerate(games, 1):
            faults += bool(diary.keep(played).faults)
            left = (time.monotonic() - began) / here * (len(missing) - here)
            tell(Progress(done + here, all_of_them, faults, left))
