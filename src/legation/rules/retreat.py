"""Retreats (STD-RET): where the dislodged may go, and what becomes of their orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.position import Position, sort_units
from legation.board.units import Dislodged, Unit
from legation.errors import OrderError
from legation.rules.explain import attacker_place, came_by_convoy
from legation.rules.legality import judge
from legation.rules.movement import Movement, Refused, second_order
from legation.rules.reports import Outcome, Report
from legation.rules.resolve import Resolution
from legation.rules.survey import Survey

DISBANDED = "disbanded"


def dislodged(
    movement: Movement, resolution: Resolution, standing: Iterable[Unit]
) -> list[Dislodged]:
    """The dislodged units with the places open to them, given the units that still stand.

    Closed are occupied and contested places and the one the attacker came
    from; after a convoy the latter is open unless the options forbid it.
    """
    book = movement.survey.book
    taken = {unit.province for unit in standing} | resolution.contested
    found = []
    for index, by in enumerate(resolution.dislodged_by):
        if by < 0:
            continue
        unit = movement.intents[index].unit
        origin = attacker_place(movement, resolution, index)
        closed = set(taken)
        by_sea = came_by_convoy(movement, resolution, by)
        if not by_sea or book.options["retreat-to-convoyer"] == "forbidden":
            closed.add(origin)
        steps = book.graph.steps(unit.kind, unit.place)
        places = tuple(sorted(p for p in steps if province_of(p) not in closed))
        found.append(Dislodged(unit, origin, places))
    return found


def retreat(
    survey: Survey, orders: Mapping[str, Iterable[Order]]
) -> tuple[Position, list[Outcome], list[Refused]]:
    """Carry out a retreat phase.

    Returns the position after it, the fate of every dislodged unit, and the
    orders for units that are not dislodged or not one's own. Two or more
    retreats to one province disband all of them.
    """
    judged = {d.unit: _first_legal(survey, d.unit, orders) for d in survey.position.dislodged}
    goals = Counter(
        province_of(order.goal)
        for order, _ in judged.values()
        if order is not None and order.verb == "retreat"
    )
    retreated: list[Unit] = []
    outcomes = [
        _fate(d.unit, *judged[d.unit], goals, judged, retreated) for d in survey.position.dislodged
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
                settled = judge(survey, power, order)
            except OrderError as error:
                if order.unit is None or owners.get(order.unit.province) != power:
                    yield Refused(power, order, error)
                continue
            assert settled.unit is not None
            first = standing.setdefault((power, settled.unit.province), settled)
            if first is not settled:
                yield Refused(power, order, second_order(order, first))


Judged = tuple[Order | None, OrderError | None]


def _first_legal(survey: Survey, unit: Unit, orders: Mapping[str, Iterable[Order]]) -> Judged:
    refusal: OrderError | None = None
    for order in orders.get(unit.power, ()):
        if order.unit is None or order.unit.province != unit.province:
            continue
        try:
            return judge(survey, unit.power, order), None
        except OrderError as error:
            refusal = refusal or error
    return None, refusal


def _fate(
    unit: Unit,
    order: Order | None,
    refusal: OrderError | None,
    goals: Mapping[str, int],
    judged: Mapping[Unit, Judged],
    retreated: list[Unit],
) -> Outcome:
    text = str(order) if order else str(unit)

    def outcome(result: str, at: str, kind: str, clause: str, **facts: str) -> Outcome:
        report = Report(kind, clause, {"unit": str(unit), **facts})
        return Outcome(unit.power, str(unit), text, result, at, report)

    if refusal is not None:
        return outcome("void", DISBANDED, "retreat-void", refusal.clause, why=str(refusal))
    if order is None:
        return outcome("none", DISBANDED, "retreat-missing", "STD-NMR")
    if order.verb == "disband":
        return outcome("succeeds", DISBANDED, "retreat-disbanded", "STD-RET")
    goal = province_of(order.goal)
    if goals[goal] > 1:
        rivals = ", ".join(
            str(other)
            for other, (rival, _) in judged.items()
            if other is not unit and rival is not None and province_of(rival.goal) == goal
        )
        return outcome(
            "fails", DISBANDED, "retreat-clash", "STD-RET", goal=order.goal, rivals=rivals
        )
    retreated.append(replace(unit, place=order.goal))
    return outcome("succeeds", order.goal, "retreated", "STD-RET", goal=order.goal)
