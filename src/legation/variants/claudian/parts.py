"""Forces in parts: each order of a sheet is carried out by a unit of its own while a turn lasts.

A force of 10,000 with two orders of 5,000 is two units in one place; what no
order names is one more, which holds (CL-10b, CL-10c). Supports and convoys
name a force, and mean the part of it that does what they say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from legation.board.graph import FLEET, province_of
from legation.board.orders import Order
from legation.board.position import Position, sort_units
from legation.board.units import Unit, UnitName
from legation.rules.intents import Refused
from legation.rules.legality import judge
from legation.rules.naming import own_unit, unit_named
from legation.rules.refusals import IllegalError, RefusedOrderError, because
from legation.rules.reports import Fact, Report
from legation.rules.survey import Survey
from legation.rules.work import Sheets

from .crossings import Dealt, deal
from .orders import MEN, helped, number
from .shares import Share, share_out
from .sizes import SIZES, STEP, leaves_too_few

REST = 1_000_000
"""The place in a sheet of those that no order names: behind all that are named."""


@dataclass(frozen=True)
class Part:
    """Some men or ships of a force, what they are ordered to do, and the unit they are meanwhile.

    `index` is the order's place in its sheet, `error` why it is void. `named` is
    the number that it is called by, which differs from its own where the same
    ships carry several armies; then `carries` is the one that these carry, and
    `ships` the first order of those that share them. `twin` tells two of one number apart.
    """

    force: Unit
    count: int
    index: int = REST
    order: Order | None = None
    error: RefusedOrderError | None = None
    shared: bool = False
    named: int = 0
    twin: int = 0
    carries: Unit | None = None
    ships: int = REST
    unit: Unit = field(default=Unit("", "", ""))

    @property
    def convoys(self) -> bool:
        """Has it a good order to convoy?"""
        return self.order is not None and self.error is None and self.order.verb == "convoy"

    @property
    def leaves(self) -> bool:
        """Does it go away from its place?"""
        order = self.order
        if order is None or self.error is not None or order.verb != "move":
            return False
        return province_of(order.goal) != self.force.province

    def goes_to(self, province: str) -> bool:
        """Does it go there?"""
        return self.leaves and self.order is not None and province_of(self.order.goal) == province

    @property
    def called(self) -> Unit:
        """The unit that it is in a report: ``A Ven 5000``, ``A Ven 5000/2``."""
        return replace(self.force, strength=self.named or self.count, number=self.twin, id=0)

    @property
    def told(self) -> Order:
        """Its order in a report; of men whom nobody ordered, that they hold."""
        whole = UnitName(self.force.place, self.force.kind)
        return self.order or Order("hold", whole, extra=((MEN, self.count),))


@dataclass(frozen=True)
class Division:
    """All forces of a turn in parts, in the order of their units, and the orders of none."""

    survey: Survey
    parts: tuple[Part, ...]
    refused: tuple[Refused, ...]
    dealt: Dealt = field(default_factory=dict)

    def of(self, force: Unit) -> list[Part]:
        """The parts of one force, in written order."""
        return [part for part in self.parts if part.force == force]

    def meant(self, order: Order, power: str) -> list[Part]:
        """The parts that do what a support or convoy of this power says; none may."""
        assert order.target is not None
        own = self.of(unit_named(self.survey, order.target, power))
        if order.goal:
            return [part for part in own if part.goes_to(province_of(order.goal))]
        return [part for part in own if not part.leaves and not self._still_a_move(part)]

    def _still_a_move(self, part: Part) -> bool:
        """Is it a move that is impossible, and yet keeps it from being supported in place?"""
        order = part.order
        tried = part.error is not None and order is not None and order.verb == "move"
        return tried and self.survey.book.options.void_move == "still-a-move"

    def position(self) -> Position:
        """The board with the parts on it."""
        return replace(self.survey.position, units=tuple(part.unit for part in self.parts))


def divide(survey: Survey, orders: Sheets) -> Division:
    """Part all forces by their orders. Nobody orders the standing armies (CL-13a)."""
    parts: list[Part] = []
    refused: list[Refused] = []
    for power in sorted(survey.book.players):
        own, more = _of_power(survey, power, orders.get(power, ()))
        parts += own
        refused += more
    for power in sorted(set(orders) - survey.book.players):
        for order in orders[power]:
            nobodys = IllegalError(survey.book, because("nobody-orders", power=power), order)
            refused.append(Refused(power, order, nobodys))
    ordered = {part.force for part in parts}
    parts += [Part(unit, unit.strength) for unit in survey.position.units if unit not in ordered]
    parts += _rests(survey, parts)
    division = Division(survey, _numbered(survey, parts), tuple(refused))
    division = replace(division, dealt=deal(division))
    return replace(division, parts=_numbered(survey, _in_ships(division)))


def _of_power(
    survey: Survey, power: str, sheet: Sequence[Order]
) -> tuple[list[Part], list[Refused]]:
    """The parts that a power's orders name, and its orders that no part carries out."""
    judged: list[Order | None] = []
    errors: dict[int, RefusedOrderError] = {}
    for index, order in enumerate(sheet):
        try:
            judged.append(judge(survey, power, order))
        except RefusedOrderError as error:
            judged.append(None)
            errors[index] = error
    shares, faults = share_out(survey, power, judged)
    parts = [_part(share) for share in shares]
    refused = []
    for index, fault in sorted({**errors, **faults}.items()):
        order = judged[index] or sheet[index]
        part = _void(survey, power, order, parts)
        if part is None:
            refused.append(Refused(power, order, fault))
        else:
            parts.append(replace(part, index=index, error=fault))
    return parts, refused


