"""The Go source of a variant of godip: its graph, names, centres and starting units.

Read as text, never run: the calls ``Prov``, ``Conn``, ``Flag`` and ``SC`` of its
graph, and the tables of units and long names. A variant that makes its graph from
another's by code states none of that, and is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from legation.atlas.foreign.found import NEUTRAL, Place, Raw, Unit
from legation.board.graph import ARMY, COAST, FLEET, INLAND, SEA
from legation.errors import FileError

_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"?|`[^`]*`|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
"""Whatever is left open ends with its line, or with the file: nothing is looked at twice."""
_CALL = re.compile(
    r'\bProv\("(?P<prov>[^"]+)"\)|\.Conn\("(?P<conn>[^"]+)",(?P<how>[^()]*)\)'
    r"|\.Flag\((?P<flag>[^()]*)\)|\.SC\((?P<owner>[^()]*)\)"
)
_NATION = re.compile(r'\b(\w+)\s+(?:godip\.)?Nation\s*=\s*"([^"]*)"')
_UNIT = re.compile(
    r'"([\w/]+)":\s*(?:godip\.Unit)?\{\s*(?:Type:\s*)?godip\.(\w+),\s*(?:Nation:\s*)?([\w.]+)\s*\}'
)
_NAME = re.compile(r'"([\w/\-]+)":\s*"([^"\n]*)"')
_FIELD = r'\b{}:\s*"([^"\n]*)"'
_OWNED = re.compile(r"\bSetSupplyCenters\([^{}]*\{([^{}]*)\}")
_OWNER = re.compile(r'"([\w/-]+)":\s*([\w.]+)')
_WIN = re.compile(r"\bSCCountWinner\((\d+)\)")
_START = re.compile(r"\b\w*Phase\((\d+),\s*(?:godip\.)?(\w+),")
_KINDS = {"Army": ARMY, "Fleet": FLEET}


def read_godip(path: str, text: str) -> Raw:
    """What a file of Go states of a map.

    Raises:
        FileError: for a source without a graph, or with a call that makes no sense.
    """
    text = _COMMENT.sub(_blank, text)
    raw = Raw(path, title=_field("Name", text), author=_field("CreatedBy", text))
    nations = dict(_NATION.findall(text))
    flags: dict[str, str] = {}
    _graph(raw, text, nations, flags)
    if not raw.places:
        said = "there is no graph in this Go file: no Prov(...) with its Conn(...)"
        raise FileError(path, said)
    for code, given in flags.items():
        bare = code.partition("/")[0]
        if bare != code:
            raw.change(bare, 0, terrain=COAST)
        elif not raw.places[code].terrain:
            raw.change(code, 0, terrain=_terrain(given), convoys="Archipelago" in given)
    for found in _NAME.finditer(text):
        if found[1] in raw.places:
            raw.change(found[1], 0, name=found[2])
    for line, found in _numbered(_UNIT, text):
        kind = _KINDS.get(found[2], found[2])
        raw.units.append(Unit(_power(found[3], nations) or NEUTRAL, kind, found[1], line))
    _claimed(raw, text, nations)
    raw.powers = dict.fromkeys((*nations.values(), *(unit.power for unit in raw.units)), "")
    win, start = _WIN.search(text), _START.search(text)
    raw.win = int(win[1][:4]) if win else None
    raw.win_line = 1 + text.count("\n", 0, win.start()) if win else 0
    if start:
        raw.year, raw.season = int(start[1][:5]), start[2].lower()
    if re.search(r"\bAnywhere\b|BuildAnywhere", text):
        raw.notes.append("The file lets units be built in any owned centre; here at home only.")
    if any(unit.power == NEUTRAL for unit in raw.units):
        raw.notes.append("Units that nobody plays stand on the board, and are not built again.")
    return raw


def _graph(raw: Raw, text: str, nations: dict[str, str], flags: dict[str, str]) -> None:
    """Places, moves and centres."""
    at = ""
    for line, call in _numbered(_CALL, text):
        if call["prov"]:
            at = call["prov"]
            flags.setdefault(at, "")
            if "/" not in at:
                raw.add(Place(at, line=line))
        elif not at:
            continue  # some other code
        elif call["conn"]:
            for kind, word in ((ARMY, "Land"), (FLEET, "Sea")):
                if word in call["how"] or "Coast" in call["how"] or "Archipelago" in call["how"]:
                    raw.move(kind, at, call["conn"], line)
        elif call["flag"] is not None:
            flags[at] += call["flag"]
        else:
            home = _power(call["owner"].strip(), nations)
            raw.change(at.partition("/")[0], line, centre=True, home=home)


def _claimed(raw: Raw, text: str, nations: dict[str, str]) -> None:
    """Homes that the list of owners at the start, where there is one, gives to nobody."""
    owned = _OWNED.search(text)
    first = dict(_OWNER.findall(owned[1])) if owned else {}
    for code, place in raw.places.items() if first else ():
        owner = _power(first.get(code, NEUTRAL), nations)
        if place.home and not owner:
            raw.change(code, 0, claimed=True)
        elif owner not in ("", place.home):
            home = place.home or "nobody"
            raw.notes.append(f"{owner} owns {code} at the start; here it begins as {home}'s.")


def _terrain(flag: str) -> str:
    both = "Coast" in flag or "Archipelago" in flag or ("Sea" in flag and "Land" in flag)
    return COAST if both else SEA if "Sea" in flag else INLAND if "Land" in flag else ""


def _power(word: str, nations: dict[str, str]) -> str:
    """The name of a nation, by its constant; empty for nobody's."""
    name = nations.get(word.rpartition(".")[2], word.rpartition(".")[2])
    return "" if name in (NEUTRAL, "nil") else name


def _blank(found: re.Match[str]) -> str:
    """A comment as empty lines; texts in quotes as they are."""
    return "\n" * found[0].count("\n") if found[0].startswith("/") else found[0]


def _field(name: str, text: str) -> str:
    found = re.search(_FIELD.format(name), text)
    return found[1] if found else ""


def _numbered(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Each match with its line."""
    line, last = 1, 0
    for found in pattern.finditer(text):
        line += text.count("\n", last, found.start())
        last = found.start()
        yield line, found
