"""Why: the fate of every order of a movement, with the reason and the orders behind it.

Every reason is a report; its causes are other orders of the same turn, so that
following them gives the chain of causes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable
from dataclasses import replace

from legation.board.orders import Order
from legation.board.units import Dislodged
from legation.rules.battle import Road
from legation.rules.fought import Answer, Fought
from legation.rules.intents import VOID, refusal
from legation.rules.movement import Movement, carried
from legation.rules.naming import own_name
from legation.rules.reports import Fate, Outcome, Report, shown
from legation.rules.resolve import Resolution
from legation.rules.survey import Asked
from legation.rules.why_held import held
from legation.rules.why_helped import convoyed, supported
from legation.rules.why_moved import moved


class Reasoned(Asked):
    """What a rulebook is asked about reasons; `Rulebook` has the standard answer."""

    @abstractmethod
    def answer(self, fought: Fought, index: int) -> Answer:
        """What became of a unit's order, why, and whose orders brought it about."""


def answer(fought: Fought, index: int) -> Answer:
    """The fate of the order of one unit."""
    intent = fought.intents[index]
    if intent.remark == VOID:
        assert intent.error is not None
        report = Report("void", intent.error.clause, {"why": intent.error.why})
        return Answer(VOID, report)
    order = intent.order
    if order is None or order.verb == "hold":
        return held(fought, index, intent)
    if order.verb == "move":
        return moved(fought, index, intent)
    if order.verb == "support":
        return supported(fought, index, intent)
    return convoyed(fought, index, intent)


def attacker_place(movement: Movement, resolution: Resolution, index: int) -> str:
    """The province that the attack on a dislodged unit came from."""
    return movement.intents[resolution.dislodged_by[index]].unit.province


def came_by_convoy(movement: Movement, resolution: Resolution, index: int) -> bool:
    """Did this move travel by convoy?"""
    road = movement.battle.forces[index].road
    return road == Road.CONVOY or (road == Road.EITHER and resolution.convoy[index])


def explained(
    book: Reasoned, movement: Movement, resolution: Resolution, given: Collection[int] = ()
) -> list[Outcome]:
    """The outcome of every unit, with the reason, parallel to the intents.

    Moves that are `given` fail without a reason (STD-WHY).
    """
    fought = Fought(movement, resolution)
    return [fate_of(book, fought, given, index) for index in range(len(movement.intents))]


def fate_of(book: Reasoned, fought: Fought, given: Collection[int], index: int) -> Outcome:
    """The same of one unit."""
    stopped = index in given
    why = fought.untold(index, Fate.FAILS) if stopped else book.answer(fought, index)
    return _ended(fought, index, why)


def as_fought(
    book: Reasoned, movement: Movement, resolution: Resolution, lost: Iterable[Dislodged]
) -> tuple[Outcome, ...]:
    """The outcomes of a movement: of every unit, parallel to the intents, then those refused."""
    open_to = {each.unit: each.retreats for each in lost}
    outcomes = explained(book, movement, resolution)
    return (
        *(
            replace(told, retreats=open_to[intent.unit]) if told.dislodged else told
            for told, intent in zip(outcomes, movement.intents, strict=True)
        ),
        *refusals(movement),
    )


def refusals(movement: Movement) -> list[Outcome]:
    """The outcomes of orders that no unit carries out, where that of no unit tells it already."""
    survey = movement.survey
    return [refusal(survey, each) for each in movement.refused if not carried(movement, each)]


def end_of(movement: Movement, resolution: Resolution, index: int) -> str:
    """Where a unit is when a movement is over; empty where it is dislodged."""
    intent = movement.intents[index]
    if resolution.arrived[index] and intent.order is not None:
        return intent.order.goal
    return "" if resolution.dislodged_by[index] >= 0 else intent.unit.place


def order_told(movement: Movement, index: int) -> Order | None:
    """The order that the outcome of a unit is told with, if it has any."""
    intent = movement.intents[index]
    begun = movement.ground.begun.get(intent.unit)
    return intent.order or intent.written if begun is None else begun.order


def _ended(fought: Fought, index: int, answer: Answer) -> Outcome:
    """The outcome of one order, with where its unit then is."""
    movement, resolution = fought.movement, fought.resolution
    intent, by = movement.intents[index], resolution.dislodged_by[index]
    unit, order = intent.unit, order_told(movement, index)
    begun = movement.ground.begun.get(unit)
    if begun is not None:
        unit = begun.unit
        if begun.reason is not None:
            causes = tuple(
                i for i, other in enumerate(fought.intents) if other.unit in begun.causes
            )
            answer = Answer(answer.fate, begun.reason, causes)
    causes = answer.causes
    if by >= 0 and by not in causes:
        causes = (*causes, by)
    return Outcome(
        power=unit.power,
        unit=shown(unit),
        order=order or Order("hold", own_name(unit)),
        fate=answer.fate,
        at=end_of(movement, resolution, index),
        reason=answer.reason,
        causes=causes,
        dislodged=by >= 0,
        by=attacker_place(movement, resolution, index) if by >= 0 else "",
    )
