"""What a bot does with Henry while it holds him (WA-3e)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.naming import own_name, own_unit
from legation.rules.survey import Survey

from ..cast import CLAIMANT, FREE, HENRY
from ..holding import ABANDON, ASSIGN, KILL, PASS
from .counsel import Counsel

Value = Callable[[Unit, str], float]
_LEAVES = 1.5  # by how much another place must draw a unit for it to go there soon


def minded(
    counsel: Counsel, planned: Sequence[Order], value: Value, rng: random.Random
) -> Iterator[Order]:
    """At most one order about Henry, for who holds him."""
    survey, power = counsel.survey, counsel.power
    own = survey.position.of(power)
    bearer = counsel.bearer
    if bearer is None:
        return
    ends = {unit: _end(survey, power, unit, planned) for unit in own}
    if survey.position.facts.get(FREE):
        safest = min(own, key=lambda unit: (_risk(survey, power, ends[unit]), str(unit)))
        yield Order(ASSIGN, own_name(safest))
        return
    if _rids(counsel):
        yield Order(KILL)
        return
    risk = _risk(survey, power, ends[bearer])
    if risk > 1:
        yield from _handed(counsel, bearer, ends, risk)
    elif not risk and _is_left(survey, bearer, ends[bearer], value, rng):
        yield Order(ABANDON)


def _end(survey: Survey, power: str, unit: Unit, planned: Sequence[Order]) -> str:
    """Where a unit is to be after the movement."""
    for order in planned:
        if order.verb == "move" and order.unit and own_unit(survey, power, order.unit) == unit:
            return province_of(order.goal)
    return unit.province


def _risk(survey: Survey, power: str, place: str) -> int:
    """How many units of others could come to a place, or are in it."""
    walkers = (survey.units[i].power for i in survey.walkers.get(place, ()))
    here = () if place in survey.book.open_places else survey.at.get(place, ())
    return sum(p != power for p in walkers) + sum(unit.power != power for unit in here)


def _rids(counsel: Counsel) -> bool:
    """Is Henry the only one left who keeps a claimant from being the sole one (WA-3g)?"""
    return counsel.stand == CLAIMANT and counsel.court.claimants == {counsel.power, HENRY}


def _handed(counsel: Counsel, bearer: Unit, ends: dict[Unit, str], risk: int) -> Iterator[Order]:
    """Out of danger: to a unit of one's own beside, to a fellow's, or to nobody any more."""
    survey, power = counsel.survey, counsel.power
    near = survey.graph.touching[ends[bearer]] | {ends[bearer]}
    safer = [
        (_risk(survey, power, end), str(unit), unit)
        for unit, end in ends.items()
        if unit != bearer and end in near and _risk(survey, power, end) < risk
    ]
    if safer:
        yield _pass(survey, min(safer, key=lambda each: each[:2])[2])
    elif counsel.court.faction(power) == HENRY:
        fellows = [
            u for u in survey.position.units if u.power in counsel.fellows and u.province in near
        ]
        if fellows and risk > 2:
            yield _pass(survey, min(fellows, key=str))
    elif HENRY in counsel.court.claimants:
        yield Order(KILL)  # rather than that his own people have him again


def _pass(survey: Survey, unit: Unit) -> Order:
    return Order(PASS, None, survey.name_of(unit))


def _is_left(survey: Survey, bearer: Unit, end: str, value: Value, rng: random.Random) -> bool:
    """Is he better hidden in a quiet place than with a unit that soon goes to the front?"""
    owner = survey.position.owners.get(end, bearer.power)
    if end in survey.book.open_places or owner != bearer.power:
        return False
    here = value(bearer, end)
    ways = survey.steps(Unit(bearer.power, bearer.kind, end))
    draws = max((value(bearer, place) for place in sorted(ways)), default=0.0)
    return draws > _LEAVES * here and rng.random() < 1 / 2
