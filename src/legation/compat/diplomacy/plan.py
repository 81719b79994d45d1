"""What each unit of a movement does, and for whom: orders matched, routes laid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from legation.compat.diplomacy.ground import GRAPH, LANES
from legation.compat.diplomacy.orders import MOVE, SUPPORT, Said

Routes = tuple[tuple[int, ...], ...]


class Plan(NamedTuple):
    """Lists parallel to the units of a movement; units are named by index.

    `void` are supports and convoys that fit no order of their target, moves by
    convoy that nobody carries among them; `sails` are moves that go by convoy,
    `routes` their fleets. `target` is that of a support which counts, else -1.
    """

    orders: list[Said]
    powers: Sequence[str]
    void: list[bool]
    target: list[int]
    sails: list[bool]
    routes: dict[int, Routes]


def plan_of(orders: list[Said], powers: Sequence[str]) -> Plan:
    """Match the orders of a movement, one for each unit."""
    size = len(orders)
    void, target, sails = [False] * size, [-1] * size, [False] * size
    at = {order.here: number for number, order in enumerate(orders)}
    carriers: dict[int, dict[str, int]] = {}
    meant: set[int] = set()
    for number, order in enumerate(orders):
        if order.verb < SUPPORT:
            continue
        helped = at.get(order.there, -1)
        does = orders[helped]
        if helped < 0 or does.unit != order.target:
            void[number] = True
        elif order.verb == SUPPORT:
            if not order.goal:
                fits = does.verb != MOVE
            else:
                fits = does.verb == MOVE and order.goal in (does.goal, does.goal_in)
            if fits:
                target[number] = helped
            else:
                void[number] = True
        elif does.verb == MOVE and does.goal_in == order.goal_in:
            carriers.setdefault(helped, {})[order.here] = number
            if powers[helped] == powers[number]:
                meant.add(helped)
        else:
            void[number] = True
    routes = _routes(orders, carriers, meant, sails, void)
    return Plan(orders, powers, void, target, sails, routes)


def _routes(
    orders: Sequence[Said],
    carriers: Mapping[int, Mapping[str, int]],
    meant: set[int],
    sails: list[bool],
    void: list[bool],
) -> dict[int, Routes]:
    """The routes of the armies that go by convoy; notes who sails, and whom nobody carries."""
    by_land, routes = GRAPH.army, {}
    for number, order in enumerate(orders):
        if order.verb != MOVE or order.unit[0] == "F":
            continue
        near = order.goal in by_land[order.here]
        if near and not order.via and number not in meant:
            continue
        fleets = carriers.get(number)
        ways: Routes = ()
        if fleets:
            found = LANES.routes(order.here, order.goal, frozenset(fleets))
            ways = tuple([tuple([fleets[sea] for sea in way]) for way in found])
        if ways:
            sails[number] = True
            routes[number] = ways
        elif not near:
            sails[number] = void[number] = True
    return routes


def by_land(plan: Plan, stranded: Sequence[int]) -> Plan:
    """The same, where these armies go by land after all; their routes are told, and not used."""
    sails = list(plan.sails)
    for number in stranded:
        sails[number] = False
    return plan._replace(sails=sails)
