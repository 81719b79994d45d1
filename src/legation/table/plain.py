"""Values of a game as plain data, for files and programs, and back again.

The names of the keys are those of the dataclasses; `docs/save-format.md`
explains them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from legation.board.calendar import Phase
from legation.board.orders import Order, Value
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Dislodged, Unit, UnitName
from legation.rules.reports import Fact, Outcome, Report
from legation.rules.rulebook import Rulebook
from legation.rules.wording import facts_of, order_of, unit_of, where
from legation.sight.moment import Moment
from legation.sight.view import Proposal, Sheet, View
from legation.table.knowing import proviso
from legation.table.ledgers import ledger_data
from legation.table.record import Act, PhaseRecord, Versions

Data = dict[str, Any]

_plainly = msgspec.json.Encoder(order="sorted")


def canonical(data: object) -> str:
    """Canonical JSON: sorted keys, no blanks, letters beyond ASCII escaped."""
    text = _plainly.encode(data).decode()
    if "\\" not in text and text.isascii() and text.isprintable():
        return text  # nothing in it is written in two ways
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def digest(data: object) -> str:
    """SHA-256, hexadecimal, over the canonical JSON."""
    return hashlib.sha256(canonical(data).encode("ascii")).hexdigest()


# The board


def phase_data(phase: Phase) -> Data:
    """A phase."""
    return {"season": phase.season, "year": phase.year, "kind": phase.kind}


def unit_data(unit: Unit) -> Data:
    """A unit."""
    return {
        "power": unit.power,
        "kind": unit.kind,
        "place": unit.place,
        "strength": unit.strength,
        "number": unit.number,
        "id": unit.id,
    }


def dislodged_data(lost: Dislodged) -> Data:
    """A dislodged unit."""
    return {"unit": unit_data(lost.unit), "by": lost.by, "retreats": list(lost.retreats)}


def position_data(position: Position) -> Data:
    """A position."""
    return {
        "phase": phase_data(position.phase),
        "units": [unit_data(unit) for unit in position.units],
        "owners": dict(sorted(position.owners.items())),
        "dislodged": [dislodged_data(lost) for lost in position.dislodged],
        "contested": sorted(position.contested),
        "facts": {name: list(values) for name, values in sorted(position.facts.items())},
    }


def truth_data(truth: Truth) -> Data:
    """A truth, secrets included: for records only."""
    return {
        "position": position_data(truth.position),
        "ledger": ledger_data(truth.ledger),
        "winner": list(truth.winner),
        "ending": truth.ending,
    }


# What is told


def fact_data(fact: Fact) -> object:
    """A fact of a report or an act: text and numbers as they are, other values as objects."""
    match fact:
        case tuple():
            return [fact_data(one) for one in fact]
        case Unit() | UnitName():
            return named_data(fact)
        case Order():
            return order_data(fact)
        case Phase():
            return phase_data(fact)
    return fact


def facts_data(facts: Mapping[str, Fact]) -> Data:
    """Facts by name, in their order."""
    return {name: fact_data(fact) for name, fact in facts.items()}


def report_data(report: Report) -> Data:
    """A report."""
    return {
        "kind": report.kind,
        "clause": report.clause,
        "facts": facts_data(report.facts),
        "audience": None if report.audience is None else sorted(report.audience),
    }


def named_data(unit: Unit | UnitName) -> Data:
    """A unit that was told of, or the name that an order uses; what is as usual is left out."""
    data: Data = {"kind": unit.kind, "place": unit.place}
    if unit.power:
        data["power"] = unit.power
    if isinstance(unit, Unit):
        data["strength"] = unit.strength
    if unit.number:
        data["number"] = unit.number
    return data


def order_data(order: Order) -> Data:
    """An order, by the fields that it has."""
    data: Data = {"verb": order.verb}
    if order.unit is not None:
        data["unit"] = named_data(order.unit)
    if order.target is not None:
        data["target"] = named_data(order.target)
    if order.goal:
        data["goal"] = order.goal
    if order.via:
        data["via"] = True
    if order.extra:
        data["extra"] = {name: value_data(value) for name, value in order.extra}
    return data


def value_data(value: Value) -> str | int:
    """What a field of a variant's own order holds; a unit as an order writes it."""
    return str(value) if isinstance(value, UnitName) else value


