"""Which phase can be corrected, and what of the game is carried over to it and past it (STD-GM)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from legation.board.notation import SheetError
from legation.errors import StateError
from legation.rules.rulebook import Rulebook
from legation.sight.view import Sheet, View
from legation.table import acts
from legation.table.changes import differs
from legation.table.record import Act, PhaseRecord, Record
from legation.table.replay import fold

_ON_BOARD = frozenset({acts.SET_UNIT, acts.REMOVE_UNIT, acts.SET_OWNER})
_OF_PLAY = _ON_BOARD | {acts.DISORDER, acts.ORDERLY}
"""Acts that change what is played; the others tell something, or are votes on the old board."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What came of a correction.

    `readers` are the powers that now read something else of the phase, the
    empty name among them where everybody does. `kept`: the powers whose sheets
    for the open phase are kept, each with what is wrong with it on the new
    board; none where another phase is open now.
    """

    readers: tuple[str, ...]
    kept: Mapping[str, Sequence[SheetError]]


def closed_last(record: Record, over: bool) -> PhaseRecord:
    """The phase before the one that is open.

    Raises:
        StateError: where none has closed, or something was done since that is
            not carried over.
    """
    here = record.phases[-1]
    if not here.number:
        raise StateError("no phase has closed yet: there is nothing to correct.")
    if over and any(act.kind in (acts.ABANDON, acts.PROPOSE) for act in here.acts):
        raise StateError("the game was ended since; go back to the phase instead.")
    if any(act.kind in _OF_PLAY for act in here.acts):
        raise StateError(
            f"the game master has changed the board since, in {here.truth.position.phase};"
            " go back to the start of that phase first."
        )
    return record.phases[record.line()[here.number - 1]]


def carried_over(phase: PhaseRecord) -> tuple[Act, ...]:
    """What was done in a phase that still counts when it is carried out again."""
    return tuple(act for act in phase.acts if act.kind in _OF_PLAY)


def is_mended(before: PhaseRecord, after: PhaseRecord) -> bool:
    """Is there another order or another board than there was?"""

    def orders(phase: PhaseRecord) -> dict[str, tuple[str, ...]]:
        return {power: sheet.orders for power, sheet in phase.sheets.items() if sheet.orders}

    return orders(before) != orders(after) or carried_over(before) != carried_over(after)


def unsettled(sheets: Mapping[str, Sheet]) -> dict[str, Sheet]:
    """Sheets that can be changed."""
    return {power: replace(sheet, settled=False) for power, sheet in sheets.items()}


def resettled(sheets: Mapping[str, Sheet], was: Mapping[str, Sheet]) -> dict[str, Sheet]:
    """Sheets as they were settled when the phase closed."""
    return {
        power: replace(sheet, settled=power in was and was[power].settled)
        for power, sheet in sheets.items()
    }


def told_why(book: Rulebook, record: Record, readers: tuple[str, ...]) -> Record:
    """The record of a game just corrected, with why it was told to these (`acts.CORRECT`)."""
    *past, mended, here = record.phases
    *before, act = mended.acts
    named = replace(act, facts={**act.facts, "readers": readers})
    mended = replace(mended, acts=(*before, named))
    told = (*fold(book, mended)[1], mended.told[-1])
    return replace(record, phases=(*past, replace(mended, told=told), here))


def who_reads_otherwise(pairs: Iterable[tuple[View, View]]) -> tuple[str, ...]:
    """The powers, or the empty name for everybody, of whom a View has changed."""
    return tuple(sorted(after.viewer.power for before, after in pairs if differs(before, after)))
