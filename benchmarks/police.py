"""How many units get across the river: the policy of the Police against Police that hold.

    python benchmarks/police.py --games 200 --seed 1

Plays whole games of London Nights through `Game`, against two kinds of
factions, and counts the units that cross. A unit has **crossed** when it
stands on land south of the river at the end of a round, retreats included; the
share is of all units that the factions ever had. An **entry** is a round in
which a unit gets there from the north or from a bridge, so one unit may make
several. The intervals (95 %) come from drawing whole games again, 2,000 times;
that of the share is at least as wide as Wilson's, which asks no more than how
many units there were, and so means something where nobody crossed.

*random*: each unit draws a sort of order, a move three times in four, else a
hold or a support, and then one legal order of that sort; the Taxi Drivers make a double
move with one unit, the Nurses elect one or none.

*greedy*: each unit goes for the nearest southern centre that its faction does
not own, by the shortest way over the bridges, and takes the step that is
guarded least; where it would bounce off, those behind it give support instead
of going on. Each faction plays from what it sees.

Against both the factions' dice, and the games' own, are the same for both
kinds of Police. Police that hold retreat as the policy says.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT
from legation.board.orders import Order
from legation.board.position import Position
from legation.board.truth import Truth
from legation.board.units import Unit
from legation.rules.menus import beside_menu, menu
from legation.rules.naming import own_name
from legation.rules.survey import Survey
from legation.sight.see import board
from legation.sight.viewer import power_viewer
from legation.table.game import Game

POLICE = "Police"
POLICIES = ("hold", "automatic")
REDRAWS = 2_000


@dataclass(frozen=True)
class Crossing:
    """What came of a game: units that crossed, units there ever were, entries, Police left."""

    crossed: int
    units: int
    entries: int
    police: int


# The factions


Player = Callable[[Survey, str, random.Random], list[Order]]


def random_player(survey: Survey, power: str, rng: random.Random) -> list[Order]:
    """Legal orders drawn at random, for all that a faction has to decide."""
    position = survey.position
    if position.phase.kind == ADJUSTMENT:
        return _adjustments(survey, power, rng, lambda _: 0)
    if position.phase.kind == RETREAT:
        lost = [d.unit for d in position.dislodged if d.unit.power == power]
        return [_drawn(survey, unit, rng, {"retreat", "disband"}) for unit in lost]
    own = position.of(power)
    sorts = [{"move"} if rng.random() < 0.75 else {"hold", "support"} for _ in own]
    found = [_drawn(survey, unit, rng, sort) for unit, sort in zip(own, sorts, strict=True)]
    able = [i for i, u in enumerate(own) if any(c.verb == "double" for c in menu(survey, u))]
    if able:
        driver = rng.choice(able)
        found[driver] = _drawn(survey, own[driver], rng, {"double"})
    elections = [order for choice in beside_menu(survey, power) for order in choice.orders()]
    if elections and rng.random() < 0.5:
        found.append(rng.choice(sorted(elections, key=str)))
    return found


def _drawn(survey: Survey, unit: Unit, rng: random.Random, verbs: Collection[str]) -> Order:
    """A sort of order, each as likely as the others, then one of that sort."""
    found: dict[str, list[Order]] = {}
    for choice in menu(survey, unit):
        if choice.verb in verbs:
            found.setdefault(choice.verb, []).extend(choice.orders())
    return rng.choice(sorted(found[rng.choice(sorted(found))], key=str))


def _adjustments(
    survey: Survey, power: str, rng: random.Random, far: Callable[[str], int]
) -> list[Order]:
    """Builds in the nearest places, removals of the farthest units; drawn where equal."""
    owed, own = survey.book.due(survey, power), list(survey.position.of(power))
    rng.shuffle(own)
    if owed < 0:
        own.sort(key=lambda unit: (unit.strength, -far(unit.place)))
        return [Order("remove", own_name(unit)) for unit in own[:-owed]]
    single = [n for n in survey.book.build_choices(survey, power) if n.kind == "U"]
    rng.shuffle(single)
    single.sort(key=lambda name: far(name.place))
    return [Order("build", name) for name in single[:owed]]


def greedy_player(survey: Survey, power: str, rng: random.Random) -> list[Order]:
    """Everybody to the nearest southern centre that is not the faction's own."""
    raid = _Raid(survey, power, rng)
    if survey.position.phase.kind == ADJUSTMENT:
        return _adjustments(survey, power, rng, raid.far)
    if survey.position.phase.kind == RETREAT:
        return raid.retreats()
    return raid.orders()


