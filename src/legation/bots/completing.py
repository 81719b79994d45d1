"""A sheet that a variant asks for more than is on it: something of its own types is put on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from legation.board.calendar import ADJUSTMENT, SETUP
from legation.board.orders import STANDARD_TYPES, Order
from legation.bots.seat import Seat
from legation.rules.choices import Choices
from legation.rules.menus import beside_menu, menu

_TRIES = 40


def completed(seat: Seat, lines: list[str]) -> list[str]:
    """The sheet with what it must have and lacks, if one order of a variant's own mends that."""
    reading = seat.read(lines)
    if reading.complete:
        return lines
    given = list(zip(reading.texts, reading.orders, strict=True))
    for order in _special(seat):
        text = seat.book.write(order)
        rest = [line for line, other in given if not _in_one_place(order, other)]
        tried = seat.sheet([text, *rest])
        if text in tried and seat.read(tried).complete:
            return tried
    return lines


def _in_one_place(one: Order, other: Order) -> bool:
    """Are these for the same unit, or for two in one place?"""
    if one.unit is None or other.unit is None:
        return False
    return one.unit.province == other.unit.province


def _special(seat: Seat) -> Iterator[Order]:
    """Some orders of the variant's own types, at random."""
    listed = list(beside_menu(seat.survey, seat.power))
    if seat.view.phase.kind not in (ADJUSTMENT, SETUP):
        for unit in seat.units:
            listed += [c for c in menu(seat.survey, unit) if c.verb not in STANDARD_TYPES]
    listed.sort(key=str)
    for choices in seat.rng.sample(listed, min(len(listed), _TRIES)):
        yield one_of(seat, choices)


def one_of(seat: Seat, choices: Choices) -> Order:
    """One of these orders, its numbers and words drawn from what they may be."""
    rng = seat.rng
    order = rng.choice(sorted(choices.orders(), key=str))
    drawn: dict[str, str | int] = {
        r.field: rng.randrange(r.minimum, r.maximum + 1, r.step) for r in choices.ranges
    }
    drawn |= {name: rng.choice(words) for name, words in choices.words}
    order = replace(order, extra=tuple((name, drawn.get(name, v)) for name, v in order.extra))
    if order.verb == "retreat" and seat.book.ranked_retreats:
        return _ranked(seat, order, choices)
    return order


def _ranked(seat: Seat, order: Order, choices: Choices) -> Order:
    """A retreat with further places behind the first (STD-RET)."""
    kind = seat.book.order_types["retreat"]
    names = [field.name for field in kind.fields if field.name != "goal"]
    others = [goal for goal in choices.goals if goal != order.goal]
    ranked = seat.rng.sample(others, min(len(others), len(names)))
    return replace(order, extra=tuple(zip(names, ranked, strict=False)))
