"""How many men fleets carry (CL-8b)."""

from __future__ import annotations

from legation.board.graph import ARMY, FLEET
from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.survey import Survey

from .sizes import CARRIES


def needs_ships(survey: Survey, army: Unit, order: Order) -> bool:
    """Is this a move that no army makes by land, or that says it goes by sea?"""
    return army.kind == ARMY and (order.via or order.goal not in survey.steps(army))


def carried_at_most(survey: Survey, army: Unit, goal: str) -> int:
    """The most men that some chain of the fleets on the board could carry there.

    A chain carries what the smallest fleet in it does.
    """
    ships = {
        unit.province: unit.strength
        for unit in survey.position.units
        if unit.kind == FLEET and unit.province in survey.seas
    }
    for least in sorted(set(ships.values()), reverse=True):
        seas = frozenset(sea for sea, count in ships.items() if count >= least)
        if goal in survey.lanes.overseas(army.province, seas):
            return CARRIES * least
    return 0
