"""Positions to arrays and back."""

from __future__ import annotations

from collections.abc import Iterable

from legation.arrays.checks import count_in, games_in
from legation.arrays.standard import board, book, position_in
from legation.board.position import Position
from legation.errors import InputError
from legation.kernel.games import Games, games_for
from legation.kernel.translate import position_of as position_at
from legation.kernel.translate import put_position
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


def games_of(positions: Iterable[View | Position], seed: int = 0) -> Games:
    """Positions as games, in their order, in whatever phase each is.

    Of a View its position is taken; what it was told is not.

    Raises:
        InputError: for what is neither, or of another game.
        RefusedError: for another option than the default, or a board that the
            standard game cannot have, such as two units in one province.
    """
    if isinstance(positions, View | Position):
        raise InputError("this takes a list of Views or positions; one is a list of one: [view].")
    given = [position_in(each) for each in positions]
    games = begin(len(given), seed)
    for number, position in enumerate(given):
        put_position(board(), games, number, position)
    return games


def position_of(games: Games, game: int) -> Position:
    """One game as a Position: that in which it ended, where it is over.

    Raises:
        InputError: for arrays that are no Games, or a game that is not in them.
    """
    return position_at(board(), *_one(games, game))


def view_of(games: Games, game: int) -> View:
    """One game as a View of which everything is known: for `legation.draw`, `explain` and the like.

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
    return laid_out(book(), said)


def _one(games: Games, game: int) -> tuple[Games, int]:
    checked, number = games_in(games), count_in("a game's number", game, 0)
    if number >= len(checked.year):
        raise InputError(f"there is no game {number}: there are {len(checked.year)}, from 0.")
    return checked, number
