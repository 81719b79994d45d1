"""The command line: each verb, what it prints, its exit codes, and bad input."""

import io
import json
import os
import re
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legation import __version__
from legation.cli.main import run, verbs
from legation.cli.show import titled
from legation.cli.terminal.commands import COMMANDS, take
from legation.cli.terminal.sandbox import Sandbox
from legation.table.game import Game
from legation.table.saving.save import write

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
Data = dict[str, Any]

ROOT = Path(__file__).parents[2]
BOUNCE = "examples/bounce.yaml"
DATC = "src/legation/variants/standard/cases/datc.yaml"


@pytest.fixture(autouse=True)
def at_root(monkeypatch: Patch) -> None:
    monkeypatch.chdir(ROOT)


def told(capsys: Capture, *arguments: str, code: int = 0) -> str:
    assert run(arguments) == code
    out, err = capsys.readouterr()
    assert bool(err) == (code == 2)
    assert "--json" in arguments or narrow(out)
    return out


def narrow(out: str) -> bool:
    """Does it fit 80 columns? The path of a temporary file is as long as it is."""
    return all(len(line) <= 80 or "/" in line for line in out.splitlines())


def data(capsys: Capture, *arguments: str, code: int = 0) -> Data:
    found: Data = json.loads(told(capsys, *arguments, "--json", code=code))
    return found


# Starting


