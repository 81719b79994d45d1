"""After a movement: who found a range by it, and where the dislodged may go (PA-8c).

Where a dislodged unit may go looks different to who does not know what closes
a way; so the retreat phase comes where a place looks open to everybody who
knows nothing (STD-RET).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from legation.board.borders import BorderName
from legation.board.graph import MUTANT, province_of
from legation.board.units import Dislodged, Unit
from legation.rules.battle import Preset
from legation.rules.intents import VOID
from legation.rules.reports import Report, shown
from legation.rules.turn import retreating
from legation.rules.work import Work

from . import ranges, sea, unseen
from .ledger import Ledger, merged
from .options import Options
from .ranges import Ranges, aim_of


def publish(work: Work) -> Work:
    """Settles who is seen after a movement, and tells who found a range."""
    assert work.movement is not None
    start = work.movement.survey.position
    work = unseen.quiet(_met(work))
    work = _falling_back(work)
    return ranges.find(work, start.units)


# Met


def _met(work: Work) -> Work:
    """Who gave an order across a range has found it (PA-8c)."""
    movement, resolution = work.movement, work.resolution
    assert movement is not None
    assert resolution is not None
    for index, intent in enumerate(movement.intents):
        known = work.ground.presets.get(intent.unit)
        blocked = movement.battle.forces[index].preset == Preset.BLOCKED
        void = known is not None and known.preset == Preset.VOID and intent.remark == VOID
        if known is not None and (blocked or void):
            work = _crossed(work, intent.unit, BorderName(intent.unit.province, aim_of(intent)))
        elif sea.sails(movement, index) and not resolution.arrived[index]:
            cliffs = sea.lost(movement, resolution, index).met
            work = ranges.learn(work, [(intent.unit.power, cliff) for cliff in cliffs])
    return work


def _crossed(work: Work, unit: Unit, border: BorderName) -> Work:
    """A unit failed to cross a range; a mutant's owner learns that it is double (PA-8b)."""
    learn = ranges.learn_double if unit.kind == MUTANT else ranges.learn
    return learn(work, [(unit.power, border)])


# Retreats


def _falling_back(work: Work) -> Work:
    """The dislodged, with the places truly open to them, and those that look open (STD-RET)."""
    book = work.book
    true, ranked = Ranges.true(Ledger.of(work.truth), Options.of(book)), book.ranked_retreats
    reports = list(work.reports)
    fallen: list[Dislodged] = []
    looks: dict[str, tuple[str, ...]] = {}
    for lost in work.lost:
        unit = lost.unit
        looks[str(unit)] = _looking_open(work, lost)
        fallen.append(replace(lost, retreats=true.open_to(unit, lost.retreats)))
        stays = bool(looks[str(unit)] if ranked else fallen[-1].retreats)
        reports = _renamed(reports, shown(unit), "dislodged" if stays else "destroyed")
        if not stays:
            del looks[str(unit)]
    left = tuple(d for d in fallen if str(d.unit) in looks)
    work = work.losing(fallen).telling(reports)
    work = work.on(replace(work.position, dislodged=left))
    return work.keep(replace(Ledger.of(work.truth), looks_open=merged(looks)))


def _looking_open(work: Work, lost: Dislodged) -> tuple[str, ...]:
    """The places that look open to who knows of no range and sees no unseen unit."""
    assert work.movement is not None
    held = unseen.places_of(work.truth) - work.position.contested - {lost.by}
    steps = work.movement.survey.steps(lost.unit)
    return tuple(sorted({*lost.retreats, *(p for p in steps if province_of(p) in held)}))


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


def _tried(work: Work, true: Ranges, lost: Dislodged) -> Iterator[tuple[str, BorderName]]:
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
            yield lost.unit.power, BorderName(here, place)
