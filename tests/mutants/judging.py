"""What a run of mutants comes to: which are known, and whether those that live fail it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from math import comb
from pathlib import Path

import sites
from sites import Mutant

CHANCE = 1e-4
"""A sample fails where, by the share that is allowed, so much lives more seldom than this."""


class Fate(Enum):
    """What became of a mutant."""

    CAUGHT = "caught"
    LIVES = "live"
    UNSURE = "unsure"
    """Nothing that was run has caught it, and not all was run, or not all that was run counts."""


@dataclass(frozen=True, slots=True)
class End:
    """How a mutant ended, by which test or for what reason; `by` is the test alone."""

    fate: Fate
    why: str
    by: str = ""


class UnexplainedError(Exception):
    """A known mutant without its reason."""


class Known:
    """Mutants that are tried no more, each with the reason: `part`, `file`, `function`, `was`.

    And, where only one of two is meant, `now`, as a run prints them. Those in
    `equal` change nothing that anybody could see, those in `lives` wait for a test.
    """

    KEY = ("part", "file", "function", "was", "now")

    def __init__(self, file: Path) -> None:
        table = tomllib.loads(file.read_text())
        self.equal, self.lives = (self._rows(table.get(kind, [])) for kind in ("equal", "lives"))

    def _rows(self, rows: Sequence[Mapping[str, str]]) -> set[tuple[str, ...]]:
        if unexplained := [row for row in rows if not row.get("why")]:
            raise UnexplainedError(f"it is not said why: {unexplained[0]}")
        return {tuple(row.get(key, "") for key in self.KEY) for row in rows}

    def changes_nothing(self, mutant: Mutant) -> bool:
        """Could nobody see any difference?"""
        return not self.equal.isdisjoint(_keys(mutant))

    def is_alive(self, mutant: Mutant) -> bool:
        """Is it known that no test catches it?"""
        return not self.lives.isdisjoint(_keys(mutant))

    def new(self, mutants: Iterable[Mutant]) -> list[Mutant]:
        """Those that are to be tried."""
        return [m for m in mutants if not self.changes_nothing(m) and not self.is_alive(m)]

    def stale(self, part: str, mutants: Sequence[Mutant]) -> list[str]:
        """Entries of a part that are about no mutant that there is."""
        there = {key for mutant in mutants for key in _keys(mutant)}
        rows = (self.equal | self.lives) - there
        return sorted(" ".join(row) for row in rows if row[0] == part)


def _keys(mutant: Mutant) -> list[tuple[str, ...]]:
    """How a mutant may be named: where `now` is left out, both of a condition are meant."""
    name = mutant.kind, mutant.file, mutant.function, mutant.was
    return [(*name, mutant.now), (*name, "")]


def faults(part: str, ends: Mapping[Mutant, End]) -> list[str]:
    """Why a run fails, of the mutants of one part that are not known; nothing where it holds.

    In a strict room each check that is not missed does it by itself. Elsewhere the share of
    `checks.toml` is asked for, and of a small sample no more than it can tell.
    """
    alive = [mutant for mutant, end in ends.items() if end.fate is Fate.LIVES]
    found = [f"it lives, and all are caught in this room: {m}" for m in alive if is_strict(m)]
    sure = sum(end.fate is not Fate.UNSURE for end in ends.values())
    least = sites.LEAST[part]
    if _seldom(len(alive), sure, 1 - least):
        found.append(f"of {part} {len(alive)} of {sure} live, and {least:.0%} are to be caught")
    return found


def is_strict(mutant: Mutant) -> bool:
    """Is it a check of a room in which all are caught?"""
    return mutant.kind != "rules" and mutant.file.startswith(sites.STRICT)


def _seldom(alive: int, tried: int, share: float) -> bool:
    """Is it most unlikely that so many live, or more, where this share of all does?"""
    fewer = sum(
        comb(tried, n) * share**n * (1 - share) ** (tried - n) for n in range(min(alive, tried + 1))
    )
    return 1 - fewer < CHANCE
