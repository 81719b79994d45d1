"""Writing saved games of the `diplomacy` package: JSON, one game a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from legation.board.calendar import MOVEMENT, RETREAT
from legation.board.graph import province_of
from legation.board.units import Dislodged, Unit, UnitName
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

_Section = TypeVar("_Section")


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
    texts = [(line, order_text(entry, line, book)) for line in entry.lines]
    return {
        "name": phase_code(book, entry.phase),
        "state": _state(told, entry, book),
        "orders": _orders(texts, book),
        "results": _results(entry, texts),
        "messages": _messages(told, entry, book),
    }


def _state(told: Transcript, entry: Entry, book: Rulebook) -> dict[str, Any]:
    """The position at the start; what nobody told is left out."""
    state: dict[str, Any] = {"name": phase_code(book, entry.phase), "map": told.variant}
    dislodged, owners = entry.dislodged or (), entry.owners
    if entry.units is not None:
        units = entry.units
        state["units"] = _by_power(book, lambda power: _units(units, dislodged, power))
    state["retreats"] = _by_power(book, lambda power: _retreats(dislodged, power))
    if owners is not None:
        state["centers"] = _by_power(
            book, lambda power: sorted(c.upper() for c, owner in owners.items() if owner == power)
        )
    homes = book.graph.homes
    state["homes"] = _by_power(book, lambda power: [c.upper() for c in homes.get(power, ())])
    return state


def _by_power(book: Rulebook, section: Callable[[str], _Section]) -> dict[str, _Section]:
    return {power.name.upper(): section(power.name) for power in book.powers}


def _units(units: Iterable[Unit], dislodged: Iterable[Dislodged], power: str) -> list[str]:
    """A power's units, those marked with a star that must retreat."""
    standing = [str(unit).upper() for unit in units if unit.power == power]
    return standing + [f"*{d.unit}".upper() for d in dislodged if d.unit.power == power]


def _retreats(dislodged: Iterable[Dislodged], power: str) -> dict[str, list[str]]:
    return {
        str(d.unit).upper(): [place.upper() for place in d.retreats]
        for d in dislodged
        if d.unit.power == power
    }


def _orders(texts: Iterable[tuple[Line, str]], book: Rulebook) -> dict[str, list[str]]:
    orders: dict[str, list[str]] = _by_power(book, lambda _: [])
    for line, text in texts:
        orders.setdefault(line.power.upper(), []).append(text)
    return orders


def _results(entry: Entry, texts: Iterable[tuple[Line, str]]) -> dict[str, list[str]]:
    """The judge's words by unit, for the orders of which it is told what came of them."""
    return {
        " ".join(text.split()[:2]): _marks(entry, line)
        for line, text in texts
        if line.told or line.mark is not None
    }


def _marks(entry: Entry, line: Line) -> list[str]:
    at = entry.end_of(line.order.unit.province) if line.order.unit else ""
    marks = line.mark if line.mark is not None else to_judge(line.order, line.told, at)
    # The package writes a success as no word, in adjustments as an empty one.
    new = line.order.verb in NEW or entry.phase.kind not in (MOVEMENT, RETREAT)
    return list(marks) or ([""] if new else [])


def _messages(told: Transcript, entry: Entry, book: Rulebook) -> list[dict[str, Any]]:
    """The press of a phase; one to several powers is one message to each."""
    return [
        {
            "sender": message.sender.upper(),
            "recipient": to.upper(),
            "phase": phase_code(book, entry.phase),
            "time_sent": number,
            "message": message.text,
        }
        for number, message in enumerate(told.messages, start=1)
        if message.phase == entry.phase
        for to in (message.recipients or (ALL,))
    ]


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
