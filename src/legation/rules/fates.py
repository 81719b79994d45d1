"""What became of an order, in a word: the one table that every face reads."""

from __future__ import annotations

from collections.abc import Mapping

from legation.rules.book import Book
from legation.rules.reports import Fate, Outcome

GOOD = frozenset({Fate.SUCCEEDS, Fate.GIVEN, Fate.AVAILABLE, Fate.HOLDS})
"""The fates of orders that did what they were for."""

BOUNCED, NO_ORDER, UNUSED = "bounced", "no order", "unused"
_WORDS: Mapping[Fate, str] = {
    Fate.FAILS: "failed",
    Fate.NONE: NO_ORDER,
}


def class_of(book: Book, outcome: Outcome) -> str:
    """The word that the kind of its reason declares for its fate; empty where it has none."""
    kind = book.reports.get(outcome.reason.kind)
    return kind.fate if kind is not None else ""


def word_of(book: Book, outcome: Outcome) -> str:
    """What became of an order: ``bounced``, ``not carried``, ``cut``, ``carried``, ``no order``."""
    told = class_of(book, outcome)
    if told and (outcome.fate == Fate.FAILS or told == NO_ORDER):
        return told
    if outcome.fate == Fate.AVAILABLE:
        return convoy_word(outcome)
    return _WORDS.get(outcome.fate, outcome.fate.value)


def convoy_word(outcome: Outcome) -> str:
    """What became of a convoy that was not broken: ``carried``, or ``unused`` if nobody sailed."""
    return "carried" if outcome.reason.kind == "available" else UNUSED


def unordered(book: Book, outcome: Outcome) -> bool:
    """Had its unit no order?"""
    return class_of(book, outcome) == NO_ORDER


def held(outcome: Outcome) -> bool:
    """Did its unit stay where it was, and nothing came of it?"""
    return outcome.fate == Fate.HOLDS and not outcome.dislodged


def is_still(book: Book, outcome: Outcome) -> bool:
    """Is it of a power without a player, and was there nothing but a hold?"""
    return held(outcome) and outcome.power not in book.players
