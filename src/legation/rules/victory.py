"""Ownership of centres and the endings of a game (STD-END)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from legation.board.position import Position
from legation.board.truth import Truth
from legation.rules.reports import Report
from legation.rules.rulebook import Rulebook

SOLO, DRAW, CONCESSION, LAST_YEAR, ABANDONED = (
    "solo",
    "draw",
    "concession",
    "last year",
    "abandoned",
)


@dataclass(frozen=True, slots=True)
class Changes:
    """New owners of centres, and what is told of them."""

    owners: Mapping[str, str]
    reports: tuple[Report, ...]


def new_owners(book: Rulebook, position: Position) -> Changes:
    """Every centre goes to the power that occupies it; the others keep their owner (STD-PH)."""
    owners = dict(position.owners)
    reports = []
    for centre in book.graph.centres:
        unit = position.by_province.get(centre)
        before = owners.get(centre)
        if unit is None or unit.power == before:
            continue
        owners[centre] = unit.power
        facts = {"power": unit.power, "place": centre}
        if before is None:
            reports.append(Report("centre-gained", "STD-PH", facts))
        else:
            reports.append(Report("centre-taken", "STD-PH", {**facts, "loser": before}))
    return Changes(owners, tuple(reports))


def survivors(truth: Truth) -> tuple[str, ...]:
    """The powers that still have a unit or a centre."""
    return truth.position.powers()


def solo(book: Rulebook, truth: Truth) -> tuple[Truth, tuple[Report, ...]]:
    """Ends the game if one power has enough centres and more than any other."""
    counts = Counter(truth.position.owners.values()).most_common(2)
    if not counts or counts[0][1] < book.victory_centres:
        return truth, ()
    if len(counts) > 1 and counts[1][1] == counts[0][1]:
        return truth, ()
    power, count = counts[0]
    report = Report("solo", "STD-END", {"power": power, "count": count})
    return end(truth, SOLO, (power,)), (report,)


def end(truth: Truth, ending: str, winners: tuple[str, ...]) -> Truth:
    """The truth of a game that is over, shared by these powers."""
    return replace(truth, ending=ending, winner=tuple(sorted(winners)))
