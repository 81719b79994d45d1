"""Reports as a zine prints them, and views of saved games: right, readable, and for one reader."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from kept_files import files, unpacked
from legation.cli.main import run
from legation.cli.report import last_turn, pages
from legation.sight.viewer import find_viewer
from legation.table.game import Game
from legation.table.newsletter import report
from legation.table.plain import view_data
from legation.table.saving.save import read, write
from legation.table.typeset import WIDTH, text

Capture = pytest.CaptureFixture[str]
SEED = "0123456789abcdef0123456789abcdef"


def turn(game: Game, **orders: str) -> None:
    """Carry out a phase; a power's orders are parted by commas."""
    for power, sheet in orders.items():
        assert game.submit(power.replace("_", " "), sheet.split(", ")) == []
    game.advance()


def year() -> Game:
    """A year in which Burgundy changes hands twice, a unit is dislodged, one built, one removed."""
    game = Game.new(name="The Sunday game", seed=SEED)
    turn(
        game,
        France="A Par - Bur, A Mar S A Par - Bur",
        Germany="A Mun - Bur, F Kie - Hol, A Ber - Kie",
        Italy="A Ven - Pie",
    )
    turn(
        game,
        Germany="F Hol - Bel, A Kie - Ruh, A Mun - Bur",
        France="F Bre - MAO, A Bur H, A Mar S A Bur",
        Italy="A Pie - Mar",
        Austria="A Vie - Gal",
        Russia="A War - Gal",
    )
    return game


def shown(game: Game, viewer: str, *numbers: int) -> str:
    looks = find_viewer(game.book, viewer)
    return text(pages(game, looks, list(numbers) or last_turn(game)))


def one_line(text: str) -> str:
    return " ".join(text.split())


def saved(game: Game, tmp_path: Path, name: str = "game.json") -> str:
    write(game, tmp_path / name)
    return str(tmp_path / name)


def told(capsys: Capture, *arguments: str, code: int = 0) -> str:
    assert run(arguments) == code
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return err if code == 2 else out


# The page


def test_a_turn_on_paper() -> None:
    assert shown(year(), "France", 0) == (
        "The Sunday game                                                       Standard\n"
        "Spring 1901                                                         for France\n"
        f"{'-' * 78}\n"
        "\n"
        "Orders\n"
        "  Austria  no order for A Bud, F Tri, A Vie\n"
        "  England  no order for F Edi, F Lon, A Lvp\n"
        "  France   A Mar S A Par - Bur; A Par - Bur; no order for F Bre\n"
        "  Germany  A Ber - Kie; F Kie - Hol; A Mun - Bur (bounced)\n"
        "  Italy    A Ven - Pie; no order for F Nap, A Rom\n"
        "  Russia   no order for A Mos, F Sev, F Stp/sc, A War\n"
        "  Turkey   no order for F Ank, A Con, A Smy\n"
        "\n"
        "Next: Autumn 1901, movement.\n"
    )


def test_men_and_ships_of_every_force_and_where_it_stands() -> None:
    """CL-10a: Italy parts an army, England a fleet; Turkey's 10,000 do not beat Bulgaria's."""
    game = Game.new("claudian", seed=SEED)
    game.submit("Italy", ["A Ven 4000 - Tus", "A Ven 6000 - Apu"])
    game.submit("Turkey", ["A Con - Bul"])
    game.submit("England", ["F Lon 100 - NTH"])
    game.advance()
    said = shown(game, "spectator", 0)
    assert said[said.index("Men and ships") : said.index("\nNext")] == (
        "Men and ships\n"
        "  England  F Edi 250, F Lon 150, A Lvp 10000, F NTH 100\n"
        "  France   F Bre 250, A Mar 10000, A Par 10000\n"
        "  Germany  A Ber 10000, F Kie 250, A Mun 10000\n"
        "  Italy    A Apu 6000, F Nap 250, A Rom 10000, A Tus 4000\n"
        "  Turkey   F Ank 250, A Con 10000, A Smy 10000\n"
        "  neutral  A Bel 10000, A Bud 10000, A Bul 10000, A Den 10000, A Gre 10000,\n"
        "           A Hol 10000, A Nwy 10000, A Por 10000, A Rum 10000, A Ser 10000,\n"
        "           A Spa 10000, A Swe 10000, A Tri 10000, A Tun 10000, A Vie 10000\n"
    )
    assert "Men and ships" not in shown(year(), "spectator")


def test_results_stand_where_they_are_not_plain() -> None:
    out = shown(year(), "spectator")
    assert "A Vie - Gal (bounced)" in out
    assert "A Mar S A Bur (cut)" in out
    assert "A Mun - Bur (bounced)" in out
    assert "F Hol - Bel;" in out
    assert " for " not in out.splitlines()[1]


