"""What Fog changes in the standard rulebook; see rules.md.

`sight` and `known` say what a power sees; `orders_shown`, `whisper` and `heard`
what it is told.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.graph import FLEET, province_of
from legation.board.position import UNSEEN, Position
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules.book import Book
from legation.rules.definition import Definition
from legation.rules.options import Options
from legation.rules.published import Published
from legation.rules.removals import AUTOMATIC, unreasoned
from legation.rules.reports import Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.showing import all_published
from legation.rules.survey import Survey
from legation.rules.work import Done, Steps, Work, at_end


class Rules(Rulebook):
    """The standard rules with the fog in them."""

    @classmethod
    def define(cls, definition: Definition, options: Options) -> Definition:
        """Battles hide something."""
        return replace(super().define(definition, options), hides_battles=True)

    @cached_property
    def steps(self) -> Steps:
        """What is told of losses and adjustments is whispered."""
        steps = at_end(super().steps, MOVEMENT, ("whisper", whisper))
        return at_end(steps, ADJUSTMENT, ("whisper", whisper_adjustments))

    def ghosts(self, survey: Survey) -> tuple[Unit, ...]:
        """Units that may be where none is seen (FOG-3)."""
        return ghosts(survey)

    def known(self, truth: Truth, power: str) -> Position:
        """The board as far as a power sees it (FOG-1)."""
        return known(self, truth, power)

    def orders_shown(self, done: Done, power: str) -> Published:
        """The orders of units that are seen where they started and ended (FOG-2)."""
        return orders_shown(done, power)

    def heard(self, done: Done, power: str) -> tuple[Outcome | None, ...]:
        """What of retreats and adjustments is seen (FOG-4)."""
        return tuple(
            _heard(done, told, power) if told is not None else None
            for told in super().heard(done, power)
        )


# Sight


def sight(book: Book, position: Position, power: str) -> frozenset[str]:
    """The provinces that a power sees (FOG-1)."""
    lost = (d.unit for d in position.dislodged)
    own = {unit.province for unit in (*position.units, *lost) if unit.power == power}
    return frozenset(own.union(*(book.graph.touching[place] for place in own)))


def known(book: Book, truth: Truth, power: str) -> Position:
    """The board as far as a power sees it (FOG-1)."""
    position, seen = truth.position, sight(book, truth.position, power)
    missing = tuple(sorted({u.power for u in position.units if u.province not in seen}))
    return replace(
        position,
        units=tuple(u for u in position.units if u.province in seen),
        dislodged=tuple(
            d if d.unit.power == power else replace(d, by="", retreats=())
            for d in position.dislodged
            if d.unit.province in seen
        ),
        contested=position.contested & seen,
        facts={**position.facts, UNSEEN: missing} if missing else position.facts,
    )


def ghosts(survey: Survey) -> tuple[Unit, ...]:
    """Units that may be where none is seen (FOG-3)."""
    if survey.position.phase.kind != MOVEMENT:
        return ()
    held, graph = survey.position.by_province, survey.graph
    return tuple(
        Unit("", kind, place)
        for code, province in graph.provinces.items()
        if code not in held
        for kind in survey.book.kinds
        for place in (province.places if kind == FLEET else (code,))
        if graph.can_stand(kind, place)
    )


# What is told


def orders_shown(done: Done, power: str) -> Published:
    """The orders of one's own units, and of those seen where they started and ended (FOG-2)."""
    movement, resolution = done.movement, done.resolution
    before = sight(done.work.book, done.start.position, power)
    after = sight(done.work.book, done.work.position, power)
    hidden = set()
    for index, intent in enumerate(movement.intents):
        arrived = resolution.arrived[index]
        end = movement.battle.forces[index].goal if arrived else intent.unit.province
        if intent.unit.power != power and (intent.unit.province not in before or end not in after):
            hidden.add(index)
    found = all_published(done, hidden)
    refused = {who: orders for who, orders in found.refused.items() if who == power}
    return found._replace(refused=refused)


def whisper(work: Work) -> Work:
    """What is told of a loss goes to its owner, and to who sees the place (FOG-4)."""
    losses = iter(work.lost)
    reports = []
    for report in work.reports:
        if report.kind in ("dislodged", "destroyed"):
            lost = next(losses).unit
            seers = (
                power
                for power in work.book.players
                if lost.province in sight(work.book, work.position, power)
            )
            facts = {name: fact for name, fact in report.facts.items() if name != "rivals"}
            plain = Report("lost-in-fog", "FOG-4", facts, frozenset({lost.power, *seers}))
            reports.append(plain)
        else:
            reports.append(report)
    return work.telling(reports)


def whisper_adjustments(work: Work) -> Work:
    """What is told of a power's adjustments goes to that power (FOG-4)."""
    return work.telling(
        replace(report, audience=frozenset({str(report.facts.get("power", ""))}))
        for report in work.reports
    )


def _heard(done: Done, told: Outcome, power: str) -> Outcome | None:
    """What a power hears of a retreat or an adjustment: its own, and what it sees (FOG-4)."""
    if told.power == power:
        return told
    book = done.work.book
    before = sight(book, done.start.position, power)
    after = sight(book, done.work.position, power)
    if done.start.position.phase.kind == RETREAT:
        ended = province_of(told.at) in after if told.at else True
        seen = told.province in before and ended
    else:
        seen = told.at != "" and province_of(told.at) in after
        seen = seen or (told.disbanded and told.province in before)
    if not seen:
        return None
    if told.reason.kind in AUTOMATIC:
        return unreasoned(told)
    return told
