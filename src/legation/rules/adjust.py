"""Builds and removals (STD-ADJ), and the removals nobody ordered (STD-NMR)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from legation.board.orders import Order
from legation.board.position import sort_units
from legation.board.units import Unit, kind_and_strength
from legation.rules.legality import adjusts, judge
from legation.rules.naming import own_name, own_unit
from legation.rules.refusals import IllegalError, RefusedOrderError, because
from legation.rules.removals import REMOVED
from legation.rules.reports import Adjustment, Fact, Fate, Outcome, Report, shown
from legation.rules.survey import Survey


def to_decide(survey: Survey) -> tuple[str, ...]:
    """The powers that have a build or a removal to order."""
    return tuple(power for power in sorted(survey.book.players) if decides(survey, power))


def decides(survey: Survey, power: str) -> bool:
    """Has this power a build or a removal to order?"""
    book = survey.book
    return book.due(survey, power) < 0 or book.builds_possible(survey, power) > 0


def all_idle(survey: Survey) -> bool:
    """Has nobody a build or a removal to order? Who must remove is found sooner, so asked first."""
    book = survey.book
    return not (
        any(book.due(survey, power) < 0 for power in book.players)
        or any(book.builds_possible(survey, power) > 0 for power in book.players)
    )


def adjust(survey: Survey, orders: Mapping[str, Sequence[Order]]) -> Adjustment:
    """Carry out an adjustment phase; orders of a variant's own types are left to its steps."""
    book = survey.book
    units = list(survey.position.units)
    results: dict[str, tuple[Outcome, ...]] = {}
    automatic: list[Outcome] = []
    reports: list[Report] = []
    next_id = max((unit.id for unit in units), default=0) + 1
    sheets = {
        power: [order for order in orders.get(power, ()) if adjusts(book, order)]
        for power in sorted(book.players | set(orders))
    }
    marked = {power: [*book.counted(survey, power, sheets[power])] for power in sheets}
    _refuse_shared(survey, marked)
    for power, sheet in sheets.items():
        owed, marks = survey.due(power), marked[power]
        results[power] = tuple(
            _outcome(survey, power, o, m) for o, m in zip(sheet, marks, strict=True)
        )
        good = [mark for mark in marks if isinstance(mark, Order)]
        gone = set()
        for order in good:
            if order.verb == "build" and order.unit:
                kind, strength = kind_and_strength(order.unit.kind)
                units.append(Unit(power, kind, order.unit.place, strength, id=next_id))
                next_id += 1
            elif order.verb == "remove" and order.unit:
                gone.add(own_unit(survey, power, order.unit))
        units = [unit for unit in units if unit not in gone]
        missing = -owed - sum(book.relief(survey, unit) for unit in gone)
        if missing > 0:
            left = [unit for unit in units if unit.power == power]
            for unit, report in book.removals(survey, power, left, missing):
                units.remove(unit)
                automatic.append(removal(unit, Order("remove", own_name(unit)), report))
        lapsed = book.builds_possible(survey, power) - sum(_worth(survey, power, o) for o in good)
        if lapsed > 0:
            reports.append(Report("builds-lapsed", "STD-NMR", {"power": power, "count": lapsed}))
    position = replace(survey.position, units=sort_units(units))
    return Adjustment(position, results, tuple(automatic), tuple(reports))


def _worth(survey: Survey, power: str, order: Order) -> int:
    """How many of the builds or removals that are due an order takes."""
    if order.verb == "waive" or order.unit is None:
        return 1
    if order.verb == "build":
        return survey.book.cost(order.unit)
    return survey.book.relief(survey, own_unit(survey, power, order.unit))


Mark = Order | RefusedOrderError
"""An order that is carried out, in full; or why it is not."""


