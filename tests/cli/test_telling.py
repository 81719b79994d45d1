"""What is told of losses, of parts without orders, of Henry and of a fall: in whose words, by which
clause."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import legation.variants
from legation.cli.telling import tell_outcomes
from legation.rules.legality import judge
from legation.rules.menus import menu
from legation.rules.reports import Outcome
from legation.rules.survey import Survey
from legation.rules.wording import why, why_lost
from legation.sight.viewer import find_viewer
from legation.table.cases.file import load_cases
from legation.table.cases.play import carry_out
from legation.table.game import Game
from legation.table.knowing import lore_rows
from legation.table.newsletter import report
from legation.table.typeset import text
from legation.variants.load import load

SEED = "0123456789abcdef0123456789abcdef"
VARIANTS = Path(legation.variants.__file__).parent


def game_of(variant: str, **orders: str) -> Game:
    """A game after its first phase; the `_` of a power stand for spaces, `; ` parts orders."""
    game = Game.new(variant, seed=SEED)
    for power, sheet in orders.items():
        assert game.submit(power.replace("_", " "), sheet.split("; ")) == []
    game.advance()
    return game


def printed(game: Game, viewer: str) -> str:
    """The report of the first phase for a reader, on one line."""
    looks = find_viewer(game.book, viewer)
    page = report(game.book, game.view(looks, 0), game.view(looks, 1))
    return " ".join(text([page]).split())


def known(game: Game, viewer: str) -> list[str]:
    """What a viewer knows beside the board."""
    view = game.view(viewer)
    return [said for _, said in lore_rows(game.book, {**view.position.facts, **view.lore})]


# Losses

LOSSES = [
    (
        "locarno/cases/minors.yaml",
        "LO-MP-2.1",
        "A Cze",
        "Dislodged by the attack from Mun; a minor power's unit never retreats, and it is gone.",
        "LO-MP-2",
    ),
    (
        "locarno/cases/minors.yaml",
        "LO-MP-2.2",
        "A Pie",
        "Dislodged by the attack from Mar; it may retreat to Mil or Rom.",
        "STD-DIS",
    ),
    (
        "claudian/cases/board.yaml",
        "CL-13b.1",
        "A Vie 10000",
        "from Boh; a standing army never retreats, and it is gone for good.",
        "CL-13b",
    ),
    (
        "london_nights/cases/police.yaml",
        "",
        "U ",
        "the Police fall back at once, to the first place that is left to them.",
        "LN-3b",
    ),
]


def lost(file: str, case: str, unit: str) -> list[tuple[str, str]]:
    """What is told of a unit that is dislodged in a case, or in any case of a file."""
    found = []
    for each in load_cases(VARIANTS / file):
        if case and each.id != case:
            continue
        for step in carry_out(each):
            outcomes: list[Outcome] = [o for told in step.told for o in told.editions.of("")]
            gone = [o for o in outcomes if o.dislodged and str(o.unit).startswith(unit)]
            found += [why_lost(each.book, o) for o in gone]
    return found


@pytest.mark.parametrize(("file", "case", "unit", "said", "clause"), LOSSES)
def test_why_a_dislodged_unit_does_not_retreat(
    file: str, case: str, unit: str, said: str, clause: str
) -> None:
    assert any(words.endswith(said) and by == clause for words, by in lost(file, case, unit))


def test_a_unit_without_a_retreat_is_told_so_by_the_standard_clause() -> None:
    book = load("standard")
    reason = game_of("standard").view("spectator").told[0].outcomes[0]
    gone = replace(reason, at="", dislodged=True, by="", retreats=())
    assert why_lost(book, gone) == (
        "Dislodged by an attack; it has nowhere to go and is gone.",
        "STD-DIS",
    )
    assert why_lost(book, reason) == ("", "")


def test_the_terminal_names_the_clause_of_a_loss(capsys: pytest.CaptureFixture[str]) -> None:
    game = game_of("locarno", Germany="A Mun - Cze; DP 1: A Aus S A Mun - Cze")
    view = game.view("spectator")
    tell_outcomes(game.book, view.told[-1].outcomes, view.told[-1].reports)
    out = " ".join(capsys.readouterr().out.split())
    assert "never retreats, and it is gone. (LO-MP-2)" in out
    assert "Czech A Cze was dislodged from Cze by German A Mun" in out


def test_minor_powers_have_adjectives() -> None:
    book = load("locarno")
    starting = {row.power for row in book.graph.setup} - book.players
    assert len(starting) == 22
    assert [name for name in starting if book.nations[name].adjective == name] == []
    assert book.nations["Yugoslavia"].adjective == "Yugoslav"
    assert str(book.find_unit("Yugoslav A Yug")) == "Yugoslavia A Yug"


# A part of a force


def test_what_is_left_of_a_force_without_orders_is_told_in_words() -> None:
    game = game_of("claudian", Italy="A Ven 5000 - Tyr")
    said = printed(game, "spectator")
    assert "A Ven 5000 - Tyr; no order for F Nap 250, A Rom 10000, A Ven's other 5000 " in said
    outcomes = game.view("spectator").told[-1].outcomes
    rest = next(o for o in outcomes if str(o.unit) == "A Ven 5000/2")
    assert why(game.book, rest) == "No order was given for A Ven's other 5000, and it held."


# Henry VI


def test_the_holder_is_told_of_henry_without_contradiction() -> None:
    game = Game.new("warwick", seed=SEED)
    at_first = known(game, "Earl of Warwick")
    assert "Henry VI is with the unit in War." in at_first
    assert (
        "Another unit can still be named to hold Henry VI from the start, with the orders of"
        " this turn." in at_first
    )
    assert "Henry VI is with the unit in War." not in known(game, "Duke of Exeter")
    game.advance()
    later = known(game, "Earl of Warwick")
    assert "Henry VI is with the unit in War." in later
    assert not any("from the start" in said for said in later)


def test_nobody_holds_henry_when_he_has_been_killed() -> None:
    said = printed(game_of("warwick", Earl_of_Warwick="Kill Henry"), "Earl of Warwick")
    assert "Earl of Warwick had Henry VI killed." in said
    assert "Henry VI starts with U War, unless another unit is named" in said
    assert "Henry VI is with" not in said


# A fall


def test_everybody_is_told_when_a_declared_power_falls() -> None:
    game = Game.new("locarno", {"cd-when": "between-turns"}, SEED)
    game.civil_disorder("Poland")
    news = [r for moment in game.view("France").told for r in moment.reports]
    assert [(r.kind, r.clause) for r in news][-2:] == [
        ("civil-disorder", "STD-GM"),
        ("falling", "LO-CD-a"),
    ]
    assert "To fall into civil disorder when the next movement turn opens: Poland." in known(
        game, "France"
    )
    game.advance()
    assert "Fallen for good, and played by nobody again: Poland." in known(game, "France")
    assert not any(said.startswith("To fall") for said in known(game, "France"))


# What may be guessed at sea


def test_only_guesses_that_can_be_right_are_listed() -> None:
    game = game_of("warwick", Duke_of_Norfolk="U GtY - NAZ", Lord_Hastings="U Bos - WAS")
    survey = Survey(game.book, game.view("Lord Hastings").position)
    mine = next(unit for unit in survey.position.of("Lord Hastings") if unit.place == "WAS")
    cuts = [order for c in menu(survey, mine) if c.verb == "cut" for order in c.orders()]
    # He is alone in the Wash; of the seas that he can reach only NAZ holds anybody.
    assert {(order.field("power"), order.goal) for order in cuts} == {("Duke of Norfolk", "NAZ")}
    # On its coasts, Nwh GtY Ips Col Lon, stand two; and one is next to them, in Reading.
    assert {str(order.target) for order in cuts} == {"U Col", "U Lon", "U Rea"}
    # A guess that cannot be right may be written all the same (WA-4c-3).
    wild = game.book.read("U WAS - NAZ cut Duke of Norfolk S U Cdf", "movement")
    assert judge(survey, "Lord Hastings", wild).goal == "NAZ"
