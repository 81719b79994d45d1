"""Reports: all that anybody is ever told.

A report is a kind, its facts, who may hear it and the clause it rests on. An
order's fate is a report too, and so is every link of an explanation, so that a
player's "why" shows only links he may see. Facts are values; the words are made
last, by `rules.wording`, from the templates of ``words.toml``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from legation.board.borders import BorderName
from legation.board.calendar import Phase
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.units import Unit, UnitName

EVERYBODY: frozenset[str] | None = None

One = str | int | Unit | UnitName | Order | Phase | BorderName


@dataclass(frozen=True, slots=True)
class Report:
    """Something told. `audience` is None where everybody may hear it."""

    kind: str
    clause: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    audience: frozenset[str] | None = EVERYBODY


Fact = One | tuple[One, ...] | Report
"""A fact of a report: a value, or several, or why something was refused. What a text is,
a place or a power, the declaration of the report's kind says: see `rules.kinds`."""


class Fate(Enum):
    """What became of an order; the values are the words of the case files."""

    _value_: str

    SUCCEEDS = "succeeds"
    FAILS = "fails"
    VOID = "void"
    UNMATCHED = "unmatched"
    HOLDS = "holds"
    GIVEN = "given"
    CUT = "cut"
    WEAKENED = "weakened"
    AVAILABLE = "available"
    DISRUPTED = "disrupted"
    FORBIDDEN = "forbidden"
    UNTOLD = "untold"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The fate of one order.

    `unit` is the unit that acted, without its private identity; or, where an
    order named none that could, the name that it used; or nothing, for an order
    of no unit. A unit without an order is told as one that was to hold; `order`
    is None only for a dislodged unit of which no order counts. `reason` says
    why; `causes` are indices, in the same tuple of outcomes, of the orders that
    brought it about. `at` is the place where the unit then is, empty where it is
    `dislodged`, `disbanded` or nowhere on the board; `by` is the province that
    the attack on a dislodged unit came from, `retreats` the places open to it.
    """

    power: str
    unit: Unit | UnitName | None
    order: Order | None
    fate: Fate
    at: str
    reason: Report
    causes: tuple[int, ...] = ()
    dislodged: bool = False
    disbanded: bool = False
    by: str = ""
    retreats: tuple[str, ...] = ()

    @property
    def province(self) -> str:
        """The province of the unit; empty where the outcome is of none."""
        return self.unit.province if self.unit is not None else ""


def shown(unit: Unit) -> Unit:
    """The unit as it may be told of: without its private identity."""
    return unit.shown


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What an adjustment phase did. `results` are parallel to the orders given.

    `automatic` are removals that nobody ordered.
    """

    position: Position
    results: Mapping[str, tuple[Outcome, ...]]
    automatic: tuple[Outcome, ...]
    reports: tuple[Report, ...]