@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (["--version"], ["typer", "legation.cli.main"]),
        (["adjudicate", BOUNCE], ["rich", "numpy", "numba", "pydantic", "legation.kernel"]),
    ],
)
def test_only_what_is_used_is_imported(arguments: list[str], absent: list[str]) -> None:
    script = (
        f"import sys; sys.argv = ['legation', *{arguments!r}]\n"
        "from legation.cli.start import main\n"
        f"assert main() == 0; assert not set({absent!r}) & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)


def test_version_is_the_same_late_and_early(capsys: Capture) -> None:
    assert told(capsys, "--version") == f"legation {__version__}\n"


@pytest.mark.parametrize("verb", [v for v in verbs() if v != "map"])
def test_help_shows_an_example(verb: str, capsys: Capture) -> None:
    assert f"\n    legation {verb}" in told(capsys, verb, "--help")


def test_help_lists_every_verb(capsys: Capture) -> None:
    out = told(capsys)
    assert all(f"\n  {verb} " in out for verb in verbs())
    assert "..." not in out.partition("Commands:")[2]
    assert "check" in told(capsys, "map")
    assert "legation map check standard" in told(capsys, "map", "check", "--help")


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m legation.cli.start variants standard | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("Standard\n", "")


def test_nothing_is_coloured_in_a_file(capsys: Capture) -> None:
    assert "\x1b" not in told(capsys, "adjudicate", BOUNCE)
    assert "\x1b" not in told(capsys, "variants")


# Positions


def test_adjudicate(capsys: Capture) -> None:
    out = told(capsys, "adjudicate", BOUNCE)
    assert "A Mar S A Par - Bur  cut\n" in out
    assert "(STD-CUT)" in out
    assert "Autumn 1902, movement\n  France   F MAO, A Mar, A Par (3 centres)\n" in out
    assert "STD" not in told(capsys, "adjudicate", BOUNCE, "--short")


def test_adjudicate_tells_of_retreats(capsys: Capture) -> None:
    out = told(capsys, "adjudicate", DATC, "--case", "6.F.14")
    assert "F ENG C A Bre - Lon  disrupted, dislodged\n" in out
    flat = " ".join(out.split())
    assert "Dislodged by the attack from Wal; it may retreat to Bel or IRI or MAO or NTH" in flat
    assert "To retreat\n  France  F ENG may go to Bel, IRI, MAO, NTH, Pic\n" in out


def test_adjudicate_as_data(capsys: Capture) -> None:
    found = data(capsys, "adjudicate", DATC, "--case", "6.F.14")
    lost = next(o for o in found["turns"][0]["outcomes"] if o["unit"] == "F ENG")
    assert (lost["result"], lost["at"], lost["by"]) == ("disrupted", "dislodged", "Wal")
    assert lost["reason"]["clause"] == "STD-CON"
    assert found["next"]["phase"] == {"season": "Spring", "year": 1901, "kind": "retreat"}
    assert found["next"]["units"]["England"] == ["F ENG", "F Lon"]


def test_explain_goes_down_the_chain(capsys: Capture) -> None:
    chain = told(capsys, "explain", BOUNCE, "A Par - Bur").splitlines()
    heads = [line for line in chain if not line.lstrip()[0].isupper() or ": " in line]
    assert chain[0] == "French A Par - Bur: fails"
    assert "    German A Mun - Bur: succeeds" in heads
    assert "        German A Ruh S A Mun - Bur: given" in heads


@pytest.mark.parametrize("name", ["A Mar", "mar", "Marseilles", "A Mar S A Par - Bur"])
def test_explain_finds_the_order_by_any_name(name: str, capsys: Capture) -> None:
    assert told(capsys, "explain", BOUNCE, name).startswith("French A Mar S A Par - Bur: cut\n")


def test_explain_takes_an_order_of_any_phase_of_the_case(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "retreat.yaml"
    path.write_text(
        "units: {France: [A Bur, A Par], Germany: [A Mun, A Ruh]}\n"
        'orders: {Germany: ["A Mun - Bur", "A Ruh S A Mun - Bur"]}\n'
        'then: {orders: {France: ["A Bur R Gas"]}}\n'
    )
    assert told(capsys, "explain", str(path), "A Mun - Bur").startswith("German A Mun - Bur: succ")
    assert "A Bur - Gas" in told(capsys, "explain", str(path), "A Bur R Gas")
    assert len(data_phases(capsys, path, "A Bur")) == 2
    assert run(["explain", str(path), "Build A Par"]) == 2
    assert "phase" in capsys.readouterr().err


def data_phases(capsys: Capture, path: Path, order: str) -> list[Data]:
    return list(json.loads(told(capsys, "explain", str(path), order, "--json")))


def test_explain_has_no_loops(tmp_path: Path, capsys: Capture) -> None:
    ring = tmp_path / "ring.yaml"
    ring.write_text(
        "units: {Turkey: [F Ank, A Con, A Smy]}\n"
        'orders: {Turkey: ["F Ank - Con", "A Con - Smy", "A Smy - Ank"]}\n'
    )
    chain = data_chain(capsys, ring, "F Ank")
    assert sorted(link["unit"] for link in chain) == ["A Con", "A Smy", "F Ank"]
    assert all(cause < len(chain) for link in chain for cause in link["causes"])
    assert told(capsys, "explain", str(ring), "F Ank").count(": succeeds\n") == 3


def data_chain(capsys: Capture, path: Path, order: str) -> list[Data]:
    return list(data_phases(capsys, path, order)[0]["chain"])


def test_orders_are_grouped_and_the_same_each_time(capsys: Capture) -> None:
    out = told(capsys, "orders", BOUNCE, "Hol")
    assert "  move to        Bel, HEL, Kie, NTH\n  support A Mun  to Kie\n" in out


def test_orders_without_a_place_tells_who_may_be_ordered(capsys: Capture, tmp_path: Path) -> None:
    out = told(capsys, "orders", BOUNCE)
    assert "  France   A Par, A Mar, F Bre\n" in out
    case = tmp_path / "bids.yaml"
    case.write_text("variant: locarno\nunits: {France: [A Par], Austria: [A Aus]}\norders: {}\n")
    assert "bid     DP 1 to 3: A Aus H ... (for A Aus, by any power)" in told(
        capsys, "orders", str(case)
    )
    out = told(capsys, "orders", str(case), "Aus")
    assert "\nAustria A Aus, by any power\n  bid  DP 1 to 3: A Aus H\n" in out
    (unit,) = data(capsys, "orders", str(case), "Aus")["at"]
    assert unit["choices"][0]["ranges"] == [
        {"field": "points", "minimum": 1, "maximum": 3, "step": 1}
    ]
    assert unit["choices"][0]["orders"] == ["DP 1: A Aus H"]


def test_a_unit_of_several_in_one_place_is_named_in_full(capsys: Capture, tmp_path: Path) -> None:
    case = tmp_path / "bridge.yaml"
    case.write_text(
        "variant: london_nights\n"
        "units: {Nurses: [U WAB, U WAB], Royals: [U WAB]}\n"
        "orders: {Nurses: [U WAB/1 - Wat], Royals: [U WAB - Wat]}\n"
    )
    first = told(capsys, "explain", str(case), "WAB")
    assert "Nurse U WAB/1 - Wat: fails" in first
    assert "Nurse U WAB/2 H: holds" in told(capsys, "explain", str(case), "U WAB/2")
    royal = told(capsys, "explain", str(case), "Royals U WAB")
    assert royal.startswith("Royal U WAB - Wat: fails")
    assert run(["explain", str(case), "U WAB/7"]) == 2
    assert "no order in" in capsys.readouterr().err


def test_orders_as_data(capsys: Capture) -> None:
    (unit,) = data(capsys, "orders", BOUNCE, "Hol")["at"]
    listed = [order for choice in unit["choices"] for order in choice["orders"]]
    assert {"F Hol H", "F Hol - NTH", "F Hol S A Ruh - Bel"} < set(listed)


# Checking


def test_check_counts_every_case(capsys: Capture) -> None:
    assert told(capsys, "check", DATC) == "261 passed, 0 failed\n"  # 185 and 76 alternatives


def test_check_tells_expected_and_actual(tmp_path: Path, capsys: Capture) -> None:
    case = {"units": {"France": ["A Par"]}, "orders": {"France": ["A Par - Bur"]}}
    wrong = {"id": "X.1", **case, "expect": {"A Par": {"result": "fails", "at": "Par"}}}
    right = {"id": "X.2", **case, "expect": {"A Par": {"result": "succeeds", "at": "Bur"}}}
    path = tmp_path / "cases.json"
    path.write_text(json.dumps([wrong, right]))
    lines = told(capsys, "check", str(tmp_path), code=1).splitlines()
    assert "  A Par: result: expected fails, got succeeds" in lines
    assert lines[-1] == "1 passed, 1 failed"
    assert data(capsys, "check", str(path), code=1)["failed"] == 1


def test_map_check_tells_all_problems(tmp_path: Path, capsys: Capture) -> None:
    assert "76 provinces, 34 centres" in told(capsys, "map", "check", "standard")
    source = ROOT / "src/legation/variants/standard/map"
    for file in source.glob("*.csv"):
        text = file.read_text().replace("Par,Paris,inland", "Par,Paris,inlnd")
        (tmp_path / file.name).write_text(text.replace("France,A,Mar", "France,A,Mrr"))
    found = data(capsys, "map", "check", str(tmp_path), code=1)["problems"]
    assert {p["file"] for p in found} >= {"provinces.csv", "setup.csv"}
    assert all(p["line"] > 1 for p in found)


def test_variants(capsys: Capture) -> None:
    assert "Seven powers, Europe in 1901" in told(capsys, "variants")
    out = told(capsys, "variants", "standard")
    assert (
        "  A convoyed army that would save or doom its own convoy   STD-PARA 4.A.2\n"
        "      Usually: The convoys at stake do not run.   paradox=szykman\n"
        "      Every move at stake fails.   paradox=all-hold\n"
    ) in out
    assert "  An army whose convoy to a neighbour fails   STD-CON 4.A.3\n" in out
    assert data(capsys, "variants", "standard")["powers"][0]["mark"] == "AU"
    names = [book["name"] for book in json.loads(told(capsys, "variants", "--json"))]
    assert "standard" in names


def test_a_variant_of_another_shows_what_is_its_own(capsys: Capture) -> None:
    out = told(capsys, "variants", "london_nights")
    assert "7 players, 21 or 22 rounds" in " ".join(told(capsys, "variants").split())
    assert "  UNIT - FIRST - GOAL   LN-1F-a (Taxi Drivers only)\n" in out
    assert "  Elect UNIT   LN-1D (Nurses only)\n      Let one unit count" in out
    assert "\nWithout a player: Police\n" in out
    assert (
        "  Factions with the same highest product   LN-7\n"
        "      Usually: They share the win.   tie-break=share\n"
        "      The one among them with more centres wins.   tie-break=centres\n"
    ) in out
    assert "paradox" not in out
    assert "And the 21 options of standard: legation variants standard\n" in out
    assert re.search(r"^\d+ clauses, in /", out, re.MULTILINE)
    found = data(capsys, "variants", "london_nights")
    assert [o["slot"] for o in found["orders"] if o["verb"] == "elect"] == ["one"]


def test_the_facts_of_a_variant_are_told_as_its_cases_write_them(capsys: Capture) -> None:
    out = told(capsys, "variants", "locarno", "--facts")
    assert "    falling   power (power)   LO-CD-a\n        {power} falls when" in out
    assert "  fallen   a list of powers\n      Known to everybody.\n" in out
    assert "  points (number)\n      Your diplomacy points for this turn: {value}.\n" in out
    assert "  owned   a unit with its owner: French A Par\n" in out
    assert "kinds of standard: legation variants standard --facts\n" in out
    assert "moved" not in out
    found = data(capsys, "variants", "warwick", "--facts")
    assert found["ledger"][4] == {
        "key": "henry-holder",
        "holds": "a word",
        "known_to": "Only who holds Henry knows where he is (WA-3e-1).",
        "start": "Earl of Warwick",
    }
    assert {each["kind"] for each in found["reports"]} >= {"moved", "king-no-more"}
    assert found["knows"][0]["holds"] == "power"


def test_what_is_said_in_any_phase_is_listed_once(capsys: Capture) -> None:
    out = told(capsys, "variants", "warwick")
    assert out.count("  Declare neutral   WA-3a-1") == 1
    assert "  Declare neutral   WA-3a-1 (in any phase)\n" in out
    assert out.count("Declare joint win with PARTNER") == 1
    assert "Options (3; chosen with --option ID=VALUE)" in out


def test_a_game_is_taken_over_where_it_stands(
    tmp_path: Path, capsys: Capture, monkeypatch: Patch
) -> None:
    game = Game.new("warwick", seed="5" * 32)
    game.advance()
    save, case = tmp_path / "game.json", tmp_path / "position.yaml"
    write(game, save)
    out = told(capsys, "convert", str(save), str(case), "--position")
    assert "with all its secrets" in out
    assert "Its 1 earlier phases are not taken along." in out
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    played = told(capsys, "play", "--from", str(case))
    assert str(game.phase) in played
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert run(["play", "--from", str(case), "--load", str(save)]) == 2
    assert "leave --load or --from out" in capsys.readouterr().err
    assert run(["play", "warwick", "--from", str(case)]) == 2
    assert "its variant in it; leave warwick out" in capsys.readouterr().err


def test_convert_there_and_back(tmp_path: Path, capsys: Capture) -> None:
    there, back = tmp_path / "bounce.jdip", tmp_path / "back.yaml"
    out = told(capsys, "convert", BOUNCE, str(there))
    assert out == f"{there}: written as jdip, read as cases\n"
    assert data(capsys, "convert", str(there), str(back))["games"] == 1
    assert told(capsys, "adjudicate", str(back), "--short").count("A Mun - Bur") == 2
    assert "jdip" in told(capsys, "convert", "--formats")
    by_options = ("convert", BOUNCE, str(tmp_path / "b.jdip"), "--option", "paradox=1982")
    assert data(capsys, *by_options)["losses"] == [
        "jDip case text holds no rule options: paradox=1982 left out"
    ]


# The terminal game


def played(
    monkeypatch: Patch,
    capsys: Capture,
    *lines: str,
    code: int = 0,
) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
    assert run(["play"]) == code
    out, err = capsys.readouterr()
    assert not err
    assert narrow(out)
    return out


def test_play_a_year(monkeypatch: Patch, capsys: Capture) -> None:
    lines = (ROOT / "examples/opening.txt").read_text().splitlines()
    out = played(monkeypatch, capsys, *lines)
    assert "England took Nwy. (STD-PH)" in out
    assert "England  F NTH, F NWG, A Nwy (4 centres, 1 build due)" in out
    assert out.rstrip().endswith("Turkey   F Ank, A Con, A Smy (3 centres)")


def test_play_undo_takes_back_orders_and_phases(monkeypatch: Patch, capsys: Capture) -> None:
    out = played(
        monkeypatch, capsys, "A Par - Bur", "A Par - Pic", "undo", "go", "undo", "undo", "sheets"
    )
    assert "Taken back. The orders now:\n  France  A Par - Bur" in out
    assert "Back at Spring 1901, movement. The orders given there:\n  France  A Par - Bur" in out
    assert out.endswith("> sheets\n  No orders yet.\n")


def test_play_takes_the_owner_from_the_place_or_the_heading(
    monkeypatch: Patch, capsys: Capture
) -> None:
    out = played(
        monkeypatch, capsys, "a mun - ruh", "France", "A Ber - Kie", "all", "A Ber - Kie", code=2
    )
    assert "\n> a mun - ruh\n  Germany: A Mun - Ruh\n" in out
    assert "there is no unit of France in Ber. The unit is German" in out
    assert out.endswith("\n> A Ber - Kie\n  Germany: A Ber - Kie\n")


def test_play_hints_at_a_power_whose_unit_could_go(monkeypatch: Patch, capsys: Capture) -> None:
    lines = ["France", "A Ber - Kie", "A Ber - Vie", "F Ber - Kie"]
    out = played(monkeypatch, capsys, *lines, code=2)
    assert out.count("The unit is German") == 1


def test_play_declares_and_takes_centres(monkeypatch: Patch, capsys: Capture) -> None:
    lines = ["!declare Italy", "!give Rom nobody", "!give Ven fr", "Italy: A Rom H"]
    out = played(monkeypatch, capsys, *lines, code=2)
    assert "In civil disorder: Italy. (STD-GM)" in out
    assert "The game master gave Rom to nobody." in out
    assert "The game master gave Ven to France." in out
    assert "Italy is in civil disorder; its orders do not count" in out


def test_play_says_how_to_take_a_removal_back(monkeypatch: Patch, capsys: Capture) -> None:
    lines = ["!set Italy A Tus", "go", "go", "Remove A Ven", "Remove F Nap"]
    out = " ".join(played(monkeypatch, capsys, *lines, code=2).split())
    assert "(3 centres, 1 to remove)" in out
    assert (
        "ordered for Italy. undo takes back the last line, clear Italy all orders of Italy." in out
    )


def test_results_stand_in_the_order_of_the_powers(monkeypatch: Patch, capsys: Capture) -> None:
    out = played(monkeypatch, capsys, "F Ank - BLA", "A Vie - Gal", "A Par - Bur", "go")
    heads = [line for line in out.splitlines() if line in Game.new().book.players]
    assert heads == ["Austria", "France", "Turkey"]


def test_help_is_of_the_variant(monkeypatch: Patch, capsys: Capture) -> None:
    seen = {"standard": "A Bud - Gal", "locarno": "DP 1: A Aus H", "warwick": "Kill Henry"}
    for variant, order in seen.items():
        monkeypatch.setattr("sys.stdin", io.StringIO("help"))
        assert f"\n  {order} " in told(capsys, "play", variant)


def test_play_saves_and_loads(monkeypatch: Patch, capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    played(monkeypatch, capsys, "A Par - Bur", "go", f"save {path}", "quit", "never read")
    out = played(monkeypatch, capsys, f"load {path}", "why A Par")
    assert "Autumn 1901, movement\n" in out
    assert "French A Par - Bur: succeeds\n" in out
    assert told(capsys, "audit", str(path)).endswith(": 2 phases replayed, no difference\n")
    assert "move to" in told(capsys, "orders", str(path), "Bur")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("undo", "there is nothing to take back"),
        ("why A Par", "nothing has been carried out yet"),
        ("orders Bur", "there is no unit in Burgundy; near it stand"),
        ("save", "name a file"),
        ("load nowhere.json", "there is no such file"),
        (f"load ./{'x' * 300}", "name too long"),
        ("save a\0b", "a?b: this is no name of a file"),
        ("overwrite a\0b", "a?b: this is no name of a file"),
        ("load a\0b", "a?b: this is no name of a file"),
        ("bord", "Did you mean board"),
        ("!set France A", "say it like this"),
        ("!set France F Bur", "Burgundy"),
        ("build A Par", "adjustment phase"),
        ("F Par - Bur", "Did you mean A Par"),
    ],
)
def test_play_says_what_would_work(
    line: str, said: str, monkeypatch: Patch, capsys: Capture
) -> None:
    out = played(monkeypatch, capsys, line, code=2)
    assert said.casefold() in " ".join(out.split()).casefold()


def test_play_overwrites_no_other_file(monkeypatch: Patch, capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Kaiser")
    out = played(monkeypatch, capsys, f"save {path}", code=2)
    assert "is there already" in " ".join(out.split())
    assert path.read_text() == "Dear Kaiser"
    played(monkeypatch, capsys, f"overwrite {path}", f"save {path}")
    assert "legation-game" in path.read_text()


# Bad input

FILES = {
    "not.yaml": "units: {France: [A Par]\norders: }{",
    "cut.json": '[{"id": "X", "units": {"France": ["A Par"',
    "key.yaml": "units: {France: [A Par]}\nordres: {}\n",
    "place.yaml": "units: {France: [A Parus]}\norders: {}\n",
    "nowhere.yaml": "units: {France: [F Par]}\norders: {}\n",
    "twice.yaml": "units: {France: [A Par, A Par]}\norders: {}\n",
    "order.yaml": 'units: {France: [A Par]}\norders: {France: ["A Par hops to Bur"]}\n',
    "option.yaml": "units: {France: [A Par]}\noptions: {paradx: '1982'}\norders: {}\n",
    "word.yaml": "units: {France: [A Par]}\norders: {}\nexpect: {A Par: {result: flop}}\n",
    "empty.yaml": "",
    "binary.yaml": "\0\1\2",
    "newer.json": '{"format": "legation-game", "version": 999}',
}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("adjudicat x", "Did you mean adjudicate"),
        ("adjudicate", "FILE is missing"),
        ("adjudicate --jsn x", "Did you mean --json?"),
        ("adjudicate a b", "unexpected extra argument"),
        ("adjudicate examples/bonce.yaml", "Did you mean examples/bounce.yaml?"),
        ("adjudicate examples", "examples: it is a folder"),
        ("adjudicate a\0b", "a?b: this is no name of a file"),
        ("check a\0b", "a?b: this is no name of a file"),
        (f"convert {BOUNCE} a\0b.yaml", "a?b.yaml: this is no name of a file"),
        ("map check a\0b", "a?b: this is no name of a file"),
        ("play --load a\0b", "a?b: this is no name of a file"),
        (f"adjudicate {DATC}", "has 261 cases; name one with --case"),
        (f"adjudicate {DATC} --case 6.A.99", 'there is no case "6.A.99"'),
        ("adjudicate {}/not.yaml", "line 2: not YAML"),
        ("adjudicate {}/cut.json", "the file stops in the middle"),
        ("adjudicate {}/key.yaml", "Did you mean orders?"),
        ("adjudicate {}/place.yaml", "Did you mean Par"),
        ("adjudicate {}/nowhere.yaml", "such a unit cannot be in Paris"),
        ("adjudicate {}/twice.yaml", "stand in one province"),
        ("adjudicate {}/order.yaml", "line 2"),
        ("adjudicate {}/option.yaml", 'there is no option "paradx". Did you mean paradox?'),
        ("adjudicate {}/empty.yaml", "empty.yaml"),
        ("adjudicate {}/binary.yaml", "binary.yaml"),
        ("adjudicate {}/newer.json", "saved game, not a case"),
        (f"explain {BOUNCE} Ser", "name a unit that stands on its board"),
        (f'explain {BOUNCE} "A Parus"', "Did you mean Par"),
        (f"orders {BOUNCE} Ber", "there is no unit in Berlin; near it stand A Mun"),
        ("orders {}/newer.json Par", "newer"),
        ("check {}/not.yaml", "line 2: not YAML"),
        ("check nowhere", "there is no such file"),
        ("audit {}/newer.json", "newer"),
        (f"audit {BOUNCE}", BOUNCE),
        (f"convert {BOUNCE}", "OUT is missing"),
        (f"convert {BOUNCE} {{}}/x.doc", 'the ending ".doc" tells no format'),
        (f"convert {BOUNCE} {{}}/x --to jdp", "Did you mean jdip?"),
        (f"convert {BOUNCE} {{}}/x.jdip --option paradox", "ID=VALUE"),
        (f"convert {BOUNCE} {{}}/x.jdip --option paradox=1066", "it is one of szykman"),
        (f"convert {BOUNCE} {{}}/empty.yaml", "it is there already; say --overwrite"),
        ("convert {}/not.yaml {}/cut.json --overwrite", "not.yaml"),
        ("variants standrd", "Did you mean standard?"),
        ("map check standrd", "Did you mean standard?"),
        ("map check {}", "there is no provinces.csv in this folder"),
        ("map chek standard", "check"),
        ("play standrd", "Did you mean standard?"),
        ("play --option paradox", "ID=VALUE"),
        ("play --option paradox=1066", "it is one of szykman"),
        ("play --load {}/newer.json", "newer"),
        ("play standard --load {}/newer.json", "leave standard out"),
        ("play --option paradox=1982 --load {}/newer.json", "leave --option out"),
        ("check {}/word.yaml", "flop is no result. There are succeeds, fails"),
        ("play --as Gremany", "Did you mean Germany?"),
        ("--variants {}/none variants", "there is no such folder"),
        ("variants --variants {}/none", "there is no such folder"),
        ("--variants", "--variants"),
    ],
)
def test_bad_input(line: str, said: str, files: Path, capsys: Capture) -> None:
    arguments = [part.strip('"') for part in line.replace("{}", str(files)).split(" ")]
    if '"' in line:
        arguments = [*line.split('"')[0].split(), line.split('"')[1]]
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert err.startswith("legation: ")
    assert said in err
    assert "Traceback" not in out + err
    assert {f.name: f.read_text() for f in files.iterdir()} == FILES  # nothing is overwritten


