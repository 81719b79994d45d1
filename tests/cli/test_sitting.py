"""One power at the keyboard: it sees its View, and no command shows it anything else."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legation.cli.main import run
from legation.cli.terminal.commands import COMMANDS, take, words
from legation.cli.terminal.guide import samples
from legation.cli.terminal.sandbox import Sandbox
from legation.table.game import Game
from legation.table.knowing import lore_rows

Capture = pytest.CaptureFixture[str]
SEED = "0123456789abcdef0123456789abcdef"
WRITING = ("save", "overwrite", "load")


def typed(sandbox: Sandbox, lines: Sequence[str]) -> str:
    """What is printed for these lines."""
    with redirect_stdout(io.StringIO()) as out:
        for line in lines:
            print(f"{sandbox.prompt}{line}")
            take(sandbox, line)
    return out.getvalue()


def table(variant: str = "standard", seed: str = SEED) -> Sandbox:
    return Sandbox(Game.new(variant, seed=seed))


# Sitting down


def test_who_sits_orders_for_one_power_alone() -> None:
    sandbox = table()
    out = typed(
        sandbox, ["sit fra", "A Par - Bur", "A Mun - Ruh", "Germany: A Mun - Ruh", "sheets"]
    )
    assert "  France: A Par - Bur\n" in out
    assert "there is no unit of France in Mun" in out
    assert "you sit as France" in out
    assert out.endswith("> sheets\n  France  A Par - Bur\n")
    assert set(sandbox.game.record.phases[-1].sheets) == {"France"}


def test_several_pass_the_keyboard() -> None:
    sandbox = table()
    for power, order in (("France", "A Par - Bur"), ("Germany", "A Mun - Bur")):
        out = typed(sandbox, [f"sit {power}", order])
        assert "Your orders\n  No orders yet.\n" in out
    out = typed(sandbox, ["sit France"])
    assert out.endswith("Your orders\n  France  A Par - Bur\n")
    out = typed(sandbox, ["sit everybody", "sheets", "go"])
    assert "  France   A Par - Bur\n  Germany  A Mun - Bur\n" in out
    assert out.count("Bounced.") == 2


def test_the_option_sits_one_down(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("F Kie - Den\nA Par - Bur\ngo\n"))
    assert run(["play", "--as", "german"]) == 2
    out = capsys.readouterr().out
    assert "You sit as Germany" in out
    assert "Germany alone> F Kie - Den\n  Germany: F Kie - Den\n" in out
    assert "there is no unit of Germany in Par" in out
    assert "F Kie - Den  succeeds" in out
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run(["play", "--as", "gremany"]) == 2
    assert "Did you mean Germany?" in capsys.readouterr().err


def test_who_sits_takes_back_his_own_lines_only() -> None:
    sandbox = table()
    typed(sandbox, ["sit Germany", "A Mun - Bur", "sit France", "A Par - Bur"])
    out = typed(sandbox, ["undo", "undo", "go", "undo"])
    assert out.count("Taken back.") == 1
    assert out.count("there is nothing of yours to take back") == 2
    out = typed(sandbox, ["sit everybody", "undo"])
    assert "Back at Spring 1901, movement. The orders given there:\n  Germany  A Mun - Bur" in out


@pytest.mark.parametrize(
    "line",
    ["!set France A Bur", "!lift Mun", "!give Spa France", "clear Germany", "all", "Germany"],
)
def test_what_the_open_table_does_is_refused(line: str) -> None:
    sandbox = table()
    typed(sandbox, ["A Mun - Bur", "sit France"])
    before = sandbox.game.record
    out = typed(sandbox, [line])
    assert "sit" in out
    assert sandbox.game.record == before


def test_sit_alone_tells_who_sits() -> None:
    sandbox = table()
    assert "the table is open" in typed(sandbox, ["sit"])
    assert "you sit as France" in typed(sandbox, ["sit France", "sit"])
    assert "Did you mean France?" in typed(sandbox, ["sit Frnce"])


def test_a_loaded_game_has_the_same_seat(tmp_path: Path) -> None:
    sandbox = table()
    path = tmp_path / "game.json"
    typed(sandbox, ["A Mun - Bur", "A Par - Bur", f"save {path}", "new", "sit France"])
    out = typed(sandbox, [f"load {path}", "sheets"])
    assert out.endswith("> sheets\n  France  A Par - Bur\n")
    other = table("london_nights")
    assert "there is no Nurses in" in typed(other, ["sit Nurses", f"load {path}"])


# Orders beside those of units, and of several units in a place


def test_an_election_and_the_order_of_its_unit_stand_together() -> None:
    sandbox = table("london_nights")
    out = typed(sandbox, ["Elect U Kin", "U Kin - Ang", "Elect U Gra", "sit Nurses", "orders Gra"])
    assert "  Nurses  U Kin - Ang\n  Nurses  Elect U Gra\n" in out
    assert "    elect          Elect U Gra\n" in out


def test_bids_stand_beside_each_other_and_are_changed_by_their_number() -> None:
    sandbox = table("locarno")
    lines = [
        "DP 1: A Aus H",
        "DP 1: A Swi H",
        "DP 2: A Aus H",
        "DP 3: A Bel H",
        "A Bel H",
        "sheets",
    ]
    out = typed(sandbox, ["sit France", *lines])
    assert out.endswith("sheets\n  France  DP 1: A Swi H\n  France  DP 2: A Aus H\n")
    assert "France has 3 diplomacy points" in out
    listed = typed(sandbox, ["orders Aus"])
    assert "bid  DP 1 to 3: A Aus H\n" in listed
    assert "DP 1 to 3: A Aus S A Mun - Cze, Swi\n" in listed
    assert "move to" not in listed
    assert "bid     DP 1 to 3: A Aus H ... (for A Aus, A Bel" in typed(sandbox, ["orders"])


def test_to_declare_is_an_order_where_the_game_has_it() -> None:
    """WA-3a-1; the game master's own verb has a sign, at the open table and in a seat."""
    sandbox = table("warwick")
    out = typed(sandbox, ["Duke of Clarence: Declare Edward IV", "sheets"])
    assert "Duke of Clarence  Declare Edward IV" in out
    assert sandbox.game.view("gm").disorder == ()
    out = typed(sandbox, ["sit Clarence", "Declare Norfolk", "declare myself", "!declare Norfolk"])
    assert "Duke of Clarence: Declare Duke of Norfolk" in out
    assert "Duke of Clarence: Declare myself" in out
    assert "that is for the game master" in out
    typed(sandbox, ["sit everybody", "!declare Norfolk"])
    assert sandbox.game.view("gm").disorder == ("Duke of Norfolk",)


