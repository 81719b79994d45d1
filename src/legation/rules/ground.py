"""What a variant settles for a battle before it is fought (STD-BAT).

The standard game settles nothing: every unit weighs its strength, no place
helps who holds it, none resists when it is empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from legation.board.units import Unit


@dataclass(frozen=True)
class Ground:
    """The features of a battle beyond its orders; see `rules.battle.Battle`.

    `weights` are of the units that weigh other than their strength. `clauses`
    names, place by place, the clause that gives it its bonus or resistance.
    """

    weights: Mapping[Unit, int] = field(default_factory=dict)
    hold_bonus: Mapping[tuple[str, str], int] = field(default_factory=dict)
    vacant: Mapping[str, tuple[int, frozenset[str]]] = field(default_factory=dict)
    peace: frozenset[tuple[str, str]] = frozenset()
    clauses: Mapping[str, str] = field(default_factory=dict)

    def weight(self, unit: Unit) -> int:
        """What a unit weighs in this battle."""
        return self.weights.get(unit, unit.strength)


LEVEL = Ground()
