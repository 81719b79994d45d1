"""What is told in a game that is in fog: to whom it happens, and to who sees it."""

from __future__ import annotations

from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.graph import province_of
from legation.board.units import Unit
from legation.rules.declared import SEEN
from legation.rules.published import Published
from legation.rules.removals import AUTOMATIC, REMOVED, unreasoned
from legation.rules.reports import Outcome, Report
from legation.rules.showing import all_published
from legation.rules.sighted import sight
from legation.rules.survey import Survey
from legation.rules.work import Done, Steps, Work, at_end

_LOSSES = ("dislodged", "destroyed")


def in_fog(steps: Steps) -> Steps:
    """The steps of a turn in which losses and adjustments are whispered."""
    steps = at_end(steps, MOVEMENT, ("whisper", whisper))
    return at_end(steps, ADJUSTMENT, ("whisper", whisper_adjustments))


def ghosts(survey: Survey) -> tuple[Unit, ...]:
    """Units that may be where none is seen."""
    if survey.position.phase.kind != MOVEMENT:
        return ()
    held, graph = survey.position.by_province, survey.graph
    return tuple(
        Unit("", kind, place)
        for code, province in graph.provinces.items()
        if code not in held
        for kind in survey.book.kinds
        for place in (province.places if kind in graph.sailors else (code,))
        if graph.can_stand(kind, place)
    )


def orders_shown(done: Done, power: str) -> Published:
    """The orders of one's own units, and, if those are told, of who is seen at both ends."""
    movement, resolution = done.movement, done.resolution
    before = sight(done.work.book, done.start.position, power)
    after = sight(done.work.book, done.work.position, power)
    hidden = set()
    for index, intent in enumerate(movement.intents):
        arrived = resolution.arrived[index]
        end = movement.battle.forces[index].goal if arrived else intent.unit.province
        seen = intent.unit.province in before and end in after
        if intent.unit.power != power and not (seen and done.work.book.sight.orders == SEEN):
            hidden.add(index)
    found = all_published(done, hidden)
    refused = {who: orders for who, orders in found.refused.items() if who == power}
    return found._replace(refused=refused)


def whisper(work: Work) -> Work:
    """What is told of a loss goes to its owner, and to who sees the place."""
    losses, clause = iter(work.lost), work.book.sight.clause
    reports = []
    for report in work.reports:
        if report.kind in _LOSSES:
            lost = next(losses).unit
            seers = {
                power
                for power in work.book.players
                if lost.province in sight(work.book, work.position, power)
            }
            facts = {name: fact for name, fact in report.facts.items() if name != "rivals"}
            report = Report("lost-in-fog", clause, facts, frozenset({lost.power, *seers}))
        reports.append(report)
    return work.telling(reports)


def whisper_adjustments(work: Work) -> Work:
    """What is told of a power's adjustments goes to that power."""
    return work.telling(
        replace(report, audience=frozenset({str(report.facts.get("power", ""))}))
        for report in work.reports
    )


def heard(done: Done, told: Outcome, power: str) -> Outcome | None:
    """What a power hears of a retreat or an adjustment: its own, and what it sees."""
    if told.power == power:
        return told
    book = done.work.book
    if book.sight.orders != SEEN:
        return None
    before = sight(book, done.start.position, power)
    after = sight(book, done.work.position, power)
    if done.start.position.phase.kind == RETREAT:
        ended = province_of(told.at) in after if told.at else True
        seen = told.province in before and ended
    else:
        seen = told.at != "" and province_of(told.at) in after
        gone = told.disbanded or told.reason.kind == REMOVED  # ordered or not
        seen = seen or (gone and told.province in before)
    if not seen:
        return None
    return unreasoned(told) if told.reason.kind in AUTOMATIC else told
