"""What a reader is shown of a phase: the orders that are published, and how units are named.

The Theatre-Goers see everything. Everybody else is shown the same, and from
that his reasons follow (STD-WHY): a battle without the units whose orders stay
out of the report.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.book import Book
from legation.rules.intents import Intent
from legation.rules.movement import Movement
from legation.rules.naming import own_name
from legation.rules.published import Published, Row
from legation.rules.removals import AUTOMATIC, unreasoned
from legation.rules.reports import Outcome
from legation.rules.reports import shown as faceless
from legation.rules.resolve import Resolution
from legation.rules.showing import all_published
from legation.rules.work import Done, Sheets

from .cast import POLICE, THEATRE
from .conflict import Conflict
from .crossing import numbered, unseen_ids


@dataclass(frozen=True, slots=True)
class Looks:
    """The places that looked open to the dislodged when a battle was over, by index."""

    places: Mapping[int, tuple[str, ...]]


# Movements


def orders_shown(done: Done, power: str) -> Published | None:
    """All orders but those of the Theatre-Goers that were in no conflict (LN-1A-a)."""
    return None if power == THEATRE else done.once(_published)


def _published(done: Done) -> Published:
    """Those that all the others are shown."""
    movement = done.movement
    hidden = unpublished(movement, done.resolution)
    published = all_published(done)
    kept = [index for index in range(len(movement.intents)) if index not in hidden]
    names = public_names(done.work.book, [movement.intents[index].unit for index in kept])
    public = dict(zip(kept, names, strict=True))
    rows = tuple(
        Row(index, faceless(unit), _told(movement.intents[index], public, unit, done.sheets))
        for index, unit in public.items()
    )
    refused = {who: orders for who, orders in published.refused.items() if who != THEATRE}
    looks = done.work.noted(Looks)
    police = {i for i in public if movement.intents[i].unit.power == POLICE}
    gone = {i: places for i, places in looks.places.items() if i in police} if looks else {}
    return Published(rows, refused, published.terms, gone)


def unpublished(movement: Movement, resolution: Resolution) -> frozenset[int]:
    """The Theatre-Goers' units whose orders stay out of the report, by index."""
    start = movement.survey.position
    own = {i for i, intent in enumerate(movement.intents) if intent.unit.power == THEATRE}
    return frozenset(own - Conflict(movement, resolution, start.owners).published)


def public_names(book: Book, units: Sequence[Unit]) -> list[Unit]:
    """The units with the numbers on bridges that they have for who sees no others."""
    by_id = {unit.id: unit for unit in numbered(book, units)}
    return [by_id[unit.id] if unit.power == THEATRE else unit for unit in units]


def _told(intent: Intent, public: Mapping[int, Unit], unit: Unit, sheets: Sheets) -> Order | None:
    """The order of a unit as the others are told it, with the names that units have for them."""
    order = intent.order or intent.written
    if order is None or order.unit is None:
        return order
    if order.target is not None and intent.target in public:
        number = public[intent.target].number
        if order.target.number != number:
            order = replace(order, target=replace(order.target, number=number))
    elif order.target is not None:
        # It reads the same whether an unseen unit was there or nothing (LN-1A-c).
        order = _as_handed_in(order, intent.unit, sheets.get(unit.power, ()))
        if unit.power == THEATRE and order.target is not None:
            order = replace(order, target=replace(order.target, number=0))
    named = own_name(unit)
    return order if order.unit == named else replace(order, unit=named)


def _as_handed_in(order: Order, unit: Unit, sheet: Iterable[Order]) -> Order:
    """An order for one who is not seen, as its giver wrote it; see `crossing.address`."""
    for written in sheet:
        name, target = written.unit, written.target
        if name is None or target is None or order.target is None:
            continue
        own = name.place == unit.place and name.number in (0, unit.number)
        alike = (written.verb, written.goal, target.place)
        if own and alike == (order.verb, order.goal, order.target.place):
            return replace(order, target=target)
    return order


# Retreats and adjustments


def heard(
    outcomes: tuple[Outcome | None, ...], done: Done, power: str
) -> tuple[Outcome | None, ...]:
    """What a power hears of each outcome, with numbers that betray nobody unseen.

    A unit on a bridge is named to the others as if none stood there but those
    seen and itself (LN-1A-b, STD-UNIT). Why one of several was removed goes to
    who sees them all (LN-6d).
    """
    names = None if power == THEATRE else done.once(_public_numbers)
    if names is None:
        return outcomes
    return tuple(told and _as_seen(told, names) for told in outcomes)


def _public_numbers(done: Done) -> Mapping[Unit, Unit] | None:
    """The Theatre-Goers' units that have another number for who does not see them all.

    Nothing where all are seen.
    """
    book, start = done.work.book, done.start.position
    unseen = unseen_ids(done.start) & {unit.id for unit in start.units}
    if not unseen:
        return None
    names: dict[Unit, Unit] = {}
    for unit in start.of(THEATRE):
        there = [u for u in start.of(THEATRE) if u.place == unit.place]
        seen = [u for u in there if u.id not in unseen or u.id == unit.id]
        public = next(u for u in numbered(book, seen, unseen) if u.id == unit.id)
        if public.number != unit.number:
            names[faceless(unit)] = faceless(public)
    return names


def _as_seen(told: Outcome, names: Mapping[Unit, Unit]) -> Outcome:
    """An outcome for who does not see all of the Theatre-Goers' units."""
    public = names.get(told.unit) if isinstance(told.unit, Unit) else None
    if public is not None:
        facts = {**told.reason.facts, "unit": public}
        order = told.order
        if order is not None and order.unit is not None:
            order = replace(order, unit=replace(order.unit, number=public.number))
        reason = replace(told.reason, facts=facts)
        told = replace(told, unit=public, order=order, reason=reason)
    if told.power == THEATRE and told.reason.kind in AUTOMATIC:
        return unreasoned(told, "LN-6d")
    return told
