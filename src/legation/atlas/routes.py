"""What came of orders, in the words of a picture; and the ways of armies that are carried."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import replace

from legation.atlas.figures import BOUNCE, CONVOY, CUT, FAILED, OK, VOID, Line
from legation.board.graph import province_of
from legation.rules.fates import BOUNCED, GOOD, class_of
from legation.rules.reports import Fate, Outcome
from legation.rules.rulebook import Rulebook

_FATES = {Fate.CUT: CUT, Fate.VOID: VOID, Fate.UNMATCHED: VOID}


def fate_of(book: Rulebook, outcome: Outcome) -> str:
    """The fate of an order, one of those that a picture tells apart."""
    gone = outcome.disbanded and outcome.fate == Fate.NONE
    if outcome.fate in GOOD or outcome.fate == Fate.WEAKENED or gone:
        return OK
    if class_of(book, outcome) == BOUNCED:
        return BOUNCE
    return _FATES.get(outcome.fate, FAILED)


def carried(book: Rulebook, line: Line, lines: Iterable[Line]) -> Line:
    """A move by sea with the fleets that were ordered to carry it, where they make a way."""
    if not line.by_sea:
        return line
    start, goal = line.stops[0], line.stops[-1]
    ends = (province_of(start.place), province_of(goal.place))
    fleets = {
        province_of(other.stops[0].place): other.stops[0]
        for other in lines
        if other.form == CONVOY
        and other.fate != VOID
        and tuple(province_of(stop.place) for stop in other.stops[1:]) == ends
    }
    way = _way(book, *ends, frozenset(fleets))
    return replace(line, stops=(start, *(fleets[sea] for sea in way), goal))


def _way(book: Rulebook, start: str, goal: str, seas: frozenset[str]) -> list[str]:
    """The shortest way over seas with fleets on them; empty where there is none."""
    graph = book.graph
    landing = graph.harbours.get(goal, frozenset())
    queue = deque([sea] for sea in sorted(graph.harbours.get(start, frozenset()) & seas))
    known = {way[0] for way in queue}
    while queue:
        way = queue.popleft()
        if way[-1] in landing:
            return way
        for sea in sorted(graph.sea_lanes[way[-1]] & seas - known):
            known.add(sea)
            queue.append([*way, sea])
    return []
