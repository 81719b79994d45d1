"""The sheet beside the board: how a click changes one line of it, and what is legal."""

import pytest
from boards import SEATS

from legation.board.calendar import RETREAT
from legation.board.units import Dislodged
from legation.errors import LegationError
from legation.rules.legality import judge
from legation.rules.survey import Survey
from legation.server.board import labels, lines
from legation.server.board.menu import menu_data
from legation.server.board.steps import step
from legation.sight.view import View
from legation.table.game import Game
from legation.table.sheets import read_sheet
from legation.variants.load import load

SEED = "1" * 32
VARIANTS = tuple(SEATS)


def seen(variant: str, power: str, phases: int = 0) -> tuple[Game, View]:
    game = Game.new(variant, seed=SEED)
    for _ in range(phases):
        game.advance()
    return game, game.view(power)


def with_order(variant: str, typed: str, text: str, phase: str = "movement") -> str:
    return lines.with_order(load(variant, {}), phase, typed, text)


def test_an_order_takes_the_line_of_the_one_before() -> None:
    typed = "# mine\na par - bur\nA Mar H"
    assert with_order("standard", typed, "A Par H") == "# mine\nA Par H\nA Mar H"


def test_a_new_order_stands_at_the_end_and_nothing_that_was_typed_is_lost() -> None:
    typed = "A Par - Bur\nA Xyz - Foo\n\n"
    assert with_order("standard", typed, "F Bre - MAO") == "A Par - Bur\nA Xyz - Foo\nF Bre - MAO"


def test_an_order_within_a_line_of_several_is_replaced_alone() -> None:
    assert with_order("standard", "A Par - Bur; A Mar H", "A Par - Pic") == "A Par - Pic; A Mar H"


def test_orders_of_parts_stand_side_by_side_until_one_is_for_all() -> None:
    first = with_order("claudian", "", "A Par 4000 - Bur")
    both = with_order("claudian", first, "A Par 2000 - Pic")
    assert both == "A Par 4000 - Bur\nA Par 2000 - Pic"
    assert with_order("claudian", both, "A Par - Gas") == "A Par - Gas"


def test_another_start_in_a_place_replaces_the_one_before() -> None:
    both = with_order("post_atomic", "Start A Mar", "Start F Bre", "setup")
    assert both == "Start A Mar\nStart F Bre"
    found = with_order("post_atomic", both, "Start F Mar", "setup")
    assert found == "Start F Mar\nStart F Bre"


def test_another_number_replaces_a_bid() -> None:
    bids = "DP 1: A Aus S A Mar - Swi\nDP 1: F Por S F Bre - MAO"
    assert with_order("locarno", bids, "DP 2: A Aus S A Mar - Swi") == (
        "DP 2: A Aus S A Mar - Swi\nDP 1: F Por S F Bre - MAO"
    )


def test_of_orders_that_share_a_name_a_sheet_has_one() -> None:
    assert with_order("warwick", "Declare neutral", "Declare Henry VI") == "Declare Henry VI"
    assert with_order("warwick", "Henry to U Wor", "Kill Henry") == "Kill Henry"


def test_what_is_no_order_is_refused() -> None:
    assert "Pra" in lines.is_order(load("standard", {}), "movement", "F MAO - Pra")
    assert lines.is_order(load("standard", {}), "movement", "F MAO - Por") == ""


def test_a_line_is_taken_away() -> None:
    assert lines.without_line("A Par H\nA Mar H", 1, "A Par H") == "A Mar H"
    assert lines.without_line("A Par H; A Mar H", 1, "A Mar H") == "A Par H"
    with pytest.raises(LegationError, match="has changed"):
        lines.without_line("A Par H", 1, "A Mar H")


def test_a_sheet_is_judged_line_by_line() -> None:
    game, view = seen("standard", "France")
    found = lines.judged(game.book, view, "France", "A Par - Bur\nA Mar - Ber\nfoo bar")
    assert [(line["n"], line["ok"]) for line in found.lines] == [(1, True), (2, False), (3, False)]
    assert found.lines[1]["clause"] == "STD-MOVE"
    assert found.count == "1 of 3 orders in"


