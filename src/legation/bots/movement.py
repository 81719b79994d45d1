"""From a plan to orders, supports and convoys matched to what they are for (STD-SUP, STD-CON)."""

from __future__ import annotations

from legation.board.graph import province_of
from legation.board.orders import Order
from legation.bots.front import Front
from legation.bots.planners import planner_for
from legation.bots.values import Values
from legation.bots.weighing import CARRY, GO, HELP, STAY, Act, Plan
from legation.rules.naming import own_name


def movement_orders(front: Front, values: Values, noise: float) -> list[Order]:
    """The orders of a movement phase, those of hired units among them, the variant's not yet.

    Asked again it draws again, and so plans something else.
    """
    plan = _with_fillers(front, planner_for(front, values, noise).plan())
    orders = [_order(front, plan, index) for index in range(front.own)]
    hired = (_help(front, plan, index) for index in range(front.own, len(plan)))
    return [*orders, *(order for order in hired if order is not None)]


def _order(front: Front, plan: Plan, index: int) -> Order:
    act, name = plan[index], own_name(front.actors[index].unit)
    if act.sort == GO:
        return Order("move", name, None, act.place)
    if act.sort == CARRY:
        for army, other in enumerate(plan):
            if other.sort == GO and index in other.carriers:
                target = front.survey.name_of(front.actors[army].unit)
                return Order("convoy", name, target, province_of(other.place))
    return _help(front, plan, index) or Order("hold", name)


def _help(front: Front, plan: Plan, index: int) -> Order | None:
    """The support that an actor gives; None where there is nothing to support."""
    act, actor = plan[index], front.actors[index]
    if act.sort != HELP:
        return None
    helped = _helped(front, plan, act.province)
    if helped is None or helped == index:
        return None
    survey = front.survey
    own = survey.name_of(actor.unit) if actor.hired else own_name(actor.unit)
    target = survey.name_of(front.actors[helped].unit)
    goal = plan[helped].place if plan[helped].sort == GO else ""
    return Order("support", own, target, goal)


def _helped(front: Front, plan: Plan, province: str) -> int | None:
    """Whoever goes to a province, or else stays in it."""
    goers = (i for i, act in enumerate(plan) if act.sort == GO and act.province == province)
    stayers = (
        i for i in range(front.own) if plan[i].sort != GO and front.actors[i].here == province
    )
    return next(goers, next(stayers, None))


def _with_fillers(front: Front, plan: Plan) -> Plan:
    """Those who would only stay support who is in most danger beside them."""
    filled = list(plan)
    for index in range(front.own):
        act, actor = filled[index], front.actors[index]
        idle = act.sort == STAY or (
            act.sort == HELP and _helped(front, filled, act.province) is None
        )
        if not idle:
            continue
        near = [
            (front.threat(province), province)
            for province in front.aids[index]
            if front.threat(province) > 0 and _helped(front, filled, province) is not None
        ]
        filled[index] = Act(HELP, max(near)[1]) if near else Act(STAY, actor.here)
    return filled
