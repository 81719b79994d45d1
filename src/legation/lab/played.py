"""What is kept of a game that was played: a line of the file of a trial."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

Sort = Literal["refused", "crashed"]
REFUSED: Final = "refused"
CRASHED: Final = "crashed"


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that must not happen: orders of a bot that were refused, or a crash.

    `phase` is its number, `power` whose move it was, if anybody's; `said` is one
    line, `trace` where in the program a crash was. `save` is the game as it then
    stood: its text while the line travels, the name of its file once it is kept.
    """

    sort: Sort
    phase: int
    power: str
    said: str
    trace: str = ""
    save: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """One game: how it ended, and what happened in it, counted.

    `ending` is empty where it was broken off. Movement phases are counted from
    0. `centres` are those of each power at the start of each movement phase and
    at the end, by its place in `powers`; `scores` what the game itself counts, in
    the end. By province: `visits` is how often a unit came there from elsewhere,
    `stood` in how many movement phases one was there;
    `bounces` and `dislodged` count as attacked. `captured` is by whom, and in
    which movement phase, a centre was first taken. `openings` are the orders of
    each power's first movement. `leads` is how often another took the lead,
    `quiet` the most movement phases running without a change of owners. `kinds`
    are those of all reports and reasons that were told, with their clauses,
    `verbs` the orders that were given. `seconds` are of one processor.
    """

    number: int
    side: int
    seed: str
    engine: str
    rules: str
    powers: tuple[str, ...] = ()
    phases: int = 0
    turns: int = 0
    ending: str = ""
    closed: str = ""
    winners: tuple[str, ...] = ()
    survivors: tuple[str, ...] = ()
    centres: tuple[tuple[int, ...], ...] = ()
    scores: tuple[int, ...] = ()
    visits: Mapping[str, int] = field(default_factory=dict)
    stood: Mapping[str, int] = field(default_factory=dict)
    bounces: Mapping[str, int] = field(default_factory=dict)
    dislodged: Mapping[str, int] = field(default_factory=dict)
    captured: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    openings: Mapping[str, str] = field(default_factory=dict)
    leads: int = 0
    quiet: int = 0
    kinds: Mapping[str, str] = field(default_factory=dict)
    verbs: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    seconds: float = 0.0

    @property
    def crashed(self) -> bool:
        """Did it stop in the middle? Then it counts in no share."""
        return any(fault.sort == CRASHED for fault in self.faults)

    @property
    def broken_off(self) -> bool:
        """Was it not over when it had lasted long enough?"""
        return not self.ending and not self.crashed
