"""Scenes of London Nights on places that the dice choose: pairs that play seldom gives.

In each of them the Theatre-Goers' units that differ are in no conflict
(LN-1A-a), for reasons that the scene's docstring says.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from night_twins import POLICE, TAXIS, THEATRE, VARIANT, set_down, truth_of
from random_play import hand_in
from twins import Pair, everybody

from legation.board.graph import BRIDGE, MapGraph
from legation.board.units import Unit
from legation.table.game import Game
from legation.variants.london_nights.cast import Ledger

SHOPPERS, NURSES, ROYALS, EAST, CITY = "Shoppers", "Nurses", "Royals", "East Enders", "City Boys"


@dataclass
class Side:
    """One game of a scene: who stands where, and what is ordered."""

    units: list[Unit] = field(default_factory=list)
    unseen: list[Unit] = field(default_factory=list)
    orders: dict[str, list[str]] = field(default_factory=dict)

    def put(self, power: str, place: str, order: str = "", strength: int = 1) -> Unit:
        """A unit, and its order from after its name."""
        unit = Unit(power, "U", place, strength, id=len(self.units) + 1)
        self.units.append(unit)
        if order:
            self.orders.setdefault(power, []).append(f"{unit} {order}")
        return unit

    def hide(self, place: str, order: str = "H", name: str = "") -> None:
        """One of the Theatre-Goers' units that nobody sees."""
        unit = Unit(THEATRE, "U", place, id=100 + len(self.unseen))
        self.units.append(unit)
        self.unseen.append(unit)
        self.orders.setdefault(THEATRE, []).append(f"{name or unit} {order}")


class Ground:
    """Where a scene can be set: north of the river, in what is nobody's and no hidden centre."""

    def __init__(self, game: Game, dice: random.Random) -> None:
        self.game, self.dice = game, dice
        self.graph: MapGraph = game.book.graph
        self.near = self.graph.army
        truth = truth_of(game)
        dealt = sorted(Ledger.of(truth).hidden_centres)
        provinces = self.graph.provinces
        owned = set(truth.position.owners) - {c for c, p in provinces.items() if p.home == THEATRE}
        self.bridges = [c for c, p in provinces.items() if p.terrain == BRIDGE]
        self.land = [c for c, p in provinces.items() if p.region == "north"]
        self.fortified = {c for c, p in provinces.items() if "fortified" in p.features}
        closed = owned | {str(place) for place in dealt}
        self.free = [place for place in self.land if place not in closed]

    def beside(self, place: str, *but: str) -> list[str]:
        """The places on land next to one, in random order."""
        found = [p for p in sorted(self.near[place]) if p in self.land and p not in but]
        return self.dice.sample(found, len(found))

    def away(self, *places: str) -> str:
        """A free place with nothing within two moves of any of these."""
        reach = set(places)
        for _ in range(3):
            reach |= {near for place in reach for near in self.near[place]}
        return self.dice.choice([place for place in self.free if place not in reach])


Sides = tuple[Side, Side]
Scene = Callable[[Ground], "Sides | None"]


def dislodged_beside_the_unseen(ground: Ground) -> Sides | None:
    """A unit must retreat; one place that looks open is held by an unseen unit, or is not.

    Nobody's order has to do with that place. In half of the scenes no other
    looks open.
    """
    dice = ground.dice
    victim = dice.choice([p for p in ground.land if p not in ground.fortified])
    attacker, *rest = ground.beside(victim)
    spots = [place for place in rest if place in ground.free]
    if not spots or any(bridge in ground.near[victim] for bridge in ground.bridges):
        return None
    spot, shut = spots[0], dice.random() < 0.5
    sides = Side(), Side()
    for side in sides:
        side.put(SHOPPERS, attacker, f"- {victim}", 2)
        side.put(NURSES, victim, "H")
        for place in rest:
            if shut and place != spot:
                side.put(dice.choice((ROYALS,)), place, "H")
    here = {u.place for u in sides[0].units}
    sides[0].hide(spot)
    sides[1].hide(ground.away(*here, spot))
    return sides


