"""What a reader is shown of a phase: whose orders, the ranges as he knows them (PA-8, PA-10b).

Reasons follow from that (STD-WHY): who knows of a range reads that it was in
the way; who does not reads what explains it as far as he knows, or nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from legation.board.borders import BorderName
from legation.board.calendar import ADJUSTMENT, SETUP
from legation.board.graph import MUTANT
from legation.board.orders import Order
from legation.board.units import Unit, UnitName
from legation.rules.battle import Preset
from legation.rules.book import Book
from legation.rules.fought import Answer, Fought
from legation.rules.ground import LEVEL, Ground
from legation.rules.intents import VOID
from legation.rules.published import Published
from legation.rules.removals import AUTOMATIC, unreasoned
from legation.rules.reports import Fact, Fate, Outcome, Report
from legation.rules.showing import all_published
from legation.rules.survey import Survey
from legation.rules.work import Done, Sheets

from . import sea, unseen
from .ledger import Ledger
from .options import Options
from .ranges import Ranges, aim_of, closed

# Movements


def orders_shown(done: Done, power: str) -> Published:
    """All orders, but those of units that only others have seen, and still do (PA-10b).

    His board says whose units he may not have seen; the terms on which orders
    were carried out would say where.
    """
    movement = done.movement
    still = unseen.places_of(done.work.truth)
    hidden = [
        index
        for index, intent in enumerate(movement.intents)
        if intent.unit.province in still and intent.unit.power != power
    ]
    return all_published(done, hidden)._replace(terms=None)


def ground_known(done: Done, power: str, survey: Survey, orders: Sheets) -> Ground:
    """The ranges that a power knows of, those too that it met in this phase (PA-8a)."""
    truth, book = done.work.truth, done.work.book
    return closed(Ranges.known(Ledger.of(truth), Options.of(book), power), survey, orders, LEVEL)


def answer(fought: Fought, index: int, fared: Answer) -> Answer:
    """What became of an order; where a range was the reason, that says so (PA-6c, PA-6d)."""
    intent, movement, resolution = fought.intents[index], fought.movement, fought.resolution
    known, unit = movement.ground.presets.get(intent.unit), fought.units[index]
    if known is not None and movement.battle.forces[index].preset == Preset.BLOCKED:
        return _met(fared, unit, "range-blocked", [BorderName(unit.province, aim_of(intent))])
    if known is not None and known.preset == Preset.VOID and intent.remark == VOID:
        return _met(fared, unit, "range-no-support", [BorderName(unit.province, aim_of(intent))])
    if not sea.sails(movement, index) or resolution.arrived[index]:
        return fared
    voyage = sea.lost(movement, resolution, index)
    if voyage.met:
        return _met(fared._replace(fate=Fate.FAILS), unit, "range-convoy", voyage.met)
    if not voyage.fleets:
        return fared
    assert intent.order is not None
    rivals = fought.rivals(voyage.fleets)
    facts: dict[str, Fact] = {"rivals": rivals, "unit": unit, "goal": intent.order.goal}
    causes = dict.fromkeys((*voyage.fleets, *fared.causes))
    return Answer(Fate.FAILS, Report("no-convoy", "STD-CON", facts), tuple(causes))


def _met(fared: Answer, unit: Unit, kind: str, met: Sequence[BorderName]) -> Answer:
    facts: dict[str, Fact] = {"unit": unit, "border": tuple(met)}
    return fared._replace(reason=Report(kind, "PA-6d" if unit.kind == MUTANT else "PA-6c", facts))


# Phases without a battle


def heard(
    retreats: tuple[Outcome | None, ...], done: Done, power: str
) -> tuple[Outcome | None, ...]:
    """What a power hears of each outcome of the first Winter, a retreat, or a later Winter."""
    kind, outcomes = done.start.position.phase.kind, done.work.outcomes
    if kind == SETUP:
        return tuple(told if told.power == power else None for told in outcomes)
    if kind == ADJUSTMENT:
        return tuple(_winter(done.work.book, told, power) for told in outcomes)
    return retreats


def _winter(book: Book, told: Outcome, power: str) -> Outcome | None:
    """What came of an order, as far as a power may hear of it (PA-10b).

    A refusal, or a build that was left unused, would tell others of centres;
    the place of a build is told or not by option ``publish-builds``. How an
    automatic removal was chosen is told to nobody.
    """
    kind = told.reason.kind
    if kind in AUTOMATIC:
        return unreasoned(told, "PA-10b")
    if told.power == power:
        return told
    if kind in ("adjust-void", "waived"):
        return None
    if kind == "removed" or Options.of(book).publish_builds == "yes":
        return told
    assert isinstance(told.unit, Unit)
    letter = told.unit.written
    reason = Report("built-somewhere", "PA-10b", {"power": told.power, "unit": letter})
    somewhere = UnitName("", letter)
    return replace(told, unit=somewhere, order=Order("build", somewhere), at="", reason=reason)
