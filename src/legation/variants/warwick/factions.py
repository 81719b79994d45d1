"""Alignments and factions: who stands for whom, since when, and whom he may support (WA-3a to 3d).

The court is public. It is read from the ledger, changed as a value, and kept again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from legation.board import ledger
from legation.board.calendar import MOVEMENT
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.rules.battle import Preset
from legation.rules.book import Book
from legation.rules.ground import Known
from legation.rules.legality import judge
from legation.rules.naming import unit_named
from legation.rules.refusals import IllegalError, RefusedOrderError, because
from legation.rules.reports import Fact, Report
from legation.rules.survey import Survey
from legation.rules.work import Work

from .cast import (
    CLAIMANT,
    CLAIMED,
    DEAD,
    HENRY,
    NEUTRAL,
    START,
    Ledger,
    alive,
    named,
)
from .options import Options
from .sheet import CLAIM, DECLARATIONS, DECLARE, FOR_HENRY, carried_out, says


@dataclass(frozen=True)
class Court:
    """Who stands for whom, and how the crown lies.

    `alignments`: CLAIMANT, NEUTRAL, HENRY, or the power that one wants to be
    King. `king` and `sole` may be HENRY, and are empty where there is none.
    """

    alignments: Mapping[str, str]
    claimed: frozenset[str]
    king: str
    sole: str
    henry_lives: bool

    def faction(self, power: str) -> str:
        """Whose faction a power is in; empty for a neutral (WA-3a-1)."""
        stand = self.alignments[power]
        return {CLAIMANT: power, NEUTRAL: ""}.get(stand, stand)

    @property
    def claimants(self) -> frozenset[str]:
        """Those who claim the throne, and those who are named for it (WA-3f, WA-3h)."""
        return frozenset(map(self.faction, self.alignments)) - {""}

    def without(self, gone: Iterable[str]) -> Court:
        """Whoever stands for these stands as neutral; none of them is King, or about to be."""
        lost = frozenset(gone)
        kept = {p: NEUTRAL if stand in lost else stand for p, stand in self.alignments.items()}
        king, sole = ("" if name in lost else name for name in (self.king, self.sole))
        return replace(self, alignments=kept, king=king, sole=sole)

    def buried(self, living: frozenset[str]) -> Court:
        """Without the eliminated (WA-3a-2)."""
        dead = {power for power in self.alignments if power not in living}
        court = self.without(dead)
        return replace(court, alignments={**court.alignments, **dict.fromkeys(dead, NEUTRAL)})

    def declared(self, wanted: Mapping[str, str]) -> Court:
        """After declarations. Who claimed, or was King, and wants otherwise renounces (WA-3a-2)."""
        renounced = {
            power
            for power, stand in wanted.items()
            if stand != CLAIMANT and (self.alignments[power] == CLAIMANT or self.king == power)
        }
        claiming = {power for power, stand in wanted.items() if stand == CLAIMANT}
        court = replace(
            self,
            alignments={**self.alignments, **wanted},
            claimed=self.claimed | claiming,
        )
        return court.without(renounced)

    def counted(self) -> Court:
        """After the claimants of a movement are counted: the same one twice is King (WA-3g)."""
        [*claimants] = self.claimants
        sole = claimants[0] if len(claimants) == 1 else ""
        return replace(self, sole=sole, king=sole if sole and sole == self.sole else self.king)


def court_of(book: Book, truth: Truth) -> Court:
    """The court as it is kept."""
    return court_in(book, Ledger.of(truth))


def court_in(book: Book, kept: Ledger) -> Court:
    """The court that a ledger has; what a case leaves out of the alignments is as at the start."""
    stands = {named(book, p): named(book, stand) for p, stand in kept.alignments.items()}
    court = Court(
        {**START, **stands},
        kept.claimed,
        named(book, kept.king),
        named(book, kept.sole),
        not kept.henry_dead,
    )
    claiming = {power for power, stand in court.alignments.items() if stand == CLAIMANT}
    court = replace(court, claimed=court.claimed | claiming)
    return court if court.henry_lives else court.without({HENRY})


def with_court(kept: Ledger, court: Court) -> Ledger:
    """The ledger with this court."""
    return replace(
        kept,
        alignments=dict(sorted(court.alignments.items())),
        claimed=court.claimed,
        king=court.king,
        sole=court.sole,
        henry_dead=not court.henry_lives,
    )


def keep(work: Work, court: Court) -> Work:
    """With this court in the ledger."""
    return work.keep(with_court(Ledger.of(work.truth), court))


def changes(before: Court, after: Court, declared: Iterable[str] = ()) -> Iterator[Report]:
    """What is told of a court that has changed: alignments, then the crown (WA-3a-2)."""
    for power, stand in sorted(after.alignments.items()):
        if power in declared or stand != before.alignments[power]:
            yield Report("aligned", "WA-3a-2", {"power": power, "alignment": stand})
    if before.king != after.king:
        if before.king:
            yield Report("king-no-more", "WA-3g", {"power": before.king})
        if after.king:
            yield Report("king", "WA-3g", {"power": after.king})


# Declaring


def public(court: Court) -> dict[str, tuple[str, ...]]:
    """What orders are judged by, as facts of a board."""
    return {CLAIMED: tuple(sorted(court.claimed)), DEAD: () if court.henry_lives else ("yes",)}


def hopes(survey: Survey, power: str) -> frozenset[str]:
    """Whom a power may name for the throne (WA-3c)."""
    if power in survey.position.facts.get(CLAIMED, ()):
        return frozenset({power})
    return alive(survey.book, survey.position)


def why_not_for(survey: Survey, power: str, whom: str) -> Report:
    """Why a power may not name this person."""
    if power in survey.position.facts.get(CLAIMED, ()):
        return because("claimed", power=power)
    return because("out", "WA-3a-1", power=whom)


def _check(survey: Survey, power: str, order: Order) -> None:
    """What no field of a declaration tells. Raises IllegalError."""
    facts = survey.position.facts
    if power not in alive(survey.book, survey.position):
        why = because("out", "WA-3a-1", power=power)
    elif says(order) == FOR_HENRY and facts.get(DEAD):
        why = because("henry-is-dead")
    elif says(order) == FOR_HENRY and power in facts.get(CLAIMED, ()):
        why = why_not_for(survey, power, HENRY)
    else:
        return
    raise IllegalError(survey.book, why, order)


def faults(
    survey: Survey, power: str, orders: Sequence[Order]
) -> Iterator[tuple[int, RefusedOrderError]]:
    """Declarations of a sheet that cannot stand, each legal by its fields."""
    for index, order in enumerate(orders):
        if says(order) not in DECLARATIONS:
            continue
        try:
            _check(survey, power, order)
        except RefusedOrderError as error:
            yield index, error


def _stand(power: str, order: Order) -> str:
    """The alignment that a declaration is for."""
    said = says(order)
    if said == DECLARE:
        whom = str(order.field("whom"))
        return CLAIMANT if whom == power else whom
    return {FOR_HENRY: HENRY, CLAIM: CLAIMANT}.get(said, NEUTRAL)


def is_nothing_new(book: Book, kept: ledger.Ledger, power: str, order: Order) -> bool:
    """Does a declaration say what a power is, or name the power itself (WA-3a-1)?"""
    if says(order) not in DECLARATIONS:
        return False
    assert isinstance(kept, Ledger)
    by_name = says(order) == DECLARE and order.field("whom") == power
    return by_name or court_in(book, kept).alignments[power] == _stand(power, order)


def judging(work: Work, position: Position, court: Court) -> Survey:
    """The board with what everybody knows of the court on it."""
    return Survey(work.book, replace(position, facts={**position.facts, **public(court)}))


def declare(work: Work) -> Work:
    """Alignments are published (WA-3a-2). Claimants are counted in a movement alone (WA-3g)."""
    book = work.book
    kept = court_of(book, work.truth)
    before = kept.buried(alive(book, work.position))
    survey = judging(work, work.position, before)
    wanted: dict[str, str] = {}
    for power, sheet in sorted(work.orders.items()):
        said = [order for order in sheet if says(order) in DECLARATIONS]
        if not said:
            continue
        work = work.ordering(power, [order for order in sheet if order not in said])
        for order in said:
            try:
                order = judge(survey, power, order)
                _check(survey, power, order)
            except RefusedOrderError as error:
                facts: dict[str, Fact] = {"power": power, "why": error.why}
                work = work.tell(Report("declaration-void", error.clause, facts))
                continue
            wanted.setdefault(power, _stand(power, order))
    after = before.declared(wanted)
    after = after.counted() if work.phase.kind == MOVEMENT else after
    return keep(work, after).tell(*changes(kept, after, wanted))


def bury(work: Work) -> Work:
    """The eliminated have no faction and no crown (WA-3a-2, WA-3g)."""
    before = court_of(work.book, work.truth)
    after = before.buried(alive(work.book, work.position))
    return keep(work, after).tell(*changes(before, after))


# Supports


def void_supports(work: Work) -> Work:
    """Supports between factions, and those that neutrals give, are void (WA-3b)."""
    survey = work.survey()
    court, presets = court_of(work.book, work.truth), dict(work.ground.presets)
    for unit, order in carried_out(survey, work.orders).items():
        if order.verb == "support" and order.target is not None:
            other = unit_named(survey, order.target, unit.power).power
            why = why_void(work.book, court, unit.power, other)
            if why is not None:
                presets[unit] = Known(Preset.VOID, why.clause, why=why)
    return work.using(replace(work.ground, presets=presets))


def why_void(book: Book, court: Court, giver: str, taker: str) -> Report | None:
    """Why a power cannot support another; None where it can."""
    if giver == taker:
        return None
    own, other = court.faction(giver), court.faction(taker)
    if not own:
        return because("neutral", "WA-3b-2", power=giver)
    if not other:
        apart = {giver, taker} <= court.claimed and Options.of(book).ex_claimant_support == "void"
        return because("both-claimed", "WA-3b-2", powers=(giver, taker)) if apart else None
    if own == other:
        return None
    return because("other-faction", "WA-3b-1", giver=giver, own=own, taker=taker, other=other)
