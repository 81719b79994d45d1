"""Henry VI: a token in the hands of some unit, known to his holder alone (WA-3e).

The ledger keeps the place of the unit that holds him. Units are followed by
their private identity while a phase is carried out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules.book import Book
from legation.rules.dice import Dice
from legation.rules.legality import judge
from legation.rules.naming import own_name, own_unit, unit_named
from legation.rules.refusals import IllegalError, RefusedOrderError, because
from legation.rules.reports import Fact, Report, shown
from legation.rules.survey import Survey
from legation.rules.work import Step, Work

from .cast import (
    HENRY,
    Ledger,
    all_units,
    named,
    spot,
)
from .factions import changes, court_of, judging, keep, with_court
from .holding import ABANDON, ASSIGN, KILL, ORDERS, PASS, not_held
from .options import Options


@dataclass(frozen=True)
class Henry:
    """Where Henry is: with a unit of `holder` that stands in `unit`, or abandoned in `place`.

    An empty `unit` of a holder is that of the start, before he was assigned.
    `left` is the power whose unit left him in `place`, and that unit stands in
    `leaver`, as long as there is one: it does not take him again (WA-3e-3).
    """

    holder: str = ""
    unit: str = ""
    place: str = ""
    left: str = ""
    leaver: str = ""
    dead: bool = False

    def bearer(self, position: Position) -> Unit | None:
        """The unit that holds him."""
        own = [unit for unit in all_units(position) if unit.power == self.holder]
        if not self.unit:
            at_home = [unit for unit in own if unit.place == _FIRST]
            return next(iter([*at_home, *own]), None)
        return _found(own, self.unit)

    def left_by(self, position: Position) -> Unit | None:
        """The unit that left him behind, wherever it stands now."""
        return _found([u for u in all_units(position) if u.power == self.left], self.leaver)

    def lying(self, leaver: Unit | None) -> Henry:
        """Where he lies, with the unit that left him as it stands now; None where it is gone."""
        if leaver is None:
            return Henry(place=self.place)
        return Henry(place=self.place, left=leaver.power, leaver=spot(leaver))


def _found(units: Sequence[Unit], where: str) -> Unit | None:
    """The unit that stands there, in a shared sea the one with that number."""
    exact = [unit for unit in units if spot(unit) == where]
    # Who was alone in a sea is the first of two when another has come.
    near = [unit for unit in units if unit.number <= 1 and unit.place == where]
    return next(iter([*exact, *near]), None)


_FIRST = "War"
"""Where Henry is if nobody assigns him (WA-3e-1)."""


def henry_of(book: Book, truth: Truth) -> Henry:
    """Where Henry is, as it is kept."""
    return henry_in(book, Ledger.of(truth))


def henry_in(book: Book, kept: Ledger) -> Henry:
    """Where Henry is, as a ledger says."""
    if kept.henry_dead:
        return Henry(dead=True)
    if kept.henry_place:
        left = named(book, kept.henry_left_by)
        # an older record tells only of a unit that has stayed with him
        leaver = kept.henry_left_unit or (kept.henry_place if left else "")
        return Henry(place=province_of(kept.henry_place), left=left, leaver=leaver)
    return Henry(named(book, kept.henry_holder), kept.henry_unit)


def with_henry(kept: Ledger, henry: Henry) -> Ledger:
    """The ledger with Henry so."""
    return replace(
        kept,
        henry_holder=henry.holder,
        henry_unit=henry.unit,
        henry_place=henry.place,
        henry_left_by=henry.left,
        henry_left_unit=henry.leaver,
        henry_dead=henry.dead,
    )


def _keep(work: Work, henry: Henry) -> Work:
    return work.keep(with_henry(Ledger.of(work.truth), henry))


def _whisper(kind: str, clause: str, power: str, **facts: Fact) -> Report:
    """A report that one power hears (WA-3e-1)."""
    return Report(kind, clause, facts, frozenset({power}))


# The start


def setup(book: Book, truth: Truth, dice: Dice) -> tuple[Truth, tuple[Report, ...]]:
    """The court of 1470, and Henry with the unit in Warwick until he is assigned (WA-3d, WA-3e)."""
    del dice
    court, henry = court_of(book, truth), henry_of(book, truth)
    truth = replace(truth, ledger=with_henry(with_court(Ledger.of(truth), court), henry))
    unit = henry.bearer(truth.position)
    assert unit is not None
    told = _whisper("henry-starts", "WA-3e-1", henry.holder, unit=shown(unit))
    return truth, (told,)


def unassigned(book: Book, position: Position, henry: Henry) -> bool:
    """Is Henry still to be assigned, in the first turn (WA-3e-1)?"""
    return bool(henry.holder) and not henry.unit and position.phase == book.calendar.first


# Before the fighting


def prepare(work: Work) -> Work:
    """Henry is assigned; of the orders about him only one of his holder's remains."""
    work = _looked_after(work)
    henry = henry_of(work.book, work.truth)
    survey = judging(work, work.position, court_of(work.book, work.truth))
    first = unassigned(work.book, work.position, henry)
    bearer = henry.bearer(work.position)
    for power, sheet in sorted(work.orders.items()):
        about = [order for order in sheet if order.verb in (ASSIGN, *ORDERS)]
        if not about:
            continue
        left: list[Order] = []
        for order in about:
            try:
                order = judge(survey, power, order)
                own = power == henry.holder and bearer is not None
                chosen = _chosen(survey, power, order) if own and first else None
                if chosen is not None:
                    bearer = chosen
                    continue
                _check(survey, power, order, own, left)
            except RefusedOrderError as error:
                told = _whisper("henry-void", error.clause, power, why=error.why)
                work = work.tell(told)
                continue
            left.append(order)
        rest = [order for order in sheet if order.verb not in (ASSIGN, *ORDERS)]
        work = work.ordering(power, [*rest, *left])
    if bearer is not None:
        henry = replace(henry, unit=spot(bearer))
    return _keep(work, henry)


