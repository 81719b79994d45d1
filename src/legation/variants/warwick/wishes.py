"""Joint wins: who wishes one with whom, and whether the two have it (WA-2b).

Wishes are secret. They are kept in the ledger from the sheet that they were
sealed with until the next movement opens.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from legation.board.calendar import MOVEMENT
from legation.board.orders import ONE_SLOT, POWER, Field, Order, OrderType
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules.book import Book
from legation.rules.legality import judge
from legation.rules.refusals import RefusedOrderError, because
from legation.rules.reports import Report
from legation.rules.survey import Criterion, Survey
from legation.rules.victory import end
from legation.rules.work import Work

from .cast import HENRY, Ledger, alive, named
from .crown import enough
from .factions import Court, court_of, judging
from .henry import henry_of
from .options import Options
from .sheet import JOINT, NO_JOINT, in_every_phase, says

JOINT_WIN = "joint win"
_ONCE = "joint win"

TYPES = tuple(
    in_every_phase(
        (
            OrderType(
                JOINT,
                MOVEMENT,
                ("Declare joint win with {partner}", "Joint win with {partner}"),
                (Field("partner", POWER, "partner", prompt="With whom?"),),
                clause="WA-2b",
                help="Win together with another of one's faction, if one of the two is King and"
                " both wish it before the next movement.",
                slot=ONE_SLOT,
                slot_name=_ONCE,
            ),
            OrderType(
                NO_JOINT,
                MOVEMENT,
                ("Declare no joint win", "No joint win"),
                clause="WA-2b",
                help="Take back one's wish of this turn to win together with another.",
                slot=ONE_SLOT,
                slot_name=_ONCE,
            ),
        )
    )
)


def _partners(survey: Survey, unit: Unit, _: Order) -> Collection[object]:
    return alive(survey.book, survey.position) - {unit.power}


def _why_no_partner(_survey: Survey, unit: Unit, order: Order) -> Report:
    partner = str(order.field("partner"))
    return because("takes-two") if partner == unit.power else because("out", power=partner)


CRITERIA: Mapping[str, Criterion] = {
    "partner": Criterion("WA-2b", _partners, _why_no_partner),
}


def wishes_of(book: Book, truth: Truth) -> dict[str, str]:
    """Who wishes to win with whom, in this turn."""
    kept = Ledger.of(truth).joint_wishes
    return {named(book, str(p)): named(book, str(other)) for p, other in kept.items()}


def wish(work: Work) -> Work:
    """The wishes of this phase's sheets join those of the turn, or take their place."""
    survey = judging(work, work.position, court_of(work.book, work.truth))
    wishes = wishes_of(work.book, work.truth)
    for power, sheet in sorted(work.orders.items()):
        said = [order for order in sheet if says(order) in (JOINT, NO_JOINT)]
        if not said:
            continue
        work = work.ordering(power, [order for order in sheet if order not in said])
        try:
            order = judge(survey, power, said[0])
        except RefusedOrderError as error:
            facts = {"why": error.why}
            work = work.tell(Report("joint-void", error.clause, facts, frozenset({power})))
            continue
        wishes.pop(power, None)
        if says(order) == JOINT:
            wishes[power] = str(order.field("partner"))
    return _keep(work, dict(sorted(wishes.items())))


def _keep(work: Work, wishes: Mapping[str, str]) -> Work:
    return work.keep(replace(Ledger.of(work.truth), joint_wishes=wishes))


def win_jointly(work: Work) -> Work:
    """The King and another of his faction win, if both wish it and hold enough (WA-2b)."""
    book, truth = work.book, work.truth
    if truth.ending:
        return work
    court, wishes = court_of(book, truth), wishes_of(book, truth)
    for king in kings(book, truth, court):
        other = wishes.get(king, "")
        if wishes.get(other) != king or not _together(court, king, other):
            continue
        if enough(book, truth.position, (king, other)):
            pair = tuple(sorted((king, other)))
            work = _keep(work.at(end(work.truth, JOINT_WIN, pair)), {})
            return work.tell(Report("joint-win", "WA-2b", {"powers": pair}))
    return work


def forget(work: Work) -> Work:
    """When a movement opens the wishes of the turn before are over; their writers are told."""
    for power, partner in wishes_of(work.book, work.truth).items():
        facts = {"partner": partner}
        work = work.tell(Report("joint-in-vain", "WA-2b", facts, frozenset({power})))
    return _keep(work, {})


def kings(book: Book, truth: Truth, court: Court) -> frozenset[str]:
    """Who counts as King for a joint win: the King, or who holds a King Henry (WA-3g)."""
    if court.king != HENRY:
        return frozenset({court.king}) - {""}
    holder = henry_of(book, truth).holder
    serving = bool(holder) and court.alignments[holder] == HENRY
    wanted = Options.of(book).henry_king == "holder" and serving
    return frozenset({holder}) if wanted else frozenset()


def _together(court: Court, king: str, other: str) -> bool:
    """Is the other of the King's faction, or does he want just him to be King?"""
    faction = court.faction(other)
    return faction == king or (faction != "" and faction == court.faction(king))
