"""Diplomacy points: what may be bid, and what the minor powers do for it (LO-DP).

Bids are secret. They leave the turn before anybody fights; what remains is one
written order for each minor power's unit, the same whatever brought it about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from legation.board.calendar import MOVEMENT
from legation.board.graph import province_of
from legation.board.orders import MANY_SLOT, NUMBER, PLACE, UNIT_FIELD, Field, Order, OrderType
from legation.board.position import Position
from legation.board.units import Unit
from legation.rules.criteria import CRITERIA
from legation.rules.legality import judge
from legation.rules.naming import own_name, unit_named
from legation.rules.refusals import IllegalError, RefusedOrderError, because
from legation.rules.reports import Fact, Report
from legation.rules.survey import Criterion, SheetFault, Survey
from legation.rules.work import Work

from .minors import Ledger
from .options import Options

BID = "bid"
MOST_POINTS = 3
SECRETS = frozenset({BID, "bids-forfeited", "bid-void"})
"""The verb, and the kinds of report, that tell of bids (LO-DP-5)."""

BIDS = OrderType(
    BID,
    MOVEMENT,
    (
        "DP {points}: {unit} S {target} [- {goal}]",
        "DP {points}: {unit} H",
        "DP {points} {unit} S {target} [- {goal}]",
        "DP {points} {unit} H",
        "{points} DP [:] {unit} S {target} [- {goal}]",
        "{points} DP [:] {unit} H",
        # read in order to be refused with a reason (LO-MP-4)
        "DP {points}: {unit} - {walk}",
        "{points} DP [:] {unit} - {walk}",
    ),
    (
        Field("points", NUMBER, minimum=1, maximum=MOST_POINTS),
        Field("unit", UNIT_FIELD, "minor unit", prompt="Which minor power's unit?"),
        Field("walk", PLACE, "minor walk", optional=True),
        Field(
            "target",
            UNIT_FIELD,
            "bid target",
            optional=True,
            prompt="Which unit does it support, if it does not hold?",
        ),
        Field("goal", PLACE, "bid goal", optional=True, prompt="Where does that unit go?"),
    ),
    clause="LO-DP-4",
    help="Put diplomacy points on an order of a minor power's unit: hold, or support.",
    slot=MANY_SLOT,
)


def points_of(position: Position, power: str) -> int:
    """The diplomacy points of a power: one a centre, three at most (LO-DP-1a)."""
    return min(MOST_POINTS, len(position.centres_of(power)))


# What may be bid (LO-DP-2, LO-MP-4)


def _minor_units(survey: Survey, _unit: Unit, _order: Order) -> Collection[object]:
    players = survey.book.players
    return {survey.name_of(u) for u in survey.position.units if u.power not in players}


def _why_no_minor(_survey: Survey, unit: Unit, _order: Order) -> Report:
    return because("great-power", unit=unit)


def _no_walk(_survey: Survey, _unit: Unit, _order: Order) -> Collection[object]:
    return ()


def _why_no_walk(_survey: Survey, unit: Unit, _order: Order) -> Report:
    return because("minor-stays", unit=unit)


def _bid_goals(survey: Survey, unit: Unit, order: Order) -> Collection[object]:
    if order.target is None:
        return ("",)
    return CRITERIA["supported goal"].values(survey, unit, order)


CHECKS: Mapping[str, Criterion] = {
    "minor unit": Criterion("LO-DP-2", _minor_units, _why_no_minor),
    "minor walk": Criterion("LO-MP-4", _no_walk, _why_no_walk),
    "bid target": replace(CRITERIA["supported unit"], clause="LO-DP-2"),
    "bid goal": Criterion("LO-DP-2", _bid_goals, CRITERIA["supported goal"].why),
}


def check_sheet(survey: Survey, power: str, orders: Sequence[Order]) -> list[SheetFault]:
    """The bids beyond a power's points, in the order written, and rival ones (LO-DP-4, LO-DP-2)."""
    budget, spent = points_of(survey.position, power), 0
    wishes: dict[str, Order] = {}
    faults = []
    for index, bid in enumerate(orders):
        if bid.verb != BID:
            continue
        order = wish(survey, power, bid)
        fault = _split(survey, power, bid, order, wishes)
        if fault is None and spent + _points(bid) > budget:
            why = because("points-spent", power=power, points=budget, left=budget - spent)
            fault = IllegalError(survey.book, why, bid)
        if fault is not None:
            faults.append(SheetFault(index, fault))
            continue
        spent += _points(bid)
        wishes.setdefault(_place(order), order)
    return faults


