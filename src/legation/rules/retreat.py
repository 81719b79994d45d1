"""Retreats (STD-RET): where the dislodged may go, and what becomes of their orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.position import Position, sort_units
from legation.board.units import Dislodged, Unit
from legation.rules.explain import attacker_place, came_by_convoy
from legation.rules.intents import Refused, second_order
from legation.rules.legality import judge
from legation.rules.movement import Movement
from legation.rules.naming import own_name
from legation.rules.refusals import RefusedOrderError
from legation.rules.reports import Fact, Fate, Outcome, Report, shown
from legation.rules.resolve import Resolution
from legation.rules.survey import Survey

CLOSED = "retreat-closed"
"""The kind of report of a retreat none of whose choices was open."""


def heard(outcomes: Iterable[Outcome], power: str) -> tuple[Outcome | None, ...]:
    """What a power hears of retreats.

    What was chosen in vain would tell everybody where somebody unseen stands;
    only its owner hears of that (STD-RET).
    """
    return tuple(
        _gone(told) if told.reason.kind == CLOSED and told.power != power else told
        for told in outcomes
    )


def _gone(told: Outcome) -> Outcome:
    assert told.order is not None
    reason = Report("retreat-disbanded", "STD-RET", {"unit": told.reason.facts["unit"]})
    order = Order("disband", told.order.unit)
    return replace(told, fate=Fate.SUCCEEDS, order=order, reason=reason)


def dislodged(
    movement: Movement, resolution: Resolution, standing: Iterable[Unit]
) -> list[Dislodged]:
    """The dislodged units with the places open to them, given the units that still stand.

    Closed are occupied and contested places and the one the attacker came
    from; after a convoy the latter is open unless the options forbid it. A
    place that any number may share is never taken.
    """
    survey, book, lost = movement.survey, movement.survey.book, list[Dislodged]()
    if max(resolution.dislodged_by, default=-1) < 0:
        return lost
    taken = {unit.province for unit in standing} | resolution.contested
    taken -= book.open_places
    for index, by in enumerate(resolution.dislodged_by):
        if by < 0:
            continue
        unit = movement.intents[index].unit
        origin = attacker_place(movement, resolution, index)
        by_sea = came_by_convoy(movement, resolution, by)
        closed = "" if by_sea and book.options.retreat_to_convoyer != "forbidden" else origin
        near = [(place, province_of(place)) for place in survey.ordered_steps(unit)]
        places = tuple([p for p, there in near if there not in taken and there != closed])
        lost.append(Dislodged(unit, origin, book.retreats(survey, unit, places)))
    return lost


def retreat(
    survey: Survey, orders: Mapping[str, Iterable[Order]]
) -> tuple[Position, list[Outcome], list[Refused]]:
    """Carry out a retreat phase.

    Returns the position after it, the fate of every dislodged unit, and the
    orders for units that are not dislodged or not one's own. Two or more
    retreats to one province disband all of them.
    """
    judged = {d.unit: _first_legal(survey, d, orders) for d in survey.position.dislodged}
    goals = Counter(
        province_of(order.goal)
        for order, _, _ in judged.values()
        if order is not None and order.verb == "retreat"
    )
    for place in survey.book.open_places:
        del goals[place]
    retreated: list[Unit] = []
    outcomes = [
        _fate(d.unit, judged[d.unit], goals, judged, retreated) for d in survey.position.dislodged
    ]
    units = sort_units([*survey.position.units, *retreated])
    position = replace(survey.position, units=units, dislodged=(), contested=frozenset())
    return position, outcomes, list(_strays(survey, orders))


def _strays(survey: Survey, orders: Mapping[str, Iterable[Order]]) -> Iterator[Refused]:
    standing: dict[tuple[str, str], Order] = {}
    owners = {d.unit.province: d.unit.power for d in survey.position.dislodged}
    for power, sheet in orders.items():
        for order in sheet:
            try:
                judged = judge(survey, power, order)
            except RefusedOrderError as error:
                if order.unit is None or owners.get(order.unit.province) != power:
                    yield Refused(power, order, error)
                continue
            assert judged.unit is not None
            first = standing.setdefault((power, judged.unit.province), judged)
            if first is not judged:
                yield Refused(power, order, second_order(survey, order, first))


class Judged(NamedTuple):
    """What a dislodged unit is to do; or why not; or its order of which no choice was open."""

    order: Order | None = None
    refusal: RefusedOrderError | None = None
    closed: Order | None = None


def _first_legal(survey: Survey, lost: Dislodged, orders: Mapping[str, Iterable[Order]]) -> Judged:
    unit, refusal = lost.unit, None
    for order in orders.get(unit.power, ()):
        if order.unit is None or order.unit.province != unit.province:
            continue
        if survey.book.ranked_retreats and order.verb == "retreat":
            first = _first_open(lost, order)
            return Judged(first) if first else Judged(closed=order)
        try:
            return Judged(judge(survey, unit.power, order))
        except RefusedOrderError as error:
            refusal = refusal or error
    return Judged(refusal=refusal)


def _first_open(lost: Dislodged, order: Order) -> Order | None:
    """The retreat to the first choice that is truly open (STD-RET); None if none is."""
    for choice in (order.goal, *(str(value) for _, value in order.extra)):
        if choice in lost.retreats:
            return replace(order, unit=own_name(lost.unit), goal=choice, extra=())
    return None


def _fate(
    unit: Unit,
    wish: Judged,
    goals: Mapping[str, int],
    judged: Mapping[Unit, Judged],
    retreated: list[Unit],
) -> Outcome:
    order = wish.order

    def outcome(fate: Fate, kind: str, clause: str, at: str = "", **facts: Fact) -> Outcome:
        report = Report(kind, clause, {"unit": shown(unit), **facts})
        meant = order or wish.closed
        return Outcome(unit.power, shown(unit), meant, fate, at, report, disbanded=not at)

    if wish.refusal is not None:
        return outcome(Fate.VOID, "retreat-void", wish.refusal.clause, why=wish.refusal.why)
    if wish.closed is not None:
        return outcome(Fate.FAILS, CLOSED, "STD-RET")
    if order is None:
        return outcome(Fate.NONE, "retreat-missing", "STD-NMR")
    if order.verb == "disband":
        return outcome(Fate.SUCCEEDS, "retreat-disbanded", "STD-RET")
    goal = province_of(order.goal)
    if goals[goal] > 1:
        rivals = tuple(
            shown(other)
            for other, rival in judged.items()
            if other is not unit and rival.order and province_of(rival.order.goal) == goal
        )
        return outcome(Fate.FAILS, "retreat-clash", "STD-RET", goal=order.goal, rivals=rivals)
    retreated.append(unit.moved(order.goal, unit.number))
    return outcome(Fate.SUCCEEDS, "retreated", "STD-RET", order.goal, goal=order.goal)
