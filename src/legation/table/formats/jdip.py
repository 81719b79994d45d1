"""Case scripts of jDip: a position, orders and the position after, any number in a file.

``PRESTATE_RESULTS`` gives, for a retreat phase, the movement before it; from
it follow where the attackers came from and which places are closed. Source:
the scripts in jDip's own test data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, Phase
from legation.board.graph import province_of
from legation.board.units import Dislodged, Unit
from legation.rules.rulebook import Rulebook
from legation.table.formats.results import FINE, NEW
from legation.table.formats.source import Source, season_word
from legation.table.formats.transcript import (
    DISLODGED,
    Entry,
    Line,
    Lost,
    Transcript,
    with_kinds,
)

_KINDS = {MOVEMENT: "Movement", RETREAT: "Retreat", ADJUSTMENT: "Adjustment"}
_SECTIONS = frozenset(
    (
        *("PRESTATE", "PRESTATE_DISLODGED", "PRESTATE_RESULTS", "PRESTATE_SUPPLYCENTER_OWNERS"),
        *("ORDERS", "POSTSTATE", "POSTSTATE_SAME", "POSTSTATE_DISLODGED", "END"),
    )
)
_PHASE = re.compile(r"^PRESTATE_SETPHASE\s+(\w+)\s*,?\s+(\d+)\s*,\s*(\w+)\s*$")
_UNIT = re.compile(r"^(.+?)\s*(?::|\s)\s*((?:army|fleet|[af])\s.+)$", re.I)
_RESULT = re.compile(r"^(SUCCESS|FAILURE)\s*:\s*(.+?)\s*:\s*(.+)$")
HOLDS = frozenset({"units", "owners", "retreat places", "title"})


def sniff(text: str) -> bool:
    """Does this look like such a script?"""
    return re.search(r"^CASE\s+\S", text, re.M) is not None and "PRESTATE" in text


# Reading


@dataclass
class _Case:
    """A case as far as it is read: section → its rows, with their lines."""

    name: str
    line: int
    phase: Phase | None = None
    rows: dict[str, list[tuple[int, str]]] = field(default_factory=dict)


def read(text: str, path: str, book: Rulebook) -> tuple[Transcript, ...]:
    """The cases of a script.

    Raises:
        FileError: for a row that is not understood, with its line.
    """
    source = Source(text, path, book)
    transcripts: list[Transcript] = []
    case: _Case | None = None
    section = ""
    for number, row in enumerate(text.splitlines(), start=1):
        bare = row.partition("#")[0].strip()
        if not bare:
            continue
        word = bare.split()[0]
        if word == "VARIANT_ALL":
            _same_board(source, bare, number)
        elif word == "CASE":
            if case is not None:
                raise source.error(f"case {case.name} has no END", number)
            case, section = _Case(bare[4:].strip(), number), ""
        elif case is None:
            raise source.error(f'"{bare[:40]}" stands outside a case', number)
        elif (phase := _PHASE.match(bare)) is not None:
            case.phase = source.phase(phase[1], phase[2], phase[3], number)
        elif bare == "END":
            transcripts.append(_transcript(source, case))
            case = None
        elif bare in _SECTIONS:
            section = bare
            case.rows.setdefault(section, [])
        elif not section:
            raise source.error(f'"{bare[:40]}" stands before PRESTATE', number)
        else:
            case.rows[section].append((number, bare))
    if case is not None:
        raise source.error(f"case {case.name} has no END; the file stops in the middle", case.line)
    if not transcripts:
        raise source.error("it holds no CASE")
    return tuple(transcripts)


def _same_board(source: Source, row: str, line: int) -> None:
    variant = row.removeprefix("VARIANT_ALL").strip().casefold()
    if variant not in (source.book.variant, source.book.title.casefold()):
        raise source.error(
            f'the cases are of "{variant[:40]}"; only {source.book.title} can be read here', line
        )


def _transcript(source: Source, case: _Case) -> Transcript:
    if case.phase is None:
        raise source.error(f"case {case.name} has no PRESTATE_SETPHASE", case.line)
    rows = case.rows
    units = source.no_crowd(_units(source, rows.get("PRESTATE", [])), case.line)
    ousted = tuple(_units(source, rows.get("PRESTATE_DISLODGED", [])))
    before = list(_results(source, rows.get("PRESTATE_RESULTS", [])))
    owners = None
    if "PRESTATE_SUPPLYCENTER_OWNERS" in rows:
        owners = dict(_owners(source, rows["PRESTATE_SUPPLYCENTER_OWNERS"]))
    lines = tuple(_orders(source, rows.get("ORDERS", []), case.phase.kind))
    left: tuple[Unit, ...] | None = None
    lost: tuple[Unit, ...] | None = None
    if "POSTSTATE_SAME" in rows:
        left, lost = units, ()
    if "POSTSTATE" in rows:
        left = tuple(_units(source, rows["POSTSTATE"]))
        lost = ()
    if "POSTSTATE_DISLODGED" in rows:
        lost = tuple(_units(source, rows["POSTSTATE_DISLODGED"]))
    contested = _contested(before, units)
    entry = Entry(
        case.phase,
        lines,
        units,
        owners,
        tuple(_dislodged(source.book, u, units, before, contested) for u in ousted),
        contested,
        left=left,
        lost=lost if case.phase.kind == MOVEMENT else None,
        line=case.line,
    )
    name, _, title = case.name.partition(" ")
    title = title.strip().removeprefix("(").removesuffix(")")
    return Transcript(source.book.variant, name, title, (entry,))


def _units(source: Source, rows: Sequence[tuple[int, str]]) -> Iterator[Unit]:
    for number, row in rows:
        matched = _UNIT.match(row)
        if matched is None:
            raise source.error(f'"{row[:40]}" is no unit; write it like England: F nth', number)
        yield source.unit(source.power(matched[1], number), matched[2], number)


def _owners(source: Source, rows: Sequence[tuple[int, str]]) -> Iterator[tuple[str, str]]:
    for number, row in rows:
        power, _, rest = row.partition(":")
        kind, _, place = rest.strip().partition(" ")
        if kind.casefold() not in ("a", "f", "army", "fleet"):
            place = rest
        yield source.owned(place, number), source.power(power, number)


def _orders(source: Source, rows: Sequence[tuple[int, str]], kind: str) -> Iterator[Line]:
    for number, row in rows:
        power, colon, text = row.partition(":")
        if not colon or not text.strip():
            raise source.error(
                f'"{row[:40]}" is no order; write it like England: F nth-pic', number
            )
        yield Line(source.power(power, number), source.order(text, kind, number), line=number)


def _results(source: Source, rows: Sequence[tuple[int, str]]) -> Iterator[tuple[bool, Line]]:
    for number, row in rows:
        matched = _RESULT.match(row)
        if matched is None:
            raise source.error(f'"{row[:40]}" begins with neither SUCCESS: nor FAILURE:', number)
        order = source.order(matched[3], MOVEMENT, number)
        yield matched[1] == "SUCCESS", Line(source.power(matched[2], number), order, line=number)


def _contested(before: Sequence[tuple[bool, Line]], units: Sequence[Unit]) -> frozenset[str]:
    """Empty places for which two or more moves failed."""
    goals = [province_of(x.order.goal) for ok, x in before if not ok and x.order.verb == "move"]
    standing = {unit.province for unit in units}
    return frozenset(goal for goal in goals if goals.count(goal) > 1 and goal not in standing)


def _dislodged(
    book: Rulebook,
    unit: Unit,
    units: Sequence[Unit],
    before: Sequence[tuple[bool, Line]],
    contested: frozenset[str],
) -> Dislodged:
    moves = [line.order for ok, line in before if ok and line.order.verb == "move"]
    by = next(
        (o.unit.province for o in moves if o.unit and province_of(o.goal) == unit.province), ""
    )
    closed = {other.province for other in units} | contested
    if by and by in book.graph.touching[unit.province]:
        closed.add(by)
    steps = book.graph.steps(unit.kind, unit.place)
    return Dislodged(unit, by, tuple(sorted(p for p in steps if province_of(p) not in closed)))


# Writing


def write(transcripts: Sequence[Transcript], book: Rulebook) -> tuple[str, list[Lost]]:
    """Every phase as a case of its own, and what was left out."""
    lost: list[Lost] = []
    variants = sorted({told.variant for told in transcripts})
    rows = [f"VARIANT_ALL {book.title}"]
    for told in transcripts:
        if len(told.entries) > 1:
            where = told.name if len(transcripts) > 1 else ""
            what = f"{len(told.entries)} phases written as cases that do not follow on one another"
            lost.append(Lost(what, where))
        before: Entry | None = None
        for entry in told.entries:
            if entry.units is None:
                lost.append(Lost("left out: nobody tells where the units stood", str(entry.phase)))
            else:
                rows += ["", *_case(told, entry, before, book, lost)]
            before = entry
    if len(variants) > 1:
        lost.append(Lost(f"a script is of one variant; these are {', '.join(variants)}", ""))
    return "\n".join(rows) + "\n", lost


def _case(
    told: Transcript, entry: Entry, before: Entry | None, book: Rulebook, lost: list[Lost]
) -> Iterator[str]:
    phase = entry.phase
    kind = _KINDS[phase.kind]
    name = re.sub(r"[\s#]+", "-", told.name) or "case"
    if len(told.entries) > 1:
        name += f".{phase.year}.{phase.season}.{kind}"
    title = re.sub(r"[#\r\n]+", " ", told.title).strip()
    yield f"CASE {name}" + (f" ({title})" if title else "")
    # jDip has the builds in the autumn.
    season = replace(phase, season=book.calendar.ownership) if kind == "Adjustment" else phase
    yield f"PRESTATE_SETPHASE {season_word(book, season)} {phase.year}, {kind}"
    if entry.owners is not None and phase.kind == ADJUSTMENT:
        yield "PRESTATE_SUPPLYCENTER_OWNERS"
        for centre, power in sorted(entry.owners.items(), key=lambda pair: pair[::-1]):
            yield f"\t{power}: A {centre.lower()}"
    yield "PRESTATE"
    yield from map(_row, entry.units or ())
    if phase.kind == RETREAT:
        yield "PRESTATE_DISLODGED"
        yield from (_row(d.unit) for d in entry.dislodged or ())
        yield "PRESTATE_RESULTS"
        if before is not None and before.phase.kind == MOVEMENT:
            yield from _fought(before)
        else:
            yield from _attacks(entry)
            if entry.contested:
                closed = ", ".join(sorted(entry.contested))
                lost.append(Lost(f"that {closed} is closed to retreats left out", f"case {name}"))
    yield "ORDERS"
    for line in entry.lines:
        if line.order.unit is None:
            lost.append(Lost(f"{line.power}: a waived build left out", f"case {name}"))
        else:
            yield f"\t{line.power}: {_order(entry, line)}"
    if entry.left is not None:
        yield "POSTSTATE"
        yield from map(_row, entry.left)
        if entry.lost:
            yield "POSTSTATE_DISLODGED"
            yield from map(_row, entry.lost)
    else:
        lost.append(Lost("the position after it is not known", f"case {name}"))
    yield "END"


def _fought(before: Entry) -> Iterator[str]:
    for line in before.lines:
        if line.order.unit is not None:
            at = before.end_of(line.order.unit.province)
            fine = bool(FINE & set(line.told)) and at != DISLODGED
            word = "SUCCESS" if fine or line.order.verb in NEW else "FAILURE"
            yield f"\t{word}: {line.power}: {_order(before, line)}"


def _attacks(entry: Entry) -> Iterator[str]:
    """The moves that dislodged somebody, as far as the position tells them."""
    standing = {unit.province: unit for unit in entry.units or ()}
    for d in entry.dislodged or ():
        unit = standing.get(d.unit.province)
        if d.by and unit is not None:
            yield f"\tSUCCESS: {unit.power}: {unit.kind} {d.by.lower()} - {unit.place.lower()}"


def _row(unit: Unit) -> str:
    return f"\t{unit.power}: {unit.kind} {unit.place.lower()}"


def _order(entry: Entry, line: Line) -> str:
    order = with_kinds(entry, line.order)
    return str(order)
