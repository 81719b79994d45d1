"""From orders to a battle: what is settled before anybody fights.

Orders are judged (`rules.intents`), supports and convoys matched with the moves
they name (`rules.matching`), and the forces laid out (`rules.forces`). What
cannot count becomes a preset of its force, and a remark that its outcome will
carry.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from legation.board.graph import ARMY
from legation.board.orders import Order
from legation.rules.battle import Battle, Preset, Road
from legation.rules.forces import battle_rules, forces_of, shielded
from legation.rules.ground import LEVEL, Ground
from legation.rules.intents import Intent, Refused, judge_all, void
from legation.rules.matching import choose_roads, match_orders
from legation.rules.resolve import Resolution, resolve
from legation.rules.survey import Survey


class Movement(Struct, frozen=True):
    """All intents of a movement phase, parallel to the forces of its battle.

    `fallen_back` are fleets whose convoy to a neighbour failed, so that the
    army went by land (option land-fallback). `ground` is what a variant settled.
    """

    survey: Survey
    intents: tuple[Intent, ...]
    battle: Battle
    ground: Ground = LEVEL
    refused: tuple[Refused, ...] = ()
    fallen_back: frozenset[int] = frozenset()


def carried(movement: Movement, refused: Refused) -> bool:
    """Is this refusal told by the outcome of its unit already?"""
    return any(intent.error is refused.error for intent in movement.intents)


def prepare(
    survey: Survey, orders: Mapping[str, Iterable[Order]], ground: Ground = LEVEL
) -> Movement:
    """Judge and match the orders of a movement phase, and lay out its battle.

    Of several legal orders for one unit the first counts.
    """
    intents, refused = matched(survey, orders, ground)
    forces, rules = forces_of(survey, intents, ground), battle_rules(survey.book.options)
    battle = Battle(
        forces,
        hold_bonus=ground.hold_bonus,
        vacant=ground.vacant,
        open_places=survey.book.open_places,
        peace=ground.peace,
        shielded=shielded(survey, intents),
        rules=dataclasses.replace(rules, **ground.rules) if ground.rules else rules,
    )
    return Movement(survey, tuple(intents), battle, ground, tuple(refused))


def matched(
    survey: Survey, orders: Mapping[str, Iterable[Order]], ground: Ground = LEVEL
) -> tuple[list[Intent], list[Refused]]:
    """What each unit is to do, supports and convoys matched; and what no unit carries out."""
    intents = list(map(Intent, survey.position.units))
    refused = judge_all(survey, orders, intents)
    void(survey, intents, ground)
    choose_roads(survey, intents, match_orders(survey, intents), ground)
    return intents, refused


def fight(
    survey: Survey,
    orders: Mapping[str, Iterable[Order]],
    ground: Ground = LEVEL,
    given: frozenset[int] = frozenset(),
) -> tuple[Movement, Resolution]:
    """Prepare a movement phase and resolve its battle.

    The moves `given` are stopped by something that is not said: they stay,
    with attack and prevent 0 (STD-WHY). With ``land-fallback = yes`` the armies
    whose convoy to a neighbour failed set out again by land, and the battle is
    resolved once more.
    """
    movement = _stopping(prepare(survey, orders, ground), given)
    resolution = resolve(movement.battle)
    if survey.book.options.land_fallback == "no":
        return movement, resolution
    stranded = {
        index
        for index, intent in enumerate(movement.intents)
        if intent.routes
        and not resolution.convoy[index]
        and intent.order
        and intent.order.goal in survey.graph.steps(ARMY, intent.unit.place)
    }
    if not stranded:
        return movement, resolution
    aside = {fleet for closing in resolution.closings for fleet in closing.fleets}
    fleets = frozenset(
        fleet
        for index in stranded
        for route in movement.intents[index].routes
        for fleet in route
        if fleet in aside or resolution.dislodged_by[fleet] >= 0
    )
    for index in stranded:
        movement.intents[index].road, movement.intents[index].routes = Road.LAND, ()
    forces = forces_of(survey, movement.intents, ground)
    battle = replace(movement.battle, forces=forces, shielded=shielded(survey, movement.intents))
    movement = _stopping(replace(movement, battle=battle, fallen_back=fleets), given)
    return movement, resolve(movement.battle)


def _stopping(movement: Movement, given: frozenset[int]) -> Movement:
    """The movement with some moves stopped."""
    if not given:
        return movement
    forces = tuple(
        replace(force, preset=Preset.BLOCKED, preset_clause="") if index in given else force
        for index, force in enumerate(movement.battle.forces)
    )
    return replace(movement, battle=replace(movement.battle, forces=forces))
