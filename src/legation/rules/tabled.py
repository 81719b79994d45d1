"""Standard orders of a movement, looked up in the tables that list them (`rules.choices`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legation.board.orders import (
    FLAG,
    STANDARD_TYPES,
    Order,
    OrderType,
)
from legation.board.units import UnitName
from legation.rules.criteria import CRITERIA
from legation.rules.survey import Asked, Survey

COASTS_NAMED = ("required", "own-only")
"""Where option support-coast says so, a support of a fleet names the coast that it goes to."""
_TABLED = ("hold", "move", "support", "convoy")


def asks_standard(book: Asked, kind: OrderType) -> bool:
    """Has no variant put another criterion in the place of those of a standard type?"""
    own = book.criteria
    return all(
        field.domain not in own or own[field.domain].values is CRITERIA[field.domain].values
        for field in kind.fields
        if field.domain in CRITERIA
    )


def tables_list(book: Asked) -> bool:
    """Do the tables of the map (`rules.choices`) have all standard orders of a movement?

    They ask the very questions that the standard criteria ask.
    """
    types = book.order_types
    return (
        book.all_free
        and not book.open_places
        and tables_judge(book)
        and tuple(types)[: len(_TABLED)] == _TABLED
        and all(types[verb] == STANDARD_TYPES[verb] for verb in _TABLED)
    )


def tables_judge(book: Asked) -> bool:
    """Is a standard order of units alone legal if the tables have it, and no way is closed?

    It is so though places are open to all, or the types are written otherwise,
    as long as they ask the same. Whether a way is closed is asked of the variant.
    """
    types, sails = book.order_types, book.graph.sailors.intersection(book.kinds)
    asked = _TABLED if sails or "convoy" in types else _TABLED[:-1]
    return (
        not book.full
        and book.options.support_coast not in COASTS_NAMED
        and all(verb in types and _judged_alike(book, types[verb]) for verb in asked)
    )


def _judged_alike(book: Asked, kind: OrderType) -> bool:
    """Are orders of a type given by all, and judged, as those of the standard one?"""
    usual = STANDARD_TYPES[kind.verb]
    needed = {field for field in usual.fields if field.kind != FLAG}
    return (
        (kind.phase, kind.powers) == (usual.phase, usual.powers)
        and needed <= set(kind.fields) <= set(usual.fields)
        and asks_standard(book, kind)
    )


def listed(survey: Survey, power: str, sheet: Iterable[Order]) -> Iterator[tuple[Order, int, int]]:
    """Each order of a sheet with the unit of this power, and the one that it helps, by index.

    The unit is -1 where those tables do not list the order as it is written;
    so is the other where it helps none.
    """
    # one loop for a sheet: what a turn asks of 30 orders is done with as little ado as may be
    alone, closed = survey.alone if survey.tables_judge else {}, not survey.all_free
    for order in sheet:
        name, target = order.unit, order.target
        seat = alone.get(name.place) if name is not None else None
        if seat is None or order.extra:
            yield order, -1, -1
            continue
        own, holder, offer, called = seat
        if holder != power or (name is not called and not _names(survey, name)):
            yield order, -1, -1
            continue
        verb, goal, other, there = order.verb, order.goal, -1, False
        if target is None:
            if verb == "move":
                there = goal in offer.steps and not order.via
                there = there or survey.goes_overseas(own, goal)
            elif verb == "hold":
                there = not goal and not order.via
        elif not order.via:
            helped = alone.get(target.place, seat)
            other, _, its, called = helped
            if helped is not seat and (target is called or _names(survey, target)):
                if verb == "support":
                    there = goal in offer.helps.get(its.label, ())
                    there = there or survey.helps_overseas(survey.units[own], other, goal)
                elif verb == "convoy":
                    there = goal in survey.convoy_goals(survey.units[own], other)
        if there and closed:
            there = _way_is_open(survey, own, other, order)
        yield (order, own, other) if there else (order, -1, -1)


def _way_is_open(survey: Survey, own: int, other: int, order: Order) -> bool:
    """Does a variant leave a unit, and the one that it helps, the way that the map has for them?"""
    unit, its, goal = survey.units[own], survey.units[other], order.goal
    if order.verb == "move":
        return goal in survey.steps(unit) or survey.goes_overseas(own, goal)
    if order.verb == "support":
        if (goal or its.province) not in survey.support_reach(unit):
            return False
        return not goal or goal in survey.reach(its) or goal in survey.overseas_but_by(unit, other)
    return True


def _names(survey: Survey, name: UnitName | None) -> bool:
    """Is this what the program calls a unit whose place is its alone?"""
    return name is not None and survey.called(name) is not None
