"""Which of several equal parts of an army goes by which ships (CL-8b).

Convoy orders that name a number mean any part of that number. Where the ships
of one cannot carry all of these, the parts are dealt out to the orders so that
as many as possible are carried: as a flow through the seas, of which each
order lets through as many parts as its ships carry.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.naming import unit_named
from legation.rules.survey import Survey

from .orders import helped
from .ships import needs_ships
from .sizes import CARRIES

if TYPE_CHECKING:
    from .parts import Division, Part

Place = tuple[Unit, int]
"""Whose order it is, and its place in its sheet: it stays as it is when parts are numbered."""

Dealt = Mapping[Place, frozenset[Place]]
"""Convoy orders whose ships carry only some of the equal parts they name → these parts."""

_BEFORE, _BEHIND = 0, 1
_Node = tuple[int, int]  # a convoy order, by its place in a list; before its ships or behind them
_Edge = tuple[_Node, _Node]
_START, _GOAL = (-1, _BEHIND), (-1, _BEFORE)


def goes_by_sea(survey: Survey, army: Unit, order: Order, fleet: Unit) -> bool:
    """Does an army that a fleet is ordered to carry need it, or mean to go by it?"""
    if needs_ships(survey, army, order):
        return True
    rule = survey.book.options.adjacent_convoy
    return rule == "1971" or (rule == "intent" and fleet.power == army.power)


def deal(division: Division) -> Dealt:
    """The parts that each convoy order carries, where its ships carry only some it could mean."""
    dealt: dict[Place, frozenset[Place]] = {}
    orders = [part for part in division.parts if part.convoys]
    for part in orders:
        assert part.order is not None
        assert part.order.target is not None
        army = unit_named(division.survey, part.order.target, part.force.power)
        goal, count = province_of(part.order.goal), helped(part.order)
        equal = [each for each in division.of(army) if each.goes_to(goal) and each.count == count]
        dealt.update(_dealt(division, orders, equal))
    return dealt


def _dealt(
    division: Division, orders: Sequence[Part], equal: Sequence[Part]
) -> Iterator[tuple[Place, frozenset[Place]]]:
    """Equal parts, in written order, dealt out to the orders that mean them."""
    ships = [fleet for fleet in orders if equal and _means(division, fleet, equal)]
    own = {fleet: fleet.force.power == equal[0].force.power for fleet in ships}
    ships.sort(key=lambda fleet: (not own[fleet], fleet.force.power, fleet.index))
    room = [_room(fleet, equal, orders) for fleet in ships]
    if len(ships) < 2 or min(room) >= len(equal):
        return
    routes = _routes(division.survey, ships, equal[0], room)
    for at, fleet in enumerate(ships):
        if room[at] >= len(equal):
            continue
        aboard = [part for part, route in zip(equal, routes, strict=False) if at in route]
        # ships that have room left are another way for those written first
        aboard += [part for part in equal if part not in aboard]
        taken = frozenset((part.force, part.index) for part in aboard[: room[at]])
        yield (fleet.force, fleet.index), taken


def _means(division: Division, fleet: Part, equal: Sequence[Part]) -> bool:
    """Is a convoy order for all of these parts, as far as it says?"""
    order = fleet.order
    assert order is not None
    assert order.target is not None
    army, goal = equal[0].force, equal[0].order
    assert goal is not None
    return (
        unit_named(division.survey, order.target, fleet.force.power) == army
        and province_of(order.goal) == province_of(goal.goal)
        and helped(order) in (0, equal[0].count)
        and all(goes_by_sea(division.survey, army, p.order, fleet.force) for p in equal if p.order)
    )


def _room(fleet: Part, equal: Sequence[Part], orders: Sequence[Part]) -> int:
    """How many of these parts an order's ships carry; all, where that is judged otherwise.

    That is where it names no number, and where its ships carry other armies as well.
    """
    assert fleet.order is not None
    together = any(each.shared and each.force == fleet.force for each in orders)
    if fleet.shared or together or not helped(fleet.order):
        return len(equal)
    return min(len(equal), CARRIES * fleet.count // equal[0].count)


def _routes(
    survey: Survey, ships: Sequence[Part], army: Part, room: Sequence[int]
) -> list[frozenset[int]]:
    """The chains of orders by which as many parts as possible are carried, one chain a part."""
    capacity = dict(_edges(survey, ships, army, room))
    left = dict(capacity)
    while path := _path(left):
        for edge in pairwise(path):
            left[edge] -= 1
            left[edge[::-1]] = left.get(edge[::-1], 0) + 1
    used = {edge: capacity[edge] - left[edge] for edge in capacity}
    routes = []
    while path := _path(used):
        for edge in pairwise(path):
            used[edge] -= 1
        routes.append(frozenset(at for at, _ in path[1:-1]))
    return routes


def _edges(
    survey: Survey, ships: Sequence[Part], army: Part, room: Sequence[int]
) -> Iterator[tuple[_Edge, int]]:
    """Where parts may go, and how many: aboard, through the ships, to others, ashore."""
    graph, most = survey.graph, len(ships) * max(room)
    assert army.order is not None
    goal = province_of(army.order.goal)
    for at, fleet in enumerate(ships):
        sea = fleet.force.province
        if sea in graph.harbours[army.force.province]:
            yield (_START, (at, _BEFORE)), most
        yield ((at, _BEFORE), (at, _BEHIND)), room[at]
        if sea in graph.harbours[goal]:
            yield ((at, _BEHIND), _GOAL), most
        for other, its in enumerate(ships):
            if its.force.province in graph.sea_lanes[sea]:
                yield ((at, _BEHIND), (other, _BEFORE)), most


def _path(left: Mapping[_Edge, int]) -> list[_Node]:
    """A shortest way from the start to the goal over edges that have something left; or none."""
    ways: dict[_Node, list[_Node]] = {_START: [_START]}
    waiting = [_START]
    for node in waiting:
        for (one, other), count in left.items():
            if one == node and count > 0 and other not in ways:
                ways[other] = [*ways[node], other]
                waiting.append(other)
    return ways.get(_GOAL, [])
