"""What is told of a movement: who may know that a range was the reason (PA-8c).

Publicly an order across a range just fails. Its owner hears why, and whoever
knows of the range. Where a dislodged unit may go looks different to who does
not know what closes a way; so the retreat phase comes where a place looks open
to everybody who knows nothing (STD-RET).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from legation.board.graph import ARMY, MUTANT, province_of
from legation.board.units import Dislodged, Unit
from legation.rules.battle import Preset, Road
from legation.rules.movement import UNMATCHED, VOID, Intent, Movement
from legation.rules.reports import Fact, Fate, Outcome, Report, shown
from legation.rules.resolve import Resolution
from legation.rules.turn import retreating
from legation.rules.work import Work

from . import ranges, unseen
from .ledger import Ledger, border, merged
from .options import Options
from .ranges import Ranges, aim_of


def publish(work: Work) -> Work:
    """Settles who hears what of a movement, and tells who found a range."""
    assert work.movement is not None
    start = work.movement.survey.position
    work = unseen.quiet(_reasons(work))
    work = _falling_back(work)
    return ranges.find(work, start.units)


# Reasons


def _reasons(work: Work) -> Work:
    """The outcomes, their reasons told to who knows of the ranges only."""
    movement, resolution = work.movement, work.resolution
    assert movement is not None
    assert resolution is not None
    found = list(work.outcomes)
    for index, intent in enumerate(movement.intents):
        blocked = movement.battle.forces[index].preset == Preset.BLOCKED
        if (blocked and intent.unit in work.ground.presets) or _is_void(work, intent):
            text = border(intent.unit.province, aim_of(intent))
            work = _crossed(work, intent.unit, text)
            kind = "range-blocked" if blocked else "range-no-support"
            found[index] = _private(work, found[index], intent, kind, [text])
        elif _sails(movement, index) and not resolution.arrived[index]:
            found[index], met = _lost_at_sea(work, index, found[index])
            if met:
                work = ranges.learn(work, [(intent.unit.power, text) for text in met])
                found[index] = _private(work, found[index], intent, "range-convoy", met)
    return replace(work, outcomes=tuple(found))


def _is_void(work: Work, intent: Intent) -> bool:
    known = work.ground.presets.get(intent.unit)
    return known is not None and known.preset == Preset.VOID and intent.remark == VOID


def _crossed(work: Work, unit: Unit, text: str) -> Work:
    """A unit failed to cross a range; a mutant's owner learns that it is double (PA-8b)."""
    learn = ranges.learn_double if unit.kind == MUTANT else ranges.learn
    return learn(work, [(unit.power, text)])


def _private(work: Work, told: Outcome, intent: Intent, kind: str, met: Sequence[str]) -> Outcome:
    """An outcome whose reason is a range: for its owner, and for who knows all of them."""
    kept, unit = Ledger.of(work.truth), intent.unit
    asked = ranges.doubles_known_to if unit.kind == MUTANT else ranges.known_to
    knowers = {p for p in work.book.players if asked(kept, p).issuperset(met)}
    facts: dict[str, Fact] = {"unit": shown(unit), "border": tuple(met)}
    clause = "PA-6d" if unit.kind == MUTANT else "PA-6c"
    reason = Report(kind, clause, facts, frozenset(knowers | {unit.power}))
    neutral = Report("unexplained", "PA-8c", {"unit": shown(unit)})
    fate = VOID if told.fate == VOID else Fate.FAILS
    outside = replace(told, fate=fate, reason=neutral)
    return replace(outside, reason=reason, outside=outside)


# Convoys


def _sails(movement: Movement, index: int) -> bool:
    """Was this move to go by convoy, and by nothing else?"""
    intent = movement.intents[index]
    by_sea = intent.remark == UNMATCHED or movement.battle.forces[index].road == Road.CONVOY
    return by_sea and intent.moves and intent.unit.kind == ARMY


def _lost_at_sea(work: Work, index: int, told: Outcome) -> tuple[Outcome, list[str]]:
    """What became of an army that was not carried, and the cliffs that it met.

    It meets those of a route all of whose fleets stood (PA-8c). If every route
    that was ordered lost a fleet, it met none, and the outcome says that.
    """
    movement, resolution = work.movement, work.resolution
    assert movement is not None
    assert resolution is not None
    intents, survey = movement.intents, movement.survey
    army, barred = intents[index], work.ground.barred
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
        return told, []
    lost = sorted({fleets[sea] for route in routes for sea in route} & _dislodged(resolution))
    whole = [r for r in closed if not any(fleets[sea] in lost for sea in r)]
    every = survey.book.options.multi_route == "every" and lost
    if whole and not every:
        met = {border(*sorted(pair)) for route in whole for pair in closed[route]}
        return told, sorted(met)
    said = tuple(shown(intents[fleet].unit) for fleet in lost)
    facts: dict[str, Fact] = {"rivals": said, "unit": shown(army.unit), "goal": army.order.goal}
    causes = (*lost, *(cause for cause in told.causes if cause not in lost))
    reason = Report("no-convoy", "STD-CON", facts)
    return replace(told, fate=Fate.FAILS, reason=reason, causes=causes), []


