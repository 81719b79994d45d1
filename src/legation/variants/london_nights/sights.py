"""What others know of the Theatre-Goers: a board without the unseen, and rumours of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from legation.board import ledger
from legation.board.calendar import MOVEMENT
from legation.board.graph import UNIT, province_of
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Dislodged, Unit
from legation.rules.marks import CENTRE, LAST_SEEN, Mark
from legation.rules.reports import Fact
from legation.rules.survey import Asked, Survey

from .cast import (
    CITY,
    DISCOVERED,
    HIDDEN,
    SIGHTINGS,
    TAXIS,
    THEATRE,
    THEATRE_UNITS,
    TOLD_CITY,
    UNSEEN,
    Ledger,
    Terms,
    all_units,
)
from .crossing import numbered, unseen_ids
from .options import Options


def known(book: Asked, truth: Truth, power: str) -> Position:
    """The board that a power knows: the Theatre-Goers all of it, others what they saw (LN-1A-c)."""
    if power == THEATRE:
        return truth.position
    public = truth.found(book, _public)
    if Options.of(book).retreat_list != "open":
        return public
    own = {d.unit.place: d for d in truth.position.dislodged if d.unit.power == power}
    if not own:
        return public
    return replace(public, dislodged=tuple(own.get(d.unit.place, d) for d in public.dislodged))


def _public(book: Asked, truth: Truth) -> Position:
    """The board as all the others know it, but for what the dislodged know of themselves."""
    unseen, position = unseen_ids(truth), truth.position
    fought = position.phase.kind != MOVEMENT or bool(position.dislodged)
    if not (unseen or fought):
        return position
    contested = position.contested
    noted = Ledger.of(truth).contested
    if fought and noted is not None:
        contested = noted
    board = replace(
        position,
        units=numbered(book, (u for u in position.units if u.id not in unseen)),
        facts={**position.facts, UNSEEN: (THEATRE,)} if unseen else position.facts,
        contested=contested,
    )
    if not unseen and contested == position.contested:
        return board
    lost = (d for d in position.dislodged if d.unit.id not in unseen)
    return replace(board, dislodged=tuple(_shown(book, board, d) for d in lost))


def _shown(book: Asked, known: Position, lost: Dislodged) -> Dislodged:
    """A dislodged unit with the places that look open to it (option ``retreat-list``)."""
    by = attacker_seen(known, lost)
    return replace(lost, by=by, retreats=looks_open(book, known, lost))


def attacker_seen(known: Position, lost: Dislodged) -> str:
    """Where a unit was attacked from, if its attacker is seen where it now stands."""
    return lost.by if any(u.province == lost.unit.province for u in known.units) else ""


def looks_open(book: Asked, known: Position, lost: Dislodged) -> tuple[str, ...]:
    """The places that look open to a dislodged unit on a board that somebody knows (STD-RET)."""
    taken = {unit.province for unit in known.units} | known.contested
    taken = (taken - book.open_places) | {attacker_seen(known, lost)}
    survey = Survey(book, replace(known, dislodged=()))
    open_ones = {p for p in survey.steps(lost.unit) if province_of(p) not in taken}
    return book.retreats(survey, lost.unit, tuple(sorted(open_ones | {*lost.retreats})))


def lore(book: Asked, truth: Truth, power: str | None) -> Mapping[str, Fact]:
    """What a power knows beside the board: rumours, and its own secrets.

    How many units the Theatre-Goers have is public (LN-1A-c), and so is which
    hidden centres were found (LN-5b).
    """
    del book
    kept = Ledger.of(truth) if power is None else Ledger.of(truth).seen_by(power)
    own = sum(unit.power == THEATRE for unit in all_units(truth.position))
    facts: dict[str, Fact] = {
        DISCOVERED: tuple(sorted(kept.discovered)),
        SIGHTINGS: tuple(f"{place} {time}" for place, time in sorted(kept.sightings.items())),
        THEATRE_UNITS: own,
    }
    if power in (None, THEATRE):
        facts[UNSEEN] = tuple(sorted(kept.unseen))
    if power in (None, CITY):
        facts[TOLD_CITY] = tuple(sorted(kept.known_to_city))
    if power is None:
        facts[HIDDEN] = tuple(sorted(kept.hidden_centres))
    return facts


def marks(owned: Iterable[Mark], kept: ledger.Ledger) -> tuple[Mark, ...]:
    """The centres that a viewer knows of, where units were last seen (LN-1A-c, LN-5b)."""
    assert isinstance(kept, Ledger)
    known = {*kept.discovered, *kept.known_to_city, *kept.hidden_centres}
    known |= {mark.places[0] for mark in owned}
    seen = sorted(kept.sightings.items())
    return (
        *(Mark(CENTRE, (place,)) for place in sorted(known)),
        *(Mark(LAST_SEEN, (province_of(place),), time, THEATRE) for place, time in seen),
    )


def ghosts(survey: Survey) -> tuple[Unit, ...]:
    """Units that others may be ordered to support although they are not seen there.

    On a board from which some of the Theatre-Goers are missing, one of them
    may be in any place without a known unit (LN-1A-c). A Taxi Driver may be
    in any such place next to one of his, after a first leg (LN-1F-b).
    """
    if survey.position.phase.kind != MOVEMENT:
        return ()
    position, open_places, known = survey.position, survey.book.open_places, _ghosts(survey.book)
    own: dict[str, set[str]] = {power: {u.place for u in position.of(power)} for power in known}
    if Terms.of(survey).anywhere:
        return tuple(
            [g for power, each in known.items() for g in each if g.place not in own[power]]
        )
    held = {unit.place for unit in position.units if unit.place not in open_places}
    missing, army = bool(position.facts.get(UNSEEN, ())), survey.graph.army
    driving = {near for unit in position.of(TAXIS) for near in army[unit.province]}
    found: list[Unit] = []
    for theatre, taxi in zip(known[THEATRE], known[TAXIS], strict=True):
        place = theatre.place
        if place in held:
            continue
        if missing and place not in own[THEATRE]:
            found.append(theatre)
        if place in driving and place not in own[TAXIS]:
            found.append(taxi)
    return tuple(found)


@lru_cache(maxsize=8)
def _ghosts(book: Asked) -> Mapping[str, tuple[Unit, ...]]:
    """Power → a unit of it in each place."""
    places = book.graph.provinces
    return {power: tuple(Unit(power, UNIT, at) for at in places) for power in (THEATRE, TAXIS)}
