"""An order in the words of somebody who reads it aloud: ``French army Paris to Burgundy``."""

from __future__ import annotations

from legation.board.orders import PLACE, Order, OrderType
from legation.board.units import Unit, a_kind
from legation.rules.rulebook import Rulebook


def adjective(book: Rulebook, power: str) -> str:
    """The power as an adjective; by its name where it has none."""
    nation = book.nations.get(power)
    return nation.adjective if nation else power


def place_said(book: Rulebook, place: str) -> str:
    """The name of a place; as written where the map has none such."""
    return book.graph.name(place) if place in book.graph.places else place


def places_of(order: Order, kind: OrderType) -> list[str]:
    """The places that an order names, in the order in which its type declares them."""
    values = [order.field(field.name) for field in kind.fields if field.kind == PLACE]
    return [str(value) for value in values if value]


def order_said(book: Rulebook, power: str, order: Order, unit: Unit | None, way: list[str]) -> str:
    """An order in words; `way` is where it leads, by the names of its places.

    Without a `power`, and a unit of one, it is not said whose it is.
    """
    named = order.unit
    if unit is not None:
        who = f"{adjective(book, unit.power)} {book.graph.nouns.get(unit.kind, unit.kind)}"
        who = f"{who} {place_said(book, unit.place)}"
    elif named is not None:
        who = f"{adjective(book, power)} {book.graph.nouns.get(named.kind[-1:], 'unit')}"
        who = f"{who} {place_said(book, named.place)}".strip()
    else:
        who = power
    target = _target(book, order)
    goal = place_said(book, order.goal)
    match order.verb:
        case "move" | "double":
            carried = ", by convoy" if order.via else ""
            return f"{who} to {', then '.join(way[1:]) or goal}{carried}"
        case "hold":
            return f"{who} holds"
        case "support":
            return f"{who} supports {target}" + (f" to {goal}" if order.goal else " in place")
        case "convoy":
            return f"{who} carries {target} to {goal}"
        case "retreat":
            return f"{who} retreats to {' or '.join(way[1:]) or goal}"
        case "disband":
            return f"{who} disbands"
        case "build":
            assert named is not None
            place = place_said(book, named.place)
            return f"{power} builds {a_kind(named.kind[-1:] or 'U', book.graph.nouns)} in {place}"
        case "remove":
            return f"{power} removes {who}"
    written = book.write(order, "names")
    return f"{power}: {written}" if power else written


def _target(book: Rulebook, order: Order) -> str:
    if order.target is None:
        return ""
    named = order.target
    noun = book.graph.nouns.get(named.kind[-1:], "unit")
    whose = f"{adjective(book, named.power)} " if named.power else ""
    return f"{whose}{noun} {place_said(book, named.place)}"
