"""The kernel is loaded beside the searches, which go by it as soon as it is there."""

import random
from threading import Event

import pytest

from legation.bots import quick
from legation.bots.arena import Arena
from legation.bots.outlook import Outlook, weights_for
from legation.bots.seat import Seat
from legation.bots.seeking import Effort
from legation.table.game import Game


class ByKernel(Arena):
    """Stands for the compiled one."""


def test_a_search_goes_on_while_the_kernel_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    game, weights, there, begun = Game.new(), weights_for("standard"), Event(), []
    assert weights is not None
    seat = Seat(game.book, game.view("France"), random.Random(1))
    outlook = Outlook(seat, weights, dict.fromkeys(game.book.possible_centres, 1.0))

    def load(*_: object) -> None:
        begun.append(1)
        there.wait()
        made.loaded = True

    class made(quick._Made):  # noqa: N801, as the one whose place it takes
        searches, loading, loaded = quick.AFTER, None, False

    for name, other in {
        "_Made": made,
        "serves": lambda _: True,
        "_load": load,
        "QuickArena": ByKernel,
    }.items():
        monkeypatch.setattr(quick, name, other)
    kinds = [type(quick.arena_for(seat, outlook, Effort(1, 1, 1))) for _ in range(3)]
    assert kinds == [Arena] * 3
    there.set()
    assert made.loading is not None
    made.loading.join()
    assert type(quick.arena_for(seat, outlook, Effort(1, 1, 1))) is ByKernel
    assert begun == [1], "once in a process"
