"""A movement carried out: what becomes of each unit, by the readable resolver."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from legation.board.graph import province_of
from legation.compat.diplomacy.ground import GRAPH
from legation.compat.diplomacy.orders import CONVOY, MOVE, SUPPORT, Said
from legation.compat.diplomacy.phasedata import Told
from legation.compat.diplomacy.plan import Plan, by_land, plan_of
from legation.compat.diplomacy.words import (
    BOUNCE,
    CUT,
    DISLODGED,
    DISRUPTED,
    NO_CONVOY,
    VOID,
    OrderResult,
)
from legation.rules.battle import Act, Battle, Force, Preset, Road
from legation.rules.resolve import resolve


class Fought(NamedTuple):
    """What became of each unit, by index: tuples as in `rules.resolve.Resolution`."""

    arrived: Sequence[bool]
    dislodged_by: Sequence[int]
    support: Sequence[int]
    convoy: Sequence[bool]
    contested: frozenset[str]


STAYED, ARRIVED, LOST = 0, 1, 2
"""What became of a unit; as the kernel has it."""


class Outcome(NamedTuple):
    """What a movement comes to: a byte for each unit, `STAYED`, `ARRIVED` or `LOST`.

    `fled` are the dislodged, by index: who did it, and the places open to them.
    `words` makes the results, in the package's words.
    """

    deeds: bytes
    fled: dict[int, tuple[int, list[str]]]
    words: Callable[[], Told]


def outcome_of(orders: list[Said], powers: Sequence[str]) -> Outcome:
    """What a movement comes to, by the readable resolver."""
    plan, fought = fight(orders, powers)
    deeds = bytes(
        LOST if by >= 0 else ARRIVED if arrived else STAYED
        for arrived, by in zip(fought.arrived, fought.dislodged_by, strict=True)
    )
    lost = retreats_of(plan, fought)
    fled = {number: (fought.dislodged_by[number], open_to) for number, open_to in lost.items()}
    return Outcome(deeds, fled, partial(words_of, plan, fought))


def fight(orders: list[Said], powers: Sequence[str]) -> tuple[Plan, Fought]:
    """Carry the orders of a movement out.

    An army whose convoy to a neighbour fails goes by land, but for one that was
    to go by convoy in so many words (``VIA``).
    """
    plan = plan_of(orders, powers)
    fought = _settle(plan)
    if plan.routes:
        stranded = [
            army
            for army in plan.routes
            if not fought.convoy[army] and not orders[army].via
            if orders[army].goal in GRAPH.army[orders[army].here]
        ]
        if stranded:
            plan = by_land(plan, stranded)
            fought = _settle(plan)
    return plan, fought


def _settle(plan: Plan) -> Fought:
    resolution = resolve(Battle(_forces(plan)))
    return Fought(
        resolution.arrived,
        resolution.dislodged_by,
        resolution.support,
        resolution.convoy,
        resolution.contested,
    )


_MOVES, _SUPPORTS, _CONVOYS = Act.MOVE, Act.SUPPORT, Act.CONVOY
_LAND, _SEA, _OK, _VOID = Road.LAND, Road.CONVOY, Preset.OK, Preset.VOID


def _forces(plan: Plan) -> tuple[Force, ...]:
    orders, powers, void, target, sails, routes = plan
    forces = []
    for number, order in enumerate(orders):
        power, verb = powers[number], order.verb
        if verb == MOVE:
            road = _SEA if sails[number] else _LAND
            ways = routes.get(number, ()) if sails[number] else ()
            force = Force(power, order.unit[0], order.here, 1, _MOVES, order.goal_in, road, ways)
        elif verb == SUPPORT:
            preset = _VOID if void[number] else _OK
            force = Force(
                power,
                order.unit[0],
                order.here,
                1,
                _SUPPORTS,
                "",
                _LAND,
                (),
                target[number],
                preset,
            )
        elif verb == CONVOY:
            force = Force(power, order.unit[0], order.here, 1, _CONVOYS)
        else:
            force = Force(power, order.unit[0], order.here)
        forces.append(force)
    return tuple(forces)


def words_of(plan: Plan, fought: Fought) -> dict[str, list[OrderResult]]:
    """Unit → what became of its order, in the package's words."""
    told: dict[str, list[OrderResult]] = {}
    orders, void, sails = plan.orders, plan.void, plan.sails
    arrived, convoy, dislodged_by = fought.arrived, fought.convoy, fought.dislodged_by
    at = {order.here: number for number, order in enumerate(orders)}
    for number, order in enumerate(orders):
        words: list[OrderResult] = []
        verb = order.verb
        if verb == MOVE:
            if not arrived[number]:
                words.append(NO_CONVOY if sails[number] and not convoy[number] else BOUNCE)
        elif void[number]:
            words.append(VOID)
        elif verb == SUPPORT:
            helped = plan.target[number]
            if sails[helped] and not convoy[helped]:
                words.append(NO_CONVOY if helped in plan.routes else VOID)
            elif not fought.support[number]:
                words.append(CUT)
            elif order.goal and _spares(plan, fought, number, at.get(order.goal_in, -1)):
                words.append(VOID)
        elif verb == CONVOY:
            ways = [way for way in plan.routes.get(at[order.there], ()) if number in way]
            if not ways:
                words += (NO_CONVOY, VOID)
            elif not convoy[at[order.there]] and dislodged_by[number] < 0:
                # a whole route stands, and the army stays: a paradox (DATC 4.A.2)
                whole = any(all(dislodged_by[fleet] < 0 for fleet in way) for way in ways)
                words.append(DISRUPTED if whole and sails[at[order.there]] else NO_CONVOY)
        if dislodged_by[number] >= 0:
            words.append(DISLODGED)
        told[order.unit] = words
    return told


