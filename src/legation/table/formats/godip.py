"""Games of godip as its tests keep them: ``PHASE``, ``POSITIONS`` and ``ORDERS`` of every phase.

The position is told whole, dislodged units included; where a unit may retreat
to is not, nor is anything of the results. Whose an order is follows from the
unit that it names, of a build from who owns the centre. Source: the files that
godip's own tests play, `variants/*/games/*.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, Phase
from legation.board.graph import province_of
from legation.board.units import Dislodged, Unit
from legation.errors import FileError
from legation.rules.rulebook import Rulebook
from legation.table.formats.source import Source
from legation.table.formats.transcript import Entry, Line, Lost, Transcript

HOUSE_RULES: Mapping[str, str] = {
    "civil-disorder": "home-centre",
    "void-convoy": "shows-intent",
}
"""Where godip's rules differ from our defaults (STD-NMR, STD-CON)."""
HOLDS = frozenset({"units", "owners"})
_PHASE = re.compile(r"PHASE ([0-9]{1,4}) (\S+) (\S+)$")
_PLACED = re.compile(r"([^:]+): (army|fleet|supply)(/dislodged)? (\S+)$")
_BUILT = re.compile(r"build (?:anywhere )?(Army|Fleet) (\S+)$")
_TAKEN = re.compile(r"(?:remove (\S+)|(\S+) disband)$")
_ORDERED = re.compile(r"(\S+) (hold|(?:move|support|convoy) .+)$")
_WHOM = re.compile(r"(\S+)(?: move (\S+))?$")
_STANDARD = "standard"
_POSITIONS, _ORDERS = "POSITIONS", "ORDERS"


@dataclass
class _Told:
    """One phase as it is being read, with its lines still as text."""

    phase: Phase
    line: int
    units: list[Unit] = field(default_factory=list)
    dislodged: list[Unit] = field(default_factory=list)
    owners: dict[str, str] = field(default_factory=dict)
    rows: list[tuple[int, str]] = field(default_factory=list)
    orders: list[tuple[int, str]] | None = None


def sniff(text: str) -> bool:
    """Does this look like such a game?"""
    lines = [line for line in text[:4000].split("\n") if line.strip()]
    return len(lines) > 1 and bool(_PHASE.match(lines[0].strip())) and lines[1] == _POSITIONS


def read(text: str, path: str, book: Rulebook) -> tuple[Transcript, ...]:
    """The one game of a file.

    Raises:
        FileError: for a line that is not of such a game or names what the
            variant does not have.
    """
    source = Source(text, path, book)
    try:
        told = list(_phases(source))
    except FileError as error:
        if book.variant != _STANDARD:
            raise
        said = error.message.rstrip(".")
        hint = "If the game is of another variant, name it with --variant"
        raise FileError(path, f"{said}. {hint}.", error.line) from None
    lost: list[Lost] = []
    entries = [_entry(source, each, lost) for each in told]
    for index, entry in enumerate(entries[:-1]):
        if entry.phase.kind == MOVEMENT:
            after = told[index + 1]
            gone = after.dislodged if after.phase.kind == RETREAT else []
            entries[index] = replace(entry, lost=tuple(gone))
    specs = {spec.id: spec.values for spec in book.option_specs}
    rules = {option: v for option, v in HOUSE_RULES.items() if v in specs.get(option, ())}
    return (Transcript(book.variant, "", "", tuple(entries), (), rules, tuple(lost)),)


def _phases(source: Source) -> Iterator[_Told]:
    """The phases in the order of the file."""
    told: _Told | None = None
    part = ""
    for number, row in enumerate(source.text.split("\n"), 1):
        line = row.strip()
        if not line:
            continue
        if line.startswith("PHASE"):
            if told is not None:
                yield _placed(source, told)
            told, part = _Told(_phase(source, line, number), number), ""
        elif told is None:
            raise source.error("a game begins with PHASE, a year, a season and a kind", number)
        elif line in (_POSITIONS, _ORDERS):
            part = line
            told.orders = [] if part == _ORDERS else told.orders
        elif part == _POSITIONS:
            told.rows.append((number, line))
        elif told.orders is not None:
            told.orders.append((number, line))
        else:
            raise source.error(f"{_POSITIONS} is missing before this line", number)
    if told is None:
        raise source.error("it holds no phase")
    yield _placed(source, told)