def outcome_data(outcome: Outcome) -> Data:
    """An outcome."""
    return {
        "power": outcome.power,
        "unit": outcome.unit and named_data(outcome.unit),
        "order": outcome.order and order_data(outcome.order),
        "fate": outcome.fate.value,
        "at": outcome.at,
        "reason": report_data(outcome.reason),
        "causes": list(outcome.causes),
        "dislodged": outcome.dislodged,
        "disbanded": outcome.disbanded,
        "by": outcome.by,
        "retreats": list(outcome.retreats),
    }


def moment_data(moment: Moment) -> Data:
    """What everybody was told at one moment, secrets included: for records only.

    Outcomes that several readers were told alike stand there once; an edition
    lists them by number. `truth` is the game master's, ``""`` that of everybody
    who has none of his own.
    """
    outcomes: dict[str, tuple[int, Data]] = {}

    def numbers(edition: Iterable[Outcome]) -> list[int]:
        found = []
        for outcome in edition:
            data = outcome_data(outcome)
            found.append(outcomes.setdefault(canonical(data), (len(outcomes), data))[0])
        return found

    editions = moment.editions
    truth, public = numbers(editions.of(None)), numbers(editions.of(""))
    told = {"": public}
    for reader in editions.readers:
        own = numbers(editions.of(reader))
        if own != public:
            told[reader] = own
    return {
        "reports": [report_data(report) for report in moment.reports],
        "outcomes": [data for _, data in outcomes.values()],
        "truth": truth,
        "told": told,
    }


# The record


def sheet_data(sheet: Sheet) -> Data:
    """A sheet."""
    return {"orders": list(sheet.orders), "settled": sheet.settled}


def act_data(act: Act) -> Data:
    """An act."""
    return {"kind": act.kind, "facts": facts_data(act.facts)}


def versions_data(versions: Versions) -> Data:
    """Versions."""
    return {"engine": versions.engine, "variant": versions.variant}


def record_data(phase: PhaseRecord, previous: str = "") -> Data:
    """The record of one phase; `previous` is the hash of the one before."""
    return {
        "number": phase.number,
        "begins": phase.begins,
        "previous": previous,
        "truth": truth_data(phase.truth),
        "sha256": phase.sha256,
        "disorder": list(phase.disorder),
        "sheets": {power: sheet_data(sheet) for power, sheet in sorted(phase.sheets.items())},
        "acts": [act_data(act) for act in phase.acts],
        "told": [moment_data(moment) for moment in phase.told],
        "resolved_by": phase.resolved_by and versions_data(phase.resolved_by),
    }


# What a viewer sees


def proposal_data(proposal: Proposal) -> Data:
    """A proposal."""
    return {
        "id": proposal.id,
        "ending": proposal.ending,
        "powers": list(proposal.powers),
        "by": proposal.by,
    }


def told_of(book: Rulebook, report: Report) -> Data:
    """A report, its facts in words."""
    return {**report_data(report), "facts": facts_of(book, report)}


def said_data(book: Rulebook, outcome: Outcome) -> Data:
    """An outcome in words, for programs."""
    return {
        "power": outcome.power,
        "unit": unit_of(outcome),
        "order": order_of(book, outcome),
        "result": outcome.fate.value,
        "at": where(outcome),
        "reason": told_of(book, outcome.reason),
        "causes": list(outcome.causes),
        "by": outcome.by,
        "retreats": list(outcome.retreats),
    }


def view_data(book: Rulebook, view: View) -> Data:
    """A view, whole: what a page, a program or a bot may be given."""
    return {
        "viewer": {"role": view.viewer.role, "power": view.viewer.power},
        "name": view.name,
        "variant": view.variant,
        "options": dict(view.options),
        "number": view.number,
        "position": position_data(view.position),
        "lore": facts_data(view.lore),
        "sheets": {power: sheet_data(sheet) for power, sheet in sorted(view.sheets.items())},
        "told": [
            {
                "number": told.number,
                "phase": phase_data(told.phase),
                "reports": [told_of(book, report) for report in told.reports],
                "outcomes": [said_data(book, outcome) for outcome in told.outcomes],
                "proviso": proviso(book, told.phase, view.viewer) if told.outcomes else "",
            }
            for told in view.told
        ],
        "proposals": [proposal_data(proposal) for proposal in view.proposals],
        "voted": sorted(view.voted),
        "disorder": list(view.disorder),
        "press": view.press,
        "ending": view.ending,
        "winners": list(view.winners),
        "seed_hashes": list(view.seed_hashes),
        "seeds": list(view.seeds),
    }
