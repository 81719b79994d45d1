"""What is handed in is what it should be: else one sentence names it, and nothing is run.

The compiled code trusts what it is given; a number out of range would be read
as something else.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from legation.arrays.standard import board, lexicon
from legation.errors import InputError
from legation.kernel.games import NOBODY, OVER, WINTER, Games
from legation.kernel.layout import Int8s, Int16s, Int32s
from legation.kernel.tables import KINDS

YEARS = 2**15 - 2
"""The last year that arrays have room for: they count one further."""


def games_in(given: object) -> Games:
    """Games, each array of its shape and dtype, and nothing in them out of range.

    Raises:
        InputError: that names the first array that is not.
    """
    if not isinstance(given, Games):
        raise InputError(
            f"this takes Games, not {type(given).__name__}: begin(...) and games_of(...) make some."
        )
    known, many = board(), len(np.atleast_1d(given.year))
    row, powers, places = (many, known.provinces), len(known.powers), len(known.places)
    # of each array: its dtype, its shape, the least and the most in it
    fit: dict[str, tuple[type[np.generic], tuple[int, ...], int, int]] = {
        "power": (np.int8, row, NOBODY, powers - 1),
        "kind": (np.int8, row, 0, 1),
        "place": (np.int16, row, 0, places - 1),
        "owner": (np.int8, row, NOBODY, powers - 1),
        "season": (np.int8, (many,), 0, WINTER),
        "year": (np.int16, (many,), 1, YEARS),
        "dice": (np.uint64, (many, 1), 1, 2**64 - 1),
        "phase": (np.int8, (many,), 0, OVER),
        "lost": (np.int8, row, NOBODY, powers - 1),
        "lost_kind": (np.int8, row, 0, 1),
        "lost_place": (np.int16, row, 0, places - 1),
        "lost_by": (np.int16, row, -1, known.provinces - 1),
        "barred": (np.int8, row, 0, 1),
        "contested": (np.int8, row, 0, 1),
    }
    checked = [
        array_in(f"games.{name}", array, *fit[name]) for name, array in given._asdict().items()
    ]
    games = Games(*checked)
    _stand_there(games.power, games.kind, games.place, "place")
    _stand_there(games.lost, games.lost_kind, games.lost_place, "lost_place")
    return games


def _stand_there(power: Int8s, kind: Int8s, place: Int16s, name: str) -> None:
    """InputError where a unit's place is not in its province, or it cannot stand there."""
    known = board()
    afloat = (power != NOBODY) & (lexicon().codes.holds[kind, place] < 0)
    if afloat.any():
        game, at = np.argwhere(afloat)[0].tolist()
        unit = f"{KINDS[kind[game, at]]} {known.places[place[game, at]]}"
        raise InputError(f"games.{name}[{game}, {at}] is of {unit}, which cannot stand there.")
    wrong = (power != NOBODY) & (known.tables.province[place] != np.arange(known.provinces))
    if wrong.any():
        game, at = np.argwhere(wrong)[0].tolist()
        there, here = known.places[place[game, at]], known.places[at]
        raise InputError(f"games.{name}[{game}, {at}] is {there}, which is not in {here}.")


def numbers_in(given: object, games: int) -> Int32s:
    """The numbers of orders for so many games; -1 for none.

    Raises:
        InputError: for another shape or dtype, or a number that no order has.
    """
    shape = (games, board().provinces)
    return array_in("orders", given, np.int32, shape, -1, len(lexicon().texts) - 1)


def array_in(
    name: str, given: object, dtype: type[np.generic], shape: tuple[int, ...], least: int, most: int
) -> NDArray[Any]:
    """An array of this dtype and shape, all of it in range, that compiled code may write on.

    Raises:
        InputError: for any other.
    """
    wanted = f"an array of {np.dtype(dtype).name}, of shape {shape}"
    if not isinstance(given, np.ndarray):
        raise InputError(f"{name} is {wanted}, not {type(given).__name__}.")
    if given.dtype != dtype or given.shape != shape:
        raise InputError(f"{name} is {wanted}, not of {given.dtype}, of shape {given.shape}.")
    if given.size and (given.min() < least or given.max() > most):
        wrong = given[(given < least) | (given > most)][0]
        raise InputError(f"{name} has numbers from {least} to {most}, and not {wrong}.")
    return np.require(given, requirements=["C", "W", "A"])


def count_in(name: str, given: object, least: int) -> int:
    """A whole number that is not too small.

    Raises:
        InputError: for anything else.
    """
    if isinstance(given, bool) or not isinstance(given, int | np.integer) or given < least:
        raise InputError(f"{name} is a whole number from {least} on, not {given!r}.")
    return int(given)
