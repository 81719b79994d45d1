"""Orders in Locarno are looked up in the map's tables; minor powers stay."""

import pytest

from legation.board.calendar import MOVEMENT
from legation.board.units import Unit
from legation.rules.survey import survey_of
from legation.rules.tabled import listed
from legation.table.game import Game


@pytest.mark.parametrize(
    ("line", "looked_up"),
    [
        ("A Mun H", True),
        ("A Mun - Cze", True),
        ("A Mun S A Col", True),  # in Cologne, which is next to it
        ("A Mun S A Cze", True),  # a minor power's, which stays
        ("A Mun S A Cze - Aus", False),  # to which the map has a way
    ],
)
def test_tables_judge_the_orders_of_players(line: str, looked_up: bool) -> None:
    game = Game.new("locarno", seed="1" * 32)
    survey, order = survey_of(game.book, game.truth.position), game.book.read(line, MOVEMENT)
    [(_, own, target)] = listed(survey, "Germany", [order])
    assert (own >= 0) == looked_up
    if looked_up and order.target:
        assert survey.units[target].place == order.target.place


def test_minor_powers_stay() -> None:  # LO-MP-4
    game = Game.new("locarno", seed="1" * 32)
    survey = survey_of(game.book, game.truth.position)
    assert survey.steps(Unit("Germany", "A", "Mun")) == {"Aus", "Col", "Cze", "Rhi", "Sax", "Swi"}
    assert survey.steps(Unit("Austria", "A", "Aus")) == set()
