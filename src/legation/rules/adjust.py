"""Builds and removals (STD-ADJ), and the removals nobody ordered (STD-NMR)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from legation.board.graph import FLEET, province_of
from legation.board.orders import Order
from legation.board.position import Position, sort_units
from legation.board.units import Unit
from legation.errors import IllegalOrderError, OrderError
from legation.rules.legality import build_choices, judge
from legation.rules.reports import Fact, Outcome, Report
from legation.rules.survey import Survey

FARTHEST, WITHOUT_WAY = "removed-automatically", "removed-without-way"
AUTOMATIC = frozenset((FARTHEST, WITHOUT_WAY))
FAR = 10_000  # farther than any way on a board


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What an adjustment phase did. `results` are parallel to the orders given."""

    position: Position
    results: Mapping[str, tuple[Outcome, ...]]
    automatic: tuple[tuple[Unit, Report], ...]
    reports: tuple[Report, ...]


def due(position: Position, power: str) -> int:
    """Builds due to a power; removals where negative."""
    return len(position.centres_of(power)) - len(position.of(power))


def possible_builds(survey: Survey, power: str) -> int:
    """How many units a power can really build: no more than its vacant home centres."""
    homes = {name.province for name in build_choices(survey, power)}
    return max(0, min(due(survey.position, power), len(homes)))


def to_decide(survey: Survey) -> tuple[str, ...]:
    """The powers that have a build or a removal to order."""
    return tuple(
        power
        for power in survey.position.powers()
        if due(survey.position, power) < 0 or possible_builds(survey, power)
    )


def adjust(survey: Survey, orders: Mapping[str, Sequence[Order]]) -> Adjustment:
    """Carry out an adjustment phase."""
    units = list(survey.position.units)
    results: dict[str, tuple[Outcome, ...]] = {}
    automatic: list[tuple[Unit, Report]] = []
    reports: list[Report] = []
    next_id = max((unit.id for unit in units), default=0) + 1
    for power in sorted({*survey.position.powers(), *orders}):
        sheet, owed = list(orders.get(power, ())), due(survey.position, power)
        marks = _marks(survey, power, sheet, owed)
        results[power] = tuple(_outcome(power, o, m) for o, m in zip(sheet, marks, strict=True))
        done = [o for o, mark in zip(sheet, marks, strict=True) if isinstance(mark, Order)]
        settled = [mark for mark in marks if isinstance(mark, Order)]
        for order in settled:
            if order.verb == "build" and order.unit:
                units.append(Unit(power, order.unit.kind, order.unit.place, id=next_id))
                next_id += 1
            elif order.verb == "remove" and order.unit:
                units = [u for u in units if u.power != power or u.province != order.unit.province]
        missing = -owed - len(done) if owed < 0 else 0
        for unit, report in missing_removals(survey, [u for u in units if u.power == power])[
            :missing
        ]:
            units.remove(unit)
            automatic.append((unit, report))
        lapsed = possible_builds(survey, power) - len(done)
        if lapsed > 0:
            reports.append(Report("builds-lapsed", "STD-NMR", {"power": power, "count": lapsed}))
    position = replace(survey.position, units=sort_units(units))
    return Adjustment(position, results, tuple(automatic), tuple(reports))


Mark = Order | OrderError
"""An order that is carried out, settled; or why it is not."""


def _marks(survey: Survey, power: str, sheet: Sequence[Order], owed: int) -> list[Mark]:
    marks: list[Mark] = []
    seen: set[str] = set()
    for order in sheet:
        try:
            settled = judge(survey, power, order)
            _fits(settled, power, owed, seen)
            marks.append(settled)
        except OrderError as error:
            marks.append(error)
    good = [index for index, mark in enumerate(marks) if isinstance(mark, Order)]
    surplus = len(good) - abs(owed)
    if surplus > 0:
        option = "too-many-builds" if owed > 0 else "too-many-removals"
        rule = survey.book.options[option]
        dropped = {"first": good[abs(owed) :], "last": good[:surplus]}.get(rule, good)
        what = _count(abs(owed), "build" if owed > 0 else "removal")
        for index in dropped:
            message = f"{sheet[index]}: {power} has {what} due, and ordered more."
            marks[index] = IllegalOrderError(message, "STD-ADJ")
    return marks


def _fits(order: Order, power: str, owed: int, seen: set[str]) -> None:
    """Refuses what can never count: the wrong sort of order, or a place named twice."""
    sort = "remove" if order.verb == "remove" else "build"
    wanted = "build" if owed > 0 else "remove"
    if owed == 0:
        raise IllegalOrderError(f"{order}: {power} has nothing to build or remove.", "STD-ADJ")
    if sort != wanted:
        message = f"{order}: {power} has {_count(abs(owed), 'unit')} to {wanted}, none to {sort}."
        raise IllegalOrderError(message, "STD-ADJ")
    if order.unit is not None:
        if order.unit.province in seen:
            raise IllegalOrderError(f"{order}: it was ordered already.", "STD-ADJ")
        seen.add(order.unit.province)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _outcome(power: str, order: Order, mark: Mark) -> Outcome:
    if isinstance(mark, OrderError):
        report = Report("adjust-void", mark.clause, {"why": str(mark)})
        return Outcome(power, str(order.unit or ""), str(order), "void", "", report)
    unit = str(mark.unit or "")
    kind = {"build": "built", "remove": "removed"}.get(mark.verb, "waived")
    report = Report(kind, "STD-ADJ", {"power": power, "unit": unit})
    at = mark.unit.place if mark.verb == "build" and mark.unit else ""
    return Outcome(power, unit, str(mark), "succeeds", at, report)


# Removals that nobody ordered


def missing_removals(survey: Survey, units: Sequence[Unit]) -> list[tuple[Unit, Report]]:
    """One power's units in the order in which they would go, each with the reason.

    The farthest first; at equal distance fleets before armies, then by the
    English name of the province (option civil-disorder).
    """
    graph = survey.graph
    ranked = sorted(
        ((_distance(survey, unit), unit) for unit in units),
        key=lambda pair: (
            -pair[0],
            pair[1].kind != FLEET,
            graph.provinces[pair[1].province].name,
        ),
    )
    return [(unit, _removal(survey, unit, distance)) for distance, unit in ranked]


def _removal(survey: Survey, unit: Unit, distance: int) -> Report:
    owned = survey.book.options["civil-disorder"] == "owned-centre"
    facts: dict[str, Fact] = {"power": unit.power, "unit": str(unit)}
    if distance == FAR:
        return Report(WITHOUT_WAY, "STD-NMR", facts)
    measure = "a centre it owns" if owned else "a home centre"
    facts |= {"measure": measure, "distance": _count(distance, "step")}
    return Report(FARTHEST, "STD-NMR", facts)


def _distance(survey: Survey, unit: Unit) -> int:
    graph = survey.graph
    if survey.book.options["civil-disorder"] == "owned-centre":
        goals = set(survey.position.centres_of(unit.power))
        return _steps(graph.touching, [unit.province], goals)
    goals = set(graph.homes.get(unit.power, ()))
    if unit.kind == FLEET:
        return _steps(graph.fleet, [unit.place], goals)
    return _steps(graph.touching, [unit.province], goals)


def _steps(graph: Mapping[str, Iterable[str]], start: list[str], goals: set[str]) -> int:
    """Steps from the start to the nearest goal, a province; FAR where no way leads there."""
    seen, ring, steps = set(start), start, 0
    while ring:
        if any(province_of(place) in goals for place in ring):
            return steps
        ring = list({near for place in ring for near in graph[place]} - seen)
        seen.update(ring)
        steps += 1
    return FAR
