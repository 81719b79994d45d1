"""Builds and removals by men and ships (CL-12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from legation.board.orders import Order
from legation.board.position import Position, sort_units
from legation.board.units import Unit, UnitName
from legation.rules.adjust import refused, removal
from legation.rules.legality import judge
from legation.rules.naming import own_unit
from legation.rules.refusals import IllegalError, RefusedOrderError, because
from legation.rules.reports import Adjustment, Fact, Fate, Outcome, Report, shown
from legation.rules.standings import Figure, Standings
from legation.rules.survey import Survey

from .orders import MEN, number
from .sizes import FULL_ARMY, SIZES, STEP, leaves_too_few, legal_parts, weight


def men_of(units: Sequence[Unit]) -> int:
    """What forces come to in men, a ship being 40 (CL-12a)."""
    return sum(weight(unit) for unit in units)


def due(survey: Survey, power: str) -> int:
    """Builds due: centres, less full armies that the strength comes to, rounded up (CL-12a)."""
    position = survey.position
    return len(position.centres_of(power)) + -men_of(position.of(power)) // FULL_ARMY


def excess(survey: Survey, power: str) -> int:
    """The men that a power has beyond 10,000 a centre (CL-12c)."""
    position = survey.position
    return men_of(position.of(power)) - FULL_ARMY * len(position.centres_of(power))


def standings(stand: Standings, position: Position) -> Standings:
    """How the game stands, with what the forces of each power come to in men (CL-12a)."""
    lost = [dislodged.unit for dislodged in position.dislodged]
    rows = []
    for row in stand.rows:
        own = (*position.of(row.power), *(unit for unit in lost if unit.power == row.power))
        men = Figure("figure-men", men_of(own))
        rows.append(replace(row, figures=(*row.figures, men)))
    return replace(stand, rows=tuple(rows))


# Builds (CL-12b)


def growing(survey: Survey, power: str) -> list[UnitName]:
    """The forces in its owned home centres that a power could add to."""
    forces: list[UnitName] = []
    for home in survey.graph.homes.get(power, ()):
        if survey.position.owners.get(home) == power:
            forces += [
                UnitName(unit.place, unit.kind)
                for unit in survey.at.get(home, ())
                if unit.power == power and unit.strength < SIZES[unit.kind].full
            ]
    return forces


def why_no_growth(survey: Survey, power: str, name: UnitName) -> Report | None:
    """Why a power cannot add to the force in its home; None if there is none."""
    stood = next(iter(survey.at.get(name.province, ())), None)
    owned = survey.position.owners.get(name.province) == power
    home = name.province in survey.graph.homes.get(power, ())
    if not home or not owned or stood is None:
        return None
    if stood.power != power:
        return because("anothers-stands", rival=stood)
    if (stood.kind, stood.place) == (name.kind, name.place):
        return because("full-already", unit=stood)
    return because("other-kind-stands", unit=stood)


# Removals (CL-12c)


def to_go(unit: Unit, men: int) -> int:
    """How many of a force go for so many men: no fewer, in legal numbers; all if too few stay."""
    each = SIZES[unit.kind].worth * STEP
    count = -(-men // each) * STEP
    if count >= unit.strength or leaves_too_few(unit.kind, unit.strength - count):
        return unit.strength
    return count


def _why_no_removal(unit: Unit, count: int, men: int) -> Report | None:
    """Why so many of a force cannot go, with `men` still to go altogether."""
    size, most = SIZES[unit.kind], to_go(unit, men)
    rest = unit.strength - count
    if count % STEP or not count:
        return because("not-divisible", step=STEP, legal=str(most))
    if rest < 0:
        return because("so-many-there", count=unit.strength, noun=size.noun)
    if leaves_too_few(unit.kind, rest):
        legal = legal_parts(unit.kind, unit.strength)
        return because(
            "removal-leaves-too-few", count=rest, noun=size.noun, least=size.least, legal=legal
        )
    if count > most:
        return because("fewer-would-do", men=men, most=most, noun=size.noun, unit=unit)
    return None


# The phase


def adjust(survey: Survey, orders: Mapping[str, Sequence[Order]]) -> Adjustment:
    """Carry out an adjustment phase; as `rules.adjust.adjust`, in men and ships.

    Automatic removals name what went, some of a force or all of it.
    """
    book = survey.book
    units = {unit.province: unit for unit in survey.position.units}
    results: dict[str, tuple[Outcome, ...]] = {}
    automatic: list[Outcome] = []
    reports: list[Report] = []
    for power in sorted(book.players | set(orders)):
        sheet = tuple(orders.get(power, ()))
        marks = book.counted(survey, power, sheet)
        outcomes = []
        for order, mark in zip(sheet, marks, strict=True):
            if isinstance(mark, Order):
                outcome, lost = _carry_out(power, mark, units)
                reports += lost
            else:
                outcome = refused(power, order, mark)
            outcomes.append(outcome)
        results[power] = tuple(outcomes)
        automatic += _missing(survey, power, units)
        used = sum(isinstance(mark, Order) for mark in marks)
        lapsed = book.builds_possible(survey, power) - used
        if lapsed > 0:
            reports.append(Report("builds-lapsed", "STD-NMR", {"power": power, "count": lapsed}))
    position = replace(survey.position, units=sort_units(units.values()))
    return Adjustment(position, results, tuple(automatic), tuple(reports))


Mark = Order | RefusedOrderError
"""An order that is carried out, in full; or why it is not."""


def counted(survey: Survey, power: str, sheet: Sequence[Order]) -> list[Mark]:
    """The orders that are legal, of the sort that is due, and no more than are due."""
    book = survey.book
    owed = book.due(survey, power) if power in book.players else 0
    marks: list[Mark] = []
    places: set[str] = set()
    for order in sheet:
        try:
            judged = judge(survey, power, order)
            if why := _why_not_due(power, judged, owed, places):
                raise IllegalError(book, why, order)
            marks.append(judged)
        except RefusedOrderError as error:
            marks.append(error)
            continue
        if judged.unit is not None:
            places.add(judged.unit.province)
    good = [index for index, mark in enumerate(marks) if isinstance(mark, Order)]
    options = survey.book.options
    rule = options.too_many_builds if owed > 0 else options.too_many_removals
    if rule == "last":
        good.reverse()
    refused = _surplus(good, power, owed) if owed > 0 else _too_much(survey, power, good, marks)
    if refused and rule not in ("first", "last"):
        refused = {index: next(iter(refused.values())) for index in good}
    for index, fault in refused.items():
        marks[index] = IllegalError(book, fault, sheet[index])
    return marks


def _why_not_due(power: str, order: Order, owed: int, places: set[str]) -> Report | None:
    """Why an order is none of what a power has to order now; or nothing."""
    if owed == 0:
        return because("nothing-to-do", power=power)
    if (order.verb == "remove") != (owed < 0):
        return because(
            "men-to-build" if owed > 0 else "men-to-remove", power=power, verb=order.verb
        )
    if order.unit is not None and order.unit.province in places:
        return because("ordered-already")
    return None


Refusals = dict[int, Report]
"""The place of an order in its sheet → why it is refused."""


def _surplus(good: Sequence[int], power: str, owed: int) -> Refusals:
    """The builds beyond those due, in the order in which they count."""
    return dict.fromkeys(good[owed:], because("more-than-due", power=power, count=owed))


def _too_much(survey: Survey, power: str, good: Sequence[int], marks: Sequence[Mark]) -> Refusals:
    """The removals that are in no legal numbers, or beyond what has to go (CL-12c)."""
    men, faults = excess(survey, power), Refusals()
    for index in good:
        order = marks[index]
        assert isinstance(order, Order)
        assert order.unit is not None
        unit = own_unit(survey, power, order.unit)
        count = number(order, unit.strength)
        why = _why_no_removal(unit, count, men) if men > 0 else because("enough-go")
        if why is None:
            men -= count * SIZES[unit.kind].worth
        else:
            faults[index] = why
    return faults


def _carry_out(power: str, order: Order, units: dict[str, Unit]) -> tuple[Outcome, list[Report]]:
    """Change the forces, by province, as a build or removal says; its outcome, what was lost."""
    name = order.unit
    if name is None:
        report = Report("waived", "STD-ADJ", {"power": power})
        return Outcome(power, None, order, Fate.SUCCEEDS, "", report), []
    before = units.get(name.province)
    if order.verb == "remove":
        assert before is not None
        return _take(before, number(order, before.strength), units), []
    full = SIZES[name.kind].full
    next_id = 1 + max((unit.id for unit in units.values()), default=0)
    unit = before or Unit(power, name.kind, name.place, 0, id=next_id)
    units[name.province] = replace(unit, strength=full)
    built = shown(units[name.province])
    facts: dict[str, Fact] = {"power": power, "unit": built}
    if before is None:
        report = Report("built", "STD-ADJ", facts)
        return Outcome(power, built, order, Fate.SUCCEEDS, name.place, report), []
    noun = SIZES[name.kind].noun
    grown = Report("built-onto", "CL-12b", {**facts, "count": full - before.strength, "noun": noun})
    lost: dict[str, Fact] = {
        "power": power,
        "place": name.province,
        "count": before.strength,
        "noun": noun,
    }
    told = Outcome(power, built, order, Fate.SUCCEEDS, name.place, grown)
    return told, [Report("build-lost", "CL-12b", lost)]


def _part(unit: Unit, count: int) -> Unit:
    return replace(unit, strength=count)


def _take(unit: Unit, count: int, units: dict[str, Unit]) -> Outcome:
    """Take so many men or ships off the board."""
    _reduce(unit, count, units)
    report = Report("removed", "STD-ADJ", {"power": unit.power, "unit": shown(_part(unit, count))})
    return _removed(_part(unit, count), report)


def _removed(gone: Unit, report: Report) -> Outcome:
    order = Order("remove", UnitName(gone.place, gone.kind), extra=((MEN, gone.strength),))
    return removal(gone, order, report)


def _reduce(unit: Unit, count: int, units: dict[str, Unit]) -> None:
    if count == unit.strength:
        del units[unit.province]
    else:
        units[unit.province] = _part(unit, unit.strength - count)


def _missing(survey: Survey, power: str, units: dict[str, Unit]) -> list[Outcome]:
    """The removals that nobody ordered: the farthest force first, as many as needed (CL-12c)."""
    own = [unit for unit in units.values() if unit.power == power]
    men = men_of(own) - FULL_ARMY * len(survey.position.centres_of(power))
    if power not in survey.book.players:
        return []
    missing = []
    for unit, report in survey.book.removals(survey, power, own, len(own)):
        if men <= 0:
            break
        gone = _part(unit, to_go(unit, men))
        _reduce(unit, gone.strength, units)
        men -= weight(gone)
        facts = {**report.facts, "unit": shown(gone)}
        missing.append(_removed(gone, replace(report, facts=facts)))
    return missing
