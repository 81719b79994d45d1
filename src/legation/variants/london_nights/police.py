"""The policy of the Police: what they order when nobody writes their orders (LN-3c).

It sees the board that everybody sees and nothing else, so it gives nobody
away. In short: every place that matters has a worth, the Police stand where
the worths come to most, and whoever stays where he is lends support. Each step
is told to the players in rules.md; ``benchmarks/police.py`` measures it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from legation.board.graph import BRIDGE, MapGraph
from legation.board.orders import Order
from legation.board.units import Unit, UnitName
from legation.rules.book import Book
from legation.rules.dice import Dice, Stream
from legation.rules.naming import own_name
from legation.rules.survey import Survey

from .cast import NURSES, POLICE, SOUTH, TAXIS

# What it is worth to stand in a place, in thousandths of a point: the dice
# decide below half a point.
POINT = 1000
BANK_LOST = 18 * POINT
BANK_IN_DANGER = 12 * POINT
LANDING_IN_DANGER = 9 * POINT
BANK_QUIET = 6 * POINT
A_MOVE = 4 * POINT
NEVER = -1_000 * POINT


def orders(survey: Survey, dice: Dice) -> tuple[Order, ...]:
    """An order for each unit of the Police, from what everybody sees."""
    stream = dice.stream("police")
    watch = Watch(survey)
    own = survey.position.of(POLICE)
    goals = _goals(watch, stream.sample(own, len(own)), stream)
    sheet = _orders(watch, goals)
    return tuple(sheet[unit] for unit in own)


def retreat_choices(survey: Survey, unit: Unit, places: tuple[str, ...]) -> tuple[str, ...]:
    """The places for a retreat of the Police, best first: bridges, bank, landings, others.

    From a bridge the lost space can be taken back, and nobody fights there.
    """
    del unit
    ground = ground_of(survey.book)
    ranks = (ground.bridges, ground.bank, ground.landings)

    def rank(place: str) -> tuple[int, str]:
        return next((n for n, those in enumerate(ranks) if place in those), len(ranks)), place

    return tuple(sorted(places, key=rank))


class Ground:
    """The river: its bridges, the bank that the Police guard, the landings in the south."""

    def __init__(self, graph: MapGraph) -> None:
        provinces = graph.provinces
        self.near = graph.army
        self.bridges = frozenset(c for c, p in provinces.items() if p.terrain == BRIDGE)
        self.south = frozenset(c for c, p in provinces.items() if p.region == SOUTH)
        self.bank = tuple(c for c, p in provinces.items() if "police" in p.features)
        self.landings = tuple(c for c in sorted(self.south) if self.near[c] & self.bridges)
        self.home = dict.fromkeys(self.bank, 0)
        queue = list(self.bank)
        for place in queue:  # moves to the bank, over bridges too
            for other in sorted(self.near[place] - self.home.keys()):
                self.home[other] = self.home[place] + 1
                queue.append(other)
        self.gates = {place: self._gates(place) for place in (*self.bank, *self.landings)}

    def _gates(self, goal: str) -> frozenset[str]:
        """From where a landing is attacked, over bridges, or a place on the bank, by land."""
        near = self.near[goal]
        return near & self.bridges if goal in self.south else near - self.bridges


@lru_cache(maxsize=8)
def ground_of(book: Book) -> Ground:
    """The river of a game, which is the same all night."""
    return Ground(book.graph)


# Step 1: how strong an attack must be expected


class Watch:
    """What the Police make of the board: who holds what, and what is in danger.

    `danger` is the most that one faction could bring into a bank space or a
    landing this round, `held` the strength of the factions' units in a place.
    """

    def __init__(self, survey: Survey) -> None:
        self.survey, self.ground = survey, ground_of(survey.book)
        self.foes = [u for u in survey.position.units if u.power in survey.book.players]
        self.held: dict[str, int] = {}
        for unit in self.foes:
            self.held[unit.place] = self.held.get(unit.place, 0) + unit.strength
        self.danger = {goal: self._danger(goal, gates) for goal, gates in self.ground.gates.items()}

    def _danger(self, goal: str, gates: Collection[str]) -> int:
        """The sum of the strengths of one faction's units that could come, the most of any.

        They come to the bank by land, to a landing over a bridge. The Nurses
        may elect one of theirs, which counts one more (LN-1D); a Taxi Driver
        counts where he comes with a double move as well (LN-1F).
        """
        dangers: dict[str, int] = {}
        for unit in self.foes:
            drives = unit.power == TAXIS and unit.place != goal and self._gets_to(unit, gates)
            if drives or unit.place in gates:
                elected = unit.power == NURSES and unit.power not in dangers
                dangers[unit.power] = dangers.get(unit.power, 0) + unit.strength + elected
        return max(dangers.values(), default=0)

    def _gets_to(self, unit: Unit, gates: Collection[str]) -> bool:
        """Could a first leg bring this unit to one of these places?"""
        return any(
            place in gates and (place in self.ground.bridges or place not in self.survey.at)
            for place in self.ground.near[unit.place]
        )

    # Step 2: what it is worth to stand in a place

    def worth(self, place: str) -> int:
        """What it is worth to stand in a place when the round is over."""
        if place in self.ground.bank:
            if place in self.held:
                return BANK_LOST
            return BANK_IN_DANGER if self.danger[place] else BANK_QUIET
        if place in self.ground.landings and self.danger[place] and place not in self.held:
            return LANDING_IN_DANGER
        return 0

    def need(self, place: str) -> int:
        """How strong the Police should be in a place: as an attack, or more than who is there."""
        return max(self.danger.get(place, 0), self.held.get(place, -1) + 1)


# Step 3: who goes where


def _goals(watch: Watch, police: Sequence[Unit], stream: Stream) -> dict[Unit, str]:
    """Where each unit is to stand: one unit a place, and the most worth in all.

    A move takes something off. Who has nowhere to be goes back to the river.
    """
    if not police:
        return {}
    places = [place for place in watch.danger if watch.worth(place)]
    luck = {place: stream.below(POINT // 2) for place in places}

    worths, stay = {place: watch.worth(place) + luck[place] for place in places}, [0] * len(police)

    def offers(unit: Unit) -> list[int]:
        steps = watch.survey.steps(unit)
        return [
            worth if place == unit.place else worth - A_MOVE if place in steps else NEVER
            for place, worth in worths.items()
        ]

    chosen = _assign([[*offers(unit), *stay] for unit in police])
    goals: dict[Unit, str] = {}
    for unit, column in zip(police, chosen, strict=True):
        free = column >= len(places)
        goals[unit] = _back(watch, unit) if free else places[column]
    _clear_the_way(watch, goals)
    return goals


def _back(watch: Watch, unit: Unit) -> str:
    """Who is on the bank or a bridge stays there as a reserve; others come a move nearer to it."""
    ground = watch.ground
    if unit.place in ground.bridges:
        return unit.place
    here, steps = ground.home[unit.place], sorted(watch.survey.steps(unit))
    nearer = [place for place in steps if ground.home[place] < here]
    vacant = [p for p in nearer if p in ground.bridges or p not in watch.survey.at]
    return min(vacant, key=lambda place: ground.home[place], default=unit.place)


def _assign(worth: Sequence[Sequence[int]]) -> list[int]:
    """For each row a column of its own, so that the sum is greatest (the Hungarian method).

    Rows come in one by one. Each takes the cheapest chain of changes that
    ends in a free column; `price` and `income` keep those already in content.
    Column 0 stands for the row that comes in.
    """
    rows, columns = len(worth), range(1, len(worth[0]) + 1)
    price, income = [0] * (len(columns) + 1), [0] * (rows + 1)
    taker = [0] * (len(columns) + 1)
    for row in range(1, rows + 1):
        taker[0], column = row, 0
        before = dict.fromkeys(columns, 0)
        least: dict[int, int] = {}
        free, met = list(columns), [0]
        while taker[column]:
            here = taker[column]
            gains, wage = worth[here - 1], income[here]
            for j in free:
                loss = -gains[j - 1] - wage - price[j]
                if j not in least or loss < least[j]:
                    least[j], before[j] = loss, column
            column = min(free, key=least.__getitem__)
            step = least[column]
            for j in free:
                least[j] -= step
            for j in met:
                income[taker[j]] += step
                price[j] -= step
            free.remove(column)
            met.append(column)
        while column:
            taker[column] = taker[before[column]]
            column = before[column]
    taken = {taker[column]: column - 1 for column in columns}
    return [taken[row] for row in range(1, rows + 1)]


def _clear_the_way(watch: Watch, goals: dict[Unit, str]) -> None:
    """Whoever would only run into his own side stays.

    Two that would change places, or one whose goal another does not leave.
    """
    clash = True
    while clash:
        clash = False
        for unit, goal in goals.items():
            if goal == unit.place or goal in watch.ground.bridges:
                continue
            for other, its in goals.items():
                swap = other.place == goal and its == unit.place not in watch.ground.bridges
                if other is not unit and (its == goal or swap):
                    goals[unit], clash = unit.place, True
                    break


# Step 4: who supports whom


def _orders(watch: Watch, goals: Mapping[Unit, str]) -> dict[Unit, Order]:
    """Movers move; each of the others supports where it is needed most, or holds.

    First where the Police are too weak, then in the south, then where the
    need is greatest. Places where nobody is expected need no support.
    """
    guards = {goal: unit for unit, goal in goals.items() if goal not in watch.ground.bridges}
    strength = dict.fromkeys(guards, 1)

    def want(place: str) -> tuple[bool, bool, int]:
        need = watch.need(place)
        return need > strength[place], place in watch.ground.south, need

    sheet: dict[Unit, Order] = {}
    for unit, goal in goals.items():
        if goal != unit.place:
            sheet[unit] = Order("move", own_name(unit), goal=goal)
            continue
        steps = watch.survey.steps(unit)
        near = [place for place in guards if place in steps and watch.need(place)]
        if not near:
            sheet[unit] = Order("hold", own_name(unit))
            continue
        place = max(near, key=want)
        target = _named(watch, guards[place])
        moved = "" if guards[place].place == place else place
        sheet[unit] = Order("support", own_name(unit), target, moved)
        strength[place] += 1
    return sheet


def _named(watch: Watch, unit: Unit) -> UnitName:
    """A unit of the Police as a support names it: with its power where others may stand, too."""
    name = own_name(unit)
    return replace(name, power=POLICE) if unit.place in watch.ground.bridges else name
