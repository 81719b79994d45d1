"""Who is who in 1470, what is kept about the court, and where it is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from legation.board.position import Position
from legation.board.truth import Ledger
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
FREE = "henry-unassigned"
"""A fact of the board as the holder knows it before Henry is assigned (WA-3e-1)."""

LEDGER: Mapping[str, str] = {
    ALIGNMENTS: "map",
    CLAIMED: "powers",
    KING: "text",
    SOLE: "text",
    HOLDER: "text",
    BEARER: "text",
    PLACE: "text",
    DEAD: "text",
    LEFT: "text",
    LEAVER: "text",
    WISHES: "map",
}
"""The ledger. `alignments`, `claimed` (who ever claimed the throne), `king` and
`sole` (who was the only claimant in the last movement) are public, and so is
`henry-dead` ("yes"). Secret are `henry-holder`, `henry-unit` (where the unit
stands that holds him, at sea with its number; empty until he is assigned),
`henry-place` (where he lies abandoned), `henry-left-by` (the power whose unit
left him there), `henry-left-unit` (where that unit stands now), and
`joint-wishes` (power to the partner with whom he wishes to win, this turn)."""


_NONE: frozenset[str] = frozenset()


def text(ledger: Ledger, key: str) -> str:
    """An entry that holds a word; empty where it is missing."""
    found = ledger.get(key, "")
    return found if isinstance(found, str) else ""


def powers(book: Book, ledger: Ledger, key: str) -> frozenset[str]:
    """An entry that holds powers, by their names."""
    found = ledger.get(key, ())
    return frozenset(named(book, str(p)) for p in found) if isinstance(found, Iterable) else _NONE


def with_entry(ledger: Ledger, key: str, value: object) -> dict[str, object]:
    """The ledger with an entry that is kept only while there is something in it."""
    kept = {name: entry for name, entry in ledger.items() if name != key}
    return {**kept, key: value} if value else kept


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
