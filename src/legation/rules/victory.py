"""Ownership of centres and the endings of a game (STD-END)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from legation.board.position import Position
from legation.board.truth import Truth
from legation.rules.book import Book
from legation.rules.reports import Report

DRAW, CONCESSION, LAST_YEAR, ABANDONED = ("draw", "concession", "last year", "abandoned")


@dataclass(frozen=True, slots=True)
class Changes:
    """New owners of centres, and what is told of them."""

    owners: Mapping[str, str]
    reports: tuple[Report, ...]


def new_owners(book: Book, position: Position, centres: Iterable[str] | None = None) -> Changes:
    """Every centre goes to the power that occupies it; the others keep their owner (STD-PH).

    `centres` are those of the map, unless others are given. A unit without a
    player takes nothing.
    """
    owners = dict(position.owners)
    reports = []
    there, players = position.by_province, book.players
    for centre in book.graph.centres if centres is None else centres:
        unit = there.get(centre)
        if unit is None or unit.power == (before := owners.get(centre)):
            continue
        if unit.power not in players:
            continue
        owners[centre] = unit.power
        facts = {"power": unit.power, "place": centre}
        if before is None:
            reports.append(Report("centre-gained", "STD-PH", facts))
        else:
            reports.append(Report("centre-taken", "STD-PH", {**facts, "loser": before}))
    return Changes(owners, tuple(reports))


def end(truth: Truth, ending: str, winners: Iterable[str]) -> Truth:
    """The truth of a game that is over, shared by these powers."""
    return replace(truth, ending=ending, winner=tuple(sorted(winners)))