def counted(survey: Survey, power: str, sheet: Sequence[Order]) -> list[Mark]:
    """What of a power's sheet is legal and due, whatever others order."""
    owed = survey.due(power)
    marks: list[Mark] = []
    seen: set[tuple[str, int]] = set()
    for order in sheet:
        try:
            judged = judge(survey, power, order)
            if why := _why_not_due(judged, power, owed, seen):
                raise IllegalError(survey.book, why, judged)
            marks.append(judged)
        except RefusedOrderError as error:
            marks.append(error)
    worth = [_worth(survey, power, mark) if isinstance(mark, Order) else 0 for mark in marks]
    kind = "too-many-builds" if owed > 0 else "too-many-removals"
    more = because(kind, count=abs(owed), power=power)
    for index in _surplus(survey, worth, owed):
        marks[index] = IllegalError(survey.book, more, sheet[index])
    return marks


def _refuse_shared(survey: Survey, marked: Mapping[str, list[Mark]]) -> None:
    """Where units may be built anywhere, nobody builds in a province that two powers name."""
    builders: dict[str, list[tuple[list[Mark], int]]] = {}
    for marks in marked.values():
        for index, mark in enumerate(marks):
            if isinstance(mark, Order) and mark.verb == "build" and mark.unit is not None:
                builders.setdefault(mark.unit.province, []).append((marks, index))
    for place, all_there in builders.items():
        if len(all_there) > 1:
            for marks, index in all_there:
                order = marks[index]
                assert isinstance(order, Order)
                why = because("built-by-another", survey.book.builds.clause, place=place)
                marks[index] = IllegalError(survey.book, why, order)


def _surplus(survey: Survey, worth: Sequence[int], owed: int) -> list[int]:
    """Which orders, by index, are more than what is due (options too-many-*)."""
    options = survey.book.options
    rule = options.too_many_builds if owed > 0 else options.too_many_removals
    good = [index for index, value in enumerate(worth) if value]
    if rule not in ("first", "last"):
        return good if _goes_beyond([worth[i] for i in good], owed) else []
    dropped, used = [], 0
    for index in good if rule == "first" else reversed(good):
        fits = used + worth[index] <= owed if owed > 0 else used < -owed
        used += worth[index] if fits else 0
        if not fits:
            dropped.append(index)
    return dropped


def _goes_beyond(worth: Sequence[int], owed: int) -> bool:
    """Is this more than what is due? A removal may free more than is owed, by its last unit."""
    if owed > 0:
        return sum(worth) > owed
    return sum(worth) - max(worth, default=0) >= -owed


def _why_not_due(order: Order, power: str, owed: int, seen: set[tuple[str, int]]) -> Report | None:
    """Why an order can never count: it is of the wrong sort, or names a place again."""
    if owed == 0:
        return because("nothing-due", power=power)
    if (order.verb == "remove") != (owed < 0):
        kind = "builds-due" if owed > 0 else "removals-due"
        return because(kind, power=power, count=abs(owed))
    if order.unit is not None:
        key = (order.unit.province, order.unit.number)
        if key in seen:
            return because("ordered-already")
        seen.add(key)
    return None


def _outcome(survey: Survey, power: str, order: Order, mark: Mark) -> Outcome:
    if isinstance(mark, RefusedOrderError):
        return refused(power, order, mark)
    unit: Unit | None = None
    if mark.unit is not None and mark.verb == "build":
        kind, strength = kind_and_strength(mark.unit.kind)
        unit = Unit(power, kind, mark.unit.place, strength)
    elif mark.unit is not None:
        unit = shown(own_unit(survey, power, mark.unit))
    facts: dict[str, Fact] = {"power": power}
    if unit is not None:
        facts["unit"] = unit
    report = Report(_DONE[mark.verb], "STD-ADJ", facts)
    at = unit.place if unit and mark.verb == "build" else ""
    return Outcome(power, unit, mark, Fate.SUCCEEDS, at, report)


_DONE = {"build": "built", "remove": REMOVED, "waive": "waived"}


def refused(power: str, order: Order, error: RefusedOrderError) -> Outcome:
    """The outcome of an order of an adjustment phase that does not count."""
    report = Report("adjust-void", error.clause, {"why": error.why})
    return Outcome(power, order.unit, order, Fate.VOID, "", report)


def removal(unit: Unit, order: Order, report: Report) -> Outcome:
    """The outcome of a unit that was taken off the board, by an order or by none."""
    return Outcome(unit.power, shown(unit), order, Fate.SUCCEEDS, "", report, disbanded=True)
