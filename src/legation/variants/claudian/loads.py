"""Ships that are to carry more than they can (CL-8b)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from legation.board.units import Unit
from legation.rules.reports import Fact, Report

from .crossings import goes_by_sea
from .parts import Division, Part, carried
from .sizes import CARRIES

Overloaded = Mapping[Part, tuple[int, int]]
"""Ships through which more men are to go than they carry → the men, and the ships."""


def overloaded_in(division: Division) -> Overloaded:
    """Judged over all armies that are ordered through the same ships, whoever they are (CL-8b)."""
    together: dict[tuple[Unit, int], list[Part]] = {}
    for part in division.parts:
        if part.convoys:
            together.setdefault((part.force, part.ships), []).append(part)
    loads = {}
    for parts in together.values():
        ships = sum(part.count for part in parts)
        load = {army.unit: army.count for part in parts for army in _aboard(division, part)}
        men = sum(load.values())
        if men > CARRIES * ships:
            loads.update(dict.fromkeys(parts, (men, ships)))
    return loads


def too_many(part: Part, overloaded: Overloaded) -> Report:
    """Why ships carry nobody (CL-8b)."""
    assert part.order is not None
    men, ships = overloaded[part]
    facts: dict[str, Fact] = {"unit": part.called, "goal": part.order.goal}
    facts |= {"men": men, "ships": ships, "most": CARRIES * ships}
    return Report("overloaded", "CL-8b", facts)


def _aboard(division: Division, fleet: Part) -> Iterator[Part]:
    """The parts of an army that are to go through these ships."""
    if fleet.convoys:
        for army in carried(division, fleet):
            assert army.order is not None
            if goes_by_sea(division.survey, army.force, army.order, fleet.force):
                yield army


def stranded_by(division: Division, overloaded: Overloaded) -> set[Unit]:
    """Those who were to go through ships that cannot carry all."""
    return {army.unit for part in overloaded for army in _aboard(division, part)}
