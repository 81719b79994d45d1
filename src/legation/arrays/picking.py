"""Orders by a caller's weights, out of those that are legal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from legation.arrays.checks import games_in
from legation.arrays.playing import Lists
from legation.arrays.standard import board
from legation.errors import InputError
from legation.kernel.codes import UNORDERED
from legation.kernel.games import ADJUSTMENT, MOVEMENT, NOBODY, RETREAT, Games
from legation.kernel.layout import Int32s, Int64s


def pick(
    games: Games,
    lists: Lists,
    chance: np.random.Generator,
    weights: NDArray[np.floating] | None = None,
) -> Int32s:
    """An order for each unit, int32 (B, P), drawn by weight from those of `legal_orders`.

    `weights`: of any floating dtype, shape (M,), one for each of `lists.orders`:
    an order with twice the weight is drawn twice as often, one of weight 0 never;
    without them all are alike. Where all orders of a unit weigh 0 it gets none
    (-1). Of builds and removals as many are drawn as are due.

    Raises:
        InputError: for lists of other games, or weights of another shape, below
            0 or not finite.
    """
    checked = games_in(games)
    if not isinstance(lists, Lists):
        raise InputError(f"lists are what legal_orders(games) gives, not {type(lists).__name__}.")
    if not isinstance(chance, np.random.Generator):
        raise InputError(f"chance is numpy.random.default_rng(...), not {type(chance).__name__}.")
    many, provinces = len(checked.year), board().provinces
    if lists.first.shape != (many, provinces + 1):
        raise InputError(f"these lists are of {len(lists.first)} games, and there are {many}.")
    sizes = np.diff(lists.first, axis=1)
    there = sizes[:, :provinces] > 0
    _check_whose(checked, there)
    numbers: Int32s = np.full((many, provinces), UNORDERED, np.int32)
    if not there.any():
        return numbers
    # Of rivals that each wait for a time drawn by their weight, the first is drawn.
    with np.errstate(divide="ignore", over="ignore"):
        waits = chance.exponential(size=len(lists.orders)) / _weights(weights, len(lists.orders))
    starts = lists.first[:, :-1][there]
    soonest = np.minimum.reduceat(waits, starts)
    group = np.repeat(np.arange(len(starts)), sizes[there])
    first = np.flatnonzero(waits == soonest[group])
    _, at = np.unique(group[first], return_index=True)
    picked = np.where(np.isfinite(soonest), lists.orders[first[at]], UNORDERED)
    numbers[there] = picked
    _limit(checked, numbers, there, soonest)
    return numbers


def _check_whose(games: Games, there: NDArray[np.bool_]) -> None:
    """Whoever stands somewhere can be ordered, and nobody else: else the lists are older."""
    for phase, power in ((MOVEMENT, games.power), (RETREAT, games.lost)):
        asked = games.phase == phase
        wrong = ((power[asked] != NOBODY) != there[asked]).any(axis=1)
        if wrong.any():
            game = np.flatnonzero(asked)[np.flatnonzero(wrong)[0]]
            raise InputError(
                f"these lists are of other games, or of an earlier phase: game {game} has units"
                " elsewhere. Ask legal_orders(games) anew before each pick."
            )


def _weights(given: NDArray[np.floating] | None, many: int) -> NDArray[np.float64]:
    if given is None:
        return np.ones(many)
    weights = np.asarray(given)
    if weights.dtype.kind != "f" or weights.shape != (many,):
        raise InputError(
            f"weights are an array of floats, of shape ({many},), one for each order that is"
            f" listed, not of {weights.dtype.name}, of shape {weights.shape}."
        )
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise InputError("weights are 0 or more, and finite.")
    most = weights.max(initial=0.0)
    return weights / most if most else weights.astype(np.float64)  # so that small ones divide


def _limit(
    games: Games, numbers: Int32s, there: NDArray[np.bool_], soonest: NDArray[np.float64]
) -> None:
    """In an adjustment phase leave each power no more orders than are due: the soonest."""
    game, province = np.nonzero(there)
    winter = games.phase[game] == ADJUSTMENT
    game, province, soonest = game[winter], province[winter], soonest[winter]
    if not len(game):
        return
    standing = games.power[game, province]
    power = np.where(standing == NOBODY, board().tables.home[province], standing)
    order = np.lexsort((soonest, power, game))
    game, province, power = game[order], province[order], power[order]
    begins = np.ones(len(game), np.bool_)
    begins[1:] = (np.diff(game) != 0) | (np.diff(power) != 0)
    place = np.arange(len(game))
    rank = place - np.maximum.accumulate(np.where(begins, place, 0))
    over = rank >= np.abs(_due(games)[game, power])
    numbers[game[over], province[over]] = UNORDERED


def _due(games: Games) -> Int64s:
    """Centres less units of each power, int64 (B, powers)."""
    powers = range(len(board().powers))
    counted = [(games.owner == p).sum(1) - (games.power == p).sum(1) for p in powers]
    return np.stack(counted, axis=1)
