"""Winter: each power adjusts on the board that it knows, mutants first (PA-9, PA-10b)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from legation.board.graph import FLEET, MUTANT, province_of
from legation.board.orders import Order
from legation.board.position import sort_units
from legation.board.units import Unit, UnitName
from legation.rules.adjust import adjust, refused
from legation.rules.legality import judge
from legation.rules.naming import own_unit
from legation.rules.refusals import IllegalError, RefusedOrderError, because, void_of
from legation.rules.removals import FAR, FARTHEST, WITHOUT_WAY, moves_to
from legation.rules.reports import Fact, Fate, Outcome, Report, shown
from legation.rules.survey import SheetFault, Survey
from legation.rules.upkeep import Upkeep
from legation.rules.work import Work

from . import ranges, sights
from .country import homes
from .ledger import CENTRES, Ledger
from .mutants import COST, MUTATE, given_up, home_centres, price
from .options import Options
from .unseen import places_of

# Removals that nobody ordered


def _distance(survey: Survey, power: str, unit: Unit) -> int:
    graph, position = survey.graph, survey.position
    if survey.book.options.civil_disorder == "owned-centre":
        return moves_to(graph.touching, [unit.province], {*position.centres_of(power)})
    goals = {*homes(graph, power)} & {*position.facts.get(CENTRES, ())}
    if unit.kind == FLEET:
        return moves_to(graph.fleet, [unit.place], goals)
    return moves_to(graph.touching, [unit.province], goals)


def _removal(survey: Survey, unit: Unit, distance: int) -> Report:
    """Why it went, which is told to no player: it measures from centres (PA-10b)."""
    owned = survey.book.options.civil_disorder == "owned-centre"
    facts: dict[str, Fact] = {"power": unit.power, "unit": shown(unit)}
    if distance == FAR:
        return Report(WITHOUT_WAY, "STD-NMR", facts)
    measure = "a centre it owns" if owned else "a home centre that it knows"
    facts |= {"measure": measure, "distance": distance}
    return Report(FARTHEST, "STD-NMR", facts)


class Building(Upkeep):
    """What mutants need, where units are built, and who goes unasked."""

    options: Options

    def upkeep(self, survey: Survey, unit: Unit) -> int:
        """How many centres a unit needs (option ``mutant-upkeep``)."""
        del survey
        return self.options.mutant_upkeep if unit.kind == MUTANT else 1

    def due(self, survey: Survey, power: str) -> int:
        """Builds due to a power, or removals; 0 where its centres are not all known."""
        if power in survey.position.facts.get(sights.UNCOUNTED, ()):
            return 0
        return super().due(survey, power)

    def going(
        self, survey: Survey, power: str, units: Sequence[Unit]
    ) -> Iterator[tuple[Unit, Report]]:
        """The farthest from the centres that the power knows, fleets first (STD-NMR)."""
        names = survey.graph.provinces
        away = [(_distance(survey, power, unit), unit) for unit in units]
        away.sort(key=lambda pair: (-pair[0], pair[1].kind != FLEET, names[pair[1].province].name))
        for distance, unit in away:
            yield unit, _removal(survey, unit, distance)

    def cost(self, name: UnitName) -> int:
        """How many builds a unit takes: two if it is a mutant for which no unit goes (PA-9c)."""
        return COST if name.kind == MUTANT else 1

    def build_choices(self, survey: Survey, power: str) -> list[UnitName]:
        """The units that a power could build, one by one: in its vacant home centres (PA-9d)."""
        return [
            UnitName(home, kind)
            for home in home_centres(survey, power)
            if home not in survey.at
            for kind in survey.book.kinds
            if survey.graph.can_stand(kind, home) and (kind != MUTANT or survey.due(power) >= COST)
        ]

    def builds_possible(self, survey: Survey, power: str) -> int:
        """How many builds a power can really use.

        Each vacant home centre has room for a mutant, and each with a unit of its
        own for one that this unit is given up for.
        """
        own = home_centres(survey, power)
        vacant = sum(home not in survey.at for home in own)
        held = sum(unit.province in own for unit in survey.position.of(power))
        return max(0, min(survey.due(power), COST * vacant + held))

    def why_no_build(self, survey: Survey, power: str, name: UnitName) -> Report:
        """Why a power cannot build this unit."""
        province = survey.graph.provinces[name.province]
        place = province.code
        clause = "PA-9d" if name.kind == MUTANT else "STD-ADJ"
        if place not in home_centres(survey, power):
            # Whether it is a centre that was not found, nobody's or somebody's reads alike.
            return because("no-home", clause, place=place, power=power)
        if place in survey.at:
            return because("occupied", clause, place=place)
        if name.kind == MUTANT:
            return because("mutant-price", count=COST)
        return because("no-ground", kind=name.kind, place=place, terrain=province.terrain)


# A power's Winter


@dataclass(frozen=True)
class Winter:
    """What one power's sheet comes to: its units, an outcome for each order, and what else."""

    units: tuple[Unit, ...]
    outcomes: tuple[Outcome, ...]
    automatic: tuple[Outcome, ...]
    reports: tuple[Report, ...]


