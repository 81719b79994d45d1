"""Writing our own case form, as YAML or JSON (``docs/cases.md``)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import yaml

from legation.board.calendar import ADJUSTMENT, MOVEMENT, PLURALS, RETREAT
from legation.rules.rulebook import Rulebook
from legation.rules.turn import set_up
from legation.table.formats.transcript import (
    DISLODGED,
    Entry,
    Line,
    Lost,
    Transcript,
    by_power,
    with_kinds,
)


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
