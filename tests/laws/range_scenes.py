"""Scenes of Post-Atomic on places that the dice choose: battles that hang on a range.

Two games have the same units and orders, and differ in a range that most
players do not know of. Each scene's docstring says why everybody ends in the
same place in both, so that who knows of neither range was shown the same
(STD-WHY). Who stands beside one of the ranges, or placed one, is an insider
(PA-8a).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from night_twins import truth_of
from range_twins import VARIANT, Border, placed
from twins import Pair, everybody

from legation.board.borders import BorderName
from legation.board.graph import COAST, INLAND, SEA, MapGraph
from legation.board.units import Unit
from legation.table.game import Game

OPTIONS = {"range-nmr": "none", "range-support": "stops", "cliff-army": "stops"}


class Ranges(NamedTuple):
    """The ranges of the one game and of the other."""

    one: tuple[Border, ...]
    two: tuple[Border, ...]


@dataclass
class Field:
    """A field of battle: who takes part, where, and with which orders."""

    graph: MapGraph
    dice: random.Random
    powers: list[str]
    units: list[Unit] = field(default_factory=list)
    orders: dict[str, list[str]] = field(default_factory=dict)

    def put(self, place: str, order: str, power: str = "", kind: str = "A") -> str:
        """A unit of the next power, or of this one, and its order; returns whose it is."""
        power = power or self.powers.pop()
        unit = Unit(power, kind, place, id=len(self.units) + 1)
        self.units.append(unit)
        self.orders.setdefault(power, []).append(f"{unit} {order}")
        return power

    def beside(self, place: str, *but: str) -> list[str]:
        """The land beside a place that an army may come from, in random order."""
        found = [p for p in self.land if p in self.graph.army[place] and p not in but]
        return self.dice.sample(found, len(found))

    def anywhere(self) -> str:
        """Some province with three others on land beside it."""
        return self.dice.choice([place for place in self.land if len(self.beside(place)) > 2])

    @cached_property
    def land(self) -> list[str]:
        """The provinces where an army can stand."""
        provinces = self.graph.provinces.items()
        return sorted(code for code, p in provinces if p.terrain in (INLAND, COAST))


Scene = Callable[[Field], "Ranges | None"]


def fails_with_it_and_without(field: Field) -> Ranges | None:
    """One against one fails, be a range between them or not."""
    goal = field.anywhere()
    here, *_ = field.beside(goal)
    field.put(here, f"- {goal}")
    field.put(goal, "H")
    return Ranges(((here, goal),), ())


def support_across_it(field: Field) -> Ranges | None:
    """Two against one: the support counts for nothing, or it counts and the attack is stopped."""
    goal = field.anywhere()
    here, helper, *_ = field.beside(goal)
    field.put(here, f"- {goal}")
    field.put(helper, f"S A {here} - {goal}")
    field.put(goal, "H")
    return Ranges(((helper, goal),), ((here, goal),))


def support_cut_or_void(field: Field) -> Ranges | None:
    """An attack cuts the support, which a range makes void or not: one against one fails."""
    goal = field.anywhere()
    here, helper, *_ = field.beside(goal)
    attackers = field.beside(helper, goal, here)
    if not attackers:
        return None
    field.put(here, f"- {goal}")
    field.put(helper, f"S A {here} - {goal}")
    field.put(goal, "H")
    field.put(attackers[0], f"- {helper}")
    return Ranges(((helper, goal),), ())


def follows_on_a_stopped_move(field: Field) -> Ranges | None:
    """A range stops the first; who follows finds it there still, be a range before him or not."""
    goal = field.anywhere()
    here, *_ = field.beside(goal)
    behind = field.beside(here, goal)
    if not behind:
        return None
    power = field.put(here, f"- {goal}")
    field.put(behind[0], f"- {here}", power if field.dice.random() < 0.5 else "")
    return Ranges(((here, goal),), ((here, goal), (behind[0], here)))


def one_of_two_was_stopped(field: Field) -> Ranges | None:
    """Of two moves into one place a range stops the stronger; its support counts, or does not."""
    goal = field.anywhere()
    here, other, helper, *_ = field.beside(goal)
    field.put(here, f"- {goal}")
    field.put(other, f"- {goal}")
    field.put(helper, f"S A {here} - {goal}")
    return Ranges(((here, goal),), ((here, goal), (helper, goal)))


def one_of_two_met_a_cliff(field: Field) -> Ranges | None:
    """Of two moves into one place one is carried, and meets a cliff where it boards or lands."""
    goal = field.anywhere()
    provinces = field.graph.provinces
    seas = [s for s in sorted(field.graph.touching[goal]) if provinces[s].terrain == SEA]
    if not seas:
        return None
    sea = field.dice.choice(seas)
    coasts = [
        place
        for place in field.land
        if place in field.graph.touching[sea]
        and place not in field.graph.touching[goal]
        and place != goal
    ]
    near = [place for place in field.beside(goal) if place not in coasts]
    if not coasts or not near:
        return None
    here = field.dice.choice(coasts)
    power = field.put(here, f"- {goal}")
    field.put(sea, f"C A {here} - {goal}", power, "F")
    field.put(near[0], f"- {goal}")
    return Ranges(((here, sea),), ((sea, goal),))


SCENES: dict[str, Scene] = {
    "fails with a range and without": fails_with_it_and_without,
    "a support across a range": support_across_it,
    "a support cut, or void by a range": support_cut_or_void,
    "who follows on a stopped move": follows_on_a_stopped_move,
    "one of two was stopped": one_of_two_was_stopped,
    "one of two met a cliff": one_of_two_met_a_cliff,
}


def pairs(seed: int) -> Iterator[Pair]:
    """Each scene once, carried out, and a phase after it in which everybody stays."""
    dice = random.Random(f"range scenes {seed}")
    for kind, scene in SCENES.items():
        for _ in range(40):
            start = Game.new(VARIANT, OPTIONS, seed=f"{dice.getrandbits(128):032x}")
            start.advance()
            field = Field(start.book.graph, dice, dice.sample(sorted(start.book.players), 7))
            ranges = scene(field)
            if ranges is not None:
                yield from _played(kind, start, field, ranges)
                break


def _played(kind: str, start: Game, field: Field, ranges: Ranges) -> Iterator[Pair]:
    """Bystanders stand anywhere but beside a range; one of them placed all that there are."""
    beside = {place for borders in ranges for each in borders for place in each}
    taken = {unit.province for unit in field.units}
    while len(field.powers) > 1:
        free = [place for place in field.land if place not in beside | taken]
        stands = field.dice.choice(free)
        taken.add(stands)
        field.put(stands, "H")
    placer = field.powers.pop()
    insiders = {placer, *(u.power for u in field.units if u.province in beside)}
    one, two = (
        placed(start, field.units, {BorderName(*each): (placer,) for each in borders}, insiders)
        for borders in ranges
    )
    for table in (one, two):
        for power, orders in field.orders.items():
            refused = table.submit(power, orders)
            assert not refused, refused
    yield Pair(kind, one, two, everybody(start, *insiders), note="before")
    for note in ("after", "later"):
        _alike(one, two)
        insiders |= {u.power for u in truth_of(one).position.units if u.province in beside}
        yield Pair(kind, one, two, everybody(start, *insiders), whole=True, note=note)


def _alike(one: Game, two: Game) -> None:
    """Both games go on, and all units end in the same places."""
    one.advance()
    two.advance()
    ends = [
        (truth.position.units, truth.position.dislodged, truth.position.contested)
        for truth in (truth_of(one), truth_of(two))
    ]
    assert ends[0] == ends[1], "the scene is not set as its docstring says"
