"""The Taxi Drivers' double move: a first leg before all others, then an ordinary move."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.orders import PLACE, Field, Order, OrderType
from legation.board.units import Unit
from legation.errors import OrderError
from legation.rules.explain import end_of
from legation.rules.fought import Answer, Fought
from legation.rules.ground import Begun
from legation.rules.naming import own_name, own_unit
from legation.rules.refusals import IllegalError, because
from legation.rules.reports import Fact, Fate, Report, shown
from legation.rules.survey import Criterion, SheetFault, Survey
from legation.rules.work import Work

from .cast import TAXIS, THEATRE, Ledger, Terms, spot
from .crossing import joined
from .options import Options

DOUBLE = "double"
TYPE = OrderType(
    DOUBLE,
    MOVEMENT,
    ("{unit} - {first} - {goal}",),
    (
        Field("first", PLACE, "first leg", prompt="First to"),
        Field("goal", PLACE, "second leg", prompt="Then to"),
    ),
    clause="LN-1F-a",
    help="Go to a vacant place before anybody else moves, and on from there with the others.",
    powers=(TAXIS,),
    label="Double move",
)


# Legality


def first_legs(survey: Survey, unit: Unit) -> frozenset[str]:
    """Where a unit can make a first leg, as far as its owner sees: next to it and vacant."""
    open_places = survey.book.open_places
    return frozenset(p for p in survey.steps(unit) if p in open_places or p not in survey.at)


def _firsts(survey: Survey, unit: Unit, _: Order) -> Collection[object]:
    # What is left of double moves when all others move has been passed over.
    return () if Terms.of(survey).driven else first_legs(survey, unit)


def _why_no_first(survey: Survey, unit: Unit, order: Order) -> Report:
    first = province_of(str(order.field("first")))
    if first not in survey.steps(unit):
        return because("first-too-far", unit=unit, place=unit.place, goal=first)
    if first not in first_legs(survey, unit):
        return because("not-vacant", place=first, unit=unit)
    return because("driven-already")


def _seconds(survey: Survey, _: Unit, order: Order) -> Collection[object]:
    return survey.graph.army.get(province_of(str(order.field("first"))), frozenset())


def _why_no_second(_survey: Survey, unit: Unit, order: Order) -> Report:
    first = province_of(str(order.field("first")))
    return because("second-too-far", unit=unit, place=first, goal=order.goal)


CRITERIA = {
    "first leg": Criterion("LN-1F-a", _firsts, _why_no_first),
    "second leg": Criterion("LN-1F-b", _seconds, _why_no_second),
}


def check_sheet(survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
    """One double move a round (LN-1F-a), and one there must be if it is possible (LN-1F-c)."""
    if power != TAXIS or survey.position.phase.kind != MOVEMENT:
        return []
    doubles = [index for index, order in enumerate(orders) if order.verb == DOUBLE]
    faults = []
    for index in doubles[1:]:
        fault = IllegalError(survey.book, because("one-double-move"), orders[index])
        faults.append(SheetFault(index, fault))
    if not doubles and _bound(survey):
        able = (unit for unit in survey.position.of(TAXIS) if first_legs(survey, unit))
        why = because("must-drive", units=tuple(map(own_name, able)))
        faults.append(SheetFault(-1, IllegalError(survey.book, why)))
    return faults


def _bound(survey: Survey) -> bool:
    """Must there be a double move, as far as the Taxi Drivers see?"""
    if Options.of(survey.book).taxi_duty == "allow":
        return False
    return any(first_legs(survey, unit) for unit in survey.position.of(TAXIS))


# Steps


def first_leg(work: Work) -> Work:
    """The first leg, before all other movement (LN-1F-a).

    It succeeds if and only if the place is vacant now; it neither fights nor
    cuts nor finds anything. Then the second leg is an ordinary move from the
    middle place; if the first failed, from where the unit stands, and it holds
    where that is no legal move (LN-1F-b).
    """
    sheet = list(work.orders.get(TAXIS, ()))
    if not sheet:
        return work
    survey = work.survey()
    for index, order in enumerate(sheet):
        if order.verb != DOUBLE:
            continue
        unit = _driver(survey, order, sheet[:index])
        if unit is None:
            continue
        first, goal = province_of(str(order.field("first"))), province_of(order.goal)
        written = replace(order, unit=own_name(unit), goal=goal, extra=(("first", first),))
        work, moved = _drive(work, unit, first)
        name = own_name(moved)
        legal = goal in work.book.graph.army[moved.province]
        sheet = list(work.orders[TAXIS])
        sheet[index] = Order("move", name, goal=goal) if legal else Order("hold", name)
        ground = replace(work.ground, begun={moved: Begun(unit, written)})
        return _over(work).using(ground).ordering(TAXIS, sheet)
    known = Survey(work.book, work.book.known(work.truth, TAXIS))
    if _bound(known):
        work = work.tell(Report("no-double-move", "LN-1F-c", {"power": TAXIS}))
    return _over(work)


def _over(work: Work) -> Work:
    """From here on no double move can be made in this round."""
    return work.on_terms(replace(Terms.of(work), driven=True))


def _driver(survey: Survey, order: Order, earlier: Sequence[Order]) -> Unit | None:
    """The unit of a double move that can be carried out; None where the order cannot count."""
    assert order.unit is not None
    try:
        unit = own_unit(survey, TAXIS, order.unit)
    except OrderError:
        return None
    first, steps = province_of(str(order.field("first"))), survey.graph.army
    if first not in steps[unit.province] or province_of(order.goal) not in steps[first]:
        return None
    for other in earlier:  # of two orders for one unit the first counts (STD-ORD)
        name = other.unit
        if name and name.province == unit.province and name.number in (0, unit.number):
            return None
    return unit


def _drive(work: Work, unit: Unit, first: str) -> tuple[Work, Unit]:
    """The board after a first leg, what is told of it, and the unit as it then stands."""
    facts: dict[str, Fact] = {"unit": shown(unit), "goal": first}
    standing = work.position.by_province.get(first)
    if standing is not None and first not in work.book.open_places:
        work = work.tell(Report("first-leg-failed", "LN-1F-a", facts))
        kept = Ledger.of(work.truth)
        if standing.power == THEATRE and spot(standing) in kept.unseen:
            work = work.tell(Report("first-leg-met", "LN-1F-a", {"place": first}))
            seen = {**kept.sightings, first: work.phase.season}
            work = work.keep(replace(kept, sightings=dict(sorted(seen.items()))))
        return work, unit
    work = joined(work, replace(unit, place=first, number=0))
    moved = next(other for other in work.position.of(TAXIS) if other.id == unit.id)
    return work.tell(Report("first-leg", "LN-1F-a", facts)), moved


_SECOND_LEG = {Fate.SUCCEEDS: "second-leg-alone", Fate.HOLDS: "second-leg-impossible"}


def stuck(fought: Fought, index: int, answer: Answer) -> Answer:
    """What became of an order whose first leg failed, with a reason that says so (LN-1F-b)."""
    unit = fought.intents[index].unit
    begun, kind = fought.movement.ground.begun.get(unit), _SECOND_LEG.get(answer.fate)
    if begun is None or begun.unit.place != unit.place or kind is None:
        return answer
    at = end_of(fought.movement, fought.resolution, index)
    facts: dict[str, Fact] = {"unit": shown(begun.unit), "at": at}
    return answer._replace(reason=Report(kind, "LN-1F-b", facts))