def test_centres_and_what_is_due() -> None:
    out = shown(year(), "spectator")
    assert "  Germany  4 (+1): Berlin, Kiel, Munich; new: Belgium; builds 1\n" in out
    assert "  France   3: Brest, Marseilles, Paris\n" in out
    assert "Germany took Bel" not in out  # the table says so
    assert "  nobody   11: Bulgaria, " in out
    assert "Centres" not in shown(year(), "spectator", 0)


def test_a_dislodged_unit_may_go_and_goes() -> None:
    game = Game.new(seed=SEED)
    game.set_unit("Germany", "A", "Bur")
    turn(game, France="A Par - Bur, A Mar S A Par - Bur")
    out = shown(game, "spectator")
    assert "A Bur H (no order; dislodged, may go to Bel or Gas or Pic or Ruh);\n" in out
    assert "The game master set A Bur of Germany." in out
    assert "was dislodged" not in out  # said once
    assert out.endswith("Next: Spring 1901, retreats.\n")
    turn(game, Germany="A Bur - Pic")
    both = shown(game, "spectator")
    assert both.count("Spring 1901") == 1
    assert "Retreats\n  Germany  A Bur - Pic\n" in both
    assert shown(game, "spectator", 1).count("Orders") == 0


def test_who_gives_no_retreat_is_gone() -> None:
    game = Game.new(seed=SEED)
    game.set_unit("Germany", "A", "Bur")
    turn(game, France="A Par - Bur, A Mar S A Par - Bur")
    game.advance()
    assert "Retreats\n  Germany  no order for A Bur, disbanded\n" in shown(game, "gm", 1)


def test_builds_and_removals() -> None:
    game = year()
    game.set_owner("Rom", "Germany")
    turn(game, Germany="Build F Kie")
    out = shown(game, "spectator")
    assert "Adjustments\n  Germany  builds F Kie\n  Italy    loses, unordered, " in out
    assert "Germany left builds unused: 1." in out
    assert out.splitlines()[1].startswith("Winter 1901")


def test_every_order_of_a_winter_stands_in_its_power_s_line() -> None:
    """Mutants were left out: who had grown one had an empty line (PA-9c)."""
    (file,) = files("saves/post_atomic-finished.json.gz")
    game = read(unpacked(file).decode(), "kept")
    grown = 0
    for number in range(game.number):
        before, after = game.view("spectator", number), game.view("spectator", number + 1)
        if before.phase.kind != "adjustment":
            continue
        page = report(game.book, before, after)
        lines = {
            i.label: i.text for s in page.sections if s.title == "Adjustments" for i in s.items
        }
        for told in after.told:
            for outcome in told.outcomes if told.number == number else ():
                assert str(outcome.unit) in lines[outcome.power], (number, outcome)
                grown += outcome.reason.kind == "mutated"
    assert grown >= 2


def test_the_end_is_told() -> None:
    game = year()
    game.abandon()
    assert "The game is over (abandoned)." in shown(game, "spectator")


def test_what_a_rollback_took_back_is_in_no_report() -> None:
    game = year()
    game.rollback(1)
    turn(game, England="F Lon - NTH")
    out = shown(game, "spectator", 1)
    assert "F Lon - NTH" in out
    assert "A Pie - Mar" not in out
    assert "The game went back to Autumn 1901, movement." in out
    assert "A Ven - Pie" in shown(game, "spectator", 0)


def test_sections_are_data() -> None:
    game = year()
    page = report(game.book, game.view("France", 1), game.view("France", 2))
    assert [section.title for section in page.sections] == ["Orders", "Centres"]
    assert (page.game, page.variant, page.after) == (
        "The Sunday game",
        "Standard",
        "Next: Winter 1901, adjustments.",
    )
    assert {item.label for item in page.sections[1].items} == {*game.book.players, "nobody"}


# Other games


LONDON: Mapping[str, str] = {
    "Nurses": "U Kin - Ang, Elect U Gra",
    "Theatre_Goers": "U Cov - Hol, U Lei - Tra",
    "Royals": "U Tra - Lei, U Pal - Gre",
    "Taxi_Drivers": "U Bar - Moo - Pau",
}


def london(seed: str = SEED, **others: str) -> Game:
    game = Game.new("london_nights", seed=seed)
    turn(game, **{**LONDON, **others})
    return game


def europe(**bids: str) -> Game:
    game = Game.new("locarno", seed=SEED)
    turn(game, **bids)
    return game


def test_no_order_is_broken_and_no_line_too_long() -> None:
    for game in (year(), london(), europe(France="A Par - Bur")):
        for viewer in ("spectator", "gm", game.book.powers[-1].name):
            out = shown(game, viewer)
            assert "\x1b" not in out
            assert "\u00a0" not in out
            for line in out.splitlines():
                assert len(line) <= WIDTH
                assert line == line.rstrip()
                assert not line.endswith((" -", " S", " U", " A", " F"))


