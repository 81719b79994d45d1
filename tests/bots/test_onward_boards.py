"""Boards played on by the engine: what is measured of them, on whose knowledge, by which dice."""

import random
from collections.abc import Mapping, Sequence
from functools import cache

import pytest
from test_bots import AUTUMN, SEED, SPRING, chosen, owned, seen, units

from legation.board.calendar import ADJUSTMENT, MOVEMENT, RETREAT, Phase
from legation.board.orders import Order
from legation.board.position import Position
from legation.bots import onward, quick
from legation.bots.arena import Arena, Sheet
from legation.bots.onward import PlayedArena
from legation.bots.outlook import is_fitted
from legation.bots.promises import outlook_for
from legation.bots.quick import arena_for
from legation.bots.seat import Seat
from legation.bots.seeking import Effort, Search
from legation.bots.steady import Steady
from legation.bots.temper import Temper
from legation.sight.view import View
from legation.table.game import Game
from legation.table.supposing import Guess, World
from legation.variants.find import folders
from legation.variants.load import load

FITTED = [name for name in folders() if is_fitted(name)]
FAR = "seeker:beginner:ahead=1:boards=20"
BOTH = (*units("France", "A Spa", "F MAO"), *units("Germany", "A Mun"))
OWNED = owned(France="Par Mar", Germany="Mun")


@cache
def fourth(variant: str) -> Game:
    """A game before its fourth movement, of judgement alone."""
    game, dice, left = Game.new(variant, seed=SEED), random.Random(1), 3
    while left or game.phase.kind != MOVEMENT:
        left -= game.phase.kind == MOVEMENT
        for power in game.waiting:
            seat = Seat(game.book, game.view(power), random.Random(dice.getrandbits(64)))
            game.submit(power, Steady(seat).sheet(), settled=True)
        game.advance()
    return game


def arena(view: View, movements: int, answers: int = 2) -> PlayedArena:
    seat = Seat(load(view.variant), view, random.Random(3))
    outlook = outlook_for(seat, Steady(seat).values)
    assert outlook is not None
    return PlayedArena(seat, outlook, answers, 1, movements)


def sheet(view: View, *lines: str) -> Sheet:
    return tuple(Seat(load(view.variant), view, random.Random(3)).read(lines).orders)


