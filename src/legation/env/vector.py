"""Many games of the standard game at once, on the compiled kernel: a vector of environments.

It is made for speed: arrays go in and come out, and nothing is hidden, for the
standard game has no secrets. ``pip install 'legation[env,kernel]'`` brings what
it needs; docs/env.md tells what is observed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from legation.arrays import Games, begin, names
from legation.arrays.boards import begin_anew, shares_of
from legation.arrays.checks import count_in, numbers_in
from legation.arrays.playing import (
    Part,
    carrying_ready,
    first_for,
    joined,
    list_part,
    listing_ready,
    run_part,
    unlisted,
)
from legation.arrays.standard import board, lexicon
from legation.errors import InputError, StateError
from legation.kernel.codes import UNORDERED
from legation.kernel.compiling import ready
from legation.kernel.games import OVER, Scratch, scratch_for
from legation.kernel.lists import draw_listed
from legation.kernel.observe import FEATURES, Outlook, observe, outlook_of
from legation.kernel.spread import spread
from legation.kernel.turns import ends_for

__all__ = ["StandardVectorEnv", "places"]

Seen = npt.NDArray[np.int8]
Actions = npt.NDArray[np.int32]
Rewards = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Infos = dict[str, Any]
Play = Callable[[Scratch, int, int], None]


@cache
def _outlook() -> Outlook:
    return outlook_of(board())


def places() -> tuple[str, ...]:
    """The places that the rows of an observation stand for: 81, split coasts last."""
    rows = _outlook().row
    return tuple(name for name, row in zip(board().places, rows, strict=True) if row >= 0)


class StandardVectorEnv(VectorEnv[Seen, Actions, Any]):
    """`num_envs` games (B), each an environment; all powers order at once.

    - An observation is int8 (B, 81, 35), of 0 and 1: what stands where (docs/env.md).
    - An action is int32 (B, 76): the number of an order for the unit in each
      province, -1 for none, as in `legation.arrays`. What is not legal is void.
    - Rewards are float32 (B, 7), by power: 1 for who wins alone, parts of 1 for
      survivors when the years are over. `single` rewards are not this game's.
    - `infos`: ``lists``, the legal orders (`arrays.Lists`), which are the mask;
      ``fate``, int8 (B, 76), what became of the last orders; ``phase``, ``season``
      and ``year``, (B,).

    A step is one phase of each game, be it movement, retreat or adjustment. A
    game that is over, or cut short after `phases` of them, begins anew in the
    next step, whatever is ordered there (``AutoresetMode.NEXT_STEP``).
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(self, num_envs: int, *, phases: int | None = None, threads: int = 1) -> None:
        self.num_envs = count_in("num_envs", num_envs, 1)
        self._threads = count_in("threads", threads, 1)
        self._phases = None if phases is None else count_in("phases", phases, 1)
        orders, provinces = len(lexicon().texts), board().provinces
        self.single_observation_space = spaces.Box(0, 1, (len(places()), FEATURES), np.int8)
        self.single_action_space = spaces.Box(UNORDERED, orders - 1, (provinces,), np.int32)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._games: Games | None = None
        self._lists = unlisted()
        self._steps = np.zeros(num_envs, np.int64)
        self._done = np.zeros(num_envs, np.bool_)
        self._ends = ends_for(num_envs, provinces)
        self._scratch = [scratch_for(board()) for _ in range(min(self._threads, num_envs))]

    @property
    def games(self) -> Games:
        """The games as they stand, for `legation.arrays`; not to be written on.

        Raises:
            StateError: before `reset`.
        """
        if self._games is None:
            raise StateError("no game was begun: call reset().")
        return self._games

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, Infos]:
        """All games from the start; with a seed `sample` draws the same again.

        `options` are Gymnasium's, and change nothing.
        """
        del options
        drawn = int(np.random.SeedSequence().generate_state(1)[0]) if seed is None else seed
        self._games = begin(self.num_envs, drawn)
        self._steps[:] = 0
        self._done[:] = False
        self._ends.fate[:] = -1
        return self._survey(), self._infos()

    def step(self, actions: Actions) -> tuple[Seen, Rewards, Flags, Flags, Infos]:
        """A phase of each game.

        Raises:
            InputError: for actions of another shape, dtype or range.
            StateError: before `reset`.
        """
        games, numbers = self.games, numbers_in(actions, self.num_envs)
        again, lists = self._done, self._lists
        self._steps += 1
        self._steps[again] = 0

        def play(scratch: Scratch, begin: int, end: int) -> None:
            run_part(games, numbers, self._ends, lists, scratch, begin, end)
            anew = begin + np.flatnonzero(again[begin:end])
            if len(anew):
                begin_anew(games, anew)
                self._ends.fate[anew] = -1

        carrying_ready()
        seen = self._survey(play)
        over = games.phase == OVER
        cut = np.zeros_like(over)
        if self._phases is not None:
            cut = ~over & (self._steps >= self._phases)
        self._done = over | cut
        return seen, shares_of(games), over, cut, self._infos()

    def sample(self) -> Actions:
        """A legal order by chance for each unit, as an action; the games' dice go on.

        Of builds and removals as many as are due.
        """
        games, tables, codes = self.games, board().tables, lexicon().codes
        drawn = np.empty((self.num_envs, board().provinces), np.int32)
        first, listed = self._lists

        def run(part: int, start: int, end: int) -> None:
            scratch = self._scratch[part]
            draw_listed(tables, codes, games, (start, end), scratch, first, listed, drawn)

        ready("sample", draw_listed, lambda: run(0, 0, 0))
        spread(self.num_envs, self._threads, run)
        return drawn

    def mask(self, game: int, province: str) -> Flags:
        """Which numbers are legal orders of the unit in a province: bool (N,), N = 32,011.

        Raises:
            InputError: for a game or a province that there is not.
        """
        known = names()
        if province not in known.provinces or not 0 <= game < len(self._lists.first):
            raise InputError(f"there is no province {province} of a game {game} here.")
        at = known.provinces.index(province)
        begins, ends = self._lists.first[game, at : at + 2]
        legal = np.zeros(len(known.orders), np.bool_)
        legal[self._lists.orders[begins:ends]] = True
        return legal

    def _survey(self, play: Play | None = None) -> Seen:
        """What is seen of each game, once `play` has gone on with it; orders are then listed."""
        games, first = self.games, first_for(self.num_envs)
        seen = np.empty((self.num_envs, len(places()) * FEATURES), np.int8)

        def run(part: int, begin: int, end: int) -> list[Part]:
            scratch = self._scratch[part]
            if play is not None:
                play(scratch, begin, end)
            observe(board().tables, _outlook(), games, (begin, end), scratch.due, seen)
            return list_part(games, scratch, first, begin, end)

        def nothing() -> None:
            observe(board().tables, _outlook(), games, (0, 0), self._scratch[0].due, seen)

        ready("observe", observe, nothing)
        listing_ready()
        self._lists = joined(first, spread(self.num_envs, self._threads, run))
        return seen.reshape(self.num_envs, len(places()), FEATURES)

    def _infos(self) -> Infos:
        games = self.games
        return {
            "lists": self._lists,
            "fate": self._ends.fate.copy(),
            "phase": games.phase.copy(),
            "season": games.season.copy(),
            "year": games.year.copy(),
        }
