"""The bridges: which of several units there is meant, and numbers that betray nobody."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from legation.board.orders import Order
from legation.board.position import Position, sort_units
from legation.board.truth import Truth
from legation.board.units import Unit, UnitName
from legation.rules.book import Book
from legation.rules.work import Work

from .cast import THEATRE, Ledger, all_units, spot


def unseen_ids(truth: Truth) -> frozenset[int]:
    """The private identities of the Theatre-Goers' units that are not on the others' map."""
    places = Ledger.of(truth).unseen
    own = (unit for unit in all_units(truth.position) if unit.power == THEATRE)
    return frozenset(u.id for u in own if spot(u) in places or u.place in places)


def placed(work: Work, position: Position, unseen: frozenset[int]) -> Work:
    """This board, those not seen kept in mind; units that share a bridge are numbered.

    Seen units of one power come first, so that the number of one says nothing
    of others that are not seen (LN-1A-c, STD-UNIT).
    """
    position = replace(position, units=numbered(work.book, position.units, unseen))
    return work.at(_kept(work.truth, position, unseen))


def _kept(truth: Truth, position: Position, unseen: frozenset[int]) -> Truth:
    hidden = frozenset(spot(u) for u in all_units(position) if u.id in unseen)
    return replace(truth, position=position, ledger=replace(Ledger.of(truth), unseen=hidden))


def resettle(book: Book, truth: Truth, position: Position) -> Truth:
    """The truth after an act of the game master: those unseen stay so, with their numbers."""
    del book
    return _kept(truth, position, unseen_ids(truth))


def numbered(
    book: Book, units: Iterable[Unit], unseen: frozenset[int] = frozenset()
) -> tuple[Unit, ...]:
    """The units in order; those of one power on one bridge with numbers, the unseen last."""
    shared: dict[tuple[str, str], list[Unit]] = {}
    given: list[Unit] = []
    for unit in units:
        if unit.place in book.open_places:
            shared.setdefault((unit.power, unit.place), []).append(unit)
        else:
            given.append(unit.moved(unit.place))
    for held in shared.values():
        held.sort(key=lambda u: (u.id in unseen, u.id))
        first = 1 if len(held) > 1 else 0
        given += [unit.moved(unit.place, number) for number, unit in enumerate(held, first)]
    return sort_units(given)


def joined(work: Work, moved: Unit) -> Work:
    """The board with one unit in its new place; whoever has a number keeps it.

    Where it comes to the only unit of its power on a bridge, that becomes the
    first of two, and it is the one that orders go on meaning.
    """
    rest = [unit for unit in work.position.units if unit.id != moved.id]
    there = [u for u in rest if (u.power, u.place) == (moved.power, moved.place)]
    if there and moved.place in work.book.open_places:
        moved = replace(moved, number=1 + max(u.number or 1 for u in there))
        if len(there) == 1:
            rest[rest.index(there[0])] = replace(there[0], number=1)
            for power, sheet in work.orders.items():
                work = work.ordering(power, [_first_of(power, moved, order) for order in sheet])
    return work.on(replace(work.position, units=sort_units([*rest, moved])))


def _first_of(power: str, other: Unit, order: Order) -> Order:
    """An order in which the unit that was alone on a bridge has its number."""
    unit, target = order.unit, order.target
    if power == other.power and unit and unit.place == other.place and not unit.number:
        order = replace(order, unit=replace(unit, number=1))
    if target and target.place == other.place and not target.number:
        named = target.power == other.power or (not target.power and power == other.power)
        order = replace(order, target=replace(target, number=1)) if named else order
    return order


def address(work: Work) -> Work:
    """A support of a unit on a bridge means the one that could be meant.

    Whoever named the only unit that he saw there must not learn, from a
    support that suddenly fits several, that there are more (LN-1A-c).
    """
    seen = work.book.known(work.truth, "").units
    for power, sheet in work.orders.items():
        if power != THEATRE:  # they see all there is
            meant = [_addressed(work, power, seen, order) for order in sheet]
            work = work.ordering(power, meant)
    return work


def _addressed(work: Work, power: str, seen: tuple[Unit, ...], order: Order) -> Order:
    name = order.target
    if name is None or name.place not in work.book.open_places:
        return order
    fitting = [u for u in work.position.units if _fits(u, name)]
    if len(fitting) < 2:
        return order
    public = [unit for unit in seen if _fits(unit, name)]
    mine = [unit for unit in public if unit.power == power]
    public = mine or public  # a foreign one is named with its power (STD-UNIT)
    powers = {unit.power for unit in public} or {THEATRE}
    if len(public) > 1:
        return order
    own = [unit for unit in fitting if unit.power in powers]
    if not own:
        return replace(order, target=replace(name, power=THEATRE))
    unseen = unseen_ids(work.truth)
    meant = min(own, key=lambda unit: (unit.id in unseen, unit.number))
    return replace(order, target=replace(name, power=meant.power, number=meant.number))


def _fits(unit: Unit, name: UnitName) -> bool:
    return (
        unit.place == name.place
        and name.power in ("", unit.power)
        and name.kind in ("", unit.kind, unit.written)
        and name.number in (0, unit.number)
    )
