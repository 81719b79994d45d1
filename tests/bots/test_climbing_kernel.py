"""Plans made better by the kernel: the same as Python makes, in its very order, to the last bit."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain, product

import numpy as np
import pytest
from test_bots import SPRING, owned, seen, units

from legation.board.calendar import MOVEMENT
from legation.board.position import Position
from legation.bots import planners
from legation.bots.base import find_bot
from legation.bots.climbing import Climber, Laid
from legation.bots.front import Front
from legation.bots.plan import Planner
from legation.bots.seat import Seat
from legation.bots.spreading import SpreadValues
from legation.bots.values import Values
from legation.bots.weighing import CARRY, GO, HELP, Plan
from legation.kernel import acts as kernel
from legation.kernel.acts import climb_of
from legation.kernel.compiled import COMPILED
from legation.kernel.layout import Int64s
from legation.rules.rulebook import Rulebook
from legation.sight.view import View
from legation.table.game import Game
from legation.variants.find import folders
from legation.variants.load import load

PHASES = 30 if COMPILED else 6
SEEDS = range(3 if COMPILED else 1)
PLANS = 300 if COMPILED else 15


def planner(kind: type[Planner], book: Rulebook, view: View, seed: int) -> Planner:
    seat = Seat(book, view, random.Random(seed))
    return kind(Front(seat), Values(seat, soon=seed % 2 == 0), noise=0.06)


def told(plan: Plan) -> list[tuple[str, str, str, tuple[int, ...]]]:
    return [(act.sort, act.province, act.place, act.carriers) for act in plan]


def at_random(planner: Planner, dice: random.Random) -> Plan:
    """A plan of whatever acts there are, sense or none; of convoys most are carried out."""
    ways = [way for each in planner._carried for way in each]
    acts = [[stay, *planner._helps[index].values()] for index, stay in enumerate(planner._stays)]
    for index, goes in enumerate(planner._goes):
        acts[index] += [*goes.values(), *goes.values()]
    for act in chain.from_iterable(ways):
        acts[act.actor].append(act)
    plan = [dice.choice(each) for each in acts]
    for way in dice.sample(ways, min(2, len(ways))):
        for act in way:
            plan[act.actor] = act
    return plan


def numbered(planner: Planner, plan: Plan) -> Int64s:
    """A plan of a planner's acts by their numbers; `kernel.acts` says in what order they come."""
    acts = [
        *planner._stays,
        *chain.from_iterable(each.values() for each in planner._helps),
        *chain.from_iterable(each.values() for each in planner._goes),
        *chain.from_iterable(chain.from_iterable(planner._carried)),
    ]
    number = {id(act): at for at, act in enumerate(acts)}
    return np.array([number[id(act)] for act in plan], np.int64)