def _chosen(survey: Survey, power: str, order: Order) -> Unit | None:
    """The own unit that this order assigns Henry to before the first turn, if it does (WA-3e-1)."""
    if order.verb == ASSIGN and order.unit is not None:
        return own_unit(survey, power, order.unit)
    if order.verb == PASS and order.target is not None:
        unit = unit_named(survey, order.target, power)
        return unit if unit.power == power else None
    return None


def _check(survey: Survey, power: str, order: Order, own: bool, before: Sequence[Order]) -> None:
    """Raises IllegalError for an order about Henry that is not carried out."""
    if not own:
        why = not_held(power)
    elif order.verb == ASSIGN:
        why = because("assigned-first")
    elif before:
        why = because("sheet-says", first=before[0])
    else:
        return
    clause = survey.book.order_types[order.verb].clause
    raise IllegalError(survey.book, why, order, clause)


def _looked_after(work: Work) -> Work:
    """Where the game master took the unit away that held Henry, he was left behind."""
    henry = henry_of(work.book, work.truth)
    if henry.dead or henry.place or henry.bearer(work.position) is not None:
        return work
    place = province_of(henry.unit)
    return _orphaned(work, henry, place) if place else work


# After it


def follow(work: Work) -> Work:
    """After a movement, before the retreats: Henry is passed on, left behind or killed (WA-3e)."""
    assert work.movement is not None
    start = work.movement.survey
    henry = henry_of(work.book, work.truth)
    sheets = work.orders.values()  # one order about him is left, if any: see `prepare`
    order = next((each for sheet in sheets for each in sheet if each.verb in ORDERS), None)
    bearer = henry.bearer(start.position)
    if henry.dead or bearer is None or henry.place:
        return _picked_up(work, start.position)
    if order is not None and order.verb == KILL:
        killed = Report("henry-killed", "WA-3e-4", {"power": henry.holder})
        return _dead(work.tell(killed))
    told = len(work.reports)
    if order is not None and order.verb == PASS and order.target is not None:
        taker = unit_named(start, order.target, bearer.power)
        work, bearer = _passed(work, bearer, taker)
    if order is not None and order.verb == ABANDON:
        place = _place_now(work, bearer)
        if place not in work.book.open_places:
            return _left_behind(work, henry, bearer, place)
        why = because("is-a-sea", "WA-3e-3", place=place)
        facts: dict[str, Fact] = {"unit": shown(bearer), "why": why}  # it could not leave
        work = work.tell(_whisper("henry-kept", "WA-3e-3", bearer.power, **facts))
    return _carried(work, bearer, tell=len(work.reports) == told)


def _now(work: Work, unit: Unit) -> Unit | None:
    """A unit as it is now, dislodged or not; None where it is off the board."""
    return next((u for u in all_units(work.position) if u.id == unit.id), None)


