"""A bot's guesses whom others support from the sea (WA-4c)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.units import Unit, UnitName
from legation.rules.naming import own_unit
from legation.rules.survey import Survey

from ..cuts import CUT

Value = Callable[[Unit, str], float]
Guess = tuple[float, str, Unit, Unit]
"""What is at stake, the sea, the unit that may support, and the unit that it would support."""


def guessed(
    survey: Survey, power: str, planned: Sequence[Order], value: Value
) -> Mapping[UnitName, Order]:
    """Cuts in place of orders that only fill: by the units that have nothing else to do."""
    guesses = sorted(
        _guesses(survey, power, planned, value), key=lambda g: (-g[0], g[1], str(g[2:]))
    )
    orders: dict[UnitName, Order] = {}
    for order in planned:
        if order.unit is None or order.verb not in ("hold", "support") or order.goal:
            continue
        unit = own_unit(survey, power, order.unit)
        seas = {p for p in survey.steps(unit) if p in survey.book.open_places}
        seas |= {unit.province} & survey.book.open_places
        for guess in guesses:
            if guess[1] in seas:
                orders[order.unit] = _cut(survey, unit, order.unit, guess)
                guesses.remove(guess)
                break
    return orders


def _cut(survey: Survey, unit: Unit, name: UnitName, guess: Guess) -> Order:
    _, sea, giver, taker = guess
    goal = "" if sea == unit.province else sea
    target = survey.name_of(taker)
    return Order(CUT, name, target, goal, extra=(("power", giver.power),))


def _guesses(survey: Survey, power: str, planned: Sequence[Order], value: Value) -> Iterator[Guess]:
    """Supports that would hurt: of a unit that is attacked, or of one that attacks."""
    seas = survey.book.open_places
    givers = [u for u in survey.position.units if u.province in seas and u.power != power]
    aims = [
        (province_of(order.goal), value(own_unit(survey, power, order.unit), order.goal))
        for order in planned
        if order.verb == "move" and order.unit is not None
    ]
    for giver in givers:
        reach = survey.support_reach(giver)
        for aim, worth in aims:
            for foe in survey.at.get(aim, ()):
                if aim in reach and foe.power == giver.power:
                    yield worth, giver.province, giver, foe
        for own in survey.position.of(power):
            if own.province in reach and own.province not in seas:
                for index in survey.walkers.get(own.province, ()):
                    foe = survey.units[index]
                    if foe.power == giver.power and foe != giver:
                        yield 0.5 * value(own, own.place), giver.province, giver, foe
