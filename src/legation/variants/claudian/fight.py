"""A movement: forces are parted, the parts fight, and those who end in one place are one.

CL-11 is the trunk's battle with other rules (a cut subtracts, moves of one
power are joint, a place has room for 10,000); what is settled here is what
comes before it and after it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.position import sort_units
from legation.board.units import Dislodged, Unit
from legation.rules.battle import Preset
from legation.rules.explain import came_by_convoy
from legation.rules.ground import Ground, Known
from legation.rules.movement import Movement
from legation.rules.reports import Outcome
from legation.rules.resolve import Resolution
from legation.rules.survey import Survey
from legation.rules.turn import fighting
from legation.rules.work import Done, Work

from .loads import Overloaded, overloaded_in, stranded_by, too_many
from .options import Options
from .parts import Division, addressed, divide, names_another_number, other_number
from .ships import needs_ships
from .sizes import FULL_ARMY, SIZES, weight
from .told import Telling


def fight(work: Work) -> Work:
    """The movement step: instead of the standard one."""
    survey = work.survey()
    division = divide(survey, work.orders)
    overloaded = overloaded_in(division)
    divided = work.on(division.position()).using(_ground(work, division, overloaded))
    for power in sorted(work.orders):
        divided = divided.ordering(power, ())
    for power, orders in _orders(division, overloaded).items():
        divided = divided.ordering(power, orders)
    fought = fighting(divided)
    movement, resolution = fought.movement, fought.resolution
    assert movement is not None
    assert resolution is not None
    before = {unit.id: unit.place for unit in divided.position.units}
    stayed = {unit.id for unit in fought.position.units if unit.place == before[unit.id]}
    standing = tuple(_joined(fought.position.units, stayed))
    lost = _lost(movement, resolution, standing)
    position = replace(
        fought.position,
        units=sort_units(standing),
        dislodged=tuple(d for d in lost if d.retreats),
    )
    telling = Telling(division, overloaded, standing, lost)
    reports = (*work.reports, *telling.losses(movement, resolution))
    return fought.on(position).note(telling).telling(reports).given(work.orders)


def explained(done: Done) -> tuple[Outcome, ...]:
    """The outcomes of a movement: one for each order and each rest of a force."""
    telling = done.work.noted(Telling)
    assert telling is not None
    return telling.outcomes(done.work.book, done.movement, done.resolution)


# Before


def _orders(division: Division, overloaded: Overloaded) -> Mapping[str, Sequence[Order]]:
    """The orders of all parts, by power.

    Who meant to go by a fleet that carries too many does not walk instead.
    """
    stranded = stranded_by(division, overloaded)
    orders: dict[str, list[Order]] = {}
    for part in division.parts:
        order = addressed(division, part)
        if order is not None:
            order = replace(order, via=True) if part.unit in stranded else order
            orders.setdefault(part.force.power, []).append(order)
    return orders


def _ground(work: Work, division: Division, overloaded: Overloaded) -> Ground:
    options = Options.of(work.book)
    bonus = _reinforcements(division) if options.reinforce_counts == "yes" else {}
    return Ground(
        weights={part.unit: weight(part.unit) for part in division.parts},
        hold_bonus=bonus,
        clauses={place: "CL-11c-3" for place, _ in bonus},
        presets=_presets(division, overloaded),
        rules={
            "cut": "subtract",
            "weaken": options.weaken_order,
            "joint": True,
            "room": FULL_ARMY,
            "exchange": options.own_exchange,
        },
    )


def _presets(division: Division, overloaded: Overloaded) -> Mapping[Unit, Known]:
    presets = {}
    must_match = Options.of(division.survey.book).support_number == "must-match"
    for part in division.parts:
        if part.error is not None:
            presets[part.unit] = Known(Preset.VOID, part.error.clause, why=part.error.why)
        elif part in overloaded:
            presets[part.unit] = Known(Preset.VOID, "CL-8b", why=too_many(part, overloaded))
        elif must_match and names_another_number(division, part):
            presets[part.unit] = Known(Preset.VOID, "CL-11b-2", why=other_number(part))
    return presets


def _reinforcements(division: Division) -> Mapping[tuple[str, str], int]:
    """The men who count in the hold of the place that they join (option `reinforce-counts`).

    Those who come by land, and only where all would fit even if nobody left.
    """
    reinforced: dict[tuple[str, str], int] = {}
    for force in division.survey.position.units:
        come = [
            part
            for part in division.parts
            if part.goes_to(force.province)
            and (part.force.power, part.force.kind) == (force.power, force.kind)
        ]
        fits = force.strength + sum(part.count for part in come) <= SIZES[force.kind].full
        stays = any(not part.leaves for part in division.of(force))
        by_land = [
            weight(part.unit)
            for part in come
            if part.order and not needs_ships(division.survey, part.force, part.order)
        ]
        if fits and stays and by_land:
            reinforced[force.province, force.power] = sum(by_land)
    return reinforced


# After: units


def _joined(units: Iterable[Unit], stayed: Collection[int] = ()) -> Iterator[Unit]:
    """The units of one power in one province as one force (CL-11c-1).

    It keeps the lowest identity, and lies at the coast of those that `stayed`.
    """
    together: dict[tuple[str, str], list[Unit]] = {}
    for unit in units:
        together.setdefault((unit.power, unit.province), []).append(unit)
    for joined in together.values():
        first = min(joined, key=lambda unit: unit.id)
        place = next((unit.place for unit in joined if unit.id in stayed), first.place)
        men = sum(unit.strength for unit in joined)
        yield replace(first, place=place, strength=men, number=0)


def _lost(
    movement: Movement, resolution: Resolution, standing: Sequence[Unit]
) -> tuple[Dislodged, ...]:
    """The dislodged forces, all their parts together, and where they may go (CL-11c-4, CL-15)."""
    survey, book = movement.survey, movement.survey.book
    parts = [movement.intents[i].unit for i, by in enumerate(resolution.dislodged_by) if by >= 0]
    victors = {
        movement.intents[i].unit.province: by
        for i, by in enumerate(resolution.dislodged_by)
        if by >= 0
    }
    taken = {unit.province: unit for unit in standing}
    lost = []
    for unit in sort_units(_joined(parts)):
        victor = victors[unit.province]
        closed = {*resolution.contested, *_origins(movement, resolution, victor)}
        places = tuple(
            place
            for place in sorted(survey.steps(unit))
            if province_of(place) not in closed
            and (province_of(place) not in taken or _may_join(survey, unit, place, taken))
        )
        by = movement.intents[victor].unit.province
        lost.append(Dislodged(unit, by, book.retreats(survey, unit, places)))
    return tuple(lost)


def _origins(movement: Movement, resolution: Resolution, victor: int) -> Iterator[str]:
    """Where the parts of a victorious attack came from, all of them (CL-15).

    Those that came by sea close nothing, unless the options say so.
    """
    reckoning = resolution.reckoning
    for member in reckoning.assaults[reckoning.assault_of[victor]].members:
        if not resolution.arrived[member]:
            continue
        by_sea = came_by_convoy(movement, resolution, member)
        if not by_sea or movement.survey.book.options.retreat_to_convoyer == "forbidden":
            yield movement.intents[member].unit.province


def _may_join(survey: Survey, unit: Unit, place: str, taken: Mapping[str, Unit]) -> bool:
    """May a dislodged force go onto its own standing one (option `retreat-merge`)?"""
    if Options.of(survey.book).retreat_merge == "no":
        return False
    there = taken[province_of(place)]
    mine = (there.power, there.kind, there.place) == (unit.power, unit.kind, place)
    return mine and there.strength + unit.strength <= SIZES[unit.kind].full
