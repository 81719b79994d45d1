"""Free centres that several powers keep each other out of, as one of them was told.

Units of equal strength that go to one place all stay where they are (STD-BOUNCE),
and who goes again as before meets the same again. Powers that do not speak can
still take turns, for each was told who went there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.units import Unit
from legation.bots.seat import Seat
from legation.rules.reports import Fate, Outcome
from legation.sight.view import Told, standing

_PAST = 4  # movements that are looked back upon


@dataclass(frozen=True)
class Standoff:
    """Whether it is this power's turn to go there, and the most strength that another brought."""

    turn: bool
    strength: float


def standoffs(seat: Seat) -> Mapping[str, Standoff]:
    """Province → the stand-off there: a free centre to which several went of late, in vain.

    They go in the order of their centres, who has fewest first, one a movement.
    """
    position = seat.view.position
    taken = {*position.owners, *position.by_province}
    wanted = frozenset(seat.book.possible_centres) - taken
    if not wanted:
        return {}
    movements = [told for told in standing(seat.view.told) if told.phase.kind == MOVEMENT]
    several = _several(movements[-_PAST:], wanted)
    went: dict[str, dict[str, float]] = defaultdict(dict)
    for told in movements[-_PAST:]:
        places = several & told.missed().keys()
        for place, brought in _brought(seat, told.toward(places)).items() if places else ():
            for power, strength in brought.items():
                went[place][power] = max(strength, went[place].get(power, 0.0))
    counts = {power: position.riches.get(power, 0) for each in went.values() for power in each}
    found = {}
    for place, brought in went.items():
        others = [n for power, n in brought.items() if power != seat.power]
        if len(brought) > 1:
            queue = sorted(brought, key=lambda power: (counts[power], power))
            turn = queue[len(movements) % len(queue)] == seat.power
            found[place] = Standoff(turn, max(others))
    return found


def _several(movements: Iterable[Told], wanted: frozenset[str]) -> frozenset[str]:
    """Where more than one power went and is not; of all others no outcome has to be made."""
    missed: dict[str, frozenset[str]] = defaultdict(frozenset)
    for told in movements:
        for place, powers in told.missed().items():
            missed[place] |= powers
    return frozenset(place for place in wanted & missed.keys() if len(missed[place]) > 1)


def _brought(seat: Seat, outcomes: Iterable[Outcome]) -> dict[str, dict[str, float]]:
    """Province → power → the strength with which it went there and did not come in."""
    went: dict[str, dict[str, float]] = defaultdict(dict)
    helped: dict[tuple[str, str], float] = defaultdict(float)
    for outcome in outcomes:
        order, unit = outcome.order, outcome.unit
        if order is None or not isinstance(unit, Unit):
            continue
        place = province_of(order.goal)
        strength = seat.advice.weight(seat.survey, unit)
        if order.verb == "move" and outcome.fate is Fate.FAILS:
            went[place][outcome.power] = max(strength, went[place].get(outcome.power, 0.0))
        elif order.verb == "support" and outcome.fate is Fate.GIVEN:
            helped[place, outcome.power] += strength
    for (place, power), strength in helped.items():
        if power in went[place]:
            went[place][power] += strength
    return went