def test_a_verb_without_its_sign_is_no_order() -> None:
    said = "set is no order; the game master's verbs have a sign: !set"
    assert said in typed(table(), ["set France A Bur"])
    assert "!declare" not in typed(table("warwick"), ["declare France"])


def test_a_start_that_is_typed_again_replaces_the_first() -> None:
    """PA-1a, PA-1b: Russia's northern unit starts in St Petersburg or in Archangel."""
    sandbox = table("post_atomic")
    out = typed(sandbox, ["England", "Start F Edi", "Start A Edi", "Russia", "Start A Stp"])
    out += typed(sandbox, ["Start A Mos", "Start A Arc", "Start F Arc"])
    assert "which stands" not in out
    assert sandbox.orders_of("England") == ["Start A Edi"]
    assert sandbox.orders_of("Russia") == ["Start A Mos", "Start F Arc"]


def test_a_bid_needs_to_be_somebodys() -> None:
    sandbox = table("locarno")
    out = typed(sandbox, ["DP 1: A Aus H", "A Aus H", "Italy: DP 1: A Aus H"])
    assert 'say whose order it is: "Britain: DP 1: A Aus H"' in out
    assert "there is no player of Austria" in out
    assert "  Italy: DP 1: A Aus H\n" in out


def test_a_sheet_that_lacks_something_stands_and_says_so() -> None:
    sandbox = table("london_nights")
    out = typed(sandbox, ["sit Taxi", "U Bar H", "U Cha H", "U Gos H", "sheets"])
    assert out.count("Still lacking: one unit must be ordered to make a double move") == 1
    assert "Still lacking on the sheet of Taxi Drivers: one unit must be ordered" in out
    out = typed(sandbox, ["U Bar - Moo - Pau", "sheets"])
    assert "lack" not in out
    assert "U Bar - Moo - Pau" in out


