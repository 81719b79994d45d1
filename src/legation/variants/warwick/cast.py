"""Who is who in 1470, what is kept about the court, and where it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from legation.board import ledger
from legation.board.ledger import EVERYBODY, ITS_POWER, NOBODY
from legation.board.position import Position
from legation.board.units import Unit
from legation.rules.book import Book

EDWARD, WARWICK = "Edward IV", "Earl of Warwick"
HENRY = "Henry VI"
CLAIMANT, NEUTRAL = "claimant", "neutral"

START: Mapping[str, str] = {
    EDWARD: CLAIMANT,
    "Richard of Gloucester": EDWARD,
    "Duke of Norfolk": EDWARD,
    "Lord Hastings": EDWARD,
    WARWICK: HENRY,
    "Duke of Exeter": HENRY,
    "Duke of Somerset": HENRY,
    "Earl of Northumberland": HENRY,
    "Duke of Clarence": NEUTRAL,
}
"""The alignments at the start (WA-3d)."""

ALIGNMENTS, CLAIMED, KING, SOLE = "alignments", "claimed", "king", "sole"
WISHES = "joint-wishes"
HOLDER, BEARER, PLACE, DEAD, LEFT, LEAVER = (
    "henry-holder",
    "henry-unit",
    "henry-place",
    "henry-dead",
    "henry-left-by",
    "henry-left-unit",
)
"""What is known, in lore and as facts of a board; the ledger's fields have the same names."""
FREE = "henry-unassigned"
"""A fact of the board as the holder knows it before Henry is assigned (WA-3e-1)."""


def _holder(kept: Ledger, reader: str) -> bool:
    """Only who holds Henry knows where he is (WA-3e-1)."""
    return reader != "" and reader == kept.henry_holder and not kept.henry_place


@dataclass(frozen=True)
class Ledger(ledger.Ledger):
    """The court and Henry, as at the start unless something else is kept.

    `sole` was the only claimant in the last movement. `henry_unit` is where the
    unit stands that holds him, at sea with its number; empty until he is
    assigned. `henry_place` is where he lies abandoned, `henry_left_by` the
    power whose unit left him there, and `henry_left_unit` where that unit
    stands now. `joint_wishes` are, this turn, powers and the partners with whom
    they wish to win.
    """

    alignments: Mapping[str, str] = ledger.words(EVERYBODY, START)
    claimed: frozenset[str] = ledger.powers(EVERYBODY, {EDWARD})
    king: str = ledger.word(EVERYBODY)
    sole: str = ledger.word(EVERYBODY)
    henry_holder: str = ledger.word(ledger.only(_holder), WARWICK)
    henry_unit: str = ledger.word(ledger.only(_holder))
    henry_place: str = ledger.word(NOBODY)
    henry_left_by: str = ledger.word(NOBODY)
    henry_left_unit: str = ledger.word(NOBODY)
    henry_dead: bool = ledger.yes(EVERYBODY)
    joint_wishes: Mapping[str, str] = ledger.words(ITS_POWER)


def named(book: Book, word: str) -> str:
    """A power by its name, whatever its ledger entry calls it; other words as they are."""
    if word in ("", CLAIMANT, NEUTRAL, HENRY) or word in book.players:
        return word
    return book.names.find_power(word)


def alive(book: Book, position: Position) -> frozenset[str]:
    """The players who still have a unit or a centre."""
    return frozenset(position.powers()) & book.players


def spot(unit: Unit) -> str:
    """Where a unit stands, in a shared sea with its number: ``War``, ``ENG/2``."""
    return f"{unit.place}/{unit.number}" if unit.number else unit.place


def all_units(position: Position) -> tuple[Unit, ...]:
    """The units that stand, and those that have lost their place and not retreated yet."""
    return (*position.units, *(lost.unit for lost in position.dislodged))
