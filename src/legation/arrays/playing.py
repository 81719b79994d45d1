"""Many games at once: what may be ordered, orders by chance, what comes of orders."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from legation.arrays.checks import count_in, games_in, numbers_in
from legation.arrays.standard import board, lexicon
from legation.errors import InputError, meant
from legation.kernel.choose import ANY, LIKE_PLAYERS, Style
from legation.kernel.codes import UNORDERED
from legation.kernel.compiling import ready
from legation.kernel.games import Games, Scratch, games_for, scratch_for
from legation.kernel.layout import Int8s, Int16s, Int32s, Int64s
from legation.kernel.lists import draw_numbered, list_numbered
from legation.kernel.play import COUNTED, play_on, play_range
from legation.kernel.spread import spread
from legation.kernel.turns import Ends, carry_out, ends_for

STYLES = {"any": ANY, "players": LIKE_PLAYERS}
_AT_ONCE = 800  # orders of a position for which there is room at first: 578 in mid-game


class Lists(NamedTuple):
    """The legal orders of B games, by province. M orders in all, P provinces.

    Those of the unit in province p of game g (in an adjustment phase also what
    may be built in p) are ``orders[first[g, p]:first[g, p + 1]]``, each legal by
    itself; none where nothing is to be ordered.

    - first: int64 (B, P + 1).
    - orders: int32 (M,), numbers of orders.
    """

    first: Int64s
    orders: Int32s

    def of(self, game: int) -> Int32s:
        """All orders of one game, (m,)."""
        return self.orders[self.first[game, 0] : self.first[game, -1]]


class Results(NamedTuple):
    """What came of the orders of B games, by province. P provinces.

    - fate: int8 (B, P), an index into ``names().fates``; -1 where nothing was to
      be ordered. An order that is not legal is ``VOID``, whatever its number.
    - at: int16 (B, P), the place where the unit now is; -1 where it was
      dislodged, disbanded or removed.
    - by: int16 (B, P), the province that the attack on a dislodged unit came
      from; else -1.
    - after: the games in the next phase in which anybody has anything to decide.
    """

    fate: Int8s
    at: Int16s
    by: Int16s
    after: Games


def legal_orders(games: Games, threads: int = 1) -> Lists:
    """All legal orders of all units of the games, in whatever phase each is.

    Of a supported fleet's move to a province with two coasts the order without
    the coast is listed, though one with it is legal as well.

    Raises:
        InputError: for arrays that are no Games, or no number of threads.
    """
    return lists_of(games_in(games), count_in("threads", threads, 1))


def lists_of(checked: Games, threads: int) -> Lists:
    """The same, of arrays that are as they should be."""
    listing_ready()
    first = first_for(len(checked.year))

    def run(_: int, begin: int, end: int) -> list[Part]:
        return list_part(checked, scratch_for(board()), first, begin, end)

    return joined(first, spread(len(checked.year), threads, run))


class Part(NamedTuple):
    """The legal orders of the games from `begin` up to `end`, as `Lists.orders` of them alone."""

    begin: int
    end: int
    orders: Int32s


def first_for(many: int) -> Int64s:
    """Room for `Lists.first` of so many games."""
    return np.zeros((many, board().provinces + 1), np.int64)


def listing_ready() -> None:
    """Have the function that lists compiled."""

    def nothing() -> None:
        games, scratch = games_for(board(), 0, 0), scratch_for(board())
        span, listed = (0, 0), np.empty(0, np.int32)
        list_numbered(board().tables, lexicon().codes, games, span, scratch, first_for(0), listed)

    ready("legal_orders", list_numbered, nothing)


def list_part(checked: Games, scratch: Scratch, first: Int64s, begin: int, end: int) -> list[Part]:
    """List the orders of the games from `begin` up to `end`, in as many parts as there is need."""
    tables, codes, parts = board().tables, lexicon().codes, []
    room = _AT_ONCE * (end - begin)
    while begin < end:
        listed: Int32s = np.empty(room, np.int32)
        to = list_numbered(tables, codes, checked, (begin, end), scratch, first, listed)
        if to == begin:  # more than there is room for, in one game
            room *= 2
            continue
        parts.append(Part(begin, to, listed[: first[to - 1, -1]]))
        begin = to
    return parts


def joined(first: Int64s, found: list[list[Part]]) -> Lists:
    """What all threads listed, in the order of the games, as one list."""
    parts = [part for several in found for part in several]
    if len(parts) == 1:
        return Lists(first, parts[0].orders)
    at = 0
    for part in parts:
        first[part.begin : part.end] += at
        at += len(part.orders)
    orders = [part.orders for part in parts]
    return Lists(first, np.concatenate(orders) if orders else np.empty(0, np.int32))


def adjudicate(games: Games, orders: Int32s, threads: int = 1) -> Results:
    """Carry out the phase in which each game is, and go on to its next; the games are not changed.

    `orders`: int32 (B, P), numbers of orders, -1 for none, as `orders_of`, `pick`
    and `draw` make them. What is not legal is void; a unit without an order
    holds, a dislodged one disbands, missing removals go by the rule (STD-NMR),
    missing builds are waived. Of more builds or removals than are due those of
    the first provinces count. A game that is over stays as it is.

    Raises:
        InputError: for arrays of another shape, dtype or range.
    """
    checked, threads = games_in(games), count_in("threads", threads, 1)
    numbers = numbers_in(orders, len(checked.year))
    after = Games._make(array.copy() for array in checked)
    ends = ends_for(len(checked.year), board().provinces)
    run_out(after, numbers, ends, threads)
    return Results(*ends, after)


@cache
def unlisted() -> Lists:
    """Of games whose orders are not listed: the kernel then lists those of each as it comes."""
    return Lists(np.zeros((0, board().provinces + 1), np.int64), np.zeros(0, np.int32))


def run_out(games: Games, numbers: Int32s, ends: Ends, threads: int) -> None:
    """The same, of arrays that are as they should be, and changed in place."""
    carrying_ready()

    def run(_: int, begin: int, end: int) -> None:
        run_part(games, numbers, ends, unlisted(), scratch_for(board()), begin, end)

    spread(len(games.year), threads, run)


def carrying_ready() -> None:
    """Have the function that carries out orders compiled."""

    def nothing() -> None:
        games, size = games_for(board(), 0, 0), board().provinces
        numbers, ends = np.empty((0, size), np.int32), ends_for(0, size)
        run_part(games, numbers, ends, unlisted(), scratch_for(board()), 0, 0)

    ready("adjudicate", carry_out, nothing)


def run_part(
    games: Games, numbers: Int32s, ends: Ends, lists: Lists, scratch: Scratch, begin: int, end: int
) -> None:
    """Carry out the orders of the games from `begin` up to `end`, in place.

    `lists` are the legal orders of these very games, or `unlisted`.
    """
    tables, codes, span = board().tables, lexicon().codes, (begin, end)
    carry_out(tables, codes, games, numbers, span, scratch, *lists, ends)


def draw(games: Games, style: str = "any", threads: int = 1) -> Int32s:
    """An order by chance for each unit, int32 (B, P), in whatever phase each game is.

    `style`: ``any`` draws from all legal orders of a unit alike; ``players``
    lets a third support and a tenth convoy, mostly what is really ordered.
    Builds and removals are as many as are due, a few builds waived. The games'
    dice go on, in place: nothing else of them changes.

    Raises:
        InputError: for arrays that are no Games, or another style.
    """
    checked, threads = games_in(games), count_in("threads", threads, 1)
    chosen, tables, codes = style_in(style), board().tables, lexicon().codes
    drawn: Int32s = np.full((len(checked.year), board().provinces), UNORDERED, np.int32)

    def run(_: int, begin: int, end: int) -> None:
        scratch = scratch_for(board())
        draw_numbered(tables, codes, checked, (begin, end), chosen, scratch, drawn)

    ready("draw", draw_numbered, lambda: run(0, 0, 0))
    spread(len(checked.year), threads, run)
    if checked.dice is not games.dice:
        games.dice[:] = checked.dice
    return drawn


def play(
    games: Games, phases: int, style: str = "any", threads: int = 1
) -> tuple[Games, dict[str, int]]:
    """So many movement phases of each game by chance, with all that follows them.

    Returns the games, each before its next movement or over, and what happened
    in all of them together: phases, units, legal orders, arrivals and so on. It
    is `draw` and `adjudicate` again and again, and ten times as fast.

    Raises:
        InputError: as `draw`, and for a number of phases below 0.
    """
    checked, threads = games_in(games), count_in("threads", threads, 1)
    chosen, many = style_in(style), count_in("phases", phases, 0)
    after = Games._make(array.copy() for array in checked)
    nothing = np.zeros(len(COUNTED), np.int64)

    def begin() -> None:
        play_range(board().tables, after, (0, 0), 0, chosen, scratch_for(board()), nothing)

    ready("play", play_range, begin)
    counted = play_on(board(), after, many, chosen, threads)
    return after, dict(zip(COUNTED, counted.tolist(), strict=True))


def style_in(style: str) -> Style:
    """The style of this name.

    Raises:
        InputError: where there is none.
    """
    if not isinstance(style, str) or style not in STYLES:
        there = f" There are {' and '.join(STYLES)}."
        raise InputError(f'there is no style "{style}".{meant(str(style), STYLES) or there}')
    return STYLES[style]