def _dislodged(resolution: Resolution) -> set[int]:
    return {index for index, by in enumerate(resolution.dislodged_by) if by >= 0}


# Retreats


def _falling_back(work: Work) -> Work:
    """The dislodged, with the places truly open to them, and those that look open (STD-RET)."""
    movement = work.movement
    assert movement is not None
    book = work.book
    true, ranked = Ranges.true(Ledger.of(work.truth), Options.of(book)), book.ranked_retreats
    found, reports = list(work.outcomes), list(work.reports)
    lost: list[Dislodged] = []
    looks: dict[str, tuple[str, ...]] = {}
    for index, intent in enumerate(movement.intents):
        told, unit = found[index], intent.unit
        if not told.dislodged:
            continue
        fallen = Dislodged(unit, told.by, true.open_to(unit, told.retreats))
        looks[str(unit)] = _looking_open(work, fallen, told.retreats)
        if looks[str(unit)] if ranked else fallen.retreats:
            lost.append(fallen)
        reports = _renamed(reports, shown(unit), "dislodged" if fallen in lost else "destroyed")
        found[index] = _placed(work, told, fallen, looks[str(unit)])
    kept = {d.unit for d in lost}
    work = replace(work, outcomes=tuple(found), reports=tuple(reports))
    work = work.on(replace(work.position, dislodged=tuple(lost)))
    still = {n: p for n, p in looks.items() if n in map(str, kept)}
    return work.keep(replace(Ledger.of(work.truth), looks_open=merged(still)))


def _looking_open(work: Work, fallen: Dislodged, places: Sequence[str]) -> tuple[str, ...]:
    """The places that look open to who knows of no range and sees no unseen unit."""
    assert work.movement is not None
    held = unseen.places_of(work.truth) - work.position.contested - {fallen.by}
    steps = work.movement.survey.steps(fallen.unit)
    return tuple(sorted({*places, *(p for p in steps if province_of(p) in held)}))


def _placed(work: Work, told: Outcome, fallen: Dislodged, looks: tuple[str, ...]) -> Outcome:
    """The outcome of a dislodged unit: its owner and the others may see other places open."""
    if fallen.retreats == looks:
        return told
    power = fallen.unit.power
    known = Ranges.known(Ledger.of(work.truth), Options.of(work.book), power)
    hears = told.reason.audience is None or power in told.reason.audience
    sees = known.open_to(fallen.unit, looks) == fallen.retreats and hears
    only = frozenset({power}) if sees or not work.book.ranked_retreats else frozenset[str]()
    outside = replace(told.outside or told, retreats=looks)
    reason = replace(told.reason, audience=only)
    return replace(told, retreats=fallen.retreats, reason=reason, outside=outside)


def _renamed(reports: Sequence[Report], unit: Unit, kind: str) -> list[Report]:
    """The reports, that of a lost unit saying whether it may still retreat."""
    return [
        replace(report, kind=kind)
        if report.kind in ("dislodged", "destroyed") and report.facts["unit"] == unit
        else report
        for report in reports
    ]


def falling_back(work: Work) -> Work:
    """Retreats: nobody crosses a range, and whose mutant fails to, learns of it (PA-8b)."""
    true = Ranges.true(Ledger.of(work.truth), Options.of(work.book))
    lost = tuple(
        replace(d, retreats=true.open_to(d.unit, d.retreats)) for d in work.position.dislodged
    )
    tried = [pair for d in lost for pair in _tried(work, true, d)]
    work = retreating(work.on(replace(work.position, dislodged=lost)))
    work = ranges.find(ranges.learn_double(work, tried))
    return work.keep(replace(Ledger.of(work.truth), looks_open={}))


def _tried(work: Work, true: Ranges, lost: Dislodged) -> Iterator[tuple[str, str]]:
    """The double ranges that a mutant was sent over before it came to a place that was open."""
    if lost.unit.kind != MUTANT:
        return
    here, steps = lost.unit.province, work.book.graph.steps(MUTANT, lost.unit.place)
    sent = (o for o in work.orders.get(lost.unit.power, ()) if o.unit and o.unit.province == here)
    order = next((o for o in sent if o.verb == "retreat"), None)
    for place in (order.goal, *(str(value) for _, value in order.extra)) if order else ():
        if place in lost.retreats:
            return
        if place in steps and true.between(here, place) > 1:
            yield lost.unit.power, border(here, place)
