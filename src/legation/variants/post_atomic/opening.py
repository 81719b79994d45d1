"""The Winter before the first year: centres are dealt, units chosen, ranges placed.

All sheets of that Winter are processed together; only then is anybody told
anything (PA-1a, PA-3, PA-6, PA-11).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from legation.board.borders import BorderName
from legation.board.calendar import SETUP
from legation.board.graph import ARMY, FLEET, MUTANT, MapGraph, province_of
from legation.board.orders import MANY_SLOT, PLACE, UNIT_FIELD, Field, Order, OrderType
from legation.board.position import sort_units
from legation.board.truth import Truth
from legation.board.units import Unit, UnitName
from legation.rules.book import Book
from legation.rules.criteria import Listed
from legation.rules.dice import Dice
from legation.rules.intents import Refused, refusal
from legation.rules.legality import judge
from legation.rules.refusals import IllegalError, RefusedOrderError, because
from legation.rules.reports import Fact, Report, shown
from legation.rules.survey import Criterion, SheetFault, Survey
from legation.rules.work import Work

from . import country, ranges
from .ledger import Ledger, merged, told_more
from .options import Options

START, RANGE, EITHER_RANGE = "start", "mountain", "mountain-if"
MOST_RANGES = 2

_OTHER_SIDE = "The other side"
_ENDS = (
    Field("side", PLACE, "range side", prompt="One side of the border"),
    Field("goal", PLACE, "range end", prompt=_OTHER_SIDE),
)
TYPES: Mapping[str, OrderType] = {
    kind.verb: kind
    for kind in (
        OrderType(
            START,
            SETUP,
            ("Start {piece}",),
            (Field("piece", UNIT_FIELD, "starting piece", prompt="Which unit?"),),
            clause="PA-1a",
            help="Choose army or fleet for the unit that starts in a place.",
            slot=MANY_SLOT,
        ),
        OrderType(
            RANGE,
            SETUP,
            ("Mountain {side} - {goal}", "Mountains {side} - {goal}", "Range {side} - {goal}"),
            _ENDS,
            clause="PA-6b",
            help="Place a mountain range on a border, within or at the edge of your country.",
            slot=MANY_SLOT,
        ),
        OrderType(
            EITHER_RANGE,
            SETUP,
            tuple(
                f"if {{home}} is {word}{colon} Mountain {{first}} - {{last}}{comma}"
                " else Mountain {side} - {goal}"
                for word in ("a centre", "a center", "a supply centre", "a supply center")
                for colon in (":", "", ",")
                for comma in ("", ",")
            ),
            (
                Field("home", PLACE, "range condition", prompt="If this is a centre"),
                Field("first", PLACE, "either side", prompt="One side of the first border"),
                Field("last", PLACE, "either end", prompt=_OTHER_SIDE),
                Field("side", PLACE, "either side", prompt="Otherwise: one side of the border"),
                Field("goal", PLACE, "range end", prompt=_OTHER_SIDE),
            ),
            clause="PA-11",
            help="Place a range on one border or another, by whether you start on a centre.",
            slot=MANY_SLOT,
        ),
    )
}


# What is dealt (PA-3, PA-4)


def deal(book: Book, truth: Truth, dice: Dice) -> tuple[Truth, tuple[Report, ...]]:
    """Each country's centres, and the neutral ones, are drawn; nobody is told."""
    dealt: list[str] = []
    for pool, codes in country.pools(book.graph).items():
        count = country.DRAWN.get(pool, country.DRAWN_ELSE)
        dealt += dice.stream(f"centres of {pool}").sample(codes, count)
    return replace(truth, ledger=replace(Ledger.of(truth), centres_dealt=frozenset(dealt))), ()


def centres(book: Book, truth: Truth) -> Collection[str]:
    """The centres of this game: those that were drawn (PA-3, PA-4)."""
    return Ledger.of(truth).centres_dealt or book.possible_centres


# What may be ordered


