"""What a variant settles for a battle before it is fought (STD-BAT).

The standard game settles nothing: every unit weighs its strength, no place
helps who holds it, none resists when it is empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.battle import Preset
from legation.rules.reports import Report, shown


class Begun(NamedTuple):
    """What a variant has carried out of an order already: the unit as it stood then, and the order.

    `reason` is what came of it, and `causes` whose orders brought that about,
    where the outcome tells that and not what remained to be done.
    """

    unit: Unit
    order: Order
    reason: Report | None = None
    causes: tuple[Unit, ...] = ()


class Known(NamedTuple):
    """What is known of a unit's order: it is VOID, BLOCKED or PRECUT, by whom, by which clause.

    `why` is what a void order is told with.
    """

    preset: Preset
    clause: str
    by: tuple[Unit, ...] = ()
    why: Report | None = None


@dataclass(frozen=True)
class Ground:
    """The features of a battle beyond its orders; see `rules.battle.Battle`.

    `weights` are of the units that weigh other than their strength. `clauses`
    names, place by place, the clause that gives it its bonus or resistance.
    `presets` are what is known of a unit's order before the fighting. `barred`
    are pairs of provinces, either way, that no convoy passes between. `rules`
    replace those of the battle, by name. `begun` has the units whose order the
    variant has carried out in part already.
    """

    weights: Mapping[Unit, int] = field(default_factory=dict)
    hold_bonus: Mapping[tuple[str, str], int] = field(default_factory=dict)
    vacant: Mapping[str, tuple[int, frozenset[str]]] = field(default_factory=dict)
    peace: frozenset[tuple[str, str]] = frozenset()
    clauses: Mapping[str, str] = field(default_factory=dict)
    presets: Mapping[Unit, Known] = field(default_factory=dict)
    barred: frozenset[frozenset[str]] = frozenset()
    rules: Mapping[str, Any] = field(default_factory=dict)
    begun: Mapping[Unit, Begun] = field(default_factory=dict)

    def weight(self, unit: Unit) -> int:
        """What a unit weighs in this battle."""
        return self.weights.get(unit, unit.strength)

    def faceless(self) -> Ground:
        """The same for units without private identities, as a reader sees them (STD-UNIT)."""
        presets = {
            shown(unit): known._replace(by=tuple(map(shown, known.by)))
            for unit, known in self.presets.items()
        }
        return replace(
            self,
            weights={shown(unit): weight for unit, weight in self.weights.items()},
            presets=presets,
            begun={
                shown(unit): begun._replace(
                    unit=shown(begun.unit), causes=tuple(map(shown, begun.causes))
                )
                for unit, begun in self.begun.items()
            },
        )


LEVEL = Ground()
