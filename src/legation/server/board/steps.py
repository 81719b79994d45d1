"""Order types with too many ways to list: their fields are asked one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from legation.board.orders import (
    NUMBER,
    PART_SLOT,
    PLACE,
    POWER,
    STANDARD_TYPES,
    UNIT_SLOT,
    Field,
    Order,
    OrderType,
)
from legation.board.units import Unit
from legation.errors import InputError, LegationError
from legation.rules.criteria import criterion_of
from legation.rules.legality import judge
from legation.rules.survey import Survey


def is_possible(survey: Survey, power: str, kind: OrderType) -> bool:
    """May a power give an order of this type that stands beside those of its units?"""
    if kind.phase != survey.position.phase.kind or kind.slot in (UNIT_SLOT, PART_SLOT):
        return False
    if kind.verb in STANDARD_TYPES or (kind.powers and power not in kind.powers):
        return False
    if not kind.fields or any("{unit}" in form for form in kind.forms):
        return False
    if any(field.kind not in (PLACE, POWER) for field in kind.fields):
        return False
    return next(_ways(survey, power, kind, Order(kind.verb), kind.fields), None) is not None


def _ways(
    survey: Survey, power: str, kind: OrderType, order: Order, fields: Sequence[Field]
) -> Iterator[Order]:
    if not fields:
        yield order
        return
    for value in values_of(survey, power, order, fields[0]):
        yield from _ways(survey, power, kind, _filled(order, fields[0], value), fields[1:])


def values_of(survey: Survey, power: str, order: Order, field: Field) -> list[str]:
    """The values that a field may have, given those before it."""
    criterion = criterion_of(survey, field)
    if criterion is None:
        return []
    book = survey.book
    known = book.graph.places if field.kind == PLACE else [p.name for p in book.powers]
    fits = criterion.values(survey, Unit(power, "", ""), order)
    return sorted(value for value in known if value in fits)


def step(survey: Survey, power: str, verb: str, chosen: Sequence[str]) -> tuple[list[str], str]:
    """What the next field may be, after those chosen; or, after the last, the order as text.

    Raises:
        InputError: for an order that cannot be given so.
    """
    kind = survey.book.order_types.get(verb)
    if kind is None or not is_possible(survey, power, kind):
        raise InputError("there is no such order.")
    fields = [field for field in kind.fields if field.kind != NUMBER]
    order = Order(verb)
    for field, value in zip(fields, chosen, strict=False):
        if value not in values_of(survey, power, order, field):
            raise InputError(f"{value} cannot be chosen here.")
        order = _filled(order, field, value)
    if len(chosen) < len(fields):
        return values_of(survey, power, order, fields[len(chosen)]), ""
    try:
        return [], survey.book.write(judge(survey, power, order))
    except LegationError as error:
        raise InputError(str(error)) from None


def _filled(order: Order, field: Field, value: str) -> Order:
    if field.name == "goal":
        return replace(order, goal=value)
    return replace(order, extra=(*order.extra, (field.name, value)))