def test_the_game_master_writes_his_orders_unread() -> None:
    sandbox = Sandbox(Game.new("london_nights", {"police-orders": "game-master"}, seed=SEED))
    out = typed(sandbox, ["U Kin - Ang", "U Str - Cov", "U Str - Lei", "orders Str", "sheets"])
    sheets = "> sheets\n  Nurses  U Kin - Ang\n  Police  U Str - Lei\n"
    blind = "  Before !seal Police a real game master would be blind to the players' sheets.\n"
    assert out.endswith(sheets + blind)
    assert "move to" in out
    assert "the game master orders Police" in typed(sandbox, ["sit Police"])
    out = typed(sandbox, ["!seal", "U Str - Cov", "sheets", "clear", "sheets"])
    assert "Sealed for this phase: the orders of Police." in out
    assert "the orders of the Police are sealed for this phase" in out
    assert sheets in out
    assert "blind" not in out
    assert out.endswith("> sheets\n  Police  U Str - Lei\n")
    assert "that is for the game master" in typed(sandbox, ["sit Nurses", "!seal Police"])
    assert "orders nobody" in typed(table(), ["!seal"])
    assert "nobody gives orders to Police" in typed(table("london_nights"), ["U Str - Cov"])


def test_what_a_sheet_lacks_is_told_when_it_is_carried_out() -> None:
    sandbox = table("london_nights")
    assert "Still lacking on the sheet of Taxi Drivers" in typed(sandbox, ["sit TD"])
    assert "Still lacking on the sheet of Taxi Drivers" in typed(sandbox, ["go"])
    assert "lacking" not in typed(sandbox, ["sit Nurses", "go"])  # another's secret


def test_what_a_sheet_lacks_is_told_when_it_is_handed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox = table("london_nights")
    typed(sandbox, ["sit TD", "U Bar H"])
    monkeypatch.setattr("legation.cli.show.on_screen", lambda: True)
    out = typed(sandbox, ["sit Nurses"])  # what is told then would be wiped
    assert "your sheet still lacks something: one unit must be" in " ".join(out.split())
    assert sandbox.seat == "Taxi Drivers"
    typed(sandbox, ["sit Nurses"])
    assert sandbox.seat == "Nurses"


def test_taxi_drivers_are_shown_a_double_move() -> None:
    sandbox = Sandbox(Game.new("london_nights", seed=SEED), "Taxi Drivers")
    first, *_ = samples(sandbox)
    assert re.fullmatch(r"U \w+ - \w+ - \w+", first)
    assert f"Taxi Drivers: {first}" in typed(sandbox, [first])
    assert re.search(r"^  U \w+ - \w+ - \w+ ", typed(sandbox, ["help"]), re.MULTILINE)


def crowded() -> Sandbox:
    sandbox = table("london_nights")
    lines = ["!set Nurses U WEB", "!set Royals U WEB", "Royals: U WEB S U Mal - Stj"]
    typed(sandbox, [*lines, "Royals: U Mal - Stj"])
    return sandbox


def test_of_several_units_in_a_place_one_is_named() -> None:
    sandbox = crowded()
    assert "Name one: !lift" in typed(sandbox, ["!lift WEB"])
    typed(sandbox, ["go"])
    out = " ".join(typed(sandbox, ["why WEB"]).split())
    assert "Nurses U WEB, Royals U WEB were there; name one, as why Nurses U WEB" in out
    assert "Royal U WEB S U Mal - Stj: " in typed(sandbox, ["why Royals U WEB"])
    assert "Nurse U WEB H: holds\n  Nurse U WEB had no order" in typed(
        sandbox, ["sit Nurses", "why WEB"]
    )
    out = typed(sandbox, ["sit everybody", "!lift Royals U WEB"])
    assert "The game master removed U WEB of Royals." in out


