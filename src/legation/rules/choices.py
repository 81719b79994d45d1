"""Legal orders, grouped: what differs in one place only stands together.

Never an enumeration of every number. What a unit may do by the map alone is
made once for a rulebook, and then shared by every position.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from legation.board.graph import MapGraph
from legation.board.orders import Further, Order
from legation.board.units import UnitName, unit_name
from legation.rules.reaches import Goals, Reaches


class Range(NamedTuple):
    """The numbers that a field may hold: from, to, and in steps of."""

    field: str
    minimum: int
    maximum: int
    step: int


@dataclass(frozen=True)
class Choices:
    """Legal orders of one unit that differ in one place only.

    `goals` are the places to choose from; an empty one is a support in place,
    and a hold has just that. Goals of a support name provinces; where the
    supported fleet could reach two coasts the order may name one. `via`: the
    move says that it goes by convoy. `ranges` and `words` say what a variant's
    own number and choice fields may hold, for each of them alike; `extra` are
    its other fields, as they are in all of them.
    """

    verb: str
    unit: UnitName | None
    target: UnitName | None = None
    goals: Goals = ("",)
    via: bool = False
    ranges: tuple[Range, ...] = ()
    words: tuple[tuple[str, tuple[str, ...]], ...] = ()
    extra: Further = ()

    def orders(self) -> tuple[Order, ...]:
        """Each of them as an order, with the least number and the first word of each field."""
        return self._orders

    @cached_property
    def _orders(self) -> tuple[Order, ...]:
        least: Further = tuple((r.field, r.minimum) for r in self.ranges)
        extra = (*least, *((name, words[0]) for name, words in self.words), *self.extra)
        verb, unit, target, via = self.verb, self.unit, self.target, self.via
        return tuple([Order(verb, unit, target, goal, via, extra) for goal in self.goals])


@lru_cache(maxsize=8192)
def choices(
    verb: str, unit: UnitName, target: UnitName | None, goals: Goals, via: bool = False
) -> Choices:
    """Choices that many positions have: one of each is kept, with its orders."""
    return Choices(verb, unit, target, goals, via)


class Written(dict[str, Order]):
    """Goal → an order of one verb, unit and target, made when it is first looked up."""

    def __init__(self, verb: str, unit: UnitName, target: UnitName | None = None) -> None:
        self._stem = verb, unit, target, verb == "move"  # a move written here goes by convoy

    def __missing__(self, goal: str) -> Order:
        verb, unit, target, via = self._stem
        order = self[goal] = Order(verb, unit, target, goal, via)
        return order


class Shipped(dict[str, Written]):
    """Label of an army → one verb's orders that help it overseas."""

    def __init__(self, verb: str, unit: UnitName, reaches: Reaches) -> None:
        self._verb, self._unit, self._reaches = verb, unit, reaches

    def __missing__(self, label: str) -> Written:
        written = self[label] = Written(self._verb, self._unit, _named(self._reaches, label))
        return written


class Offer:
    """What a unit of one label may do, made when it is first asked for, then kept.

    `name` is what orders call it; `steps` are the places where it goes without
    a convoy, `reach` the provinces; `alone` are hold and move, the rest is for
    where fleets could carry somebody.
    """

    def __init__(self, graph: MapGraph, reaches: Reaches, kind: str, place: str) -> None:
        self._reaches = reaches
        self.label = label = reaches.label(kind, place)
        self.name = name = _named(reaches, label)
        self.steps = graph.steps(kind, place)
        self.reach = graph.reach(kind, place)
        goals = graph.ordered_steps[kind].get(place, ())
        moves = (Choices("move", name, None, goals),) if goals else ()
        self.alone = (Choices("hold", name), *moves)
        self.orders = tuple(order for choices in self.alone for order in choices.orders())
        self.overseas = Written("move", name)
        self.helped = Shipped("support", name, reaches)
        self.carried = Shipped("convoy", name, reaches)

    @cached_property
    def helps(self) -> Mapping[str, Goals]:
        """Label of another → what it could support of him as he goes without a convoy."""
        near = self._reaches.near(self.label)
        return {label: goals for label, goals in near.items() if label != self.label}

    @cached_property
    def supports(self) -> Mapping[str, Choices]:
        """The same as choices."""
        return {
            label: Choices("support", self.name, _named(self._reaches, label), goals)
            for label, goals in self.helps.items()
        }

    @cached_property
    def support_orders(self) -> Mapping[str, tuple[Order, ...]]:
        """The same as orders."""
        return {label: choices.orders() for label, choices in self.supports.items()}


class Offers(dict[str, "OffersOf"]):
    """Kind → place → what such a unit may do there as far as the map alone says it."""

    def __init__(self, graph: MapGraph, reaches: Reaches) -> None:
        self._map = graph, reaches

    def __missing__(self, kind: str) -> OffersOf:
        offers = self[kind] = OffersOf(*self._map, kind)
        return offers


class OffersOf(dict[str, Offer]):
    """Place → what a unit of one kind may do there."""

    def __init__(self, graph: MapGraph, reaches: Reaches, kind: str) -> None:
        self._of = graph, reaches, kind

    def __missing__(self, place: str) -> Offer:
        offer = self[place] = Offer(*self._of, place)
        return offer


def _named(reaches: Reaches, label: str) -> UnitName:
    kind, place = reaches.meaning[label]
    return unit_name(place, kind, "", 0)
