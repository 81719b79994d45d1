"""One board with many sheets of orders: what each comes to, measured for a power."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from legation.board.orders import Order
from legation.board.position import Position
from legation.kernel.codes import UNORDERED, Lexicon
from legation.kernel.compiling import ready
from legation.kernel.games import NOBODY, OVER, WINTER, Games, games_for, scratch_for
from legation.kernel.layout import Int32s, Int64s
from legation.kernel.lists import list_numbered
from legation.kernel.measures import MEASURES, Ways, measure, room_for
from legation.kernel.tables import Board
from legation.kernel.translate import put_position
from legation.kernel.turns import carry_out, ends_for

_ROOM = 4096  # legal orders of a position; 1,000 would be many


class Laid(NamedTuple):
    """A board before a movement, and its legal orders: `lists.list_numbered`."""

    game: Games
    first: Int64s
    orders: Int32s


class Trying:
    """The standard game as it is tried: its orders in numbers, and how boards are measured."""

    def __init__(self, board: Board, lexicon: Lexicon, ways: Ways) -> None:
        self.board, self.lexicon, self.ways = board, lexicon, ways
        self._scratch = scratch_for(board)
        self._room = room_for(ways, len(board.powers))
        self._province = board.tables.province[lexicon.codes.place]
        ready("try_sheets", carry_out, self._nothing)

    def _nothing(self) -> None:
        none = Laid(games_for(self.board, 0, 0), np.zeros((0, 1), np.int64), np.zeros(0, np.int32))
        self.carried_out(none, np.empty((0, self.board.provinces), np.int32))

    def laid(self, position: Position) -> Laid:
        """A board with its legal orders."""
        games = games_for(self.board, 1, 0)
        put_position(self.board, games, 0, position)
        first = np.zeros((1, self.board.provinces + 1), np.int64)
        orders = np.empty(_ROOM, np.int32)
        tables, codes = self.board.tables, self.lexicon.codes
        list_numbered(tables, codes, games, (0, 1), self._scratch, first, orders)
        return Laid(games, first, orders)

    def numbers(self, sheet: Iterable[Order]) -> dict[int, int]:
        """Province → the number of the order that a unit in it has."""
        numbers = [self.lexicon.number[str(order)] for order in sheet]
        return {int(self._province[number]): number for number in numbers}

    def row(self, sheets: Iterable[Iterable[Order]]) -> Int32s:
        """The numbers of these sheets together, by province."""
        row = np.full(self.board.provinces, UNORDERED, np.int32)
        for sheet in sheets:
            for province, number in self.numbers(sheet).items():
                row[province] = number
        return row

    def carried_out(self, laid: Laid, numbers: Int32s) -> Games:
        """The board after each row of numbers."""
        many = len(numbers)
        games = Games._make(array.repeat(many, axis=0) for array in laid.game)
        first, ends = laid.first.repeat(many, axis=0), ends_for(many, self.board.provinces)
        tables, codes = self.board.tables, self.lexicon.codes
        span = (0, many)
        carry_out(tables, codes, games, numbers, span, self._scratch, first, laid.orders, ends)
        return games

    def values(self, games: Games, power: str, weights: Sequence[int], won: int) -> Int64s:
        """What each board comes to for a power: its measures by these weights.

        Of a game that is over it is what is `won`, by how many share it.
        """
        number = self.board.power_number[power]
        measured = np.empty((len(games.year), MEASURES), np.int64)
        measure(self.ways, games, number, self._room, measured)
        values: Int64s = measured @ np.array(weights, np.int64)
        for game in np.flatnonzero(games.phase == OVER).tolist():
            by = self._winners(games, game)
            values[game] = (2 * (number in by) - 1) * won // len(by)
        return values

    def _winners(self, games: Games, game: int) -> list[int]:
        """Who shares the end of a game: the largest, or (after the last winter) who is left."""
        powers = range(len(self.board.powers))
        centres = [int((games.owner[game] == power).sum()) for power in powers]
        if games.season[game] != WINTER:
            return [centres.index(max(centres))]
        alive = {int(power) for power in games.power[game]} - {NOBODY}
        return [power for power in powers if centres[power] or power in alive]
