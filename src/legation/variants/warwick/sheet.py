"""Which orders units will carry out, asked before anybody fights."""

from __future__ import annotations

from legation.board.orders import UNIT_SLOT, Order
from legation.board.units import Unit
from legation.errors import OrderError
from legation.rules.legality import judge
from legation.rules.settle import own_unit
from legation.rules.survey import Survey
from legation.rules.work import Sheets


def carried_out(survey: Survey, orders: Sheets) -> dict[Unit, Order]:
    """Unit → its order, settled: of several legal ones the first (STD-ORD)."""
    found: dict[Unit, Order] = {}
    for power, sheet in orders.items():
        for order in sheet:
            kind = survey.book.order_types.get(order.verb)
            if kind is None or kind.slot != UNIT_SLOT or order.unit is None:
                continue
            try:
                settled = judge(survey, power, order)
                assert settled.unit is not None
                found.setdefault(own_unit(survey, power, settled.unit), settled)
            except OrderError:
                continue
    return found
