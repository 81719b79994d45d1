"""What is wrong with a court that somebody gives, as who takes over a game begun elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from legation.board.truth import Truth
from legation.errors import meant
from legation.rules.book import Book
from legation.rules.standard import Amiss

from .cast import (
    ALIGNMENTS,
    BEARER,
    CLAIMANT,
    DEAD,
    HENRY,
    HOLDER,
    KING,
    LEAVER,
    LEFT,
    NEUTRAL,
    PLACE,
    SOLE,
    WISHES,
    Ledger,
)
from .henry import henry_of


def amiss(book: Book, truth: Truth) -> Iterator[Amiss]:
    """Names that are none, and a Henry VI who is nowhere or in two places (WA-3d, WA-3e)."""
    kept, players = Ledger.of(truth), book.players
    words = {CLAIMANT, NEUTRAL, HENRY, *players}
    names = (
        *((ALIGNMENTS, name, players) for name in kept.alignments),
        *((ALIGNMENTS, word, words) for word in kept.alignments.values()),
        *((WISHES, name, players) for pair in kept.joint_wishes.items() for name in pair),
        (KING, kept.king, {HENRY, *players}),
        (SOLE, kept.sole, {HENRY, *players}),
        (HOLDER, kept.henry_holder, players),
        (LEFT, kept.henry_left_by, players),
    )
    wrong = [(key, name, known) for key, name, known in names if name and name not in known]
    for key, name, known in wrong:
        yield Amiss(key, f'"{name}" is nobody at this court.{meant(name, known)}')
    if not wrong:
        yield from _henry(book, truth, kept)


def _henry(book: Book, truth: Truth, kept: Ledger) -> Iterator[Amiss]:
    if sum(map(bool, (kept.henry_dead, kept.henry_place, kept.henry_holder))) != 1:
        why = f"Henry VI is with a power, lies in a place ({PLACE}), or is dead ({DEAD}): say one."
        yield Amiss(HOLDER, why)
        return
    if kept.henry_place and kept.henry_place not in book.graph.provinces:
        why = f'there is no place "{kept.henry_place}".{meant(kept.henry_place, book.graph.places)}'
        yield Amiss(PLACE, why)
        return
    henry, position = henry_of(book, truth), truth.position
    if henry.holder and not henry.unit and position.phase != book.calendar.first:
        yield Amiss(BEARER, f"say where the unit of {henry.holder} stands that holds Henry VI.")
    elif henry.holder and henry.bearer(position) is None:
        there = henry.unit or "any place"
        yield Amiss(BEARER, f"no unit of {henry.holder} stands in {there} to hold Henry VI.")
    if henry.left and henry.leaver and henry.left_by(position) is None:
        why = f"no unit of {henry.left} stands in {henry.leaver} that left Henry VI behind."
        yield Amiss(LEAVER, why)
