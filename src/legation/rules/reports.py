"""Reports: all that anybody is ever told.

A report is a kind, its facts, who may hear it and the clause it rests on. An
order's fate is a report too, and so is every link of an explanation, so that a
player's "why" shows only links he may see. The wording is made last, by
`sentence`, from templates that a variant can replace.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from legation.board.position import Position
from legation.board.units import Unit

EVERYBODY: frozenset[str] | None = None

Fact = str | int | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Something told. `audience` is None where everybody may hear it."""

    kind: str
    clause: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    audience: frozenset[str] | None = EVERYBODY


@dataclass(frozen=True, slots=True)
class Outcome:
    """The fate of one order.

    `result` is a word of the corpus (``succeeds``, ``fails``, ``void`` ...).
    `reason` says why; `causes` are indices, in the same tuple of outcomes, of
    the orders that brought it about. `at` is where the unit then is:
    a place, ``dislodged``, or ``disbanded``. Where the reason has an audience,
    the others get `outside` in its place: what may be told to everybody, or
    nothing.
    """

    power: str
    unit: str
    order: str
    result: str
    at: str
    reason: Report
    causes: tuple[int, ...] = ()
    by: str = ""
    retreats: tuple[str, ...] = ()
    outside: Outcome | None = None


def sentence(report: Report, wording: Mapping[str, str]) -> str:
    """The report in words, from the template of its kind; without one, its facts."""
    template = wording.get(report.kind)
    if template is None:
        facts = ", ".join(f"{name} {_text(value)}" for name, value in report.facts.items())
        return f"{report.kind}: {facts}" if facts else report.kind
    return template.format_map({name: _text(value) for name, value in report.facts.items()})


def _text(value: Fact) -> str:
    if isinstance(value, tuple):
        if len(value) < 2:
            return "".join(value)
        return f"{', '.join(value[:-1])} and {value[-1]}"
    return str(value)


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What an adjustment phase did. `results` are parallel to the orders given.

    `automatic` are removals that nobody ordered.
    """

    position: Position
    results: Mapping[str, tuple[Outcome, ...]]
    automatic: tuple[tuple[Unit, Report], ...]
    reports: tuple[Report, ...]
