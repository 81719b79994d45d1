"""Where a power may build, as its variant declares it (STD-ADJ)."""

from __future__ import annotations

from collections.abc import Iterator

from legation.board.units import UnitName
from legation.rules.declared import ANY_HOME, ANYWHERE, HOME, Builds
from legation.rules.refusals import because
from legation.rules.reports import Report
from legation.rules.survey import Survey


def sites(survey: Survey, power: str, builds: Builds) -> Iterator[str]:
    """The provinces in which a power may build, in the order of the map's table."""
    graph = survey.graph
    where = graph.homes.get(power, ()) if builds.where == HOME else graph.provinces
    for place in where:
        if place not in survey.at and _barred(survey, power, place, builds.where) is None:
            yield place


def why_not(survey: Survey, power: str, name: UnitName, builds: Builds) -> Report:
    """Why a power cannot build this unit."""
    graph, province = survey.graph, survey.graph.provinces[name.province]
    place = province.code
    barred = _barred(survey, power, place, builds.where)
    if barred is not None:
        return Report(barred.kind, builds.clause, barred.facts)
    if place in survey.at:
        return because("occupied", place=place)
    if name.kind in graph.sailors and province.coasts:
        return because("name-coast", "STD-ADJ", places=province.places[1:])
    if any(graph.can_stand(name.kind, at) for at in province.places):
        return because("not-built-there", kind=name.kind, place=place, terrain=province.terrain)
    return because("no-ground", kind=name.kind, place=place, terrain=province.terrain)


def _barred(survey: Survey, power: str, place: str, where: str) -> Report | None:
    """Why a power may not build in a province, whoever stands there; None where it may."""
    graph, owner = survey.graph, survey.position.owners.get(place)
    if where == HOME and place not in graph.homes.get(power, ()):
        return because("no-home", place=place, power=power)
    if where == ANY_HOME and not any(place in homes for homes in graph.homes.values()):
        return because("nobodys-home", place=place)
    if owner == power or (where == ANYWHERE and owner is None):
        return None
    if owner is not None:
        return because("not-owned", place=place, owner=owner)
    if place not in survey.book.possible_centres:
        return because("no-centre", place=place)
    return because("nobodys", place=place)
