"""Units that others know of, and not where they are (option ``publish-builds = unit-only``).

What was built is told without its place. Until it acts, or somebody meets or
names it, such a unit is on nobody else's map, and its orders are in nobody
else's report (PA-10b).
"""

from __future__ import annotations

from dataclasses import replace

from legation.board.calendar import MOVEMENT
from legation.board.graph import ARMY
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules.book import Book
from legation.rules.intents import Intent
from legation.rules.movement import Movement
from legation.rules.survey import Survey
from legation.rules.work import Work

from .country import homes
from .ledger import Ledger
from .ranges import aim_of

_NAMED = "named"
UNSEEN = "unseen"
"""The fact of a board that names powers not all of whose units are on it."""


def places_of(truth: Truth) -> frozenset[str]:
    """The provinces with a unit that only its owner has seen."""
    return Ledger.of(truth).built_unseen


def without(truth: Truth, power: str) -> Position:
    """The board without the units that a power has not seen."""
    position, hidden = truth.position, places_of(truth)
    if not hidden:
        return position
    shown = tuple(u for u in position.units if u.power == power or u.province not in hidden)
    missing = tuple(sorted(_owners(truth) - {power}))
    facts = {**position.facts, UNSEEN: missing} if missing else position.facts
    return replace(position, units=shown, facts=facts)


def _owners(truth: Truth) -> set[str]:
    return {u.power for u in truth.position.units if u.province in places_of(truth)}


def resettle(book: Book, truth: Truth, position: Position) -> Truth:
    """The truth with a board on which the game master set or removed a unit, for all to see."""
    del book
    before = {unit.id for unit in truth.position.units}
    held = {unit.province for unit in position.units if unit.id in before}
    truth = replace(truth, position=position)
    if places_of(truth) <= held:
        return truth
    return replace(truth, ledger=replace(Ledger.of(truth), built_unseen=places_of(truth) & held))


# Supports for them


def ghosts(survey: Survey) -> tuple[Unit, ...]:
    """Units that may have been built where none is seen: others may be ordered to help them."""
    position, graph = survey.position, survey.graph
    if position.phase.kind != MOVEMENT:
        return ()
    held = position.by_province
    return tuple(
        Unit(power, kind, place)
        for power in position.facts.get(UNSEEN, ())
        for place in homes(graph, power)
        if place not in held
        for kind in survey.book.kinds
        if graph.can_stand(kind, place)
    )


def mask(work: Work) -> Work:
    """Orders may name unseen units, of whatever kind their givers thought them."""
    hidden = places_of(work.truth)
    if not hidden:
        return work
    facts = {**work.position.facts, UNSEEN: tuple(sorted(_owners(work.truth)))}
    work = work.on(replace(work.position, facts=facts))
    for power, sheet in work.orders.items():
        unseen = hidden - {unit.province for unit in work.position.of(power)}
        work = work.ordering(power, (_of_any_kind(order, unseen) for order in sheet))
    return work


def _of_any_kind(order: Order, unseen: frozenset[str]) -> Order:
    """An order that names an unseen unit, whatever it is; the kind named is kept beside it."""
    target = order.target
    if target is None or target.province not in unseen:
        return order
    return replace(order, target=replace(target, kind=""), extra=((_NAMED, target.kind),))


def quiet(work: Work) -> Work:
    """After a movement: who is unseen still, and whose orders stay out of the report (PA-10b)."""
    movement, hidden = work.movement, places_of(work.truth)
    assert movement is not None
    position = work.position
    facts = {key: value for key, value in position.facts.items() if key != UNSEEN}
    work = work.on(replace(position, facts=facts))
    still = {
        intent.unit.province
        for index, intent in enumerate(movement.intents)
        if intent.unit.province in hidden and _is_quiet(work, movement, index)
    }
    return work.keep(replace(Ledger.of(work.truth), built_unseen=frozenset(still)))


def as_meant(order: Order) -> Order:
    """An order for an unseen unit with the kind that it named."""
    assert order.target is not None
    kind = str(dict(order.extra).get(_NAMED) or ARMY)
    return replace(order, target=replace(order.target, kind=kind), extra=())


def _is_quiet(work: Work, movement: Movement, index: int) -> bool:
    """Did a unit neither act, nor meet anybody, nor have its name in another's order?"""
    intent = movement.intents[index]
    assert work.resolution is not None
    lost = work.resolution.dislodged_by[index] >= 0
    if lost or (intent.order and intent.order.verb != "hold"):
        return False
    others = (other for other in movement.intents if other is not intent)
    return not any(_betrays(other, intent.unit, index) for other in others)


def _betrays(other: Intent, unit: Unit, index: int) -> bool:
    """Does what another unit did, or an order of its own power, show where a unit is?"""
    if other.target == index or (other.moves and aim_of(other) == unit.province):
        return True
    written = other.written
    named = written.target.province if written is not None and written.target else ""
    return other.unit.power == unit.power and named == unit.province
