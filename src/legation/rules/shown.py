"""What one reader is shown of a movement: all that his reasons may rest on (STD-WHY).

Whoever explains a movement to somebody takes a `Shown` and the rulebook, and
nothing else of the truth. So two games that show a reader the same give him
the same words, whatever they keep from him.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.position import Position, sort_units
from legation.board.units import Dislodged, Unit
from legation.rules.ground import LEVEL, Ground
from legation.rules.reports import shown as faceless


@dataclass(frozen=True)
class Shown:
    """A reader's world, and what his board shows of how it ended (STD-WHY rules 1 and 2).

    `board` has the units that he knew, or whose orders he is shown; `orders`
    are theirs, by power, as they are told. `silent` are the units without a
    shown order. `ground` is what the variant settled, as he knows it with this
    phase's report. `ends` says where each unit is afterwards, and has an empty
    place for those that are dislodged; `lost` are these, with where he saw the
    attack come from and the places that look open to him. `contested` are the
    places that his board shows as contested, `seen` all units that it shows in
    the end. `terms` are those on which orders are judged, as he knows them. No
    unit has a private identity.
    """

    board: Position
    orders: Mapping[str, Sequence[Order]]
    ends: Mapping[Unit, str]
    ground: Ground = LEVEL
    silent: frozenset[Unit] = frozenset()
    lost: Mapping[Unit, Dislodged] = field(default_factory=dict)
    contested: frozenset[str] = frozenset()
    terms: object | None = None
    seen: tuple[Unit, ...] = ()

    def stood(self, power: str) -> frozenset[str] | None:
        """Where units of a power were and are, by what is told; None where that is not plain.

        It is not where an order names another place than theirs: it was refused.
        """
        begun, stood, own = self.ground.begun, set[str](), set[str]()
        for unit, end in self.ends.items():
            if unit.power == power and unit not in self.silent:
                before = begun.get(unit)
                own.add(unit.province)
                stood.add(unit.province if before is None else before.unit.province)
                stood.add(province_of(end))
        named = {order.unit.province for order in self.orders.get(power, ()) if order.unit}
        return frozenset(stood - {""}) if named <= own else None

    def missed(self) -> dict[str, frozenset[str]]:
        """Province → the powers that ordered a unit to go there which is not there afterwards.

        One that is not found counts as not there.
        """
        ends = {(unit.power, unit.province): province_of(end) for unit, end in self.ends.items()}
        missed: dict[str, set[str]] = defaultdict(set)
        for power, orders in self.orders.items():
            for order in orders:
                goal, unit = province_of(order.goal), order.unit
                if order.verb == "move" and unit and ends.get((power, unit.province)) != goal:
                    missed[goal].add(power)
        return {goal: frozenset(powers) for goal, powers in missed.items()}


def with_silent(
    shown: Shown, known: Iterable[Unit], after: Position, open_places: Collection[str] = ()
) -> Shown:
    """A world with the known units whose orders are not shown, where they are seen afterwards.

    `known` are the units that the reader knew before, `after` is the board
    that he sees afterwards. A known unit stands where it is seen again, and is
    left out where it is not (rule 1), or where another stood before. Units
    that look alike are not told apart: a unit that he sees, and that no shown
    order brought there, is one of those that he knew, as far as he can tell.
    """
    missing = _less([faceless(u) for u in known], shown.board.units)
    in_the_end = tuple([faceless(unit) for unit in after.units])
    if not missing:
        return replace(shown, seen=in_the_end)
    came = [u.moved(e) for u, e in shown.ends.items()]
    seen = _less([_unnumbered(unit) for unit in in_the_end], came)
    fallen = {faceless(d.unit): d for d in after.dislodged}
    held = {unit.province for unit in shown.board.units}
    silent: dict[Unit, str] = {}
    for unit in [u for u in missing if u in fallen]:
        missing.remove(unit)
        silent[unit] = ""
    for unit in sorted(missing, key=lambda u: _unnumbered(u) not in seen):
        stands = _found(unit, seen)
        if stands is None:
            continue
        seen.remove(_unnumbered(stands))
        if stands.province in open_places or stands.province not in held:
            held.add(stands.province)
            silent[stands] = stands.place
    return replace(
        shown,
        board=replace(shown.board, units=sort_units([*shown.board.units, *silent])),
        ends={**shown.ends, **silent},
        silent=frozenset(silent),
        seen=in_the_end,
        lost={**shown.lost, **{unit: fallen[unit] for unit in silent if unit in fallen}},
    )


def _unnumbered(unit: Unit) -> Unit:
    """A unit as if no other like it stood in its place."""
    return unit.moved(unit.place)


def _less(units: Iterable[Unit], gone: Iterable[Unit]) -> list[Unit]:
    """The units without some, each of which counts once."""
    going, left = Counter(gone), []
    for unit in units:
        if going[unit]:
            going[unit] -= 1
        else:
            left.append(unit)
    return left


def _found(unit: Unit, seen: Sequence[Unit]) -> Unit | None:
    """Where a unit is seen: in its place, or else wherever one like it is."""
    if _unnumbered(unit) in seen:
        return unit
    looks = (unit.power, unit.kind, unit.strength)
    return next((u for u in seen if (u.power, u.kind, u.strength) == looks), None)
