"""The seeking player: it tries its sheets out before it hands one in.

It draws sheets of all others from the judgement of `steady`, on the board that
it knows, and some of its own; carries its own out against theirs, and looks what
the board then promises (`outlook`). The best is improved unit by unit
(`seeking`). It leaves to judgement all but movements, and the games for which
nobody has fitted what a board promises.
"""

from __future__ import annotations

import random

from legation.board.calendar import MOVEMENT
from legation.bots.draws import for_a_draw
from legation.bots.outlook import Outlook, weights_for
from legation.bots.quick import arena_for
from legation.bots.seat import Seat
from legation.bots.seeking import Effort, Search
from legation.bots.steady import Steady
from legation.rules.rulebook import Rulebook
from legation.sight.view import View


class SeekerBot:
    """Takes the sheet that comes to most; see the module."""

    def __init__(self, name: str, effort: Effort) -> None:
        self.name, self._effort = name, effort

    def choose(self, book: Rulebook, view: View, rng: random.Random) -> list[str]:
        """The best sheet found for a movement; else what judgement says."""
        seat = Seat(book, view, rng)
        steady, effort = Steady(seat), self._effort
        weights = weights_for(book.variant)
        if seat.idle or view.phase.kind != MOVEMENT or not seat.units or weights is None:
            return steady.sheet()
        starts = {tuple(seat.read(steady.sheet()).orders): None for _ in range(effort.starts)}
        outlook = Outlook(seat, weights, steady.values.shares)
        arena = arena_for(seat, outlook, effort.answers, effort.sheets)
        return seat.sheet(Search(seat, arena, effort).best(list(starts)))

    def vote(self, book: Rulebook, view: View, rng: random.Random) -> bool:
        """For a draw, unless it leads far enough."""
        del rng
        return for_a_draw(book, view)


BOT = SeekerBot("seeker", Effort())
