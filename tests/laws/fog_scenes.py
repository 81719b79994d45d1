"""Scenes in fog on places that the dice choose: battles that hang on what is out of sight.

Two games show a reader the same board before and after, and the same orders
(`fog_twins.shown`), and differ in an order, or a unit, that he does not see.
Somebody in his sight truly fares otherwise by it, or for another reason.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from fog_twins import FOG, Ended, shown
from night_twins import truth_of, with_truth
from twins import MASTER, Pair

from legation.board.graph import SEA, MapGraph
from legation.board.position import sort_units
from legation.board.units import Unit
from legation.table.game import Game


@dataclass
class Side:
    """One game of a scene: who stands where, and what is ordered."""

    units: list[Unit] = field(default_factory=list)
    orders: dict[str, list[str]] = field(default_factory=dict)

    def put(self, power: str, place: str, order: str) -> None:
        """An army and its order."""
        unit = Unit(power, "A", place, id=len(self.units) + 1)
        self.units.append(unit)
        self.orders.setdefault(power, []).append(f"{unit} {order}")


@dataclass
class Place:
    """Where a scene is set: the reader's army, and what it sees (FOG-1)."""

    graph: MapGraph
    dice: random.Random
    reader: str
    friend: str
    foe: str
    here: str

    def seen(self, *near: str) -> list[str]:
        """The land in sight, beside all of these, without where the reader stands."""
        sight = self.graph.touching[self.here]
        return self._beside(near, [p for p in sorted(self.graph.army) if p in sight])

    def unseen(self, *near: str) -> list[str]:
        """The land out of sight, beside all of these."""
        sight = {self.here, *self.graph.touching[self.here]}
        return self._beside(near, [p for p in sorted(self.graph.army) if p not in sight])

    def _beside(self, near: tuple[str, ...], places: list[str]) -> list[str]:
        army, provinces = self.graph.army, self.graph.provinces
        found = [p for p in places if provinces[p].terrain != SEA]
        found = [p for p in found if all(p in army[each] for each in near)]
        return self.dice.sample(found, len(found))

    def sides(self) -> tuple[Side, Side]:
        """Both games, with the reader in them."""
        found = Side(), Side()
        for side in found:
            side.put(self.reader, self.here, "H")
        return found


Scene = Callable[[Place], tuple[Side, Side] | None]


def support_for_the_unseen(at: Place) -> tuple[Side, Side] | None:
    """Somebody in sight supports a move out of sight; it is made, or not."""
    for helper in at.seen():
        for goal in at.unseen(helper):
            for start in at.unseen(goal):
                sides = at.sides()
                for side in sides:
                    side.put(at.friend, helper, f"S A {start} - {goal}")
                    side.put(at.friend, start, f"- {goal}" if side is sides[0] else "H")
                return sides
    return None


def strength_from_the_unseen(at: Place) -> tuple[Side, Side] | None:
    """One against one in sight; out of sight both are supported, or neither."""
    for goal in at.seen():
        for start in at.seen(goal):
            helpers = at.unseen(goal)
            if len(helpers) > 1:
                sides = at.sides()
                for side in sides:
                    both = side is sides[0]
                    side.put(at.friend, start, f"- {goal}")
                    side.put(at.foe, goal, "H")
                    side.put(at.friend, helpers[0], f"S A {start} - {goal}" if both else "H")
                    side.put(at.foe, helpers[1], f"S A {goal}" if both else "H")
                return sides
    return None


def stopped_by_the_unseen(at: Place) -> tuple[Side, Side] | None:
    """A move out of sight meets a unit there, or another move; one in sight follows on it."""
    for start in at.seen():
        for goal in at.unseen(start):
            behind = at.seen(start)
            rivals = [place for place in at.unseen(goal) if place != start]
            if behind and rivals:
                sides = at.sides()
                for side in sides:
                    side.put(at.friend, start, f"- {goal}")
                    side.put(at.friend, behind[0], f"- {start}")
                sides[0].put(at.foe, goal, "H")
                sides[1].put(at.foe, rivals[0], f"- {goal}")
                return sides
    return None


SCENES: dict[str, Scene] = {
    "a support for one out of sight": support_for_the_unseen,
    "strength from out of sight": strength_from_the_unseen,
    "stopped out of sight": stopped_by_the_unseen,
}


def pairs(seed: int) -> Iterator[Pair]:
    """Each scene once, carried out."""
    dice = random.Random(f"fog scenes {seed}")
    for kind, scene in SCENES.items():
        for _ in range(40):
            game = Game.new(FOG, seed=f"{dice.getrandbits(128):032x}")
            graph = game.book.graph
            land = [c for c, p in graph.provinces.items() if p.terrain == "inland"]
            powers = dice.sample(sorted(game.book.players), 3)
            reader, friend, foe = powers
            sides = scene(Place(graph, dice, reader, friend, foe, dice.choice(sorted(land))))
            if sides is not None:
                yield _played(kind, game, sides, reader)
                break


def _played(kind: str, game: Game, sides: tuple[Side, Side], reader: str) -> Pair:
    """Both sides carried out: the reader is shown the same, and it is not the same."""
    tables, ends = [], []
    for side in sides:
        truth = truth_of(game)
        position = replace(truth.position, units=sort_units(side.units))
        table = with_truth(game, replace(truth, position=position))
        for power, orders in side.orders.items():
            refused = table.submit(power, orders)
            assert not refused, refused
        given = {power: tuple(side.orders.get(power, ())) for power in game.book.players}
        table.advance()
        tables.append(table)
        ends.append(Ended(position, truth_of(table).position, given))
    one, two = tables
    assert shown(one, ends[0], reader) == shown(two, ends[1], reader), "the scene is set wrongly"
    assert _true(one, reader) != _true(two, reader), "nobody in sight fares otherwise"
    return Pair(kind, one, two, (reader,))


def _true(game: Game, reader: str) -> set[str]:
    """What truly came of the orders that a reader is shown, and why."""
    read, whole = (
        [o for moment in game.view(viewer).told for o in moment.outcomes]
        for viewer in (reader, MASTER)
    )
    names = {(o.power, str(o.unit)) for o in read}
    assert len(names) > 1, "he is shown nobody's order but his own"
    return {f"{o.unit} {o.fate} {o.reason}" for o in whole if (o.power, str(o.unit)) in names}