def test_holders_without_a_player_share_a_line() -> None:
    out = shown(europe(Germany="F Kie - Den, A Mun - Cze", France="A Par - Bur"), "spectator")
    flat = " ".join(out.split())
    assert "others A Aus, A Bel, A Bul, A Cze, F Den," in flat
    assert flat.count(" held ") == 1


def test_private_news_stand_last_and_alone() -> None:
    game = europe(France="DP 2: A Bel H")
    line = "  France put diplomacy points (2) on Belgium: A Bel H."
    assert f"\nTo you alone\n{line}\n\nNext: " in shown(game, "France")
    assert f"\nTold in private\n{line} (To France alone.)\n" in shown(game, "gm")
    assert "diplomacy" not in shown(game, "Germany") + shown(game, "spectator")


def test_unpublished_orders_are_told_to_their_owner() -> None:
    game = london()
    own, others = shown(game, "Theatre"), shown(game, "Nurses")
    assert "U Lei - Tra (bounced)" in own
    assert "U Lei - Tra (bounced)" in others
    assert (
        "Your orders that were told to others otherwise, or not at all:"
        " unit Covent Garden to Holborn; unit Russell Square holds;" in one_line(own)
    )
    assert "Cov - Hol" not in others
    gm = one_line(shown(game, "gm"))
    whose = "Orders of Theatre-Goers that were told to others otherwise, or not at all"
    assert f"{whose}: unit Covent Garden to" in gm
    assert "  Theatre-Goers  4: Covent Garden" in others


OUTSIDERS = {
    "london": ("Nurses", "Royals", "spectator"),
    "europe": ("Poland", "Turkey", "spectator"),
}


@pytest.mark.parametrize("place", OUTSIDERS)
def test_what_was_told_to_others_is_in_no_report(
    place: str, tmp_path: Path, capsys: Capture
) -> None:
    """Two games that differ only in what these readers were never told."""
    if place == "london":
        pair = (london(), london(Theatre_Goers="U Cov - Blo, U Lei - Tra, U Rus H"))
    else:
        pair = (europe(France="DP 2: A Bel H"), europe(Italy="DP 1: A Aus H, DP 1: F Den H"))
    files = [saved(game, tmp_path, f"{n}.json") for n, game in enumerate(pair)]
    verbs = (["report"], ["report", "--all"], ["view"], ["view", "--json"], ["orders"])
    for viewer in OUTSIDERS[place]:
        for verb in verbs:
            one, other = (told(capsys, verb[0], f, "--as", viewer, *verb[1:]) for f in files)
            assert one == other
            assert len(one) > 40
    one, other = (told(capsys, "report", f, "--as", "gm") for f in files)
    assert one != other


def test_what_others_are_told_otherwise_stays_in_its_place() -> None:
    game = london()
    for viewer in ("Theatre", "gm"):
        orders = shown(game, viewer).partition("\nOrders\n")[2].partition("\n\n")[0]
        assert "Theatre-Goers  U Cov - Hol; U Lei - Tra (bounced);" in orders
    orders = shown(game, "Nurses").partition("\nOrders\n")[2].partition("\n\n")[0]
    assert "Theatre-Goers  U Lei - Tra (bounced)\n" in orders
    assert "told to others otherwise" not in shown(game, "Nurses")


def test_an_act_of_the_next_phase_is_in_the_next_report() -> None:
    game = year()
    before = shown(game, "spectator", 1)
    game.set_owner("Tun", "Italy")
    assert shown(game, "spectator", 1) == before
    game.advance()
    after = shown(game, "spectator", 2)
    assert "The game master gave Tun to Italy." in after
    assert "new: Tunis" in after


def test_removals_are_told_in_what_must_be_freed() -> None:
    game = Game.new("london_nights", seed=SEED)
    game.set_unit("Nurses", "U", "WEB")
    turn(game)
    assert "removes strength 1" in shown(game, "spectator", 0)
    game = year()
    game.set_owner("Rom", "Germany")
    assert "removes 1" not in shown(game, "spectator")  # that act is of the winter


# The verbs


def test_report_prints_the_last_turn(tmp_path: Path, capsys: Capture) -> None:
    file = saved(year(), tmp_path)
    last = told(capsys, "report", file, "--as", "fra")
    assert last == shown(year(), "France")
    assert told(capsys, "report", file, "--as", "France", "--phase", "1") == last
    whole = told(capsys, "report", file, "--all")
    assert whole.count("The Sunday game") == 1
    assert whole.index("Spring 1901") < whole.index("Autumn 1901")


