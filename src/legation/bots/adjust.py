"""Retreats, builds and removals by the value of the places (STD-RET, STD-ADJ)."""

from __future__ import annotations

from legation.board.graph import province_of
from legation.board.orders import Order
from legation.board.units import Unit, UnitName, kind_and_strength
from legation.bots.seat import Seat
from legation.bots.values import Values
from legation.rules.naming import own_name

_NOISE = 0.1


def retreat_orders(seat: Seat, values: Values) -> list[Order]:
    """Each dislodged unit goes to the best place that no other of its power takes."""
    orders, taken = [], set[str]()
    for lost in seat.lost:
        unit, name = lost.unit, own_name(lost.unit)
        free = [p for p in lost.retreats if province_of(p) not in taken]
        ranked = sorted(free, key=lambda place: -_noisy(seat, values.of(unit, place)))
        if not ranked:
            orders.append(Order("disband", name))
            continue
        order = Order("retreat", name, None, ranked[0])
        if seat.book.ranked_retreats:
            fields = seat.book.order_types["retreat"].fields
            further = [field.name for field in fields if field.name != "goal"]
            order = Order(
                "retreat",
                name,
                None,
                ranked[0],
                extra=tuple(zip(further, ranked[1:], strict=False)),
            )
        if province_of(ranked[0]) not in seat.book.open_places:
            taken.add(province_of(ranked[0]))
        orders.append(order)
    return orders


def adjustment_orders(seat: Seat, values: Values) -> list[Order]:
    """The builds or removals that are due."""
    owed = seat.book.due(seat.survey, seat.power)
    return _builds(seat, values, owed) if owed > 0 else _removals(seat, values, -owed)


def _builds(seat: Seat, values: Values, owed: int) -> list[Order]:
    """The best units in the best places; greater ones where places are fewer than builds."""
    book = seat.book
    scored = {
        name: _noisy(seat, values.at(kind_and_strength(name.kind)[0], name.place))
        for name in book.build_choices(seat.survey, seat.power)
    }
    chosen: dict[str, UnitName] = {}
    ranked = sorted(scored, key=lambda name: (-scored[name], str(name)))
    for name in ranked:
        cost = book.cost(name)
        if cost == 1 and cost <= owed and name.province not in chosen:
            chosen[name.province] = name
            owed -= cost
    for name in ranked:
        other = chosen.get(name.province)
        more = book.cost(name) - (book.cost(other) if other else 0)
        if 0 < more <= owed:
            chosen[name.province] = name
            owed -= more
    return [Order("build", name) for name in chosen.values()]


def _removals(seat: Seat, values: Values, owed: int) -> list[Order]:
    """The units go that stand where there is least to win or to keep."""
    orders = []
    ranked = {unit: _noisy(seat, _use(seat, values, unit)) for unit in seat.units}
    for unit in sorted(ranked, key=lambda unit: (ranked[unit], str(unit))):
        if owed <= 0:
            break
        owed -= seat.book.relief(seat.survey, unit)
        orders.append(Order("remove", own_name(unit)))
    return orders


def _use(seat: Seat, values: Values, unit: Unit) -> float:
    return values.of(unit, unit.place) * seat.advice.weight(seat.survey, unit)


def _noisy(seat: Seat, value: float) -> float:
    return value * (1 + _NOISE * (2 * seat.rng.random() - 1))
