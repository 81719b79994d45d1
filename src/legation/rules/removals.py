"""Removals that nobody ordered (STD-NMR): who is farthest from home."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from legation.board.graph import FLEET, province_of
from legation.board.units import Unit
from legation.rules.reports import Fact, Outcome, Report, shown
from legation.rules.survey import Survey

REMOVED = "removed"
"""By an order."""
FARTHEST, WITHOUT_WAY = "removed-automatically", "removed-without-way"
AUTOMATIC = frozenset((FARTHEST, WITHOUT_WAY))
FAR = 10_000  # farther than any way on a board


def farthest(survey: Survey, units: Sequence[Unit], missing: int) -> list[tuple[Unit, Report]]:
    """Which of these units go for so many missing removals, each with the reason.

    The farthest first; at equal distance fleets before armies, then by the
    English name of the province (option civil-disorder).
    """
    graph = survey.graph
    ranked = sorted(
        ((_distance(survey, unit), unit) for unit in units),
        key=lambda pair: (
            -pair[0],
            pair[1].kind != FLEET,
            graph.provinces[pair[1].province].name,
        ),
    )
    return [(unit, _removal(survey, unit, distance)) for distance, unit in ranked[:missing]]


def unreasoned(told: Outcome, clause: str = "STD-NMR") -> Outcome:
    """An automatic removal for who does not know all that its reason rests on (STD-WHY)."""
    assert isinstance(told.unit, Unit)
    facts: dict[str, Fact] = {"power": told.power, "unit": told.unit}
    return replace(told, reason=Report("removed-unordered", clause, facts))


def _removal(survey: Survey, unit: Unit, distance: int) -> Report:
    owned = survey.book.options.civil_disorder == "owned-centre"
    facts: dict[str, Fact] = {"power": unit.power, "unit": shown(unit)}
    if distance == FAR:
        return Report(WITHOUT_WAY, survey.book.reports[WITHOUT_WAY].clause, facts)
    measure = "a centre it owns" if owned else "a home centre"
    facts |= {"measure": measure, "distance": distance}
    return Report(FARTHEST, survey.book.reports[FARTHEST].clause, facts)


def _distance(survey: Survey, unit: Unit) -> int:
    graph = survey.graph
    if survey.book.options.civil_disorder == "owned-centre":
        goals = set(survey.position.centres_of(unit.power))
        return moves_to(graph.touching, [unit.province], goals)
    goals = set(graph.homes.get(unit.power, ()))
    if unit.kind in graph.sailors:
        return moves_to(graph.fleet, [unit.place], goals)
    return moves_to(graph.touching, [unit.province], goals)


def moves_to(graph: Mapping[str, Iterable[str]], start: list[str], goals: set[str]) -> int:
    """Moves from the start to the nearest goal, a province; FAR where no way leads there."""
    seen, ring, moves = set(start), start, 0
    while ring:
        if any(province_of(place) in goals for place in ring):
            return moves
        ring = list({near for place in ring for near in graph[place]} - seen)
        seen.update(ring)
        moves += 1
    return FAR