class _Raid:
    """One faction's way over the river, as far as it sees."""

    def __init__(self, survey: Survey, power: str, rng: random.Random) -> None:
        self.survey, self.power, self.rng = survey, power, rng
        self.near = survey.graph.army
        self.position = survey.position
        self.open = survey.book.open_places
        wanted = [c for c in south_centres(survey) if self.position.owners.get(c) != power]
        self.moves = moves_to(self.near, wanted)
        own = list(self.position.of(power))
        rng.shuffle(own)
        self.left = sorted(own, key=lambda u: (self.far(u.place), -u.strength))
        self.first = self.left[0] if self.left else None
        self.found: dict[Unit, Order] = {}
        self.going: set[str] = set()

    def far(self, place: str) -> int:
        """Moves to the nearest southern centre that is to be had."""
        return self.moves.get(place, 0)

    def guard(self, place: str) -> int:
        """How strong the others stand in a place."""
        if place in self.open:
            return 0
        units = self.survey.at.get(place, ())
        return sum(unit.strength for unit in units if unit.power != self.power)

    def retreats(self) -> list[Order]:
        """To the nearest place that is open."""
        found = []
        for lost in self.position.dislodged:
            if lost.unit.power == self.power:
                goals = [goal for goal in lost.retreats if goal not in self.going]
                self.rng.shuffle(goals)
                if goals:
                    goal = min(goals, key=self.far)
                    self.going |= {goal} - self.open
                    found.append(Order("retreat", own_name(lost.unit), goal=goal))
        return found

    def orders(self) -> list[Order]:
        """The double move first, then each unit in turn, those in front first."""
        beside: list[Order] = []
        elections = [o for c in beside_menu(self.survey, self.power) for o in c.orders()]
        if elections and self.first is not None:
            own = own_name(self.first)
            beside = [order for order in elections if order.unit == own]
        for unit in list(self.left):
            if self._double(unit):
                break
        while self.left:
            self._one(self.left.pop(0), 1 if beside else 0)
        return [*self.found.values(), *beside]

    def _double(self, unit: Unit) -> bool:
        """A double move by the way that leads nearest, if the unit may make one."""
        found = [
            order
            for choice in menu(self.survey, unit)
            if choice.verb == "double"
            for order in choice.orders()
        ]
        if not found:
            return False
        self.rng.shuffle(found)
        best = min(found, key=lambda o: (self.far(o.goal), self.guard(o.goal)))
        self.found[unit] = best
        self.going |= {best.goal} - self.open
        self.left.remove(unit)
        return True

    def _one(self, unit: Unit, elected: int) -> None:
        """One unit's order, and the support that others give it."""
        steps = [p for p in self.near[unit.place] if self.far(p) < self.far(unit.place)]
        steps = sorted(p for p in steps if p in self.open or self._free(p))
        self.rng.shuffle(steps)
        if not steps:
            self.found[unit] = self._help(unit)
            return
        goal = min(steps, key=self.guard)
        self.found[unit] = Order("move", own_name(unit), goal=goal)
        if goal in self.open:
            return
        self.going.add(goal)
        lack = self.guard(goal) + 1 - unit.strength - (elected if unit is self.first else 0)
        for other in list(self.left):
            if lack > 0 and goal in self.near[other.place]:
                self.found[other] = self._support(other, unit, goal)
                self.left.remove(other)
                lack -= other.strength

    def _free(self, place: str) -> bool:
        """Does none of the faction's own go there, or stay there?"""
        own = [u for u in self.survey.at.get(place, ()) if u.power == self.power]
        moving = [u for u in own if u in self.found and self.found[u].verb in ("move", "double")]
        return place not in self.going and own == moving

    def _support(self, helper: Unit, unit: Unit, goal: str) -> Order:
        target = self.survey.names[self.survey.index[unit]]
        return Order("support", own_name(helper), target, goal)

    def _help(self, unit: Unit) -> Order:
        """Support for some move of the faction's own, or a hold."""
        found = [
            self._support(unit, other, order.goal)
            for other, order in self.found.items()
            if order.verb == "move" and order.goal in self.near[unit.place] - self.open
        ]
        return self.rng.choice(found) if found else Order("hold", own_name(unit))


def south_centres(survey: Survey) -> list[str]:
    """The neutral centres south of the river."""
    provinces = survey.graph.provinces
    return [c for c in survey.graph.centres if provinces[c].region == "south"]


