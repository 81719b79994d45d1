"""Retreats: whole, to one place, where forces of one power may meet (CL-15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from legation.board.graph import province_of
from legation.board.position import sort_units
from legation.board.units import Dislodged, Unit
from legation.rules.reports import Fact, Fate, Outcome, Report, shown
from legation.rules.survey import Survey
from legation.rules.turn import retreating
from legation.rules.work import Work

from .orders import MEN
from .sizes import SIZES

WENT, CLASHED = "retreated", "retreat-clash"


def retreats(survey: Survey, unit: Unit, places: tuple[str, ...]) -> tuple[str, ...]:
    """Where a dislodged force may go: a standing army nowhere, for it is gone (CL-13b)."""
    return places if unit.power in survey.book.players else ()


def retreat(work: Work) -> Work:
    """The retreat step: two forces of one power in one place are one, if they fit (CL-15)."""
    before, start = work.position, len(work.outcomes)
    done = retreating(work)
    outcomes = [*done.outcomes[:start], *map(_counted, done.outcomes[start:])]
    units = list(done.position.units)
    met: dict[str, list[int]] = {}
    for index, outcome in enumerate(outcomes[start:], start):
        if outcome.reason.kind in (WENT, CLASHED):
            met.setdefault(province_of(_goal(outcome)), []).append(index)
    for province, indices in met.items():
        stood = [unit for unit in before.units if unit.province == province]
        came = [_unit_of(outcomes[index], before.dislodged) for index in indices]
        if len(came) + len(stood) < 2:
            continue
        whole = _whole(stood, came, [_goal(outcomes[index]) for index in indices])
        for index, unit in zip(indices, came, strict=True):
            outcomes[index] = _told(outcomes[index], unit, whole, [*stood, *came])
        units = [unit for unit in units if unit.province != province]
        units += [whole] if whole else stood
    position = replace(done.position, units=sort_units(units))
    return done.on(position).resulting(outcomes)


def _counted(outcome: Outcome) -> Outcome:
    """The outcome of a retreat, its order with the men or ships that went (CL-10)."""
    unit, order = outcome.unit, outcome.order
    if not isinstance(unit, Unit) or order is None:
        return outcome
    return replace(outcome, order=replace(order, extra=((MEN, unit.strength),)))


def _goal(outcome: Outcome) -> str:
    return outcome.order.goal if outcome.order is not None else ""


def _unit_of(outcome: Outcome, lost: Iterable[Dislodged]) -> Unit:
    return next(d.unit for d in lost if shown(d.unit) == outcome.unit)


def _whole(stood: Sequence[Unit], came: Sequence[Unit], goals: Sequence[str]) -> Unit | None:
    """The one force that these make up, if they may be one (CL-11c-1)."""
    units = [*stood, *came]
    places = {*goals, *(unit.place for unit in stood)}
    first = min(units, key=lambda unit: unit.id)
    men = sum(unit.strength for unit in units)
    mixed = any((unit.power, unit.kind) != (first.power, first.kind) for unit in units)
    if mixed or len(places) > 1 or men > SIZES[first.kind].full:
        return None
    return replace(first, place=goals[0], strength=men, number=0)


def _told(outcome: Outcome, came: Unit, whole: Unit | None, units: Iterable[Unit]) -> Outcome:
    """The outcome of one that met others."""
    goal = _goal(outcome)
    facts: dict[str, Fact] = {"unit": shown(came), "goal": goal}
    if whole is not None:
        reason = Report("retreat-joined", "CL-15", {**facts, "whole": shown(whole)})
        met = replace(outcome, fate=Fate.SUCCEEDS, at=goal, disbanded=False)
        return replace(met, reason=reason)
    facts["rivals"] = tuple(shown(unit) for unit in units if unit != came)
    reason = Report(CLASHED, "STD-RET", facts)
    return replace(outcome, fate=Fate.FAILS, at="", disbanded=True, reason=reason)