@pytest.mark.parametrize("variant", FITTED)
def test_the_same_view_and_dice_give_the_same_sheet(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And it is accepted whole; the game of which it is supposed stays as it was."""
    monkeypatch.setattr(quick, "serves", lambda _: False)  # by the engine everywhere
    game = fourth(variant)
    power = game.waiting[0]
    before = game.record.phases[-1].truth
    found = [chosen(game.view(power), FAR, seed=4) for _ in range(2)]
    assert found[0] == found[1]
    assert found[0]
    assert game.record.phases[-1].truth == before
    assert not Seat(game.book, game.view(power), random.Random(1)).read(found[0]).errors


@pytest.mark.parametrize("movements", [1, 2])
def test_it_ends_when_so_many_movements_are_carried_out(movements: int) -> None:
    """Spring 1902 is tried; one more is Autumn, after which centres change owner, two Spring."""
    view = seen("France", Position(SPRING, BOTH, OWNED))
    far = arena(view, movements)
    start = far.world_after(sheet(view, "A Spa H", "F MAO H"), 0)
    assert start.position.phase == AUTUMN
    later, harvest = far.played_on(start, 0)
    assert start.position.phase == AUTUMN, "what it began with stays as it was"
    phase = later.position.phase
    wanted = {1: (1902, (RETREAT, ADJUSTMENT)), 2: (1903, (RETREAT, MOVEMENT))}[movements]
    assert phase.year == wanted[0]
    assert phase.kind in wanted[1]
    assert harvest == (movements == 1)


def test_luck_hangs_on_the_answer_and_not_on_what_was_asked_before() -> None:
    view = seen("France", Position(SPRING, BOTH, OWNED))
    stays, goes = sheet(view, "A Spa H", "F MAO H"), sheet(view, "A Spa - Por", "F MAO H")
    one, other = arena(view, 2), arena(view, 2)
    (first,) = one.last([goes], 2)
    assert other.last([stays, goes, goes], 2)[1:] == [first, first]


Drawn = dict[tuple[str, str], object]
"""Phase and whose dice → how they lie when they are handed out."""


def drawn(
    monkeypatch: pytest.MonkeyPatch, far: PlayedArena, own: Sheet, answer: int = 0
) -> tuple[World, Drawn]:
    """A board that is played on, and what dice are handed out meanwhile."""
    found: Drawn = {}
    guessed: list[object] = []
    after, guess = World.after, far.guess

    class Watched(Steady):
        def __init__(self, seat: Seat) -> None:
            super().__init__(seat)
            found[str(seat.view.phase), seat.power] = seat.rng.getstate()

    def imagined(rng: random.Random) -> Guess:
        guessed.append(rng.getstate())
        return guess(rng)

    def carried_out(world: World, orders: Mapping[str, Sequence[Order]], luck: int) -> World:
        phase = str(world.position.phase)
        found[phase, "luck"] = luck
        if guessed:
            found[phase, "guess"] = guessed.pop()
        return after(world, orders, luck)

    start = far.world_after(own, answer)
    with monkeypatch.context() as watched:
        watched.setattr(onward, "Steady", Watched)
        watched.setattr(World, "after", carried_out)
        watched.setattr(far, "guess", imagined)
        far.played_on(start, answer)
    return start, found


@pytest.mark.parametrize("variant", ["standard", "post_atomic"])
def test_a_retreat_more_leaves_the_dice_of_the_next_movement_as_they_are(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two armies drive one out of Mun, or stay: in Autumn everybody draws from the same dice."""
    year = 1902 if variant == "standard" else 2023
    autumn = str(Phase("Autumn", year, MOVEMENT))
    board = (*units("France", "A Bur", "A Ruh"), *units("Germany", "A Mun"))
    view = seen("France", Position(Phase("Spring", year, MOVEMENT), board, OWNED), variant)
    far = arena(view, 1)
    for answer in far.answers:
        answer["Germany"] = ()  # it holds
    goes, stays = sheet(view, "A Bur - Mun", "A Ruh S A Bur - Mun"), sheet(view, "A Bur H")
    out, dice = drawn(monkeypatch, far, goes)
    still, others = drawn(monkeypatch, far, stays)
    assert [each.unit.power for each in out.position.dislodged] == ["Germany"]
    assert str(still.position.phase) == autumn
    then = {whose: lie for (phase, whose), lie in dice.items() if phase == autumn}
    assert {*load(variant).players, "luck"} <= set(then)
    assert ("guess" in then) == (variant == "post_atomic")
    assert then == {whose: lie for (phase, whose), lie in others.items() if phase == autumn}
    _, another = drawn(monkeypatch, far, goes, 1)
    lie = [*dice.values(), *another.values()]
    assert len(set(lie)) == len(lie), "each phase, power and answer has dice of its own"


def test_both_ends_count_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board of Autumn is 10, one after it 30 where centres changed owner: 20 on the average."""
    view = seen("France", Position(SPRING, BOTH, OWNED))
    far = arena(view, 1)

    def value(position: Position, winners: Sequence[str], harvest: bool | None = None) -> float:
        assert not winners
        later = position.phase != AUTUMN
        assert harvest is (True if later else None)
        return 30.0 if later else 10.0

    monkeypatch.setattr(far, "_outlook", type("Fixed", (), {"value": staticmethod(value)}))
    stays = sheet(view, "A Spa H", "F MAO H")
    assert far.values([stays], 2) == [10.0]
    assert far.last([stays], 2, 0.5) == [20.0]
    assert far.tried == 4


def test_of_the_best_few_that_is_taken_which_comes_to_most_later() -> None:
    """The fleet to Por is best by the board, the army to Gas later on; the third is not asked."""
    view = seen("France", Position(SPRING, BOTH, OWNED))
    third, second, first = (
        sheet(view, "A Spa H", "F MAO H"),
        sheet(view, "A Spa - Gas", "F MAO H"),
        sheet(view, "A Spa H", "F MAO - Por"),
    )
    asked: list[Sheet] = []

    class Fixed(PlayedArena):
        def values(
            self, sheets: Sequence[Sheet], answers: int, caution: float = 0.0
        ) -> list[float]:
            self.tried += len(sheets) * answers
            assert not caution
            return [{first: 3.0, second: 2.0}.get(each, 1.0) for each in sheets]

        def last(self, sheets: Sequence[Sheet], answers: int, caution: float = 0.0) -> list[float]:
            assert (answers, caution) == (6, 0.0)
            asked.extend(sheets)
            return [5.0 if each == second else 4.0 for each in sheets]

    seat = Seat(load("standard"), view, random.Random(3))
    outlook = outlook_for(seat, Steady(seat).values)
    assert outlook is not None
    fixed = Fixed(seat, outlook, 1, 1, 1)
    search = Search(seat, fixed, Effort(boards=1, finals=2, ahead=1), Temper(0.0, 0.0))
    assert search.best([third, second, first]) == second
    assert asked == [first, second]


@pytest.mark.parametrize("variant", [name for name in FITTED if name != "standard"])
def test_every_game_is_played_on_if_that_is_asked(variant: str) -> None:
    game = fourth(variant)
    seat = Seat(game.book, game.view(game.waiting[0]), random.Random(1))
    outlook = outlook_for(seat, Steady(seat).values)
    assert outlook is not None
    plain = Effort(1, 1, 1, 1, 1)
    assert type(arena_for(seat, outlook, plain)) is Arena
    assert type(arena_for(seat, outlook, Effort(1, 1, 1, 1, 1, ahead=1))) is PlayedArena
