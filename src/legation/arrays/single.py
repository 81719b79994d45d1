"""One position at a time, from texts to fates: Python goes in, and Python comes out."""

from __future__ import annotations

import threading
from functools import cache

import numpy as np

from legation.arrays.playing import unlisted
from legation.arrays.standard import board, lexicon, position_in
from legation.arrays.texts import Texts, by_power, look_up, read_all
from legation.board.calendar import MOVEMENT
from legation.board.position import Position
from legation.kernel.codes import UNORDERED
from legation.kernel.compiling import ready
from legation.kernel.games import NOBODY, games_for, scratch_for
from legation.kernel.tables import KINDS
from legation.kernel.translate import put_position
from legation.kernel.turns import FATES, carry_out, ends_for
from legation.rules.reports import Fate
from legation.sight.view import View


class _One(threading.local):
    """Room for one game, of each thread, kept from call to call."""

    def __init__(self) -> None:
        self.games = games_for(board(), 1, 0)
        self.numbers = np.full((1, board().provinces), UNORDERED, np.int32)
        self.ends = ends_for(1, board().provinces)
        self.scratch = scratch_for(board())
        # Python writes through these twice as fast as into arrays.
        self.power = self.games.power.reshape(-1).data
        self.kind = self.games.kind.reshape(-1).data
        self.place = self.games.place.reshape(-1).data
        self.number = self.numbers.reshape(-1).data


@cache
def _one() -> _One:
    return _One()


@cache
def _units() -> dict[tuple[str, str], tuple[int, int, int]]:
    """Kind and place of a unit → kind, place and province as numbers."""
    known = board()
    return {
        (kind, place): (k, number, int(known.tables.province[number]))
        for k, kind in enumerate(KINDS)
        for number, place in enumerate(known.places)
        if known.graph.can_stand(kind, place)
    }


def fates(position: View | Position, orders: Texts) -> dict[str, Fate]:
    """What comes of orders in one position: the unit (``A Par``) → its order's fate.

    A unit without an order holds; an order that is not legal is ``VOID``. In a
    retreat phase the units are the dislodged, in an adjustment phase those removed,
    and what is built is named by its order (``Build A Par``). Texts as this
    program writes them are looked up, others are read.

    Raises:
        InputError, RefusedError: as `games_of`.
        OrderError: as `orders_of`.
    """
    board_now, given = position_in(position), by_power(orders)
    one = _one()
    one.numbers.fill(UNORDERED)
    quick = board_now.phase.kind == MOVEMENT and _set_out(one, board_now)
    if not (quick and look_up((one.power, one.kind, one.place), given, one.number)):
        if not quick:
            put_position(board(), one.games, 0, board_now)
        one.numbers.fill(UNORDERED)
        for province, number in read_all(board_now, given).items():
            one.numbers[0, province] = number
    return _carried(one, board_now)


def _set_out(one: _One, position: Position) -> bool:
    """Write the units of a movement into the room; False where they need a closer look."""
    games, units, numbers = one.games, _units(), board().power_number
    games.power.fill(NOBODY)
    games.lost.fill(NOBODY)
    games.contested.fill(0)
    games.owner.fill(NOBODY)  # who owns what matters to no movement
    games.season[0] = games.phase[0] = 0
    power, kind, place = one.power, one.kind, one.place
    for unit in position.units:
        row = units.get((unit.kind, unit.place))
        if row is None or unit.strength != 1 or power[row[2]] != NOBODY:
            return False
        at = row[2]
        power[at], kind[at], place[at] = numbers.get(unit.power, NOBODY), row[0], row[1]
        if power[at] == NOBODY:
            return False
    return True


def _carried(one: _One, position: Position) -> dict[str, Fate]:
    """Carry out what stands in the room."""
    tables, codes = board().tables, lexicon().codes

    def run(games: int) -> None:
        span = (0, games)
        carry_out(tables, codes, one.games, one.numbers, span, one.scratch, *unlisted(), one.ends)

    ready("adjudicate", carry_out, lambda: run(0))
    run(1)
    told = one.ends.fate[0].tolist()
    if position.phase.kind == MOVEMENT:
        at = board().number
        return {str(unit): FATES[told[at[unit.province]]] for unit in position.units}
    lost = {d.unit.province: str(d.unit) for d in position.dislodged}
    there = {unit.province: str(unit) for unit in position.units}
    named: dict[str, Fate] = {}
    for province, fate in enumerate(told):
        if fate >= 0:
            code, number = board().places[province], int(one.numbers[0, province])
            built = "" if number < 0 else str(lexicon().texts[number])
            name = lost.get(code) or there.get(code) or built
            named[name] = FATES[fate]
    return named