def _part(share: Share) -> Part:
    return Part(share.force, share.count, share.index, share.order, shared=share.shared)


def _void(survey: Survey, power: str, order: Order, parts: Sequence[Part]) -> Part | None:
    """The men of an order that does not count: they hold, and are told why."""
    if order.unit is None:
        return None
    try:
        force = own_unit(survey, power, order.unit)
    except RefusedOrderError:
        return None
    left = force.strength - sum(p.count for p in parts if p.force == force and not p.shared)
    count = number(order, force.strength)
    fits = SIZES[force.kind].least <= count <= left and not count % STEP
    if not fits or leaves_too_few(force.kind, left - count):
        return None
    return Part(force, count, order=order)


def _rests(survey: Survey, parts: Sequence[Part]) -> Iterator[Part]:
    """The men or ships that no order names, force by force (CL-10c)."""
    named: dict[Unit, int] = {}
    for part in parts:
        if not part.shared:
            named[part.force] = named.get(part.force, 0) + part.count
    for force in survey.position.units:
        if 0 < named.get(force, 0) < force.strength:
            yield Part(force, force.strength - named[force])


def _in_ships(division: Division) -> Iterator[Part]:
    """The parts, with those of a fleet that carries several armies divided among these (CL-8b).

    A convoying unit carries one army; how the ships are divided makes no
    difference, for they stand and fall together.
    """
    done: set[Part] = set()
    for part in division.parts:
        if not part.convoys:
            yield part
            continue
        if part in done:
            continue
        together = [
            other
            for other in division.of(part.force)
            if other == part or (other.shared and not part.shared)
        ]
        done.update(together)
        loads: list[tuple[Part, Unit | None]] = []
        for each in together:
            assert each.order is not None
            armies = carried(division, each)
            loads += [(each, army.unit) for army in armies] or [(each, None)]
        ships, over = divmod(part.count, len(loads))
        for index, (each, army) in enumerate(loads):
            count = ships + (index < over)
            yield replace(each, count=count, named=each.count, carries=army, ships=part.index)


def carried(division: Division, convoy: Part) -> list[Part]:
    """The parts of an army that a convoy order is for: those of the number named, if any.

    Of equal ones only those that were dealt out to it, where its ships do not carry all.
    """
    assert convoy.order is not None
    parts = division.meant(convoy.order, convoy.force.power)
    count = helped(convoy.order)
    parts = [part for part in parts if part.count == count] or parts
    dealt = division.dealt.get((convoy.force, convoy.index))
    return [part for part in parts if dealt is None or (part.force, part.index) in dealt]


