"""A ``.map`` of the ``diplomacy`` package: places by ``=``, borders by ``ABUTS``, powers by name.

In a list of neighbours capitals are open to armies and fleets, small letters to
armies alone, a first capital to fleets alone.
"""

from __future__ import annotations

import re

from legation.atlas.foreign.found import COASTS, NEUTRAL, Place, Raw, Unit
from legation.board.graph import ARMY, COAST, FLEET, IMPASSABLE, INLAND, SEA
from legation.errors import FileError

_POWER = re.compile(r"([A-Z][A-Z_+'\-]*)\s*\(([^()]*)\)\s*(.*)")
_UNIT = re.compile(r"([AF])\s+(\S+)")
_TERRAINS = {"WATER": SEA, "LAND": INLAND, "COAST": COAST, "PORT": COAST, "SHUT": IMPASSABLE}
_NOBODY = ("UNOWNED", "NEUTRAL", "CENTERS")
_IGNORED = ("MAP", "USE", "USES", "DUMMY", "DUMMIES", "FLOW", "RULE", "RULES", "DROP")


def read_abuts(path: str, text: str) -> Raw:
    """What a map of the package states.

    Raises:
        FileError: for a line that is none of the format, and for a map that is only
            a change of another one.
    """
    raw = Raw(path, own_line="{kind} {code} ABUTS {others}")
    power = NEUTRAL
    homes: list[tuple[str, str, int]] = []
    ends: list[tuple[str, str, int]] = []
    for line, said in enumerate(text.splitlines(), 1):
        said = " ".join(said.split())
        first = said.partition(" ")[0].upper()
        if not said or said.startswith("#"):
            continue
        if first in ("USE", "USES") or (first == "MAP" and "ABUTS" not in text):
            whole = "it changes another map; import that one, and change it by hand"
            raise FileError(path, whole, line)
        if first in _TERRAINS and " ABUTS" in f"{said.upper()} ":
            _place(raw, said, line, ends)
        elif first == "VICTORY":
            raw.win = int(number[0]) if (number := re.findall(r"\d{1,4}", said)) else None
            raw.win_line = line
        elif first == "BEGIN":
            _begin(raw, said, line)
        elif "=" in said:
            _name(raw, said, line)
        elif first in _NOBODY:
            power = NEUTRAL
            homes += [("", code, line) for code in said.lower().split()[1:]]
        elif found := _POWER.fullmatch(said):
            power = _title(found[1])
            raw.powers[power] = _title(found[2].partition(":")[0])
            homes += [(power, code, line) for code in found[3].lower().split()]
        elif found := _UNIT.fullmatch(said):
            raw.units.append(Unit(power, found[1], found[2].lower(), line))
        elif first not in _IGNORED:
            raise FileError(path, f'the line "{said[:40]}" is none that a map has', line)
    _homes(raw, homes)
    _moves(raw, ends)
    return raw


def _homes(raw: Raw, homes: list[tuple[str, str, int]]) -> None:
    """Centres, and whose homes they are: a power goes before nobody, the first before others."""
    first: dict[str, tuple[str, int]] = {}
    for home, code, line in sorted(homes, key=lambda each: (not each[0], each[2])):
        owner, at = first.setdefault(code, (home, line))
        if owner != home:
            of = f"a home of {home}" if home else "unowned"
            said = f'"{code}" is {of} in line {line} and a home of {owner} in line {at}'
            raw.notes.append(f"{said}; it is the latter here.")
        raw.change(code, line, centre=True, home=owner)


def _title(text: str) -> str:
    return text.replace("_", " ").replace("+", " ").strip().title()


def _begin(raw: Raw, said: str, line: int) -> None:
    words = said.split()
    if len(words) < 3 or not re.fullmatch("-?[0-9]+", words[2]):
        raise FileError(raw.path, "BEGIN needs a season, a year and a phase", line)
    raw.season, raw.year = words[1].lower(), int(words[2][:6])


def _name(raw: Raw, said: str, line: int) -> None:
    """``Adriatic Sea = adr adriatic``; a coast has a line of its own, which tells nothing new."""
    name, _, rest = said.partition("=")
    code = rest.split()[0].lower() if rest.split() else ""
    if not code:
        raise FileError(raw.path, f'"{name.strip()[:40]}" has no abbreviation', line)
    if "/" in code or "->" in said:
        return
    if code not in raw.places:
        raw.add(Place(code, line=line))
    raw.change(code, line, name=name.strip())


def _place(raw: Raw, said: str, line: int, ends: list[tuple[str, str, int]]) -> None:
    kind, start, *goals = said.split()
    code = start.lower().partition("/")[0]
    if not code or [word.upper() for word in goals[:1]] != ["ABUTS"]:
        wanted = "a place and its neighbours: LAND BUR ABUTS PAR"
        raise FileError(raw.path, f'"{said[:40]}" needs {wanted}', line)
    if code not in raw.places:
        raw.add(Place(code, line=line))
    raw.change(code, line, terrain=_TERRAINS[kind.upper()], convoys=kind.upper() == "PORT")
    ends += [(start.lower(), goal, line) for goal in goals[1:]]


def _moves(raw: Raw, ends: list[tuple[str, str, int]]) -> None:
    """Moves from neighbours, as their letters and both terrains allow."""
    split = {start.partition("/")[0] for start, *_ in ends if start.partition("/")[2] in COASTS}
    for start, goal, line in ends:
        here, _, coast = start.partition("/")
        there, _, other = goal.partition("/")
        terrains = {raw.places[raw.known(c.lower(), line)].terrain for c in (here, there)}
        if IMPASSABLE in terrains:
            continue
        armies = there.isupper() or there.islower()
        if SEA not in terrains and armies and not coast:
            raw.move(ARMY, here, there.lower(), line)
        fleets = there.isupper() or not there.islower()
        if INLAND not in terrains and fleets and (coast or here not in split):
            raw.move(FLEET, start, goal.lower() if other else there.lower(), line)
