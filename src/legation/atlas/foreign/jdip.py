"""A variant of jDip: ``variants.xml``, with the provinces and the picture that it names.

Only what stands beside it is read: a file that it names by a path is not looked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from legation.atlas.foreign.found import Place, Raw, Unit
from legation.atlas.foreign.judge import judged
from legation.atlas.foreign.markup import Element, read_markup
from legation.board.graph import ARMY, FLEET
from legation.errors import FileError, meant

_KINDS = {"army": ARMY, "fleet": FLEET}
_AUTHOR = re.compile(r"(?:author|designed by|created by):?\s*([^<\n]{2,60})", re.I)
_NUMBER = re.compile(r"-?\d{1,6}(?:\.\d{1,12})?")

Beside = Callable[[str], bytes]
"""Gives the bytes of a file beside the one that is read, by its name; none for one that is not."""


def read_jdip(path: str, data: bytes, beside: Beside, variant: str = "") -> Raw:
    """What a variant of a ``variants.xml`` states: the one named, or the one that is its default.

    Raises:
        FileError: for files that are not well formed or are not there, and for a
            place, power or variant that there is not.
    """
    root = read_markup(path, data)
    choice = _chosen(path, root, variant)
    own = '<ADJACENCY type="mv" refs="{others}"/>'
    raw = Raw(path, title=choice.get("name"), author=_author(data), own_line=own)
    names = [each.get("name") for each in root.all("VARIANT")]
    if len(names) > 1 and not variant:
        raw.notes.append(f"Of {len(names)} variants this is one; there are {', '.join(names)}.")
    maps = list(choice.all("MAP"))
    file = maps[0].get("adjacencyURI") if maps else ""
    table = beside(file) if file else b""
    if not table:
        raise FileError(path, f'its provinces, "{file}", are not beside it', choice.line)
    _provinces(raw, file, table)
    powers = _powers(raw, choice)
    _centres(raw, choice, powers)
    _times(raw, choice)
    graphics = {each.get("ref") for each in choice.all("MAP_GRAPHIC")}
    for each in root.all("MAP_DEFINITION"):
        if each.get("id") in graphics and any(p.at is None for p in raw.places.values()):
            _drawn(raw, each.get("URI"), beside(each.get("URI")))
    return raw


def _chosen(path: str, root: Element, wanted: str) -> Element:
    there = list(root.all("VARIANT"))
    if not there:
        raise FileError(path, "there is no VARIANT in it", root.line)
    if not wanted:
        return next((each for each in there if each.get("default") == "true"), there[0])
    for each in there:
        if each.get("name").casefold() == wanted.casefold():
            return each
    names = [each.get("name") for each in there]
    said = f'there is no variant "{wanted}"; there are {", ".join(names)}.{meant(wanted, names)}'
    raise FileError(path, said)


def _author(data: bytes) -> str:
    """Who made it, where the description says so in a form that can be known."""
    found = _AUTHOR.search(data.decode("utf-8", "replace"))
    return found[1].strip() if found else ""


def _provinces(raw: Raw, file: str, data: bytes) -> None:
    table = Raw(file)  # so that faults name this file
    root = read_markup(file, data)
    aliases: dict[str, str] = {}
    for each in root.all("PROVINCE"):
        convoys = each.get("isConvoyableCoast") == "true"
        code = each.get("shortname").lower()
        table.add(Place(code, each.get("fullname"), each.line, convoys=convoys))
        other = {alias.get("name").lower(): code for alias in each.all("UNIQUENAME")}
        aliases |= {alias: code for alias in other if alias}
    for each in root.all("PROVINCE"):
        for row in each.all("ADJACENCY"):
            code = each.get("shortname").lower()
            judged(table, code, row.get("type", "mv"), row.get("refs"), row.line, aliases)
    for move in table.moves:
        table.known(move.end.partition("/")[0], move.line)
    raw.places, raw.moves, raw.aliases = table.places, table.moves, aliases
    raw.places_path = file
    raw.notes += table.notes
    if any(each.get("borders") for each in root.all("PROVINCE")):
        raw.notes.append("Borders that are shut at times, or to some, are as others here.")


def _powers(raw: Raw, choice: Element) -> dict[str, str]:
    """Name in small letters → name, of the powers that are played."""
    for each in choice.all("POWER"):
        if each.get("active", "true") == "true":
            raw.powers[each.get("name")] = each.get("adjective")
    known = {name.lower(): name for name in raw.powers}
    for each in choice.all("POWER"):
        for other in each.get("altnames").lower().split(","):
            if other.strip():
                known.setdefault(other.strip(), each.get("name"))
    return known


def _centres(raw: Raw, choice: Element, powers: dict[str, str]) -> None:
    other = []
    for each in choice.all("SUPPLYCENTER"):
        code, line = each.get("province").lower(), each.line
        home = powers.get(each.get("homepower").lower(), "")
        owner = powers.get(each.get("owner").lower(), "")
        if owner != home:
            other.append(code)
        raw.change(raw.aliases.get(code, code), line, centre=True, home=home or owner)
    if other:
        said = "Owned at the start by another than whose home it is, and its home here"
        raw.notes.append(f"{said}: {', '.join(other)}.")
    for each in choice.all("INITIALSTATE"):
        kind = _KINDS.get(each.get("unit").lower(), each.get("unit"))
        coast = f"/{each.get('unitcoast').lower()}" if each.get("unitcoast") else ""
        power = powers.get(each.get("power").lower(), each.get("power"))
        code = each.get("province").lower()
        at = f"{raw.aliases.get(code, code)}{coast}"
        raw.units.append(Unit(power, kind, at, each.line))


def _times(raw: Raw, choice: Element) -> None:
    """First year and centres to win."""
    for each in choice.all("STARTINGTIME"):
        season, _, year = each.get("turn").replace(",", " ").strip().partition(" ")
        raw.season = season.lower()
        number = _NUMBER.search(year)
        raw.year = int(float(number[0])) if number else None
    for each in choice.all("WINNING_SUPPLY_CENTERS"):
        if each.get("value").isascii() and each.get("value").isdigit():
            raw.win, raw.win_line = int(each.get("value")[:4]), each.line


def _drawn(raw: Raw, file: str, data: bytes) -> None:
    """Where units stand in the picture; nothing else of it is read."""
    if not data:
        return
    for each in read_markup(file, data).all("PROVINCE"):
        code = each.get("name").lower()
        for unit in each.inside:
            x, y = (_NUMBER.fullmatch(unit.get(axis).strip()) for axis in "xy")
            if unit.name == "UNIT" and x and y and code in raw.places:
                raw.change(code, each.line, at=(float(x[0]), float(y[0])))