def _split(
    survey: Survey, power: str, bid: Order, order: Order, wishes: Mapping[str, Order]
) -> IllegalError | None:
    """Why a bid cannot stand beside those before it, if bids may not be split (LO-DP-2).

    `wishes` are the orders bid for so far, by province.
    """
    first = wishes.get(_place(order), order)
    if first == order or Options.of(survey.book).split_bids == "yes":
        return None
    return IllegalError(survey.book, because("bids-split", power=power, first=first), bid)


def _place(order: Order) -> str:
    assert order.unit is not None
    return order.unit.province


def _points(bid: Order) -> int:
    value = bid.field("points")
    return max(0, value) if isinstance(value, int) else 0


def wish(survey: Survey, power: str, bid: Order) -> Order:
    """The order that a bid is for, written in one way only (LO-DP-3a).

    Raises:
        RefusedOrderError: where it cannot be.
    """
    bid = judge(survey, power, bid)
    assert bid.unit is not None
    unit = unit_named(survey, bid.unit)
    if bid.target is None:
        return Order("hold", own_name(unit))
    order = Order("support", own_name(unit), bid.target, bid.goal)
    target, goal = unit_named(survey, bid.target), province_of(bid.goal)
    coasts = [place for place in survey.steps(target) if province_of(place) == goal]
    plain = replace(order, goal=goal)
    # A coast matters only where two can be reached.
    if len(coasts) == 1 and goal in CRITERIA["supported goal"].values(survey, unit, plain):
        return plain
    return order


# What the minor powers do (LO-DP-3)


def settle_bids(work: Work) -> Work:
    """Take the bids out of the turn, and write an order for each minor power's unit."""
    survey = work.survey()
    pledged: dict[str, Counter[Order]] = {}
    gone = Ledger.of(work.truth).fallen
    for power, sheet in sorted(work.orders.items()):
        if power in gone:  # nobody plays it any more (LO-CD-d)
            work = work.ordering(power, ())
            continue
        bids = [order for order in sheet if order.verb == BID]
        work = work.ordering(power, [order for order in sheet if order.verb != BID])
        good, told = _accepted(survey, power, bids)
        for order, points in good:
            pledged.setdefault(_place(order), Counter())[order] += points
        work = work.tell(*told)
    carried: dict[str, list[Order]] = {}
    for unit in work.position.units:
        if unit.power not in work.book.players:
            order = _winner(unit, pledged.get(unit.province, Counter()))
            carried.setdefault(unit.power, []).append(order)
    for minor, orders in carried.items():
        work = work.ordering(minor, orders)
    return work


Pledges = list[tuple[Order, int]]


def _accepted(survey: Survey, power: str, bids: list[Order]) -> tuple[Pledges, list[Report]]:
    """The orders that a power's bids are for, with their points, and what it is told."""
    budget, spent = points_of(survey.position, power), sum(map(_points, bids))
    only = frozenset({power})
    if spent > budget:
        facts: dict[str, Fact] = {"power": power, "points": spent, "budget": budget}
        return [], [Report("bids-forfeited", "LO-DP-4", facts, only)]
    accepted: Pledges = []
    told = []
    wishes: dict[str, Order] = {}
    for bid in bids:
        try:
            order = wish(survey, power, bid)
            fault: RefusedOrderError | None = _split(survey, power, bid, order, wishes)
        except RefusedOrderError as error:
            fault = error
        if fault is not None:
            void: dict[str, Fact] = {"power": power, "order": bid, "why": fault.why}
            told.append(Report("bid-void", "LO-DP-2", void, only))
            continue
        wishes.setdefault(_place(order), order)
        accepted.append((order, _points(bid)))
        assert order.unit is not None
        minor = unit_named(survey, order.unit).power
        put: dict[str, Fact] = {"power": power, "minor": minor}
        put |= {"order": order, "points": _points(bid)}
        told.append(Report("bid", "LO-DP-5", put, only))
    return accepted, told


def _winner(unit: Unit, pledged: Counter[Order]) -> Order:
    """The order with more points than any other, else to hold (LO-DP-3b, LO-DP-3c, LO-MP-4)."""
    ranked = pledged.most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return Order("hold", own_name(unit))
    return ranked[0][0]
