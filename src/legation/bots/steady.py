"""The steady player: a heuristic in the DumbBot tradition, on any map.

`values` says what places are worth, `front` what could happen there, `plan`
what each unit does, `movement` and `adjust` what is written on the sheet; last
comes the variant's own judgement, `advice`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.orders import Order
from legation.bots.adjust import adjustment_orders, retreat_orders
from legation.bots.completing import completed
from legation.bots.draws import for_a_draw
from legation.bots.movement import movement_orders
from legation.bots.seat import Seat
from legation.bots.values import Values
from legation.rules.rulebook import Rulebook
from legation.sight.view import View


class SteadyBot:
    """Goes where most is to be won, with the support that it takes; see the module."""

    name = "steady"

    def choose(self, book: Rulebook, view: View, rng: random.Random) -> list[str]:
        """Orders by judgement for all that the viewer's power has to decide."""
        seat = Seat(book, view, rng)
        if seat.idle:
            return []
        values = Values(seat, soon=view.phase.kind == ADJUSTMENT or not seat.harvest)
        plan = _PLANNED.get(view.phase.kind)
        planned = plan(seat, values) if plan is not None else []
        advise = seat.advice.sheet
        orders = advise(seat.survey, seat.kept, seat.power, planned, values.of, rng)
        return completed(seat, seat.sheet(orders))

    def vote(self, book: Rulebook, view: View, rng: random.Random) -> bool:
        """For a draw, unless it leads far enough."""
        del rng
        return for_a_draw(book, view)


_PLANNED: Mapping[str, Callable[[Seat, Values], list[Order]]] = {
    MOVEMENT: movement_orders,
    RETREAT: retreat_orders,
    ADJUSTMENT: adjustment_orders,
}
"""Kind of phase → who plans it; the others are all the variant's own."""

BOT = SteadyBot()
