"""Ships that are to carry more than they can (CL-8b)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from legation.board.units import Unit

from .parts import Division, Part, carried
from .ships import needs_ships
from .sizes import CARRIES

Overloaded = Mapping[Part, tuple[int, int]]
"""Ships through which more men are to go than they carry → the men, and the ships."""


def overloaded_in(division: Division) -> Overloaded:
    """Judged over all armies that are ordered through the same ships, whoever they are (CL-8b)."""
    together: dict[tuple[Unit, int], list[Part]] = {}
    for part in division.parts:
        if part.convoys:
            together.setdefault((part.force, part.ships), []).append(part)
    found = {}
    for parts in together.values():
        ships = sum(part.count for part in parts)
        load = {army.unit: army.count for part in parts for army in _aboard(division, part)}
        men = sum(load.values())
        if men > CARRIES * ships:
            found.update(dict.fromkeys(parts, (men, ships)))
    return found


def _aboard(division: Division, fleet: Part) -> Iterator[Part]:
    """The parts of an army that are to go through these ships."""
    if fleet.convoys:
        for army in carried(division, fleet):
            if _goes_by_sea(division, army, fleet):
                yield army


def _goes_by_sea(division: Division, army: Part, fleet: Part) -> bool:
    """Does an army that a fleet is ordered to carry need it, or mean to go by it?"""
    assert army.order is not None
    if needs_ships(division.survey, army.force, army.order):
        return True
    rule = division.survey.book.options.adjacent_convoy
    return rule == "1971" or (rule == "intent" and fleet.force.power == army.force.power)


def stranded_by(division: Division, overloaded: Overloaded) -> set[Unit]:
    """Those who were to go through ships that cannot carry all."""
    return {army.unit for part in overloaded for army in _aboard(division, part)}
