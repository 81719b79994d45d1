"""What the variants' rules ask of the table: seals, drafts, and powers that are gone for good."""

from __future__ import annotations

import pytest

from legation.errors import InputError, StateError
from legation.table.game import Game

SEED = "0123456789abcdef0123456789abcdef"


# Locarno


def test_a_fallen_power_is_never_played_again() -> None:
    """LO-CD-d."""
    game = Game.new("locarno", {"cd-when": "at-once"}, SEED)
    game.civil_disorder("Italy")
    with pytest.raises(StateError, match="for good"):
        game.civil_disorder("Italy", declared=False)
    with pytest.raises(StateError, match="already"):
        game.civil_disorder("Italy")
    with pytest.raises(StateError, match="civil disorder"):
        game.submit("Italy", "DP 1: A Aus H")


@pytest.mark.parametrize(("when", "reopened"), [("at-once", True), ("between-turns", False)])
def test_a_fall_at_once_reopens_what_was_settled(when: str, reopened: bool) -> None:
    """LO-CD-a: the board is another than the sheets were written for."""
    game = Game.new("locarno", {"cd-when": when}, SEED)
    assert game.submit("France", "A Par - Bur", settled=True) == []
    assert "France" not in game.waiting
    game.civil_disorder("Italy")
    assert ("France" in game.waiting) == reopened
    assert game.view("France").sheets["France"].orders == ("A Par - Bur",)


def test_a_game_that_is_ended_is_shared_by_who_has_pieces() -> None:
    """LO-V-2."""
    game = Game.new("locarno", {}, SEED)
    for place in ("Ank", "Ist", "Izm"):
        game.remove_unit(place)
    game.abandon()
    shared = ("Britain", "France", "Germany", "Italy", "Poland", "Soviet Union")
    assert game.view("spectator").winners == shared


def test_bids_beyond_the_budget_leave_the_rest_of_the_sheet() -> None:
    """LO-DP-4, LO-DP-2: what does not fit is refused, line by line."""
    game = Game.new("locarno", {}, SEED)
    lines = ["A Mun - Cze", "DP 2: A Aus S A Mun - Cze", "DP 2: F Den H", "DP 1: A Par H"]
    errors = game.submit("Germany", lines)
    assert [(error.line, error.error.clause) for error in errors] == [
        (3, "LO-DP-4"),
        (4, "LO-DP-2"),
    ]
    assert game.view("Germany").sheets["Germany"].orders == tuple(lines[:2])
    assert game.view("Italy").sheets == {}


def test_a_minor_power_has_no_seat() -> None:
    """LO-MP-4: nobody hands in a sheet for it, votes for it, or looks as it."""
    game = Game.new("locarno", {}, SEED)
    for name in ("Austria", "Paris"):
        with pytest.raises(InputError):
            game.submit(name, "A Aus H")
        with pytest.raises(InputError):
            game.view(name)


# London Nights


def test_the_police_are_sealed_before_any_sheet_is_read() -> None:
    """LN-3c: the game master is blind until then, and what is sealed stays."""
    game = Game.new("london_nights", {"police-orders": "game-master"}, SEED)
    game.submit("Nurses", "U Gra - Crm")
    assert game.view("gm").sheets == {}
    assert game.submit("Police", "U Cor S U Can") == []
    assert set(game.view("gm").sheets) == {"Police"}
    game.settle("Police")
    assert set(game.view("gm").sheets) == {"Police", "Nurses"}
    with pytest.raises(StateError, match="sealed"):
        game.submit("Police", "U Cor H")
    with pytest.raises(StateError, match="sealed"):
        game.clear("Police")
    game.advance()
    assert game.view("gm", 0).sheets["Police"].orders == ("U Cor S U Can",)
    assert game.view("gm").sheets == {}  # blind again


def test_nobody_else_orders_the_police() -> None:
    """LN-3a, LN-3c."""
    automatic = Game.new("london_nights", {}, SEED)
    with pytest.raises(Exception, match="no player"):
        automatic.submit("Police", "U Cor H")
    game = Game.new("london_nights", {"police-orders": "game-master"}, SEED)
    errors = game.submit("Royals", ["U Whi - Tra", "U Mal H"])
    assert [error.line for error in errors] == [1]
    assert game.view("spectator").sheets == {}


def test_a_taxi_sheet_without_a_double_move_is_a_draft() -> None:
    """LN-1F-c: it is refused, it stays, it cannot be settled; at the deadline it stands."""
    game = Game.new("london_nights", {}, SEED)
    errors = game.submit("Taxi Drivers", ["U Bar - Smi", "U Cha H", "U Gos H"], settled=True)
    assert [(error.line, error.error.clause) for error in errors] == [(0, "LN-1F-c")]
    sheet = game.view("Taxi Drivers").sheets["Taxi Drivers"]
    assert sheet.orders == ("U Bar - Smi", "U Cha H", "U Gos H")
    assert not sheet.settled
    with pytest.raises(Exception, match="double"):
        game.settle("Taxi Drivers")
    game.advance()
    kinds = [report.kind for told in game.view("Nurses").told for report in told.reports]
    assert "no-double-move" in kinds
    assert any(u.place == "Smi" for u in game.view("Nurses").position.of("Taxi Drivers"))


def test_a_taxi_sheet_without_a_double_move_stands_where_it_is_allowed() -> None:
    """LN-1F-c, taxi-duty = allow."""
    game = Game.new("london_nights", {"taxi-duty": "allow"}, SEED)
    assert game.submit("Taxi Drivers", ["U Bar - Smi"], settled=True) == []
    assert game.view("Taxi Drivers").sheets["Taxi Drivers"].settled
    game.advance()
    kinds = [report.kind for told in game.view("Nurses").told for report in told.reports]
    assert "no-double-move" not in kinds


def test_bad_lines_name_their_clause_and_the_rest_stands() -> None:
    """LN-1B-b, LN-1C-b, LN-6c, LN-1D, LN-1F-a."""
    game = Game.new("london_nights", {}, SEED)
    lines = ["U Gra - Crm", "Elect U Kin", "Elect U Cle", "U Kin - Ang - Isl", "Elect U Mal"]
    errors = game.submit("Nurses", lines)
    assert [(error.line, error.error.clause) for error in errors] == [
        (3, "LN-1D"),
        (4, "LN-1F-a"),
        (5, "STD-ORD"),
    ]
    assert game.view("Nurses").sheets["Nurses"].orders == ("U Gra - Crm", "Elect U Kin")
    errors = game.submit("Taxi Drivers", ["U Bar - Smi - Far", "U Gos - Ang - Isl"])
    assert [(error.line, error.error.clause) for error in errors] == [(2, "LN-1F-a")]


def test_acts_on_a_shared_bridge_keep_who_is_unseen() -> None:
    """STD-GM, LN-1A-c: units are numbered anew, and the same ones stay off the others' map."""
    game = Game.new("london_nights", {"police-orders": "game-master"}, SEED)
    for place in ("WAB", "WAB", "Hol"):
        game.set_unit("Theatre-Goers", "U", place)
    game.remove_unit("Cov")
    game.advance()
    seen = {str(u) for u in game.view("Nurses").position.of("Theatre-Goers")}
    own = {str(u) for u in game.view("Theatre-Goers").position.of("Theatre-Goers")}
    assert {"U WAB/1", "U WAB/2", "U Hol"} <= own
    assert seen == set()
    game.set_unit("Theatre-Goers", "U", "WAB")
    assert [str(u) for u in game.view("Nurses").position.of("Theatre-Goers")] == ["U WAB"]
    assert game.audit() == []
