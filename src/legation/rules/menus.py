"""Listing: the legal orders of a unit, or of a power, by the same criteria that refuse.

Any type of order is listed from its declaration; the standard ones of a
movement, of which a position has hundreds, by tables of the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.graph import FLEET, coast_of, province_of
from legation.board.orders import (
    CHOICE,
    NUMBER,
    PART_SLOT,
    STANDARD_TYPES,
    UNIT_SLOT,
    Order,
    OrderType,
)
from legation.board.units import Unit, UnitName
from legation.rules.choices import Choices, Range, choices
from legation.rules.criteria import CRITERIA, criterion_of
from legation.rules.naming import own_name
from legation.rules.reaches import Goals
from legation.rules.survey import Asked, Lister, Survey
from legation.rules.tabled import COASTS_NAMED, asks_standard

_OF_UNITS = (UNIT_SLOT, PART_SLOT)


def menu(survey: Survey, unit: Unit) -> list[Choices]:
    """All legal orders of one unit in this phase, grouped; see `Choices`.

    In an adjustment phase the only order of a unit is to be removed; for
    builds see the hook `build_choices`.
    """
    phase = survey.position.phase.kind
    if phase == MOVEMENT:
        return _movement_menu(survey, unit)
    name = own_name(unit)
    if phase == ADJUSTMENT:
        return [Choices("remove", name)]
    lost = survey.dislodged_at.get(unit.province)
    if lost is None or lost.unit != unit:
        return []
    listed = [Choices("disband", name)]
    if lost.retreats:
        listed.append(Choices("retreat", name, goals=lost.retreats))
    return listed


def legal_orders(survey: Survey, unit: Unit) -> list[Order]:
    """All legal orders of one unit in this phase, one by one: those of its `menu`.

    A number is the least of its range, a choice the first.
    """
    if survey.tables_list and len(survey.book.listers) == 1:
        return _tabled_orders(survey, unit)
    return [order for choices in menu(survey, unit) for order in choices.orders()]


def _movement_menu(survey: Survey, unit: Unit) -> list[Choices]:
    listed = [some for lister in survey.book.listers for some in lister(survey, unit)]
    if survey.book.full:
        listed += [part for whole in listed for part in _parts(survey, unit, whole)]
    return listed


def listers_of(book: Asked) -> list[Lister]:
    """What lists each type of order of a unit in a movement, in the order of the types."""
    kinds = [k for k in book.order_types.values() if k.phase == MOVEMENT and k.slot in _OF_UNITS]
    if book.tables_list:
        return [_tabled, *(_lister(book, k) for k in kinds if k.verb not in _LISTERS)]
    return [_lister(book, kind) for kind in kinds]


# The standard orders of movement


def _tabled(survey: Survey, unit: Unit) -> Iterable[Choices]:
    """All of them, where the map alone says what units may do, and their place who they are."""
    own = survey.index[unit]
    offer = survey.offers[own]
    listed = list(offer.alone)
    overseas = survey.overseas(unit)
    if overseas:
        listed.append(choices("move", own_name(unit), None, tuple(sorted(overseas)), True))
    table, shipped = offer.supports, survey.shipped(own)
    for other, its in enumerate(survey.offers):
        if other in shipped:
            target = survey.names[other]
            listed.append(choices("support", own_name(unit), target, shipped[other]))
        elif its.label in table:
            listed.append(table[its.label])
    listed += _convoys(survey, unit)
    return listed


def _tabled_orders(survey: Survey, unit: Unit) -> list[Order]:
    """The same one by one, and looked up rather than made."""
    labels, offer = survey.labels, survey.book.offers[unit.kind][unit.place]
    supports = filter(None, map(offer.support_orders.get, labels))
    orders = [*offer.orders, *chain.from_iterable(supports)]
    own, by_sea = survey.labelled[offer.label], survey.by_sea
    if own in survey.sailing:
        overseas = offer.overseas
        orders += [overseas[goal] for goal in survey.sailing[own]]
    if offer.label in by_sea:
        helped = offer.helped
        orders += [helped[labels[army]][goal] for army, goal in by_sea[offer.label]]
    if unit.kind == FLEET:
        for army, goals in survey.carried(unit).items():
            carried = offer.carried[labels[army]]
            orders += [carried[goal] for goal in goals]
    return orders


def _holds(_: Survey, unit: Unit) -> Iterable[Choices]:
    return (choices("hold", own_name(unit), None, ("",)),)


def _moves(survey: Survey, unit: Unit) -> Iterable[Choices]:
    name, steps, overseas = own_name(unit), survey.ordered_steps(unit), survey.overseas(unit)
    if steps:
        yield choices("move", name, None, steps)
    if overseas:
        yield choices("move", name, None, tuple(sorted(overseas)), True)


def _supports(survey: Survey, unit: Unit) -> Iterable[Choices]:
    name, names, rule = own_name(unit), survey.names, survey.book.options.support_coast
    for target, goals in survey.supportable(unit).items():
        if rule in COASTS_NAMED and survey.units[target].kind in survey.graph.sailors:
            order = Order("support", name, names[target])
            legal = CRITERIA["supported goal"].values(survey, unit, order)
            listed = sorted(str(goal) for goal in legal)
            goals = tuple(g for g in listed if rule == "required" or _plain(g, listed))
        yield choices("support", name, names[target], goals)


def _convoys(survey: Survey, unit: Unit) -> Iterable[Choices]:
    name, names = own_name(unit), survey.names
    return [
        choices("convoy", name, names[army], goals) for army, goals in survey.carried(unit).items()
    ]


_LISTERS: Mapping[str, Lister] = {
    "hold": _holds,
    "move": _moves,
    "support": _supports,
    "convoy": _convoys,
}


def _lister(book: Asked, kind: OrderType) -> Lister:
    """What lists the orders of a type: its declaration, or a table for a standard one."""
    if kind.verb in _LISTERS and asks_standard(book, kind):
        return _LISTERS[kind.verb]
    return partial(_by_declaration, kind)


def _by_declaration(kind: OrderType, survey: Survey, unit: Unit) -> Iterable[Choices]:
    if kind.powers and unit.power not in kind.powers:
        return ()
    return _declared(survey, unit, own_name(unit), kind)


def _parts(survey: Survey, unit: Unit, whole: Choices) -> Iterator[Choices]:
    """The same orders for a part of a unit, where its men or ships are counted."""
    kind = survey.book.order_types[whole.verb]
    if kind.slot == PART_SLOT and kind.verb in STANDARD_TYPES:
        ranges = tuple(_ranges(survey, unit, whole.orders()[0], kind))
        if ranges:
            yield replace(whole, ranges=ranges)


def _ranges(survey: Survey, unit: Unit, order: Order, kind: OrderType) -> Iterator[Range]:
    """What the number fields of a type may hold, for one order."""
    for field in kind.fields:
        if field.kind != NUMBER:
            continue
        criterion = criterion_of(survey, field)
        if criterion is None:
            yield Range(field.name, field.minimum, field.maximum, field.step)
            continue
        fits = criterion.values(survey, unit, order)
        if isinstance(fits, range) and fits:
            yield Range(field.name, fits.start, fits[-1], fits.step)


def orderable(survey: Survey, power: str) -> list[Unit]:
    """The units that a power may give an order in this phase."""
    position, kind = survey.position, survey.position.phase.kind
    if kind == RETREAT:
        return [d.unit for d in position.dislodged if d.unit.power == power]
    if kind == MOVEMENT:
        return list(position.of(power))
    if kind == ADJUSTMENT and survey.book.due(survey, power) < 0:
        return list(position.of(power))
    return []


def builds_menu(survey: Survey, power: str) -> list[Choices]:
    """What a power may build in this phase, and that it may leave a build."""
    book = survey.book
    if survey.position.phase.kind != ADJUSTMENT or book.due(survey, power) <= 0:
        return []
    listed = [Choices("build", name) for name in book.build_choices(survey, power)]
    return [*listed, Choices("waive", None)] if listed and "waive" in book.order_types else listed


def beside_menu(survey: Survey, power: str) -> list[Choices]:
    """The orders that a power may give beside those of its units, grouped."""
    listed: list[Choices] = []
    for kind in survey.book.order_types.values():
        if kind.phase != survey.position.phase.kind or kind.slot in _OF_UNITS:
            continue
        if kind.powers and power not in kind.powers:
            continue
        fields = {field.name: field for field in kind.fields}
        criterion = criterion_of(survey, fields["unit"]) if "unit" in fields else None
        units = survey.position.units
        named: list[tuple[Unit, UnitName | None]]
        if not any("{unit}" in form for form in kind.forms):
            named = [(Unit(power, "", ""), None)]
        elif criterion is None:
            named = [(unit, own_name(unit)) for unit in units if unit.power == power]
        else:
            fits = criterion.values(survey, units[0], Order(kind.verb)) if units else ()
            names = zip(units, survey.names, strict=False)  # the names of ghosts come last
            named = [(unit, name) for unit, name in names if name in fits]
        for unit, name in named:
            listed += _declared(survey, unit, name, kind)
    return listed


def _declared(
    survey: Survey, unit: Unit, name: UnitName | None, kind: OrderType
) -> Iterator[Choices]:
    """The orders of a type, from its declaration and the criteria of its fields alone."""
    words = tuple((f.name, f.choices) for f in kind.fields if f.kind == CHOICE)
    partial = [Order(kind.verb, name)]
    for field in kind.fields:
        criterion = criterion_of(survey, field)
        if field.name in ("unit", "goal", "via") or criterion is None or field.kind == NUMBER:
            continue
        orders = [order for order in partial if field.optional]
        for order in partial:
            values = sorted(criterion.values(survey, unit, order), key=str)
            orders += [_with(order, field.name, value) for value in values]
        partial = orders
    goal = next((criterion_of(survey, f) for f in kind.fields if f.name == "goal"), None)
    for order in partial:
        goals: Goals = ("",)
        if goal is not None:
            goals = tuple(sorted(map(str, goal.values(survey, unit, order))))
        if goals:
            ranges = tuple(_ranges(survey, unit, order, kind))
            yield Choices(kind.verb, name, order.target, goals, False, ranges, words, order.extra)


def _with(order: Order, field: str, value: object) -> Order:
    """The order with one more field."""
    if field == "target" and isinstance(value, UnitName):
        return replace(order, target=value)
    typed = value if isinstance(value, UnitName) else str(value)
    return replace(order, extra=(*order.extra, (field, typed)))


def _plain(goal: str, listed: list[str]) -> bool:
    return not coast_of(goal) or province_of(goal) not in listed
