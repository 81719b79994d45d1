"""Supports and convoys meet their moves, and each convoyed move gets its routes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from legation.board.graph import ARMY, coast_of, province_of
from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.battle import Preset, Road
from legation.rules.ground import Ground
from legation.rules.intents import UNMATCHED, VOID, Intent
from legation.rules.naming import index_of
from legation.rules.survey import Survey


class Matched(NamedTuple):
    """The moves and convoys that are ordered.

    `moves` are the units, by index, that have one. `carriers`: army → province →
    fleet there with a matching order, all but the province by index. `wishes`:
    province → the fleets' orders for an army there, each with their power; void
    ones too where the options let them.
    """

    moves: list[int]
    carriers: dict[int, dict[str, int]]
    wishes: dict[str, list[tuple[str, Order]]]

    def wish(self, power: str, order: Order | None) -> None:
        """Note an order of a power, if it is one to carry somebody."""
        if order is not None and order.verb == "convoy" and order.target is not None:
            self.wishes.setdefault(order.target.province, []).append((power, order))

    def meant(self, army: Unit, goal: str) -> bool:
        """Is a fleet of the army's own power ordered to carry it to its goal?"""
        for power, order in self.wishes.get(army.province, ()):
            named = order.target.number if order.target else 0
            fits = power == army.power and named in (0, army.number)
            if fits and province_of(order.goal) == goal:
                return True
        return False


def match_orders(survey: Survey, intents: Sequence[Intent]) -> Matched:
    """Find whom each support and convoy is for; those that do not fit his order are unmatched."""
    ignored = survey.book.options.support_coast == "ignored"
    shows = survey.book.options.void_convoy == "shows-intent"
    moves: list[int] = []
    fitted, count = Matched(moves, {}, {}), len(intents)
    for number, intent in enumerate(intents):
        order = intent.order
        if order is None:
            if shows:
                fitted.wish(intent.unit.power, intent.written)
            continue
        if order.target is None:
            if order.verb == "move":
                moves.append(number)
            continue
        if order.verb == "convoy":
            fitted.wish(intent.unit.power, order)
        index = intent.target
        if index < 0:
            index = index_of(survey, order.target, intent.unit.power)
        if index >= count:  # it may be there, and is not: see `Survey.ghosts_at`
            intent.remark = UNMATCHED
            continue
        target, intent.target = intents[index], index
        helped = target.order
        goal = helped.goal if helped is not None and helped.verb == "move" else ""
        if order.verb == "support" and not order.goal:
            matched = not goal and tried_move(survey, target) is None
        elif goal == order.goal:
            matched = bool(goal)
        else:
            matched = province_of(goal) == province_of(order.goal) and (
                ignored or not coast_of(order.goal)
            )
        if not matched:
            intent.remark = UNMATCHED
        elif order.verb == "convoy":
            fitted.carriers.setdefault(index, {})[intent.unit.province] = number
    return fitted


def tried_move(survey: Survey, intent: Intent) -> Order | None:
    """A unit's move that does not count, and that still is one (option void-move)."""
    order = intent.written
    if intent.remark != VOID or survey.book.options.void_move != "still-a-move":
        return None
    return order if order is not None and order.verb == "move" else None


def choose_roads(
    survey: Survey, intents: Sequence[Intent], matched: Matched, ground: Ground
) -> None:
    """Settle how each army goes, by land or by which fleets; without any it is unmatched."""
    lanes = survey.lanes.without(ground.barred) if ground.barred else survey.lanes
    by_land, presets, wishes = survey.graph.army, ground.presets, matched.wishes
    for index in matched.moves:
        intent = intents[index]
        order, unit = intent.order, intent.unit
        if order is None or unit.kind != ARMY:
            continue
        shut = bool(presets) and _is_shut(intent, ground)
        near, carriers = not shut and order.goal in by_land[unit.place], matched.carriers.get(index)
        if near and not order.via and not carriers and unit.province not in wishes:
            continue
        meant = near and matched.meant(unit, order.goal)
        if carriers:
            routes = lanes.routes(unit.province, order.goal, frozenset(carriers))
            intent.routes = tuple([tuple([carriers[sea] for sea in route]) for route in routes])
        if near:
            intent.road = _road(survey, intents, intent, meant=meant)
        else:
            intent.road = Road.CONVOY
        if intent.road == Road.LAND:
            intent.routes = ()
        elif shut and not intent.routes:
            intent.road = Road.LAND
        elif intent.road == Road.CONVOY and not intent.routes:
            if near and survey.book.options.land_fallback == "yes":
                intent.road = Road.LAND
            else:
                intent.remark = UNMATCHED


def _is_shut(intent: Intent, ground: Ground) -> bool:
    """Is the way by land closed to this unit, so that only a convoy could take it there?"""
    known = ground.presets.get(intent.unit)
    return known is not None and known.preset == Preset.BLOCKED


def _road(survey: Survey, intents: Sequence[Intent], army: Intent, *, meant: bool) -> Road:
    """How an army goes to a neighbour, by option adjacent-convoy."""
    assert army.order is not None
    rule = survey.book.options.adjacent_convoy
    if rule == "1971":
        there = [i.order for i in intents if i.unit.province == army.order.goal]
        order = there[-1] if there else None
        past = order and order.verb == "move" and province_of(order.goal) == army.unit.province
        return Road.EITHER if past and army.routes else Road.LAND
    if not army.order.via and not (rule == "intent" and meant):
        return Road.LAND
    return Road.CONVOY
