"""Battles of several hundred forces, in which one thing waits for another from end to end.

What a board holds is short; these are the shapes whose cost could grow faster
than their size, and whose work list could forget to look at somebody again.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec import structs
from planted import renumbered

from legation.rules.battle import Act, Battle, BattleRules, Force, Road

POWERS = ("A", "B", "C")


def move(number: int, place: str, goal: str, routes: tuple[tuple[int, ...], ...] = ()) -> Force:
    """A move of one of three powers, by convoy where it has routes."""
    road = Road.CONVOY if routes else Road.LAND
    return Force(
        POWERS[number % 3], "army", place, act=Act.MOVE, goal=goal, road=road, routes=routes
    )


def ordered(forces: Sequence[Force], order: Sequence[int]) -> Battle:
    """A battle of these forces, listed in another order."""
    new = {old: index for index, old in enumerate(order)}
    return Battle(tuple(renumbered(forces[old], new) for old in order))


def orders(count: int, seed: int) -> dict[str, Sequence[int]]:
    """Three ways to list so many forces: as they are, backwards, anyhow."""
    return {
        "forwards": range(count),
        "backwards": range(count - 1, -1, -1),
        "anyhow": random.Random(seed).sample(range(count), count),
    }


def train(count: int) -> list[Force]:
    """Each goes where the next one leaves; before the last there is nobody."""
    return [move(n, f"p{n}", f"p{n + 1}") for n in range(count)]


def bouncing_train(count: int) -> list[Force]:
    """The same, but a stranger goes where the last one wants to: both bounce, so all do."""
    return [*train(count), Force("D", "army", "elsewhere", act=Act.MOVE, goal=f"p{count}")]


def ring(count: int) -> list[Force]:
    """Each goes where the next one leaves, round and round."""
    return [move(n, f"p{n}", f"p{(n + 1) % count}") for n in range(count)]


def disputed_ring(count: int) -> list[Force]:
    """A ring, into one place of which a stranger goes: he stops that link, so all."""
    return [*ring(count), Force("D", "army", "elsewhere", act=Act.MOVE, goal="p1")]


def won_ring(count: int) -> list[Force]:
    """The same, but the link there is supported: it beats the stranger, and all go round.

    The support is of the power that leaves, so it would not help to dislodge it.
    """
    return [*disputed_ring(count), Force("B", "army", "beside", act=Act.SUPPORT, target=0)]


def crowd(count: int) -> list[Force]:
    """All but one go to one place; they are alike, so nobody gets in. That one holds elsewhere."""
    return [*(move(n, f"p{n}", "goal") for n in range(count - 1)), Force("D", "army", "far")]


def led_crowd(count: int) -> list[Force]:
    """The same, but the last one who goes there is helped in."""
    return [*crowd(count), Force("B", "army", "beside", act=Act.SUPPORT, target=count - 2)]


def duels(count: int) -> list[Force]:
    """Pairs of whom each goes where the other is; behind each pair waits one for the way."""
    forces = []
    for n in range(0, count, 3):
        forces += [
            Force("A", "army", f"p{n}", act=Act.MOVE, goal=f"p{n + 1}"),
            Force("B", "army", f"p{n + 1}", act=Act.MOVE, goal=f"p{n}"),
            Force("C", "army", f"q{n}", act=Act.MOVE, goal=f"p{n}"),
        ]
    return forces


def won_duels(count: int) -> list[Force]:
    """Pairs of whom the first is supported, and followed by one of its own power."""
    forces: list[Force] = []
    for n in range(0, count, 4):
        first = len(forces)
        forces += [
            Force("A", "army", f"p{n}", act=Act.MOVE, goal=f"p{n + 1}"),
            Force("B", "army", f"p{n + 1}", act=Act.MOVE, goal=f"p{n}"),
            Force("A", "army", f"s{n}", act=Act.SUPPORT, target=first),
            Force("A", "army", f"f{n}", act=Act.MOVE, goal=f"p{n}"),
        ]
    return forces


def convoys(count: int, struck: bool) -> list[Force]:
    """Each army lands on the support for the attack on the fleet of the next one.

    Groups of four: fleet, its army, who supports against the next fleet, who attacks that.
    `struck`: an attack of two dislodges the first fleet.
    """
    forces: list[Force] = []
    for n in range(0, count, 4):
        fleet = len(forces)
        forces += [
            Force("A", "fleet", f"sea{n}", act=Act.CONVOY),
            Force(
                "A",
                "army",
                f"from{n}",
                act=Act.MOVE,
                goal=f"to{n}",
                road=Road.CONVOY,
                routes=((fleet,),),
            ),
            Force("B", "army", f"to{n}", act=Act.SUPPORT, target=fleet + 3),
            Force("B", "fleet", f"off{n}", act=Act.MOVE, goal=f"sea{n + 4}"),
        ]
    if struck:
        forces += [
            Force("C", "fleet", "first", act=Act.MOVE, goal="sea0"),
            Force("C", "fleet", "second", act=Act.SUPPORT, target=len(forces)),
        ]
    return forces


def guarded_convoys(count: int) -> list[Force]:
    """Each army lands on the support that would keep the next fleet: every second fleet is lost.

    Groups of five: fleet, its army, who supports the next fleet, who attacks that with
    whose support. The last one has no fleet to support, and holds.
    """
    forces: list[Force] = []
    for n in range(0, count, 5):
        at = len(forces)
        guard = Force("A", "army", f"to{n}", act=Act.SUPPORT, target=at + 5)
        forces += [
            Force("A", "fleet", f"sea{n}", act=Act.CONVOY),
            Force(
                "C",
                "army",
                f"from{n}",
                act=Act.MOVE,
                goal=f"to{n}",
                road=Road.CONVOY,
                routes=((at,),),
            ),
            guard if n + 5 < count else Force("A", "army", f"to{n}"),
            Force("B", "fleet", f"off{n}", act=Act.MOVE, goal=f"sea{n + 5}"),
            Force("B", "fleet", f"near{n}", act=Act.SUPPORT, target=at + 3),
        ]
    return forces


def paradoxes(count: int) -> list[Force]:
    """Convoy paradoxes, each of which waits for the one before.

    Groups of six: fleet; its army, which lands on the support for the attack on that
    fleet; that support; that attack; and, landed by the fleet before, a rival of the
    attack with a support of its own.
    """
    forces: list[Force] = []
    for n in range(0, count, 6):
        at = len(forces)
        rival = move(2, f"rival{n}", f"sea{n}", ((at - 6,),)) if n else move(2, "away", "far")
        forces += [
            Force("A", "fleet", f"sea{n}", act=Act.CONVOY),
            move(0, f"from{n}", f"to{n}", ((at,),)),
            Force("B", "army", f"to{n}", act=Act.SUPPORT, target=at + 3),
            Force("B", "fleet", f"off{n}", act=Act.MOVE, goal=f"sea{n}"),
            rival,
            Force("C", "fleet", f"with{n}", act=Act.SUPPORT, target=at + 4),
        ]
    return forces


def beside_a_train(battle: Battle) -> Battle:
    """A battle and a train that rounds settle one move at a time, and so leave to the work list.

    Two moves in three are of the train, so that the first round settles too few to go
    on. Rounds go from the last force to the first, so the train's first comes last.
    """
    count = 2 * len(battle.forces) + 40
    cars = [Force("T", "army", f"car{n}", act=Act.MOVE, goal=f"car{n - 1}") for n in range(count)]
    return structs.replace(battle, forces=(*battle.forces, *cars))


def joined(battles: Sequence[Battle], rules: BattleRules, seed: int) -> Battle:
    """Many battles as one, under these rules, with moves from one to the next strewn in."""
    rng = random.Random(seed)
    forces: list[Force] = []
    bonus: dict[tuple[str, str], int] = {}
    vacant: dict[str, tuple[int, frozenset[str]]] = {}
    opened: set[str] = set()
    peace: set[tuple[str, str]] = set()
    shielded: set[tuple[int, int]] = set()
    for number, battle in enumerate(battles):
        at = len(forces)

        def named(place: str, number: int = number) -> str:
            return f"{number}.{place}" if place else ""

        for force in battle.forces:
            routes = tuple(tuple(fleet + at for fleet in route) for route in force.routes)
            target = force.target + at if force.target >= 0 else -1
            place, goal = named(force.place), named(force.goal)
            forces.append(
                structs.replace(force, place=place, goal=goal, routes=routes, target=target)
            )
        bonus |= {(named(place), power): more for (place, power), more in battle.hold_bonus.items()}
        vacant |= {named(place): strength for place, strength in battle.vacant.items()}
        opened |= {named(place) for place in battle.open_places}
        shielded |= {(support + at, by + at) for support, by in battle.shielded}
        peace |= battle.peace
        goal = f"{number + 1}.p{rng.randrange(6)}"
        if number + 1 < len(battles):
            forces.append(Force(rng.choice(POWERS), "army", f"{number}.x", act=Act.MOVE, goal=goal))
    return Battle(
        tuple(forces),
        bonus,
        vacant,
        frozenset(opened),
        frozenset(peace),
        frozenset(shielded),
        rules,
    )
