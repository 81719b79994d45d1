"""Case scripts of jDip: a position, orders and the position after, any number in a file.

``PRESTATE_RESULTS`` gives, for a retreat phase, the movement before it; from
it follow where the attackers came from and which places are closed. What a case
expects is its ``POSTSTATE``, never what comes of it here. Source: the notes on
the form that jDip's own test program carries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from legation.board.calendar import MOVEMENT, Phase
from legation.board.graph import province_of
from legation.board.units import Dislodged, Unit
from legation.errors import FileError
from legation.rules.rulebook import Rulebook
from legation.table.formats.source import Source
from legation.table.formats.transcript import (
    Entry,
    Line,
    Lost,
    Transcript,
)

_SECTIONS = frozenset(
    (
        *("PRESTATE", "PRESTATE_DISLODGED", "PRESTATE_RESULTS", "PRESTATE_SUPPLYCENTER_OWNERS"),
        *("ORDERS", "POSTSTATE", "POSTSTATE_SAME", "POSTSTATE_DISLODGED", "END"),
    )
)
_SETPHASE = "PRESTATE_SETPHASE"
_PHASE = re.compile(r"^(\w+)\s*,?\s+(\d+)\s*[,\s]\s*[(\[]?\s*(\w+)\s*[)\]]?$")
_UNIT = re.compile(r"^(.+?)\s*(?::|\s)\s*((?:army|fleet|[af])\s.+)$", re.I)
_RESULT = re.compile(r"^(SUCCESS|FAILURE)\s*:\s*(.+?)\s*:\s*(.+)$", re.I)
_BARE_UNIT = re.compile(r"^(?:army|fleet|[af])\s+[^\s-]+$", re.I)
_STANDARD = "standard"
_BOARDS = (_STANDARD, "datc_standard")  # two variants of jDip, the same board and rules
HOLDS = frozenset({"units", "owners", "retreat places", "title"})


def sniff(text: str) -> bool:
    """Does this look like such a script?"""
    return re.search(r"^CASE\s+\S", text, re.M) is not None and "PRESTATE" in text


@dataclass
class _Case:
    """A case as far as it is read: section → its rows, with their lines."""

    name: str
    line: int
    phase: tuple[int, str] | None = None
    rows: dict[str, list[tuple[int, str]]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The first word of its name; the rest is its title."""
        return self.name.partition(" ")[0]


def read(text: str, path: str, book: Rulebook) -> tuple[Transcript, ...]:
    """The cases of a script. One that is not understood is left out by name; the others go on.

    Raises:
        FileError: for a script that is no script, or is cut off; and where no
            case of it is understood, what is wrong with the first, with its line.
    """
    source = Source(text, path, book)
    transcripts: list[Transcript] = []
    refused: list[tuple[str, FileError]] = []
    for case in _cases(source):
        try:
            transcripts.append(_transcript(source, case))
        except FileError as error:
            refused.append((case.id, error))
    if not transcripts:
        raise refused[0][1] if refused else source.error("it holds no CASE")
    lost = tuple(
        Lost(f"left out, for it is not understood: line {error.line}, {error.message}", f"case {c}")
        for c, error in refused
    )
    first = transcripts[0]
    return (replace(first, lost=(*lost, *first.lost)), *transcripts[1:])


def _cases(source: Source) -> Iterator[_Case]:
    """The cases of the script, row by row."""
    case: _Case | None = None
    section = ""
    for number, row in enumerate(source.text.splitlines(), start=1):
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
        elif word == _SETPHASE:
            case.phase = number, bare.removeprefix(word).strip()
        elif bare == "END":
            yield case
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


def _same_board(source: Source, row: str, line: int) -> None:
    variant = row.removeprefix("VARIANT_ALL").strip().strip('"').casefold()
    if source.book.variant == _STANDARD and variant not in _BOARDS:
        raise source.error(
            f'the cases are of "{variant[:40]}", and read as {source.book.title}:'
            " name the variant, legation convert --variant NAME",
            line,
        )


