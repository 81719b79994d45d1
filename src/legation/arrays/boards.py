"""Positions to arrays and back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from legation.arrays.checks import YEARS, count_in, games_in
from legation.arrays.standard import board, book, position_in
from legation.board.position import Position
from legation.errors import InputError
from legation.kernel.games import OVER, WINTER, Games, games_for
from legation.kernel.translate import position_of as position_at
from legation.kernel.translate import put_position
from legation.rules.standard import SOLO
from legation.rules.victory import LAST_YEAR
from legation.sight.view import View
from legation.table.cases.views import laid_out


def begin(games: int, seed: int = 0) -> Games:
    """So many games of the standard game, before Spring 1901; B = `games`.

    The same seed gives the same dice, for `draw` and `play`, on any machine.

    Raises:
        InputError: for a number below 0, or none.
    """
    many = count_in("the number of games", games, 0)
    return games_for(board(), many, count_in("a seed", seed, 0))


@cache
def _start() -> Games:
    return begin(1)


def begin_anew(games: Games, which: NDArray[np.int64]) -> None:
    """Set some games to their start again, in place; their dice go on."""
    start = _start()._asdict()
    for name, array in games._asdict().items():
        if name != "dice":
            array[which] = start[name][0]


def games_of(positions: Iterable[View | Position], seed: int = 0) -> Games:
    """Positions as games, in their order, in whatever phase each is.

    Of a View its position is taken, and whether the game is over; what it was
    told is not.

    Raises:
        InputError: for what is neither, or of another game.
        RefusedError: for another option than the default, or a board that the
            standard game cannot have, such as two units in one province.
    """
    if isinstance(positions, View | Position) or not isinstance(positions, Iterable):
        raise InputError("this takes a list of Views or positions; one is a list of one: [view].")
    given = list(positions)
    games = begin(len(given), seed)
    for number, each in enumerate(given):
        position = position_in(each)
        if not 1 <= position.phase.year <= YEARS:
            raise InputError(f"a year of arrays is from 1 to {YEARS}, not {position.phase.year}.")
        put_position(board(), games, number, position)
        if isinstance(each, View) and each.over:
            games.phase[number] = OVER
    return games


def shares(games: Games) -> NDArray[np.float32]:
    """What each power gets of the games that are over: float32 (B, powers), 0 where one goes on.

    Who wins alone has 1; when the years are over, all who survive share it (STD-END).

    Raises:
        InputError: for arrays that are no Games.
    """
    return shares_of(games_in(games))


def shares_of(checked: Games) -> NDArray[np.float32]:
    """The same, of arrays that are as they should be: only games that are over are looked at."""
    powers = range(len(board().powers))
    shared = np.zeros((len(checked.phase), len(powers)), np.float32)
    over = np.flatnonzero(checked.phase == OVER)
    if not len(over):
        return shared
    owner, power = checked.owner[over], checked.power[over]
    centres = np.stack([(owner == p).sum(1) for p in powers], axis=1)
    alive = (centres > 0) | np.stack([(power == p).any(1) for p in powers], axis=1)
    # the years are over after a winter, and who wins does so before one
    late = (checked.season[over] == WINTER)[:, None]
    winning = np.where(late, alive, centres == centres.max(1, keepdims=True))
    shared[over] = winning / np.maximum(winning.sum(1, keepdims=True), 1)
    return shared


def position_of(games: Games, game: int) -> Position:
    """One game as a Position: where it is over, that in which it ended, as if it went on.

    Raises:
        InputError: for arrays that are no Games, or a game that is not in them.
    """
    return position_at(board(), *_one(games, game))


def view_of(games: Games, game: int) -> View:
    """One game as a View of which everything is known: for `legation.draw`, `explain` and the like.

    Where it is over, `ending` and `winners` say how.

    Raises:
        InputError: as `position_of`.
    """
    position = position_of(games, game)
    powers = position.powers()
    lost = {
        power: [
            {"unit": str(d.unit), "by": d.by, "retreats": list(d.retreats)}
            for d in position.dislodged
            if d.unit.power == power
        ]
        for power in powers
    }
    said: dict[str, object] = {
        "date": position.phase.turn,
        "phase": position.phase.kind,
        "units": {power: [str(unit) for unit in position.of(power)] for power in powers},
        "centres": {power: list(position.centres_of(power)) for power in powers},
    }
    if position.dislodged:
        said["dislodged"] = {power: units for power, units in lost.items() if units}
    if position.contested:
        said["contested"] = sorted(position.contested)
    view = laid_out(book(), said)
    if games.phase[game] != OVER:
        return view
    winners = tuple(sorted(board().powers[p] for p in np.flatnonzero(shares(games)[game])))
    return replace(view, ending=SOLO if len(winners) == 1 else LAST_YEAR, winners=winners)


def _one(games: Games, game: int) -> tuple[Games, int]:
    checked, number = games_in(games), count_in("a game's number", game, 0)
    if number >= len(checked.year):
        raise InputError(f"there is no game {number}: there are {len(checked.year)}, from 0.")
    return checked, number
