"""What was found in a map of another program: one small model for all formats.

A reader gathers places, moves and units as its file has them, in a `Raw`;
`joining` makes a `Found` of it, whose codes are as `board.mapfile` wants them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from legation.board.graph import CLAIMED, SEA
from legation.board.provincechecks import LAND_IN_SEA
from legation.errors import FileError, meant

MOST_PLACES, MOST_MOVES = 600, 12_000
COASTS = ("nc", "ec", "sc", "wc")
NEUTRAL = "Neutral"
"""Whose the units are that nobody plays."""


@dataclass(frozen=True)
class Place:
    """A place as a file names it; `at` is where its picture has it, x right and y down."""

    code: str
    name: str = ""
    line: int = 0
    centre: bool = False
    home: str = ""
    terrain: str = ""
    convoys: bool = False
    claimed: bool = False
    """A home that nobody owns at the start."""
    at: tuple[float, float] | None = None
    coasts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Move:
    """What a unit of one kind may do: from a place, or a coast of it, to another."""

    kind: str
    start: str
    end: str
    line: int = 0


@dataclass(frozen=True)
class Unit:
    """A unit at the start."""

    power: str
    kind: str
    place: str
    line: int = 0


@dataclass(frozen=True)
class Edge:
    """A border, as a row of ``borders.csv``."""

    a: str
    b: str
    army: bool
    fleet: bool
    a_coast: str = ""
    b_coast: str = ""
    kind: str = ""


@dataclass
class Raw:
    """What a reader gathers from a file, in the file's own words."""

    path: str
    title: str = ""
    author: str = ""
    places: dict[str, Place] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    powers: dict[str, str] = field(default_factory=dict)
    """Name → adjective, empty where the file has none."""
    units: list[Unit] = field(default_factory=list)
    year: int | None = None
    win: int | None = None
    season: str = "spring"
    win_line: int = 0
    places_path: str = ""
    """The file with the places, where it is another one."""
    own_line: str = ""
    """How a place tells its borders in this format, to show whoever forgot it."""
    aliases: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def change(self, code: str, line: int, **what: object) -> None:
        """Add to what is known of a place; one that is not there is an error with its line."""
        self.known(code, line)
        self.places[code] = replace(self.places[code], **what)  # type: ignore[arg-type]

    def known(self, code: str, line: int) -> str:
        """The code of a place that there is."""
        if code not in self.places:
            raise FileError(
                self.path, f'there is no place "{code}".{meant(code, self.places)}', line
            )
        return code

    def add(self, place: Place) -> None:
        """A new place."""
        if place.code in self.places:
            said = f'the place "{place.code}" is there twice, first in line'
            raise FileError(self.path, f"{said} {self.places[place.code].line}", place.line)
        if len(self.places) >= MOST_PLACES:
            raise FileError(self.path, f"it has more than {MOST_PLACES} places", place.line)
        self.places[place.code] = place

    def move(self, kind: str, start: str, end: str, line: int) -> None:
        """One more move."""
        if len(self.moves) >= MOST_MOVES:
            raise FileError(self.path, f"it has more than {MOST_MOVES} moves", line)
        self.moves.append(Move(kind, start, end, line))


@dataclass(frozen=True)
class Found:
    """A map that was found, in our own codes; `notes` say what its file left open."""

    path: str
    places_path: str
    title: str
    author: str
    places: tuple[Place, ...]
    edges: tuple[Edge, ...]
    powers: Mapping[str, str]
    units: tuple[Unit, ...]
    year: int | None
    win: int | None
    notes: tuple[str, ...]


def feature(place: Place) -> str:
    """The features of a place, as ``provinces.csv`` has them."""
    marks = [LAND_IN_SEA] if place.convoys and place.terrain == SEA else []
    return ";".join([*marks, CLAIMED] if place.claimed else marks)
