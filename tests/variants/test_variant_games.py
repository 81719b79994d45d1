"""What the variants' rules ask of the table: seals, drafts, and powers that are gone for good."""

from __future__ import annotations

import pytest

from legation.errors import InputError, StateError
from legation.rules.reports import Fate, Outcome
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
    with pytest.raises(StateError, match=r"sealed for this phase \(LN-3c\)"):
        game.submit("Police", "U Cor H")
    with pytest.raises(StateError, match="sealed"):
        game.clear("Police")
    game.advance()
    assert game.view("gm", 0).sheets["Police"].orders == ("U Cor S U Can",)
    assert game.view("gm").sheets == {}  # blind again


def test_what_is_changed_unseen_is_told_to_those_who_see_it() -> None:
    """STD-GM: the others hear that something was; nobody else hears what, or where."""

    def last(power: str) -> list[str]:
        return [report.kind for report in game.view(power).told[-1].reports]

    game = Game.new("london_nights", {}, SEED)
    game.advance()  # from now on the Theatre-Goers are unseen
    hidden = next(
        unit
        for unit in game.view("Theatre-Goers").position.of("Theatre-Goers")
        if unit not in game.view("Nurses").position.units
    )
    game.remove_unit(hidden.place)
    assert last("Theatre-Goers") == last("gm") == ["gm-acted", "gm-unit-removed"]
    assert last("Nurses") == last("spectator") == ["gm-acted"]
    game.remove_unit("Gra")  # of the Nurses, whom everybody sees
    for viewer in ("Theatre-Goers", "Nurses", "spectator"):
        assert last(viewer) == ["gm-unit-removed"]
    assert game.audit() == []


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
    """STD-GM, LN-1A-c: a unit set anywhere shows nobody who is not seen."""
    game = Game.new("london_nights", {"police-orders": "game-master"}, SEED)
    game.set_unit("Theatre-Goers", "U", "WAB")
    game.set_unit("Nurses", "U", "WAB")
    with pytest.raises(InputError, match="occupied"):
        game.set_unit("Theatre-Goers", "U", "WAB")
    with pytest.raises(InputError, match="Nurses U WAB and Theatre-Goers U WAB"):
        game.remove_unit("WAB")
    game.advance()
    assert game.view("Nurses").position.of("Theatre-Goers") == ()
    game.set_unit("East Enders", "U", "Hox")
    assert game.view("Nurses").position.of("Theatre-Goers") == ()
    assert len(game.view("Theatre-Goers").position.of("Theatre-Goers")) == 5
    game.remove_unit("Nurses U WAB")
    assert [str(u) for u in game.view("gm").position.units if u.place == "WAB"] == ["U WAB"]
    assert game.audit() == []


def test_a_typing_error_leaves_the_sheet_that_stands() -> None:
    """STD-ORD: a sheet without a single good order leaves the earlier one as it was."""
    game = Game.new("london_nights", {}, SEED)
    game.submit("Taxi Drivers", ["U Bar - Smi - Far"])
    assert len(game.submit("Taxi Drivers", ["U Brr - Smi - Far"])) == 2
    assert game.view("Taxi Drivers").sheets["Taxi Drivers"].orders == ("U Bar - Smi - Far",)


def test_a_made_up_number_finds_nobody_unseen() -> None:
    """LN-1A-c: what may be there has no number, so an order that writes one is refused."""
    game = Game.new("london_nights", {}, SEED)
    for power in sorted(game.book.players):
        game.submit(power, ["U Cov - Lin"] if power == "Theatre-Goers" else [])
    game.advance()
    errors = game.submit("Nurses", ["U Gra S U Lin/2", "U Gra S U Lin", "U Cle S U Hol/1"])
    assert [error.line for error in errors] == [1, 3]


def test_a_draw_is_not_shared_with_a_fallen_power() -> None:
    """LO-CD-d: Italy still owns Rome, where a French army stands, and wins nothing."""
    game = Game.new("locarno", {"cd-when": "at-once"}, SEED)
    game.remove_unit("Rom")
    game.set_unit("France", "A", "Rom")
    game.civil_disorder("Italy")
    assert "Rom" in game.view("spectator").position.centres_of("Italy")
    game.propose("France", "draw")
    assert "Italy" not in game.view("France").proposals[0].powers


def test_eighteen_centres_win_whenever_they_change_owner() -> None:
    """LO-V-1a, also where the game master gives them."""
    game = Game.new("locarno", {}, SEED)
    for centre in game.book.graph.centres:
        if not game.over and game.view("gm").position.owners.get(centre) != "France":
            game.set_owner(centre, "France")
    assert game.over
    assert game.view("spectator").winners == ("France",)
    assert len(game.view("spectator").position.centres_of("France")) == 18


@pytest.mark.parametrize(
    ("variant", "ledger", "always"),
    [("post_atomic", "centres_dealt", ()), ("london_nights", "hidden_centres", ("Kin", "Lam"))],
)
def test_only_a_centre_of_this_game_is_given_away(
    variant: str, ledger: str, always: tuple[str, ...]
) -> None:
    """STD-GM, PA-3, LN-5a: what might have been drawn and was not is no centre here."""
    game = Game.new(variant, {}, SEED)
    power = min(game.book.players)
    drawn = set(getattr(game.record.phases[0].truth.ledger, ledger))
    others = sorted(c for c, p in game.book.graph.provinces.items() if p.centre == "?")
    assert not drawn.issuperset(others)
    for place in sorted(set(others) - drawn):
        with pytest.raises(InputError, match="is no supply centre in this game"):
            game.set_owner(place, power)
    with pytest.raises(InputError, match=r"is no supply centre\.$"):
        game.set_owner("NTH" if variant == "post_atomic" else "WEB", power)
    for place in (*sorted(drawn)[:3], *always):
        game.set_owner(place, power)
        assert game.view("gm").position.owners[place] == power


def test_choices_of_a_retreat_in_vain_are_not_told() -> None:
    """STD-RET: whoever finds every choice closed is disbanded, and the others hear no more."""
    game = Game.new("london_nights", {"police-orders": "game-master", "taxi-duty": "allow"}, SEED)
    for unit in list(game.view("gm").position.units):
        game.remove_unit(f"{unit.power} {unit}")
    for power, place in (
        ("Theatre-Goers", "Hol"),
        ("Nurses", "Crm"),
        ("Nurses", "Kin"),
        ("Royals", "Gra"),
    ):
        game.set_unit(power, "U", place)
    game.advance()
    while game.phase.kind != "movement":
        game.advance()
    assert game.view("Royals").position.of("Theatre-Goers") == ()
    game.submit("Nurses", ["U Crm - Gra", "U Kin S U Crm - Gra"])
    game.advance()
    assert game.phase.kind == "retreat"
    assert "Hol" in game.view("Royals").position.dislodged[0].retreats
    assert game.submit("Royals", ["U Gra - Hol"]) == []
    game.advance()

    def fate(viewer: str) -> Outcome:
        told = [told for told in game.view(viewer).told if told.phase.kind == "retreat"][-1]
        return next(o for o in told.outcomes if o.power == "Royals")

    assert (str(fate("Royals").order), fate("Royals").fate) == ("U Gra - Hol", Fate.FAILS)
    for viewer in ("spectator", "Nurses", "Taxi Drivers"):
        assert str(fate(viewer).order) == "U Gra D"
        assert fate(viewer).reason.kind == "retreat-disbanded"
