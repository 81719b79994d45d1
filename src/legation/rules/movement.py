"""From orders to a battle: what is settled before anybody fights.

Orders are judged, supports and convoys matched with the moves they name, and
each convoyed move gets its routes. What cannot count becomes a preset of its
force, and a remark that its outcome will carry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from legation.board.graph import ARMY, coast_of, province_of
from legation.board.orders import Order
from legation.board.units import Unit, UnitName
from legation.errors import AmbiguousOrderError, IllegalOrderError, OrderError
from legation.rules.battle import Act, Battle, BattleRules, Force, Preset, Road
from legation.rules.ground import LEVEL, Ground
from legation.rules.legality import judge
from legation.rules.reports import Fate, Outcome, Report, shown
from legation.rules.resolve import Resolution, resolve
from legation.rules.settle import index_of
from legation.rules.survey import Survey

VOID, UNMATCHED = Fate.VOID, Fate.UNMATCHED
"""The remarks on an order that cannot count."""


@dataclass(frozen=True, slots=True)
class Refused:
    """An order that no unit carries out, and why."""

    power: str
    order: Order
    error: OrderError


def refusal(survey: Survey, refused: Refused) -> Outcome:
    """The outcome of an order that no unit carries out."""
    order, error = refused.order, refused.error
    report = Report("void", error.clause, {"why": str(error)})
    own = _there(survey, refused.power, order)
    named = ordered(survey, refused.power, order)
    return Outcome(refused.power, named, order, VOID, own[0].place if own else "", report)


def ordered(survey: Survey, power: str, order: Order) -> Unit | UnitName | None:
    """The unit of a power that an order which does not count is for, or the name that it used."""
    name = order.unit
    if name is None:
        return None
    alike = (
        u for u in _there(survey, power, order) if (u.written, u.place) == (name.kind, name.place)
    )
    unit = next(alike, None)
    return name if unit is None else replace(shown(unit), number=name.number)


def _there(survey: Survey, power: str, order: Order) -> list[Unit]:
    if order.unit is None:
        return []
    return [unit for unit in survey.at.get(order.unit.province, ()) if unit.power == power]


@dataclass(slots=True)
class Intent:
    """A unit and what it is to do. `remark` is VOID or UNMATCHED where the order cannot count."""

    unit: Unit
    order: Order | None = None
    remark: Fate | None = None
    error: OrderError | None = None
    written: Order | None = None
    road: Road = Road.LAND
    routes: tuple[tuple[int, ...], ...] = ()
    target: int = -1

    @property
    def moves(self) -> bool:
        """Has it a legal move?"""
        return self.order is not None and self.order.verb == "move"


@dataclass(frozen=True)
class Movement:
    """All intents of a movement phase, parallel to the forces of its battle.

    `fallen_back` are fleets whose convoy to a neighbour failed, so that the
    army went by land (option land-fallback). `ground` is what a variant settled.
    """

    survey: Survey
    intents: tuple[Intent, ...]
    battle: Battle
    ground: Ground = LEVEL
    refused: tuple[Refused, ...] = field(default=())
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
    intents = [Intent(unit) for unit in survey.position.units]
    place = {intent.unit.province: index for index, intent in enumerate(intents)}
    refused = _judge_all(survey, orders, intents)
    _void(survey, intents, ground)
    _match(survey, intents)
    _choose_roads(survey, intents, place, ground)
    forces = _forces(survey, intents, ground)
    battle = Battle(
        forces,
        hold_bonus=ground.hold_bonus,
        vacant=ground.vacant,
        open_places=survey.book.open_places,
        peace=ground.peace,
        shielded=_shielded(survey, intents),
        rules=replace(_rules(survey), **ground.rules),
    )
    return Movement(survey, tuple(intents), battle, ground, tuple(refused))


def _judge_all(
    survey: Survey, orders: Mapping[str, Iterable[Order]], intents: Sequence[Intent]
) -> list[Refused]:
    refused = []
    for power, sheet in orders.items():
        for order in sheet:
            try:
                settled = judge(survey, power, order)
            except OrderError as wrong:
                error = _said_to_all(survey, order, wrong)
                refused.append(Refused(power, order, error))
                held = _held(intents, power, order.unit)
                named = order.unit.number if order.unit else 0
                meant = [i for i in held if i.unit.number == named] if named else held
                if len(meant) == 1 and meant[0].order is None:
                    meant[0].remark, meant[0].error, meant[0].written = VOID, error, order
                continue
            intent = _carrier_out(survey, intents, power, settled.unit)
            if intent is None:
                continue
            if intent.order is None:
                intent.order, intent.remark, intent.error, intent.written = (
                    settled,
                    None,
                    None,
                    order,
                )
            else:
                refused.append(Refused(power, order, second_order(order, intent.order)))
    return refused


def _carrier_out(
    survey: Survey, intents: Sequence[Intent], power: str, name: UnitName | None
) -> Intent | None:
    """The intent of the unit that a legal order is for; None where it is for none of one's own."""
    if name is None:
        return None
    index = survey.called.get(name)
    if index is not None:
        return intents[index] if intents[index].unit.power == power else None
    return next((i for i in _held(intents, power, name) if i.unit.number == name.number), None)