def test_numbers_of_a_line_are_told_for_the_budget() -> None:
    game, view = seen("locarno", "France")
    found = lines.judged(game.book, view, "France", "DP 2: A Aus H")
    assert found.lines[0]["numbers"] == {"points": 2}
    beside = menu_data(game.book, view, "France")["beside"]
    assert isinstance(beside, list)
    assert beside[0]["budget"] == {"points": 3}


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("phases", [0, 1, 2])
def test_all_that_a_menu_offers_is_legal(variant: str, phases: int) -> None:
    power = SEATS[variant]
    game, view = seen(variant, power, phases)
    survey = Survey(game.book, view.position)
    data = menu_data(game.book, view, power)
    units, beside = data["units"], data["beside"]
    assert isinstance(units, list)
    assert isinstance(beside, list)
    offered = 0
    for group in [*(g for unit in units for g in unit["groups"]), *beside]:
        for row in group["rows"][:40]:
            numbers = group["numbers"][row[-1]] if row[-1] >= 0 else []
            text = row[-2]
            for number in numbers:
                text = text.replace(f"{{{number['name']}}}", str(number["min"]))
            judge(survey, power, game.book.read(text, view.phase.kind))
            offered += 1
    assert offered or phases


def test_what_no_sheet_may_hold_now_is_not_offered() -> None:
    for phases, offered in ((0, True), (1, False)):
        game, view = seen("warwick", "Earl of Warwick", phases)
        beside = menu_data(game.book, view, "Earl of Warwick")["beside"]
        assert isinstance(beside, list)
        assert ("assign-henry" in {group["verb"] for group in beside}) == offered
    game, view = seen("warwick", "Edward IV", 1)
    beside = menu_data(game.book, view, "Edward IV")["beside"]
    assert isinstance(beside, list)
    assert "kill-henry" not in {group["verb"] for group in beside}


def test_an_optional_number_may_be_left_out() -> None:
    game, view = seen("claudian", "France")
    units = menu_data(game.book, view, "France")["units"]
    assert isinstance(units, list)
    move = next(g for g in units[0]["groups"] if g["verb"] == "move")
    assert move["numbers"][0][0]["free"]
    bare = move["rows"][0][-2].replace("{number}", "")
    assert not read_sheet(Survey(game.book, view.position), "France", bare).errors


def test_a_ranked_retreat_may_name_further_places() -> None:
    game, view = seen("post_atomic", "Austria", 1)
    unit = view.position.of("Austria")[0]
    lost = Dislodged(unit, "Ven", ("Boh", "Gal"))
    phase = type(view.phase)(view.phase.season, view.phase.year, RETREAT)
    position = type(view.position)(phase, (), {}, (lost,))
    data = menu_data(game.book, _on(view, position), "Austria")
    units = data["units"]
    assert isinstance(units, list)
    retreat = next(g for g in units[0]["groups"] if g["verb"] == "retreat")
    assert retreat["more"] == " or {}"
    text = retreat["rows"][0][-2] + retreat["more"].replace("{}", "Gal")
    assert not read_sheet(Survey(game.book, position), "Austria", text).errors


def _on(view: View, position: object) -> View:
    from dataclasses import replace

    return replace(view, position=position)  # type: ignore[arg-type]  # a Position, see above


def test_an_order_with_too_many_ways_is_asked_field_by_field() -> None:
    game, view = seen("post_atomic", "Austria")
    survey = Survey(game.book, view.position)
    chosen: list[str] = []
    for _ in range(5):
        values, text = step(survey, "Austria", "mountain-if", chosen)
        assert values
        assert not text
        chosen.append(values[-1])
    values, text = step(survey, "Austria", "mountain-if", chosen)
    assert text.startswith("if ")
    assert not [e for e in read_sheet(survey, "Austria", text).errors if e.line]
    with pytest.raises(LegationError):
        step(survey, "Austria", "mountain-if", ["Mos"])
    with pytest.raises(LegationError):
        step(survey, "Austria", "move", [])


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_order_type_has_a_name_on_its_button(variant: str) -> None:
    for kind in load(variant, {}).order_types.values():
        label = labels.label_of(kind)
        assert label[0].isupper()
        assert "{" not in label


def test_keys_of_buttons_differ() -> None:
    assert labels.letters(["Move", "Support", "Move by convoy", "Hold"]) == ["m", "s", "o", "h"]
