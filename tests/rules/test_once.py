"""An order is parsed once, and judged once for each board, from its sheet to its fate."""

import copy
import pickle
import random

import pytest

from counting import counting
from legation.bots.base import find_bot
from legation.rules.survey import survey_of
from legation.sight.view import Sheet
from legation.table.game import Game

SEED = "1" * 32


def free_hand(spaces: int) -> str:
    """Three orders of France as no program writes them, nor another test of this process."""
    return "\n".join(
        line.replace(" ", " " * spaces)
        for line in ("a par - bur", "a mar s par - bur", "f bre - mao")
    )


def at_spring(variant: str) -> Game:
    """A game at its first movement, nobody else with orders."""
    game = Game.new(variant, seed=SEED)
    while game.phase.kind != "movement":
        game.advance()
    return game


@pytest.mark.parametrize(("variant", "boards"), [("standard", 1), ("post_atomic", 2)])
def test_three_orders_are_parsed_thrice_and_judged_thrice_for_each_board(
    variant: str, boards: int
) -> None:
    """France knows all of the standard board; in Post-Atomic the true one is another."""
    game = at_spring(variant)
    with counting() as asked:
        assert game.submit("France", free_hand(2)) == []
        assert game.warnings("France") == []
        game.settle("France")
        assert (len(asked.parsed), asked.of("France")) == (3, 3)
        told = game.advance().told[-1]
    assert (len(asked.parsed), asked.of("France")) == (3, 3 * boards)
    fates = {str(o.unit): o.at for o in told.outcomes if o.power == "France"}
    assert fates == {"A Par": "Bur", "A Mar": "Mar", "F Bre": "MAO"}


def test_a_changed_order_is_judged_and_the_others_are_not_again() -> None:
    game = at_spring("standard")
    game.submit("France", free_hand(3))
    with counting() as asked:
        game.submit("France", free_hand(3).replace("mao", "eng"))
    assert (len(asked.parsed), len(asked.judged)) == (1, 1)


def test_an_act_of_the_master_voids_what_was_judged() -> None:
    """He takes a unit off the board: all orders are asked about again."""
    game = at_spring("standard")
    game.submit("France", free_hand(1))
    with counting() as asked:
        game.remove_unit("Mar")
        [error] = game.submit("France", free_hand(1))
    assert "no unit of France in Mar" in str(error.error)
    assert (len(asked.parsed), len(asked.judged)) == (0, 3)


def test_what_was_judged_hangs_on_no_view() -> None:
    """Powers that know the same board share it, and nothing on it says what one ordered."""
    game = at_spring("standard")
    game.submit("France", free_hand(1))
    seen = game.view("Germany")
    assert seen.position is game.view("France").position
    assert survey_of(game.book, seen.position).judged is None
    assert game.judgements(seen, "Germany") == {}
    assert len(game.judgements(seen, "France")) == 3


def written(game: Game, power: str) -> list[str]:
    """A sheet that a bot writes."""
    return find_bot("steady").choose(game.book, game.view(power), random.Random(1))


def test_a_sheet_written_at_the_table_is_read_there_once() -> None:
    """France has three units; to hand their orders in, and to carry them out, asks no more."""
    game = at_spring("standard")
    with counting() as asked:
        lines = written(game, "France")
        assert asked.of("France") == 3
        assert game.submit("France", lines, settled=True) == []
        assert len(game.judgements(game.view("France"), "France")) == 3
        game.advance()
    assert asked.of("France") == 3
    assert game.record.phases[-2].sheets["France"] == Sheet(tuple(lines), settled=True)


def test_what_was_read_counts_for_these_lines_alone() -> None:
    game = at_spring("standard")
    lines = written(game, "France")
    lines.append("A Par - Mos")
    assert [wrong.line for wrong in game.submit("France", lines)] == [4]
    lines[:] = ["A Bur H"]
    assert [wrong.line for wrong in game.submit("France", lines)] == [1]


def test_what_was_read_counts_for_its_power_and_board_alone() -> None:
    """Nobody but France has orders for its units; when one is gone, France has two."""
    game = at_spring("standard")
    lines = written(game, "France")
    assert len(game.submit("Germany", lines)) == 3
    game.remove_unit("Mar")
    [wrong] = game.submit("France", lines)
    assert "no unit of France in Mar" in str(wrong.error)


def test_what_is_answered_of_a_sheet_is_his_who_asked() -> None:
    game = at_spring("standard")
    lines = written(game, "France")
    answered = game.submit("France", lines)
    answered += game.submit("France", ["A Par - Mos"])
    assert len(answered) == 1
    assert game.submit("France", lines) == []


def test_what_was_read_goes_with_no_copy_of_a_sheet() -> None:
    lines = written(at_spring("standard"), "France")
    for other in (copy.copy(lines), pickle.loads(pickle.dumps(lines))):
        assert other == lines
        assert type(other) is list
