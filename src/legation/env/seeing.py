"""What a power sees, in numbers and in words: made of its View alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from legation.board.calendar import KINDS
from legation.board.position import UNCOUNTED, UNSEEN
from legation.library.boards import book_of
from legation.library.reasons import results
from legation.rules.marks import CENTRE
from legation.rules.rulebook import Rulebook
from legation.rules.wording import sentence
from legation.sight.view import View
from legation.table.knowing import lore_rows

COLUMNS = (
    "units",
    "power",
    "kind",
    "strength",
    "dislodged power",
    "dislodged kind",
    "centre",
    "contested",
)
"""What the columns of a board are, from 0. `units` are how many stand there, and
power, kind and strength are those of the first. A power is 1 more than its index
in `Encoding.powers`, a kind than in `Encoding.kinds`; 0 is none. `centre` is 0 for
no centre that is known, 1 for nobody's, 2 more than the index of its owner else."""

HIGHEST = 2**31 - 1


@dataclass(frozen=True)
class Encoding:
    """How boards of one game are written in numbers; the same for every power."""

    places: tuple[str, ...]
    powers: tuple[str, ...]
    kinds: tuple[str, ...]
    phases: tuple[str, ...] = KINDS

    @classmethod
    def of(cls, book: Rulebook) -> Encoding:
        """That of a variant under its options."""
        return cls(tuple(book.graph.provinces), tuple(book.nations), tuple(book.kinds))

    def board(self, view: View) -> npt.NDArray[np.int32]:
        """The board as a View shows it: int32, (places, columns)."""
        book, position = book_of(view), view.position
        rows = {place: row for row, place in enumerate(self.places)}
        board = np.zeros((len(self.places), len(COLUMNS)), np.int32)
        for unit in reversed(position.units):
            row = board[rows[unit.province]]
            row[0] += 1
            row[1:4] = self._power(unit.power), 1 + self.kinds.index(unit.kind), unit.strength
        for lost in position.dislodged:
            unit = lost.unit
            board[rows[unit.province], 4:6] = (
                self._power(unit.power),
                1 + self.kinds.index(unit.kind),
            )
        for place in _centres(book, view):
            board[rows[place], 6] = 1
        for place, owner in position.owners.items():
            board[rows[place], 6] = 1 + self._power(owner)
        for place in position.contested:
            board[rows[place], 7] = 1
        return board

    def clock(self, view: View) -> npt.NDArray[np.int32]:
        """The date: kind of phase (index in `phases`), year, number of the phase from 0."""
        phase = view.phase
        return np.array([self.phases.index(phase.kind), phase.year, view.number], np.int32)

    def _power(self, power: str) -> int:
        return 1 + self.powers.index(power)


def _centres(book: Rulebook, view: View) -> Iterator[str]:
    yield from book.graph.centres
    for mark in book.marks(view.position, view.ledger):
        if mark.kind == CENTRE:
            yield from mark.places


def described(view: View) -> str:
    """What a View shows, a line each: the board, what else is known, what came of the orders."""
    return "\n".join(_lines(book_of(view), view))


def _lines(book: Rulebook, view: View) -> Iterator[str]:
    position = view.position
    yield str(view.phase)
    unseen, uncounted = (set(position.facts.get(fact, ())) for fact in (UNSEEN, UNCOUNTED))
    for power in book.nations:
        units = [str(unit) for unit in position.of(power)] + ["units unseen"] * (power in unseen)
        centres = [*position.centres_of(power), *["others unseen"] * (power in uncounted)]
        if units or centres:
            yield f"{power}: {', '.join(units) or 'no units'}; centres {', '.join(centres) or '-'}"
    for lost in position.dislodged:
        yield f"dislodged: {lost.unit.power} {lost.unit}"
    for label, known in lore_rows(book, {**position.facts, **view.lore}):
        yield f"{label}: {known}" if label else known
    yield from (str(result) for result in results(view))
    if view.told:
        yield from (sentence(book, report) for report in view.told[-1].reports)
