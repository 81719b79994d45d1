"""The crown: peace with a sole claimant, London's garrison, and who wins (WA-2, WA-3h, WA-5a)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT
from legation.board.graph import MapGraph
from legation.board.orders import ONE_SLOT, POWER, Field, Order, OrderType
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.errors import OrderError
from legation.rules.book import Book
from legation.rules.legality import judge
from legation.rules.reports import Fate, Outcome, Report
from legation.rules.standard import SOLO
from legation.rules.strength import Case
from legation.rules.survey import Criterion, Survey
from legation.rules.victory import end
from legation.rules.work import Work

from . import cuts
from .cast import HENRY, KING, alive
from .factions import Court, court_of, judging
from .henry import henry_of
from .options import Options
from .seas import GARRISON

Told = tuple[Truth, tuple[Report, ...]]
_WORTH = 1
JOINT, WINTER_JOINT = "joint-win", "winter-joint-win"
JOINT_WIN = "joint win"

TYPES = tuple(
    OrderType(
        verb,
        phase,
        ("Declare joint win with {partner}", "Joint win with {partner}"),
        (Field("partner", POWER, "partner", prompt="With whom?"),),
        clause="WA-2b",
        help="Win together with another of one's faction, if one of the two is King and both wish.",
        slot=ONE_SLOT,
    )
    for verb, phase in ((JOINT, MOVEMENT), (WINTER_JOINT, ADJUSTMENT))
)


def _partners(survey: Survey, unit: Unit, _: Order) -> Collection[object]:
    return alive(survey.book, survey.position) - {unit.power}


def _why_no_partner(_survey: Survey, unit: Unit, order: Order) -> str:
    partner = str(order.field("partner"))
    if partner == unit.power:
        return "it takes two to win jointly"
    return f"{partner} is out of the game"


CRITERIA: Mapping[str, Criterion] = {
    "partner": Criterion("WA-2b", _partners, _why_no_partner),
}


# The battle


def garrisons(graph: MapGraph) -> frozenset[str]:
    """The place that helps whoever holds it, and that a winner must have: London."""
    return frozenset(c for c, p in graph.provinces.items() if GARRISON in p.features)


def lay_ground(work: Work) -> Work:
    """Peace with a sole claimant (WA-3h), and London's strength for who is there (WA-5a)."""
    places = garrisons(work.book.graph)
    sole = court_of(work.book, work.truth.ledger).sole
    inside = {(u.province, u.power): _WORTH for u in work.position.units if u.province in places}
    others = work.book.players - {sole} if sole and sole != HENRY else ()
    ground = replace(
        work.ground,
        hold_bonus={**work.ground.hold_bonus, **inside},
        peace=work.ground.peace | {(power, sole) for power in others},
        clauses={**work.ground.clauses, **dict.fromkeys(places, "WA-5a")},
    )
    return work.using(ground)


def name_outcomes(work: Work) -> Work:
    """Outcomes that rest on a clause of this game say so."""
    outcomes = tuple(_named(work, index, told) for index, told in enumerate(work.outcomes))
    return replace(work, outcomes=outcomes)


def _named(work: Work, index: int, told: Outcome) -> Outcome:
    assert work.movement is not None
    if index >= len(work.movement.intents):  # an order that no unit carries out
        return told
    told = cuts.named(work, index, told)
    reason = told.reason
    if reason.kind == "forbidden":
        return _stopped(work, index, told)
    if reason.kind == "moved-open":
        return replace(told, reason=replace(reason, clause="WA-4a-2"))
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
    return replace(told, fate=Fate.FORBIDDEN, reason=replace(told.reason, clause="WA-3h"))


# Winning


def victory(book: Book, truth: Truth) -> Told:
    """Who holds enough centres, London among them, is King and wins (WA-2a)."""
    for power in sorted(book.players):
        count = len(truth.position.centres_of(power))
        if not enough(book, truth.position, (power,)):
            continue
        reports = [Report("king", "WA-2a", {"power": power})]
        if court_of(book, truth.ledger).king == power:
            reports = []
        reports.append(Report("solo", "WA-2a", {"power": power, "count": count}))
        crowned = replace(truth, ledger={**truth.ledger, KING: power})
        return replace(crowned, ending=SOLO, winner=(power,)), tuple(reports)
    return truth, ()


def enough(book: Book, position: Position, powers: Iterable[str]) -> bool:
    """Do these hold between them what it takes to win?"""
    held = {centre for power in powers for centre in position.centres_of(power)}
    return len(held) >= book.victory_centres and garrisons(book.graph) <= held


def kings(book: Book, truth: Truth, court: Court) -> frozenset[str]:
    """Who counts as King for a joint win: the King, or who holds a King Henry (WA-3g)."""
    if court.king != HENRY:
        return frozenset({court.king}) - {""}
    holder = henry_of(book, truth).holder
    serving = bool(holder) and court.alignments[holder] == HENRY
    wanted = Options.of(book).henry_king == "holder" and serving
    return frozenset({holder}) if wanted else frozenset()


def win_jointly(work: Work) -> Work:
    """The King and another of his faction win, if both wish it and hold enough (WA-2b).

    Whether anybody wished it in vain is not told.
    """
    book, truth = work.book, work.truth
    court = court_of(book, truth.ledger)
    survey = judging(work, work.position, court)
    wishes = {}
    for power, sheet in sorted(work.orders.items()):
        wished = [order for order in sheet if order.verb in (JOINT, WINTER_JOINT)]
        if not wished:
            continue
        work = work.ordering(power, [order for order in sheet if order not in wished])
        try:
            wishes[power] = str(judge(survey, power, wished[0]).field("partner"))
        except OrderError:
            continue
    for king in kings(book, truth, court):
        other = wishes.get(king, "")
        if wishes.get(other) != king or not _together(court, king, other):
            continue
        if enough(book, truth.position, (king, other)):
            pair = tuple(sorted((king, other)))
            work = replace(work, truth=end(work.truth, JOINT_WIN, pair))
            return work.tell(Report("joint-win", "WA-2b", {"powers": pair}))
    return work


def _together(court: Court, king: str, other: str) -> bool:
    """Is the other of the King's faction, or does he want just him to be King?"""
    faction = court.faction(other)
    return faction == king or (faction != "" and faction == court.faction(king))
