"""Writing saved games of the `diplomacy` package: JSON, one game a line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from legation.board.calendar import MOVEMENT, RETREAT
from legation.board.graph import province_of
from legation.board.units import UnitName
from legation.rules.rulebook import Rulebook
from legation.table.formats.dipjson import ALL
from legation.table.formats.results import NEW, to_judge
from legation.table.formats.source import phase_code
from legation.table.formats.transcript import (
    Entry,
    Line,
    Lost,
    Transcript,
    carrier_orders,
    few,
    with_kinds,
)


def write(transcripts: Sequence[Transcript], book: Rulebook) -> tuple[str, list[Lost]]:
    """The games as text, one a line, and what was left out."""
    lost: list[Lost] = []
    for told in transcripts:
        bare = [e for e in told.entries if e.units is None]
        if bare:
            where = f"{told.name}: {bare[0].phase}".lstrip(": ")
            lost.append(
                Lost(f"{few(bare, 'phase')} written without units: nobody tells them", where)
            )
    games = [json.dumps(_written(told, book), ensure_ascii=False) for told in transcripts]
    return "\n".join(games) + "\n", lost


def _written(told: Transcript, book: Rulebook) -> dict[str, Any]:
    return {
        "id": told.name,
        "map": told.variant,
        "rules": [],
        "phases": [_phase(told, entry, book) for entry in told.entries],
    }


def _phase(told: Transcript, entry: Entry, book: Rulebook) -> dict[str, Any]:
    powers = [power.name for power in book.powers]
    name = phase_code(book, entry.phase)
    upper = {power: power.upper() for power in powers}
    orders: dict[str, list[str]] = {upper[power]: [] for power in powers}
    results: dict[str, list[str]] = {}
    for line in entry.lines:
        text = order_text(entry, line, book)
        orders.setdefault(line.power.upper(), []).append(text)
        if line.told or line.mark is not None:
            at = entry.end_of(line.order.unit.province) if line.order.unit else ""
            marks = line.mark if line.mark is not None else to_judge(line.order, line.told, at)
            new = line.order.verb in NEW or entry.phase.kind not in (MOVEMENT, RETREAT)
            results[" ".join(text.split()[:2])] = list(marks) or ([""] if new else [])
    state: dict[str, Any] = {"name": name, "map": told.variant}
    if entry.units is not None:
        state["units"] = {
            upper[p]: [str(u).upper() for u in entry.units if u.power == p]
            + [f"*{d.unit}".upper() for d in entry.dislodged or () if d.unit.power == p]
            for p in powers
        }
    state["retreats"] = {
        upper[p]: {
            str(d.unit).upper(): [place.upper() for place in d.retreats]
            for d in entry.dislodged or ()
            if d.unit.power == p
        }
        for p in powers
    }
    if entry.owners is not None:
        state["centers"] = {
            upper[p]: sorted(c.upper() for c, owner in entry.owners.items() if owner == p)
            for p in powers
        }
    state["homes"] = {upper[p]: [c.upper() for c in book.graph.homes.get(p, ())] for p in powers}
    messages = [
        {
            "sender": m.sender.upper(),
            "recipient": to.upper(),
            "phase": name,
            "time_sent": number,
            "message": m.text,
        }
        for number, m in enumerate(told.messages, start=1)
        if m.phase == entry.phase
        for to in (m.recipients or (ALL,))
    ]
    return {
        "name": name,
        "state": state,
        "orders": orders,
        "results": results,
        "messages": messages,
    }


def order_text(entry: Entry, line: Line, book: Rulebook) -> str:
    """An order as the package writes it: ``A LON - NWY VIA``, ``F STP/NC B``."""
    order = with_kinds(entry, line.order)
    unit, target = order.unit, order.target
    if unit is None:
        return "WAIVE"
    name, helped = _unit(unit), _unit(target) if target else ""
    match order.verb:
        case "move":
            sea = order.via or _by_sea(entry, line, book)
            return f"{name} - {order.goal.upper()}" + (" VIA" if sea else "")
        case "retreat":
            return f"{name} R {order.goal.upper()}"
        case "support":
            goal = f" - {order.goal.upper()}" if order.goal else ""
            return f"{name} S {helped}{goal}"
        case "convoy":
            return f"{name} C {helped} - {order.goal.upper()}"
        case "build":
            return f"{name} B"
        case "remove" | "disband":
            return f"{name} D"
    return f"{name} H"


def _unit(unit: UnitName) -> str:
    return f"{unit.kind} {unit.place}".strip().upper()


def _by_sea(entry: Entry, line: Line, book: Rulebook) -> bool:
    """Does this move go by convoy, though it does not say so? The package must be told."""
    unit = line.order.unit
    if unit is None or not carrier_orders(entry, line):
        return False
    return province_of(line.order.goal) not in book.graph.army.get(unit.province, frozenset())
