"""How to play the night well: what a bot is told of this game (see `bots.advice`).

All of it is judged from what the faction sees.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.truth import Truth
from legation.board.units import Unit, UnitName
from legation.rules.book import Book
from legation.rules.dice import Dice
from legation.rules.naming import own_name, own_unit
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey

from .. import patrol
from ..cast import NORTH, NURSES, POLICE, ROYALS, SOUTH, TAXIS, Ledger
from ..fortress import ELECT, fortresses
from ..options import Options
from ..taxis import DOUBLE, first_legs

Value = Callable[[Unit, str], float]

_HIDDEN = 10  # centres in the north (LN-5a)
_GARRISON = 1.0
_LEAST_NORTH = 0.7  # a northern centre feeds units, whatever the product says
_FIRST_SOUTH = 20.0  # without one all the north comes to nothing
_MEETING = 0.5  # how much of a place's value is left where somebody stands


def worth(survey: Survey, kept: Ledger, power: str) -> Mapping[str, float]:
    """A centre counts by what it adds to the product of north and south (LN-7).

    When all ten hidden centres are found the other spaces are none (LN-5a).
    """
    provinces = survey.graph.provinces
    regions = [provinces[c].region for c in survey.position.centres_of(power)]
    north, south = regions.count(NORTH) + 1, regions.count(SOUTH) + 1
    known = kept.discovered
    if len(known) < _HIDDEN:
        return _worth(survey.book, north, south)
    none = {c: 0.0 for c, p in provinces.items() if p.centre == "?" and c not in known}
    return {**_worth(survey.book, north, south), **none}


@lru_cache(maxsize=256)
def _worth(book: Book, north: int, south: int) -> Mapping[str, float]:
    """What each centre adds to a product of so many in the north and the south, each one more."""
    share = {
        NORTH: max(_LEAST_NORTH, 2 * south / (north + south)),
        SOUTH: 2 * north / (north + south),
    }
    if south == 1:  # it has none yet
        share[SOUTH] = _FIRST_SOUTH
    return {code: share.get(p.region, 1.0) for code, p in book.graph.provinces.items()}


def bonus(survey: Survey, unit: Unit) -> float:
    """A fortress helps who holds it (LN-1E-a)."""
    rule = Options.of(survey.book).fortress_garrison
    inside = "fortified" in survey.graph.provinces[unit.province].features
    return _GARRISON if inside and (rule == "any" or unit.power == ROYALS) else 0.0


def resistance(survey: Survey, power: str) -> Mapping[str, float]:
    """An empty fortress keeps one unit alone out (LN-1E-b)."""
    rule = Options.of(survey.book).fortress_vacant
    if rule == "none":
        return {}
    places = fortresses(survey.book)
    lords = {p: ROYALS if rule == "royals" else survey.position.owners.get(p, "") for p in places}
    return {place: 1.0 for place, lord in lords.items() if lord != power}


def roving(survey: Survey, kept: Ledger, power: str) -> frozenset[str]:
    """The Police go where they are needed (LN-3c)."""
    del survey, kept, power
    return frozenset({POLICE})


def foreseen(book: Rulebook, truth: Truth, dice: Dice) -> Mapping[str, Sequence[Order]]:
    """The Police order by their policy before anybody's orders are read (LN-3c)."""
    orders = patrol.by_policy(book, truth, dice)
    return {POLICE: orders} if orders else {}


def sheet(
    survey: Survey,
    kept: Ledger,
    power: str,
    planned: Sequence[Order],
    value: Value,
    rng: random.Random,
) -> Sequence[Order]:
    """The planned orders with an election, or with a double move."""
    del kept, rng
    if survey.position.phase.kind != MOVEMENT:
        return planned
    if power == NURSES:
        return [*_election(survey, planned, value), *planned]
    return _with_double(survey, planned, value) if power == TAXIS else planned


# The Nurses (LN-1D)


def _election(survey: Survey, planned: Sequence[Order], value: Value) -> Iterator[Order]:
    """The unit whose strength counts most: it enters, helps or holds where others may come."""
    scored = [(_weight_of(survey, order, value), str(order.unit), order) for order in planned]
    if scored:
        _, _, order = max(scored, key=lambda each: each[:2])
        yield Order(ELECT, order.unit)


