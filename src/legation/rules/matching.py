"""Supports and convoys meet their moves, and each convoyed move gets its routes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from legation.board.graph import ARMY, coast_of, province_of
from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.battle import Preset, Road
from legation.rules.ground import Ground
from legation.rules.intents import UNMATCHED, VOID, Intent
from legation.rules.settle import index_of
from legation.rules.survey import Survey


def match_orders(survey: Survey, intents: Sequence[Intent]) -> None:
    """Find whom each support and convoy is for; those that do not fit his order are unmatched."""
    ignored = survey.book.options.support_coast == "ignored"
    for intent in intents:
        order = intent.order
        if order is None or order.target is None:
            continue
        index = index_of(survey, order.target, intent.unit.power)
        if index >= len(intents):  # it may be there, and is not: see `Survey.ghosts_at`
            intent.remark = UNMATCHED
            continue
        target, intent.target = intents[index], index
        if order.verb == "support" and not order.goal:
            matched = not (target.moves or tried_to_move(survey, target))
        elif not target.moves:
            matched = False
        else:
            goal = target.order.goal if target.order else ""
            matched = goal == order.goal or (
                province_of(goal) == province_of(order.goal)
                and (ignored or not coast_of(order.goal))
            )
        if not matched:
            intent.remark = UNMATCHED


def tried_to_move(survey: Survey, intent: Intent) -> bool:
    """Is this a move that does not count, and that still is one (option void-move)?"""
    return (
        intent.remark == VOID
        and intent.written is not None
        and intent.written.verb == "move"
        and survey.book.options.void_move == "still-a-move"
    )


def _carriers(intents: Sequence[Intent]) -> dict[int, dict[str, int]]:
    """Army → the provinces of the fleets with a matching convoy order, and their indices."""
    found: dict[int, dict[str, int]] = {}
    for index, intent in enumerate(intents):
        if intent.order and intent.order.verb == "convoy" and not intent.remark:
            found.setdefault(intent.target, {})[intent.unit.province] = index
    return found


def choose_roads(
    survey: Survey, intents: Sequence[Intent], place: Mapping[str, int], ground: Ground
) -> None:
    """Settle how each army goes, by land or by which fleets; without any it is unmatched."""
    carriers = _carriers(intents)
    lanes = survey.lanes.without(ground.barred) if ground.barred else survey.lanes
    fleets_mean_it = _convoys(survey, intents)
    for index, intent in enumerate(intents):
        order = intent.order
        if order is None or order.verb != "move" or intent.unit.kind != ARMY:
            continue
        fleets = carriers.get(index, {})
        shut = _is_shut(intent, ground)
        near = not shut and order.goal in survey.graph.army[intent.unit.place]
        meant = bool(fleets_mean_it) and _intended(fleets_mean_it, intent)
        if near and not fleets and not order.via and not meant:
            continue
        seas = frozenset(fleets)
        routes = lanes.routes(intent.unit.province, order.goal, seas) if seas else []
        intent.routes = tuple(tuple(fleets[sea] for sea in route) for route in routes)
        if near:
            intent.road = _road(survey, intents, intent, place, meant=meant)
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
    known = ground.presets.get(intent.unit) if ground.presets else None
    return known is not None and known.preset == Preset.BLOCKED


def _road(
    survey: Survey,
    intents: Sequence[Intent],
    army: Intent,
    place: Mapping[str, int],
    *,
    meant: bool,
) -> Road:
    """How an army goes to a neighbour, by option adjacent-convoy."""
    assert army.order is not None
    rule = survey.book.options.adjacent_convoy
    if rule == "1971":
        other = place.get(army.order.goal)
        order = intents[other].order if other is not None else None
        past = order and order.verb == "move" and province_of(order.goal) == army.unit.province
        return Road.EITHER if past and army.routes else Road.LAND
    if not army.order.via and not (rule == "intent" and meant):
        return Road.LAND
    return Road.CONVOY


def _convoys(survey: Survey, intents: Sequence[Intent]) -> list[tuple[Unit, Order]]:
    """The convoys that are ordered, with their fleets; void ones where the options let them."""
    shows = survey.book.options.void_convoy == "shows-intent"
    found = []
    for fleet in intents:
        order = fleet.order or (fleet.written if shows else None)
        if order is not None and order.verb == "convoy" and order.target is not None:
            found.append((fleet.unit, order))
    return found


def _intended(convoys: Sequence[tuple[Unit, Order]], army: Intent) -> bool:
    """Is a fleet of the army's own power ordered to carry it to its goal?"""
    assert army.order is not None
    return any(
        order.target is not None
        and fleet.power == army.unit.power
        and order.target.province == army.unit.province
        and order.target.number in (0, army.unit.number)
        and province_of(order.goal) == army.order.goal
        for fleet, order in convoys
    )
