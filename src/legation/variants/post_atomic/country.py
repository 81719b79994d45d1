"""Countries and pools: which places may be a power's home centres, and where it starts.

Each country's pool of possible centres is exactly its country, Turkey's with
Cyprus and Russia's with Archangel, so `home` tells both (PA-5, PA-6b).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from legation.board.borders import BorderName
from legation.board.graph import ARMY, FLEET, MapGraph

NEUTRAL = "neutral"
REGULAR_FLEETS = frozenset({"Edi", "Lon", "Bre", "Kie", "Tri", "Nap", "Sev", "Stp", "Ank", "Arc"})
"""Starting places with a fleet in the regular game (PA-1a)."""
DRAWN: Mapping[str, int] = {"Russia": 4, NEUTRAL: 12}
"""How many centres are dealt out of a pool, where it is not three (PA-3, PA-4)."""
DRAWN_ELSE = 3


def started(graph: MapGraph) -> MapGraph:
    """The map with the units of the regular game at the start, for those that players choose."""
    rows = (
        replace(row, kind=FLEET if row.place in REGULAR_FLEETS else ARMY) for row in graph.setup
    )
    return replace(graph, setup=tuple(rows))


def starts(graph: MapGraph) -> dict[str, tuple[tuple[str, ...], ...]]:
    """Power → for each of its starting units the places it may choose from (PA-1b)."""
    starts_of: dict[str, tuple[tuple[str, ...], ...]] = {}
    for row in graph.setup:
        starts_of[row.power] = (*starts_of.get(row.power, ()), row.places)
    return starts_of


def pools(graph: MapGraph) -> Mapping[str, tuple[str, ...]]:
    """Power, or ``neutral`` → the places that may be its centres, in the order of the table."""
    return graph.possible_homes


def homes(graph: MapGraph, power: str) -> tuple[str, ...]:
    """The places of a power's country: its possible home centres."""
    return pools(graph).get(power, ())


def frontiers(graph: MapGraph, power: str) -> Iterator[tuple[str, str]]:
    """The borders, within a country or at its edge, that it may place a range on (PA-6b).

    The first side is in the country; where both are, the borders come once.
    A range lies between two lands, or between a land and a sea.
    """
    own = homes(graph, power)
    for side in own:
        for other in sorted(graph.touching[side]):
            if other not in own or BorderName(side, other).first == side:
                yield side, other
