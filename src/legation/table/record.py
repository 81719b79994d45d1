"""The record of a game: the authority on what happened; a replay only audits it.

Everything here is frozen. A phase that was played on stays as it was; a
rollback adds a phase record with an old number, and so supersedes those after
it without erasing them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from legation.board.truth import Truth
from legation.rules.reports import Fact
from legation.sight.moment import Moment
from legation.sight.view import Sheet

START, TAKEN_OVER = "start", "taken-over"
RESOLUTION, ROLLBACK = "resolution", "rollback"
BEGINNINGS = (START, TAKEN_OVER, RESOLUTION, ROLLBACK)


@dataclass(frozen=True, slots=True)
class Versions:
    """Who did it: the version of this program, and a fingerprint of the variant's folder."""

    engine: str
    variant: str


@dataclass(frozen=True, slots=True)
class Act:
    """Something done between two phases' orders: by the game master, or a vote.

    `kind` and the names of its facts are listed in `table.acts`.
    """

    kind: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True)
class PhaseRecord:
    """One phase: how it began, what was ordered and done in it, what was told.

    `number` counts phases from 0. `begins` says what led here, ``start``,
    ``taken-over`` of a game that stood so elsewhere, ``resolution`` of the
    record before, or ``rollback``. `truth` is the
    Truth that the phase started from and `sha256` that of its canonical JSON.
    `disorder` are the powers in civil disorder when it started. `resolved_by`
    is None while the phase is open.
    """

    number: int
    begins: str
    truth: Truth
    sha256: str
    disorder: tuple[str, ...] = ()
    sheets: Mapping[str, Sheet] = field(default_factory=dict)
    acts: tuple[Act, ...] = ()
    told: tuple[Moment, ...] = ()
    resolved_by: Versions | None = None


@dataclass(frozen=True)
class Record:
    """A whole game.

    `options` are the values of all of the variant's options. `seeds` are pairs:
    the index of the phase record from which a seed counts, and the seed, 32
    hexadecimal digits; all but the first come from forks and rollbacks.
    `phases` stand in the order in which they happened. `versions` are those
    that started the game.
    """

    name: str
    variant: str
    options: Mapping[str, str]
    seeds: tuple[tuple[int, str], ...]
    versions: Versions
    phases: tuple[PhaseRecord, ...]

    def line(self, until: int | None = None) -> dict[int, int]:
        """Number of a phase → index of the record that counts for it.

        Only the first `until` records are looked at, where that is given.
        """
        counting: dict[int, int] = {}
        for index, phase in enumerate(self.phases[:until]):
            for later in range(phase.number, len(counting)):
                counting.pop(later, None)
            counting[phase.number] = index
        return counting

    def seed_at(self, index: int) -> str:
        """The seed with which the phase record of this index is resolved."""
        return [seed for start, seed in self.seeds if start <= index][-1]