@dataclass(frozen=True)
class Opening:
    """The sheets of the first Winter. `starts`: for each unit of a power where it may start."""

    starts: Mapping[str, tuple[tuple[str, ...], ...]]

    def criteria(self) -> Mapping[str, Criterion]:
        """What the fields of these orders may hold."""
        return {
            "starting piece": Criterion("PA-1a", self._pieces, self._why_no_piece),
            "range side": Criterion("PA-6b", _sides, _why_no_range),
            "range end": Criterion("PA-6b", _ends, _why_no_range),
            "either side": Criterion("PA-6b", _unlisted_sides, _why_no_range),
            "either end": Criterion("PA-6b", _last_ends, _why_no_first_range),
            "range condition": Criterion("PA-11", self._conditions, self._why_no_condition),
        }

    def _rows(self, power: str) -> tuple[tuple[str, ...], ...]:
        return self.starts.get(power, ())

    def _pieces(self, survey: Survey, unit: Unit, _: Order) -> Collection[object]:
        return [
            UnitName(place, kind)
            for row in self._rows(unit.power)
            for place in row
            for kind in (ARMY, FLEET)
            if survey.graph.can_stand(kind, place)
        ]

    def _why_no_piece(self, _survey: Survey, unit: Unit, order: Order) -> Report:
        kind, place = _piece(order)
        rows = self._rows(unit.power)
        if kind == MUTANT:
            return because("no-mutants-yet", "PA-9c")
        if not any(place in row for row in rows):
            places = tuple(" or ".join(row) for row in rows)
            return because("starts-elsewhere", power=unit.power, places=places)
        return because("no-coast" if kind == FLEET else "which-kind", place=place)

    def _conditions(self, _survey: Survey, unit: Unit, _order: Order) -> Collection[object]:
        return [place for row in self._rows(unit.power) for place in row]

    def _why_no_condition(self, _survey: Survey, unit: Unit, order: Order) -> Report:
        return because("nobody-starts", power=unit.power, place=str(order.field("home")))

    # The sheet as a whole

    def check_sheet(self, survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
        """One or two ranges, one start for each unit, no question about other places."""
        chosen: dict[tuple[str, ...], Order] = {}
        faults, count = [], 0
        for index, order in enumerate(orders):
            row = self._row(power, _piece(order)[1]) if order.verb == START else ()
            first = chosen.setdefault(row, order) if row else order
            if first is not order:
                why = because("other-start", "PA-1b" if len(row) > 1 else "PA-1a", first=first)
                faults.append(_fault(survey, index, order, why))
        begun = {place for order in chosen.values() for place in _piece(order)[1:]}
        begun |= {row[0] for row in self._rows(power) if row not in chosen}
        for index, order in enumerate(orders):
            if order.verb == EITHER_RANGE and order.field("home") not in begun:
                why = because("nobody-starts-so", power=power, place=str(order.field("home")))
                faults.append(_fault(survey, index, order, why))
                continue
            count += order.verb in (RANGE, EITHER_RANGE)
            if order.verb in (RANGE, EITHER_RANGE) and count > MOST_RANGES:
                why = because("many-ranges", power=power)
                faults.append(_fault(survey, index, order, why))
        if not count:
            why = because("no-range", power=power)
            faults.append(SheetFault(-1, IllegalError(survey.book, why)))
        return faults

    def instead_of(self, new: Order, old: Order) -> bool:
        """Do two orders say how the same unit starts (PA-1a, PA-1b)?"""
        if new.verb != START or old.verb != START:
            return False
        places = {_piece(order)[1] for order in (new, old)}
        return any(places <= set(row) for rows in self.starts.values() for row in rows)

    def _row(self, power: str, place: str) -> tuple[str, ...]:
        return next((row for row in self._rows(power) if place in row), ())

    # Processing

    def process(self, work: Work) -> Work:
        """The units take their places and the ranges theirs; then everybody is told his own."""
        survey = work.survey()
        placed: dict[BorderName, list[str]] = {}
        for power in sorted(work.book.players):
            good, bad = self._good(survey, power, work.orders.get(power, ()))
            work = _refused(work, survey, bad)
            pieces = [_piece(order) for order in good if order.verb == START]
            work = work.on(replace(work.position, units=self._started(work, power, pieces)))
            mine = [_place_of(work, order) for order in good if order.verb != START]
            if not mine and Options.of(work.book).range_nmr == "random":
                free = [BorderName(*pair) for pair in country.frontiers(work.book.graph, power)]
                mine = work.dice.stream(f"range of {power}").sample(free, 1)
            for border in mine:
                placed.setdefault(border, []).append(power)
        kept = Ledger.of(work.truth)
        for border, placers in kept.ranges.items():
            placed.setdefault(border, []).extend(placers)
        work = work.keep(replace(kept, ranges=merged(placed)))
        work = _tell_starts(work)
        return ranges.find(_tell_placers(work))

    def _good(
        self, survey: Survey, power: str, sheet: Sequence[Order]
    ) -> tuple[list[Order], list[Refused]]:
        """The orders of a sheet that stand, and those that do not."""
        good: list[Order] = []
        bad: list[Refused] = []
        for order in sheet:
            try:
                good.append(judge(survey, power, order))
            except RefusedOrderError as error:
                bad.append(Refused(power, order, error))
        faults = {
            fault.at: fault.error
            for fault in self.check_sheet(survey, power, good)
            if fault.at >= 0
        }
        bad += [Refused(power, good[at], error) for at, error in sorted(faults.items())]
        return [order for at, order in enumerate(good) if at not in faults], bad

    def _started(
        self, work: Work, power: str, pieces: Sequence[tuple[str, str]]
    ) -> tuple[Unit, ...]:
        """All units, those of one power as it chose them."""
        chosen = {self._row(power, place): (kind, place) for kind, place in pieces}
        return sort_units(
            replace(unit, kind=chosen[row][0], place=chosen[row][1])
            if unit.power == power and (row := self._row(power, unit.province)) in chosen
            else unit
            for unit in work.position.units
        )


def _fault(survey: Survey, index: int, order: Order, why: Report) -> SheetFault:
    return SheetFault(index, IllegalError(survey.book, why, order))


def _piece(order: Order) -> tuple[str, str]:
    """Kind and place of the unit that an order starts."""
    piece = order.field("piece")
    assert isinstance(piece, UnitName)
    return piece.kind, piece.province


# Where a range may lie


def _legal(graph: MapGraph, power: str) -> set[tuple[str, str]]:
    pairs = set(country.frontiers(graph, power))
    return pairs | {(b, a) for a, b in pairs}


def _sides(survey: Survey, unit: Unit, _: Order) -> Collection[object]:
    listed = dict.fromkeys(side for side, _ in country.frontiers(survey.graph, unit.power))
    return Listed((side for side, _ in _legal(survey.graph, unit.power)), listed)


def _ends(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    return _ends_of(survey, unit, order.field("side"))


def _unlisted_sides(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    """Any side, and none of them listed: there are hundreds of ways to say either or."""
    del order
    return Listed(side for side, _ in _legal(survey.graph, unit.power))


def _last_ends(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    return _ends_of(survey, unit, order.field("first"))


def _ends_of(survey: Survey, unit: Unit, side: object) -> Collection[object]:
    pairs = country.frontiers(survey.graph, unit.power)
    legal = (b for a, b in _legal(survey.graph, unit.power) if a == side)
    return Listed(legal, (b for a, b in pairs if a == side))


def _why_no_range(survey: Survey, unit: Unit, order: Order) -> Report:
    return _why_not_between(survey, unit, str(order.field("side")), order.goal)


def _why_no_first_range(survey: Survey, unit: Unit, order: Order) -> Report:
    return _why_not_between(survey, unit, str(order.field("first")), str(order.field("last")))


def _why_not_between(survey: Survey, unit: Unit, side: str, end: str) -> Report:
    graph, side, end = survey.graph, province_of(side), province_of(end)
    if end not in graph.touching[side]:
        return because("no-border", places=(side, end))
    if {side, end} <= graph.carriers:
        return because("between-seas", places=(side, end))
    return because("foreign-border", side=side, end=end, power=unit.power)


# What comes of it


def _refused(work: Work, survey: Survey, bad: Iterable[Refused]) -> Work:
    """Orders that do not stand."""
    return work.adding(*(refusal(survey, each) for each in bad))


def _place_of(work: Work, order: Order) -> BorderName:
    """The border on which a range order places its range (PA-11)."""
    side = order.field("side"), order.goal
    if order.verb == EITHER_RANGE and order.field("home") in Ledger.of(work.truth).centres_dealt:
        side = order.field("first"), str(order.field("last"))
    return BorderName(province_of(str(side[0])), province_of(side[1]))


def _tell_starts(work: Work) -> Work:
    """What everybody starts with; and to each, whether he starts on centres (PA-1a, PA-3)."""
    dealt, known = Ledger.of(work.truth).centres_dealt, []
    stood = []
    for power in sorted(work.book.players):
        units = work.position.of(power)
        facts: dict[str, Fact] = {"power": power, "units": tuple(map(shown, units))}
        work = work.tell(Report("started", "PA-1a", facts))
        only = frozenset({power})
        for unit in sorted(units, key=lambda unit: unit.province):
            kind = "start-centre" if unit.province in dealt else "start-no-centre"
            where = {"power": power, "place": unit.province}
            work = work.tell(Report(kind, "PA-3", where, only))
            known += [(power, unit.province)] * (unit.province in dealt)
            own = unit.province in country.homes(work.book.graph, power)
            stood += [(power, unit.province)] * own
    kept = Ledger.of(work.truth)
    return work.keep(
        replace(
            kept,
            centres_known=told_more(kept.centres_known, known),
            stood=told_more(kept.stood, stood),
        )
    )


def _tell_placers(work: Work) -> Work:
    """Each player is told his own ranges, and that one is double if he made it so (PA-8b)."""
    for power in sorted(work.book.players):
        own, only = ranges.placed_by(Ledger.of(work.truth), power), frozenset({power})
        for border in sorted(set(own)):
            facts: dict[str, Fact] = {"power": power, "border": border}
            work = work.tell(Report("range-placed", "PA-6b", facts, only))
            if own.count(border) > 1:
                work = work.tell(Report("range-double", "PA-6d", facts, only))
    return work
