"""Boards played on by a policy: movements, with the retreats and winters between them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from legation.kernel.bits import UInt64s
from legation.kernel.compiling import ready
from legation.kernel.games import MOVEMENT, OVER, Games, games_for, scratch_for
from legation.kernel.layout import Int8s, Int32s, Int64s
from legation.kernel.lists import list_numbered
from legation.kernel.policy import LUCK, Policy, choose_orders
from legation.kernel.traits import TRAITS, judge_orders, sense_for
from legation.kernel.trying import Trying
from legation.kernel.turns import carry_out, ends_for

_ROOM = 1000  # legal orders of a board, on the average; there is more room where that is not enough
_STEP = np.uint64(0xD1B54A32D192ED03)
THOUSAND = 1000
"""What a logit counts."""


def policy_of(alone: Mapping[str, int], together: Mapping[str, int]) -> Policy:
    """A policy of these weights by the names of measures; chance makes a softmax of them."""
    quantiles = (np.arange(LUCK) + 0.5) / LUCK
    luck = -np.log(-np.log(quantiles)) * THOUSAND
    weights = [[given.get(trait, 0) for trait in TRAITS] for given in (alone, together)]
    return Policy(np.array(weights, np.int64), np.rint(luck).astype(np.int64))


class Ahead:
    """The standard game as it is played on."""

    def __init__(self, trying: Trying, policy: Policy) -> None:
        board = self._board = trying.board
        self._codes, self._ways, self._policy = trying.lexicon.codes, trying.ways, policy
        self._scratch = scratch_for(board)
        self._sense = sense_for(board.provinces, len(board.powers))
        self._due = np.zeros(len(board.powers), np.int64)
        self._space = np.empty(0, np.int32)
        self._scores = np.empty(0, np.int64)
        none = games_for(board, 0, 0)
        seeds = np.zeros(0, np.uint64)
        ready("list_boards", list_numbered, lambda: self.listed(none))
        ready("choose_orders", choose_orders, lambda: self.chosen(none, seeds))
        ready("try_sheets", carry_out, lambda: self.step(none, seeds))

    def listed(self, games: Games) -> tuple[Int64s, Int32s]:
        """The legal orders of these games; of room that is used again."""
        many, provinces = len(games.year), self._board.provinces
        first = np.zeros((many, provinces + 1), np.int64)
        room = max(1, many) * _ROOM
        while True:
            if len(self._space) < room:
                self._space = np.empty(room, np.int32)
                self._scores = np.empty(room, np.int64)
            tables, span = self._board.tables, (0, many)
            done = list_numbered(
                tables, self._codes, games, span, self._scratch, first, self._space
            )
            if done == many:
                return first, self._space
            room *= 2

    def chosen(self, games: Games, seeds: UInt64s) -> tuple[Int32s, Int64s, Int32s]:
        """An order for each unit, int32 (B, P), and the legal ones."""
        first, listed = self.listed(games)
        numbers = np.empty((len(games.year), self._board.provinces), np.int32)
        choose_orders(
            self._board.tables,
            self._codes,
            self._ways,
            self._policy,
            games,
            self._sense,
            first,
            listed,
            seeds,
            self._scores,
            self._due,
            numbers,
        )
        return numbers, first, listed

    def traits(self, games: Games, numbers: Int32s) -> tuple[Int64s, Int32s, Int8s]:
        """The measures of all legal orders of movements, beside `numbers`."""
        first, listed = self.listed(games)
        traits = np.zeros((int(first[:, -1].max(initial=0)), len(TRAITS)), np.int8)
        sense, tables = self._sense, self._board.tables
        judge_orders(tables, self._codes, self._ways, games, sense, first, listed, numbers, traits)
        return first, listed, traits

    def step(self, games: Games, seeds: UInt64s) -> None:
        """Play the phase in which each game is, in place."""
        many = len(games.year)
        numbers, first, listed = self.chosen(games, seeds)
        ends = ends_for(many, self._board.provinces)
        carry_out(
            self._board.tables,
            self._codes,
            games,
            numbers,
            (0, many),
            self._scratch,
            first,
            listed,
            ends,
        )

    def play(self, games: Games, movements: int, seeds: UInt64s) -> None:
        """So many movements more of each game, in place, and what comes before each.

        It ends when a movement is carried out, as a first one does, so that a game
        may be before retreats. `seeds`, (B,), say the luck of each.
        """
        step = seeds.copy()
        for _ in range(movements):
            while True:
                between = (games.phase != MOVEMENT) & (games.phase != OVER)
                if not between.any():
                    break
                at = np.flatnonzero(between)
                some = Games._make(array[at] for array in games)
                step = step * _STEP + np.uint64(1)
                self.step(some, step[at])
                for name, array in games._asdict().items():
                    array[at] = getattr(some, name)
            step = step * _STEP + np.uint64(1)
            self.step(games, step)
