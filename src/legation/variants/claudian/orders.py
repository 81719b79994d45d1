"""How Claudian orders are written, and what they may name (CL-10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.graph import province_of
from legation.board.orders import (
    FLAG,
    NUMBER,
    PART_SLOT,
    PLACE,
    UNIT_FIELD,
    Field,
    Order,
    OrderType,
)
from legation.board.units import Unit
from legation.rules.criteria import CRITERIA, why_no_move
from legation.rules.naming import unit_named
from legation.rules.refusals import because
from legation.rules.reports import Report
from legation.rules.survey import Criterion, Survey

from .sizes import SIZES, STEP, legal_parts

MEN, COUNT = "number", "count"
"""How many men or ships carry an order out; how many are supported or carried."""

_MEN = Field(MEN, NUMBER, "part of a force", optional=True)
_COUNT = Field(COUNT, NUMBER, "number helped", optional=True)
_ALL = Field(MEN, NUMBER, "whole force", optional=True)

_TYPES = (
    OrderType(
        "hold",
        MOVEMENT,
        ("{unit} [{number}] H", "{unit} [{number}] at"),
        (_MEN,),
        clause="CL-10a",
        help="Stay, and defend the place; the whole force where no number is named.",
        slot=PART_SLOT,
    ),
    OrderType(
        "move",
        MOVEMENT,
        ("{unit} [{number}] - {goal} [via]",),
        (
            _MEN,
            Field("goal", PLACE, "part goal"),
            Field("via", FLAG, "by convoy", optional=True),
        ),
        clause="CL-10a",
        help="Go to a neighbouring place, or overseas by convoy, with all or some of a force.",
        slot=PART_SLOT,
    ),
    OrderType(
        "support",
        MOVEMENT,
        (
            "{unit} [{number}] S {target} [{count}] [- {goal}]",
            "{unit} [{number}] S {target} [{count}] at",
        ),
        (
            _MEN,
            Field("target", UNIT_FIELD, "part supported"),
            _COUNT,
            Field("goal", PLACE, "part supported goal", optional=True),
        ),
        clause="CL-10a",
        help="Lend the strength of all or some of a force to one that stays, or to a move.",
        slot=PART_SLOT,
    ),
    OrderType(
        "convoy",
        MOVEMENT,
        ("{unit} [{number}] C {target} [{count}] - {goal}",),
        (
            _MEN,
            Field("target", UNIT_FIELD, "convoyed army"),
            _COUNT,
            Field("goal", PLACE, "convoy goal"),
        ),
        clause="CL-8b",
        help="Carry armies over this sea, 20 men a ship.",
        slot=PART_SLOT,
    ),
    OrderType(
        "retreat",
        RETREAT,
        ("{unit} [{number}] - {goal}",),
        (_ALL, Field("goal", PLACE, "retreat goal")),
        clause="CL-15",
        help="Withdraw a dislodged force, all of it, to a place that is open to it.",
    ),
    OrderType(
        "disband",
        RETREAT,
        ("{unit} [{number}] D",),
        (_ALL,),
        clause="CL-15",
        help="Take a dislodged force off the board.",
    ),
    OrderType(
        "build",
        ADJUSTMENT,
        ("Build {unit}",),
        clause="CL-12b",
        help="Put 10,000 men or 250 ships into a home centre of one's own: an empty one, or onto "
        "a force of one's own of that kind, as many as find room.",
    ),
    OrderType(
        "remove",
        ADJUSTMENT,
        ("Remove {unit} [{number}]",),
        (_MEN,),
        clause="CL-12c",
        help="Take a force, or some of its men or ships, off the board.",
    ),
)


def types(parents: Mapping[str, OrderType]) -> Mapping[str, OrderType]:
    """The parent's order types, with numbers in those that say how many (CL-10a)."""
    return {**parents, **{kind.verb: kind for kind in _TYPES}}


def number(order: Order, whole: int = 0, name: str = MEN) -> int:
    """A number that an order names; where it names none, `whole`."""
    value = order.field(name)
    return value if isinstance(value, int) else whole


def helped(order: Order) -> int:
    """The number that a support or convoy names of those whom it helps; 0 for none."""
    return number(order, 0, COUNT)


# What the fields may hold


def _goals(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    """Where a unit could go; its own place too, which means that these men stand (CL-10a)."""
    goals = CRITERIA["move goal"].values(survey, unit, order)
    return goals if order.via else {*goals, unit.province, unit.place}


def _why_no_move(survey: Survey, unit: Unit, order: Order) -> Report:
    """Why those who are ordered cannot go there: some of a force, by their own number."""
    return why_no_move(survey, unit, order, replace(unit, strength=number(order, unit.strength)))


def _supported(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    """Whom a unit could support: some of it another part of it as well (CL-10b)."""
    units = CRITERIA["supported unit"].values(survey, unit, order)
    if order.field(MEN) in (None, unit.strength):
        return units
    return {*units, survey.name_of(unit)}


def _supported_goals(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    assert order.target is not None
    if not _of_itself(survey, unit, order) or order.field(MEN) in (None, unit.strength):
        return CRITERIA["supported goal"].values(survey, unit, order)
    goals = survey.steps(unit) | survey.overseas(unit)
    reach = survey.support_reach(unit)
    near = {goal for goal in goals if province_of(goal) in reach}
    return near | {province_of(goal) for goal in near}


def _of_itself(survey: Survey, unit: Unit, order: Order) -> bool:
    """Is it a support for a part of the same force?"""
    return order.target is not None and unit_named(survey, order.target, unit.power) == unit


def _why_no_support(survey: Survey, unit: Unit, order: Order) -> Report:
    assert order.target is not None
    if _of_itself(survey, unit, order):
        if not order.goal:
            return because("parts-hold-together", unit=unit)
        if order.field(MEN) in (None, unit.strength):
            return because("not-all-of-it", unit=unit)
    return CRITERIA["supported goal"].why(survey, unit, order)


def _parts(_survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    """The parts that a force may be split into; what was named is judged with its whole sheet."""
    if order.field(MEN) is not None:
        return range(1, number(order) + 1)
    least = SIZES[unit.kind].least
    return range(least, unit.strength - least + 1, STEP)


def _named(_survey: Survey, _unit: Unit, order: Order) -> Collection[object]:
    """Any number of those supported or carried: what it must match is seen when all move."""
    return range(1, helped(order) + 1)


def _why_not_so_many(_survey: Survey, unit: Unit, _order: Order) -> Report:
    return because("has-to-order", unit=unit, legal=legal_parts(unit.kind, unit.strength))


def _whole(survey: Survey, unit: Unit, _order: Order) -> Collection[object]:
    del survey
    return range(unit.strength, unit.strength + 1)


def _why_not_in_parts(_survey: Survey, unit: Unit, _order: Order) -> Report:
    return because("goes-whole", unit=unit, count=unit.strength)


CHECKS: Mapping[str, Criterion] = {
    "part goal": Criterion("STD-MOVE", _goals, _why_no_move),
    "part supported": Criterion("STD-SUP", _supported, CRITERIA["supported unit"].why),
    "part supported goal": Criterion("STD-SUP", _supported_goals, _why_no_support),
    "part of a force": Criterion("CL-10c", _parts, _why_not_so_many),
    "number helped": Criterion("CL-10a", _named, _why_not_so_many),
    "whole force": Criterion("CL-15", _whole, _why_not_in_parts),
}
