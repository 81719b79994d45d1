"""Words of the board page: what is asked, what is known, and why a unit is lost."""

import pytest

from legation.server.board import labels
from legation.server.board.fates import results_of
from legation.server.board.page import known_beside
from legation.table.game import Game
from legation.variants.load import load

SEED = "1" * 32

PROMPTS = {
    ("locarno", "bid"): [
        ("unit", "Which minor power's unit?"),
        ("target", "Which unit does it support, if it does not hold?"),
        ("goal", "Where does that unit go?"),
    ],
    ("warwick", "cut"): [
        ("power", "Whose support do you guess?"),
        ("target", "Which unit do you guess is supported?"),
        ("goal", "In which sea? The order that names none means where it is."),
    ],
    ("london_nights", "double"): [("first", "First to"), ("goal", "Then to")],
    ("post_atomic", "mutate"): [
        ("first", "First unit to give up"),
        ("second", "Second unit to give up, or none"),
        ("goal", "Where is the mutant built?"),
    ],
    ("post_atomic", "mountain"): [("side", "One side of the border"), ("goal", "The other side")],
    ("standard", "support"): [("target", "Which unit?"), ("goal", "Where to?")],
}


@pytest.mark.parametrize(("variant", "verb"), PROMPTS)
def test_fields_are_asked_for_in_their_own_words(variant: str, verb: str) -> None:
    kind = load(variant).order_types[verb]
    wanted = PROMPTS[variant, verb]
    assert [(name, labels.prompt_of(kind, name)) for name, _ in wanted] == wanted


def test_an_order_type_may_name_its_button() -> None:
    types = load("london_nights").order_types
    assert labels.label_of(types["double"]) == "Double move"
    assert types["build"].help.endswith("a vacant centre of one's own north of the river.")
    assert types["build"].clause == "LN-6c"
    assert "as many as find room" in load("claudian").order_types["build"].help


@pytest.mark.parametrize("verb", ["move", "support", "cut"])
def test_the_help_says_how_units_in_one_sea_are_named(verb: str) -> None:
    assert "U ENG/1 and U ENG/2" in load("warwick").order_types[verb].help


def test_a_loss_has_its_own_clause_in_the_chain_of_causes() -> None:
    game = Game.new("locarno", seed=SEED)
    assert game.submit("Germany", ["A Mun - Cze", "DP 1: A Aus S A Mun - Cze"]) == []
    game.advance()
    rows = dict(results_of(game.book, game.view("Germany", 0), game.view("Germany")))
    link = rows["Czechya"][0].chain[0]
    assert link.order == "Czech A Cze H"
    assert link.loss_clause == "LO-MP-2"
    assert link.loss == (
        "Dislodged by the attack from Mun; a minor power's unit never retreats, and it is gone."
    )


def test_the_rest_of_a_force_is_named_in_the_results() -> None:
    game = Game.new("claudian", seed=SEED)
    assert game.submit("Italy", ["A Ven 5000 - Tyr"]) == []
    game.advance()
    rows = dict(results_of(game.book, game.view("Italy", 0), game.view("Italy")))
    assert [row.order for row in rows["Italy"] if row.order.startswith("A Ven")] == [
        "A Ven 5000 - Tyr",
        "A Ven's other 5000",
    ]


@pytest.mark.parametrize("variant", ["standard", "locarno"])
def test_the_page_shows_who_is_in_disorder(variant: str) -> None:
    game = Game.new(variant, seed=SEED)
    assert not any("disorder" in row for row in known_beside(game.book, game.view("France")))
    game.civil_disorder("Italy")
    rows = known_beside(game.book, game.view("France"))
    assert "In civil disorder: Italy." in rows
    fallen = "Fallen for good, and played by nobody again: Italy."
    assert (fallen in rows) == (variant == "locarno")
