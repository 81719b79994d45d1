"""Who borders on whom, as the package tells it.

A neighbour stands in lower case where only an army passes between two coasts;
of a province with split coasts each coast stands there that a fleet from here
could reach, and the province itself where none could.
"""

from __future__ import annotations

from collections.abc import Iterator

from legation.board.graph import FLEET, IMPASSABLE, INLAND, SEA, province_of
from legation.compat.diplomacy.ground import GRAPH, PLACES, SPLIT

_TYPES = {INLAND: "LAND", SEA: "WATER", IMPASSABLE: "SHUT"}
_SHUT = next(code for code, p in GRAPH.provinces.items() if p.terrain == IMPASSABLE)
_AROUND = ("BUR", "MAR", "MUN", "PIE", "TYR")


def loc_of(place: str) -> str:
    """A place as a key: a province with split coasts is in lower case, for armies alone."""
    return place.lower() if place in SPLIT else place


LOC_TYPE = {
    loc_of(place): _TYPES.get(GRAPH.provinces[province_of(place)].terrain, "COAST")
    for place in PLACES
}


def _near(place: str) -> Iterator[str]:
    if place == _SHUT:
        yield from _AROUND
        return
    province = province_of(place)
    for other in sorted(GRAPH.touching[province] - {_SHUT}):
        if other in SPLIT:
            coasts = sorted(c for c in SPLIT[other] if c in GRAPH.steps(FLEET, place))
            yield from coasts or ([other] if "/" not in place else [])
        elif other in GRAPH.reach(FLEET, place):
            yield other
        elif "/" not in place:
            yield other if _plain(place, other) else other.lower()
    if place in _AROUND:
        yield _SHUT


def _plain(place: str, other: str) -> bool:
    """Is nothing to be said of fleets between these: one is inland, or split?"""
    inland = INLAND in (GRAPH.provinces[place].terrain, GRAPH.provinces[other].terrain)
    return inland or place in SPLIT


LOC_ABUT = {loc_of(place): tuple(_near(place)) for place in PLACES}


def near_with_coasts(place: str) -> list[str]:
    """The places beside one, each with all its coasts."""
    near: dict[str, None] = {}
    for other in LOC_ABUT[loc_of(place)]:
        province = province_of(other.upper())
        near.update(dict.fromkeys((*SPLIT.get(province, ()), province)))
    return list(near)
