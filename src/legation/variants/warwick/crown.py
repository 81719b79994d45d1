"""The crown: peace with a sole claimant, London's garrison, and who wins (WA-2a, WA-3h, WA-5a)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from legation.board.graph import MapGraph
from legation.board.position import Position
from legation.board.truth import Truth
from legation.rules.book import Book
from legation.rules.explain import as_fought
from legation.rules.reports import Fate, Outcome, Report
from legation.rules.standard import SOLO
from legation.rules.strength import Case
from legation.rules.work import Done, Work

from . import cuts
from .cast import HENRY, Ledger
from .factions import court_of
from .seas import GARRISON

Told = tuple[Truth, tuple[Report, ...]]
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
    others = work.book.players - {sole} if sole and sole != HENRY else ()
    ground = replace(
        work.ground,
        hold_bonus={**work.ground.hold_bonus, **inside},
        peace=work.ground.peace | {(power, sole) for power in others},
        clauses={**work.ground.clauses, **dict.fromkeys(places, "WA-5a")},
    )
    return work.using(ground)


def explained(done: Done) -> tuple[Outcome, ...]:
    """The outcomes of a movement; those that rest on a clause of this game say so."""
    work = done.work
    fought = as_fought(work.book, done.movement, done.resolution, work.lost)
    return tuple(_named(work, index, told) for index, told in enumerate(fought))


def _named(work: Work, index: int, told: Outcome) -> Outcome:
    assert work.movement is not None
    if index >= len(work.movement.intents):  # an order that no unit carries out
        return told
    told = cuts.named(work, index, told)
    reason = told.reason
    if reason.kind == "forbidden":
        return _stopped(work, index, told)
    if reason.kind == "holds-beleaguered" and _in_peace(work, told.power):
        facts = {name: reason.facts[name] for name in ("unit", "place", "rivals")}
        return replace(told, reason=Report("holds-in-peace", "WA-3h", facts))
    return told


def _in_peace(work: Work, power: str) -> bool:
    return any(victim == power for _, victim in work.ground.peace)


def _stopped(work: Work, index: int, told: Outcome) -> Outcome:
    """A move that peace stopped; head to head with no more strength it was mere defence."""
    assert work.movement is not None
    assert work.resolution is not None
    reckoning = work.resolution.reckoning
    assault = reckoning.assault_of[index]
    rivals = tuple(k for k, _ in reckoning.opponents(assault))
    if rivals:
        attack = reckoning.total(assault)[0]
        against = reckoning.hold(assault, Case(empty=False, opposing=rivals))[0]
        if attack <= against:
            facts = {**told.reason.facts, "attack": attack, "against": against}
            report = Report("beaten-head-to-head", "STD-H2H", facts)
            return replace(told, reason=report, causes=rivals)
    return replace(told, fate=Fate.FORBIDDEN)


# Winning


def victory(book: Book, truth: Truth) -> Told:
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
