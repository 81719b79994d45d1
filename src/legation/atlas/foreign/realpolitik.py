"""A variant of Realpolitik: its ``.map``, with the ``.cnt`` and ``.gam`` beside it.

``.map`` has places and moves as the judges' maps do, ``.cnt`` the countries,
``.gam`` who owns and stands where at the start, ``.rgn`` where units are drawn.
A line that begins with ``#`` is a remark in all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from legation.atlas.foreign.found import NEUTRAL, Place, Raw, Unit
from legation.atlas.foreign.judge import judged
from legation.errors import FileError

_PLACE = re.compile(r"(?P<name>[^,]+),\s*(?P<kind>[A-Za-z][A-Za-z0-9]{0,3})\s+(?P<codes>\S.*)")
_MOVES = re.compile(r"(?P<code>[^\s:]+?)-(?P<kind>[a-z]{2}):\s*(?P<ends>.*)")
_SEASON = re.compile(r"(spring|summer|fall|autumn|winter)\s+(\d{1,5})", re.IGNORECASE)
_NUMBERS = re.compile(r"-?\d+(?:\.\d+)?")

Lines = list[tuple[int, str]]


def read_realpolitik(path: str, text: str, beside: Mapping[str, str]) -> Raw:
    """What the files of a variant state; `beside` has the others by their endings, without dot.

    Raises:
        FileError: for a line that is none of its section.
    """
    raw = Raw(path, own_line="{code}-mv: {others}")
    countries = _countries(raw, beside.get("cnt", ""))
    sections = _sections(text)
    aliases = {}
    for line, said in sections[0]:
        found = _PLACE.fullmatch(said)
        if not found:
            wanted = "name, letters and abbreviations"
            raise FileError(path, f'"{said[:40]}" is no place: it needs {wanted}', line)
        code, *more = found["codes"].lower().split()
        letters = found["kind"]
        home = countries.get(letters[0], "")
        centre = bool(home) or letters[0] == "x" or (letters[0].isupper())
        convoys = "w" in letters[1:]
        raw.add(Place(code, found["name"], line, centre, home, convoys=convoys))
        aliases.update(dict.fromkeys((code, *more), code))
    for line, said in sections[1] if len(sections) > 1 else ():
        moves = _MOVES.fullmatch(said.lower())
        if not moves:
            raise FileError(path, f'"{said[:40]}" is no line of moves, such as abc-mv: def', line)
        code = aliases.get(moves["code"], moves["code"])
        judged(raw, raw.known(code, line), moves["kind"], moves["ends"], line, aliases)
    if countries:
        raw.powers = raw.powers or dict.fromkeys(countries.values(), "")
    else:
        raw.notes.append("There is no .cnt beside it, which would name the countries.")
    _start(raw, beside.get("gam", ""), list(countries.values()), aliases)
    _drawn(raw, beside.get("rgn", ""))
    return raw


def _lines(text: str) -> Lines:
    """Lines with their numbers; no remarks, no empty ones, one space for many."""
    said = ((at, " ".join(line.split())) for at, line in enumerate(text.splitlines(), 1))
    return [(at, line) for at, line in said if line and not line.startswith("#")]


def _sections(text: str) -> list[Lines]:
    parts: list[Lines] = [[]]
    for at, line in _lines(text):
        if line == "-1":
            parts.append([])
        else:
            parts[-1].append((at, line))
    return parts


def _countries(raw: Raw, text: str) -> dict[str, str]:
    """Initial → name."""
    countries = {}
    for at, line in _lines(text)[2:]:
        words = line.split()
        if len(words) < 3:
            said = f'"{line[:40]}" is no country: it needs name, adjective and initial'
            raise FileError(f"{raw.path} (.cnt)", said, at)
        initial = next((word for word in words[2:] if len(word) == 1), words[2][:1])
        name = words[0].replace("_", " ")
        countries[initial] = name
        raw.powers[name] = words[1].replace("_", " ")
    return countries


def _start(raw: Raw, text: str, powers: list[str], aliases: Mapping[str, str]) -> None:
    """Season, owners and units, of a ``.gam``: three lines a country, four from version 2 on."""
    lines = [line.strip() for line in text.splitlines() if not line.strip().startswith("#")]
    if len(lines) < 6:
        raw.notes.append("There is no .gam beside it, which would have the starting units.")
        return
    raw.title = lines[2]
    season = _SEASON.search(lines[3])
    if season:
        raw.season, raw.year = season[1].lower(), int(season[2])
    wide = 4 if lines[0].strip() == "2" else 3
    rows = lines[6:]
    for number, power in enumerate(powers):
        group = rows[number * wide : (number + 1) * wide]
        if len(group) < wide:
            raise FileError(f"{raw.path} (.gam)", f"it stops before the lines of {power}")
        for code in group[1].lower().split():
            place = raw.known(aliases.get(code, code), 0)
            if not raw.places[place].home:
                raw.change(place, 0, centre=True, home=power)
        raw.units += _units(power, group[-1], aliases)


def _units(power: str, said: str, aliases: Mapping[str, str]) -> Iterator[Unit]:
    """``F ank A con F stp/sc``, coasts with a slash or in brackets."""
    words = re.sub(r" ?[/(] ?(\w\w)\)?", r"/\1", " ".join(said.split())).split()
    for kind, place in zip(words[::2], words[1::2], strict=False):
        code, _, coast = place.lower().partition("/")
        at = aliases.get(code, code)
        yield Unit(power or NEUTRAL, kind.upper(), f"{at}/{coast}" if coast else at)


def _drawn(raw: Raw, text: str) -> None:
    """Where units are drawn: the first line of numbers after the remark with a place's name."""
    by_name = {place.name.casefold(): code for code, place in raw.places.items()}
    code = ""
    for line in text.splitlines():
        if line.lstrip().startswith("#"):
            code = by_name.pop(line.strip("# \t").casefold(), "")
        elif code and (at := _NUMBERS.findall(line)[:2]) and len(at) == 2:
            raw.change(code, 0, at=(float(at[0]), float(at[1])))
            code = ""