def _phase(source: Source, line: str, number: int) -> Phase:
    """The phase of a heading. A season that the calendar lacks is told by year and kind."""
    found = _PHASE.match(line)
    if not found:
        raise source.error("write PHASE, a year, a season and a kind", number)
    year, season, kind = found.groups()
    try:
        return source.phase(season, year, kind, number)
    except FileError:
        calendar = source.book.calendar
        phases = (Phase(known, int(year), kind.casefold()) for known, _ in calendar.phases)
        fitting = {phase for phase in phases if calendar.has(phase)}
        if len(fitting) != 1:
            raise
        return fitting.pop()


def _placed(source: Source, told: _Told) -> _Told:
    """With its units and owners. Rows with a coast come first: they say more."""
    for number, line in sorted(told.rows, key=lambda row: ("/" not in row[1].split()[-1], row[0])):
        _place(source, told, line, number)
    return told


def _place(source: Source, told: _Told, line: str, number: int) -> None:
    """Notes a unit or the owner of a centre."""
    found = _PLACED.match(line)
    if not found:
        raise source.error("write a power, army, fleet or supply, and a place", number)
    name, what, dislodged, where = found.groups()
    power = source.power(name, number)
    if what == "supply":
        told.owners[source.owned(where, number)] = power
        return
    units = told.dislodged if dislodged else told.units
    place = source.place(where, number)
    if any((unit.power, unit.province) == (power, province_of(place)) for unit in units):
        return  # the files have rows twice, once without the coast
    units.append(source.unit(power, f"{what} {where}", number))


def _entry(source: Source, told: _Told, lost: list[Lost]) -> Entry:
    units = source.no_crowd(told.units, told.line)
    found = [_line(source, told, number, text) for number, text in told.orders or ()]
    lost += (each for each in found if isinstance(each, Lost))
    lines = tuple(each for each in found if isinstance(each, Line))
    gone = {line.order.unit.province: line.order.goal for line in lines if line.order.unit}
    dislodged = (Dislodged(unit, "", _places(gone.get(unit.province))) for unit in told.dislodged)
    return Entry(
        told.phase,
        lines,
        units,
        told.owners,
        tuple(dislodged) if told.phase.kind == RETREAT else None,
        line=told.line,
        open=told.orders is None,
        gone_to=True,
    )


def _places(goal: str | None) -> tuple[str, ...]:
    return (goal,) if goal else ()


def _line(source: Source, told: _Told, number: int, text: str) -> Line | Lost:
    if found := _BUILT.match(text):
        return _built(source, told, number, *found.groups())
    if found := _TAKEN.match(text):
        where, what = found.group(1) or found.group(2), "disband"
    elif found := _ORDERED.match(text):
        where, what = found.groups()
    else:
        raise source.error("this is no order that godip's games have", number)
    acting = told.dislodged if told.phase.kind == RETREAT else told.units
    unit = _unit_at(source, acting, where, number)
    if unit is None:
        return Lost(f'"{text}" passed over: no such unit waits for orders', str(told.phase))
    verb, _, rest = what.partition(" ")
    if verb == "move":
        said = f"{unit} - {rest}"
    elif verb in ("support", "convoy"):
        said = f"{unit} {verb[0].upper()} {_whom(source, told, rest, number)}"
    elif verb == "disband" and told.phase.kind == ADJUSTMENT:
        said = f"remove {unit}"
    else:
        said = f"{unit} {verb}"
    return Line(unit.power, source.order(said, told.phase.kind, number), line=number)


def _built(source: Source, told: _Told, number: int, kind: str, where: str) -> Line:
    """A build, which is an order of who owns the centre."""
    place = source.place(where, number)
    owner = told.owners.get(province_of(place))
    if owner is None:
        raise source.error(f"{where} is nobody's, and no build tells whose it is", number)
    order = source.order(f"build {kind[0]} {place}", told.phase.kind, number)
    return Line(owner, order, line=number)


def _unit_at(source: Source, units: list[Unit], where: str, number: int) -> Unit | None:
    province = province_of(source.place(where, number))
    for unit in units:
        if unit.province == province:
            return unit
    return None


def _whom(source: Source, told: _Told, text: str, number: int) -> str:
    """The unit that is supported or carried, and where it goes."""
    found = _WHOM.match(text)
    if not found:
        raise source.error("write the place of a unit, and move and a place if it moves", number)
    where, goal = found.groups()
    place = source.place(where, number)
    there = [unit for unit in told.units if unit.province == province_of(place)]
    named = str(there[0]) if there else place
    return f"{named} - {source.place(goal, number)}" if goal else named
