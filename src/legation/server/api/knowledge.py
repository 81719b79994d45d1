"""What a View holds, as the interface gives it; docs/save-format.md explains the values.

Plain dataclasses: a long game has thousands of outcomes, and a Schema each is
slow. A key that is not declared here is refused, not left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

Fact = bool | int | str | list[int | str]
Facts = dict[str, Fact]


class Closed:
    """A shape that has no other keys than those declared."""

    __pydantic_config__: ClassVar[dict[str, str]] = {"extra": "forbid"}


@dataclass(frozen=True)
class ViewerData(Closed):
    """As whom the game is seen."""

    role: str
    power: str


@dataclass(frozen=True)
class PhaseData(Closed):
    """A phase."""

    season: str
    year: int
    kind: str


@dataclass(frozen=True)
class UnitData(Closed):
    """A unit on the board, as you know it."""

    power: str
    kind: str
    place: str
    strength: int
    number: int
    id: int


@dataclass(frozen=True)
class DislodgedData(Closed):
    """A unit that must retreat, who dislodged it, and where it may go."""

    unit: UnitData
    by: str
    retreats: list[str]


@dataclass(frozen=True)
class PositionData(Closed):
    """The board that you know."""

    phase: PhaseData
    units: list[UnitData]
    owners: dict[str, str]
    dislodged: list[DislodgedData]
    contested: list[str]
    facts: dict[str, list[str]]


@dataclass(frozen=True)
class SheetData(Closed):
    """A sheet that you may read."""

    orders: list[str]
    settled: bool


@dataclass(frozen=True)
class ReportData(Closed):
    """Something that was told: its kind, the clause that it rests on, and the facts of it."""

    kind: str
    clause: str
    facts: Facts
    audience: list[str] | None


@dataclass(frozen=True)
class OutcomeData(Closed):
    """What became of a unit and its order, in words.

    `causes` number outcomes of the same moment.
    """

    power: str
    unit: str
    order: str
    result: str
    at: str
    reason: ReportData
    causes: list[int]
    by: str
    retreats: list[str]


@dataclass(frozen=True)
class ToldData(Closed):
    """What you were told at the end of a phase.

    `proviso` says that reasons and supports are told as far as you know; it is
    empty where nothing of a battle is hidden.
    """

    number: int
    phase: PhaseData
    reports: list[ReportData]
    outcomes: list[OutcomeData]
    proviso: str


@dataclass(frozen=True)
class ProposalData(Closed):
    """A proposal that is open to the vote."""

    id: int
    ending: str
    powers: list[str]
    by: str


@dataclass(frozen=True)
class FigureData(Closed):
    """A number that a power has; with `least`, so many as far as you know, and it may be more."""

    value: int
    least: bool


@dataclass(frozen=True)
class StandingData(Closed):
    """What a power has, by what is counted (a figure that you do not know is left out), and is."""

    power: str
    figures: dict[str, FigureData]
    notes: list[str]


@dataclass(frozen=True)
class StandingsData(Closed):
    """How the game stands as you know it.

    `aim` says what it takes to win while the game runs, `deciding` which figure
    that is about. `partial` says that there is one of which you may not know all.
    """

    aim: str
    deciding: str
    powers: list[StandingData]
    notes: list[str]
    partial: bool


@dataclass(frozen=True)
class ViewData(Closed):
    """A game as you know it in one phase."""

    viewer: ViewerData
    name: str
    variant: str
    options: dict[str, str]
    number: int
    position: PositionData
    lore: Facts
    standings: StandingsData
    sheets: dict[str, SheetData]
    told: list[ToldData]
    proposals: list[ProposalData]
    voted: list[int]
    disorder: list[str]
    press: bool
    ending: str
    winners: list[str]
    seed_hashes: list[str]
    seeds: list[str]
