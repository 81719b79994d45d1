"""Laws of what is worked out without the rest: it says what the whole would say."""

from __future__ import annotations

import random

import pytest

from legation.board.calendar import ADJUSTMENT
from legation.bots.base import find_bot
from legation.rules.editions import Edition, failed, toward, where
from legation.rules.reports import Fate
from legation.rules.survey import survey_of
from legation.table.game import Game

SEED = "5eed" * 8
PHASES = 12


def played(variant: str) -> Game:
    """A game after some phases by bots at random, who support and build a little of everything."""
    game, bot = Game.new(variant, seed=SEED), find_bot("random")
    while not game.over and game.number < PHASES:
        for power in game.waiting:
            dice = random.Random(f"{game.number} {power}")
            game.submit(power, bot.choose(game.book, game.view(power), dice))
        game.advance()
    return game


@pytest.mark.parametrize("variant", ["london_nights", "post_atomic", "standard"])
def test_where_units_stood_is_what_the_outcomes_say(variant: str) -> None:
    game, untold = played(variant), 0
    for power in sorted(game.book.players):
        for told in game.view(power).told:
            edition = told.outcomes
            untold += isinstance(edition, Edition) and edition._make is not None
            short = told.stood(power)
            assert short == where(tuple(edition), power)
    assert untold > 0  # it was asked before any reason was made


@pytest.mark.parametrize(
    "variant", ["claudian", "locarno", "london_nights", "post_atomic", "standard", "warwick"]
)
def test_whose_moves_failed_is_among_those_that_missed_their_goals(variant: str) -> None:
    game, untold, missed = played(variant), 0, 0
    for power in sorted(game.book.players):
        for told in game.view(power).told:
            edition = told.outcomes
            untold += isinstance(edition, Edition) and edition._make is not None
            goals = told.missed()
            for goal, powers in failed(tuple(edition)).items():
                missed += 1
                assert powers <= goals[goal]
    assert untold > 0  # it was asked before any reason was made
    assert missed > 0


@pytest.mark.parametrize("variant", ["london_nights", "post_atomic"])
def test_what_is_told_of_some_goals_is_told_with_all(variant: str) -> None:
    """In the same words; only of refused orders, which no unit carried out, all alone may tell."""
    game, untold, short = played(variant), 0, 0
    for power in sorted(game.book.players):
        for told in game.view(power).told:
            edition, places = told.outcomes, frozenset(sorted(told.missed())[::2])
            untold += isinstance(edition, Edition) and edition._make is not None
            some = [o for o in told.toward(places) if o.at or o.dislodged]
            carried = [o for o in edition if o.at or o.dislodged]
            assert some == list(toward(carried, places))
            short += len(some) < len(carried)
    assert untold > 0  # it was asked before any reason was made
    assert short > 0


@pytest.mark.parametrize("variant", ["standard", "claudian", "london_nights"])
def test_what_counts_of_one_sheet_counts_when_all_are_carried_out(variant: str) -> None:
    """Whatever others order; where several may build in one place it is another matter."""
    game, bot, void = played(variant), find_bot("random"), 0
    while game.phase.kind != ADJUSTMENT:
        game.advance()
    sheets = {}
    for power in game.waiting:
        view = game.view(power)
        lines = bot.choose(game.book, view, random.Random(power))
        sheet = [game.book.read(line, ADJUSTMENT) for line in lines]
        sheets[power] = [*sheet, *sheet]  # a second time nothing counts
    survey = survey_of(game.book, game.truth.position)
    results = game.book.adjust(survey, sheets).results
    for power, sheet in sheets.items():
        marks = game.book.counted(survey, power, sheet)
        refused = [not hasattr(mark, "verb") for mark in marks]
        void += sum(refused)
        assert refused == [told.fate == Fate.VOID for told in results[power]]
    assert void > 0