def bounce_beside_the_dislodged(ground: Ground) -> Sides | None:
    """Two unseen units bounce in a place next to a unit that must retreat, or they stay."""
    dice = ground.dice
    victim = dice.choice([p for p in ground.land if p not in ground.fortified])
    attacker, *rest = ground.beside(victim)
    for spot in rest:
        ring = [p for p in ground.beside(spot, victim, attacker) if p in ground.free]
        ring = [p for p in ring if p not in ground.near[attacker]]
        if spot in ground.free and len(ring) > 1:
            sides = Side(), Side()
            for side in sides:
                side.put(SHOPPERS, attacker, f"- {victim}", 2)
                side.put(NURSES, victim, "H")
                for place in ring[:2]:
                    side.hide(place, f"- {spot}" if side is sides[0] else "H")
            return sides
    return None


def fellow_on_the_bridge(ground: Ground) -> Sides | None:
    """A unit leaves a bridge with support; an unseen one is on that bridge too, or is not (LN-4a).

    In half of the scenes the one that leaves is the Theatre-Goers' own, and seen.
    """
    dice = ground.dice
    bridge = dice.choice(ground.bridges)
    goals = [p for p in sorted(ground.near[bridge]) if p in ground.land]
    goal = dice.choice(goals)
    helpers = ground.beside(goal)
    own = dice.random() < 0.5
    sides = Side(), Side()
    for side in sides:
        together = side is sides[0]
        if own:
            mover = side.put(THEATRE, bridge)
            name = f"{mover}/1" if together else str(mover)
            side.orders[THEATRE] = [f"{name} - {goal}"]
        else:
            side.put(NURSES, bridge, f"- {goal}")
        side.put(ROYALS, helpers[0], f"S U {bridge} - {goal}")
        side.put(EAST, goal, "H")
    far = ground.away(bridge, goal, helpers[0])
    sides[0].hide(bridge, "H", f"U {bridge}/2" if own else "")
    sides[1].hide(far)
    return sides


def either_beats_the_police(ground: Ground) -> Sides | None:
    """One of two unseen units, helped by the other, dislodges the Police, who count for nothing.

    That is so with ``police-conflict = no``. To where both start the Police
    cannot retreat, whichever of them it was.
    """
    post = ground.dice.choice([p for p in ground.land if p in ground.near])
    spots = [place for place in ground.beside(post) if place in ground.free]
    if len(spots) < 2 or post not in ground.free:
        return None
    sides = Side(), Side()
    for side in sides:
        one, two = spots[:2] if side is sides[0] else spots[1::-1]
        side.put(POLICE, post)
        side.hide(one, f"- {post}")
        side.hide(two, f"S U {one} - {post}")
    return sides


def nowhere_to_drive(ground: Ground) -> Sides | None:
    """The Taxi Drivers order no double move; the one vacant place that they see is free, or not."""
    stand = ground.dice.choice(ground.land)
    around = ground.beside(stand)
    spots = [place for place in around if place in ground.free]
    if not spots or any(bridge in ground.near[stand] for bridge in ground.bridges):
        return None
    sides = Side(), Side()
    for side in sides:
        side.put(TAXIS, stand, "H")
        for place in around:
            if place != spots[0]:
                side.put(CITY, place, "H")
    sides[0].hide(spots[0])
    sides[1].hide(ground.away(stand, *around))
    return sides


def seen_from_the_bank(ground: Ground) -> Sides | None:
    """An unseen unit is on a bridge among the Police, where no conflict can be, or far away."""
    bridge = ground.dice.choice(ground.bridges)
    sides = Side(), Side()
    for side in sides:
        for place in (bridge, *(p for p in sorted(ground.near[bridge]) if p in ground.land)):
            side.put(POLICE, place)
    sides[0].hide(bridge)
    sides[1].hide(ground.away(bridge, *(unit.place for unit in sides[0].units)))
    return sides


def support_of_somebody(ground: Ground) -> Sides | None:
    """Somebody supports an unseen unit in place or on its way, or there is none; nobody fights."""
    helper = ground.dice.choice(ground.land)
    spots = [place for place in ground.beside(helper) if place in ground.free]
    if not spots:
        return None
    start = [p for p in ground.beside(spots[0], helper) if p in ground.free]
    walks = bool(start) and ground.dice.random() < 0.5
    sides = Side(), Side()
    for side in sides:
        way = f"{start[0]} - {spots[0]}" if walks else spots[0]
        side.put(NURSES, helper, f"S U {way}")
    sides[0].hide(*((start[0], f"- {spots[0]}") if walks else (spots[0],)))
    sides[1].hide(ground.away(helper, spots[0], *start[:1]))
    return sides


