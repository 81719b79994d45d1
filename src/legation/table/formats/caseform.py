"""Reading our own case form, YAML or JSON (``docs/cases.md``): positions, orders, results."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.position import Position
from legation.board.units import Unit
from legation.errors import FileError
from legation.rules.rulebook import Rulebook
from legation.table.cases import check as casecheck
from legation.table.cases import file as cases
from legation.table.formats.source import Source
from legation.table.formats.transcript import End, Entry, Line, Lost, Transcript, few
from legation.variants.load import unusual

_KEY = re.compile(r"^(?:- )?[\"']?(?:id|units|orders|turns|phase|expect)[\"']?\s*:", re.M)
HOLDS = frozenset({"units", "owners", "retreat places", "results", "title", "options"})


def sniff(text: str) -> bool:
    """Does this look like a case file?"""
    start = text[:20000]
    if start.lstrip().startswith(("{", "[")):
        return '"orders"' in text or '"units"' in text or '"turns"' in text
    return _KEY.search(start) is not None


def read(text: str, path: str, book: Rulebook) -> tuple[Transcript, ...]:
    """The cases of a file, each alternative as a case of its own.

    Raises:
        FileError: for anything in it that is not understood, with the line.
    """
    del text, book  # a case names its own variant and options
    try:
        return tuple(_transcript(case) for case in cases.load_cases(Path(path)))
    except FileError as error:
        if "\n" not in error.message:
            raise
        raise FileError(path, " ".join(error.message.split()), error.line) from None


def _transcript(case: cases.Case) -> Transcript:
    entries = []
    advancing = [spec for spec in case.turns if spec.advances]
    for spec, done in zip(advancing, casecheck.play(case), strict=True):
        entries.append(_entry(case, spec, done))
    if case.truth.ledger != case.book.ledger():
        raise case.problem("a ledger of secrets belongs to its variant; nothing else can hold it")
    options = unusual(case.book.variant, case.book.options.chosen)
    lost = [
        Lost(f"what is told ({', '.join(t.told)}) passed over", case.id)
        for t in case.turns
        if t.told
    ]
    if acts := [act for turn in case.turns for act in turn.acts]:
        lost.append(Lost(f"{few(acts, 'act')} of the game master passed over", case.id))
    if case.end:
        lost.append(Lost(f"the end ({', '.join(case.end)}) passed over", case.id))
    return Transcript(
        case.book.variant, case.id, case.title, tuple(entries), (), options, tuple(lost)
    )


def _entry(case: cases.Case, spec: cases.CaseTurn, done: casecheck.Played) -> Entry:
    position = done.before.position
    if position.phase.kind != done.phase.kind:
        return _passed_over(case, spec, done)
    lines = [
        Line(power, order, line=case.where[1])
        for power, orders in done.orders.items()
        for order in orders
    ]
    ends: dict[str, End] = {}
    if done.phase.kind == ADJUSTMENT:
        lines = _adjusted(case, lines, dict(spec.expect).get("results", {}))
    else:
        fates = _fates(case, spec, position)
        lines = _with_results(lines, fates)
        late = {d.unit for d in position.dislodged}
        ends = {
            unit.province: _end(fate)
            for unit, fate in fates
            if fate.get("at") and (done.phase.kind == MOVEMENT or unit in late)
        }
    return Entry(
        done.phase,
        tuple(lines),
        position.units,
        position.owners,
        position.dislodged,
        position.contested,
        ends,
        line=case.where[1],
    )


def _adjusted(
    case: cases.Case, lines: Sequence[Line], results: Mapping[str, Sequence[str]]
) -> list[Line]:
    """The lines of an adjustment phase, each power's with its results one by one."""
    given = {case.book.names.find_power(power): iter(told) for power, told in results.items()}
    told = [next(given.get(line.power, iter(())), None) for line in lines]
    return [
        replace(line, told=() if result is None else (result,))
        for line, result in zip(lines, told, strict=True)
    ]


def _fates(
    case: cases.Case, spec: cases.CaseTurn, position: Position
) -> list[tuple[Unit, dict[str, Any]]]:
    """The units of which something is expected, and what.

    Raises:
        FileError: for a unit that does not stand there.
    """
    acting = {str(unit): unit for unit in position.units}
    acting |= {str(d.unit): d.unit for d in position.dislodged}
    fates = []
    for name, fate in spec.expect.items():
        unit = acting.get(name)
        if unit is None or not isinstance(fate, dict):
            raise case.problem(f'"{name}" is none of the units that stand there')
        fates.append((unit, fate))
    return fates


def _end(fate: Mapping[str, Any]) -> End:
    retreats = fate.get("retreats")
    places = tuple(retreats) if isinstance(retreats, list) else None
    return End(str(fate["at"]), str(fate.get("by", "")), places)


def _with_results(
    lines: Sequence[Line], fates: Iterable[tuple[Unit, Mapping[str, Any]]]
) -> list[Line]:
    """The lines with what is expected; where a unit has several orders, which is meant is open."""
    told = {
        (unit.power, unit.province): str(fate["result"])
        for unit, fate in fates
        if fate.get("result")
    }
    counts = Counter(_ordered(line) for line in lines)
    return [
        replace(line, told=(told[_ordered(line)],))
        if _ordered(line) in told and counts[_ordered(line)] == 1
        else line
        for line in lines
    ]


def _ordered(line: Line) -> tuple[str, str]:
    """Whose unit has the order, and where that stands."""
    return line.power, line.order.unit.province if line.order.unit else ""


def _passed_over(case: cases.Case, spec: cases.CaseTurn, done: casecheck.Played) -> Entry:
    """A retreat phase that never came, for the dislodged were gone at once: its orders are void."""
    path, line = case.where
    source = Source("", path, case.book)
    lines = tuple(
        Line(source.power(power, line), source.order(text, RETREAT, line), ("void",), line=line)
        for power, texts in spec.orders.items()
        for text in texts
    )
    return Entry(done.phase, lines, line=line)
