"""What a program gets: positions, trials, reasons, games, pictures; what it may not learn."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import legation
from legation.variants.find import folders

SEED = "0" * 32
BORDER = {"France": ["A Par", "A Mar"], "Germany": ["A Mun"]}


def test_orders_are_carried_out_on_a_board() -> None:
    board = legation.position(units=BORDER, date="Autumn 1901", centres={"France": ["Par"]})
    trial = legation.adjudicate(
        board, "France\nA Par - Bur\nA Mar S A Par - Bur\nGermany\nA Mun - Bur"
    )
    assert [(r.order, r.fate.value, r.at) for r in trial.results] == [
        ("A Par - Bur", "succeeds", "Bur"),
        ("A Mar S A Par - Bur", "given", "Mar"),
        ("A Mun - Bur", "fails", "Mun"),
    ]
    assert trial.refused == ()
    after = trial.after.position
    assert str(after.phase) == "Spring 1902, movement"  # two units for two centres, one for one
    assert dict(after.owners) == {"Par": "France", "Mar": "France", "Mun": "Germany"}
    assert str(legation.adjudicate(trial.after).after.phase) == "Autumn 1902, movement"


def test_who_is_dislodged_is_told_from_where_and_where_to() -> None:
    board = legation.position(units=BORDER | {"Italy": ["A Bur"]})
    trial = legation.adjudicate(
        board, {"France": "A Par - Bur; A Mar S A Par - Bur", "Germany": "A Mun - Ruh"}
    )
    lost = trial.results[-1]
    assert (lost.unit, lost.at, lost.by) == ("A Bur", "dislodged", "Par")
    # Par is where the attack came from, Mar is held, Ruh was entered.
    assert lost.retreats == ("Bel", "Gas", "Mun", "Pic")
    assert legation.legal_orders(trial.after) == {
        "A Bur": ["A Bur D", "A Bur - Bel", "A Bur - Gas", "A Bur - Mun", "A Bur - Pic"]
    }


def test_the_reason_leads_to_who_brought_it_about() -> None:
    board = legation.position(units=BORDER | {"Italy": ["A Pie"]})
    trial = legation.adjudicate(
        board,
        {"France": ["A Par - Bur", "A Mar S A Par - Bur"], "Germany": ["A Mun - Bur"]}
        | {"Italy": ["A Pie - Mar"]},
    )
    why = trial.explain("A Par - Bur")
    assert [(depth, link.order) for depth, link in why.links] == [
        (0, "A Par - Bur"),
        (1, "A Mun - Bur"),
        (1, "A Mar S A Par - Bur"),
        (2, "A Pie - Mar"),
    ]
    assert why.result.clause == "STD-BOUNCE"  # one against one
    with pytest.raises(legation.InputError, match="A Par - Pic"):
        trial.explain("A Par - Pic")


@pytest.mark.parametrize("variant", sorted(folders()))
def test_what_is_listed_may_be_handed_in(variant: str) -> None:
    game = legation.game(variant, seed=SEED)
    for power in sorted(game.book.players):
        for orders in game.legal_orders(power).values():
            for text in orders[:: max(1, len(orders) // 5)]:
                refused = game.submit(power, text)
                assert [str(r.error) for r in refused if r.line and not _of_two(r)] == []


def _of_two(refused: object) -> bool:
    """In the Claudian game two units that stay hinder one that would come."""
    return "room for no more" in str(getattr(refused, "error", ""))


def test_builds_are_listed_by_home_and_removals_by_unit() -> None:
    board = legation.position(
        phase="adjustment",
        centres={"France": ["Par", "Mar"], "Germany": ["Mun"]},
        units={"France": ["A Mar"], "Germany": ["A Ber", "A Kie"]},
    )
    assert legation.legal_orders(board) == {
        "Par": ["Build A Par"],  # Par is inland, Mar is held
        "": ["Waive"],
        "A Ber": ["Remove A Ber"],
        "A Kie": ["Remove A Kie"],
    }
    assert legation.legal_orders(board, "France") == {"Par": ["Build A Par"], "": ["Waive"]}


def test_a_game_is_played_taken_back_and_kept(tmp_path: Path) -> None:
    game = legation.game(seed=SEED, name="Tried", multi_route="every")
    assert game.book.options.multi_route == "every"
    assert game.submit("France", "A Par - Bur") == []
    after = game.advance()
    assert [r.at for r in legation.results(after) if r.unit == "A Par"] == ["Bur"]
    game.undo()
    assert str(game.phase) == "Spring 1901, movement"
    assert game.view("France").sheets["France"].orders == ("A Par - Bur",)
    with pytest.raises(legation.StateError, match="no phase to take back"):
        game.undo()
    again = game.advance()
    assert again == after
    game.save(tmp_path / "game.json")
    kept = legation.load(tmp_path / "game.json")
    assert isinstance(kept, legation.Game)
    assert kept.record == game.record
    assert kept.audit() == []
    assert type(kept.fork()) is legation.Game


def test_a_player_is_told_nothing_of_others() -> None:
    game = legation.game("post_atomic", seed=SEED)
    powers = sorted(game.book.players)
    before = {power: game.legal_orders(power) for power in powers}
    first = next(iter(before[powers[0]].values()))[0]
    game.submit(powers[0], first)
    assert {power: game.legal_orders(power) for power in powers[1:]} == {
        power: before[power] for power in powers[1:]
    }
    assert game.draw(viewer=powers[1]) == game.fork().draw(viewer=powers[1])
    with pytest.raises(legation.StateError):
        game.view(powers[1], as_told_to=powers[0])


def test_a_view_is_tried_without_what_its_reader_does_not_know() -> None:
    game = legation.game("london_nights", seed=SEED)
    power = sorted(game.book.players)[0]
    view = game.view(power)
    trial = legation.adjudicate(view, "")
    assert {unit.province for unit in trial.before.position.units} == {
        unit.province for unit in view.position.units
    }
    assert game.number == 0


def test_a_picture_is_written_as_its_name_says(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="NOT RUN, the extra draw is not installed")
    game = legation.game(seed=SEED)
    for name, begins in (("a.svg", b"<svg"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF")):
        assert game.draw(tmp_path / name).startswith("<svg")
        assert (tmp_path / name).read_bytes().startswith(begins)


def _laid(**said: object) -> legation.View:
    return legation.position(**said)  # type: ignore[arg-type]  # of any type: that is the point


WRONG: list[tuple[type[Exception], str, Callable[[], object]]] = [
    (legation.InputError, "a list, not the text", lambda: _laid(units={"France": "A Par"})),
    (legation.InputError, "Did you mean France", lambda: _laid(units={"Frnce": []})),
    (legation.NameUnknownError, "Did you mean Paris", lambda: _laid(units={"France": ["A Parx"]})),
    (legation.NameUnknownError, "Did you mean standard", lambda: _laid(variant="standrd")),
    (legation.OptionError, "henry-king", lambda: legation.game("warwick", henry=True)),
    (legation.InputError, "32 hexadecimal", lambda: legation.game(seed="12")),
    (legation.NameUnknownError, "Did you mean France", lambda: _tried({"Frnce": "A Par H"})),
    (legation.InputError, "nothing to explain", lambda: legation.game().explain("A Par")),
    (legation.InputError, "must end in .svg, .png or", lambda: legation.game().draw("a.gif")),
    (legation.FileError, "cannot be written", lambda: legation.game().draw("/nowhere/a.svg")),
    (legation.InputError, "Did you mean dark", lambda: legation.draw(_laid(), mode="drk")),
    (legation.FileError, "cannot be read", lambda: legation.load("/nowhere.json")),
    (legation.InputError, "Did you mean units", lambda: _laid(unit={"France": ["A Par"]})),
    (legation.InputError, "a View, not the game", lambda: legation.legal_orders(_any(_new()))),
    (legation.InputError, "a View, not the game", lambda: legation.results(_any(_new()))),
    (legation.InputError, "a View, not None", lambda: legation.draw(_any(None))),
    (legation.InputError, "a View, not a str", lambda: legation.draw(_laid(), _any("b.svg"))),
    (legation.InputError, "one game and one reader", lambda: _two("France", "Germany")),
    (legation.InputError, "not a dict", lambda: _new().submit("France", _any({"France": "A"}))),
    (legation.InputError, "not a tuple", lambda: _new().submit("France", _any([("A Par",)]))),
    (legation.InputError, "a power's name is a text", lambda: _new().submit(_any(None), "A Par H")),
    (legation.InputError, "a viewer is a text", lambda: _new().view(_any(None))),
    (legation.InputError, "a dict of the orders", lambda: _tried(_any(["A Par - Bur"]))),
    (legation.InputError, "no list, is a text, not None", lambda: _tried(_any({"France": None}))),
    (legation.InputError, "an order is a text", lambda: _tried(_any({"France": [None]}))),
    (legation.InputError, "a seed is a text", lambda: legation.game(seed=_any(5))),
    (legation.InputError, "There were orders of A Bud", lambda: _new(1).explain("Bur")),
]


def _any(value: object) -> Any:
    return value


def _new(phases: int = 0) -> legation.Game:
    game = legation.game(seed=SEED)
    for _ in range(phases):
        game.advance()
    return game


def _two(one: str, other: str) -> str:
    game = legation.game(seed=SEED)
    return legation.draw(game.view(one), game.view(other))


def _tried(orders: dict[str, str]) -> legation.Trial:
    return legation.adjudicate(legation.position(), orders)


@pytest.mark.parametrize(("kind", "said", "do"), WRONG)
def test_what_is_wrong_is_said_and_what_would_do(
    kind: type[Exception], said: str, do: Callable[[], object]
) -> None:
    with pytest.raises(kind, match=said):
        do()


def test_a_sheet_that_is_none_leaves_the_one_before() -> None:
    game = legation.game(seed=SEED)
    game.submit("France", "A Par - Bur")
    with pytest.raises(legation.InputError):
        game.submit("France", _any({"France": ["A Mar H"]}))
    assert game.view("France").sheets["France"].orders == ("A Par - Bur",)


def test_lines_are_counted_as_they_were_given() -> None:
    board = legation.position(units=BORDER)
    given = {"France": ["A Par H", "A Par - Bur"], "Germany": "A Mun H\nA Ber - Mun"}
    trial = legation.adjudicate(board, given)
    assert [(r.power, r.line) for r in trial.refused] == [("France", 2), ("Germany", 2)]
    assert "line 1" in str(trial.refused[0].error)
    assert "line 1" in repr(trial.refused[0].error)


@pytest.mark.parametrize("variant", ["claudian", "post_atomic", "london_nights", "standard"])
def test_what_a_result_names_is_found_again(variant: str) -> None:
    game = legation.game(variant, seed=SEED)
    for _ in range(2):
        game.advance()
    told = game.results("gm")
    assert told
    for result in told:
        assert game.explain(result, "gm").result == result
        assert game.explain(result.unit, "gm").result.unit == result.unit


def test_what_hangs_on_what_a_power_holds_is_listed_while_it_does() -> None:
    game = legation.game("warwick", seed="7" * 32)
    starts = "Henry starts with U Sta"
    assert starts in game.legal_orders("Earl of Warwick")["U Sta"]
    assert game.submit("Earl of Warwick", [starts]) == []
    game.advance()
    assert starts not in game.legal_orders("Earl of Warwick")["U Sta"]


def test_a_refusal_can_be_copied_and_sent_to_another_process() -> None:
    trial = legation.adjudicate(legation.position(units=BORDER), {"France": "A Par - Mos"})
    error = trial.refused[0].error
    for same in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(same) is legation.IllegalOrderError
        assert (str(same), same.clause) == (str(error), error.clause)
    assert len(pickle.dumps(trial.refused)) < 2000  # no rulebook goes along


def test_of_two_units_in_one_sea_ones_own_is_explained() -> None:
    game = legation.game("warwick", seed=SEED)
    (sea, *_), (one, *_, other) = sorted(game.book.open_places), game.powers
    for power in (one, other):
        game.set_unit(power, "U", sea)
    game.advance()
    for power in (one, other):
        for asked in (f"U {sea}", sea):
            assert game.explain(asked, power).result.power == power
