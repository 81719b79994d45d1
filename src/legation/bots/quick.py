"""The arena of the standard game by the compiled kernel: many boards at once.

It gives the very values that `arena` does, so that a bot chooses the same. It
serves where Numba is installed, and only who searches much in one process: to
load the kernel takes seconds, and to compile it, once on a machine, a minute.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING

from legation.bots.arena import Arena, Sheet
from legation.bots.outlook import LEADER, NEARNESS, WON, Outlook
from legation.bots.reaches import reaches
from legation.bots.seat import Seat
from legation.errors import RefusedError
from legation.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from legation.kernel.trying import Trying

VARIANT = "standard"
AFTER = 100
"""So many searches in a process are made without it."""


class _Made:
    searches = 0


def arena_for(seat: Seat, outlook: Outlook, answers: int, sheets: int) -> Arena:
    """An arena, by the kernel where it serves."""
    _Made.searches += 1
    quick = _Made.searches > AFTER and serves(seat)
    return (QuickArena if quick else Arena)(seat, outlook, answers, sheets)


def serves(seat: Seat) -> bool:
    """Is it the standard game with options that the kernel knows, and is there Numba?"""
    if seat.book.variant != VARIANT or not (find_spec("numba") and find_spec("numpy")):
        return False
    from legation.kernel.compiled import COMPILED
    from legation.kernel.tables import refuse_options

    try:
        refuse_options(seat.view.options)
    except RefusedError:
        return False
    return COMPILED


class QuickArena(Arena):
    """The boards of a search as arrays."""

    def __init__(self, seat: Seat, outlook: Outlook, answers: int, sheets: int) -> None:
        super().__init__(seat, outlook, answers, sheets)
        self._trying = _trying(seat.book)
        self._laid = self._trying.laid(self._world.position)
        self._others = [self._trying.row(answer.values()) for answer in self.answers]

    def values(self, sheets: Sequence[Sheet], answers: int, caution: float = 0.0) -> list[float]:
        """As `Arena.values`."""
        import numpy as np

        if not sheets:
            return []
        self.tried += len(sheets) * answers
        trying, outlook = self._trying, self._outlook
        numbers = np.tile(np.stack(self._others[:answers]), (len(sheets), 1))
        for at, sheet in enumerate(sheets):
            own = trying.numbers(sheet)
            numbers[at * answers : (at + 1) * answers, list(own)] = list(own.values())
        games = trying.carried_out(self._laid, numbers)
        values = trying.values(games, outlook.power, outlook.weights, WON)
        found: list[list[int]] = values.reshape(len(sheets), answers).tolist()
        return [(1 - caution) * sum(each) / answers + caution * min(each) for each in found]


@cache
def _trying(book: Rulebook) -> Trying:
    import numpy as np

    from legation.kernel.codes import codes_of
    from legation.kernel.measures import Ways
    from legation.kernel.tables import KINDS, board_of
    from legation.kernel.trying import Trying

    ends = (book.victory_centres, book.calendar.last_year)
    board = board_of(book.graph, [power.name for power in book.powers], ends)
    centres = {at: column for column, at in enumerate(book.possible_centres)}
    far = np.full((len(KINDS), len(board.places), len(centres)), len(NEARNESS), np.int16)
    for row, kind in zip(far, KINDS, strict=True):
        for place, number in board.number.items():
            if book.graph.can_stand(kind, place):
                for at, moves in reaches(book, kind, place):
                    row[number, centres[at]] = moves
    ways = Ways(
        np.array([board.number[at] for at in centres], np.int64),
        far,
        np.array([*NEARNESS, 0], np.int64),
        np.array([LEADER], np.int64),
    )
    return Trying(board, codes_of(board), ways)