def _place_now(work: Work, unit: Unit) -> str:
    """Where a unit is after a movement; what is dislodged counts in its old place."""
    return (_now(work, unit) or unit).province


def _passed(work: Work, bearer: Unit, taker: Unit) -> tuple[Work, Unit]:
    """The unit that holds Henry after he was to be passed on, in or beside the same place."""
    here, there = _place_now(work, bearer), _place_now(work, taker)
    if here != there and there not in work.book.graph.touching[here]:
        held = shown(_now(work, bearer) or bearer)
        why = because("taker-far", "WA-3e-2", unit=own_name(taker))
        told = _whisper("henry-kept", "WA-3e-2", bearer.power, unit=held, why=why)
        return work.tell(told), bearer
    given = shown(_now(work, taker) or taker)
    if taker.power != bearer.power:
        work = work.tell(_whisper("henry-given", "WA-3e-2", bearer.power, unit=given))
    return work.tell(_whisper("henry-passed", "WA-3e-2", taker.power, unit=given)), taker


def _carried(work: Work, bearer: Unit, tell: bool) -> Work:
    """Henry is with this unit, wherever it is now; he stays behind where it is no more."""
    now = _now(work, bearer)
    henry = Henry(bearer.power, spot(now or bearer))
    if now is None:
        return _orphaned(work, henry, bearer.province)
    if tell:
        work = work.tell(_whisper("henry-here", "WA-3e-1", now.power, unit=shown(now)))
    return _keep(work, henry)


def _left_behind(work: Work, henry: Henry, bearer: Unit, place: str) -> Work:
    """Henry is abandoned; a unit that has just come there takes him (WA-3e-3)."""
    work = work.tell(_whisper("henry-left", "WA-3e-3", henry.holder, place=place))
    others = [u for u in work.position.units if u.province == place and u.id != bearer.id]
    if others:
        return _taken(work, others)
    return _keep(work, Henry(place=place).lying(_now(work, bearer)))


def _orphaned(work: Work, henry: Henry, place: str) -> Work:
    """The unit that held Henry is gone: he stays for who is there, or drowns (WA-3e-5)."""
    if place in work.book.open_places and Options.of(work.book).henry_at_sea == "drowns":
        return _dead(work.tell(Report("henry-drowned", "WA-3e-5")))
    work = work.tell(_whisper("henry-left", "WA-3e-5", henry.holder, place=place))
    there = [unit for unit in work.position.units if unit.province == place]
    return _taken(work, there) if there else _keep(work, Henry(place=place))


def _taken(work: Work, there: Sequence[Unit]) -> Work:
    """Somebody takes Henry; of several in one sea the dice say who."""
    unit = there[work.dice.stream("henry").below(len(there)) if len(there) > 1 else 0]
    told = _whisper("henry-found", "WA-3e-3", unit.power, unit=shown(unit))
    return _keep(work.tell(told), Henry(unit.power, spot(unit)))


def _picked_up(work: Work, before: Position) -> Work:
    """Who ends a movement or retreat where Henry lies takes him, but for the unit that left him."""
    henry = henry_of(work.book, work.truth)
    if not henry.place:
        return work
    leaver = henry.left_by(before)
    there = [unit for unit in work.position.units if unit.province == henry.place]
    others = [unit for unit in there if leaver is None or unit.id != leaver.id]
    if others:
        return _taken(work, others)
    return _keep(work, henry.lying(_now(work, leaver) if leaver else None))


def _dead(work: Work) -> Work:
    """Henry is dead: his supporters are neutral, and he is King no more (WA-3f)."""
    before = court_of(work.book, work.truth)
    work = _keep(work, Henry(dead=True))
    after = replace(before.without({HENRY}), henry_lives=False)
    return keep(work, after).tell(*changes(before, after))


def followed(step: Step, pick_up: bool) -> Step:
    """A step through which Henry goes along with the unit that holds him (WA-3e-5).

    `pick_up`: units end a retreat in it, and may find him.
    """

    def carried(work: Work) -> Work:
        work = _looked_after(work)
        start, henry = work.position, henry_of(work.book, work.truth)
        bearer = None if henry.dead or henry.place else henry.bearer(start)
        work = step(work)
        if bearer is not None:
            now = _now(work, bearer)
            return _carried(work, bearer, tell=now is not None and now.place != bearer.place)
        if pick_up:
            return _picked_up(work, start)
        leaver = henry.left_by(start)
        return _keep(work, henry.lying(_now(work, leaver))) if leaver else work

    return carried