def _weight_of(survey: Survey, order: Order, value: Value) -> float:
    assert order.unit is not None
    unit = own_unit(survey, NURSES, order.unit)
    place = province_of(order.goal) or (order.target.province if order.target else unit.province)
    if place in survey.book.open_places or unit.strength > 1:
        return 0.0
    rivals = sum(survey.units[i].power != NURSES for i in survey.walkers.get(place, ()))
    held = any(other.power != NURSES for other in survey.at.get(place, ()))
    contested = rivals + 2 * held
    return value(unit, place) * contested * (1.0 if order.verb == "move" else 0.6)


# The Taxi Drivers (LN-1F)


def _with_double(survey: Survey, planned: Sequence[Order], value: Value) -> Sequence[Order]:
    """The plan with the double move that gains most in place of one of its orders."""
    aims = {province_of(o.goal) for o in planned if o.verb == "move"}
    helped = {o.target for o in planned if o.verb == "support"}
    best: tuple[float, int, Order] | None = None
    for index, order in enumerate(planned):
        assert order.unit is not None
        unit = own_unit(survey, TAXIS, order.unit)
        now = value(unit, order.goal if order.verb == "move" else unit.place)
        if survey.name_of(unit) in helped:
            now *= 2  # others count on it
        own = {province_of(order.goal)} if order.verb == "move" else {unit.province}
        for first, goal in _drives(survey, unit):
            if {goal, first} & (aims - own) - survey.book.open_places:
                continue
            gain = value(unit, goal) * _chance(survey, unit, goal) - now
            if best is not None and gain < best[0]:
                continue
            double = Order(DOUBLE, own_name(unit), None, goal, extra=(("first", first),))
            if best is None or (gain, str(double)) > (best[0], str(best[2])):
                best = (gain, index, double)
    if best is None:
        return planned
    _, index, double = best
    return [double if at == index else order for at, order in enumerate(planned)]


def _drives(survey: Survey, unit: Unit) -> Iterator[tuple[str, str]]:
    """Every middle place of a double move, with every end."""
    for first in sorted(first_legs(survey, unit)):
        for goal in sorted(survey.graph.army[first]):
            yield first, goal


def _chance(survey: Survey, unit: Unit, goal: str) -> float:
    """How likely the second leg gets there."""
    if goal in survey.book.open_places or goal == unit.province:
        return 1.0
    if any(other.power == TAXIS for other in survey.at.get(goal, ())):
        return 0.0
    rivals = any(survey.units[i].power != TAXIS for i in survey.walkers.get(goal, ()))
    return (_MEETING if goal in survey.at else 1.0) * (0.8 if rivals else 1.0)


# What is worth a trial


def trials(
    survey: Survey, power: str, sheet: Sequence[Order], unit: UnitName | None
) -> Iterable[Sequence[Order]]:
    """Each other unit that the Nurses could elect; each double move of a Taxi Driver's unit."""
    if power == NURSES and unit is None:
        return _elections(survey, sheet)
    if power == TAXIS and unit is not None:
        return _doubles(survey, sheet, unit)
    return ()


def _elections(survey: Survey, sheet: Sequence[Order]) -> Iterator[Sequence[Order]]:
    rest = [order for order in sheet if order.verb != ELECT]
    for unit in survey.position.of(NURSES):
        if unit.strength == 1 and unit.province not in survey.book.open_places:
            yield [Order(ELECT, own_name(unit)), *rest]


def _doubles(survey: Survey, sheet: Sequence[Order], name: UnitName) -> Iterator[Sequence[Order]]:
    """The unit drives; who drove before goes no further than to its middle place, or stays."""
    unit = own_unit(survey, TAXIS, name)
    rest: list[Order] = []
    for order in sheet:
        if order.unit == name:
            continue
        if order.verb == DOUBLE and order.unit is not None:
            goal = province_of(order.goal)
            other = own_unit(survey, TAXIS, order.unit)
            near = goal in survey.graph.army[other.province]
            order = Order("move", order.unit, None, goal) if near else Order("hold", order.unit)
        rest.append(order)
    for first, goal in _drives(survey, unit):
        yield [*rest, Order(DOUBLE, name, None, goal, extra=(("first", first),))]
