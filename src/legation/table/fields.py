"""The fields in which somebody types a position: their names, and those of a ledger.

What a variant keeps beside the board has a field for each that its ledger
declares. They are read by `typed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

from legation.board.ledger import Entry, Holds, Readers
from legation.rules.rulebook import Rulebook

DATE, PHASE, UNITS, CENTRES = "date", "phase", "units", "centres"
DISLODGED, CONTESTED, DISORDER = "dislodged", "contested", "disorder"
KEPT, NOTED = "kept-", "noted-"
"""What names of fields begin with: those of the ledger, those of the board's own facts."""
LISTS = (Holds.PLACES, Holds.POWERS)
"""What a ledger keeps that is typed as a list, with commas."""


class Sort(Enum):
    """How a field is filled in: one line, several, or a tick."""

    LINE, LINES, TICK = "line", "lines", "tick"


class Kept(NamedTuple):
    """A field of what a variant keeps beside the board: its name, and what people read of it."""

    name: str
    label: str
    sort: Sort
    said: str


def kept_in(book: Rulebook) -> list[Kept]:
    """The fields that a ledger declares: what each holds, and who may know it."""
    return [_declared(key, entry) for key, entry in book.ledger.entries().items()]


def _declared(key: str, entry: Entry) -> Kept:
    who = _WHO[entry.who] if isinstance(entry.who, Readers) else _IN_PART
    label = " ".join(key.split("-")).capitalize()
    if entry.holds is Holds.YES:
        return Kept(KEPT + key, label, Sort.TICK, who)
    holds = f"{entry.holds.value[:1].upper()}{entry.holds.value[1:]}"
    if entry.holds is Holds.WORD:
        return Kept(KEPT + key, label, Sort.LINE, f"{holds}. {who}")
    if entry.holds in LISTS:
        return Kept(KEPT + key, label, Sort.LINE, f"{holds}, with commas. {who}")
    how = "a line for each, a name, a colon, and what belongs to it"
    return Kept(KEPT + key, label, Sort.LINES, f"{holds}: {how}. {who}")


_WHO: Mapping[Readers, str] = {
    Readers.EVERYBODY: "Everybody may know it.",
    Readers.ITS_POWER: "Each power may know what stands under its name.",
    Readers.NOBODY: "No player may know it.",
}
_IN_PART = "Some may know it, or a part of it."