def movements(variant: str, seed: int) -> Iterator[tuple[Rulebook, View]]:
    """What powers see before the movements of a game: the first years steady, then scattered."""
    game = Game.new(variant, seed=f"{seed:032x}")
    while game.number < PHASES and not game.over:
        bot = find_bot("steady" if game.number < PHASES // 2 else "random")
        for power in game.waiting:
            view = game.view(power)
            if view.phase.kind == MOVEMENT:
                yield game.book, view
            dice = random.Random(f"{seed} {game.number} {power}")
            game.submit(power, bot.choose(game.book, view, dice), settled=True)
        game.carry_out()


@pytest.mark.parametrize("variant", sorted(folders()))
def test_the_kernel_makes_the_same_plans(variant: str) -> None:
    sorts: Counter[str] = Counter()
    for seed in SEEDS:
        for number, (book, view) in enumerate(movements(variant, seed)):
            by_hand, by_kernel = (planner(kind, book, view, number) for kind in (Planner, Climber))
            plans = by_hand.plan(), by_kernel.plan()
            assert told(plans[0]) == told(plans[1])
            assert by_hand.rng.random() == by_kernel.rng.random()
            sorts.update(act.sort for act in plans[0])
    assert sorts[GO] > 0
    assert sorts[HELP] > 0, "nothing was planned together"


@pytest.mark.parametrize("variant", sorted(folders()))
def test_places_are_worth_the_same(variant: str) -> None:
    """To each kind of unit, also where it cannot stand; some worth nothing, some something."""
    found = Counter[bool]()
    for number, (book, view) in enumerate(movements(variant, 2)):
        seat = Seat(book, view, random.Random(0))
        by_hand, by_kernel = (
            kind(seat, soon=number % 2 == 0, caution=0.1) for kind in (Values, SpreadValues)
        )
        for kind, place in product(book.kinds, [*sorted(book.graph.places), "Nowhere"]):
            worth = by_kernel.at(kind, place)
            assert worth == by_hand.at(kind, place)
            found[worth > 0] += 1
    assert len(found) == 2


@pytest.mark.parametrize("kind", [Values, SpreadValues])
def test_no_place_is_worth_anything_to_who_can_stand_nowhere(kind: type[Values]) -> None:
    """On the board of Pure there is no water, so no fleet."""
    game = Game.new("pure")
    values = kind(Seat(game.book, game.view("France"), random.Random(0)), soon=False)
    assert [values.at("F", place) for place in sorted(game.book.graph.places)] == [0.0] * 7
    assert values.at("A", "Par") > 0


def same_values(by_hand: Planner, by_kernel: Planner, seed: int, plans: int) -> Counter[bool]:
    """Plans at random come to the same; how many of them make no sense, and how many do."""
    assert isinstance(by_kernel, Climber)
    laid, dice, senseless = Laid(by_kernel), random.Random(seed), Counter[bool]()
    for _ in range(plans):
        plan = at_random(by_kernel, dice)
        numbers = numbered(by_kernel, plan)
        assert told(laid.plan(numbers)) == told(plan)
        worth = laid.value(numbers)
        assert worth == by_hand.scales.weigh(plan)
        senseless[worth < 0] += 1
    return senseless


@pytest.mark.parametrize("variant", sorted(folders()))
def test_any_plan_comes_to_the_same(variant: str) -> None:
    senseless = Counter[bool]()
    for number, (book, view) in enumerate(movements(variant, 1)):
        both = [planner(kind, book, view, number) for kind in (Planner, Climber)]
        senseless += same_values(both[0], both[1], number, PLANS)
        by_hand, by_kernel = both
        assert isinstance(by_kernel, Climber)
        drawn = [at_random(each, random.Random(number)) for each in both]
        laid = Laid(by_kernel)
        climbed = by_kernel.climbed(laid, numbered(by_kernel, drawn[1]))
        assert told(by_hand.improved(drawn[0])) == told(laid.plan(climbed))
    assert len(senseless) == 2


def test_what_is_not_given_has_room_of_its_own() -> None:
    plain = getattr(climb_of, "py_func", climb_of)  # what is compiled has no way from Python
    for acts, actors, provinces in ((0, 0, 0), (1, 1, 1), (30, 4, 17), (5, 3, 0)):
        room, space = kernel.room(acts, actors, provinces)
        province, helps = [0] * acts, [0] * (actors + 1)
        at = [0] * provinces
        whole = [province, helps, helps, helps, [0], [], at, at, [], [0]]
        climb = plain(*kernel.packed(whole, [[]] * kernel.REAL), room, space)
        pieces = [*climb.acts[2:7], climb.provinces.home, *climb.choices[4:], *climb.scratch]
        assert sum(map(len, pieces)) == len(room) + len(space) - kernel.ROOM - kernel.SPACE - 2
        for number, piece in enumerate(pieces):
            piece[:] = number
        assert all((piece == number).all() for number, piece in enumerate(pieces))
        assert [len(each) for each in climb.acts[2:7]] == [acts] * 4 + [acts + 1]
        assert [len(each) for each in climb.choices[4:]] == [provinces + 1, acts]
        assert len(climb.provinces.home) == provinces
        assert [len(each) for each in climb.scratch] == [
            *(1, actors, provinces, provinces, provinces, actors, actors, acts, acts, 1)
        ]


@pytest.mark.parametrize("spared", ["", "Russia"])
def test_so_do_plans_by_sea_and_against_others(spared: str) -> None:
    """Three armies on two seas, of which two may change places by them; two stand in the way."""
    england = units("England", "A Yor", "A Edi", "A Nwy", "F NTH", "F NWG")
    others = (*units("Russia", "A Fin", "F Ska"), *units("Germany", "F Hol", "A Den"))
    board = Position(SPRING, (*england, *others), owned(England="Lon Edi Nwy", Russia="Swe"))
    for seed in range(20):
        both = [
            planner(kind, load("standard"), seen("England", board), seed)
            for kind in (Planner, Climber)
        ]
        for each in both:
            each.front.spared = frozenset({spared})
        assert len(same_values(both[0], both[1], seed, 200)) == 2


@pytest.mark.parametrize("kind", [Planner, Climber])
def test_an_army_goes_by_sea(kind: type[Planner]) -> None:
    """England's army reaches no free centre by land; four lie on the North Sea."""
    board = Position(SPRING, units("England", "A Yor", "F NTH"), owned(England="Lon Edi Lvp"))
    view = seen("England", board)
    go, carry = told(planner(kind, load("standard"), view, 1).plan())
    assert go[0] == GO
    assert go[2] in {"Nwy", "Den", "Hol", "Bel"}
    assert carry == (CARRY, go[1], "Yor", ())


@pytest.mark.parametrize("centres", [{}, {"England": "Lon"}])
def test_who_has_no_unit_plans_nothing(centres: dict[str, str]) -> None:
    board = Position(SPRING, units("France", "F ENG"), owned(**centres))
    assert planner(Climber, load("standard"), seen("England", board), 1).plan() == []


def test_who_plays_many_games_has_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    class Made(planners._Made):
        pass

    monkeypatch.setattr(planners, "_Made", Made)
    planners.compile_plans()
    assert Made.planner is (Climber if COMPILED else Planner)
    assert Made.values is (SpreadValues if COMPILED else Values)