def _transcript(source: Source, case: _Case) -> Transcript:
    if case.phase is None:
        raise source.error(f"case {case.name} has no PRESTATE_SETPHASE", case.line)
    phase = _phase(source, *case.phase)
    rows = case.rows
    units = source.no_crowd(_units(source, rows.get("PRESTATE", [])), case.line)
    ousted = tuple(_units(source, rows.get("PRESTATE_DISLODGED", [])))
    before = list(_results(source, rows.get("PRESTATE_RESULTS", [])))
    owners = None
    if "PRESTATE_SUPPLYCENTER_OWNERS" in rows:
        owners = dict(_owners(source, rows["PRESTATE_SUPPLYCENTER_OWNERS"]))
    lost: list[Lost] = []
    lines = tuple(_orders(source, case, phase.kind, lost))
    left, dislodged = _after(source, rows, units)
    if left is None and dislodged is None:
        lost.append(Lost("it has no POSTSTATE: nothing is expected of it", f"case {case.id}"))
    contested = _contested(before, units)
    entry = Entry(
        phase,
        lines,
        units,
        owners,
        tuple(_dislodged(source.book, u, units, before, contested) for u in ousted),
        contested,
        left=left,
        lost=dislodged if phase.kind == MOVEMENT else None,
        line=case.line,
        checked=True,
    )
    title = case.name.partition(" ")[2].strip().removeprefix("(").removesuffix(")")
    return Transcript(source.book.variant, case.id, title, (entry,), lost=tuple(lost))


def _phase(source: Source, line: int, text: str) -> Phase:
    """``Spring 1901, Movement``, ``Spring 1901 (Movement)`` or ``S1901M``."""
    matched = _PHASE.match(text)
    if matched is None:
        return source.coded(text, line)
    return source.phase(matched[1], matched[2], matched[3], line)


def _after(
    source: Source, rows: Mapping[str, Sequence[tuple[int, str]]], units: tuple[Unit, ...]
) -> tuple[tuple[Unit, ...] | None, tuple[Unit, ...] | None]:
    """The units that the file says are left, and those it says are dislodged; None is not told."""
    left: tuple[Unit, ...] | None = None
    lost: tuple[Unit, ...] | None = None
    if "POSTSTATE_SAME" in rows:
        left, lost = units, ()
    if "POSTSTATE" in rows:
        left, lost = tuple(_units(source, rows["POSTSTATE"])), ()
    if "POSTSTATE_DISLODGED" in rows:
        lost = tuple(_units(source, rows["POSTSTATE_DISLODGED"]))
    return left, lost


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


def _orders(source: Source, case: _Case, kind: str, lost: list[Lost]) -> Iterator[Line]:
    for number, row in case.rows.get("ORDERS", []):
        power, colon, text = row.partition(":")
        if not colon or not text.strip():
            raise source.error(
                f'"{row[:40]}" is no order; write it like England: F nth-pic', number
            )
        order = source.order(text, kind, number)
        route = source.route(text, order)
        if route:
            what = f"the route of {' '.join(text.split())} is not kept: any convoy may carry it"
            lost.append(Lost(what, f"case {case.id}"))
        yield Line(source.power(power, number), order, line=number, route=route)


def _results(source: Source, rows: Sequence[tuple[int, str]]) -> Iterator[tuple[bool, Line]]:
    for number, row in rows:
        matched = _RESULT.match(row)
        if matched is None:
            raise source.error(f'"{row[:40]}" begins with neither SUCCESS: nor FAILURE:', number)
        text = f"{matched[3]} H" if _BARE_UNIT.match(matched[3]) else matched[3]  # no order
        order = source.order(text, MOVEMENT, number)
        yield (
            matched[1].upper() == "SUCCESS",
            Line(source.power(matched[2], number), order, line=number),
        )


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
    attack = next((o for o in moves if o.unit and province_of(o.goal) == unit.province), None)
    by = attack.unit.province if attack and attack.unit else ""
    closed = {other.province for other in units} | contested
    # Where the attacker came by sea, the place that he left is open to a retreat.
    if attack and not attack.via and by in book.graph.touching[unit.province]:
        closed.add(by)
    steps = book.graph.steps(unit.kind, unit.place)
    return Dislodged(unit, by, tuple(sorted(p for p in steps if province_of(p) not in closed)))
