"""What a board promises, and the bot that tries its sheets out."""

import random
from dataclasses import replace
from functools import cache

import pytest
from test_bots import AUTUMN, SEED, SPRING, WINTER, chosen, owned, seen, units

from legation.board.calendar import MOVEMENT, Phase
from legation.board.position import Position
from legation.bots.arena import Arena
from legation.bots.base import find_bot
from legation.bots.outlook import MEASURES, WON, Outlook, is_fitted, search_for, weights_for
from legation.bots.promises import outlook_for
from legation.bots.quick import serves
from legation.bots.seat import Seat
from legation.bots.seeker import SeekerBot
from legation.bots.seeking import Effort, Search, thwarted
from legation.bots.steady import Steady
from legation.bots.temper import Temper
from legation.sight.view import View
from legation.table.game import Game
from legation.table.supposing import world_of
from legation.variants.find import folders
from legation.variants.load import load

STANDARD = load("standard")
SURE = dict.fromkeys(STANDARD.possible_centres, 1.0)
EFFORT = Effort(boards=150)


def outlook(view: View) -> Outlook:
    weights = weights_for("standard")
    assert weights is not None
    return Outlook(Seat(STANDARD, view, random.Random(1)), weights, SURE)


def measured(power: str, board: Position) -> dict[str, float]:
    """The measures that are not nought."""
    measures = outlook(seen(power, board)).measures(board)
    return {name: n for name, n in zip(MEASURES, measures, strict=True) if n}


def test_a_board_is_measured() -> None:
    """Burgundy reaches Par, Mar and Bel, which the Ruhr reaches too, and Mun, where two are.

    Mun is one move from Burgundy; from Mun it is two to Par, Mar and Bel, from
    the Ruhr one to Bel and two to Par and Mar.
    """
    both = (*units("France", "A Bur"), *units("Germany", "A Mun", "A Ruh"))
    board = Position(AUTUMN, both, owned(France="Par Mar Bel", Germany="Mun"))
    sorts = {"safe": 2, "even": 1, "weaker": 1}
    counts = {"centres": 3, "squared": 9, "owned": 3, "units": 1}
    assert measured("France", board) == sorts | counts | {"nearest": 100, "feared": 350}


def test_where_a_unit_stands_counts_as_taken() -> None:
    """Spa would be France's, and Mar Italy's; Por is nobody's, and beside Spain."""
    both = (*units("France", "A Spa"), *units("Italy", "F Mar"))
    board = Position(SPRING, both, owned(France="Mar Par"))
    sorts = {"safe": 1, "even": 1, "equal": 1, "open": 1, "neutral": 1}
    counts = {"centres": 2, "squared": 4, "owned": 2, "units": 1}
    assert measured("France", board) == sorts | counts | {"nearest": 100, "feared": 100}


def test_men_count_and_who_never_moves_presses_nobody() -> None:
    """6,000 men in Burgundy, of whom Par, Mar, Mun and Bel are one move away.

    In Bel a standing army of 10,000, beside France's empty Hol. Mar and Mun are nobody's.
    """
    board = Position(
        Phase("Autumn AD", 2, "movement"),
        (*units("France", "A Bur 6000"), *units("neutral", "A Bel 10000")),
        owned(France="Par Hol"),
    )
    seat = Seat(load("claudian"), seen("France", board, "claudian"), random.Random(1))
    weights, shares = weights_for("standard"), dict.fromkeys(seat.book.possible_centres, 1.0)
    assert weights is not None
    found = Outlook(seat, weights, shares).measures(board)
    sorts = {"safe": 2, "open": 2, "weaker": 1, "neutral": 2}
    counts = {"centres": 2, "squared": 4, "owned": 2, "units": 6, "nearest": 600}
    assert {name: n for name, n in zip(MEASURES, found, strict=True) if n} == sorts | counts


