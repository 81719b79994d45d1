"""Legality: one description that both refuses an order and lists the legal ones.

A criterion says which values a field of an order may have, given the fields
before it, and why another value may not stand. `judge` asks whether the value
given is among them; `rules.menus` lists them. Both work on the Position that a player
knows (STD-ORD), and `judge` writes in full what was left out: kinds and coasts.
"""

from __future__ import annotations

from dataclasses import replace

from legation.board.calendar import ADJUSTMENT
from legation.board.graph import ARMY, FLEET, coast_of
from legation.board.orders import (
    CHOICE,
    NUMBER,
    Field,
    Order,
    OrderType,
)
from legation.board.units import Unit, UnitName
from legation.rules.book import Book
from legation.rules.criteria import criterion_of
from legation.rules.naming import in_full, own_name, own_unit, unit_named, without_coast
from legation.rules.refusals import IllegalError, RefusedOrderError, because
from legation.rules.survey import Survey
from legation.rules.tabled import listed


def judge(survey: Survey, power: str, order: Order) -> Order:
    """The order as it stands for its unit, kinds and coasts written in full.

    Raises:
        IllegalError: with the clause of the criterion that fails.
        UnclearError: when it fits several units.
    """
    judged_as = known(survey, power, order)
    if isinstance(judged_as, RefusedOrderError):
        raise judged_as.with_traceback(None) from None
    return judged_as


def known(survey: Survey, power: str, order: Order) -> Order | RefusedOrderError:
    """The same, the error not raised; asked once where what was found is kept."""
    judged = survey.judged
    judged_as = judged.get((power, order)) if judged else None
    if judged_as is None:
        judged_as = judgement(survey, power, order)
        if judged is not None:
            judged[power, order] = judged_as
    return judged_as


def judgement(survey: Survey, power: str, order: Order) -> Order | RefusedOrderError:
    """The same, whatever was found before; asks the tables, and then the criteria."""
    [(_, own, _)] = listed(survey, power, (order,))
    return asked(survey, power, order) if own < 0 else order


def asked(survey: Survey, power: str, order: Order) -> Order | RefusedOrderError:
    """What the criteria alone say."""
    try:
        return _judge(survey, power, order)
    except RefusedOrderError as error:
        error.__context__ = None  # it may be kept, and what led to it not
        return error.of(order).with_traceback(None)


def _judge(survey: Survey, power: str, order: Order) -> Order:
    phase, book = survey.phase, survey.book
    kind = book.order_types.get(order.verb)
    if kind is None or kind.phase != phase:
        raise IllegalError(book, because("other-phase", verb=order.verb, phase=phase))
    if kind.powers and power not in kind.powers:
        raise IllegalError(book, because("not-his-to-order", kind.clause, powers=kind.powers))
    if phase == ADJUSTMENT and adjusts(survey.book, order):
        return _judge_adjustment(survey, power, order)
    if order.unit is None:
        unit, order = _unitless(survey, power, order)
    elif kind.orders_own:
        unit = own_unit(survey, power, order.unit)
        if not _is_full(survey, unit, order):
            order = in_full(survey, unit, order)
    else:
        unit, order = _of_any_unit(survey, kind, order)
    for field, criterion in survey.book.checked[order.verb]:
        if order.goal and field.name == "target":
            continue  # the goal's criterion asks the same, and tells more
        value = order.goal if field.name == "goal" else order.field(field.name)
        if field.kind == CHOICE or (field.kind == NUMBER and not field.domain):
            _check_range(book, field, value, kind.clause)
        if criterion is None or (value is None and field.optional and field.name != "goal"):
            continue
        if (value or "") not in criterion.values(survey, unit, order):
            why = criterion.why(survey, unit, order)
            raise IllegalError(book, why, clause=criterion.clause)
    return order


def _is_full(survey: Survey, unit: Unit, order: Order) -> bool:
    """Is an order written in full, as the program writes it?"""
    target, goal = order.target, order.goal
    for name in (order.unit, target):
        if name is not None and survey.called(name) is None:
            return False
    if not goal:
        return True
    if unit.kind in survey.graph.sailors and target is None:
        return goal in survey.graph.steps(FLEET, unit.place)
    return "/" not in goal


def _unitless(survey: Survey, power: str, order: Order) -> tuple[Unit, Order]:
    """An order that no unit carries out; criteria learn from a unit nowhere whose it is."""
    nobody = Unit(power, "", "")
    if order.target is not None:
        target = unit_named(survey, order.target, power)
        order = replace(order, target=survey.name_of(target))
    return nobody, order


def _of_any_unit(survey: Survey, kind: OrderType, order: Order) -> tuple[Unit, Order]:
    """The unit, anybody's, that an order is for, and the order in full for it."""
    assert order.unit is not None
    try:
        unit = unit_named(survey, order.unit)
        order = in_full(survey, unit, order)
    except IllegalError as error:
        field = next(field for field in kind.fields if field.name == "unit")
        criterion = criterion_of(survey, field)
        why = replace(error.why, clause=criterion.clause if criterion else kind.clause)
        raise IllegalError(survey.book, why) from None
    return unit, replace(order, unit=survey.name_of(unit))


def _check_range(book: Book, field: Field, value: object, clause: str) -> None:
    """Refuses a number out of its range or step, or a word that is no choice."""
    if value is None and field.optional:
        return
    if field.kind == CHOICE:
        if value not in field.choices:
            why = because("no-choice", clause, field=field.name, choices=field.choices)
            raise IllegalError(book, why)
        return
    low, high, step = field.minimum, field.maximum, field.step
    if not isinstance(value, int) or not low <= value <= high or (value - low) % step:
        why = because("out-of-range", clause, field=field.name, low=low, high=high)
        if step > 1:
            why = replace(why, kind="out-of-steps", facts={**why.facts, "step": step})
        raise IllegalError(book, why)


# Builds and removals (STD-ADJ)


_BUILDING = frozenset({"build", "remove", "waive"})


def adjusts(book: Book, order: Order) -> bool:
    """Does an order count in an adjustment phase? A variant's own types of that phase do not."""
    kind = book.order_types.get(order.verb)
    return kind is None or kind.phase != ADJUSTMENT or order.verb in _BUILDING


def _judge_adjustment(survey: Survey, power: str, order: Order) -> Order:
    if order.verb == "waive":
        return order
    assert order.unit is not None
    if order.verb == "remove":
        return replace(order, unit=own_name(own_unit(survey, power, order.unit)))
    name = _build_named(survey, order.unit)
    if name not in survey.book.build_choices(survey, power):
        raise IllegalError(survey.book, survey.book.why_no_build(survey, power, name))
    return replace(order, unit=name)


def _build_named(survey: Survey, name: UnitName) -> UnitName:
    options, graph = survey.book.options, survey.graph
    province = graph.provinces[name.province]
    kind = name.kind
    if not kind:
        fits = [k for k in survey.book.kinds if any(graph.can_stand(k, p) for p in province.places)]
        if len(fits) != 1:
            raise IllegalError(survey.book, because("say-what", kinds=survey.book.kinds))
        kind = fits[0]
    if kind == FLEET and province.terrain == "inland" and options.fleet_inland == "army":
        kind = ARMY
    if kind not in graph.sailors:
        return UnitName(without_coast(survey, name.place), kind)
    if province.coasts and not coast_of(name.place) and options.coast_build == "default":
        return UnitName(province.places[1], kind)
    return UnitName(name.place if province.coasts else province.code, kind)
