"""Random play that is legal and makes sense: moves rather than holds, supports that fit.

It knows no variant: whatever orders there are, it finds them in the menus.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, RETREAT, SETUP
from legation.board.graph import province_of
from legation.board.orders import NUMBER, STANDARD_TYPES, Order
from legation.board.units import Unit
from legation.bots.completing import completed, one_of
from legation.bots.seat import Seat
from legation.rules.choices import Choices
from legation.rules.criteria import criterion_of
from legation.rules.menus import beside_menu, menu
from legation.rules.naming import own_name
from legation.rules.rulebook import Rulebook
from legation.sight.view import View

_LIKELY = {"move": 6.0, "support": 4.0, "convoy": 2.0, "hold": 1.0, "retreat": 8.0, "disband": 0.4}
_OWN_TYPE = 2.0  # a variant's own type of order
_PART = 0.15  # of a force that may be divided


class RandomBot:
    """Draws among the legal orders; see the module."""

    name = "random"

    def choose(self, book: Rulebook, view: View, rng: random.Random) -> list[str]:
        """Orders drawn at random for all that the viewer's power has to decide."""
        seat = Seat(book, view, rng)
        if seat.idle:
            return []
        kind = view.phase.kind
        orders: list[Order] = []
        if kind == ADJUSTMENT:
            orders += _beside(seat) if rng.random() < 1 / 4 else []
            orders += _adjustments(seat)
        elif kind == SETUP:
            orders += _beside(seat)
        else:
            lost = [d.unit for d in seat.lost]
            orders += _unit_orders(seat, lost if kind == RETREAT else seat.units)
            orders += _beside(seat)
        return completed(seat, seat.sheet(orders))

    def vote(self, book: Rulebook, view: View, rng: random.Random) -> bool:
        """Heads or tails."""
        del book, view
        return rng.random() < 1 / 2


BOT = RandomBot()


# Units


def _unit_orders(seat: Seat, units: Sequence[Unit]) -> list[Order]:
    """An order for each unit, in random order, so that supports and convoys find what they fit."""
    chosen: dict[Unit, Order] = {}
    for unit in seat.rng.sample(units, len(units)):
        if unit in chosen:
            continue
        order = _unit_order(seat, unit, list(chosen.values()))
        chosen[unit] = order
        _carry(seat, order, chosen)
    return list(chosen.values())


def _unit_order(seat: Seat, unit: Unit, written: Sequence[Order]) -> Order:
    groups: dict[tuple[str, bool], list[Choices]] = {}
    for choices in sorted(menu(seat.survey, unit), key=str):
        if choices.verb == "support":
            choices = _fitting(choices, written)
        elif choices.verb == "convoy" and not _own_army(seat, choices, written):
            continue
        if choices.goals:
            part = choices.verb in STANDARD_TYPES and bool(choices.ranges)
            groups.setdefault((choices.verb, part), []).append(choices)
    names = list(groups)
    chances = [_chance(*name) for name in names]
    picked = seat.rng.choices(names, chances)[0]
    return one_of(seat, seat.rng.choice(groups[picked]))


def _chance(verb: str, part: bool) -> float:
    return _LIKELY.get(verb, _OWN_TYPE) * (_PART if part else 1)


def _fitting(choices: Choices, written: Sequence[Order]) -> Choices:
    """Of these supports those of an order that is written, or of a unit that stays."""
    target = choices.target
    assert target is not None
    goals = {
        province_of(order.goal) if order.verb == "move" else ""
        for order in written
        if order.unit is not None and order.unit.province == target.province
    }
    return replace(choices, goals=tuple(g for g in choices.goals if province_of(g) in goals))


def _own_army(seat: Seat, choices: Choices, written: Sequence[Order]) -> bool:
    """Is it an army of one's own that has no order yet?"""
    target = choices.target
    assert target is not None
    ordered = {order.unit.province for order in written if order.unit}
    own = {unit.province for unit in seat.units} - ordered
    return target.province in own


def _carry(seat: Seat, order: Order, orders: dict[Unit, Order]) -> None:
    """The army that is to be carried goes where it is carried."""
    if order.verb != "convoy" or order.target is None:
        return
    army = next((u for u in seat.units if u.province == order.target.province), None)
    if army is not None:
        orders.setdefault(army, Order("move", own_name(army), None, order.goal, True))


# Beside the units


def _beside(seat: Seat) -> list[Order]:
    """A few of the orders that stand beside those of the units."""
    groups: dict[str, list[Choices]] = {}
    for choices in sorted(beside_menu(seat.survey, seat.power), key=str):
        groups.setdefault(choices.verb, []).append(choices)
    if not groups:
        return []
    verbs = seat.rng.choices(list(groups), k=seat.rng.randrange(4))
    return [one_of(seat, seat.rng.choice(groups[verb])) for verb in verbs]


# Builds and removals


def _adjustments(seat: Seat) -> list[Order]:
    """As many builds or removals as are due, as far as there is room (STD-ADJ)."""
    book, survey = seat.book, seat.survey
    owed = book.due(survey, seat.power)
    if owed < 0:
        return _removals(seat, owed)
    orders, taken = [], set()
    choices = sorted(book.build_choices(survey, seat.power), key=str)
    for name in seat.rng.sample(choices, len(choices)):
        if name.province not in taken and book.cost(name) <= owed:
            taken.add(name.province)
            owed -= book.cost(name)
            orders.append(Order("build", name))
    return orders


def _removals(seat: Seat, owed: int) -> list[Order]:
    """Units drawn until nothing is owed; of one whose whole is too much, some."""
    orders: list[Order] = []
    for unit in seat.rng.sample(seat.units, len(seat.units)):
        if owed >= 0:
            break
        for order in _of_unit(seat, unit):
            if len(seat.sheet([*orders, order])) > len(orders):
                orders.append(order)
                owed += seat.book.relief(seat.survey, unit)
                break
    return orders


def _of_unit(seat: Seat, unit: Unit) -> Iterator[Order]:
    """The removal of a unit, and of parts of it where it may be divided."""
    whole = Order("remove", own_name(unit))
    yield whole
    for field in seat.book.order_types["remove"].fields:
        criterion = criterion_of(seat.survey, field)
        if field.kind == NUMBER and criterion is not None:
            fits = list(criterion.values(seat.survey, unit, whole))
            for number in seat.rng.sample(fits, min(len(fits), 8)):
                yield replace(whole, extra=((field.name, int(str(number))),))