def test_a_game_that_is_over_is_worth_what_it_won() -> None:
    board = Position(AUTUMN, (), owned(France="Par"))
    france = outlook(seen("France", board))
    won = [france.value(board, by) for by in (("France",), ("France", "Italy"), ("Italy",))]
    assert won == [WON, WON // 2, -WON]
    assert -WON < france.value(board, ()) < WON // 2


@pytest.mark.parametrize("seed", range(3))
def test_what_will_be_left_is_taken_without_support(seed: int) -> None:
    """Italy's army always leaves Spain; `steady` sends two to be sure, and one is enough."""
    both = (*units("France", "A Gas", "A Mar"), *units("Italy", "A Spa"))
    board = Position(AUTUMN, both, owned(France="Mar Par Bre", Italy="Spa"))
    view = seen("France", board)
    lines = {"France": chosen(view, "seeker", seed), "Italy": chosen(seen("Italy", board))}
    assert not [line for line in lines["France"] if " S " in line]
    assert [line for line in chosen(view, seed=seed) if " S " in line]
    orders = {who: [STANDARD.read(line, MOVEMENT) for line in said] for who, said in lines.items()}
    after = world_of(STANDARD, view).after(orders, 0).position
    assert after.by_province["Spa"].power == "France"


def test_what_is_not_a_movement_is_left_to_judgement() -> None:
    view = seen("France", Position(WINTER, (), owned(France="Par Mar")))
    assert chosen(view, "seeker") == chosen(view)


@pytest.mark.parametrize("variant", [name for name in folders() if not is_fitted(name)])
def test_a_game_without_an_outlook_is_left_to_judgement(variant: str) -> None:
    game = Game.new(variant, seed=SEED)
    view = game.view(sorted(game.book.players)[0])
    assert chosen(view, "seeker") == chosen(view)


@cache
def midgame() -> Game:
    """A standard game of steady players, in its third year."""
    game, steady, dice = Game.new(seed=SEED), find_bot("steady"), random.Random(5)
    while game.phase.year < 1903 or game.phase.kind != MOVEMENT:
        for power in game.waiting:
            game.submit(power, steady.choose(game.book, game.view(power), dice), settled=True)
        game.advance()
    return game


def test_the_sheet_found_comes_to_more_and_costs_no_more_than_was_said() -> None:
    """More than what judgement alone would hand in, also against answers that it never saw."""
    game, gained = midgame(), []
    for power in game.waiting[::2]:
        seat = Seat(game.book, game.view(power), random.Random(2))
        arena, fresh = (Arena(seat, outlook(seat.view), 6, 3) for _ in range(2))
        start = tuple(seat.read(Steady(seat).sheet()).orders)
        found = Search(seat, arena, EFFORT, Temper()).best([start])
        assert arena.tried <= EFFORT.boards + 150  # the last unit's are tried to the end
        before, after = fresh.values([start, found], 6)
        gained.append(after - before)
    assert sum(gained) > 0


@pytest.mark.parametrize("variant", [name for name in folders() if search_for(name)])
def test_a_search_costs_no_more_than_its_game_says(variant: str) -> None:
    """The same view and dice give the same sheet, and it can be handed in as it is."""
    game, most = Game.new(variant, seed=SEED), {**search_for(variant), "boards": 40}
    effort = Effort().within(most)
    for power in sorted(game.book.players)[::4]:
        found = []
        for _ in range(2):
            seat = Seat(game.book, game.view(power), random.Random(2))
            steady = Steady(seat)
            outlook = outlook_for(seat, steady.values)
            assert outlook is not None
            arena = Arena(seat, outlook, effort.answers, effort.sheets)
            start = tuple(seat.read(steady.sheet()).orders)
            found.append(Search(seat, arena, effort, Temper()).best([start]))
            last = effort.width * effort.few + effort.best * effort.answers  # of one more unit
            assert arena.tried <= most["boards"] + last
        assert found[0] == found[1]
        texts = [game.book.write(order) for order in found[0]]
        assert not seat.read(texts).errors


def test_a_weaker_player_stays_within_what_he_has() -> None:
    most = {"boards": 100, "width": 5}
    assert Effort(boards=40, width=9).within(most) == Effort(boards=40, width=5)


@pytest.mark.parametrize(("name", "boards"), [("seeker", 90), ("seeker:boards=300", 300)])
def test_boards_asked_for_go_before_those_of_the_game(
    name: str, boards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs: list[Effort] = []

    class Noted(Search):
        def __init__(self, seat: Seat, arena: Arena, effort: Effort, temper: Temper) -> None:
            costs.append(effort)
            super().__init__(seat, arena, replace(effort, boards=1), temper)

    monkeypatch.setattr("legation.bots.seeker.Search", Noted)
    monkeypatch.setattr("legation.bots.seeker.search_for", lambda _: {"boards": 90, "width": 7})
    chosen(Game.new(seed=SEED).view("Italy"), name)
    assert [(cost.boards, cost.width) for cost in costs] == [(boards, 7)]


def test_the_kernel_serves_the_standard_game_alone() -> None:
    for variant in ("claudian", "locarno"):
        game = Game.new(variant, seed=SEED)
        view = game.view(sorted(game.book.players)[0])
        assert not serves(Seat(game.book, view, random.Random(1)))
    game = Game.new("standard", {"paradox": "1971"}, seed=SEED)
    assert not serves(Seat(game.book, game.view("France"), random.Random(1)))


def test_a_supposed_world_holds_what_its_viewer_knows() -> None:
    """What the Germans were not told is not on the board on which they suppose the French."""
    game = Game.new("post_atomic", seed=SEED)
    view = game.view("Germany")
    board = world_of(game.book, view).view("France").position
    assert {unit.province for unit in board.units} <= {
        unit.province for unit in view.position.units
    }
    assert dict(board.owners).items() <= dict(view.position.owners).items()


@pytest.mark.parametrize(
    ("sheet", "undone"),
    [
        ("A Bud - Rum; A Ser - Rum", True),
        ("A Ser - Gre; F Gre H", True),
        ("A Ser - Gre; F Gre S A Ser", True),
        ("A Ser - Gre; F Gre - AEG", False),
        ("A Ser - Gre; F Gre - ALB", False),
        ("A Ser - Bud; A Bud - Ser", True),
        ("A Bud S A Ser - Rum; A Ser H", True),
        ("A Bud S A Ser; A Ser - Rum", True),
        ("A Bud S A Ser - Rum; A Ser - Rum", False),
        ("A Bud S A Ser; A Ser S A Bud", False),
        ("A Bud S A Gal - Rum; A Ser - Bul", False),  # the Galician is somebody else's
    ],
)
def test_orders_of_one_power_that_undo_each_other(sheet: str, undone: bool) -> None:
    """STD-MOVE, STD-SELF: where his own stays or goes he gets nowhere; STD-SUP: unmatched."""
    orders = tuple(STANDARD.read(line, MOVEMENT) for line in sheet.split("; "))
    assert thwarted(orders) == undone


def test_who_misjudges_much_does_not_stand_in_his_own_way() -> None:
    """As somebody does who reads his sheet once more; with feints some of these do."""
    game, middling = midgame(), find_bot("seeker:middling")
    assert isinstance(middling, SeekerBot)
    bold = replace(middling, effort=replace(middling.effort, feints=True))
    undone = []
    for bot in (middling, bold):
        sheets = [
            bot.choose(game.book, game.view(power), random.Random(seed))
            for power in game.waiting
            for seed in range(2)
        ]
        read = [tuple(STANDARD.read(line, MOVEMENT) for line in sheet) for sheet in sheets]
        undone.append(sum(map(thwarted, read)))
    assert undone[0] == 0 < undone[1]
