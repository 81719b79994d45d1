"""Battles in which knots are planted: rings, paradoxes, mutual supports, crowds.

Random orders alone hardly ever make the positions on which resolvers differ.
`plant(seed)` makes one valid Battle on a handful of places and says what it
planted; a third of the battles are plain, the others draw rules and features.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from msgspec import structs

from legation.rules.battle import Act, Battle, BattleRules, Force, Preset, Road

POWERS = ("A", "B", "C", "D")
KINDS = ("army", "fleet")


class Planted(NamedTuple):
    battle: Battle
    kinds: frozenset[str]  # names of the planters that found room


def plant(seed: int) -> Planted:
    """The battle of this seed."""
    rng = random.Random(seed)
    garden = Garden(rng, plain=rng.random() < 0.35)
    for planter in rng.sample(PLANTERS, rng.choice((1, 1, 1, 2, 2, 3))):
        try:
            planter(garden)
        except NoRoomError:
            continue
        garden.kinds.add(planter.__name__)
    garden.strew(rng.choice((0, 0, 1, 2, 3, 5)))
    return Planted(garden.battle(), frozenset(garden.kinds))


class NoRoomError(Exception):
    """All places are taken."""


class Garden:
    """A battle while it is made."""

    def __init__(self, rng: random.Random, plain: bool) -> None:
        self.rng = rng
        self.plain = plain
        self.places = [f"p{number}" for number in range(rng.randint(6, 13))]
        self.free = rng.sample(self.places, len(self.places))
        self.rules = BattleRules() if plain else some_rules(rng)
        self.heavy = not plain and rng.random() < 0.6
        self.crowded = not plain and rng.random() < 0.5
        self.forces: list[Force] = []
        self.kinds: set[str] = set()

    def place(self) -> str:
        if not self.free:
            raise NoRoomError
        return self.free.pop()

    def power(self) -> str:
        return self.rng.choice(POWERS)

    def other(self, *powers: str) -> str:
        """A power that is none of these, mostly."""
        if self.rng.random() < 0.1:
            return self.power()
        return self.rng.choice([power for power in POWERS if power not in powers] or POWERS)

    def put(self, power: str, place: str, kind: str = "", **order: Any) -> int:
        """Add a force; in an occupied place it joins the party there."""
        party = [force.power for force in self.forces if force.place == place]
        weight = self.rng.choice((1, 1, 2, 3)) if self.heavy else 1
        kind = kind or self.rng.choice(KINDS)
        force = Force(party[0] if party else power, kind, place, weight)
        self.forces.append(structs.replace(force, **order))
        return len(self.forces) - 1

    def move(self, power: str, place: str, goal: str, **order: Any) -> int:
        return self.put(power, place, act=Act.MOVE, goal=goal, **order)

    def army(self, power: str, place: str, goal: str, routes: tuple[tuple[int, ...], ...]) -> int:
        """A move by convoy, now and then over land where that fails."""
        road = Road.EITHER if self.rng.random() < 0.25 else Road.CONVOY
        return self.move(power, place, goal, kind="army", road=road, routes=routes)

    def support(self, power: str, target: int, place: str = "") -> int:
        return self.put(power, place or self.place(), act=Act.SUPPORT, target=target)

    def back(self, target: int, most: int = 2) -> None:
        """Support a force up to so many times, if there is room."""
        for _ in range(self.rng.randint(0, most)):
            if self.free:
                helper = self.forces[target].power if self.rng.random() < 0.7 else self.power()
                self.support(helper, target)

    def spot(self) -> str:
        """A place to stand in: a free one, or with a crowd any."""
        if self.crowded and self.forces and self.rng.random() < 0.5:
            return self.rng.choice(self.forces).place
        return self.place()

    def strew(self, count: int) -> None:
        """Add forces with any orders."""
        for _ in range(count):
            if not self.free:
                return
            place, power, roll = self.spot(), self.power(), self.rng.random()
            if roll < 0.5:
                goal = self.rng.choice([other for other in self.places if other != place])
                self.move(power, place, goal)
            elif roll < 0.9 and self.forces:
                target = self.rng.randrange(len(self.forces))
                if self.aim(target) != place and self.forces[target].place != place:
                    self.support(power, target, place)
            else:
                self.put(power, place)

    def aim(self, target: int) -> str:
        force = self.forces[target]
        return force.goal if force.act is Act.MOVE else force.place

    def battle(self) -> Battle:
        """The battle as it stands, in shuffled order, with features."""
        order = self.rng.sample(range(len(self.forces)), len(self.forces))
        new = {old: index for index, old in enumerate(order)}
        forces = [renumbered(self.forces[old], new) for old in order]
        if self.plain:
            return Battle(tuple(forces))
        return featured(self.rng, forces, self.places, self.rules)


def renumbered(force: Force, new: dict[int, int]) -> Force:
    routes = tuple(tuple(new[fleet] for fleet in route) for route in force.routes)
    return structs.replace(force, routes=routes, target=new.get(force.target, -1))


def some_rules(rng: random.Random) -> BattleRules:
    def sometimes(value: str, standard: str) -> str:
        return value if rng.random() < 0.35 else standard

    room = rng.randint(2, 7) if rng.random() < 0.45 else 0
    return BattleRules(
        cut=sometimes("subtract", "whole")
        if rng.random() < 0.4
        else sometimes("whole", "subtract"),
        weaken=sometimes("holders-first", "supports-first"),
        joint=room > 0,
        room=room,
        exchange=rng.choice(("no", "yes")) if room else "no",
        multi_route=sometimes("every", "any"),
        paradox=sometimes("all-hold", "szykman"),
        passed=sometimes("no-effect", "blocks"),
    )


def featured(
    rng: random.Random, forces: list[Force], places: list[str], rules: BattleRules
) -> Battle:
    """A battle with some of: presets, bonus, vacant strength, open places, peace, shields."""

    def some(items: list[str], chance: float) -> list[str]:
        return [item for item in items if rng.random() < chance]

    busy = {fleet for force in forces for route in force.routes for fleet in route}
    if rng.random() < 0.3:
        forces = [
            force if index in busy else preset(rng, force) for index, force in enumerate(forces)
        ]
    bonus, vacant, opened, peace, shielded = {}, {}, set(), set(), set()
    if rng.random() < 0.25:
        bonus = {(place, power): rng.randint(1, 2) for place in some(places, 0.4) for power in "AB"}
    if rng.random() < 0.25:
        vacant = {
            place: (rng.randint(1, 2), frozenset(some(list(POWERS), 0.3)))
            for place in some(places, 0.4)
        }
    if rng.random() < 0.15:
        opened = set(some(places, 0.25))
    if rng.random() < 0.2:
        peace = {(a, b) for a in POWERS for b in POWERS if a != b and rng.random() < 0.25}
    if rng.random() < 0.25:
        shielded = {
            (support, attacker)
            for support in range(len(forces))
            for attacker in range(len(forces))
            if forces[support].act is Act.SUPPORT and forces[attacker].act is Act.MOVE
            if rng.random() < 0.4
        }
    return Battle(
        tuple(forces),
        bonus,
        vacant,
        frozenset(opened),
        frozenset(peace),
        frozenset(shielded),
        rules,
    )


def preset(rng: random.Random, force: Force) -> Force:
    if rng.random() > 0.15:
        return force
    choices = [Preset.VOID]
    if force.act is Act.MOVE:
        choices.append(Preset.BLOCKED)
    if force.act is Act.SUPPORT:
        choices.append(Preset.PRECUT)
    return structs.replace(force, preset=rng.choice(choices))


# The planters, each a knot by its name


def ring(garden: Garden) -> None:
    """Forces that each want the next one's place; sometimes a supported or disputed link."""
    size = garden.rng.choice((2, 3, 3, 3, 4, 5))
    spots = [garden.spot() for _ in range(size)]
    spots = list(dict.fromkeys(spots))
    if len(spots) < 2:
        return
    links = [
        garden.move(garden.power(), spot, spots[(at + 1) % len(spots)])
        for at, spot in enumerate(spots)
    ]
    if garden.rng.random() < 0.4:
        garden.back(garden.rng.choice(links))
    if garden.rng.random() < 0.3:
        garden.move(garden.power(), garden.place(), garden.rng.choice(spots))


