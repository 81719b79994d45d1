"""The policy of the Police: what they order when nobody writes their orders (LN-3c).

It sees the board that everybody sees and nothing else, so it gives nobody
away. In short: every post that matters has a worth, the Police take the posts
whose worths come to most, and whoever stays where he is lends support. What
follows are the steps that rules.md tells the players.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from legation.board.graph import BRIDGE
from legation.board.orders import Order
from legation.board.units import Unit
from legation.rules.dice import Dice, Stream
from legation.rules.settle import own_name
from legation.rules.survey import Survey

from .cast import NURSES, POLICE, SOUTH, TAXIS

# What a post is worth, in thousandths: below a whole point the dice decide.
POINT = 1000
LANDING_NOW = 9 * POINT
LANDING_SOON = 3 * POINT
LANDING_LOST = 9 * POINT
LANDING_BACKED = 3 * POINT + POINT // 2
LANDING_COVERED = 15 * POINT
LANDING_COVERED_AGAIN = 5 * POINT
BANK_NOW = 12 * POINT
BANK_LOST = 18 * POINT
BANK_BACKED = 10 * POINT
BANK_SOON = POINT // 2
BANK_QUIET = 2 * POINT
ON_A_BRIDGE = POINT
A_MOVE = POINT

STAND, BACK, COVER = "stand", "back", "cover"


@dataclass(frozen=True, slots=True)
class Task:
    """Something to be done in a place: stand there, back whoever does, or be near it."""

    kind: str
    place: str
    worth: int


@dataclass(frozen=True, slots=True)
class Post:
    """Where a unit would be after the round to do its task, and what that is worth."""

    worth: int
    place: str
    task: Task | None = None


class Watch:
    """What the Police make of the board: their ground, their foes, the dangers."""

    def __init__(self, survey: Survey, stream: Stream) -> None:
        provinces = survey.graph.provinces
        self.survey = survey
        self.near = survey.graph.army
        self.bridges = frozenset(c for c, p in provinces.items() if p.terrain == BRIDGE)
        self.south = frozenset(c for c, p in provinces.items() if p.region == SOUTH)
        self.bank = [c for c, p in provinces.items() if "police" in p.features]
        self.landings = [c for c in provinces if c in self.south and self.near[c] & self.bridges]
        units = survey.position.units
        own = [unit for unit in units if unit.power == POLICE]
        self.police = stream.sample(own, len(own))
        self.foes = [unit for unit in units if unit.power in survey.book.players]
        self.held = frozenset(unit.place for unit in self.foes)
        self.now = {place: self.danger(place, 1) for place in (*self.landings, *self.bank)}
        self.soon = {place: self.danger(place, 2) for place in (*self.landings, *self.bank)}
        self.luck = {place: stream.below(POINT) // 2 for place in self.now}

    def steps(self, unit: Unit) -> frozenset[str]:
        """Where a unit of the Police may go."""
        return self.survey.steps(unit)

    # Step 1: how strong an attack must be expected

    def danger(self, place: str, rounds: int) -> int:
        """The most that one faction could bring into a place within so many rounds.

        The sum of the strengths of its known units that are near enough. The
        Nurses may elect one of theirs, which counts one more (LN-1D); a Taxi
        Driver with a vacant place on his way is a move nearer (LN-1F).
        """
        ways = self._ways[place]
        found: dict[str, int] = {}
        for unit in self.foes:
            moves = ways.get(unit.place, 0)
            if unit.power == TAXIS and moves > 1 and self._free_way(ways, unit.place):
                moves -= 1
            if 0 < moves <= rounds:
                first = unit.power == NURSES and unit.power not in found
                found[unit.power] = found.get(unit.power, 0) + unit.strength + first
        return max(found.values(), default=0)

    def _free_way(self, ways: Mapping[str, int], start: str) -> bool:
        return any(
            ways.get(place, ways[start]) < ways[start]
            and (place in self.bridges or place not in self.survey.at)
            for place in self.near[start]
        )

    @cached_property
    def _ways(self) -> Mapping[str, Mapping[str, int]]:
        """Place → place → moves: to a landing over bridges, to the bank by land, from the north."""
        found = {place: self._moves_to(place, self.south) for place in self.landings}
        for place in self.bank:
            found[place] = self._moves_to(place, self.south | self.bridges)
        return found

    def _moves_to(self, goal: str, closed: Collection[str]) -> Mapping[str, int]:
        moves = {goal: 0}
        for place in (queue := [goal]):
            for other in sorted(self.near[place]):
                if other not in moves and other not in closed:
                    moves[other] = moves[place] + 1
                    queue.append(other)
        return moves

    # Step 2: what there is to do

    def standing(self, place: str) -> int:
        """What it is worth to stand in a place after the round; 0 where nothing is to be done."""
        if place in self.south:
            if place in self.held:
                return LANDING_LOST if self.soon.get(place) else 0
            if self.now.get(place):
                return LANDING_NOW
            return LANDING_SOON if self.soon.get(place) else 0
        if place not in self.now:
            return 0
        if place in self.held:
            return BANK_LOST
        if self.now[place]:
            return BANK_NOW
        return BANK_SOON if self.soon[place] else BANK_QUIET

    def tasks(self) -> list[Task]:
        """Everything to be done this round, each for one unit."""
        found = [Task(STAND, p, w) for p in self.now if (w := self.standing(p))]
        for place in self.landings:
            if place in self.held:
                continue
            now, soon = self.now[place], self.soon[place]
            found += [Task(BACK, place, LANDING_BACKED // n) for n in range(1, now)]
            if soon and not now:
                found.append(Task(COVER, place, LANDING_COVERED))
            found += [Task(COVER, place, LANDING_COVERED_AGAIN)] * (soon - max(now, 1))
        for place in self.bank:
            if place not in self.held:
                found += [Task(BACK, place, BANK_BACKED // n) for n in range(1, self.now[place])]
        return found

    def post(self, unit: Unit, task: Task) -> Post | None:
        """Where a unit would go or stay for a task; None if it cannot do it."""
        worth = task.worth + self.luck[task.place]
        if task.kind == BACK:
            if task.place not in self.steps(unit):
                return None
            bonus = ON_A_BRIDGE if unit.place in self.bridges else 0
            return Post(worth + bonus + self.standing(unit.place) // 2, unit.place, task)
        if task.kind == STAND:
            if task.place != unit.place and task.place not in self.steps(unit):
                return None
            return Post(worth - A_MOVE * (task.place != unit.place), task.place, task)
        found = [
            Post(worth + self._by_the_way(unit, place), place, task)
            for place in (unit.place, *sorted(self.steps(unit)))
            if place == task.place or place in self.near[task.place]
        ]
        return max(found, key=lambda post: post.worth, default=None)

    def _by_the_way(self, unit: Unit, place: str) -> int:
        """What a place is worth besides, to a unit that could do its task from there."""
        if place == unit.place:
            return self.standing(place) // 2
        return self.standing(place) // 2 - A_MOVE * (1 if place in self.bridges else 2)

    def rest(self, unit: Unit) -> Post:
        """To stay without a task."""
        return Post(self.standing(unit.place) // 2, unit.place)


def orders(survey: Survey, dice: Dice) -> tuple[Order, ...]:
    """An order for each unit of the Police, from what everybody sees."""
    watch = Watch(survey, dice.stream("police"))
    posts = dict(zip(watch.police, _posts(watch), strict=True))
    _settle(watch, posts)
    found = _supports(watch, posts)
    return tuple(found[unit] for unit in survey.position.of(POLICE))


def retreat_order(survey: Survey, unit: Unit, places: tuple[str, ...]) -> tuple[str, ...]:
    """The places for a retreat of the Police, best first: bridges, bank, landings, others."""
    del unit
    graph = survey.graph
    bridges = {c for c, p in graph.provinces.items() if p.terrain == BRIDGE}

    def rank(place: str) -> tuple[int, str]:
        if place in bridges:
            return 0, place
        if "police" in graph.provinces[place].features:
            return 1, place
        return (2 if graph.army[place] & bridges else 3), place

    return tuple(sorted(places, key=rank))


# Step 3: who goes where


def _posts(watch: Watch) -> list[Post]:
    """A post for each unit: one task each, one unit a task, and the most worth in all."""
    if not watch.police:
        return []
    tasks = watch.tasks()
    offers: list[list[Post | None]] = [
        [watch.post(unit, task) for task in tasks] + [watch.rest(unit)] * len(watch.police)
        for unit in watch.police
    ]
    none = -1_000 * POINT
    chosen = _assign([[post.worth if post else none for post in row] for row in offers])
    found = [row[column] for row, column in zip(offers, chosen, strict=True)]
    return [post for post in found if post is not None]


def _assign(worth: Sequence[Sequence[int]]) -> list[int]:
    """For each row a column of its own, so that the sum is greatest (the Hungarian method)."""
    rows, columns = len(worth), len(worth[0])
    price, income = [0] * (columns + 1), [0] * (rows + 1)
    taker, before = [0] * (columns + 1), [0] * (columns + 1)
    for row in range(1, rows + 1):
        taker[0], column = row, 0
        least: list[float] = [float("inf")] * (columns + 1)
        used = [False] * (columns + 1)
        while taker[column]:
            used[column], here = True, taker[column]
            for j in range(1, columns + 1):
                left = -worth[here - 1][j - 1] - income[here] - price[j]
                if not used[j] and left < least[j]:
                    least[j], before[j] = left, column
            free = [j for j in range(1, columns + 1) if not used[j]]
            after = min(free, key=lambda j: least[j])
            step = int(least[after])
            for j in range(columns + 1):
                if used[j]:
                    income[taker[j]] += step
                    price[j] -= step
                else:
                    least[j] -= step
            column = after
        while column:
            taker[column] = taker[before[column]]
            column = before[column]
    found = [0] * rows
    for column in range(1, columns + 1):
        if taker[column]:
            found[taker[column] - 1] = column - 1
    return found


def _settle(watch: Watch, posts: dict[Unit, Post]) -> None:
    """Whoever would only get in another's way stays: two to one place, or two that swap."""
    clash = True
    while clash:
        clash = False
        for unit, post in posts.items():
            if post.place == unit.place or post.place in watch.bridges:
                continue
            for other, its in posts.items():
                swap = other.place == post.place and its.place == unit.place not in watch.bridges
                if other is not unit and (its.place == post.place or swap):
                    posts[unit] = Post(0, unit.place)
                    clash = True
                    break


