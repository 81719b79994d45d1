"""Boards played on by the policy, in the process in which the kernel's tests are."""

import random
import tomllib
from collections.abc import Mapping

import numpy as np
import pytest
from test_bots import AUTUMN, owned, seen, units
from test_seeker import STANDARD, midgame, outlook

from legation.board.position import Position
from legation.board.units import Unit
from legation.bots import quick
from legation.bots.onward import PlayedArena
from legation.bots.quick import POLICY, FarArena, trying_of
from legation.bots.seat import Seat
from legation.bots.seeking import Effort, Search
from legation.bots.steady import Steady
from legation.bots.temper import Temper
from legation.kernel.ahead import Ahead, policy_of
from legation.kernel.bits import UInt64s
from legation.kernel.games import ADJUSTMENT, MOVEMENT, NOBODY, RETREAT, Games
from legation.kernel.layout import Int32s, Int64s
from legation.kernel.traits import STATIC, TRAITS
from legation.kernel.translate import position_of
from legation.table.game import Game
from legation.variants.find import folder

TRYING = trying_of(STANDARD)
NONE: Mapping[str, int] = {}


def seeds(*numbers: int) -> UInt64s:
    return np.array(numbers, np.uint64)


def laid(board: Position, many: int = 1) -> Games:
    game = TRYING.laid(board).game
    return Games._make(array.repeat(many, axis=0) for array in game)


def orders(games: Games, numbers: Int32s, game: int = 0) -> dict[str, list[str]]:
    """Power → its orders, as they are written."""
    board, found = TRYING.board, dict[str, list[str]]()
    for province in np.flatnonzero(numbers[game] >= 0).tolist():
        whose = games.lost if games.phase[game] == RETREAT else games.power
        power = int(whose[game, province])
        if power == NOBODY:
            power = int(board.tables.home[province])
        text = TRYING.lexicon.texts[numbers[game, province]]
        found.setdefault(board.powers[power], []).append(text)
    return found


class Told(Ahead):
    """One that tells what it chose."""

    def __init__(self) -> None:
        super().__init__(TRYING, policy_of({"free": 2000, "taken": 2000}, {"backed": 3000}))
        self.phases: list[int] = []
        self.sheets: list[dict[str, list[str]]] = []

    def chosen(self, games: Games, seeds: UInt64s) -> tuple[Int32s, Int64s, Int32s]:
        numbers, first, listed = super().chosen(games, seeds)
        if len(games.year):
            self.phases.append(int(games.phase[0]))
            self.sheets.append(orders(games, numbers))
        return numbers, first, listed


def standing(board: Position) -> set[tuple[str, str, str, bool]]:
    """Whose units stand where, dislodged or not."""
    lost = [(dislodged.unit, True) for dislodged in board.dislodged]
    both = [*((unit, False) for unit in board.units), *lost]
    return {(unit.power, unit.kind, unit.place, gone) for unit, gone in both}


def test_what_is_played_on_is_what_the_engine_makes_of_the_same_orders() -> None:
    """Turn by turn, all orders taken as they are; retreats and builds come to pass."""
    met = set[int]()
    for seed in range(6):
        game, told = Game(midgame().record), Told()
        games = laid(game.record.phases[-1].truth.position)
        told.play(games, 3, seeds(seed))
        met |= set(told.phases)
        for sheets in told.sheets:
            for power in game.waiting:
                assert not game.submit(power, sheets.get(power, []), settled=True)
            game.advance()
        board = game.record.phases[-1].truth.position
        found = position_of(TRYING.board, games, 0)
        assert (found.phase.kind, found.phase.year) == (board.phase.kind, board.phase.year)
        assert found.owners == board.owners
        assert standing(found) == standing(board)
    assert met == {MOVEMENT, RETREAT, ADJUSTMENT}


def test_a_seed_is_all_the_luck_there_is() -> None:
    """A board is played on alike whatever is played on beside it."""
    board = midgame().record.phases[-1].truth.position
    ahead = Ahead(TRYING, policy_of(NONE, NONE))
    three, one = laid(board, 3), laid(board)
    ahead.play(three, 2, seeds(1, 2, 1))
    ahead.play(one, 2, seeds(1))
    for name, array in three._asdict().items():
        assert (array[0] == array[2]).all()
        assert (array[0] == getattr(one, name)[0]).all()
    assert (three.power[0] != three.power[1]).any()


def measured(board: Position, sheet: list[str], order: str) -> dict[str, int]:
    """The measures of an order beside a sheet that are not nought."""
    read = [o for power in board.powers() for o in seat(board, power).read(sheet).orders]
    games, number = laid(board), TRYING.lexicon.number[order]
    _, listed, traits = Ahead(TRYING, policy_of(NONE, NONE)).traits(games, TRYING.row([read])[None])
    row = traits[listed[: len(traits)].tolist().index(number)].tolist()
    return {name: n for name, n in zip(TRAITS, row, strict=True) if n}


