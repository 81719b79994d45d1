"""Orders about Henry VI: what may be done with him, by whom, and why not (WA-3e)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.orders import ONE_SLOT, UNIT_FIELD, Field, Order, OrderType
from legation.board.units import Unit
from legation.rules.naming import unit_named
from legation.rules.refusals import IllegalError, because
from legation.rules.reports import Report
from legation.rules.survey import Criterion, Survey

from .cast import BEARER, FREE, WARWICK, spot

ASSIGN, PASS, ABANDON, KILL = "assign-henry", "pass-henry", "abandon-henry", "kill-henry"
ORDERS = (PASS, ABANDON, KILL)
_ONCE = "henry"

TYPES = (
    OrderType(
        ASSIGN,
        MOVEMENT,
        ("Henry starts with {unit}", "Henry VI starts with {unit}", "Assign Henry to {unit}"),
        clause="WA-3e-1",
        help="Say, before the first turn, which unit holds Henry VI.",
        powers=(WARWICK,),
        slot=ONE_SLOT,
    ),
    OrderType(
        PASS,
        MOVEMENT,
        ("Henry to {target}", "Henry VI to {target}", "Henry - {target}", "Pass Henry to {target}"),
        (Field("target", UNIT_FIELD, "keeper"),),
        clause="WA-3e-2",
        help="Pass Henry VI to a unit, anybody's, that is beside his holder after the movement.",
        slot=ONE_SLOT,
        slot_name=_ONCE,
    ),
    OrderType(
        ABANDON,
        MOVEMENT,
        ("Abandon Henry", "Abandon Henry VI"),
        clause="WA-3e-3",
        help="Leave Henry VI behind, on land, where his holder is after the movement.",
        slot=ONE_SLOT,
        slot_name=_ONCE,
    ),
    OrderType(
        KILL,
        MOVEMENT,
        ("Kill Henry", "Kill Henry VI"),
        clause="WA-3e-4",
        help="Kill Henry VI after the movement.",
        slot=ONE_SLOT,
        slot_name=_ONCE,
        told=True,
    ),
)


# Legality, on the board that a power knows: whether he holds Henry he can see there


def _keepers(survey: Survey, unit: Unit, _: Order) -> Collection[object]:
    facts = survey.position.facts
    held = facts.get(BEARER)
    if held is None:  # a board with all on it
        return set(survey.names)
    pairs = list(zip(survey.units, survey.names, strict=True))
    bearers = [u for u, _ in pairs if held and (u.power, spot(u)) == (unit.power, held[0])]
    if not bearers:
        return ()
    near = {name for u, name in pairs if u not in bearers and _may_meet(survey, bearers[0], u)}
    if facts.get(FREE):  # any unit of his own may be the first to hold him
        near |= {name for u, name in pairs if u.power == unit.power}
    return near


def _may_meet(survey: Survey, one: Unit, other: Unit) -> bool:
    """May these be in the same place or side by side after a movement?"""
    touching = survey.graph.touching
    ends = {province_of(place) for place in survey.steps(other)} | {other.province}
    starts = {province_of(place) for place in survey.steps(one)} | {one.province}
    return any(place in ends or not ends.isdisjoint(touching[place]) for place in starts)


def _why_no_keeper(survey: Survey, unit: Unit, order: Order) -> Report:
    held = survey.position.facts.get(BEARER)
    if not held:
        return not_held(unit.power)
    assert order.target is not None
    if unit_named(survey, order.target, unit.power).power == unit.power:
        for mine in survey.position.of(unit.power):
            if spot(mine) == held[0] and unit_named(survey, order.target, unit.power) == mine:
                return because("holds-already", unit=mine)
    return because("not-beside", target=order.target)


def not_held(power: str) -> Report:
    """What is said to who does not hold Henry."""
    return because("henry-not-held", power=power)


CRITERIA: Mapping[str, Criterion] = {
    "keeper": Criterion("WA-3e-2", _keepers, _why_no_keeper),
}


def faults(
    survey: Survey, power: str, orders: Sequence[Order]
) -> Iterator[tuple[int, IllegalError]]:
    """Orders about Henry that cannot stand: of who does not hold him, or at sea."""
    held = survey.position.facts.get(BEARER, ())
    for index, order in enumerate(orders):
        why: Report | None = None
        if order.verb == ASSIGN:
            why = _why_not_now(survey, power)
        elif order.verb not in ORDERS:
            continue
        elif not held:
            why = not_held(power)
        elif order.verb == ABANDON:
            why = _why_not_there(survey, power, str(held[0]), orders)
        if why is not None:
            clause = survey.book.order_types[order.verb].clause
            yield index, IllegalError(survey.book, why, order, clause)


def _why_not_now(survey: Survey, power: str) -> Report | None:
    """Why Henry cannot be assigned; None where he can (WA-3e-1)."""
    if survey.position.facts.get(FREE):
        return None
    held = survey.position.facts.get(BEARER)
    return because("assigned-first") if held else not_held(power)


def _why_not_there(
    survey: Survey, power: str, where: str, orders: Sequence[Order]
) -> Report | None:
    """Why Henry cannot be left behind where his holder will be: at sea (WA-3e-3)."""
    holder = next((u for u in survey.position.of(power) if spot(u) == where), None)
    if holder is None:
        return None
    place = holder.place
    for order in orders:
        name = order.unit
        own = name is not None and (name.province, name.number) == (holder.province, holder.number)
        if own and order.goal and survey.book.order_types[order.verb].orders_own:
            place = order.goal if order.verb != "support" else place
            break
    if province_of(place) not in survey.book.open_places:
        return None
    return because("holder-at-sea", power=power)