def winter(survey: Survey, power: str, sheet: Sequence[Order]) -> Winter:
    """Adjust one power on the board that it knows; mutants come first (PA-9c, PA-9d)."""
    book, owed = survey.book, survey.book.due(survey, power)
    outcomes: dict[int, Outcome] = {}
    grown = survey
    for at, order in enumerate(sheet):
        try:
            judge(survey, power, order)  # what was vacant, and whose, when the Winter began
            if order.verb == MUTATE:
                grown, owed, told = _mutated(grown, power, order, owed)
                outcomes[at] = told
        except RefusedOrderError as error:
            outcomes[at] = refused(power, order, error)
    for at, order in enumerate(sheet):
        if at not in outcomes and _given_up(survey, grown, power, order):
            fault = IllegalError(book, because("given-up"), order)
            outcomes[at] = refused(power, order, fault)
    last = book.options.too_many_builds == "last"
    rest = [at for at in range(len(sheet)) if at not in outcomes]
    rest.sort(key=lambda at: _is_mutant(sheet[at]) == last)
    left = {**dict.fromkeys(book.players, 0), power: owed}
    done = adjust(Survey(book, grown.position, left), {power: [sheet[at] for at in rest]})
    outcomes |= zip(rest, done.results[power], strict=True)
    told_all = tuple(outcomes[at] for at in range(len(sheet)))
    return Winter(done.position.of(power), told_all, done.automatic, done.reports)


def _given_up(survey: Survey, grown: Survey, power: str, order: Order) -> bool:
    """Is this the removal of a unit that a mutant has taken the place of?"""
    if order.verb != "remove" or order.unit is None:
        return False
    return own_unit(survey, power, order.unit) not in grown.index


def _is_mutant(order: Order) -> bool:
    return order.verb == "build" and order.unit is not None and order.unit.kind == MUTANT


Grown = tuple[Survey, int, Outcome]


def _mutated(survey: Survey, power: str, order: Order, owed: int) -> Grown:
    """The board with a mutant in place of units given up, what is then due, and the outcome.

    What is due was counted before: disbandings bring no further build. Units
    given up beyond what the mutant needs count as removals that are due.

    Raises:
        RefusedOrderError: where it cannot be.
    """
    book, position = survey.book, survey.position
    order = judge(survey, power, order)
    units = given_up(survey, power, order)
    if price(order) > max(owed, 0):
        raise IllegalError(book, because("no-build-left", power=power), order)
    number = min(0, *(unit.id for unit in position.units)) - 1
    new = Unit(power, MUTANT, province_of(order.goal), id=number)
    kept = [unit for unit in position.units if unit not in units]
    freed = sum(book.relief(survey, u) for u in units) - book.relief(survey, new)
    owed = owed - price(order) if owed > 0 else min(0, owed + freed)
    gone = tuple(map(shown, units))
    facts: dict[str, Fact] = {"power": power, "unit": shown(new), "units": gone}
    report = Report("mutated", "PA-9c", facts)
    told = Outcome(power, shown(new), order, Fate.SUCCEEDS, new.place, report)
    return Survey(book, replace(position, units=sort_units([*kept, new]))), owed, told


def check_sheet(survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
    """The orders of a Winter's sheet that cannot be carried out beside the others (PA-9c)."""
    return [
        SheetFault(at, void_of(survey.book, told.reason))
        for at, told in enumerate(winter(survey, power, orders).outcomes)
        if told.fate == Fate.VOID
    ]


# Everybody's Winter


def adjusting(work: Work) -> Work:
    """The adjustment phase: each power's, and what the others hear of it (PA-10a, PA-10b)."""
    book, start = work.book, work.position
    units: list[Unit] = []
    built: list[Unit] = []
    number = max((unit.id for unit in start.units), default=0)
    for power in sorted(book.players | set(work.orders)):
        survey = Survey(book, sights.known(book, work.truth, power))
        before = {unit.id for unit in start.of(power)}
        done = winter(survey, power, work.orders.get(power, ()))
        for unit in done.units:
            if unit.id not in before:
                number += 1
                unit = replace(unit, id=number)
                built.append(unit)
            units.append(unit)
        only = frozenset({power})
        work = work.adding(*done.outcomes, *done.automatic)
        work = work.tell(*(replace(report, audience=only) for report in done.reports))
    work = work.on(replace(start, units=sort_units(units)))
    if Options.of(book).publish_builds == "unit-only":
        standing = {unit.province for unit in units}
        hidden = (places_of(work.truth) & standing) | {unit.province for unit in built}
        work = work.keep(replace(Ledger.of(work.truth), built_unseen=frozenset(hidden)))
    out = book.players - {unit.power for unit in units}
    work = work.keep(replace(Ledger.of(work.truth), out=out))
    return ranges.find(work)
