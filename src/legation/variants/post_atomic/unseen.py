"""Units that others know of, and not where they are (option ``publish-builds = unit-only``).

What was built is told without its place. Until it acts, or somebody meets or
names it, such a unit is on nobody else's map, and its orders are in nobody
else's report (PA-10b).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from legation.board.calendar import MOVEMENT
from legation.board.position import UNSEEN, Position
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


@dataclass(frozen=True)
class Terms:
    """While orders are carried out: whose units others may not have seen, and where they are.

    Who names one in `places` may have thought it of another kind.
    """

    powers: tuple[str, ...]
    places: frozenset[str]


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
    kept = replace(Ledger.of(truth), built_unseen=places_of(truth) & held)
    return replace(truth, position=position, ledger=kept)


# Supports for them


def ghosts(survey: Survey) -> tuple[Unit, ...]:
    """Units that may have been built where none is seen: others may be ordered to help them."""
    position, graph, terms = survey.position, survey.graph, survey.terms
    if position.phase.kind != MOVEMENT:
        return ()
    held = position.by_province
    missing = terms.powers if isinstance(terms, Terms) else position.facts.get(UNSEEN, ())
    return tuple(
        Unit(power, kind, place)
        for power in map(str, missing)
        for place in homes(graph, power)
        if place not in held
        for kind in survey.book.kinds
        if graph.can_stand(kind, place)
    )


def let_name(work: Work) -> Work:
    """Orders may name unseen units, of whatever kind their givers thought them."""
    hidden = places_of(work.truth)
    return work.on_terms(Terms(tuple(sorted(_owners(work.truth))), hidden)) if hidden else work


def may_mean(survey: Survey, unit: Unit, power: str) -> bool:
    """Could an order of a power mean this unit, of whatever kind it thought it?"""
    terms = survey.terms
    return isinstance(terms, Terms) and unit.province in terms.places and unit.power != power


def quiet(work: Work) -> Work:
    """After a movement: who is unseen still, and whose orders stay out of the report (PA-10b)."""
    movement, hidden = work.movement, places_of(work.truth)
    assert movement is not None
    still = {
        intent.unit.province
        for index, intent in enumerate(movement.intents)
        if intent.unit.province in hidden and _is_quiet(work, movement, index)
    }
    kept = replace(Ledger.of(work.truth), built_unseen=frozenset(still))
    return work.on_terms(None).keep(kept)


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
