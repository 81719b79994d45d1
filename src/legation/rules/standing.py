"""Who stands where on a board as somebody knows it, and what orders call him."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from legation.board.once import once
from legation.board.position import Position
from legation.board.units import Dislodged, Unit, UnitName, unit_name
from legation.rules.book import Book
from legation.rules.choices import Offer

Seat = tuple[int, str, Offer, UnitName | None]
"""A unit by its index, its power, what it may do as far as the map alone says it, and its name.

The name is that which the map's tables have for it; None where it counts for more than one.
"""


class Standing:
    """The units of a position, looked up; `units` has those too that nobody sees, last.

    `all_free`: all units go, and support, where the map lets them, so that tables of
    the map say what they could do. `free_powers` are those whose units do, if not all.
    """

    book: Book
    position: Position
    units: tuple[Unit, ...]
    all_free: bool
    free_powers: frozenset[str]

    def is_free(self, unit: Unit) -> bool:
        """Does a unit go, and support, where the map lets it?"""
        return self.all_free or unit.power in self.free_powers

    @once
    def index(self) -> Mapping[Unit, int]:
        """Unit → its index among the units."""
        return {unit: index for index, unit in enumerate(self.units)}

    @once
    def ghosts_at(self) -> Mapping[str, tuple[Unit, ...]]:
        """Province → the units that may be in it and are not seen."""
        return _by_province(self.units[len(self.position.units) :])

    @once
    def at(self) -> Mapping[str, tuple[Unit, ...]]:
        """Province → the units in it."""
        return _by_province(self.position.units)

    @once
    def dislodged_at(self) -> Mapping[str, Dislodged]:
        """Province → the dislodged unit that must leave it."""
        return {d.unit.province: d for d in self.position.dislodged}

    @once
    def names(self) -> list[UnitName]:
        """Each unit as an order names it, with its power where several may stand in its place."""
        return [self.name_of(unit) for unit in self.units]

    def name_of(self, unit: Unit) -> UnitName:
        """The same of one."""
        several = unit.number or unit.province in self.book.open_places
        return unit_name(unit.place, unit.written, unit.power if several else "", unit.number)

    @once
    def alone(self) -> Mapping[str, Seat]:
        """Place → who is in it, where its province is his alone."""
        units, offers, closed = self.position.units, self.book.offers, self.book.open_places
        shared = closed
        if closed or len({unit.province for unit in units}) < len(units):
            shared = closed.union([here for here, held in self.at.items() if len(held) > 1])
        return {
            unit.place: (index, unit.power, offer, offer.name if unit.strength == 1 else None)
            for index, unit in enumerate(units)
            if unit.province not in shared
            for offer in (offers[unit.kind][unit.place],)
        }

    def called(self, name: UnitName) -> int | None:
        """The unit, by index, whose place is its alone and that the program would write so."""
        seat = self.alone.get(name.place)
        if seat is None:
            return None
        unit = self.units[seat[0]]
        same = name.kind == unit.written and name.number == unit.number and not name.power
        return seat[0] if same else None

    @once
    def offers(self) -> list[Offer]:
        """What each unit may do as far as the map alone says it."""
        offers = self.book.offers
        return [offers[unit.kind][unit.place] for unit in self.units]

    @once
    def labels(self) -> list[str]:
        """Each unit's kind and place, as the tables of the map name it."""
        return [offer.label for offer in self.offers]

    @once
    def labelled(self) -> Mapping[str, int]:
        """Label → the unit that it stands for, by index; of several the last."""
        return {label: index for index, label in enumerate(self.labels)}


def _by_province(units: Iterable[Unit]) -> Mapping[str, tuple[Unit, ...]]:
    by_province: dict[str, tuple[Unit, ...]] = {}
    for unit in units:
        here = unit.province
        by_province[here] = (*by_province[here], unit) if here in by_province else (unit,)
    return by_province