def test_a_dislodged_unit_may_name_several_choices() -> None:
    sandbox = table("london_nights")
    typed(sandbox, ["!set Nurses U Hol", "!set Royals U Blo", "!set Royals U Lin"])
    typed(sandbox, ["Royals: U Blo - Hol", "Royals: U Lin S U Blo - Hol", "go", "sit Nurses"])
    listed = typed(sandbox, ["orders Hol"])
    found = re.search(r"the best first: U Hol - (\w+) or (\w+)", " ".join(listed.split()))
    assert found
    out = " ".join(typed(sandbox, [f"U Hol - {found[1]}"]).split())
    assert f"U Hol - {found[1]} It may name further choices" in out
    assert "further" not in typed(sandbox, [f"U Hol - {found[1]} or {found[2]}"])


def test_unseen_units_are_not_said_to_be_away() -> None:
    sandbox = table("london_nights")
    typed(sandbox, ["go", "sit Nurses"])
    assert "you see no unit in Covent Garden" in typed(sandbox, ["orders Cov"])
    assert "there is no unit in Burgundy" in typed(table(), ["sit France", "orders Bur"])


def test_lore_is_in_words() -> None:
    for variant in ("london_nights", "locarno", "warwick"):
        sandbox = table(variant)
        for power in ("", *(p.name for p in sandbox.book.powers)):
            sandbox.sit(power)
            view = sandbox.view
            rows = lore_rows(sandbox.book, {**view.position.facts, **view.lore})
            assert [label for label, _ in rows if label] == []


# Secrets


def hidden_in_london() -> tuple[Sandbox, Sandbox]:
    """Two nights that differ in what only the Theatre-Goers and the City Boys were told."""
    here, there = table("london_nights"), table("london_nights")
    typed(here, ["U Cov - Hol", "U Rus - Blo"])
    typed(there, ["U Sha H"])
    return here, there


def hidden_in_europe() -> tuple[Sandbox, Sandbox]:
    """Two turns that differ in bids which come to the same."""
    here, there = table("locarno"), table("locarno")
    typed(here, ["France: DP 2: A Bel H", "Italy: DP 1: A Aus H"])
    typed(there, ["Germany: DP 3: F Den H"])
    return here, there


ASKED = {
    "Nurses": ["board", "sheets", "orders", "orders Cov", "orders Hol", "orders Blo", "why Cov"],
    "Poland": ["board", "sheets", "orders", "orders Bel", "orders Den", "why Bel", "why Den"],
}


@pytest.mark.parametrize("power", ASKED)
def test_two_games_alike_to_a_power_are_typed_alike(power: str) -> None:
    here, there = hidden_in_london() if power == "Nurses" else hidden_in_europe()
    lines = [f"sit {power}", *ASKED[power], "undo", "clear", "go", *ASKED[power], "report", "undo"]
    outs = [typed(sandbox, lines) for sandbox in (here, there)]
    assert outs[0] == outs[1]
    assert words(here) == words(there)
    # and they were not the same game
    opened = [typed(sandbox, ["sit everybody", "report", "board"]) for sandbox in (here, there)]
    assert opened[0] != opened[1]


def test_no_command_shows_the_orders_of_others() -> None:
    """A canary: orders that no legal order of the sitter could look like."""
    sandbox = table()
    typed(sandbox, ["F Kie - Hol", "A Ber - Sil", "F Sev - Rum", "sit France"])
    lines = [command for command in COMMANDS if command not in (*WRITING, "go", "new", "quit")]
    lines += [f"{command} Kie" for command in lines] + [f"{command} Germany" for command in lines]
    lines = [line for line in lines if not line.startswith("sit ")]
    out = typed(sandbox, [*lines, "F Kie - Den", "Germany: F Kie - Den", "A Ber", "Kie"])
    assert sandbox.seat == "France"
    for secret in ("F Kie - Hol", "A Ber - Sil", "F Sev - Rum", "settled"):
        assert secret not in out


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from([*(c for c in COMMANDS if c not in WRITING and c != "sit"), "U", "Kin"])
        | st.sampled_from(
            ["Cov", "Hol", "-", "S", "Elect", "Theatre-Goers", "/1", "2U", "Royals:"]
        ),
        min_size=1,
        max_size=4,
    ).map(" ".join)
)
def test_whatever_is_typed_is_answered_alike(line: str) -> None:
    outs = [typed(sandbox, ["sit Nurses", line]) for sandbox in hidden_in_london()]
    if not line.startswith("new"):  # which deals anew
        assert outs[0] == outs[1]
