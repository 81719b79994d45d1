"""The seas and the land beside them: where units go, and what they may support (WA-4a, WA-4b)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from legation.board.graph import MapGraph, province_of
from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.criteria import CRITERIA as STANDARD
from legation.rules.refusals import because
from legation.rules.reports import Report
from legation.rules.survey import Asked, Criterion, Survey

PORT, GARRISON = "port", "garrison"


def seas(graph: MapGraph) -> frozenset[str]:
    """The places where any number may stand and nobody fights (WA-4a-2)."""
    return graph.carriers


def open_steps(survey: Survey, unit: Unit, places: frozenset[str]) -> frozenset[str]:
    """Where a unit may go: by land, from sea to sea, and between a port and its seas (WA-4a-1)."""
    return _open_steps(survey.book, unit.province, places)


@lru_cache(maxsize=1024)
def _open_steps(book: Asked, here: str, places: frozenset[str]) -> frozenset[str]:
    """The same, which hangs on the map alone."""
    graph = book.graph
    beside = graph.fleet.get(here, frozenset())
    if here in graph.carriers:
        return frozenset(p for p in beside if p in graph.carriers or is_port(graph, p))
    return places | beside if is_port(graph, here) else places


def is_port(graph: MapGraph, place: str) -> bool:
    """Is this a coastal centre, whoever owns it?"""
    return PORT in graph.provinces[place].features


def support_reach(survey: Survey, unit: Unit) -> frozenset[str]:
    """Where a unit may support: from a sea in all of its coasts, from land next to it (WA-4b)."""
    graph, here = survey.graph, unit.province
    if here in graph.carriers:
        return frozenset(graph.fleet[here]) - graph.carriers
    return graph.army[here]


# Refusals that rest on a clause of this game


def _why_no_move(survey: Survey, unit: Unit, order: Order) -> Report:
    graph, here, goal = survey.graph, unit.province, province_of(order.goal)
    if goal in graph.fleet.get(here, ()) and goal not in survey.steps(unit):
        shore = here if goal in graph.carriers else goal
        return because("no-port", "WA-4a-1", place=shore, unit=unit, goal=goal)
    return STANDARD["move goal"].why(survey, unit, order)


def _why_no_support(survey: Survey, unit: Unit, order: Order) -> Report:
    assert order.target is not None
    place = province_of(order.goal) or order.target.province
    if place in survey.book.open_places:
        return because("nobody-fights", "WA-4a-2", place=place)
    if unit.province in survey.graph.carriers and place not in survey.support_reach(unit):
        return because("no-coast-of", "WA-4b", place=place, sea=unit.province, unit=unit)
    if place != unit.province and place not in survey.support_reach(unit):
        return because("not-next-to", place=place, unit=unit, here=unit.place)
    return STANDARD["supported goal"].why(survey, unit, order)


CRITERIA: Mapping[str, Criterion] = {
    "move goal": replace(STANDARD["move goal"], why=_why_no_move),
    "supported unit": replace(STANDARD["supported unit"], why=_why_no_support),
    "supported goal": replace(STANDARD["supported goal"], why=_why_no_support),
}
