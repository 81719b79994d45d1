"""Who has rules of his own in London Nights, and what is kept about the night."""

from __future__ import annotations

from collections.abc import Mapping

from legation.board.graph import MapGraph
from legation.board.position import Position
from legation.board.units import Unit

THEATRE = "Theatre-Goers"
SHOPPERS = "Shoppers"
NURSES = "Nurses"
ROYALS = "Royals"
TAXIS = "Taxi Drivers"
CITY = "City Boys"
POLICE = "Police"

NORTH, SOUTH = "north", "south"
KNIGHTSBRIDGE = "Kni"
TWO = "2U"

HIDDEN, TOLD_CITY, DISCOVERED = "hidden-centres", "known-to-city", "discovered"
UNSEEN, SIGHTINGS, REPORTED, CONTESTED = "unseen", "sightings", "reported", "contested"
LEDGER: Mapping[str, str] = {
    HIDDEN: "places",
    TOLD_CITY: "places",
    DISCOVERED: "places",
    UNSEEN: "places",
    SIGHTINGS: "map",
    REPORTED: "map",
    CONTESTED: "places",
}
"""The ledger. `unseen` are the places, on a bridge with the unit's number, of
Theatre-Goers' units that are not on the others' map, `reported` the places of
those that are, each with the time of the report. `sightings` are such places
where none is seen any more. `contested` are the places in which the others saw
units bounce, for the retreats that follow."""

STARTING = "starting-2U"
"""A fact of the board: where the Shoppers' first 2U stands (LN-6d)."""


def kept(ledger: Mapping[str, object], key: str) -> frozenset[str]:
    """An entry of the ledger that holds places; none where it is missing."""
    found = ledger.get(key, ())
    assert isinstance(found, (tuple, list, set, frozenset))
    return frozenset(str(place) for place in found)


def times(ledger: Mapping[str, object], key: str) -> dict[str, str]:
    """An entry of the ledger that holds times of places; empty where it is missing."""
    found = ledger.get(key, {})
    assert isinstance(found, Mapping)
    return {str(place): str(time) for place, time in sorted(found.items())}


def spot(unit: Unit) -> str:
    """Where a unit stands, on a shared bridge with its number: ``Cov``, ``WAB/2``."""
    return f"{unit.place}/{unit.number}" if unit.number else unit.place


def bridges(graph: MapGraph) -> frozenset[str]:
    """The places where anybody may be (LN-4a)."""
    return frozenset(c for c, p in graph.provinces.items() if p.terrain == "bridge")


def all_units(position: Position) -> tuple[Unit, ...]:
    """The units on the board, and those that have lost their place and not retreated yet."""
    return (*position.units, *(lost.unit for lost in position.dislodged))
