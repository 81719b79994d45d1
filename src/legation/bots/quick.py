"""The arena of the standard game by the compiled kernel: many boards at once.

It gives the very values that `arena` does, so that a bot chooses the same. It
serves where Numba is installed, and only who searches much in one process: to
load the kernel takes seconds, and to compile it, once on a machine, a minute or
three. That is done beside the searches, which go on without it until it is there:
a table at which somebody waits for bots is not kept waiting.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from threading import Thread
from typing import TYPE_CHECKING

from legation.bots.arena import LUCK, Arena, Sheet, average
from legation.bots.onward import PlayedArena
from legation.bots.outlook import LEADER, NEARNESS, WON, Outlook
from legation.bots.promises import Promising
from legation.bots.reaches import reaches
from legation.bots.seat import Seat
from legation.bots.seeking import Effort
from legation.errors import RefusedError
from legation.rules.rulebook import Rulebook
from legation.table.supposing import world_of
from legation.variants.find import folder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from legation.kernel.ahead import Ahead
    from legation.kernel.games import Games
    from legation.kernel.layout import Int64s
    from legation.kernel.trying import Trying

VARIANT = "standard"
AFTER = 100
"""So many searches in a process are made without it."""

POLICY = "policy.toml"
_OWN = 4  # sheets of its own that are proposed


class _Made:
    searches = 0
    loading: Thread | None = None
    loaded = False


def arena_for(seat: Seat, outlook: Promising, effort: Effort) -> Arena:
    """An arena, by the kernel where it serves; if boards are played on, else by the engine."""
    _Made.searches += 1
    answers, sheets = effort.answers, effort.sheets
    if isinstance(outlook, Outlook) and serves(seat):
        if effort.ahead:
            return FarArena(seat, outlook, answers, sheets, effort.ahead)
        if _Made.searches > AFTER and _loaded(seat, outlook):
            return QuickArena(seat, outlook, answers, sheets)
    if effort.ahead:
        return PlayedArena(seat, outlook, answers, sheets, effort.ahead)
    return Arena(seat, outlook, answers, sheets)


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


def _loaded(seat: Seat, outlook: Outlook) -> bool:
    """Is the kernel there? The first who asks has it loaded, on a thread of its own."""
    if _Made.loading is None:
        # Whatever ends the process waits for it, and what was compiled is kept.
        _Made.loading = Thread(target=_load, args=(seat, outlook), name="kernel")
        _Made.loading.start()
    return _Made.loaded


def _load(seat: Seat, outlook: Outlook) -> None:
    """Try a board once, with nobody ordered anything, so that all is compiled or read."""
    trying = trying_of(seat.book)
    laid = trying.laid(world_of(seat.book, seat.view).position)
    games = trying.carried_out(laid, trying.row([])[None])
    trying.values(games, outlook.power, outlook.weights, WON)
    _Made.loaded = True


class QuickArena(Arena):
    """The boards of a search as arrays."""

    def __init__(self, seat: Seat, outlook: Outlook, answers: int, sheets: int) -> None:
        super().__init__(seat, outlook, answers, sheets)
        self._line, self._trying = outlook, trying_of(seat.book)
        self._laid = self._trying.laid(self._world.position)
        self._others = [self._trying.row(answer.values()) for answer in self.answers]

    def values(self, sheets: Sequence[Sheet], answers: int, caution: float = 0.0) -> list[float]:
        """As `Arena.values`."""
        if not sheets:
            return []
        values = self._now(self._carried_out(sheets, answers))
        return _together(values.reshape(len(sheets), answers), caution)

    def _carried_out(self, sheets: Sequence[Sheet], answers: int) -> Games:
        """The board after each sheet with each answer, sheet by sheet."""
        import numpy as np

        self.tried += len(sheets) * answers
        trying = self._trying
        numbers = np.tile(np.stack(self._others[:answers]), (len(sheets), 1))
        for at, sheet in enumerate(sheets):
            own = trying.numbers(sheet)
            numbers[at * answers : (at + 1) * answers, list(own)] = list(own.values())
        return trying.carried_out(self._laid, numbers)

    def _now(self, games: Games) -> Int64s:
        return self._trying.values(games, self._line.power, self._line.weights, WON)


class FarArena(QuickArena):
    """One that plays its boards on, by a fitted policy, and measures both ends.

    A board counts by half as it is, and by half as it is so many movements later.
    """

    def __init__(
        self, seat: Seat, outlook: Outlook, answers: int, sheets: int, movements: int
    ) -> None:
        import numpy as np

        super().__init__(seat, outlook, answers, sheets)
        self._movements, self._ahead = movements, _ahead(seat.book)
        self._seeds = np.array([seat.rng.getrandbits(LUCK) for _ in range(answers)], np.uint64)
        self._openings = np.array([seat.rng.getrandbits(LUCK) for _ in range(_OWN)], np.uint64)

    def far(self, sheets: Sequence[Sheet], answers: int, caution: float = 0.0) -> list[float]:
        """As `values`, the boards played on; the same luck with the same answer."""
        import numpy as np

        if not sheets:
            return []
        games = self._carried_out(sheets, answers)
        now = self._now(games)
        self._ahead.play(games, self._movements, np.tile(self._seeds[:answers], len(sheets)))
        weights = self._line.weights_after(self._movements)
        later = self._trying.values(games, self._line.power, weights, WON)
        return _together(((now + later) / 2).reshape(len(sheets), answers), caution)

    def proposed(self) -> list[Sheet]:
        """Sheets that the policy draws."""
        seat, trying, laid = self._seat, self._trying, self._laid.game
        games = type(laid)._make(array.repeat(_OWN, axis=0) for array in laid)
        numbers, _, _ = self._ahead.chosen(games, self._openings)
        own = laid.power[0] == trying.board.power_number[seat.power]
        texts = trying.lexicon.texts
        drawn = [[texts[number] for number in row[own].tolist()] for row in numbers]
        return [tuple(seat.read(lines).orders) for lines in drawn]


def _together(values: Int64s | NDArray[np.float64], caution: float) -> list[float]:
    """The average of each row, by caution the worst of it."""
    found: list[list[float]] = values.tolist()
    return [average(each, caution) for each in found]


@cache
def _ahead(book: Rulebook) -> Ahead:
    from legation.kernel.ahead import Ahead, policy_of

    given = tomllib.loads(folder(book.variant).joinpath(POLICY).read_text(encoding="utf-8"))
    return Ahead(trying_of(book), policy_of(given["alone"], given["together"]))


@cache
def trying_of(book: Rulebook) -> Trying:
    """Where the boards of this game are tried."""
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