def _spares(plan: Plan, fought: Fought, support: int, holder: int) -> bool:
    """Is it a support against a unit of its own power that stays, and would be dislodged by it?"""
    if holder < 0 or plan.powers[holder] != plan.powers[support]:
        return False
    move, orders = plan.target[support], plan.orders
    by_sea = plan.sails[move] or plan.sails[holder]
    meets = orders[holder].goal_in == orders[move].here and not by_sea
    if fought.arrived[holder] and not meets:
        return False
    goal = orders[move].goal_in
    rivals = [
        number
        for number, order in enumerate(orders)
        if order.verb == MOVE and order.goal_in == goal and number != move
        if fought.convoy[number] or not plan.sails[number]
    ]
    if orders[holder].verb != MOVE:
        rivals.append(holder)
    attack = _backed(plan, fought, move)
    return all(attack > _backed(plan, fought, rival) for rival in rivals)


def _backed(plan: Plan, fought: Fought, unit: int) -> int:
    """How many supports of a unit, or of its move, count."""
    return sum([n == unit and fought.support[k] > 0 for k, n in enumerate(plan.target)])


def retreats_of(plan: Plan, fought: Fought) -> dict[int, list[str]]:
    """The dislodged units, by index → the places open to them (STD-RET).

    Closed are occupied and contested places, and the one that the attack came
    from unless it came by convoy.
    """
    lost = [number for number, by in enumerate(fought.dislodged_by) if by >= 0]
    if not lost:
        return {}
    orders = plan.orders
    taken = set(fought.contested)
    for number, order in enumerate(orders):
        if fought.arrived[number]:
            taken.add(order.goal_in)
        elif fought.dislodged_by[number] < 0:
            taken.add(order.here)
    open_to = {}
    for number in lost:
        unit, by = orders[number].unit, fought.dislodged_by[number]
        origin = "" if plan.sails[by] else orders[by].here
        open_to[number] = [
            place
            for place in GRAPH.ordered_steps[unit[0]][unit[2:]]
            if province_of(place) not in taken and province_of(place) != origin
        ]
    return open_to
