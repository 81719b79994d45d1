"""A turn: from truth, orders and dice to the next truth, outcomes and reports.

Pure: no clock, no database, no state. A phase in which nobody has anything to
decide is passed over, centres change owner before the adjustments, and an
ending ends the game (STD-PH, STD-END). What is done at each moment is a tuple
of named steps, `STANDARD_STEPS`, in which a variant puts its own.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from msgspec import Struct

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, SETUP, Phase
from legation.board.position import Position, sort_apart, sort_units
from legation.board.truth import Truth
from legation.board.units import Dislodged, Unit
from legation.errors import StateError
from legation.rules.book import Book
from legation.rules.dice import Dice
from legation.rules.editions import Edition, Editions
from legation.rules.intents import refusal
from legation.rules.movement import Movement, fight
from legation.rules.reports import Fact, Report, shown
from legation.rules.resolve import Resolution
from legation.rules.retreat import dislodged, retreat
from legation.rules.survey import Survey
from legation.rules.victory import new_owners
from legation.rules.work import CLOSE, COUNT, OPEN, Done, Played, Sheets, Steps, Work, carry_out


class Turn(Struct, frozen=True):
    """What a phase came to.

    `editions` are what each reader is told of its orders; `contested` are the
    empty provinces in which units bounced.
    """

    truth: Truth
    editions: Editions
    reports: tuple[Report, ...]
    contested: frozenset[str] = frozenset()

    @property
    def outcomes(self) -> Edition:
        """What became of the orders, all of it; `causes` are indices into it."""
        return self.editions.of(None)


def set_up(book: Book) -> Truth:
    """Starting units and owners, with nothing drawn or dealt yet."""
    units = sort_units(
        Unit(row.power, row.kind, row.place, row.strength, id=number)
        for number, row in enumerate(book.graph.setup, start=1)
    )
    owners = dict(book.graph.first_owners)
    for unit in units:
        if unit.province in book.graph.centres and unit.power in book.players:
            owners[unit.province] = unit.power
    return Truth(Position(book.calendar.first, units, owners), book.ledger())


def opening(book: Played, dice: Dice) -> tuple[Truth, tuple[Report, ...]]:
    """The truth before the first phase, and what is told of it.

    A variant draws and deals what it has to (hook `setup`).
    """
    return book.setup(set_up(book), dice)


def advance(
    book: Played, truth: Truth, orders: Sheets, dice: Dice, survey: Survey | None = None
) -> Turn:
    """Carry out the current phase and go on to the next in which anybody decides anything.

    `survey` is of the board of the truth, where somebody has made one.

    Raises:
        StateError: when the game is over.
    """
    if truth.ending:
        raise StateError("the game is over")
    work = Work(book, truth, orders, dice, surveyed=survey or Survey(book, truth.position))
    work = carry_out(work, truth.position.phase.kind)
    editions, contested = Editions.of_phase(Done(truth, orders, work)), work.position.contested
    work = _go_on(work)
    left = book.survivors(work.truth)
    before = book.survivors(truth) if len(left) < len(book.players) else ()
    out = [
        Report("eliminated", "STD-PH", {"power": power}) for power in before if power not in left
    ]
    return Turn(work.truth, editions, (*work.reports, *out), contested)


def _go_on(work: Work) -> Work:
    """To the next phase in which there is something to decide, or to the end."""
    book = work.book
    while not work.truth.ending:
        phase, next_phase = work.phase, book.calendar.after(work.phase)
        if next_phase.kind != RETREAT:
            work = carry_out(work, CLOSE) if phase.kind in (MOVEMENT, RETREAT) else work
        if next_phase.kind == ADJUSTMENT:
            work = carry_out(work, COUNT)
        if work.truth.ending:
            break
        if phase.year <= book.calendar.last_year < next_phase.year:
            truth, reports = book.run_out(work.truth)
            return work.tell(*reports).at(truth)
        work = _enter(work, next_phase)
        if not book.idle(work.position):
            break
    return work


def _enter(work: Work, phase: Phase) -> Work:
    old = work.position
    if phase.kind != MOVEMENT:
        position = Position(phase, old.units, old.owners, old.dislodged, old.contested, old.facts)
        return work.on(position)
    position = Position(phase, old.units, old.owners, facts=old.facts)
    return carry_out(work.on(position), OPEN)


# The standard steps


def fighting(work: Work) -> Work:
    """Movement: the orders are fought out, and the dislodged must retreat."""
    movement, resolution = fight(work.survey(), work.orders, work.ground)
    standing = _standing(movement, resolution)
    lost = dislodged(movement, resolution, standing)
    before, units = work.position, numbered(work.book, standing)
    leaving = tuple([d for d in lost if d.retreats])
    position = Position(
        before.phase, units, before.owners, leaving, resolution.contested, before.facts
    )
    work = work.fought(movement, resolution, position, lost)
    if not lost:
        return work
    winners = [movement.intents[by].unit for by in resolution.dislodged_by if by >= 0]
    return work.tell(*map(partial(_loss, work.book), lost, winners))


def _standing(movement: Movement, resolution: Resolution) -> list[Unit]:
    """The units that were not dislodged, where they then are."""
    fates = zip(movement.intents, resolution.arrived, resolution.dislodged_by, strict=True)
    return [
        intent.unit.moved(intent.order.goal) if arrived and intent.order else intent.unit
        for intent, arrived, by in fates
        if by < 0
    ]


def numbered(book: Book, units: list[Unit]) -> tuple[Unit, ...]:
    """Units in order; those of one power in one open place with numbers from 1 (STD-UNIT)."""
    if not book.open_places and not sum([unit.number for unit in units]):
        return sort_apart(units)
    shared: dict[tuple[str, str], list[Unit]] = {}
    for unit in units:
        if unit.province in book.open_places:
            shared.setdefault((unit.power, unit.place), []).append(unit)
    numbers = {
        unit: number
        for held in shared.values()
        if len(held) > 1
        for number, unit in enumerate(sorted(held, key=lambda u: u.id), start=1)
    }
    return sort_units(unit.moved(unit.place, numbers.get(unit, 0)) for unit in units)


def _loss(book: Played, lost: Dislodged, winner: Unit) -> Report:
    facts: dict[str, Fact] = {
        "unit": shown(lost.unit),
        "place": lost.unit.province,
        "rivals": shown(winner),
    }
    _, clause = book.loss(lost.unit.power, lost.retreats)
    return Report("dislodged" if lost.retreats else "destroyed", clause, facts)


def retreating(work: Work) -> Work:
    """Retreats: the dislodged go where they are ordered, or are disbanded."""
    survey = work.survey()
    position, told, refused = retreat(survey, work.orders)
    position = replace(position, units=numbered(work.book, list(position.units)))
    outcomes = (*told, *(refusal(survey, r) for r in refused))
    return work.on(position).adding(*outcomes)


def adjusting(work: Work) -> Work:
    """Adjustments: units are built and removed."""
    done = work.book.adjust(work.survey(), work.orders)
    outcomes = [told for told_all in done.results.values() for told in told_all]
    position = replace(done.position, units=numbered(work.book, list(done.position.units)))
    work = work.on(position).adding(*outcomes, *done.automatic)
    return work.tell(*done.reports)


def changing_owners(work: Work) -> Work:
    """Centres go to the powers that occupy them (STD-PH)."""
    old, changes = work.position, new_owners(work.book, work.position)
    position = Position(
        old.phase, old.units, changes.owners, old.dislodged, old.contested, old.facts
    )
    return work.on(position).tell(*changes.reports)


def winning(work: Work) -> Work:
    """Has somebody won by the centres he now owns (STD-END)?"""
    truth, reports = work.book.victory(work.truth)
    return work.at(truth).tell(*reports)


STANDARD_STEPS: Steps = {
    MOVEMENT: (("fight", fighting),),
    RETREAT: (("retreat", retreating),),
    ADJUSTMENT: (("adjust", adjusting),),
    SETUP: (),
    CLOSE: (),
    COUNT: (("owners", changing_owners), ("victory", winning)),
    OPEN: (),
}
