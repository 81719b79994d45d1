"""Reading our own case form, YAML or JSON (``docs/cases.md``): positions, orders, results."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.errors import FileError
from legation.rules.rulebook import Rulebook
from legation.table import casecheck, cases
from legation.table.formats.source import Source
from legation.table.formats.transcript import End, Entry, Line, Lost, Transcript, few

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
    if case.truth.ledger:
        raise case.problem("a ledger of secrets belongs to its variant; nothing else can hold it")
    defaults = {spec.id: spec.default for spec in case.book.option_specs}
    options = {k: v for k, v in case.book.options.chosen.items() if defaults.get(k) != v}
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
    expect: dict[str, Any] = dict(spec.expect)
    lines = [
        Line(power, order, line=case.where[1])
        for power, orders in done.orders.items()
        for order in orders
    ]
    ends: dict[str, End] = {}
    if done.phase.kind == ADJUSTMENT:
        given = {
            case.book.names.find_power(p): list(r) for p, r in expect.get("results", {}).items()
        }
        lines = [
            Line(
                x.power,
                x.order,
                (given[x.power].pop(0),) if given.get(x.power) else (),
                line=x.line,
            )
            for x in lines
        ]
    else:
        told: dict[tuple[str, str], str] = {}
        acting = {str(unit): unit for unit in position.units}
        lost = [d.unit for d in position.dislodged]
        acting |= {str(unit): unit for unit in lost}
        for name, fate in expect.items():
            unit = acting.get(name)
            if unit is None or not isinstance(fate, dict):
                raise case.problem(f'"{name}" is none of the units that stand there')
            if fate.get("result"):
                told[unit.power, unit.province] = str(fate["result"])
            if fate.get("at") and (done.phase.kind == MOVEMENT or unit in lost):
                retreats = fate.get("retreats")
                places = tuple(retreats) if isinstance(retreats, list) else None
                ends[unit.province] = End(str(fate["at"]), str(fate.get("by", "")), places)
        counts: dict[tuple[str, str], int] = {}
        for line in lines:
            key = (line.power, line.order.unit.province if line.order.unit else "")
            counts[key] = counts.get(key, 0) + 1
        lines = [_with(told, counts, line) for line in lines]
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


def _with(told: dict[tuple[str, str], str], counts: dict[tuple[str, str], int], line: Line) -> Line:
    """The line with what is expected; where a unit has several orders, which is meant is open."""
    key = (line.power, line.order.unit.province if line.order.unit else "")
    if key not in told or counts[key] > 1:
        return line
    return Line(line.power, line.order, (told[key],), line=line.line)
