"""How to bid well: what a bot is told of this game (see `bots.advice`).

Minor powers are supporters for hire: the standard plan may use as many of them
as there are points, and its orders for them become bids here.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.ledger import Ledger
from legation.board.orders import Order
from legation.board.units import Unit, UnitName
from legation.rules.naming import unit_named
from legation.rules.survey import Survey

from ..bids import BID, points_of

Value = Callable[[Unit, str], float]


def hired(survey: Survey, kept: Ledger, power: str) -> tuple[tuple[Unit, ...], int]:
    """The minor powers' units that could help one of this power's, and the points (LO-DP-1a)."""
    del kept
    units, players = survey.position.units, survey.book.players
    own = {survey.index[unit] for unit in survey.position.of(power)}
    able = (
        u for u in units if u.power not in players and not own.isdisjoint(survey.supportable(u))
    )
    return tuple(able), points_of(survey.position, power)


def sheet(
    survey: Survey,
    kept: Ledger,
    power: str,
    planned: Sequence[Order],
    value: Value,
    rng: random.Random,
) -> Sequence[Order]:
    """The planned orders, those for minor powers' units as bids, and all points spent."""
    del kept
    if survey.position.phase.kind != MOVEMENT:
        return planned
    own = [order for order in planned if not _of_minor(survey, order)]
    wishes = [order for order in planned if _of_minor(survey, order)]
    wishes.sort(key=lambda wish: (-_stake(survey, wish, power, value), str(wish)))
    points = points_of(survey.position, power)
    if not wishes:
        wishes = _quiet(survey, power, own, rng)
    spent = [0] * min(len(wishes), points)
    for at in range(points if wishes else 0):
        spent[at % len(spent)] += 1
    return [*own, *(_bid(wish, count) for wish, count in zip(wishes, spent, strict=False))]


def _of_minor(survey: Survey, order: Order) -> bool:
    assert order.unit is not None
    return unit_named(survey, order.unit).power not in survey.book.players


def _stake(survey: Survey, wish: Order, power: str, value: Value) -> float:
    """What the place is worth for which help is asked."""
    assert wish.target is not None
    target = unit_named(survey, wish.target, power)
    return value(target, wish.goal or target.place)


def _quiet(survey: Survey, power: str, own: Sequence[Order], rng: random.Random) -> list[Order]:
    """Where no help is asked, a minor power beside a unit is kept from helping others.

    One that this power attacks, or that stands between it and a rival, is told to hold.
    """
    aims = {province_of(order.goal) for order in own if order.verb == "move"}
    near = {p for unit in survey.position.of(power) for p in survey.graph.touching[unit.province]}
    quiet = []
    for unit in survey.position.units:
        if unit.power not in survey.book.players and unit.province in near:
            rank = 0 if any(p in aims for p in survey.support_reach(unit)) else 1
            quiet.append((rank, rng.random(), Order("hold", survey.name_of(unit))))
    return [order for _, _, order in sorted(quiet, key=lambda each: each[:2])[:1]]


def _bid(wish: Order, points: int) -> Order:
    return Order(BID, wish.unit, wish.target, wish.goal, extra=(("points", points),))


# What is worth a trial


def trials(
    survey: Survey, power: str, sheet: Sequence[Order], unit: UnitName | None
) -> Iterator[Sequence[Order]]:
    """A unit goes where a minor power helps it; or other bids for the sheet as it is (LO-DP-2)."""
    points = points_of(survey.position, power)
    if not points:
        return
    own = [order for order in sheet if order.verb != BID]
    if unit is not None:
        rest = [order for order in own if order.unit != unit]
        for place in survey.ordered_steps(unit_named(survey, unit, power)):
            move = Order("move", unit, None, place)
            for wish in _helps(survey, move):
                yield [*rest, move, _bid(wish, points)]
        return
    bids = [order for order in sheet if order.verb == BID]
    wishes = [wish for order in own for wish in _helps(survey, order)]
    wishes += _quieted(survey, power)
    for wish in wishes:
        yield [*own, _bid(wish, points)]
        for at, bid in enumerate(bids):
            put = bid.field("points")
            assert isinstance(put, int)
            yield [*own, *bids[:at], _bid(wish, put), *bids[at + 1 :]]
    for bid in bids if len(bids) > 1 else ():
        yield [*own, _bid(bid, points)]


def _helps(survey: Survey, order: Order) -> Iterator[Order]:
    """The supports that minor powers' units could give to what one's own unit does."""
    if order.unit is None or order.verb == "convoy":
        return
    goal = province_of(order.goal) if order.verb == "move" else ""
    there = goal or order.unit.province
    for unit in survey.position.units:
        if unit.power in survey.book.players or unit.province == there:
            continue
        if there in survey.support_reach(unit):
            yield Order("support", survey.name_of(unit), order.unit, goal)


def _quieted(survey: Survey, power: str) -> Iterator[Order]:
    """The minor powers' units beside one's own are told to hold, and so help nobody else."""
    near = {p for unit in survey.position.of(power) for p in survey.graph.touching[unit.province]}
    for unit in survey.position.units:
        if unit.power not in survey.book.players and unit.province in near:
            yield Order("hold", survey.name_of(unit))
