"""The listing and the refusals are one description: what is listed is legal, and nothing else.

Legal is what the criteria alone leave standing: judging asks the tables that list first.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from legation.board.calendar import Phase
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.units import Unit, UnitName
from legation.rules import tabled
from legation.rules.legality import asked
from legation.rules.menus import legal_orders, menu
from legation.rules.survey import Survey
from legation.variants.load import load

BOOK = load()
PROVINCES = [p for p in BOOK.graph.provinces.values() if p.terrain != "impassable"]
GOALS = [place for province in PROVINCES for place in province.places]


def scene(seed: int) -> Survey:
    """A dozen to twenty units somewhere on the board, a good part of them at sea."""
    dice = random.Random(seed)
    units: list[Unit] = []
    for province in dice.sample(PROVINCES, dice.randint(12, 20)):
        stands = [(k, p) for k in "AF" for p in province.places if BOOK.graph.can_stand(k, p)]
        kind, place = dice.choice(stands)
        power = dice.choice(BOOK.powers).name
        units.append(Unit(power, kind, place, id=len(units)))
    return Survey(BOOK, Position(Phase("Spring", 1901, "movement"), tuple(units), {}))


def every_order(unit: Unit, others: list[Unit]) -> Iterator[Order]:
    """Every order that could be written for a unit, legal or not."""
    name = UnitName(unit.place, unit.kind)
    yield Order("hold", name)
    for goal in GOALS:
        yield Order("move", name, None, goal)
        yield Order("move", name, None, goal, via=True)
    for other in others:
        target = UnitName(other.place, other.kind)
        yield Order("support", name, target)
        for province in PROVINCES:
            yield Order("support", name, target, province.code)
            yield Order("convoy", name, target, province.code)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 11))
def test_listed_and_legal_are_the_same(seed: int, which: int) -> None:
    seen = scene(seed)
    unit = seen.position.units[which]
    listed = {o for choices in menu(seen, unit) for o in choices.orders()}
    one_by_one = legal_orders(seen, unit)
    assert set(one_by_one) == listed
    assert len(one_by_one) == len(listed)
    legal = set()
    for order in every_order(unit, list(seen.position.units)):
        found = asked(seen, unit.power, order)
        # The tables have what the criteria leave as it is, and nothing else.
        [(_, looked_up, helped)] = tabled.listed(seen, unit.power, [order])
        assert looked_up == (which if found == order else -1), order
        if looked_up >= 0 and order.target is not None:
            assert seen.names[helped] == order.target
        if isinstance(found, Order):
            legal.add(found)
    overseas = {o.goal for o in listed if o.via}
    plain = {o for o in legal if not (o.verb == "move" and not o.via and o.goal in overseas)}
    near = BOOK.graph.steps(unit.kind, unit.place)
    plain |= {o for o in legal if o.verb == "move" and not o.via and o.goal in near}
    assert plain == listed
