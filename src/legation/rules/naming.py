"""What an order leaves out or writes loosely, in full: whose unit, which kind, which coast.

Works on what the player knows; "not there" and "not yours" read alike.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from legation.board.calendar import RETREAT
from legation.board.graph import FLEET, coast_of, province_of
from legation.board.orders import Order
from legation.board.units import Unit, UnitName, kind_and_strength, unit_name
from legation.rules.refusals import IllegalError, UnclearError, because
from legation.rules.survey import Survey


def own_unit(survey: Survey, power: str, name: UnitName) -> Unit:
    """The unit of this power that an order names; in a retreat phase the dislodged one.

    Raises:
        IllegalError: alike where there is none and where it is not one's own.
        UnclearError: where the name fits several (STD-UNIT).
    """
    held: Sequence[Unit]
    if survey.phase == RETREAT:
        held = [d.unit for d in survey.position.dislodged if d.unit.province == name.province]
    else:
        index = survey.called(name)
        if index is not None and survey.units[index].power == power:
            return survey.units[index]
        held = survey.at.get(name.province, ())
    own = [unit for unit in held if unit.power == power]
    if name.power not in ("", power):
        own = []
    if not own:
        kind = "none-dislodged" if survey.position.phase.kind == RETREAT else "no-unit-of"
        raise IllegalError(survey.book, because(kind, power=power, place=name.province))
    return _fitting(survey, own, name, power)


def _fitting(survey: Survey, units: list[Unit], name: UnitName, power: str) -> Unit:
    """The unit that a power's order means, out of those in its province (STD-UNIT)."""
    of_kind = [unit for unit in units if survey.book.may_mean(survey, name, unit, power)]
    fitting = [unit for unit in of_kind if name.number in (0, unit.number)]
    if not fitting and of_kind:
        why = because("no-number", number=name.number, meant=tuple(map(own_name, units)))
        raise IllegalError(survey.book, why)
    if not fitting:
        meant = tuple(map(own_name, units))
        province = survey.graph.provinces[name.province]
        kind, _ = kind_and_strength(name.kind)
        if not any(survey.graph.can_stand(kind, p) for p in province.places):
            terrain = "a sea" if name.province in survey.graph.carriers else province.terrain
            why = because("no-such-kind", kind=name.kind, place=province.code, terrain=terrain)
            raise IllegalError(survey.book, replace(why, facts={**why.facts, "meant": meant}))
        why = because("other-kind", place=name.province, kind=units[0].written, meant=meant)
        raise IllegalError(survey.book, why)
    if len(fitting) > 1:
        several = len({unit.power for unit in fitting}) > 1
        meant = tuple(
            replace(own_name(unit), power=unit.power if several else "") for unit in fitting
        )
        raise UnclearError(survey.book, because("several-fit", unit=name, meant=meant))
    unit = fitting[0]
    coast = coast_of(name.place)
    if coast and unit.kind not in survey.graph.sailors:
        without_coast(survey, name.place)
    elif coast and name.place != unit.place and survey.book.options.coast_needless == "void":
        raise IllegalError(survey.book, because("fleet-elsewhere", place=unit.place))
    return unit


def unit_named(survey: Survey, name: UnitName, power: str = "") -> Unit:
    """The unit, of whatever power, that an order names.

    Where several stand in one place, a name without a power means one of
    `power`, whose order it is, if it has any there (STD-UNIT).

    Raises:
        IllegalError: where there is none, or one of another kind.
        UnclearError: where the name fits several (STD-UNIT).
    """
    index = survey.called(name)
    if index is not None:
        return survey.units[index]
    units = list(survey.at.get(name.province, ()))
    if name.power:
        units = [unit for unit in units if unit.power == name.power]
    elif len(units) > 1:
        units = [unit for unit in units if unit.power == power] or units
    if not units:
        for ghost in survey.ghosts_at.get(name.province, ()):
            fits = name.power in ("", ghost.power) and name.kind in ("", ghost.kind)
            if fits and name.number in (0, ghost.number):
                return ghost
        why = because("no-unit", place=name.province)
        if name.power:
            why = because("no-unit-of", power=name.power, place=name.province)
        raise IllegalError(survey.book, why)
    return _fitting(survey, units, name, power)


def index_of(survey: Survey, name: UnitName, power: str = "") -> int:
    """The same, by its index in the survey."""
    index = survey.called(name)
    return survey.index[unit_named(survey, name, power)] if index is None else index


def in_full(survey: Survey, unit: Unit, order: Order) -> Order:
    """The order with its unit, its target and their coasts as they are on the board.

    Raises:
        IllegalError: where the options leave a coast unsettled.
    """
    target = order.target and unit_named(survey, order.target, unit.power)
    goal = order.goal
    if goal:
        mover = target or unit
        if mover.kind not in survey.graph.sailors:
            goal = without_coast(survey, goal) if "/" in goal else goal
        elif target and order.verb != "convoy":
            goal = _supported_coast(survey, goal) if "/" in goal else goal
        else:
            goal = _fleet_goal(survey, mover, goal)
    named = survey.name_of(target) if target else None
    name = own_name(unit)
    if goal == order.goal and name == order.unit and named == order.target:
        return order
    return Order(order.verb, name, named, goal, order.via, order.extra)


def own_name(unit: Unit) -> UnitName:
    """A unit as its owner's orders name it."""
    return unit_name(unit.place, unit.written, "", unit.number)


def without_coast(survey: Survey, goal: str) -> str:
    """The province of an army's goal (option coast-irrelevant).

    Raises:
        IllegalError: where a coast must not be named.
    """
    if coast_of(goal) and survey.book.options.coast_irrelevant == "void":
        raise IllegalError(survey.book, because("army-needs-no-coast", place=province_of(goal)))
    return province_of(goal)


def _supported_coast(survey: Survey, goal: str) -> str:
    if survey.book.options.support_coast == "ignored" or goal not in survey.graph.places:
        return province_of(goal)
    return goal


def _fleet_goal(survey: Survey, fleet: Unit, goal: str) -> str:
    """The coast that a fleet's goal means, by options coast-*; the goal unchanged if none."""
    options, province = survey.book.options, survey.graph.provinces[province_of(goal)]
    if survey.position.phase.kind == RETREAT:
        near: Collection[str] = survey.dislodged_at[fleet.province].retreats
    else:
        near = survey.graph.steps(FLEET, fleet.place)
    possible = [place for place in province.places if place in near]
    if not province.coasts:
        if coast_of(goal):
            raise IllegalError(survey.book, because("no-coasts", place=province.code))
        return province.code
    if goal in possible or not possible:
        return goal
    if coast_of(goal):
        corrected = options.coast_wrong == "correct" and len(possible) == 1
        return possible[0] if corrected else goal
    if len(possible) == 1 and options.coast_single == "void":
        raise IllegalError(survey.book, because("name-coast", "STD-ORD", places=possible[0]))
    if len(possible) == 1 or options.coast_omitted == "default":
        return possible[0]
    return goal
