"""DumbBot, as David Norman has described it (daide.org.uk, s0003): a bot to measure others by.

Each place gets a value; each unit, one after the other, goes to the best place
beside it or, by chance, to one that is nearly as good, or supports who goes or
stays there already. It carries nobody by sea, and knows no variant: on other
boards than the standard one it plays as well as that goes.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.units import Unit, UnitName, kind_and_strength
from legation.bots.completing import completed
from legation.bots.draws import for_a_draw
from legation.bots.seat import Seat
from legation.rules.naming import own_name
from legation.rules.rulebook import Rulebook
from legation.sight.view import View

_SIZE = (1.0, 4.0, 16.0)  # of who owns n centres, nobody too: n² + 4n + 16
_SPRING, _AUTUMN = (700.0, 300.0), (600.0, 400.0)  # of a prize, and of a charge
_NEXT = (100.0, 1000.0, 30.0, 10.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0)
_HERE = (1000.0, 100.0, 30.0, 10.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0)
_MINE, _THEIRS, _CHARGE = 1000.0, 1000.0, 1000.0
_SPREAD = 5.0
_OTHERWISE, _GAP = 0.5, 5.0  # how often the next best is looked at; how much a gap tells
_PATIENCE = 4  # times the units: how often one waits for the unit before it to be ordered

Spot = tuple[str, str]
"""A kind of unit, and a place."""


class DumbBot:
    """Goes where the sum of what lies near is greatest; see the module."""

    name = "dumb"

    def choose(self, book: Rulebook, view: View, rng: random.Random) -> list[str]:
        """Orders by the values of places, one unit after the other."""
        seat = Seat(book, view, rng)
        if seat.idle:
            return []
        planned = _PLANNED.get(view.phase.kind)
        orders = list(planned(_Worth(seat))) if planned else []
        return completed(seat, seat.sheet(orders))

    def vote(self, book: Rulebook, view: View, rng: random.Random) -> bool:
        """For a draw, unless it leads far enough."""
        del rng
        return for_a_draw(book, view)


class _Worth:
    """What each place is worth to a power, and who stands beside it."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self._position, self._graph = seat.view.position, seat.book.graph
        self._winter = seat.view.phase.kind == ADJUSTMENT
        self._soon = not self._winter and not seat.harvest

    def of(self, spot: Spot) -> float:
        """The value of a place for a kind of unit."""
        weights = _NEXT if self._soon else _HERE
        near = sum(w * ring.get(spot, 0.0) for w, ring in zip(weights, self._rings, strict=True))
        province = province_of(spot[1])
        if self._winter:
            return near + _CHARGE * self._charge(province)
        return (
            near + _MINE * self._beside[province][self.seat.power] - _THEIRS * self.rivals(province)
        )

    def rivals(self, province: str) -> int:
        """The most units that one other power has in a province or beside it."""
        beside = self._beside[province]
        return max((n for power, n in beside.items() if power != self.seat.power), default=0)

    def ways(self, spot: Spot) -> tuple[str, ...]:
        """The places to which a unit of a kind could go, were it here."""
        return self._ways.get(spot, ())

    @cached_property
    def _beside(self) -> Mapping[str, Counter[str]]:
        beside: dict[str, Counter[str]] = defaultdict(Counter)
        for unit in self._position.units:
            reached = {province_of(p) for p in self.ways((unit.kind, unit.place))}
            for province in {*reached, unit.province}:
                beside[province][unit.power] += 1
        return beside

    @cached_property
    def _sizes(self) -> Mapping[str, float]:
        centres = {c: self._position.owners.get(c, "") for c in self.seat.book.possible_centres}
        a, b, c = _SIZE
        counts = Counter(centres.values())
        powers = {*counts, *(unit.power for unit in self._position.units)}
        return {power: a * counts[power] ** 2 + b * counts[power] + c for power in powers}

    def _prize(self, province: str) -> float:
        """The size of who owns a centre that is not one's own."""
        owner = self._position.owners.get(province, "")
        if province not in self.seat.book.possible_centres or owner == self.seat.power:
            return 0.0
        return self._sizes[owner]

    def _charge(self, province: str) -> float:
        """The size of the greatest who could walk into an own centre."""
        if self._position.owners.get(province) != self.seat.power:
            return 0.0
        powers = {
            unit.power
            for unit in self._position.units
            if unit.power != self.seat.power
            and any(province_of(p) == province for p in self.ways((unit.kind, unit.place)))
        }
        return max((self._sizes[power] for power in powers), default=0.0)

    @cached_property
    def _ways(self) -> Mapping[Spot, tuple[str, ...]]:
        survey, graph = self.seat.survey, self._graph
        kinds = {*self.seat.book.kinds, *(unit.kind for unit in self._position.units)}
        return {
            (kind, place): survey.ordered_steps(Unit(self.seat.power, kind, place))
            for kind in sorted(kinds)
            for place in sorted(graph.places)
            if graph.can_stand(kind, place)
        }

    @cached_property
    def _rings(self) -> Sequence[Mapping[Spot, float]]:
        """Ten rings: what a place is itself, then with all beside it, a fifth of the sum, again."""
        prize, charge = _SPRING if self._winter or self._soon else _AUTUMN
        worth = {
            province: prize * self._prize(province) + charge * self._charge(province)
            for province in {province_of(place) for _, place in self._ways}
        }
        ring = {spot: worth[province_of(spot[1])] for spot in self._ways}
        rings = [ring]
        for _ in _HERE[1:]:
            ring = {spot: self._spread(ring, spot) for spot in ring}
            rings.append(ring)
        return rings

    def _spread(self, ring: Mapping[Spot, float], spot: Spot) -> float:
        best: dict[str, float] = {}  # of two coasts the better
        for place in self._ways[spot]:
            value, province = ring.get((spot[0], place), 0.0), province_of(place)
            best[province] = max(best.get(province, 0.0), value)
        return (ring[spot] + sum(best.values())) / _SPREAD

    def pick(self, ranked: Sequence[float]) -> int:
        """The best, or by chance one behind it, the more so the nearer it comes."""
        rng, at = self.seat.rng, 0
        while at + 1 < len(ranked):
            here = ranked[at]
            gap = _GAP * (here - ranked[at + 1]) / here if here else 0.0
            if rng.random() >= _OTHERWISE or rng.random() < gap:
                break
            at += 1
        return at


# Movement


class _Moves:
    """The orders of a movement as they come about, one unit after the other."""

    def __init__(self, worth: _Worth) -> None:
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
        return Order("support", own_name(unit), survey.names[survey.index[other]], goal)

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


def _moves(worth: _Worth) -> Iterator[Order]:
    return _Moves(worth).all()


# Retreats and adjustments (STD-RET, STD-ADJ)


def _retreats(worth: _Worth) -> Iterator[Order]:
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


def _adjustments(worth: _Worth) -> Iterator[Order]:
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
