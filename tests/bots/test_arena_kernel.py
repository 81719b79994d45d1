"""The arena of the compiled kernel, in the process in which the kernel's tests are."""

import random

from test_seeker import EFFORT, midgame, outlook

from legation.bots.arena import Arena
from legation.bots.quick import QuickArena
from legation.bots.seat import Seat
from legation.bots.seeking import Search
from legation.bots.steady import Steady
from legation.bots.temper import Temper


def test_the_kernel_finds_the_same_values() -> None:
    game = midgame()
    for power in game.waiting[:2]:
        found = []
        for kind in (Arena, QuickArena):
            seat = Seat(game.book, game.view(power), random.Random(3))
            arena = kind(seat, outlook(seat.view), 6, 2)
            start = tuple(seat.read(Steady(seat).sheet()).orders)
            sheet = Search(seat, arena, EFFORT, Temper()).best([start])
            found.append((sheet, arena.values([start, sheet], 6), arena.tried))
        assert found[0] == found[1]
