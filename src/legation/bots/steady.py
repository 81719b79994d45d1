"""The steady player: a heuristic in the DumbBot tradition, on any map.

`values` says what places are worth, `front` what could happen there, `plan`
what each unit does, `movement` and `adjust` what is written on the sheet; last
comes the variant's own judgement, `advice`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.once import once
from legation.board.orders import Order
from legation.bots.adjust import adjustment_orders, retreat_orders
from legation.bots.completing import completed
from legation.bots.draws import for_a_draw
from legation.bots.front import Front
from legation.bots.movement import movement_orders
from legation.bots.planners import values_for
from legation.bots.seat import Seat
from legation.bots.temper import USUAL, Temper, tempered
from legation.rules.rulebook import Rulebook
from legation.sight.view import View

_OPENINGS = 32  # so many dice a first year is drawn from, so that each opening comes now and then


class Steady:
    """Judgement in one seat. Asked again it draws again, and may hand in another sheet."""

    def __init__(self, seat: Seat, temper: Temper = USUAL) -> None:
        self.seat, self.temper = seat, temper
        soon = seat.view.phase.kind == ADJUSTMENT or not seat.harvest
        self.values = values_for(seat, soon, temper.caution)

    @once
    def _front(self) -> Front:
        return Front(self.seat)

    def sheet(self) -> list[str]:
        """Orders for all that the seat's power has to decide; none where that is nothing."""
        seat = self.seat
        if seat.idle:
            return []
        advise = seat.advice.sheet
        orders = advise(
            seat.survey, seat.kept, seat.power, self._planned(), self.values.of, seat.rng
        )
        return completed(seat, seat.sheet(orders))

    def _planned(self) -> list[Order]:
        """What the variant has its say on; of other phases than the usual all is its own."""
        kind = self.seat.view.phase.kind
        if kind == MOVEMENT:
            return movement_orders(self._front, self.values, self.temper.heat(self.seat))
        if kind == RETREAT:
            return retreat_orders(self.seat, self.values)
        return adjustment_orders(self.seat, self.values) if kind == ADJUSTMENT else []


def judged(seat: Seat, temper: Temper) -> list[str]:
    """The sheet that judgement hands in; in the first year by one of a few dice."""
    if seat.opening and seat.view.phase.kind == MOVEMENT:
        dice = random.Random(seat.rng.randrange(_OPENINGS))
        seat = Seat(seat.book, seat.view, dice)
    return Steady(seat, temper).sheet()


@dataclass(frozen=True)
class SteadyBot:
    """Goes where most is to be won, with the support that it takes; see the module."""

    name: str = "steady"
    temper: Temper = USUAL

    def choose(self, book: Rulebook, view: View, rng: random.Random) -> list[str]:
        """Orders by judgement for all that the viewer's power has to decide."""
        return judged(Seat(book, view, rng), self.temper)

    def vote(self, book: Rulebook, view: View, rng: random.Random) -> bool:
        """For a draw, unless it leads far enough."""
        del rng
        return for_a_draw(book, view)


BOT = SteadyBot()


def made(words: Iterable[str]) -> SteadyBot:
    """The bot with another temper."""
    return SteadyBot(*tempered(BOT.name, BOT.temper, words))
