"""Order lines of a picture: from results that were told, or from sheets that wait.

An order is read as its type declares it, so a variant's own orders are drawn
without a word about them here: further places are ways gone through, a number
is that of the men, an order for a unit that is not one's own is a bid. What
cannot be read draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from legation.atlas import saying
from legation.atlas.figures import (
    BORDER,
    BUILD,
    CONVOY,
    DISBAND,
    HOLD,
    IDLE,
    MOVE,
    OK,
    OTHER,
    PENDING,
    REMOVE,
    RETREAT,
    SUPPORT,
    Line,
    Stop,
)
from legation.atlas.routes import carried, fate_of
from legation.board import calendar
from legation.board.graph import ARMY, province_of
from legation.board.orders import NUMBER, UNIT_FIELD, Order, OrderType
from legation.board.units import Unit, UnitName
from legation.errors import LegationError
from legation.rules.fates import unordered
from legation.rules.naming import own_name
from legation.rules.reports import Fate, Outcome
from legation.rules.rulebook import Rulebook
from legation.rules.spoken import order_said, place_said, places_of
from legation.sight.view import View

_STANDARD = {
    "hold": HOLD,
    "move": MOVE,
    "support": SUPPORT,
    "convoy": CONVOY,
    "retreat": RETREAT,
    "disband": DISBAND,
    "build": BUILD,
    "remove": REMOVE,
}


def lines_of(book: Rulebook, view: View, outcomes: Iterable[Outcome]) -> list[Line]:
    """The lines of the orders whose results were told; if none were, of those that wait."""
    lines = [line for outcome in outcomes for line in _told(book, view, outcome)]
    if not outcomes:
        lines = list(_waiting(book, view))
    return [carried(book, line, lines) for line in lines]


def _waiting(book: Rulebook, view: View) -> Iterator[Line]:
    for power in book.nations:
        for text in view.sheets[power].orders if power in view.sheets else ():
            yield from _Reader(book, view, power).written(text)


def _told(book: Rulebook, view: View, outcome: Outcome) -> Iterator[Line]:
    idle = unordered(book, outcome)
    reader = _Reader(book, view, outcome.power, outcome)
    if idle or outcome.order is None:
        gone = view.phase.kind == calendar.RETREAT
        if outcome.dislodged or gone:
            yield from reader.unordered(DISBAND if gone else IDLE)
        return
    played = outcome.power in book.players
    for line in reader.drawn(outcome.order):
        if line.form != HOLD or played or outcome.fate != Fate.HOLDS:
            yield line
        elif outcome.dislodged:
            yield replace(line, form=IDLE)


class _Reader:
    """Reads the orders of one power on one board."""

    def __init__(
        self, book: Rulebook, view: View, power: str, outcome: Outcome | None = None
    ) -> None:
        self.book, self.view, self.power, self.outcome = book, view, power, outcome
        position = view.position
        self.units = position.units
        self.lost = tuple(d.unit for d in position.dislodged)
        self.fate = PENDING if outcome is None else fate_of(book, outcome)
        self.beaten = outcome is not None and outcome.dislodged

    def unordered(self, form: str) -> Iterator[Line]:
        """The line of a unit without an order that is dislodged or disbanded."""
        assert self.outcome is not None
        unit = self.outcome.unit
        if unit is None:
            return
        name = own_name(unit) if isinstance(unit, Unit) else unit
        yield self._line(form, Order(form, name), (self._stop(name, self.power),))

    def written(self, text: str) -> Iterator[Line]:
        """The lines of an order that waits, as its player wrote it."""
        with suppress(LegationError):
            yield from self.drawn(self.book.read(text, self.view.phase.kind))

    def drawn(self, order: Order) -> Iterator[Line]:
        """The lines of an order."""
        kind = self.book.order_types.get(order.verb)
        if kind is not None:
            yield from self._drawn(order, kind)

    def _drawn(self, order: Order, kind: OrderType) -> Iterator[Line]:
        form = _STANDARD.get(order.verb, "")
        if form in (BUILD, REMOVE) and order.unit is not None:
            yield self._alone(form, order, kind)
        elif form and order.unit is not None:
            yield self._of_unit(form, order, kind)
        elif not form:
            yield from self._special(order, kind)

    def _alone(self, form: str, order: Order, kind: OrderType) -> Line:
        assert order.unit is not None
        stop = Stop(order.unit.place) if form == BUILD else self._stop(order.unit, self.power)
        return self._line(form, order, (stop,), kind)

    def _of_unit(self, form: str, order: Order, kind: OrderType) -> Line:
        assert order.unit is not None
        whose = self.power if kind.orders_own else order.unit.power
        start = self._stop(order.unit, whose, form in (RETREAT, DISBAND))
        goal = self._goal(order)
        match form:
            case "move" | "retreat":
                ways = [] if form == RETREAT else places_of(order, kind)[:-1]
                stops = (start, *map(Stop, ways), Stop(goal))
                if province_of(goal) == province_of(start.place) and not ways:
                    form, stops = HOLD, (start,)
            case "support" | "convoy" if order.target is not None:
                target = self._stop(order.target, order.target.power)
                stops = (start, target, *((Stop(order.goal),) if order.goal else ()))
            case _:
                stops = (start,)
        return self._line(form, order, stops, kind)

    def _special(self, order: Order, kind: OrderType) -> Iterator[Line]:
        """An order of a variant's own: by the fields of its type."""
        places, units = places_of(order, kind), self._units(order, kind)
        if order.unit is not None and order.target is not None and not kind.orders_own:
            yield self._of_unit(SUPPORT, order, kind)
        elif order.unit is not None and order.goal:
            yield self._of_unit(MOVE, order, kind)
        elif order.unit is not None:
            form = OTHER if kind.orders_own else HOLD
            yield self._line(form, order, (self._stop(order.unit, order.unit.power),), kind)
        elif kind.phase == calendar.ADJUSTMENT and order.goal:
            kinds = [letter for letter in self.book.kinds if f"Build {letter} " in kind.forms[0]]
            built = replace(order, unit=UnitName(order.goal, kinds[0] if kinds else ""))
            yield self._line(BUILD, built, (Stop(order.goal),), kind)
            for unit in units:
                yield self._line(REMOVE, order, (self._stop(unit, self.power),), kind)
        elif kind.phase == calendar.SETUP and units:
            for unit in units:
                built = replace(order, unit=unit)
                yield self._line(BUILD, built, (Stop(unit.place),), kind)
        elif len(places) > 1:
            touching = self.book.graph.touching
            while len(places) > 1 and places[-1] in touching.get(places[-2], ()):
                *places, a, b = places
                yield self._line(BORDER, order, (Stop(a), Stop(b)), kind)

    def _line(
        self, form: str, order: Order, stops: tuple[Stop, ...], kind: OrderType | None = None
    ) -> Line:
        unit = self._unit(stops[0])
        way = [place_said(self.book, stop.place) for stop in stops]
        said = order_said(self.book, self.power, order, unit, way)
        outcome = self.outcome
        came = saying.fate_said(self.fate, outcome, self.beaten)
        named = order.unit.kind if order.unit is not None else ""
        return Line(
            form=form,
            power=self.power,
            stops=stops,
            fate=self.fate,
            said=f"{said}: {came}" if came else said,
            text=self.book.write(outcome.order if outcome and outcome.order else order),
            kind=unit.kind if unit is not None and form != BUILD else named[-1:],
            strength=int(named[:-1]) if named[:-1].isdecimal() else 1,
            count=_number(order, kind) if kind is not None else 0,
            beaten=self.beaten,
            bid=kind is not None and not kind.orders_own,
            by_sea=form == MOVE and self._by_sea(order, unit),
        )

    def _by_sea(self, order: Order, unit: Unit | None) -> bool:
        if order.via or unit is None or unit.kind != ARMY:
            return order.via
        return province_of(order.goal) not in self.book.graph.army[unit.province]

    def _goal(self, order: Order) -> str:
        """Where an order leads, on the coast that it came to."""
        at = self.outcome.at if self.outcome is not None else ""
        places = self.book.graph.places
        if at in places and (self.fate == OK and order.verb == "retreat"):
            return at
        return at if at in places and province_of(at) == province_of(order.goal) else order.goal

    # Units

    def _units(self, order: Order, kind: OrderType) -> list[UnitName]:
        """The units that an order names in its fields."""
        named = (order.field(field.name) for field in kind.fields if field.kind == UNIT_FIELD)
        return [name for name in named if isinstance(name, UnitName)]

    def _stop(self, name: UnitName, power: str, lost: bool = False) -> Stop:
        """The unit of that name on the board; the bare place where none is known."""
        unit = self._find(self.lost if lost else self.units, name, power)
        if unit is None and not lost:
            unit = self._find(self.lost, name, power)
            lost = unit is not None
        if unit is None:
            return Stop(name.place, power if self.outcome and power == self.power else "")
        return Stop(unit.place, unit.power, unit.number, lost)

    def _find(self, units: Iterable[Unit], name: UnitName, power: str) -> Unit | None:
        here = [u for u in units if u.province == name.province and power in ("", u.power)]
        exact = [u for u in here if u.number == name.number]
        return next(iter(exact or here), None)

    def _unit(self, stop: Stop) -> Unit | None:
        units = self.lost if stop.pushed else self.units
        wanted = (stop.place, stop.power, stop.number)
        return next((u for u in units if (u.place, u.power, u.number) == wanted), None)


def _number(order: Order, kind: OrderType) -> int:
    """The first number that an order names."""
    values = (order.field(field.name) for field in kind.fields if field.kind == NUMBER)
    return next((value for value in values if isinstance(value, int)), 0)