def mutual_supports(garden: Garden) -> None:
    """Supporters in a circle, each attacked by the force that the one before supports."""
    size = garden.rng.choice((2, 2, 3))
    spots = [garden.place() for _ in range(size)]
    powers = [garden.power() for _ in range(size)]
    for at, spot in enumerate(spots):
        prey = (at + 1) % size
        attacker = garden.move(garden.other(powers[prey]), garden.place(), spots[prey])
        if garden.rng.random() < 0.5:
            garden.forces[attacker] = structs.replace(garden.forces[attacker], weight=1)
        garden.support(powers[at], attacker, spot)
        garden.back(attacker, 1)


def support_chain(garden: Garden) -> None:
    """Supporters in a circle under the subtractive cut, with weights that leave no one answer.

    Hold 4; an attack of 2 + (4 - 2) + 1 = 5 gets in while its support is only
    weakened, one of 2 + 0 + 1 = 3 does not once the supporter is dislodged: two
    in a circle have two consistent outcomes, three have none.
    """
    size = garden.rng.choice((2, 2, 3))
    if garden.plain or len(garden.free) < 3 * size:
        raise NoRoomError
    room = max(garden.rules.room, 4) if garden.rules.joint else 0
    garden.rules = replace(garden.rules, cut="subtract", room=room)
    powers = garden.rng.sample(POWERS, size)
    spots = [garden.place() for _ in range(size)]
    for at, power in enumerate(powers):
        prey = spots[(at + 1) % size]
        attacker = garden.move(power, garden.place(), prey, weight=2, kind="army")
        garden.put(power, spots[at], act=Act.SUPPORT, target=attacker, weight=4)
        garden.put(power, garden.place(), act=Act.SUPPORT, target=attacker, weight=1)


