"""Standard orders of a movement, looked up in the tables that list them (`rules.choices`)."""

from __future__ import annotations

from legation.board.orders import (
    STANDARD_TYPES,
    Order,
    OrderType,
)
from legation.rules.criteria import CRITERIA
from legation.rules.survey import Asked, Survey

COASTS_NAMED = ("required", "own-only")
"""Where option support-coast says so, a support of a fleet names the coast that it goes to."""
_TABLED = ("hold", "move", "support", "convoy")


def asks_standard(book: Asked, kind: OrderType) -> bool:
    """Has no variant put another criterion in the place of those of a standard type?"""
    bent = book.criteria
    return all(
        field.domain not in bent or bent[field.domain].values is CRITERIA[field.domain].values
        for field in kind.fields
        if field.domain in CRITERIA
    )


def tables_serve(book: Asked) -> bool:
    """Do the tables of the map (`rules.choices`) say what the standard orders of movement may be?

    They ask the very questions that the standard criteria ask.
    """
    types = book.order_types
    return (
        book.walks_freely
        and not book.open_places
        and not book.full
        and book.options.support_coast not in COASTS_NAMED
        and tuple(types)[: len(_TABLED)] == _TABLED
        and all(types[verb] == STANDARD_TYPES[verb] for verb in _TABLED)
        and all(asks_standard(book, types[verb]) for verb in _TABLED)
    )


def listed(survey: Survey, power: str, order: Order) -> int | None:
    """The unit of this power, by index, for which those tables list an order as it is written."""
    if not survey.tabled:
        return None
    called, name, goal = survey.called, order.unit, order.goal
    own = called.get(name) if name is not None else None
    if own is None or survey.units[own].power != power or order.extra:
        return None
    verb, offer, target = order.verb, survey.offers[own], order.target
    there = False
    if target is None:
        if verb == "move":
            there = (goal in offer.steps and not order.via) or goal in survey.overseas_of(own)
        elif verb == "hold":
            there = not goal and not order.via
        return own if there else None
    other = called.get(target)
    if other is None or other == own or order.via:
        return None
    if verb == "support":
        near = offer.helps.get(survey.offers[other].label, ())
        there = goal in near or survey.helps_overseas(survey.units[own], other, goal)
    elif verb == "convoy":
        there = goal in survey.convoy_goals(survey.units[own], other)
    return own if there else None