def _held(intents: Sequence[Intent], power: str, name: UnitName | None) -> list[Intent]:
    """The intents of a power's units in the province of a name."""
    if name is None:
        return []
    here = name.province
    return [i for i in intents if i.unit.province == here and i.unit.power == power]


def _said_to_all(survey: Survey, order: Order, error: OrderError) -> OrderError:
    """Why an order does not count, without the units that it might have meant (STD-UNIT)."""
    if not isinstance(error, AmbiguousOrderError):
        return error
    return AmbiguousOrderError(f"{survey.book.write(order)}: several units fit.", error.clause)


def _void(survey: Survey, intents: Sequence[Intent], ground: Ground) -> None:
    """Orders that a variant has found to be void are as if they had not been given."""
    for intent in intents if ground.presets else ():
        known = ground.presets.get(intent.unit)
        if known is not None and known.preset == Preset.VOID and intent.order is not None:
            said = f"{survey.book.write(intent.order)}: {known.why}."
            intent.error = IllegalOrderError(said, known.clause)
            intent.written, intent.order, intent.remark = intent.order, None, VOID


def second_order(order: Order, first: Order) -> IllegalOrderError:
    """Why an order for a unit that has one already does not count (STD-ORD)."""
    return IllegalOrderError(f"{order}: {first.unit} already has the order {first}, which stands.")


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
    forces = _forces(survey, movement.intents, ground)
    battle = replace(movement.battle, forces=forces, shielded=_shielded(survey, movement.intents))
    movement = _stopping(replace(movement, battle=battle, fallen_back=fleets), given)
    return movement, resolve(movement.battle)


def _stopping(movement: Movement, given: frozenset[int]) -> Movement:
    """The movement with some moves stopped."""
    if not given:
        return movement
    forces = tuple(
        force._replace(preset=Preset.BLOCKED, preset_clause="") if index in given else force
        for index, force in enumerate(movement.battle.forces)
    )
    return replace(movement, battle=replace(movement.battle, forces=forces))


# Supports and convoys meet their moves


def _match(survey: Survey, intents: Sequence[Intent]) -> None:
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
            matched = not (target.moves or _tried_to_move(survey, target))
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


def _tried_to_move(survey: Survey, intent: Intent) -> bool:
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


def _choose_roads(
    survey: Survey, intents: Sequence[Intent], place: Mapping[str, int], ground: Ground
) -> None:
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


# The battle


def _forces(survey: Survey, intents: Sequence[Intent], ground: Ground) -> tuple[Force, ...]:
    forces = [_force(survey, intent, ground) for intent in intents]
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
            forces[number] = forces[number]._replace(
                preset=known.preset, preset_by=by, preset_clause=known.clause
            )
    return tuple(forces)


def _force(survey: Survey, intent: Intent, ground: Ground) -> Force:
    unit, order = intent.unit, intent.order
    power, kind, place = unit.power, unit.kind, unit.province
    weight = ground.weight(unit) if ground.weights else unit.strength
    if intent.remark == VOID and _tried_to_move(survey, intent):
        goal = province_of(intent.written.goal) if intent.written else ""
        return Force(power, kind, place, weight, _MOVE, goal, preset=Preset.BLOCKED)
    verb = "hold" if order is None else order.verb
    if order is None or verb == "hold":
        return Force(power, kind, place, weight)
    if verb == "move":
        goal = province_of(order.goal)
        return Force(power, kind, place, weight, _MOVE, goal, intent.road, intent.routes)
    if verb == "convoy":
        return Force(power, kind, place, weight, _CONVOY)
    preset = _VOID if intent.remark else _OK
    return Force(power, kind, place, weight, _SUPPORT, "", _LAND, (), intent.target, preset)


_MOVE, _SUPPORT, _CONVOY = Act.MOVE, Act.SUPPORT, Act.CONVOY
_LAND, _VOID, _OK = Road.LAND, Preset.VOID, Preset.OK


def _rules(survey: Survey) -> BattleRules:
    options = survey.book.options
    return BattleRules(
        multi_route=options.multi_route,
        paradox="all-hold" if options.paradox == "all-hold" else "szykman",
        passed=options.dislodged_by_convoy,
        origin=options.convoy_origin,
    )


def _shielded(survey: Survey, intents: Sequence[Intent]) -> frozenset[tuple[int, int]]:
    """Supports that convoyed armies spare: the paradox rules of 1971, 1982 and 2000 (STD-PARA)."""
    rule = survey.book.options.paradox
    if rule not in ("1971", "1982", "2000"):
        return frozenset()
    fleets = {
        intent.unit.province: index
        for index, intent in enumerate(intents)
        if intent.order and intent.order.verb == "convoy" and not intent.remark
    }
    found = set()
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
                found.add((index, attacker))
    return frozenset(found)


def _spares(rule: str, army: Intent, fleet: int) -> bool:
    if rule == "1982":
        return True
    if rule == "1971":
        return any(fleet in route for route in army.routes)
    return bool(army.routes) and all(fleet in route for route in army.routes)
