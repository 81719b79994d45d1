"""How to count men well: what a bot is told of this game (see `bots.advice`).

The standard plan moves whole forces. Here they are divided: as many go by sea
as the ships carry, and a force beside two empty places takes both.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT
from legation.board.graph import FLEET, province_of
from legation.board.ledger import Ledger
from legation.board.orders import Order
from legation.board.units import Unit, UnitName
from legation.rules.naming import own_name, own_unit
from legation.rules.survey import Survey

from .. import sizes
from ..builds import excess, to_go
from ..orders import MEN
from ..ships import carried_at_most, needs_ships
from ..sizes import CARRIES, SIZES, STEP, leaves_too_few, splits

Value = Callable[[Unit, str], float]
_THOUSAND = 1000


def weight(survey: Survey, unit: Unit) -> float:
    """The strength of a force, in thousands of men (CL-11a-2)."""
    del survey
    return sizes.weight(unit) / _THOUSAND


def sheet(
    survey: Survey,
    kept: Ledger,
    power: str,
    planned: Sequence[Order],
    value: Value,
    rng: random.Random,
) -> Sequence[Order]:
    """The planned orders with numbers in them; builds and removals by men (CL-10, CL-12)."""
    del kept, rng
    kind = survey.position.phase.kind
    if kind == MOVEMENT:
        return list(_divided(survey, power, planned, value))
    if kind != ADJUSTMENT:
        return planned
    due = survey.book.due(survey, power)
    if due > 0:
        return _builds(survey, power, due, value)
    return list(_removals(survey, power, planned, value)) if due < 0 else planned


# Movement


def _divided(survey: Survey, power: str, planned: Sequence[Order], value: Value) -> Iterator[Order]:
    """The moves in parts: those that go by sea, and those that leave some for a second place."""
    aims = {province_of(order.goal) for order in planned if order.verb == "move"}
    for order in planned:
        if order.verb != "move" or order.unit is None:
            yield order
            continue
        force = own_unit(survey, power, order.unit)
        if needs_ships(survey, force, order):
            yield _aboard(survey, power, force, order, planned)
            continue
        second = _second(survey, force, order, aims, value)
        if second is None:
            yield order
            continue
        first, other = second
        aims.add(province_of(other.goal))
        yield first
        yield other


def _aboard(
    survey: Survey, power: str, force: Unit, order: Order, planned: Sequence[Order]
) -> Order:
    """As many as the ships carry that are ordered to; the rest holds (CL-8b)."""
    names = [o.unit for o in planned if o.verb == "convoy" and o.goal == province_of(order.goal)]
    ships = [own_unit(survey, power, name).strength for name in names if name is not None]
    most = min([carried_at_most(survey, force, order.goal), *(CARRIES * n for n in ships)])
    if most >= force.strength:
        return order
    count = min(most, force.strength - SIZES[force.kind].least) // STEP * STEP
    if count < SIZES[force.kind].least:
        return Order("hold", own_name(force))
    return replace(order, extra=((MEN, count),))


def _second(
    survey: Survey, force: Unit, order: Order, aims: set[str], value: Value
) -> tuple[Order, Order] | None:
    """The move of a force and another of some of it, where both goals are open to a few."""
    least = SIZES[force.kind].least
    here = value(force, force.place)
    goals = [
        place
        for place in survey.ordered_steps(force)
        if province_of(place) not in aims and _is_prize(survey, force, province_of(place))
    ]
    goals = [place for place in goals if value(force, place) > here]
    if not goals or _guard(survey, force, province_of(order.goal)) is None:
        return None
    goal = max(goals, key=lambda place: (value(force, place), place))
    needed = _guard(survey, force, province_of(goal))
    if needed is None:
        return None
    count = max(least, needed)
    if leaves_too_few(force.kind, force.strength - count) or force.strength - count < least:
        return None
    name = own_name(force)
    first = replace(order, extra=((MEN, force.strength - count),))
    return first, Order("move", name, None, goal, extra=((MEN, count),))


def _is_prize(survey: Survey, force: Unit, province: str) -> bool:
    """Is it a centre of somebody else's, and empty?"""
    owner = survey.position.owners.get(province)
    centre = province in survey.book.possible_centres
    return centre and owner != force.power and province not in survey.at


