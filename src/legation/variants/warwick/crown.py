"""The crown: peace with a sole claimant, London's garrison, and who wins (WA-2a, WA-3h, WA-5a)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from legation.board.graph import MapGraph
from legation.board.position import Position
from legation.board.truth import Truth
from legation.rules.book import Book
from legation.rules.reports import Report
from legation.rules.standard import SOLO, Ruled
from legation.rules.work import Work

from .cast import Ledger
from .factions import court_of
from .seas import GARRISON

_WORTH = 1


# The battle


def garrisons(graph: MapGraph) -> frozenset[str]:
    """The place that helps whoever holds it, and that a winner must have: London."""
    return frozenset(c for c, p in graph.provinces.items() if GARRISON in p.features)


def lay_ground(work: Work) -> Work:
    """Peace with a sole claimant (WA-3h), and London's strength for who is there (WA-5a)."""
    places = garrisons(work.book.graph)
    sole = court_of(work.book, work.truth).sole
    inside = {(u.province, u.power): _WORTH for u in work.position.units if u.province in places}
    others = work.book.players - {sole} if sole in work.book.players else ()
    ground = replace(
        work.ground,
        hold_bonus={**work.ground.hold_bonus, **inside},
        peace=work.ground.peace | {(power, sole) for power in others},
        clauses={**work.ground.clauses, **dict.fromkeys(places, "WA-5a")},
    )
    return work.using(ground)


# Winning


def victory(book: Book, truth: Truth) -> Ruled:
    """Who holds enough centres, London among them, is King and wins (WA-2a)."""
    for power in sorted(book.players):
        count = len(truth.position.centres_of(power))
        if not enough(book, truth.position, (power,)):
            continue
        reports = [Report("king", "WA-2a", {"power": power})]
        if court_of(book, truth).king == power:
            reports = []
        reports.append(Report("solo", "WA-2a", {"power": power, "count": count}))
        crowned = replace(truth, ledger=replace(Ledger.of(truth), king=power))
        return replace(crowned, ending=SOLO, winner=(power,)), tuple(reports)
    return truth, ()


def enough(book: Book, position: Position, powers: Iterable[str]) -> bool:
    """Do these hold between them what it takes to win?"""
    held = {centre for power in powers for centre in position.centres_of(power)}
    return len(held) >= book.victory_centres and garrisons(book.graph) <= held
