"""Which values each field of a standard order may have, and why another may not stand.

A criterion serves both ways: legality asks whether a value is among its own,
`rules.menus` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from legation.board.graph import ARMY, FLEET, province_of
from legation.board.orders import (
    Field,
    Order,
)
from legation.board.units import Unit, UnitName
from legation.errors import OrderError
from legation.rules.naming import index_of
from legation.rules.reaches import Goals
from legation.rules.refusals import because
from legation.rules.reports import Report
from legation.rules.survey import Criterion, Survey


class Listed(Collection[object]):
    """Values that are legal, of which only some are listed: the others say the same, or nothing."""

    def __init__(self, legal: Iterable[object], listed: Iterable[object] = ()) -> None:
        self._legal, self._listed = frozenset(legal), tuple(listed)

    def __contains__(self, value: object) -> bool:
        return value in self._legal

    def __iter__(self) -> Iterator[object]:
        return iter(self._listed)

    def __len__(self) -> int:
        return len(self._listed)


class Named(Collection[object]):
    """The units for which another has goals: asked one by one, or all of them listed."""

    def __init__(
        self,
        survey: Survey,
        unit: Unit,
        goals: Callable[[Unit, int], Goals],
        listed: Callable[[Unit], Mapping[int, Goals]],
    ) -> None:
        self._survey, self._unit = survey, unit
        self._goals, self._listed = goals, listed

    def __contains__(self, name: object) -> bool:
        """Is this the name of one of them, written as the survey writes it?"""
        survey, unit = self._survey, self._unit
        if not isinstance(name, UnitName):
            return False
        other = survey.called(name)
        if other is None:
            try:
                other = index_of(survey, name, unit.power)
            except OrderError:
                return False
            if survey.names[other] != name:
                return False
        return bool(self._goals(unit, other))

    def __iter__(self) -> Iterator[object]:
        return (self._survey.names[other] for other in self._listed(self._unit))

    def __len__(self) -> int:
        return len(self._listed(self._unit))


# What each field may hold


def _move_goals(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    if order.via and not survey.falls_back(unit):
        return survey.overseas(unit)
    steps = survey.steps(unit)
    if order.goal in steps:
        return steps  # and where fleets could take it, which nobody asks
    overseas = survey.overseas(unit)
    return steps | overseas if overseas else steps


def why_no_move(survey: Survey, unit: Unit, order: Order, some: Unit | None = None) -> Report:
    """Why a unit cannot go there, called by what is ordered: `some` of it, where units divide."""
    said = some or unit
    graph, goal = survey.graph, order.goal
    province = graph.provinces[province_of(goal)]
    if province.code == unit.province:
        return because("there-already", unit=said)
    if not any(graph.can_stand(unit.kind, place) for place in province.places):
        if province.code in graph.carriers:
            return because("not-at-sea", kind=unit.kind)
        return because("not-in", kind=unit.kind, place=province.code)
    if order.via:
        return because("no-fleets", unit=said, goal=goal)
    coasts = tuple(sorted(p for p in survey.steps(unit) if province_of(p) == goal))
    if len(coasts) > 1:
        return because("name-coast", places=coasts)
    if goal != province.code and province.code in graph.reach(unit.kind, unit.place):
        near = [p for p in graph.steps(unit.kind, unit.place) if province_of(p) == province.code]
        return because("not-that-coast", unit=said, places=tuple(sorted(near)))
    if unit.kind == ARMY and graph.harbours[unit.province] and graph.harbours[province.code]:
        return because("too-far-over-sea", unit=said, place=unit.province, goal=goal)
    return because("too-far", kind=unit.kind, place=unit.place, goal=goal)


def _supported_units(survey: Survey, unit: Unit, _: Order) -> Collection[object]:
    return Named(survey, unit, survey.support_goals, survey.supportable)


def _supported_goals(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    assert order.target is not None
    index = index_of(survey, order.target, unit.power)
    goals, target = survey.support_goals(unit, index, order.goal), survey.units[index]
    sails = target.kind in survey.graph.sailors
    if not sails or not survey.graph.coasts_from.get(target.place):
        return goals
    rule = survey.book.options.support_coast
    if rule == "ignored":
        return goals
    fine = survey.steps(target)
    coasts = {place for place in fine if "/" in place and province_of(place) in goals}
    if rule == "required" or (rule == "own-only" and target.power != unit.power):
        return set(goals) - {province_of(place) for place in coasts} | coasts
    return coasts.union(goals) if coasts else goals


def _why_no_support(survey: Survey, unit: Unit, order: Order) -> Report:
    assert order.target is not None
    target, goal = order.target, province_of(order.goal)
    place = goal or target.province
    other = index_of(survey, target, unit.power)
    if place == unit.province:
        return because("support-at-home", unit=unit)
    if place not in survey.support_reach(unit):
        return because("support-out-of-reach", unit=unit, place=place)
    if place in survey.book.open_places:
        return because("nobody-fights", place=place)
    if not goal:
        return because("no-support-in-place", target=target, unit=unit)
    if goal in survey.support_goals(unit, other):
        return because("name-its-coast", goal=goal)
    if goal in survey.overseas(survey.units[other]) and unit.province in survey.seas:
        return because("own-carrier", target=target, goal=goal, unit=unit)
    return because("cannot-go", target=target, goal=order.goal)


def _convoyed_armies(survey: Survey, unit: Unit, _: Order) -> Collection[object]:
    return Named(survey, unit, survey.convoy_goals, survey.carried)


def _convoy_goals(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    assert order.target is not None
    return survey.convoy_goals(unit, index_of(survey, order.target, unit.power))


def _why_no_convoy(survey: Survey, unit: Unit, order: Order) -> Report:
    assert order.target is not None
    if unit.kind != FLEET:
        return because("no-carrier", unit=unit, kind=unit.kind)
    if unit.province not in survey.graph.carriers:
        return because("carrier-on-coast", unit=unit)
    if order.target.kind != ARMY:
        return because("not-carried-kind", target=order.target, kind=order.target.kind)
    if not order.goal:
        return because("on-no-route", unit=unit, target=order.target)
    return because("on-no-route-to", unit=unit, target=order.target, goal=order.goal)


def _retreat_goals(survey: Survey, unit: Unit, _: Order) -> Collection[object]:
    return survey.dislodged_at[unit.province].retreats


def _why_no_retreat(survey: Survey, unit: Unit, order: Order) -> Report:
    open_to = survey.dislodged_at[unit.province].retreats
    if not open_to:
        return because("nothing-open", unit=unit)
    return because("retreat-not-open", goal=order.goal, unit=unit, places=open_to)


def _why_not_further(survey: Survey, unit: Unit, order: Order) -> Report:
    open_to = survey.dislodged_at[unit.province].retreats
    wrong = tuple(str(place) for _, place in order.extra if place not in open_to)
    return because("further-not-open", places=wrong, unit=unit)


CRITERIA: Mapping[str, Criterion] = {
    "move goal": Criterion("STD-MOVE", _move_goals, why_no_move),
    "supported unit": Criterion("STD-SUP", _supported_units, _why_no_support),
    "supported goal": Criterion("STD-SUP", _supported_goals, _why_no_support),
    "convoyed army": Criterion("STD-CON", _convoyed_armies, _why_no_convoy),
    "convoy goal": Criterion("STD-CON", _convoy_goals, _why_no_convoy),
    "retreat goal": Criterion("STD-RET", _retreat_goals, _why_no_retreat),
    "further retreat": Criterion("STD-RET", _retreat_goals, _why_not_further),
}


def criterion_of(survey: Survey, field: Field) -> Criterion | None:
    """What a field of an order must meet, if anything."""
    return survey.book.criteria.get(field.domain)
