"""A position as a case file writes it, ledger included: what `positions.read_start` reads back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from legation.board.ledger import Ledger
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules.rulebook import Rulebook
from legation.table.ledgers import shown
from legation.table.positions import unit_texts
from legation.variants.load import unusual


def laid_out_as_case(
    book: Rulebook, truth: Truth, disorder: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The keys of a case that begins here. It holds every secret of the game.

    What is as every game of the variant has it at first is said all the same,
    so that nothing hangs on where a game begins.
    """
    position = truth.position
    case: dict[str, Any] = {"variant": book.variant}
    options = unusual(book.variant, dict(sorted(book.options.chosen.items())))
    if options:
        case["options"] = options
    phase = position.phase
    case |= {"date": phase.turn, "phase": phase.kind}
    case |= {"units": unit_texts(position), "centres": _centres(position)}
    if position.dislodged:
        case["dislodged"] = _dislodged(position)
        case["contested"] = sorted(position.contested)
    if position.facts:
        facts = position.facts.items()
        case["facts"] = {name: [str(value) for value in values] for name, values in facts}
    ledger = _ledger(truth.ledger)
    if ledger:
        case["ledger"] = ledger
    if disorder:
        case["disorder"] = list(disorder)
    return case


def _centres(position: Position) -> dict[str, list[str]]:
    owners = sorted(set(position.owners.values()))
    return {power: list(position.centres_of(power)) for power in owners}


def _dislodged(position: Position) -> dict[str, list[dict[str, Any]]]:
    rows: dict[str, list[dict[str, Any]]] = {}
    for lost in position.dislodged:
        row: dict[str, Any] = {"unit": _text(lost.unit)}
        if lost.by:
            row["by"] = lost.by
        rows.setdefault(lost.unit.power, []).append({**row, "retreats": list(lost.retreats)})
    return rows


def _text(unit: Unit) -> str:
    return str(replace(unit, number=0))


def _ledger(ledger: Ledger) -> dict[str, Any]:
    """Every field; what was never noted is left out, which is not the same as nothing."""
    said: dict[str, Any] = {}
    for key, entry in ledger.entries().items():
        value = getattr(ledger, entry.name)
        if value is None:
            continue
        plain = shown(value)
        if isinstance(plain, bool):
            plain = "yes" if plain else ""
        said[key] = dict(plain) if isinstance(plain, Mapping) else plain
    return said