def test_a_long_text_hangs_under_its_name(capsys: Capture) -> None:
    titled([("France", "word " * 40)])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 1
    assert all(len(line) <= 80 and line.startswith("          word") for line in lines[1:])


# Whatever is typed

WORDS = st.sampled_from(
    [*COMMANDS, "A", "F", "Par", "Bur", "Stp/nc", "-", "S", "C", "H", "France", "France:", ","]
)
LINES = st.lists(WORDS | st.text(max_size=8), max_size=6).map(" ".join) | st.text(max_size=60)


@settings(max_examples=200, deadline=None)
@given(st.lists(LINES, min_size=1, max_size=8))
def test_no_line_breaks_the_terminal_game(lines: list[str]) -> None:
    sandbox = Sandbox(Game.new(seed="0" * 32))
    with redirect_stdout(io.StringIO()) as out:
        for line in lines:
            if line.strip().partition(" ")[0].casefold() not in (
                "save",
                "overwrite",
            ):  # these write files
                take(sandbox, line)
    assert "Traceback" not in out.getvalue()


def test_explain_takes_the_very_order(capsys: Capture, tmp_path: Path) -> None:
    case = tmp_path / "winter.yaml"
    case.write_text(
        "phase: adjustment\nunits: {}\ncentres: {Russia: [Stp, Mos]}\n"
        "orders: {Russia: [Build F Stp, Build F Stp/nc]}\n",
        encoding="utf-8",
    )
    assert "Russian Build F Stp/nc: succeeds" in told(
        capsys, "explain", str(case), "Build F Stp/nc"
    )
    assert run(["explain", BOUNCE, "A Par - Gas"]) == 2
    assert "the order was A Par - Bur, not A Par - Gas" in capsys.readouterr().err


def test_check_counts_cases_of_one_name(capsys: Capture, tmp_path: Path) -> None:
    case = "- {id: x, units: {France: [A Par]}, orders: {}, expect: {A Par: {at: Bur}}}\n"
    file = tmp_path / "twice.yaml"
    file.write_text(case * 2, encoding="utf-8")
    assert run(["check", str(file)]) == 1
    assert capsys.readouterr().out.endswith("0 passed, 2 failed\n")


def test_bytes_that_are_no_text_break_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "legation", "play"],
        input=b"A Par - Bur\n\xff\xfe\nsheets\n",
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert b"A Par - Bur" in done.stdout
