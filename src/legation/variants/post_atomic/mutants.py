"""Mutants built for units: what may be given up for one, and where it may stand (PA-9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from legation.board.calendar import ADJUSTMENT
from legation.board.graph import province_of
from legation.board.orders import MANY_SLOT, PLACE, UNIT_FIELD, Field, Order, OrderType, Value
from legation.board.units import Unit, UnitName
from legation.rules.naming import own_name
from legation.rules.refusals import because
from legation.rules.reports import Report
from legation.rules.survey import Criterion, Survey

from .country import homes

MUTATE = "mutate"
COST = 2
"""Builds that a mutant takes if no unit is given up for it (PA-9c)."""

TYPE = OrderType(
    MUTATE,
    ADJUSTMENT,
    (
        "Build M {goal} for {first}[, {second}]",
        "Build M {goal} for {first} and {second}",
        "Build mutant [in] {goal} for {first}[, {second}]",
        "Build a mutant in {goal} for {first}[, {second}]",
        "Build mutant [in] {goal} for {first} and {second}",
        "Build a mutant in {goal} for {first} and {second}",
    ),
    (
        Field("first", UNIT_FIELD, "mutant price", prompt="First unit to give up"),
        Field(
            "second",
            UNIT_FIELD,
            "second price",
            optional=True,
            prompt="Second unit to give up, or none",
        ),
        Field("goal", PLACE, "mutant home", prompt="Where is the mutant built?"),
    ),
    clause="PA-9c",
    help="Build a mutant for one build and a unit in a home centre, or for two units.",
    slot=MANY_SLOT,
)


def home_centres(survey: Survey, power: str) -> tuple[str, ...]:
    """The places of a power's country that it owns as centres (PA-9d)."""
    owners = survey.position.owners
    return tuple(home for home in homes(survey.graph, power) if owners.get(home) == power)


def given_up(survey: Survey, power: str, order: Order) -> tuple[Unit, ...]:
    """The units of a power that an order gives up; fewer than it names where one is not there."""
    named = dict.fromkeys(order.field(name) for name in ("first", "second"))
    units = (_own(survey, power, name) for name in named)
    return tuple(unit for unit in units if unit is not None)


def _own(survey: Survey, power: str, name: Value | None) -> Unit | None:
    """The unit of a power that an order names: ``A Par``, ``Par``."""
    if not isinstance(name, UnitName):
        return None
    units = survey.at.get(name.province, ())
    return next((u for u in units if u.power == power and name.kind in ("", u.kind)), None)


def price(order: Order) -> int:
    """The builds that a mutant takes beside the units given up for it (PA-9c)."""
    return 2 - _count(order)


def _count(order: Order) -> int:
    return 1 if order.field("second") is None else 2


def _fits(survey: Survey, power: str, units: Sequence[Unit]) -> bool:
    """One in a home centre; a second one next to it (PA-9c)."""
    own = home_centres(survey, power)
    if len(units) == 1:
        return units[0].province in own
    first, second = (unit.province for unit in units)
    return bool({first, second} & {*own}) and second in survey.graph.touching[first]


# What the fields may hold


class Named(list[object]):
    """Units as an order names them; a kind or coast left out means the same."""

    def __init__(self, units: Iterable[Unit]) -> None:
        units = tuple(units)
        super().__init__(map(own_name, units))
        self._all = {
            UnitName(place, kind)
            for unit in units
            for place in (unit.place, unit.province)
            for kind in (unit.kind, "")
        }

    def __contains__(self, value: object) -> bool:
        return value in self._all


def _first(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    own = survey.position.of(unit.power)
    alone = _count(order) == 1
    return Named(
        each
        for each in own
        if _fits(survey, unit.power, [each])
        or (not alone and any(_fits(survey, unit.power, [each, o]) for o in own if o is not each))
    )


def _second(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    first = _own(survey, unit.power, order.field("first"))
    others = [o for o in survey.position.of(unit.power) if o is not first]
    return Named(o for o in others if first and _fits(survey, unit.power, [first, o]))


def _homes(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    left = {u.province for u in given_up(survey, unit.power, order)}
    return [h for h in home_centres(survey, unit.power) if h not in survey.at or h in left]


def _why_no_price(survey: Survey, unit: Unit, order: Order) -> Report:
    power, units = unit.power, given_up(survey, unit.power, order)
    if len(units) < _count(order):
        return because("none-to-give", power=power, count=_count(order))
    if len(units) == 1:
        return because("not-at-home", unit=units[0], power=power)
    return because("not-beside-home", units=tuple(map(own_name, units)), power=power)


def _why_no_home(survey: Survey, unit: Unit, order: Order) -> Report:
    home = province_of(order.goal)
    if home in home_centres(survey, unit.power):
        return because("occupied", "PA-9d", place=home)
    return because("no-home", "PA-9d", place=home, power=unit.power)


CRITERIA: Mapping[str, Criterion] = {
    "mutant price": Criterion("PA-9c", _first, _why_no_price),
    "second price": Criterion("PA-9c", _second, _why_no_price),
    "mutant home": Criterion("PA-9d", _homes, _why_no_home),
}
