"""DumbBot, as David Norman has described it (daide.org.uk, s0003): a bot to measure others by.

Each place gets a value; each unit, one after the other, goes to the best place
beside it or, by chance, to one that is nearly as good, or supports who goes or
stays there already. It carries nobody by sea, and knows no variant: on other
boards than the standard one it plays as well as that goes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.units import Unit, UnitName, kind_and_strength
from legation.bots.completing import completed
from legation.bots.draws import for_a_draw
from legation.bots.seat import Seat
from legation.bots.worth import Worth
from legation.rules.naming import own_name
from legation.rules.rulebook import Rulebook
from legation.sight.view import View

_PATIENCE = 4  # times the units: how often one waits for the unit before it to be ordered


class DumbBot:
    """Goes where the sum of what lies near is greatest; see the module."""

    name = "dumb"

    def choose(self, book: Rulebook, view: View, rng: random.Random) -> list[str]:
        """Orders by the values of places, one unit after the other."""
        seat = Seat(book, view, rng)
        if seat.idle:
            return []
        planned = _PLANNED.get(view.phase.kind)
        orders = list(planned(Worth(seat))) if planned else []
        return completed(seat, seat.sheet(orders))

    def vote(self, book: Rulebook, view: View, rng: random.Random) -> bool:
        """For a draw, unless it leads far enough."""
        del rng
        return for_a_draw(book, view)


# Movement


class _Moves:
    """The orders of a movement as they come about, one unit after the other."""

    def __init__(self, worth: Worth) -> None:
        self._worth, self._seat = worth, worth.seat
        self._goers: dict[str, tuple[Unit, str]] = {}
        self._orders: dict[Unit, Order] = {}

    def all(self) -> Iterator[Order]:
        """An order for each unit."""
        units = self._seat.rng.sample(self._seat.units, len(self._seat.units))
        patience = _PATIENCE * len(units)
        while units:
            unit = units.pop(0)
            waits_for = self._order(unit, units if patience else ())
            if waits_for is not None:
                patience -= 1
                units.insert(units.index(waits_for) + 1, unit)
        for unit in self._seat.units:
            order = self._orders[unit]
            yield (self._instead(unit) or order) if order.verb == "hold" else order

    def _order(self, unit: Unit, open_units: Sequence[Unit]) -> Unit | None:
        """Orders a unit; or says for which of the open ones it has to wait."""
        name, here = own_name(unit), (unit.kind, unit.place)
        places = {unit.place: self._worth.of(here) + 1}
        places |= {p: self._worth.of((unit.kind, p)) for p in self._worth.ways(here)}
        ranked = sorted(places, key=lambda place: (-places[place], place))
        while True:
            place = ranked.pop(self._worth.pick([places[p] for p in ranked]))
            province = province_of(place)
            if place == unit.place:
                self._orders[unit] = Order("hold", name)
                return None
            stays = self._own_in(province)
            if stays is not None and stays in open_units:
                return stays
            helped = self._helped(province, stays)
            if helped is None:
                self._orders[unit] = Order("move", name, None, place)
                self._goers[province] = unit, place
                return None
            if self._worth.rivals(province) > (0 if helped[1] else 1):
                self._orders[unit] = self._support(unit, *helped)
                return None

    def _helped(self, province: str, stays: Unit | None) -> tuple[Unit, str] | None:
        """Whose the province is by now: who goes there, and where, or who stays."""
        if province in self._goers:
            return self._goers[province]
        if stays is None or self._orders.get(stays, Order("hold", own_name(stays))).verb == "move":
            return None
        return stays, ""

    def _own_in(self, province: str) -> Unit | None:
        return next((unit for unit in self._seat.units if unit.province == province), None)

    def _support(self, unit: Unit, other: Unit, goal: str) -> Order:
        survey = self._seat.survey
        return Order("support", own_name(unit), survey.name_of(other), goal)

    def _instead(self, unit: Unit) -> Order | None:
        """The support that a unit gives rather than hold, where one is needed beside it."""
        found: list[tuple[float, str, Unit, str]] = []
        for place in self._worth.ways((unit.kind, unit.place)):
            province = province_of(place)
            helped = self._helped(province, self._own_in(province))
            if helped and self._worth.rivals(province) > (0 if helped[1] else 1):
                found.append((self._worth.of((unit.kind, place)), place, *helped))
        best = max(found, default=None, key=lambda each: each[:2])
        return self._support(unit, *best[2:]) if best and best[0] > 0 else None


def _moves(worth: Worth) -> Iterator[Order]:
    return _Moves(worth).all()


# Retreats and adjustments (STD-RET, STD-ADJ)


def _retreats(worth: Worth) -> Iterator[Order]:
    seat, taken = worth.seat, set[str]()
    for lost in seat.rng.sample(seat.lost, len(seat.lost)):
        unit, name = lost.unit, own_name(lost.unit)
        values = {p: worth.of((unit.kind, p)) for p in lost.retreats if province_of(p) not in taken}
        ranked = sorted(values, key=lambda place: (-values[place], place))
        if not ranked:
            yield Order("disband", name)
            continue
        place = ranked[worth.pick([values[p] for p in ranked])]
        taken.add(province_of(place))
        yield Order("retreat", name, None, place)


def _adjustments(worth: Worth) -> Iterator[Order]:
    seat = worth.seat
    owed = seat.book.due(seat.survey, seat.power)
    if owed < 0:
        for unit in sorted(seat.units, key=lambda u: (worth.of((u.kind, u.place)), str(u))):
            if owed >= 0:
                return
            owed += seat.book.relief(seat.survey, unit)
            yield Order("remove", own_name(unit))
        return
    values = {
        name: worth.of((kind_and_strength(name.kind)[0], name.place))
        for name in seat.book.build_choices(seat.survey, seat.power)
        if seat.book.cost(name) == 1
    }
    ranked = sorted(values, key=lambda name: (-values[name], str(name)))
    while owed > 0 and ranked:
        chosen: UnitName = ranked[worth.pick([values[name] for name in ranked])]
        ranked = [name for name in ranked if name.province != chosen.province]
        owed -= 1
        yield Order("build", chosen)


_PLANNED = {MOVEMENT: _moves, RETREAT: _retreats, ADJUSTMENT: _adjustments}

BOT = DumbBot()
