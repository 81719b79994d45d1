"""A turn: from truth, orders and dice to the next truth, outcomes and reports.

Pure: no clock, no database, no state. A phase in which nobody has anything to
decide is passed over, centres change owner when the autumn is over, and an
ending ends the game (STD-PH, STD-END).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.orders import Order
from legation.board.position import Position, sort_units
from legation.board.truth import Truth
from legation.board.units import Dislodged, Unit
from legation.errors import StateError
from legation.rules.adjust import adjust, to_decide
from legation.rules.dice import Dice
from legation.rules.explain import Explainer, Fate, outcome
from legation.rules.movement import Movement, Refused, fight, refusal
from legation.rules.reports import Outcome, Report
from legation.rules.resolve import Resolution
from legation.rules.retreat import DISBANDED, dislodged, retreat
from legation.rules.rulebook import Rulebook
from legation.rules.survey import Survey
from legation.rules.victory import LAST_YEAR, end, new_owners, solo, survivors

DISLODGED = "dislodged"

Sheets = Mapping[str, Sequence[Order]]


@dataclass(frozen=True, slots=True)
class Turn:
    """What a phase came to.

    `causes` in the outcomes are indices into `outcomes`; `contested` are the
    empty provinces in which units bounced.
    """

    truth: Truth
    outcomes: tuple[Outcome, ...]
    reports: tuple[Report, ...]
    contested: frozenset[str] = frozenset()


def opening(book: Rulebook) -> Truth:
    """The truth before the first phase: starting units and owners."""
    units = sort_units(
        Unit(row.power, row.kind, row.place, row.strength, id=number)
        for number, row in enumerate(book.graph.setup, start=1)
    )
    owners = {home: power for power, homes in book.graph.homes.items() for home in homes}
    for unit in units:
        if unit.province in book.graph.centres:
            owners[unit.province] = unit.power
    return Truth(Position(book.calendar.first, units, owners))


def advance(book: Rulebook, truth: Truth, orders: Sheets, dice: Dice) -> Turn:
    """Carry out the current phase and go on to the next in which anybody decides anything.

    Raises:
        StateError: when the game is over.
    """
    del dice  # the standard game draws nothing; a variant's steps do
    if truth.ending:
        raise StateError("the game is over")
    survey = Survey(book, truth.position)
    kind = truth.position.phase.kind
    if kind == MOVEMENT:
        position, outcomes, reports = _move(survey, orders)
    elif kind == RETREAT:
        position, found, refused = retreat(survey, orders)
        outcomes, reports = (*found, *(refusal(survey, r) for r in refused)), ()
    else:
        position, outcomes, reports = _adjust(survey, orders)
    before = survivors(truth)
    truth, later = _go_on(book, replace(truth, position=position))
    left = survivors(truth)
    gone = [Report("eliminated", "STD-PH", {"power": p}) for p in before if p not in left]
    return Turn(truth, outcomes, (*reports, *later, *gone), position.contested)


Step = tuple[Position, tuple[Outcome, ...], tuple[Report, ...]]


def _move(survey: Survey, orders: Sheets) -> Step:
    movement, resolution = fight(survey, orders)
    standing = [
        replace(intent.unit, place=_where(movement, resolution, index))
        for index, intent in enumerate(movement.intents)
        if resolution.dislodged_by[index] < 0
    ]
    lost = dislodged(movement, resolution, standing)
    explainer = Explainer(movement, resolution)
    by_unit = {d.unit: d for d in lost}
    outcomes = tuple(
        _movement_outcome(movement, resolution, index, explainer.fate(index), by_unit)
        for index in range(len(movement.intents))
    )
    outcomes += tuple(refusal(survey, r) for r in movement.refused if not _carried(movement, r))
    reports = tuple(_loss(survey, movement, resolution, d) for d in lost)
    position = replace(
        survey.position,
        units=sort_units(standing),
        dislodged=tuple(d for d in lost if d.retreats),
        contested=resolution.contested,
    )
    return position, outcomes, reports


def _carried(movement: Movement, refused: Refused) -> bool:
    """Is this refusal told by the outcome of its unit already?"""
    return any(intent.error is refused.error for intent in movement.intents)


def _where(movement: Movement, resolution: Resolution, index: int) -> str:
    intent = movement.intents[index]
    if resolution.arrived[index] and intent.order is not None:
        return intent.order.goal
    return intent.unit.place


def _movement_outcome(
    movement: Movement,
    resolution: Resolution,
    index: int,
    fate: Fate,
    lost: Mapping[Unit, Dislodged],
) -> Outcome:
    found = lost.get(movement.intents[index].unit)
    if found is None:
        return outcome(movement, index, fate, _where(movement, resolution, index))
    by = resolution.dislodged_by[index]
    if by not in fate.causes:
        fate = fate._replace(causes=(*fate.causes, by))
    told = outcome(movement, index, fate, DISLODGED)
    return replace(told, by=found.by, retreats=found.retreats)


def _loss(survey: Survey, movement: Movement, resolution: Resolution, lost: Dislodged) -> Report:
    index = next(i for i, intent in enumerate(movement.intents) if intent.unit == lost.unit)
    winner = movement.intents[resolution.dislodged_by[index]].unit
    adjective = {p.name: p.adjective for p in survey.book.powers}
    facts = {
        "unit": f"{adjective.get(lost.unit.power, lost.unit.power)} {lost.unit}",
        "place": lost.unit.province,
        "rivals": f"{adjective.get(winner.power, winner.power)} {winner}",
    }
    return Report("dislodged" if lost.retreats else "destroyed", "STD-DIS", facts)


def _adjust(survey: Survey, orders: Sheets) -> Step:
    done = adjust(survey, orders)
    outcomes = [told for told_all in done.results.values() for told in told_all]
    outcomes += [
        Outcome(unit.power, str(unit), f"Remove {unit}", "succeeds", DISBANDED, report)
        for unit, report in done.automatic
    ]
    return done.position, tuple(outcomes), done.reports


def _go_on(book: Rulebook, truth: Truth) -> tuple[Truth, tuple[Report, ...]]:
    """To the next phase in which there is something to decide, or to the end."""
    reports: list[Report] = []
    while not truth.ending:
        position = truth.position
        phase, after = position.phase, book.calendar.after(position.phase)
        if phase.season == book.calendar.ownership and after.season != phase.season:
            changes = new_owners(book, position)
            position = replace(position, owners=changes.owners)
            truth, won = solo(book, replace(truth, position=position))
            reports += [*changes.reports, *won]
            if truth.ending:
                break
        if phase.year <= book.calendar.last_year < after.year:
            left = survivors(truth)
            reports.append(Report("draw-last-year", "STD-END", {"powers": left}))
            truth = end(truth, LAST_YEAR, left)
            break
        position = replace(truth.position, phase=after)
        if after.kind == MOVEMENT:
            position = replace(position, contested=frozenset(), dislodged=())
        truth = replace(truth, position=position)
        if not _idle(book, position):
            break
    return truth, tuple(reports)


def _idle(book: Rulebook, position: Position) -> bool:
    """Has nobody anything to decide in this phase?"""
    if position.phase.kind == RETREAT:
        return not position.dislodged
    if position.phase.kind == ADJUSTMENT:
        return not to_decide(Survey(book, position))
    return False
