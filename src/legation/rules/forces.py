"""The forces of a battle, and its rules, from what each unit is to do (STD-BAT)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from legation.board.graph import province_of
from legation.rules.battle import Act, BattleRules, Force, Preset, Road
from legation.rules.ground import Ground
from legation.rules.intents import Intent
from legation.rules.matching import tried_move
from legation.rules.options import Options
from legation.rules.survey import Survey


def forces_of(survey: Survey, intents: Sequence[Intent], ground: Ground) -> tuple[Force, ...]:
    """The forces of a battle, parallel to the intents; a variant may have settled some."""
    forces = _as_ordered(survey, intents, ground)
    if not ground.presets:
        return tuple(forces)
    index = {intent.unit: number for number, intent in enumerate(intents)}
    for unit, known in ground.presets.items():
        number = index.get(unit, -1)
        if number < 0 or known.preset == Preset.VOID:
            continue
        act, preset = forces[number].act, forces[number].preset
        wanted = Act.MOVE if known.preset == Preset.BLOCKED else Act.SUPPORT
        if act == wanted and preset == Preset.OK and not forces[number].routes:
            by = tuple(index[other] for other in known.by if other in index)
            forces[number] = replace(
                forces[number], preset=known.preset, preset_by=by, preset_clause=known.clause
            )
    return tuple(forces)


def _as_ordered(survey: Survey, intents: Sequence[Intent], ground: Ground) -> list[Force]:
    forces, weighed = [], bool(ground.weights)
    for intent in intents:
        unit, order = intent.unit, intent.order
        power, kind, place = unit.power, unit.kind, unit.province
        weight = ground.weight(unit) if weighed else unit.strength
        if order is None:
            forces.append(_unordered(survey, intent, weight))
            continue
        verb = order.verb
        if verb == "move":
            goal = province_of(order.goal)
            force = Force(power, kind, place, weight, _MOVE, goal, intent.road, intent.routes)
        elif verb == "hold":
            force = Force(power, kind, place, weight)
        elif verb == "convoy":
            force = Force(power, kind, place, weight, _CONVOY)
        else:
            preset, target = _VOID if intent.remark else _OK, intent.target
            force = Force(power, kind, place, weight, _SUPPORT, "", _LAND, (), target, preset)
        forces.append(force)
    return forces


def _unordered(survey: Survey, intent: Intent, weight: int) -> Force:
    """A unit that stays without an order, or whose move does not count and still is one."""
    unit = intent.unit
    power, kind, place = unit.power, unit.kind, unit.province
    tried = tried_move(survey, intent)
    if tried is None:
        return Force(power, kind, place, weight)
    goal = province_of(tried.goal)
    return Force(power, kind, place, weight, _MOVE, goal, preset=Preset.BLOCKED)


_MOVE, _SUPPORT, _CONVOY = Act.MOVE, Act.SUPPORT, Act.CONVOY
_LAND, _VOID, _OK = Road.LAND, Preset.VOID, Preset.OK


def battle_rules(options: Options) -> BattleRules:
    """The rules of a battle that the options of the game choose."""
    paradox = "all-hold" if options.paradox == "all-hold" else "szykman"
    return _rules(options.multi_route, paradox, options.dislodged_by_convoy, options.convoy_origin)


@cache
def _rules(multi_route: str, paradox: str, passed: str, origin: str) -> BattleRules:
    return BattleRules(multi_route=multi_route, paradox=paradox, passed=passed, origin=origin)


def shielded(survey: Survey, intents: Sequence[Intent]) -> frozenset[tuple[int, int]]:
    """Supports that convoyed armies spare: the paradox rules of 1971, 1982 and 2000 (STD-PARA)."""
    rule = survey.book.options.paradox
    if rule not in ("1971", "1982", "2000"):
        return frozenset()
    fleets = {
        intent.unit.province: index
        for index, intent in enumerate(intents)
        if intent.order and intent.order.verb == "convoy" and not intent.remark
    }
    pairs = set()
    for index, intent in enumerate(intents):
        order = intent.order
        if order is None or order.verb != "support" or intent.remark or order.target is None:
            continue
        aim = province_of(order.goal) or order.target.province
        fleet = fleets.get(aim)
        if fleet is None or (rule != "1982" and not order.goal):
            continue
        for attacker, army in enumerate(intents):
            if army.road == Road.LAND or army.order is None:
                continue
            if army.order.goal == intent.unit.province and _spares(rule, army, fleet):
                pairs.add((index, attacker))
    return frozenset(pairs)


def _spares(rule: str, army: Intent, fleet: int) -> bool:
    if rule == "1982":
        return True
    if rule == "1971":
        return any(fleet in route for route in army.routes)
    return bool(army.routes) and all(fleet in route for route in army.routes)
