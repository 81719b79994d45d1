"""Listing: the legal orders of a unit, or of a power, by the same criteria that refuse.

Never an enumeration of every number: what differs in one place only stands
together in one `Choices`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from legation.board.calendar import ADJUSTMENT, MOVEMENT
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
from legation.rules.legality import CRITERIA, criterion_of
from legation.rules.settle import own_name
from legation.rules.survey import Goals, Survey

_OF_UNITS = (UNIT_SLOT, PART_SLOT)


class Range(NamedTuple):
    """The numbers that a field may hold: from, to, and in steps of."""

    field: str
    minimum: int
    maximum: int
    step: int


class Choices(NamedTuple):
    """Legal orders of one unit that differ in one place only.

    `goals` are the places to choose from; an empty one is a support in place,
    and a hold has just that. Goals of a support name provinces; where the
    supported fleet could reach two coasts the order may name one. `via`: the
    move says that it goes by convoy. `ranges` and `words` say what a variant's
    own number and choice fields may hold, for each of them alike; `extra` are
    its other fields, as they are in all of them.
    """

    verb: str
    unit: UnitName | None
    target: UnitName | None = None
    goals: Goals = ("",)
    via: bool = False
    ranges: tuple[Range, ...] = ()
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()
    extra: tuple[tuple[str, str | int], ...] = ()

    def orders(self) -> Iterator[Order]:
        """Each of them as an order, with the least number and the first word of each field."""
        least: tuple[tuple[str, str | int], ...] = tuple((r.field, r.minimum) for r in self.ranges)
        extra = (*least, *((name, words[0]) for name, words in self.words), *self.extra)
        for goal in self.goals:
            yield Order(self.verb, self.unit, self.target, goal, self.via, extra)


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
    found = [Choices("disband", name)]
    if lost.retreats:
        found.append(Choices("retreat", name, goals=lost.retreats))
    return found


def _movement_menu(survey: Survey, unit: Unit) -> list[Choices]:
    name = own_name(unit)
    found = [Choices("hold", name)]
    steps = survey.ordered_steps(unit)
    if steps:
        found.append(Choices("move", name, None, steps))
    overseas = survey.overseas(unit)
    if overseas:
        found.append(Choices("move", name, goals=tuple(sorted(overseas)), via=True))
    names, rule = survey.names, survey.book.options.support_coast
    for target, goals in survey.supportable(unit).items():
        if rule in ("required", "own-only") and survey.units[target].kind == FLEET:
            order = Order("support", name, names[target])
            listed = sorted(
                str(goal) for goal in CRITERIA["supported goal"].values(survey, unit, order)
            )
            goals = [goal for goal in listed if rule == "required" or _plain(goal, listed)]
        found.append(Choices("support", name, names[target], tuple(goals)))
    for army, goals in survey.carried(unit).items():
        found.append(Choices("convoy", name, names[army], tuple(goals)))
    for kind in survey.book.order_types.values():
        own = kind.slot in _OF_UNITS and (not kind.powers or unit.power in kind.powers)
        if own and kind.phase == MOVEMENT and kind.verb not in STANDARD_TYPES:
            found += _declared(survey, unit, name, kind)
    if survey.book.full:
        found += [part for whole in found for part in _parts(survey, unit, whole)]
    return found


def _parts(survey: Survey, unit: Unit, whole: Choices) -> Iterator[Choices]:
    """The same orders for a part of a unit, where its men or ships are counted."""
    kind = survey.book.order_types[whole.verb]
    if kind.slot == PART_SLOT and kind.verb in STANDARD_TYPES:
        ranges = tuple(_ranges(survey, unit, next(whole.orders()), kind))
        if ranges:
            yield whole._replace(ranges=ranges)


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


def beside_menu(survey: Survey, power: str) -> list[Choices]:
    """The orders that a power may give beside those of its units, grouped."""
    found: list[Choices] = []
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
            found += _declared(survey, unit, name, kind)
    return found


def _declared(
    survey: Survey, unit: Unit, name: UnitName | None, kind: OrderType
) -> Iterator[Choices]:
    """The orders of a variant's own type, from its declaration alone.

    The standard types are listed by hand above, from the same look-ups as
    their criteria, because a position has hundreds of supports.
    """
    words = tuple((f.name, f.choices) for f in kind.fields if f.kind == CHOICE)
    partial = [Order(kind.verb, name)]
    for field in kind.fields:
        criterion = criterion_of(survey, field)
        if field.name in ("unit", "goal", "via") or criterion is None or field.kind == NUMBER:
            continue
        found = [order for order in partial if field.optional]
        for order in partial:
            values = sorted(criterion.values(survey, unit, order), key=str)
            found += [_with(order, field.name, value) for value in values]
        partial = found
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
    if isinstance(value, UnitName):
        return replace(order, target=value)
    return replace(order, extra=(*order.extra, (field, str(value))))


def _plain(goal: str, listed: list[str]) -> bool:
    return not coast_of(goal) or province_of(goal) not in listed
