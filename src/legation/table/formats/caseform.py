"""Our own case form, YAML or JSON (``docs/cases.md``): positions, orders, results."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from legation.board.calendar import ADJUSTMENT, MOVEMENT, PLURALS, RETREAT
from legation.errors import FileError
from legation.rules.rulebook import Rulebook
from legation.rules.turn import set_up
from legation.table import casecheck, cases
from legation.table.formats.source import Source
from legation.table.formats.transcript import (
    DISLODGED,
    End,
    Entry,
    Line,
    Lost,
    Transcript,
    by_power,
    few,
    with_kinds,
)

_KEY = re.compile(r"^(?:- )?[\"']?(?:id|units|orders|turns|phase|expect)[\"']?\s*:", re.M)
HOLDS = frozenset({"units", "owners", "retreat places", "results", "title", "options"})


def sniff(text: str) -> bool:
    """Does this look like a case file?"""
    start = text[:20000]
    if start.lstrip().startswith(("{", "[")):
        return '"orders"' in text or '"units"' in text or '"turns"' in text
    return _KEY.search(start) is not None


# Reading


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


# Writing


def write(transcripts: Sequence[Transcript], book: Rulebook) -> tuple[str, list[Lost]]:
    """The cases as YAML, and what was left out."""
    data, lost = _data(transcripts, book)
    text = yaml.safe_dump(
        data, sort_keys=False, allow_unicode=True, default_flow_style=None, width=100
    )
    return text, lost


def write_json(transcripts: Sequence[Transcript], book: Rulebook) -> tuple[str, list[Lost]]:
    """The cases as JSON, and what was left out."""
    data, lost = _data(transcripts, book)
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n", lost


def _data(
    transcripts: Sequence[Transcript], book: Rulebook
) -> tuple[list[dict[str, Any]], list[Lost]]:
    lost: list[Lost] = []
    data = []
    for number, told in enumerate(transcripts, start=1):
        whole = [e for e in told.entries if e.units is not None]
        if len(whole) < len(told.entries):
            missing = next(e.phase for e in told.entries if e.units is None)
            count = len(told.entries) - len(whole)
            lost.append(
                Lost(f"{count} phases left out: nobody tells where the units stood", str(missing))
            )
        if whole:
            data.append(_case(told, whole, book, f"case-{number}"))
    return data, lost


def _case(told: Transcript, entries: Sequence[Entry], book: Rulebook, name: str) -> dict[str, Any]:
    first = entries[0]
    case: dict[str, Any] = {"id": told.name or name}
    if told.title:
        case["title"] = told.title
    if told.variant != "standard":
        case["variant"] = told.variant
    if told.options:
        case["options"] = dict(sorted(told.options.items()))
    start = set_up(book).position
    kind = PLURALS[first.phase.kind]
    case["date"] = f"{first.phase.season} {first.phase.year} {kind}"
    units = first.units or ()
    case["units"] = {p: [str(u) for u in units if u.power == p] for p in _powers(units)}
    if first.owners is not None and dict(first.owners) != dict(start.owners):
        powers = sorted(set(first.owners.values()))
        case["centres"] = {p: sorted(c for c, o in first.owners.items() if o == p) for p in powers}
    if first.dislodged:
        case["dislodged"] = {
            power: [
                {
                    "unit": str(d.unit),
                    **({"by": d.by} if d.by else {}),
                    "retreats": list(d.retreats),
                }
                for d in first.dislodged
                if d.unit.power == power
            ]
            for power in _powers(d.unit for d in first.dislodged)
        }
        if first.contested:
            case["contested"] = sorted(first.contested)
    if len(entries) == 1:
        case |= _turn(first, book)
    else:
        case["turns"] = [{"phase": e.phase.kind, **_turn(e, book)} for e in entries]
    return case


def _powers(units: Any) -> list[str]:
    return sorted({unit.power for unit in units})


def _turn(entry: Entry, book: Rulebook) -> dict[str, Any]:
    orders = {
        power: [_text(entry, line, book) for line in lines]
        for power, lines in by_power(entry.lines)
    }
    turn: dict[str, Any] = {"orders": orders}
    if entry.phase.kind == ADJUSTMENT:
        expect: dict[str, Any] = {}
        if entry.lines and all(len(line.told) == 1 for line in entry.lines):
            expect["results"] = {
                power: [line.told[0] for line in lines] for power, lines in by_power(entry.lines)
            }
        if entry.removed is not None:
            expect["automatic"] = {
                p: [str(u) for u in entry.removed if u.power == p] for p in _powers(entry.removed)
            }
        if entry.left is not None:
            expect["units"] = {
                p: [str(u) for u in entry.left if u.power == p] for p in _powers(entry.left)
            }
    else:
        expect = _fates(entry)
    if expect:
        turn["expect"] = expect
    return turn


def _text(entry: Entry, line: Line, book: Rulebook) -> str:
    order = line.order if line.order.verb == "waive" else with_kinds(entry, line.order)
    return book.write(order)


def _fates(entry: Entry) -> dict[str, Any]:
    acting = entry.units or ()
    if entry.phase.kind == RETREAT:
        acting = tuple(d.unit for d in entry.dislodged or ())
    fates: dict[str, Any] = {}
    for unit in acting:
        lines = [
            x
            for x in entry.lines
            if x.power == unit.power and x.order.unit and x.order.unit.province == unit.province
        ]
        counted = [x for x in lines if x.told != ("void",)] or lines
        fate: dict[str, Any] = {}
        if counted and len(counted[0].told) == 1:
            fate["result"] = counted[0].told[0]
        elif not counted and unit.province in entry.ends:
            named = [x.order.unit.province for x in entry.lines if x.order.unit]
            idle = "void" if unit.province in named else "holds"
            fate["result"] = idle if entry.phase.kind == MOVEMENT else "none"
        end = entry.ends.get(unit.province)
        if end is not None:
            fate["at"] = end.at
            if end.at == DISLODGED:
                fate |= {"by": end.by} if end.by else {}
                fate |= {} if end.retreats is None else {"retreats": list(end.retreats)}
        if fate:
            fates[str(unit)] = fate
    return fates
