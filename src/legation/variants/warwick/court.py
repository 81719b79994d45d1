"""How the game stands: who claims the throne, who is for whom, who holds London (WA-2, WA-3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from legation.board import ledger
from legation.board.position import Position
from legation.rules.book import Book
from legation.rules.reports import Fact, Report
from legation.rules.standings import Standings, counted

from .cast import CLAIMANT, HENRY, NEUTRAL, Ledger, alive
from .crown import garrisons
from .factions import Court, court_in


def standings(book: Book, position: Position, kept: ledger.Ledger) -> Standings:
    """Centres and units, and the court, which everybody knows (WA-3a-2)."""
    assert isinstance(kept, Ledger)
    court, living, places = court_in(book, kept), alive(book, position), garrisons(book.graph)
    rows = [
        replace(
            row,
            notes=tuple(_notes(court, position, row.power, places)),
            side=_side(court, row.power),
        )
        if row.power in living
        else row
        for row in counted(book, position)
    ]
    names = tuple(book.graph.name(place) for place in sorted(places))
    facts: dict[str, Fact] = {"count": book.victory_centres, "names": names}
    return Standings(tuple(rows), Report("aim-crown", "WA-2a", facts), notes=tuple(_henry(court)))


def _notes(
    court: Court, position: Position, power: str, garrison: frozenset[str]
) -> Iterator[Report]:
    if court.king == power:
        yield Report("is-king", "WA-3g")
    if court.claimants == {power}:
        yield Report("is-sole-claimant", "WA-3h")
        if court.sole == power and court.king != power:
            yield Report("is-next-king", "WA-3g")
    elif court.alignments[power] == CLAIMANT:
        yield Report("is-claimant", "WA-3a-1")
    for place in sorted(garrison):
        if position.owners.get(place) == power:
            yield Report("holds-garrison", "WA-2a", {"place": place})


def _side(court: Court, power: str) -> Report | None:
    """For whom a power is that claims nothing itself (WA-3a-1)."""
    stand = court.alignments[power]
    if stand == CLAIMANT:
        return None
    if stand == NEUTRAL:
        return Report("is-neutral", "WA-3a-1")
    return Report("is-for", "WA-3a-1", {"whom": stand})


def _henry(court: Court) -> Iterator[Report]:
    """What holds of Henry, who has no row of his own (WA-3f, WA-3g)."""
    if not court.henry_lives:
        yield Report("no-henry", "WA-3e-4")
    if court.king == HENRY:
        yield Report("henry-is-king", "WA-3g")
    if court.claimants == {HENRY}:
        yield Report("henry-is-sole", "WA-3h")
        if court.sole == HENRY and court.king != HENRY:
            yield Report("henry-is-next", "WA-3g")
    elif HENRY in court.claimants:
        yield Report("henry-is-claimant", "WA-3f")