def seat(board: Position, power: str) -> Seat:
    return Seat(STANDARD, seen(power, board), random.Random(1))


FRENCH = units("France", "A Gas", "A Mar")


def spain(*others: Unit) -> Position:
    return Position(AUTUMN, (*FRENCH, *others), owned(France="Mar Par Bre"))


GOES = ["A Gas - Spa", "A Mar S A Gas - Spa"]


@pytest.mark.parametrize(
    ("order", "others", "measures"),
    [
        # who is next to Spain counts as near as who is in it
        ("A Gas - Spa", (), {"free": 1, "free_now": 1, "beside": 1, "backed": 1}),
        ("A Mar S A Gas - Spa", (), {"support_move": 1, "for_gain": 1, "waves": 1}),
        ("A Mar - Spa", (), {"free": 1, "free_now": 1, "beside": 1, "crowded": 1}),
        ("A Gas S A Mar", (), {"support_stay": 1, "idles": 1}),
        ("A Gas - Mar", (), {"beside": 1, "blocked": 1}),
        ("A Mar S A Gas", (), {"support_stay": 1, "misses": 1}),
        # from Paris it is two moves to Belgium, which counts 50 and not 100, in tenths
        ("A Gas - Par", (), {"nearer": -5}),
        # a fleet that could come to Spain and Marseilles
        (
            "A Mar S A Gas - Spa",
            units("Italy", "F LYO"),
            {"support_move": 1, "for_gain": 1, "opposed": 1, "pushes": 1},
        ),
        ("A Gas S A Mar", units("Italy", "F LYO"), {"support_stay": 1, "opposed": 1, "shields": 1}),
        (
            "A Gas - Spa",
            units("Italy", "F Spa/sc"),
            {"taken": 1, "taken_now": 1, "against": 1, "beside": 1, "backed": 1},
        ),
    ],
)
def test_an_order_is_measured(
    order: str, others: tuple[Unit, ...], measures: dict[str, int]
) -> None:
    assert measured(spain(*others), GOES, order) == measures


def test_the_likeliest_is_done_and_nobody_stands_in_the_way() -> None:
    """Both want Spain; one goes, and the other would rather not be crowded."""
    both = {"free": 90_000}
    ahead = Ahead(TRYING, policy_of(both, both | {"crowded": -99_000}))
    games = laid(spain(), 20)
    numbers, _, _ = ahead.chosen(games, np.arange(20, dtype=np.uint64))
    for game in range(20):
        lines = orders(games, numbers, game)["France"]
        assert len([line for line in lines if line in ("A Gas - Spa", "A Mar - Spa")]) == 1


def test_what_was_fitted_names_each_measure() -> None:
    """Those of the board alone, and all; a name that is not known would count for nothing."""
    given = tomllib.loads(folder("standard").joinpath(POLICY).read_text(encoding="utf-8"))
    assert tuple(given["alone"]) == TRAITS[:STATIC]
    assert tuple(given["together"]) == TRAITS


def test_by_no_movement_more_a_board_is_as_it_is() -> None:
    game = midgame()
    power = game.waiting[0]
    seat = Seat(game.book, game.view(power), random.Random(3))
    arena = FarArena(seat, outlook(seat.view), 2, 1, 0)
    sheets = [tuple(seat.read(Steady(seat).sheet()).orders), *arena.proposed()]
    assert arena.far(sheets, 2, 0.25) == arena.values(sheets, 2, 0.25)


def test_a_search_that_plays_on_finds_the_same_again() -> None:
    """What the policy proposes is a whole sheet, and what is found is one."""
    game = midgame()
    power, found = game.waiting[0], []
    for _ in range(2):
        seat = Seat(game.book, game.view(power), random.Random(3))
        effort = Effort(1, 1, 1, 1, 1, 1, 10, 1)
        arena = FarArena(seat, outlook(seat.view), 1, 1, effort.ahead)
        starts = arena.proposed()
        assert all(
            {o.unit.place for o in s if o.unit} == {u.place for u in seat.units} for s in starts
        )
        sheet = Search(seat, arena, effort, Temper()).best(starts)
        assert not seat.read([game.book.write(order) for order in sheet]).errors
        found.append(sheet)
    assert found[0] == found[1]


def test_without_the_kernel_it_is_played_on_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "serves", lambda _: False)
    game = midgame()
    seat = Seat(game.book, game.view(game.waiting[0]), random.Random(3))
    effort = Effort(1, 1, 1, 1, 1, 1, 10, ahead=1)
    assert type(quick.arena_for(seat, outlook(seat.view), effort)) is PlayedArena
