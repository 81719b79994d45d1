"""What a reader gathered, joined to a map: borders of moves, terrains, codes, and what is open.

Whatever the file left open or contradicted is noted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from legation.atlas.foreign.codes import codes, names, plain
from legation.atlas.foreign.found import COASTS, NEUTRAL, Edge, Found, Place, Raw, Unit
from legation.board.graph import ARMY, COAST, FLEET, INLAND, SEA
from legation.errors import FileError, meant


def found(raw: Raw) -> Found:
    """The map that a reader gathered.

    Raises:
        FileError: for moves or units of places that there are not, and for a file
            without places, borders or two powers.
    """
    if not raw.places or not raw.moves:
        raise FileError(raw.path, "there are no places in it, or no moves between them")
    notes = list(raw.notes)
    _sides(raw, notes)
    towards = _towards(raw)
    _demanded(raw, towards)
    walking = {_bare(start) for start, _ in towards[ARMY]}
    sailing = {end for pair in towards[FLEET] for end in pair}
    settled = {code: _settled(each, walking, sailing) for code, each in raw.places.items()}
    _on_land(settled, towards[FLEET], notes)
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
    centres = sum(place.centre for place in places)
    if raw.win and raw.win > centres:
        said = f"{raw.win} centres are to win, and there are {centres}"
        raise FileError(raw.path, f"{said}; more than half are {centres // 2 + 1}", raw.win_line)
    _open(raw, places, notes)
    return Found(
        *(
            raw.path,
            raw.places_path or raw.path,
            plain(raw.title),
            plain(raw.author),
            places,
            edges,
            powers,
        ),
        *(tuple(each for each in units if each), raw.year, raw.win, tuple(notes)),
    )


def _sides(raw: Raw, notes: list[str]) -> None:
    """Coasts by names that we have not, such as a river's, get one of ours that is free."""
    there = {end for move in raw.moves for end in (move.start, move.end) if "/" in end}
    there |= {unit.place for unit in raw.units if "/" in unit.place}
    ours: dict[str, str] = {}
    for end in sorted(there):
        code, _, coast = end.partition("/")
        taken = {*ours.values(), *there}
        free = [f"{code}/{each}" for each in COASTS if f"{code}/{each}" not in taken]
        if coast not in COASTS and free:
            ours[end] = free[0]
            notes.append(f"The coast {end} is {free[0].partition('/')[2]} here.")
    raw.moves = [
        replace(move, start=ours.get(move.start, move.start), end=ours.get(move.end, move.end))
        for move in raw.moves
    ]
    raw.units = [replace(unit, place=ours.get(unit.place, unit.place)) for unit in raw.units]


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


def _demanded(raw: Raw, towards: Mapping[str, set[tuple[str, str]]]) -> None:
    """Complain of a place without moves and a terrain: it is not known what it is."""
    own = {_bare(start) for pairs in towards.values() for start, _ in pairs}
    unnamed = [code for code, place in raw.places.items() if not place.name]
    for code, place in raw.places.items():
        if place.terrain or code in own:
            continue
        goes = {k: {_bare(a) for a, b in pairs if _bare(b) == code} for k, pairs in towards.items()}
        others = sorted(goes[ARMY] | goes[FLEET])
        if not others:
            continue  # it is left out, and that is said
        kind = "COAST" if all(goes.values()) else "LAND" if goes[ARMY] else "WATER"
        line = raw.own_line.format(kind=kind, code=code, others=" ".join(others))
        near = meant(code, unnamed) or (f" Did you forget {line}?" if line else "")
        said = f'"{place.name or code}" has no line of its own with its borders'
        said = f"{said}, only in those of {', '.join(others)}.{near}"
        raise FileError(raw.places_path or raw.path, said, place.line)


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


def _on_land(places: Mapping[str, Place], sailed: set[tuple[str, str]], notes: list[str]) -> None:
    """Takes out what the file lets fleets sail to or from a place that it says is inland."""
    inland = {code for code, place in places.items() if place.terrain == INLAND}
    lost = {pair for pair in sailed if not inland.isdisjoint(map(_bare, pair))}
    sailed -= lost
    if lost:
        there = sorted({places[c].name for pair in lost for c in map(_bare, pair) if c in inland})
        notes.append(f"Fleets that the file sends inland go nowhere here: {', '.join(there)}.")


def _edges(
    places: Mapping[str, Place],
    towards: Mapping[str, set[tuple[str, str]]],
    ours: Mapping[str, str],
    notes: list[str],
) -> Iterable[Edge]:
    """The borders: an army's and a fleet's in one row, a row for each pair of coasts."""
    walks = _both(towards[ARMY])
    fleets = {
        (a, b)
        for pair in towards[FLEET]
        if all(_is_whole(end, places) for end in pair)
        for a, b in [(_plain(pair[0], places), _plain(pair[1], places))]
    }
    sails = _both(fleets)
    ways = ((a, b) for moves in (towards[ARMY], fleets) for a, b in moves if (b, a) not in moves)
    if single := sorted({f"{ours[_bare(a)]} - {ours[_bare(b)]}" for a, b in ways}):
        notes.append(f"One way only in the file, both ways here: {', '.join(single)}.")
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


def _both(moves: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Each pair once; a way that only one of its ends knows is taken both ways."""
    return {(min(a, b), max(a, b)) for a, b in moves if _bare(a) != _bare(b)}


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