def test_view_shows_what_a_power_knows(tmp_path: Path, capsys: Capture) -> None:
    game = london()
    game.submit("Nurses", "U Cle H")
    game.submit("Royals", "U Mal H", settled=True)
    game.propose("Royals", "draw")
    file = saved(game, tmp_path)
    out = told(capsys, "view", file, "--as", "Nurses")
    assert out.startswith(
        "London Nights\n3 August, 20:00, movement (phase 1), as known to Nurses\n"
    )
    assert "  Theatre-Goers  U Lei and others not on this map (4 centres)\n" in out
    assert "  Units of the Theatre-Goers: 4.\n" in out
    assert "\nYour orders\n  U Cle H\n" in out
    assert "U Mal H" not in out.partition("Told so far")[0]
    assert "\nOpen to the vote\n  1: a draw of City Boys, " in out
    master = told(capsys, "view", file, "--as", "gm", "--short")
    assert "Orders handed in\n  Nurses\n    U Cle H\n  Royals (ready)\n    U Mal H\n" in master
    assert "(STD-MOVE)" not in master
    assert "All hidden centres: " in master
    assert "You accepted it." in told(capsys, "view", file, "--as", "Royals")


def test_view_of_a_finished_game_says_so_first(tmp_path: Path, capsys: Capture) -> None:
    game = year()
    game.set_owner("Rom", "Germany")
    game.set_owner("Ven", "Germany")
    game.abandon()
    out = told(capsys, "view", saved(game, tmp_path))
    assert out.startswith("The Sunday game (Standard)\nThe game is over (abandoned).\nWinter 1901")
    assert out.count("\nWinter 1901, adjustments\n") == 1  # three acts under one heading


def test_a_viewer_is_named_by_his_mark(tmp_path: Path, capsys: Capture) -> None:
    file = saved(london(), tmp_path)
    for verb in ("view", "report", "orders"):
        by_mark = told(capsys, verb, file, "--as", "tg")
        assert by_mark == told(capsys, verb, file, "--as", "Theatre-Goers")
    assert "no power is called" in told(capsys, "view", file, "--as", "XX", code=2)


def test_view_of_an_earlier_phase_and_as_data(tmp_path: Path, capsys: Capture) -> None:
    game = year()
    file = saved(game, tmp_path)
    assert "Spring 1901, movement (phase 0)" in told(capsys, "view", file, "--phase", "0")
    data = json.loads(told(capsys, "view", file, "--as", "Italy", "--json"))
    assert data == json.loads(json.dumps(view_data(game.book, game.view("Italy"))))


def test_orders_of_a_saved_game_are_listed_on_a_known_board(
    tmp_path: Path, capsys: Capture
) -> None:
    file = saved(london(), tmp_path)
    assert "Theatre-Goers" not in told(capsys, "orders", file, "--as", "Nurses").replace(
        "Theatre-Goers  U Lei", ""
    )
    assert "you see no unit in Holborn" in told(capsys, "orders", file, "Hol", code=2)
    assert "move to" in told(capsys, "orders", file, "Hol", "--as", "Theatre")
    data = json.loads(told(capsys, "orders", file, "Gra", "--as", "Nurses", "--json"))
    verbs = {choice["verb"] for unit in data["at"] for choice in unit["choices"]}
    assert {"elect", "hold", "move"} <= verbs


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("report {} --as Frnce", "Did you mean France?"),
        ("report {} --as archive", "the archive opens when the game is over"),
        ("report {} --phase 7", "phase 7 was not carried out; the last that was is 1"),
        ("report {} --phase x", "phase"),
        ("report {} --phase 0 --all", "not both"),
        ("report new.json", "nothing has been carried out yet"),
        ("report nowhere.json", "there is no such file"),
        ("report .", "it is a folder"),
        ("view {} --as Frnce", "Did you mean France?"),
        ("view {} --phase 99", "there is no phase 99"),
        ("view", "GAME is missing"),
        ("orders case.yaml --as France", "leave --as out"),
    ],
)
def test_bad_input(
    line: str, said: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    saved(Game.new(seed=SEED), tmp_path, "new.json")
    Path("case.yaml").write_text("units: {France: [A Par]}\norders: {}\n")
    file = saved(year(), tmp_path)
    assert said in told(capsys, *line.replace("{}", file).split(), code=2)


def test_the_guards_that_are_named_exist() -> None:
    """The page on hidden information names tests; each of them is there."""
    root = Path(__file__).parents[2]
    page = (root / "docs/hidden-information.md").read_text(encoding="utf-8")
    named = [part.split("`")[0] for part in page.split("`tests/")[1:] if "::" in part]
    assert len(named) > 10
    for name in named:
        file, _, test = name.partition("::")
        assert f"def {test}(" in (root / "tests" / file).read_text(encoding="utf-8")