def paradox(garden: Garden) -> None:
    """A convoyed army attacks the support for an attack on its own fleet."""
    army_power, enemy = garden.power(), garden.power()
    fleet, goal = garden.place(), garden.place()
    convoy = garden.put(army_power, fleet, "fleet", act=Act.CONVOY)
    garden.army(army_power, garden.place(), goal, ((convoy,),))
    attacker = garden.move(garden.other(army_power), garden.place(), fleet)
    garden.support(enemy, attacker, goal)
    if garden.rng.random() < 0.3:
        garden.back(attacker, 1)
    if garden.rng.random() < 0.2:
        garden.back(convoy, 1)


def second_order(garden: Garden) -> None:
    """Two convoys, each army attacking the support for the attack on the other's fleet."""
    size = garden.rng.choice((2, 2, 3))
    powers = [garden.power() for _ in range(size)]
    fleets = [garden.put(power, garden.place(), "fleet", act=Act.CONVOY) for power in powers]
    goals = [garden.place() for _ in range(size)]
    for at in range(size):
        garden.army(powers[at], garden.place(), goals[at], ((fleets[at],),))
        prey = (at + 1) % size
        attacker = garden.move(
            garden.other(powers[prey]), garden.place(), garden.forces[fleets[prey]].place
        )
        garden.support(garden.other(powers[at]), attacker, goals[at])


def two_routes(garden: Garden) -> None:
    """A paradox with a second route, attacked or not, perhaps of two fleets."""
    power = garden.power()
    goal = garden.place()
    fleets = [
        garden.put(power, garden.place(), "fleet", act=Act.CONVOY)
        for _ in range(garden.rng.choice((2, 2, 3)))
    ]
    cut = garden.rng.randint(1, len(fleets) - 1)
    routes = (tuple(fleets[:cut]), tuple(fleets[cut:]))
    garden.army(power, garden.place(), goal, routes)
    enemy = garden.other(power)
    attacker = garden.move(enemy, garden.place(), garden.forces[fleets[0]].place)
    garden.support(enemy, attacker, goal)
    if garden.rng.random() < 0.5:
        second = garden.move(enemy, garden.place(), garden.forces[fleets[-1]].place)
        garden.back(second, 1)


def swap(garden: Garden) -> None:
    """Two forces change places, one or both by convoy, or by land where that fails."""
    here, there, power = garden.place(), garden.place(), garden.power()
    fleet = garden.put(power, garden.place(), "fleet", act=Act.CONVOY)
    first = garden.army(power, here, there, ((fleet,),))
    second = garden.power()
    if garden.rng.random() < 0.3:
        other = garden.army(second, there, here, ((fleet,),))
    else:
        other = garden.move(second, there, here)
    garden.back(first, 1)
    garden.back(other, 1)
    if garden.rng.random() < 0.6:
        attacker = garden.move(garden.other(power), garden.place(), garden.forces[fleet].place)
        garden.back(attacker, 1)
    if garden.rng.random() < 0.4:
        garden.move(garden.power(), garden.place(), garden.rng.choice((here, there)))


def head_to_head(garden: Garden) -> None:
    """Two forces, or two parties, that want each other's places."""
    here, there = garden.place(), garden.place()
    first = garden.move(garden.power(), here, there)
    second = garden.move(garden.power(), there, here)
    garden.back(first)
    garden.back(second)
    if garden.crowded:
        garden.move(garden.power(), here, there)
        garden.move(garden.power(), there, garden.rng.choice([*garden.free, here]))
    if garden.rng.random() < 0.5:
        third = garden.move(garden.power(), garden.place(), garden.rng.choice((here, there)))
        garden.back(third, 1)


def beleaguered(garden: Garden) -> None:
    """A force attacked from two sides, or leaving in vain."""
    spot = garden.place()
    if garden.rng.random() < 0.7:
        garden.put(garden.power(), spot)
    else:
        garden.move(
            garden.power(), spot, garden.rng.choice([p for p in garden.places if p != spot])
        )
    for _ in range(2):
        garden.back(garden.move(garden.power(), garden.place(), spot))


def crowd(garden: Garden) -> None:
    """Several moves of one power to one place: joint where that is the rule, often overfull."""
    goal, power, kind = garden.place(), garden.power(), garden.rng.choice(KINDS)
    if garden.rng.random() < 0.6:
        defender = power if garden.rng.random() < 0.35 else garden.other(power)
        stays = garden.rng.random() < 0.6
        away = garden.rng.choice([p for p in garden.places if p != goal])
        for _ in range(2 if garden.crowded else 1):
            if stays:
                garden.put(defender, goal, kind)
            else:
                garden.move(defender, goal, away, kind=kind)
    for _ in range(garden.rng.randint(2, 3)):
        spot = garden.spot()
        if spot == goal:
            spot = garden.place()
        garden.back(garden.move(power, spot, goal, kind=kind), 1)


PLANTERS: tuple[Callable[[Garden], None], ...] = (
    ring,
    mutual_supports,
    support_chain,
    paradox,
    second_order,
    two_routes,
    swap,
    head_to_head,
    beleaguered,
    crowd,
)