def moves_to(near: Mapping[str, Collection[str]], goals: Iterable[str]) -> dict[str, int]:
    """Place → moves to the nearest of the goals, whoever is in the way."""
    moves = dict.fromkeys(goals, 0)
    queue = deque(moves)
    while queue:
        place = queue.popleft()
        for other in sorted(near[place]):
            if other not in moves:
                moves[other] = moves[place] + 1
                queue.append(other)
    return moves


PLAYERS: Mapping[str, Player] = {"random": random_player, "greedy": greedy_player}


# Games


def play(kind: str, policy: str, seed: int) -> Crossing:
    """One whole game."""
    rng = random.Random(f"{kind} {seed}")
    options = {} if policy == "automatic" else {"police-orders": "game-master"}
    game = Game.new("london_nights", options, seed=f"{seed:032x}")
    while not game.over:
        if policy == "hold" and game.phase.kind == MOVEMENT:
            game.submit(POLICE, [], settled=True)
        for power in [p for p in game.waiting if p != POLICE]:
            truth = game.record.phases[-1].truth
            survey = Survey(game.book, board(game.book, truth, power_viewer(power)))
            errors = game.submit(power, PLAYERS[kind](survey, power, rng), settled=True)
            if errors:
                raise AssertionError(f"{power}: {errors[0].error}")
        game.advance()
    return crossing(game, [phase.truth for phase in game.record.phases])


def crossing(game: Game, truths: Sequence[Truth]) -> Crossing:
    """Who crossed, from the boards at the start of each phase and in the end."""
    south = {c for c, p in game.book.graph.provinces.items() if p.region == "south"}
    before: set[int] = set()
    crossed: set[int] = set()
    units: set[int] = set()
    entries = 0
    for truth in truths:
        position: Position = truth.position
        own = [unit for unit in position.units if unit.power != POLICE]
        units |= {unit.id for unit in own}
        if position.phase.kind == RETREAT:
            continue  # the round is not over; who must retreat counts by where he ends
        now = {unit.id for unit in own if unit.place in south}
        entries += len(now - before)
        crossed |= now
        before = now
    left = len(truths[-1].position.of(POLICE))
    return Crossing(len(crossed), len(units), entries, left)


# Figures


def share(games: Sequence[Crossing]) -> float:
    """The share of the factions' units that crossed."""
    return sum(g.crossed for g in games) / sum(g.units for g in games)


def entries(games: Sequence[Crossing]) -> float:
    """Entries a game."""
    return sum(g.entries for g in games) / len(games)


def interval(
    games: Sequence[Crossing], figure: Callable[[Sequence[Crossing]], float], seed: int
) -> tuple[float, float]:
    """The 95 % interval of a figure, by drawing as many games again from those played."""
    rng = random.Random(seed)
    found = sorted(figure(rng.choices(games, k=len(games))) for _ in range(REDRAWS))
    return found[REDRAWS // 40], found[-1 - REDRAWS // 40]


def wilson(games: Sequence[Crossing]) -> tuple[float, float]:
    """The 95 % interval of the share after Wilson, as if each unit went its own way."""
    count, part = sum(g.units for g in games), share(games)
    width = 1.96 * math.sqrt(part * (1 - part) / count + (1.96 / count / 2) ** 2)
    middle, scale = part + 1.96**2 / count / 2, 1 + 1.96**2 / count
    return max(0.0, (middle - width) / scale), (middle + width) / scale


def main() -> None:
    """Plays the games and prints a line of the table for each pair of factions and Police."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=200, help="games of each pair")
    parser.add_argument("--seed", type=int, default=1, help="the games are seeded from this on")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--players", nargs="*", default=list(PLAYERS), choices=list(PLAYERS))
    asked = parser.parse_args()
    seeds = [asked.seed * 1_000_000 + number for number in range(asked.games)]
    print("| factions | Police | crossed | share | 95 % | entries a game | 95 % | Police left |")
    print("|---|---|---|---|---|---|---|---|")
    with ProcessPoolExecutor(asked.jobs) as pool:
        for kind in asked.players:
            for policy in POLICIES:
                games = list(pool.map(partial(play, kind, policy), seeds, chunksize=4))
                both = interval(games, share, asked.seed), wilson(games)
                low, high = min(low for low, _ in both), max(high for _, high in both)
                least, most = interval(games, entries, asked.seed)
                crossed, units = sum(g.crossed for g in games), sum(g.units for g in games)
                left = sum(g.police for g in games) / len(games)
                print(
                    f"| {kind} | {policy} | {crossed:,} of {units:,} | {share(games):.2%}"
                    f" | {low:.2%} to {high:.2%} | {entries(games):.2f}"
                    f" | {least:.2f} to {most:.2f} | {left:.2f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
