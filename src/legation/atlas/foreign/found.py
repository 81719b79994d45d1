"""What was found in a map of another program: one small model for all formats.

A reader gathers places, moves and units as its file has them; `found` joins
them to borders, gives codes as `board.mapfile` wants them, and notes whatever
the file left open or contradicted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from legation.atlas.foreign.codes import codes, names
from legation.board.graph import ARMY, COAST, FLEET, INLAND, SEA
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

    title: str
    author: str
    places: tuple[Place, ...]
    edges: tuple[Edge, ...]
    powers: Mapping[str, str]
    units: tuple[Unit, ...]
    year: int | None
    win: int | None
    notes: tuple[str, ...]


def found(raw: Raw) -> Found:
    """The map that a reader gathered.

    Raises:
        FileError: for moves or units of places that there are not, and for a file
            without places, borders or two powers.
    """
    if not raw.places or not raw.moves:
        raise FileError(raw.path, "there are no places in it, or no moves between them")
    notes = list(raw.notes)
    towards = _towards(raw)
    walking = {_bare(start) for start, _ in towards[ARMY]}
    sailing = {end for pair in towards[FLEET] for end in pair}
    settled = {code: _settled(each, walking, sailing) for code, each in raw.places.items()}
    ours = codes(settled.values())
    edges = tuple(_edges(settled, towards, ours, notes))
    joined = {code for edge in edges for code in (edge.a, edge.b)}
    lost = [place.name for code, place in settled.items() if ours[code] not in joined]
    if lost:
        notes.append(f"Left out, for nothing borders on it: {', '.join(lost)}.")
    kept = {code: place for code, place in settled.items() if ours[code] in joined}
    named = names(kept.values())
    powers = {home: "" for home in (p.home for p in kept.values()) if home} | raw.powers
    powers = {name: raw.powers.get(name, "") for name in powers if _plays(name, raw, kept)}
    powers.pop(NEUTRAL, None)
    if len(powers) < 2:
        raise FileError(raw.path, "fewer than two powers have a home or a unit in it")
    units = [_unit(raw, unit, settled, ours, notes) for unit in raw.units]
    places = tuple(
        replace(place, code=ours[code], name=named[code], centre=place.centre or bool(place.home))
        for code, place in kept.items()
    )
    _open(raw, places, notes)
    return Found(
        *(raw.title, raw.author, places, edges, powers),
        *(tuple(each for each in units if each), raw.year, raw.win, tuple(notes)),
    )


def _plays(name: str, raw: Raw, places: Mapping[str, Place]) -> bool:
    return any(p.home == name for p in places.values()) or any(u.power == name for u in raw.units)


def _towards(raw: Raw) -> dict[str, set[tuple[str, str]]]:
    """Kind of unit → pairs of places, as the moves go, coasts and all."""
    pairs: dict[str, set[tuple[str, str]]] = {ARMY: set(), FLEET: set()}
    for move in raw.moves:
        for end in (move.start, move.end):
            raw.known(end.partition("/")[0], move.line)
        pairs[move.kind].add((move.start, move.end))
    return pairs


def _settled(place: Place, walking: set[str], sailing: set[str]) -> Place:
    """A place with its terrain and coasts, where its moves tell them."""
    coasts = tuple(each for each in COASTS if f"{place.code}/{each}" in sailing)
    walks, sails = place.code in walking, place.code in sailing or bool(coasts)
    walks |= place.centre and sails  # an island; no water is a centre
    terrain = place.terrain or (COAST if walks and sails else INLAND if walks else SEA)
    if place.convoys and terrain == COAST:
        terrain = SEA
    split = terrain == COAST and len(coasts) > 1
    return replace(place, terrain=terrain, coasts=coasts if split else ())


def _edges(
    places: Mapping[str, Place],
    towards: Mapping[str, set[tuple[str, str]]],
    ours: Mapping[str, str],
    notes: list[str],
) -> Iterable[Edge]:
    """The borders: an army's and a fleet's in one row, a row for each pair of coasts."""
    walks = _both(towards[ARMY], notes, ours)
    fleets = {
        (a, b)
        for pair in towards[FLEET]
        if all(_is_whole(end, places) for end in pair)
        for a, b in [(_plain(pair[0], places), _plain(pair[1], places))]
    }
    sails = _both(fleets, notes, ours)
    by_pair: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for a, b in sails:
        by_pair.setdefault(_pair(a, b), set()).add((a, b) if _pair(a, b)[0] == _bare(a) else (b, a))
    for a, b in walks:
        by_pair.setdefault(_pair(a, b), set())
    marched = {_pair(a, b) for a, b in walks}
    for pair in sorted(by_pair):
        army = pair in marched and not any(
            places[code].terrain == SEA and not places[code].convoys for code in pair
        )
        rows = sorted(by_pair[pair])
        if not rows and not army:
            continue
        for a, b in rows or [pair]:
            yield Edge(
                *(ours[_bare(a)], ours[_bare(b)], army, bool(rows)),
                *(a.partition("/")[2], b.partition("/")[2]),
            )


def _both(
    moves: set[tuple[str, str]], notes: list[str], ours: Mapping[str, str]
) -> set[tuple[str, str]]:
    """Each pair once; a way that only one of its ends knows is taken both ways, and noted."""
    single = sorted({_said(a, b, ours) for a, b in moves if (b, a) not in moves})
    if single:
        notes.append(f"One way only in the file, both ways here: {', '.join(single)}.")
    return {(min(a, b), max(a, b)) for a, b in moves if _bare(a) != _bare(b)}


def _said(a: str, b: str, ours: Mapping[str, str]) -> str:
    return f"{ours[_bare(a)]} - {ours[_bare(b)]}"


def _bare(end: str) -> str:
    return end.partition("/")[0]


def _pair(a: str, b: str) -> tuple[str, str]:
    first, second = sorted((_bare(a), _bare(b)))
    return first, second


def _is_whole(end: str, places: Mapping[str, Place]) -> bool:
    """Whether a fleet can be there: at a coast of a place that has several."""
    code, _, coast = end.partition("/")
    return not places[code].coasts or bool(coast)


def _plain(end: str, places: Mapping[str, Place]) -> str:
    return end if places[_bare(end)].coasts else _bare(end)


def _unit(
    raw: Raw, unit: Unit, places: Mapping[str, Place], ours: Mapping[str, str], notes: list[str]
) -> Unit | None:
    code, _, coast = unit.place.partition("/")
    place = places[raw.known(code, unit.line)]
    if unit.kind not in (ARMY, FLEET):
        notes.append(f"Left out, a unit of a kind that we have not: {unit.kind} {ours[code]}.")
        return None
    if unit.kind == FLEET and place.coasts and coast not in place.coasts:
        notes.append(f"The fleet in {ours[code]} has no coast in the file; it has the first here.")
        coast = place.coasts[0]
    keeps = f"/{coast}" if coast and place.coasts and unit.kind == FLEET else ""
    return replace(unit, place=f"{ours[code]}{keeps}")


def _open(raw: Raw, places: tuple[Place, ...], notes: list[str]) -> None:
    """Note what the file does not tell."""
    if not raw.title:
        notes.append("The file has no title.")
    if not raw.author:
        notes.append("The file has no author.")
    if raw.year is None:
        notes.append("The file has no first year; it is 1901 here.")
    if raw.win is None:
        notes.append("The file does not say who wins; more than half of the centres do here.")
    if raw.season != "spring":
        notes.append(f"The file begins in {raw.season}; the game begins with a spring move here.")
    nowhere = sum(place.at is None for place in places)
    if nowhere:
        few = "no places" if nowhere == len(places) else f"{len(places) - nowhere} of {len(places)}"
        notes.append(f"The file has positions for {few}; the board is laid out from its borders.")


def feature(place: Place) -> str:
    """The features of a place, as ``provinces.csv`` has them."""
    return LAND_IN_SEA if place.convoys and place.terrain == SEA else ""