def _numbered(survey: Survey, parts: Iterable[Part]) -> tuple[Part, ...]:
    """The parts in order, each with its unit: the first of a force keeps its identity."""
    forces: dict[Unit, list[Part]] = {}
    for part in parts:
        forces.setdefault(part.force, []).append(part)
    next_id = 1 + max((unit.id for unit in survey.position.units), default=0)
    by_unit: dict[Unit, Part] = {}
    for force in survey.position.units:
        own = sorted(forces[force], key=lambda part: part.index)
        twins = _twins(own)
        for place, part in enumerate(own, start=1):
            unit = force
            if len(own) > 1 or (part.count, 0) != (force.strength, force.number):
                number = place if len(own) > 1 else 0
                unit = replace(force, strength=part.count, number=number)
            if place > 1:
                unit, next_id = replace(unit, id=next_id), next_id + 1
            by_unit[unit] = replace(part, unit=unit, twin=twins.get(part.index, 0))
    return tuple(by_unit[unit] for unit in sort_units(by_unit))


def _twins(parts: Sequence[Part]) -> Mapping[int, int]:
    """Numbers from 1 for the orders of one force that name the same number, in written order."""
    named = {part.index: part.named or part.count for part in parts if not part.shared}
    same = {count: [i for i in named if named[i] == count] for count in named.values()}
    return {
        index: at
        for indices in same.values()
        if len(indices) > 1
        for at, index in enumerate(indices, start=1)
    }


# Orders of the parts


def addressed(division: Division, part: Part) -> Order | None:
    """A part's order with its unit, and the unit that it helps, named by their numbers."""
    order, name = part.order, _name(part.unit, "")
    if order is None:
        ordered = part.force.power in division.survey.book.players
        return None if ordered else Order("hold", name)  # the standing armies (CL-13a)
    if order.verb == "move" and not part.leaves and part.error is None:
        return Order("hold", name)
    if order.target is None or part.error is not None:
        return replace(order, unit=name, extra=())
    return replace(order, unit=name, target=_helped(division, part, order), extra=())


def _name(unit: Unit, power: str) -> UnitName:
    return UnitName(unit.place, unit.kind, power, unit.number)


def _helped(division: Division, part: Part, order: Order) -> UnitName:
    """The unit that a support or convoy is for; where none fits, one that does something else."""
    if part.carries is not None:
        return _name(part.carries, part.carries.power)
    survey = division.survey
    assert order.target is not None
    force = unit_named(survey, order.target, part.force.power)
    meant = division.meant(order, part.force.power)
    count = helped(order)
    exact = [each for each in meant if (each.named or each.count) == count]
    # one that needs no ships is the surer of its way
    by_land = sorted(exact or meant, key=lambda each: _by_sea(survey, each))
    others = (each for each in division.of(force) if each.unit != part.unit)
    chosen = by_land[0] if by_land else next(others, part)
    return _name(chosen.unit, force.power)


def _by_sea(survey: Survey, part: Part) -> bool:
    order = part.order
    if order is None or order.verb != "move" or part.force.kind == FLEET:
        return False
    return order.via or order.goal not in survey.steps(part.force)


def names_another_number(division: Division, part: Part) -> bool:
    """Does a support name a number that is not what moves, or stands, there (CL-11b-2)?"""
    order = part.order
    if order is None or order.verb != "support" or part.error is not None:
        return False
    count = helped(order)
    meant = division.meant(order, part.force.power)
    if not count or not meant:
        return False
    sizes = {each.index: each.named or each.count for each in meant if not each.shared}
    return count not in sizes.values() and count != sum(sizes.values())


def other_number(part: Part) -> Report:
    """Why a support is of nobody (CL-11b-2)."""
    assert part.order is not None
    facts: dict[str, Fact] = {"unit": part.called, "goal": part.order.goal}
    return Report("other-number", "CL-11b-2", facts)
