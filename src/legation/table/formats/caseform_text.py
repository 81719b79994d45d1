"""Writing our own case form, as YAML or JSON (``docs/cases.md``)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from legation.board.calendar import ADJUSTMENT, MOVEMENT, PLURALS, RETREAT
from legation.board.units import Dislodged, Unit
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
    case = {"id": told.name or name, **_heading(told), **_start(entries[0], book)}
    if len(entries) == 1:
        case |= _turn(entries[0], book)
    else:
        case["turns"] = [{"phase": e.phase.kind, **_turn(e, book)} for e in entries]
    last = entries[-1]
    if last.checked and last.left is not None:
        case["end"] = {"units": _units(last.left)}
    return case


def _heading(told: Transcript) -> dict[str, Any]:
    """Title, variant and options, where they are not the usual ones."""
    heading: dict[str, Any] = {}
    if told.title:
        heading["title"] = told.title
    if told.variant != "standard":
        heading["variant"] = told.variant
    if told.options:
        heading["options"] = dict(sorted(told.options.items()))
    return heading


def _start(first: Entry, book: Rulebook) -> dict[str, Any]:
    """The position; owners only where they are not those of the start of a game."""
    phase = first.phase
    start: dict[str, Any] = {
        "date": f"{phase.season} {phase.year} {PLURALS[phase.kind]}",
        "units": _units(first.units or ()),
    }
    if first.owners is not None and dict(first.owners) != dict(set_up(book).position.owners):
        start["centres"] = _centres(first.owners)
    if first.dislodged:
        start["dislodged"] = _dislodged(first.dislodged)
        if first.contested:
            start["contested"] = sorted(first.contested)
    return start


def _units(units: Sequence[Unit]) -> dict[str, list[str]]:
    return {
        power: [str(unit) for unit in units if unit.power == power]
        for power in sorted({unit.power for unit in units})
    }


def _centres(owners: Mapping[str, str]) -> dict[str, list[str]]:
    return {
        power: sorted(centre for centre, owner in owners.items() if owner == power)
        for power in sorted(set(owners.values()))
    }


def _dislodged(dislodged: Sequence[Dislodged]) -> dict[str, list[dict[str, Any]]]:
    return {
        power: [
            {
                "unit": str(d.unit),
                **({"by": d.by} if d.by else {}),
                "retreats": list(d.retreats),
            }
            for d in dislodged
            if d.unit.power == power
        ]
        for power in sorted({d.unit.power for d in dislodged})
    }


def _turn(entry: Entry, book: Rulebook) -> dict[str, Any]:
    orders = {
        power: [_text(entry, line, book) for line in lines]
        for power, lines in by_power(entry.lines)
    }
    if entry.checked:
        expect: dict[str, Any] = {str(unit): {"at": DISLODGED} for unit in entry.lost or ()}
    else:
        expect = _adjusted(entry) if entry.phase.kind == ADJUSTMENT else _fates(entry)
    return {"orders": orders, **({"expect": expect} if expect else {})}


def _text(entry: Entry, line: Line, book: Rulebook) -> str:
    order = line.order if line.order.verb == "waive" else with_kinds(entry, line.order)
    return book.write(order)


def _adjusted(entry: Entry) -> dict[str, Any]:
    """What is expected of adjustments: results where all are told, and the units that are left."""
    expect: dict[str, Any] = {}
    if entry.lines and all(len(line.told) == 1 for line in entry.lines):
        expect["results"] = {
            power: [line.told[0] for line in lines] for power, lines in by_power(entry.lines)
        }
    if entry.removed is not None:
        expect["automatic"] = _units(entry.removed)
    if entry.left is not None:
        expect["units"] = _units(entry.left)
    return expect


def _fates(entry: Entry) -> dict[str, Any]:
    """What is expected of each unit that acts in a phase, where anything is told of it."""
    acting = entry.units or ()
    if entry.phase.kind == RETREAT:
        acting = tuple(d.unit for d in entry.dislodged or ())
    fates = {str(unit): {**_result(entry, unit), **_end(entry, unit)} for unit in acting}
    return {unit: fate for unit, fate in fates.items() if fate}


def _result(entry: Entry, unit: Unit) -> dict[str, str]:
    lines = [line for line in entry.lines if line.power == unit.power and _is_for(line, unit)]
    counted = [line for line in lines if line.told != ("void",)] or lines
    if counted:
        told = counted[0].told
        return {"result": told[0]} if len(told) == 1 else {}
    if unit.province not in entry.ends:
        return {}
    if entry.phase.kind != MOVEMENT:
        return {"result": "none"}
    # Where only another power gave it an order, that was void.
    foreign = any(_is_for(line, unit) for line in entry.lines)
    return {"result": "void" if foreign else "holds"}


def _is_for(line: Line, unit: Unit) -> bool:
    return line.order.unit is not None and line.order.unit.province == unit.province


def _end(entry: Entry, unit: Unit) -> dict[str, Any]:
    """Where it is at the end; of a dislodged one who did it, and where it may go."""
    end = entry.ends.get(unit.province)
    if end is None:
        return {}
    fate: dict[str, Any] = {"at": end.at}
    if end.at == DISLODGED:
        fate |= {"by": end.by} if end.by else {}
        fate |= {} if end.retreats is None else {"retreats": list(end.retreats)}
    return fate
