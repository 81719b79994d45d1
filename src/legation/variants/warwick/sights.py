"""Who knows what: the court everybody, Henry his holder (WA-3a-2, WA-3e-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from legation.board import ledger
from legation.board.position import Position
from legation.board.truth import Truth, as_seen
from legation.rules.book import Book
from legation.rules.marks import BEARER as BEARER_MARK
from legation.rules.marks import LEADER, SIDE, Mark
from legation.rules.reports import Fact

from .cast import (
    ALIGNMENTS,
    BEARER,
    CLAIMED,
    DEAD,
    FREE,
    HENRY,
    HOLDER,
    KING,
    LEAVER,
    LEFT,
    PLACE,
    SOLE,
    WISHES,
    Ledger,
    spot,
)
from .factions import court_in, court_of, public
from .henry import Henry, henry_in, henry_of, unassigned
from .wishes import wishes_of


def _with(henry: Henry, position: Position) -> str:
    """Where the unit stands that holds Henry; empty where none does."""
    if henry.dead or henry.place:
        return ""
    bearer = henry.bearer(position)
    return spot(bearer) if bearer is not None else ""


def known(book: Book, truth: Truth, power: str) -> Position:
    """The board, which everybody sees; his holder sees where Henry is."""
    seen = as_seen(truth, power)
    henry, court = henry_of(book, seen), court_of(book, seen)
    where = _with(henry, truth.position)
    facts = {**public(court), BEARER: (where,) if where else ()}
    if where and unassigned(book, truth.position, henry):
        facts[FREE] = ("yes",)
    return replace(truth.position, facts={**truth.position.facts, **facts})


def lore(book: Book, truth: Truth, power: str | None) -> Mapping[str, Fact]:
    """The court, one's own wish, and Henry for his holder; the game master knows all of them."""
    seen = truth if power is None else as_seen(truth, power)
    court, henry = court_of(book, seen), henry_of(book, seen)
    stands = tuple(f"{p}: {stand}" for p, stand in sorted(court.alignments.items()))
    facts: dict[str, Fact] = {ALIGNMENTS: stands, CLAIMED: tuple(sorted(court.claimed))}
    facts |= {name: value for name, value in ((KING, court.king), (SOLE, court.sole)) if value}
    if henry.dead:
        facts[DEAD] = "yes"
    else:
        secret = {BEARER: _with(henry, truth.position)}
        if power is None:
            secret |= {HOLDER: henry.holder, PLACE: henry.place}
            secret |= {LEFT: henry.left, LEAVER: henry.leaver}
        facts |= {name: value for name, value in secret.items() if value}
    told = tuple(f"{p} with {other}" for p, other in wishes_of(book, seen).items())
    return {**facts, WISHES: told} if told else facts


def marks(book: Book, position: Position, kept: ledger.Ledger) -> tuple[Mark, ...]:
    """For whom each unit's lord is (WA-3a-2), and where Henry is, for who knows it (WA-3e-1)."""
    assert isinstance(kept, Ledger)
    return (*_sides(book, position, kept), *_henry(book, position, kept))


def _sides(book: Book, position: Position, kept: Ledger) -> Iterator[Mark]:
    court = court_in(book, kept)
    for unit in position.units:
        whom = court.faction(unit.power)
        if whom:
            kind = LEADER if unit.power == court.king else SIDE
            yield Mark(kind, (unit.place,), whom, unit.power, unit.number)


def _henry(book: Book, position: Position, kept: Ledger) -> tuple[Mark, ...]:
    """With a unit, or alone in a place."""
    henry = henry_in(book, kept)
    if henry.place:
        return (Mark(BEARER_MARK, (henry.place,), HENRY),)
    bearer = None if henry.dead else henry.bearer(position)
    return (Mark(BEARER_MARK, (bearer.place,), HENRY, number=bearer.number),) if bearer else ()
