"""Who has rules of his own in London Nights, and what is kept about the night."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from legation.board import ledger
from legation.board.graph import MapGraph
from legation.board.ledger import EVERYBODY, NOBODY
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
SIGHTINGS, UNSEEN, THEATRE_UNITS = "sightings", "unseen", "theatre-units"
"""What is known, in lore; the ledger's fields have the same names. As a fact of a board,
`unseen` says whose units are not all on it."""


def _theatre(_: Ledger, reader: str) -> bool:
    """The Theatre-Goers know which of theirs are not seen."""
    return reader == THEATRE


def _city(_: Ledger, reader: str) -> bool:
    """The City Boys know what they were told at the start (LN-1G)."""
    return reader == CITY


@dataclass(frozen=True)
class Ledger(ledger.Ledger):
    """What is hidden in the night, and what was seen of it.

    `unseen` are the places, on a bridge with the unit's number, of
    Theatre-Goers' units that are not on the others' map, `reported` the places
    of those that are, each with the time of the report. `sightings` are such
    places where none is seen any more. `contested` are the places in which the
    others saw units bounce, for the retreats that follow.
    """

    hidden_centres: frozenset[str] = ledger.places(NOBODY)
    known_to_city: frozenset[str] = ledger.places(ledger.only(_city))
    discovered: frozenset[str] = ledger.places(EVERYBODY)
    unseen: frozenset[str] = ledger.places(ledger.only(_theatre))
    sightings: Mapping[str, str] = ledger.words(EVERYBODY)
    reported: Mapping[str, str] = ledger.words(EVERYBODY)
    contested: frozenset[str] | None = ledger.places_or_none(EVERYBODY)


class OnTerms(Protocol):
    """What knows on which terms orders are judged: a board looked up, or a turn in hand."""

    @property
    def terms(self) -> object | None:
        """The terms; None for those on which orders are written."""


@dataclass(frozen=True)
class Terms:
    """On what terms orders are judged while a round is carried out.

    `driven`: the double moves are over. `anywhere`: orders may name units of the
    Theatre-Goers and Taxi Drivers wherever their givers thought them.
    """

    driven: bool = False
    anywhere: bool = False

    @classmethod
    def of(cls, here: OnTerms) -> Terms:
        """Those of a round; where orders are written, neither."""
        return here.terms if isinstance(here.terms, cls) else cls()


STARTING = "starting-2U"
"""A fact of the board: where the Shoppers' first 2U stands (LN-6d)."""


def spot(unit: Unit) -> str:
    """Where a unit stands, on a shared bridge with its number: ``Cov``, ``WAB/2``."""
    return f"{unit.place}/{unit.number}" if unit.number else unit.place


def bridges(graph: MapGraph) -> frozenset[str]:
    """The places where anybody may be (LN-4a)."""
    return frozenset(c for c, p in graph.provinces.items() if p.terrain == "bridge")


def all_units(position: Position) -> tuple[Unit, ...]:
    """The units on the board, and those that have lost their place and not retreated yet."""
    return (*position.units, *(lost.unit for lost in position.dislodged))
