"""Armies that were to go by sea, and the cliffs that they met (PA-8c)."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from legation.board.borders import BorderName
from legation.board.graph import province_of
from legation.rules.battle import Road
from legation.rules.movement import Movement
from legation.rules.resolve import Resolution


class Voyage(NamedTuple):
    """What stopped an army at sea: the cliffs that it met; or the fleets that were lost."""

    met: tuple[BorderName, ...] = ()
    fleets: tuple[int, ...] = ()


def sails(movement: Movement, index: int) -> bool:
    """Was this move to go by convoy, and by nothing else?"""
    return movement.battle.forces[index].road == Road.CONVOY


def lost(movement: Movement, resolution: Resolution, index: int) -> Voyage:
    """What stopped an army that sailed, where a cliff closed some of its ways; else nothing.

    It meets the cliffs of a route all of whose fleets stood (PA-8c). If every
    route that was ordered lost a fleet, it met none.
    """
    intents, survey, barred = movement.intents, movement.survey, movement.ground.barred
    army = intents[index]
    assert army.order is not None
    fleets = {
        intent.unit.province: number
        for number, intent in enumerate(intents)
        if intent.order and intent.order.verb == "convoy" and not intent.remark
        if intent.target == index
    }
    start, goal = army.unit.province, province_of(army.order.goal)
    routes = survey.lanes.routes(start, goal, frozenset(fleets)) if fleets else []
    ways = {route: frozenset(map(frozenset, pairwise((start, *route, goal)))) for route in routes}
    closed = {route: ways[route] & barred for route in routes if ways[route] & barred}
    if not closed or resolution.convoy[index]:
        return Voyage()
    gone = sorted(
        {fleets[sea] for route in routes for sea in route}
        & {other for other, by in enumerate(resolution.dislodged_by) if by >= 0}
    )
    whole = [route for route in closed if not any(fleets[sea] in gone for sea in route)]
    every = survey.book.options.multi_route == "every" and gone
    if whole and not every:
        met = {BorderName(*pair) for route in whole for pair in closed[route]}
        return Voyage(met=tuple(sorted(met)))
    return Voyage(fleets=tuple(gone))