def supports_among_the_unseen(ground: Ground) -> Sides | None:
    """Unseen units support one another in place and on their way, or all stay; nobody is near."""
    dice = ground.dice
    goal = dice.choice(ground.free)
    near = [place for place in ground.beside(goal) if place in ground.free]
    if len(near) < 2:
        return None
    start, first = near[:2]
    behind = [p for p in ground.beside(first, goal, start) if p in ground.free]
    if not behind:
        return None
    second, far = behind[0], ground.away(goal, *near, behind[0])
    sides = Side(), Side()
    for side in sides:
        side.put(NURSES, far, "H")
    sides[0].hide(start, f"- {goal}")
    sides[0].hide(first, f"S U {start} - {goal}")
    sides[0].hide(second, f"S U {first}")
    for place in (start, first, second):
        sides[1].hide(place)
    return sides


def one_support_of_two_is_cut(ground: Ground) -> Sides | None:
    """An attack cuts one of two supports for an unseen move: just its giver is seen.

    In the other game the unit stays for which it was, and so does the other that supported it.
    """
    dice = ground.dice
    goal = dice.choice(ground.free)
    near = [place for place in ground.beside(goal) if place in ground.free]
    if len(near) < 3:
        return None
    start, first, second = near[:3]
    foes = [place for place in ground.beside(first, goal, *near) if place in ground.free]
    if not foes:
        return None
    sides = Side(), Side()
    for side in sides:
        together = side is sides[0]
        side.put(SHOPPERS, foes[0], f"- {first}")
        side.hide(first, f"S U {start} - {goal}")
        side.hide(start, f"- {goal}" if together else "H")
        side.hide(second, f"S U {start} - {goal}" if together else "H")
    return sides


SCENES: dict[str, tuple[Scene, dict[str, str]]] = {
    "dislodged beside the unseen": (dislodged_beside_the_unseen, {}),
    "bounce beside the dislodged": (bounce_beside_the_dislodged, {}),
    "fellow on the bridge": (fellow_on_the_bridge, {}),
    "either beats the Police": (
        either_beats_the_police,
        {"police-conflict": "no", "police-orders": "game-master"},
    ),
    "seen from the bank": (seen_from_the_bank, {}),
    "support of somebody": (support_of_somebody, {}),
    "nowhere to drive": (nowhere_to_drive, {}),
    "supports among the unseen": (supports_among_the_unseen, {}),
    "one support of two is cut": (one_support_of_two_is_cut, {}),
}


def pairs(seed: int) -> Iterator[Pair]:
    """Each scene once, carried out, and then what follows from it with no more orders."""
    dice = random.Random(f"scenes {seed}")
    for kind, (scene, options) in SCENES.items():
        for _ in range(40):
            game = Game.new(VARIANT, options, seed=f"{dice.getrandbits(128):032x}")
            sides = scene(Ground(game, dice))
            if sides is not None:
                yield from _played(kind, game, sides)
                break


def _played(kind: str, game: Game, sides: Sequence[Side]) -> Iterator[Pair]:
    one, two = (set_down(game, side.units, side.unseen) for side in sides)
    yield Pair(kind, one, two, everybody(game, THEATRE), note="before")
    for table, side in ((one, sides[0]), (two, sides[1])):
        for power, orders in side.orders.items():
            _submit(table, power, orders)
        table.submit(POLICE, [], settled=True) if table.book.master_powers else None
        table.advance()
    yield Pair(kind, one, two, everybody(game, THEATRE), note="after")
    if one.phase.kind == two.phase.kind == "retreat":
        for table in (one, two):
            table.advance()
        yield Pair(kind, one, two, everybody(game, THEATRE), whole=True, note="later")


def _submit(table: Game, power: str, orders: Iterable[str]) -> None:
    hand_in(table, power, list(orders))