def _guard(survey: Survey, force: Unit, province: str) -> int | None:
    """How many of a force take an empty place against one who may come; None for too many."""
    if province in survey.at:
        return None
    comers = [survey.units[i] for i in survey.walkers.get(province, ())]
    players = survey.book.players
    rivals = [u for u in comers if u.power != force.power and u.power in players]
    men = max((sizes.weight(unit) for unit in rivals), default=0)
    count = (men // SIZES[force.kind].worth) + STEP if men else SIZES[force.kind].least
    return count if 2 * count <= force.strength else None


# What is worth a trial


def trials(
    survey: Survey, power: str, sheet: Sequence[Order], unit: UnitName | None
) -> Iterator[Sequence[Order]]:
    """A force joins another of its power, or some of it does something else (CL-10b, CL-11c)."""
    if unit is None:
        return
    force = own_unit(survey, power, unit)
    own = [order for order in sheet if order.unit == unit]
    rest = [order for order in sheet if order.unit != unit]
    for change in (*_joins(survey, force), *_partings(survey, force, own, rest)):
        yield [*rest, *change]


def _joins(survey: Survey, force: Unit) -> Iterator[Sequence[Order]]:
    """The force goes where its own stand, if there is room; or as many as there is room for."""
    size = SIZES[force.kind]
    for place in survey.ordered_steps(force):
        for other in survey.at.get(province_of(place), ()):
            room = size.full - other.strength
            if (other.power, other.kind) != (force.power, force.kind) or room < size.least:
                continue
            count = min(force.strength, room)
            if not leaves_too_few(force.kind, force.strength - count):
                yield [_move(force, place, count)]


def _partings(
    survey: Survey, force: Unit, own: Sequence[Order], rest: Sequence[Order]
) -> Iterator[Sequence[Order]]:
    """Half of the force or the least of it takes another centre, or supports; the others go on."""
    if not splits(force.kind, force.strength) or len(own) > 1:
        return
    goes = bool(own) and own[0].verb == "move"
    if own and (own[0].verb == "convoy" or (goes and needs_ships(survey, force, own[0]))):
        return
    size, goal = SIZES[force.kind], province_of(own[0].goal) if goes else ""
    half = force.strength // 2 // STEP * STEP
    for count in sorted({half, size.least}):
        left = [replace(order, extra=((MEN, force.strength - count),)) for order in own]
        for place in survey.ordered_steps(force):
            province = province_of(place)
            if province == goal or province not in survey.book.possible_centres:
                continue
            if count == half or province not in survey.at:
                yield [*left, _move(force, place, count)]
        for order in rest if count == half else ():
            helps = _support(survey, force, order, count)
            if helps is not None:
                yield [*left, helps]
        if goal:
            yield left


def _move(force: Unit, place: str, count: int) -> Order:
    extra = ((MEN, count),) if count < force.strength else ()
    return Order("move", own_name(force), None, place, extra=extra)


def _support(survey: Survey, force: Unit, order: Order, count: int) -> Order | None:
    """A support by some of a force of what another of its own does, where it reaches."""
    if order.unit is None or order.verb == "convoy":
        return None
    goal = province_of(order.goal) if order.verb == "move" else ""
    if (goal or order.unit.province) not in survey.support_reach(force):
        return None
    return Order("support", own_name(force), order.unit, goal, extra=((MEN, count),))


# Winter


def _builds(survey: Survey, power: str, due: int, value: Value) -> list[Order]:
    """Full forces, where most is gained: a force is filled up if much is missing (CL-12b)."""
    scored = []
    for name in survey.book.build_choices(survey, power):
        stood = next(iter(survey.at.get(name.province, ())), None)
        full = SIZES[name.kind].full
        missing = (full - (stood.strength if stood else 0)) / full
        worth = value(Unit(power, name.kind, name.place), name.place)
        scored.append((worth * missing * (0.8 if name.kind == FLEET else 1.0), str(name), name))
    orders: dict[str, Order] = {}
    for _, _, name in sorted(scored, key=lambda each: (-each[0], each[1])):
        if len(orders) < due:
            orders.setdefault(name.province, Order("build", name))
    return list(orders.values())


def _removals(
    survey: Survey, power: str, planned: Sequence[Order], value: Value
) -> Iterator[Order]:
    """As many men as are too many, from the forces that are of least use (CL-12c)."""
    men = excess(survey, power)
    named = [own_unit(survey, power, order.unit) for order in planned if order.unit is not None]
    rest = sorted(survey.position.of(power), key=lambda u: (value(u, u.place), str(u)))
    for unit in dict.fromkeys([*named, *rest]):
        if men <= 0:
            return
        count = to_go(unit, men)
        men -= count * SIZES[unit.kind].worth
        extra = ((MEN, count),) if count < unit.strength else ()
        yield Order("remove", own_name(unit), extra=extra)