# Step 4: who supports whom


def _supports(watch: Watch, posts: Mapping[Unit, Post]) -> dict[Unit, Order]:
    """Movers move; whoever stays does the backing he took on, or helps where it lacks most."""
    found: dict[Unit, Order] = {}
    guards = {post.place: unit for unit, post in posts.items() if post.place not in watch.bridges}
    strength = dict.fromkeys(guards, 1)

    def help_in(unit: Unit, place: str) -> None:
        guard = guards[place]
        target = replace(own_name(guard), power=POLICE)
        goal = "" if guard.place == place else place
        found[unit] = Order("support", own_name(unit), target, goal)
        strength[place] += 1

    def want(place: str) -> tuple[bool, bool, int]:
        lack = watch.now[place] - strength[place]
        return lack > 0, place in watch.south, watch.now[place]

    staying = [unit for unit, post in posts.items() if post.place == unit.place]
    for unit, post in posts.items():
        if unit not in staying:
            found[unit] = Order("move", own_name(unit), goal=post.place)
        elif post.task and post.task.kind == BACK and post.task.place in guards:
            help_in(unit, post.task.place)
    for unit in staying:
        if unit not in found:
            near = [p for p in guards if p in watch.steps(unit) and watch.now.get(p)]
            if near:
                help_in(unit, max(near, key=want))
            else:
                found[unit] = Order("hold", own_name(unit))
    return found


retreat_choices = retreat_order
