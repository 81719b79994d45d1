"""A sheet made better and better, by trying what a unit or two could do instead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from heapq import nlargest
from operator import itemgetter

from legation.board.graph import province_of
from legation.board.orders import ONE_SLOT, Order
from legation.board.units import UnitName
from legation.bots.arena import Arena, Sheet
from legation.bots.onward import PlayedArena
from legation.bots.outlook import UNIT
from legation.bots.seat import Seat
from legation.bots.temper import Temper
from legation.bots.values import Values
from legation.rules.menus import legal_orders
from legation.rules.naming import own_name


@dataclass(frozen=True)
class Effort:
    """What a search may cost, counted in boards, so that it is the same on any machine.

    `starts`: sheets of its own that judgement draws. `sheets`: those of each other
    power; `answers`: how they are put together. A change is first tried against
    `few` of these, and the `best` against all. Of more than `width` changes those
    of several orders are drawn, the likelier the more their goals are worth.
    `rounds` over all units, and no further unit when so many `boards` were looked at.
    `ahead`: so many movements more boards are played on, by the kernel each that meets
    all answers (`Arena.far`), by the engine those of the `finals` best sheets in the
    end (`PlayedArena.last`). `feints`: sheets are tried too in which orders of
    its own thwart each other, which is of use only to who judges well.
    """

    starts: int = 3
    sheets: int = 4
    answers: int = 6
    few: int = 2
    best: int = 6
    rounds: int = 2
    boards: int = 1500
    width: int = 1000
    ahead: int = 0
    finals: int = 3
    feints: bool = True

    def within(self, most: Mapping[str, int]) -> Effort:
        """No more of each than this."""
        return replace(self, **{what: min(getattr(self, what), n) for what, n in most.items()})


class Search:
    """The search for one sheet of one power in a movement."""

    def __init__(self, seat: Seat, arena: Arena, effort: Effort, temper: Temper) -> None:
        self._seat, self._arena, self._effort = seat, arena, effort
        self._caution, self._heat = temper.caution, UNIT * temper.heat(seat)
        self._tastes: dict[Order, float] = {}
        self._found: dict[Sheet, float] = {}  # what was tried against all answers
        self._types = seat.book.order_types
        self._plain = seat.book.tables_list  # any legal orders of several units are a legal sheet
        self._moves: dict[UnitName, list[Order]] = {}
        self._holds: dict[UnitName, list[Order]] = {}
        self._helps: dict[tuple[UnitName, str], dict[UnitName, Order]] = defaultdict(dict)
        self._units = [own_name(unit) for unit in seat.units]
        self._at = {name.province: name for name in self._units}
        for name, unit in zip(self._units, seat.units, strict=True):
            self._list(name, legal_orders(seat.survey, unit))

    def _list(self, name: UnitName, orders: Iterable[Order]) -> None:
        """What a unit could do; convoys are set on by judgement alone."""
        self._moves[name], self._holds[name] = [], []
        for order in orders:
            if order.extra or order.via:
                continue
            if order.verb == "move":
                self._moves[name].append(order)
            elif order.verb == "hold":
                self._holds[name].append(order)
            elif order.verb == "support" and order.target is not None:
                target = self._at.get(order.target.province)
                if target is not None:
                    self._helps[target, province_of(order.goal)][name] = order

    def best(self, sheets: list[Sheet]) -> Sheet:
        """The best of these sheets, made better as long as that can be found.

        Where the arena plays boards on in the end, the best few are weighed once more.
        """
        sheet = self._climbed(sheets)
        if not isinstance(self._arena, PlayedArena):
            return sheet
        finals = nlargest(self._effort.finals, self._found, key=self._found.__getitem__)
        values = self._arena.last(finals, self._effort.answers, self._caution)
        values = self._tasted(finals, values)
        return finals[values.index(max(values))]

    def _climbed(self, sheets: list[Sheet]) -> Sheet:
        effort, arena, rng = self._effort, self._arena, self._seat.rng
        values = self._far(sheets)
        value = max(values)
        sheet = sheets[values.index(value)]
        for _ in range(effort.rounds):
            before = value
            for name in (*rng.sample(self._units, len(self._units)), None):
                if arena.tried > effort.boards:
                    return sheet
                tried = self._promising(sheet, name)
                values = self._far(tried)
                if tried and max(values) > value:
                    value = max(values)
                    sheet = tried[values.index(value)]
            if value <= before:
                break
        return sheet

    def _values(self, sheets: list[Sheet], answers: int) -> list[float]:
        """What each sheet comes to, as this player judges it."""
        return self._tasted(sheets, self._arena.values(sheets, answers, self._caution))

    def _far(self, sheets: list[Sheet]) -> list[float]:
        """The same against all answers, looking as far as the arena looks."""
        values = self._arena.far(sheets, self._effort.answers, self._caution)
        values = self._tasted(sheets, values)
        self._found.update(zip(sheets, values, strict=True))
        return values

    def _tasted(self, sheets: list[Sheet], values: list[float]) -> list[float]:
        pairs = zip(values, sheets, strict=True)
        return [value + sum([self._taste(order) for order in sheet]) for value, sheet in pairs]

    def _taste(self, order: Order) -> float:
        """By how much it misjudges an order, the same whenever it is tried."""
        taste = self._tastes.get(order)
        if taste is None:
            drawn = 2 * self._seat.rng.random() - 1
            taste = self._tastes[order] = self._heat * drawn
        return taste

    def _promising(self, sheet: Sheet, name: UnitName | None) -> list[Sheet]:
        """The sheet with something else for a unit, or beside units: the best few of some."""
        effort = self._effort
        others = [other for other in dict.fromkeys(self._others(sheet, name)) if other != sheet]
        if len(others) > effort.width:
            others = self._likely(sheet, others)
        if not effort.feints and self._plain:
            others = [other for other in others if not thwarted(other)]
        tried = [other for other in others if self._stands(other)]
        if len(tried) <= effort.best:
            return tried
        values = self._values(tried, effort.few)
        ranked = sorted(range(len(tried)), key=lambda at: -values[at])
        return [tried[at] for at in ranked[: effort.best]]

    def _likely(self, sheet: Sheet, others: list[Sheet]) -> list[Sheet]:
        """As many as are to be tried: first those that change the least, else by luck and worth."""
        kept, rng = frozenset(sheet), self._seat.rng
        ranked = []
        for other in others:
            new = [order for order in other if order not in kept]
            worth = max([self._worth(order) for order in new], default=0.0)
            ranked.append((len(new) > 1, -worth * rng.random(), other))
        ranked.sort(key=itemgetter(0, 1))
        return [other for _, _, other in ranked[: self._effort.width]]

    @cached_property
    def _values_of(self) -> Values:
        return Values(self._seat, not self._seat.harvest)

    def _worth(self, order: Order) -> float:
        """What the place is worth to which an order is to bring somebody, or where it keeps him."""
        name = order.target or order.unit
        return self._values_of.at(name.kind, order.goal or name.place) if name is not None else 0.0

    def _stands(self, sheet: Sheet) -> bool:
        """Could it be handed in as it is?"""
        if self._plain:
            return True
        book = self._seat.book
        reading = self._seat.read([book.write(order) for order in sheet])
        return reading.complete and not reading.errors

    def _others(self, sheet: Sheet, name: UnitName | None) -> Iterator[Sheet]:
        """The sheets in which a unit does something else, or nobody's unit does (with none)."""
        if name is not None:
            for change in self._changes(dict(self._by_unit(sheet)), name):
                yield self._changed(sheet, change)
        seat = self._seat
        for other in seat.advice.trials(seat.survey, seat.power, sheet, name):
            yield tuple(other)

    def _by_unit(self, sheet: Sheet) -> Iterator[tuple[UnitName, Order]]:
        """What each unit does; an order beside those of units may name one, too."""
        for order in sheet:
            if order.unit is not None and self._types[order.verb].slot != ONE_SLOT:
                yield order.unit, order

    def _changed(self, sheet: Sheet, change: list[Order]) -> Sheet:
        """The sheet with other orders for the units of a change; who had none gets one."""
        instead, had = {order.unit: order for order in change}, set[UnitName | None]()
        kept: list[Order] = []
        for order in sheet:
            if order.unit not in instead or self._types[order.verb].slot == ONE_SLOT:
                kept.append(order)
                continue
            had.add(order.unit)
            if instead[order.unit] not in kept:  # in place of all that a unit in parts had
                kept.append(instead[order.unit])
        return (*kept, *(order for order in change if order.unit not in had))

    def _changes(self, orders: dict[UnitName, Order], name: UnitName) -> Iterator[list[Order]]:
        """What a unit could do instead, alone or together with another of its power."""
        for hold in self._holds[name]:
            yield [hold]
        for other in self._units:
            helped = self._helps.get((other, _goal(orders.get(other))), {}).get(name)
            if helped is not None:
                yield [helped]
        for move in self._moves[name]:
            goal = province_of(move.goal)
            there = self._at.get(goal)
            if there is not None and not _goal(orders.get(there)):
                for away in self._moves[there]:  # two do not change places
                    if province_of(away.goal) != name.province:
                        yield [move, away]
            else:
                yield [move]
            for helper, help_ in self._helps.get((name, goal), {}).items():
                if helper != there:
                    yield [move, help_]


def thwarted(sheet: Sheet) -> bool:
    """Do orders of one power undo each other, as whoever reads his own sheet sees?

    Two go to one place or change places, one goes where another stays, or a support
    is for what one of its own does not do.
    """
    goals = {at.province: _goal(order) for at, order in _by_unit(sheet)}
    gone = [goal for goal in goals.values() if goal]
    if len(gone) > len(set(gone)):
        return True
    if any(goal and goals.get(goal, goal) in ("", at) for at, goal in goals.items()):
        return True
    return any(
        order.target.province in goals and goals[order.target.province] != province_of(order.goal)
        for _, order in _by_unit(sheet)
        if order.verb == "support" and order.target is not None
    )


def _by_unit(sheet: Sheet) -> Iterator[tuple[UnitName, Order]]:
    return ((order.unit, order) for order in sheet if order.unit is not None)


def _goal(order: Order | None) -> str:
    """The province that a unit goes to; none where it stays."""
    return province_of(order.goal) if order is not None and order.verb == "move" else ""
