"""Reading and writing the hobby's formats (``docs/formats.md``)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from legation.board.calendar import Phase
from legation.errors import FileError, NameUnknownError, OptionError, TruncatedError
from legation.rules.dice import Dice
from legation.rules.turn import advance, set_up
from legation.table.cases.check import check_case
from legation.table.cases.file import load_cases
from legation.table.formats import caseform, dipjson, jdip, judge, webdip
from legation.table.formats.complete import complete
from legation.table.formats.convert import FORMATS, convert, guess, target_format
from legation.table.formats.transcript import DISLODGED, Transcript
from legation.table.game import Game
from legation.table.saving import save
from legation.variants.load import load

SAMPLES = Path(__file__).parents[1] / "samples" / "formats"
CORPUS = Path(load.__code__.co_filename).parent / "standard" / "cases" / "datc.yaml"
BOOK = load()
SAMPLE_FORMATS = {
    "diplomacy.json": "diplomacy",
    "mail.njudge": "njudge",
    "report.njudge.txt": "dpjudge",  # one reader: reports of both judges look alike
    "results.dpjudge": "dpjudge",
    "history.webdip": "webdiplomacy",
    "script.jdip": "jdip",
    "game.godip.txt": "godip",
    "position.yaml": "cases",
}


def sample(name: str) -> str:
    return (SAMPLES / name).read_text(encoding="utf-8")


def retreat_rows() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = yaml.safe_load(sample("retreats.yaml"))
    return rows


def read(name: str) -> tuple[Transcript, ...]:
    return FORMATS[SAMPLE_FORMATS[name]].read(sample(name), str(SAMPLES / name), BOOK)


def orders(told: Transcript) -> list[tuple[str, str, str]]:
    """Every order as phase, power and text, without what a format may leave to be understood."""
    return [
        (str(entry.phase), power, text)
        for entry in told.entries
        for power, sheet in sorted(entry.sheets.items())
        for text in sorted(str(order).replace(" via convoy", "") for order in sheet)
    ]


# Guessing


@pytest.mark.parametrize(("name", "known"), SAMPLE_FORMATS.items())
def test_a_format_is_known_by_its_content(name: str, known: str) -> None:
    assert guess(sample(name), name).name == known


def test_a_text_of_no_format_says_what_to_do() -> None:
    with pytest.raises(FileError, match="--from: save, diplomacy"):
        guess("Dear diary, today nothing moved.", "diary.txt")
    with pytest.raises(FileError, match="is empty"):
        guess(" \n", "empty")


def test_an_ending_that_tells_nothing_lists_the_choices() -> None:
    with pytest.raises(FileError, match=r'the ending ".txt" tells no format; .* or cases'):
        target_format(Path("out.txt"))
    with pytest.raises(FileError, match="it has no ending"):
        target_format(Path("out"))
    with pytest.raises(NameUnknownError, match="Did you mean njudge"):
        target_format(Path("out.txt"), "njugde")
    assert target_format(Path("OUT.YAML")).name == "cases"


# What each reader finds


def test_a_mail_to_the_judge() -> None:
    (told,) = read("mail.njudge")
    assert told.name == "grumble"
    spring, autumn = told.entries
    assert str(autumn.phase) == "Autumn 1901, movement"
    assert [str(order) for order in spring.sheets["France"]] == [
        "A Par - Bur",
        "A Mar S Par - Bur",
        "F Bre - MAO",
    ]
    # Of two orders for one unit the judge takes the last.
    assert [str(order) for order in spring.sheets["Germany"]][-1] == "A Mun - Ruh"
    assert str(autumn.lines[0].order) == "A Yor - Nwy via convoy"
    (message,) = told.messages
    assert (message.sender, message.recipients) == ("France", ("England", "Germany"))
    assert message.text == "The Channel stays empty, agreed?"


def test_a_report_of_the_judge() -> None:
    (told,) = read("report.njudge.txt")
    assert told.name == "ferret"
    spring, _, winter = told.entries
    told_of = {str(line.order): line.told for line in spring.lines}
    assert told_of["A Vie - Gal"] == ("fails",)
    assert told_of["F Stp/sc - BOT"] == ("succeeds",)
    assert told_of["A Mos S A War - Gal"] == ("void", "unmatched")
    assert [str(line.order) for line in winter.lines] == ["Build A Vie", "Waive", "Build F Stp/nc"]
    assert [str(lost) for lost in told.lost] == ["line 15: 6 lines of other text passed over"]


def test_a_saved_game_of_the_package() -> None:
    (told,) = read("diplomacy.json")
    assert [str(entry.phase) for entry in told.entries][:3] == [
        "Spring 1901, movement",
        "Autumn 1901, movement",
        "Winter 1901, adjustments",
    ]
    assert told.entries[-1].open
    assert any(entry.dislodged for entry in told.entries)
    assert [message.recipients for message in told.messages] == [("England",), ()]


def test_an_order_history() -> None:
    (told,) = read("history.webdip")
    spring, autumn, winter = told.entries
    assert str(spring.phase) == "Spring 1901, movement"
    texts = {str(line.order): line.told for line in autumn.lines}
    assert texts["F NTH C A Yor - Nwy"] == ("available",)
    assert texts["F NWG S Yor - Nwy"] == ("given",)
    assert texts["A Kie S Mun"] == ("given",)
    assert texts["F BOT - Swe"] == ("fails", "unmatched", "void")
    assert [str(line.order) for line in winter.lines] == ["Build F Lon"]


def test_sentences_that_the_page_runs_together() -> None:
    text = (
        "Autumn, 1901\nItaly:\nRetreats\nThe fleet at Naples disbandBuild fleet at Naples.\n"
        "Unit-placement\nDestroy the unit at RomeThe army at Rome destroy to Rome.\n"
        "Do not use build orderThe at  wait.\n"
    )
    (told,) = webdip.read(text, "x", BOOK)
    assert [str(line.order) for e in told.entries for line in e.lines] == [
        "F Nap D",
        "Remove Rom",
        "Waive",
    ]


def test_a_script_of_cases() -> None:
    beaten, far, fled, built = read("script.jdip")
    assert (beaten.name, beaten.title) == ("X.1", "A supported attack dislodges")
    assert [str(unit) for unit in beaten.entries[0].lost or ()] == ["F Tri"]
    assert far.entries[0].left == far.entries[0].units
    (lost,) = fled.entries[0].dislodged or ()
    assert (lost.by, lost.retreats) == ("Ven", ("ADR", "Alb"))
    assert built.entries[0].phase == Phase("Winter", 1901, "adjustment")
    assert built.entries[0].owners == {"Stp": "Russia", "Mos": "Russia"}


def test_a_script_expects_what_it_tells_and_not_what_comes_of_it_here(tmp_path: Path) -> None:
    found = convert(SAMPLES / "checked.jdip", tmp_path / "a.yaml")
    cases = {case.id: case for case in load_cases(tmp_path / "a.yaml")}
    failed = {key: [str(f) for f in check_case(case)] for key, case in cases.items()}
    assert {key for key, said in failed.items() if said} == {"P.2", "P.3", "P.8"}
    assert "Austria F Tri, Italy A Tyr, Italy A Ven" in " ".join(failed["P.2"])
    assert any("F Tri: at" in said and "dislodged" in said for said in failed["P.3"])
    wrong = [line.partition(":")[0] for line in found.remarks if "differs" in line]
    assert wrong == ["P.2", "P.3", "P.8"]
    # A case of which the file tells no end expects nothing.
    assert not cases["P.9"].end
    assert not any(turn.expect for turn in cases["P.9"].turns)


def test_what_is_not_understood_in_a_script_is_left_out_by_name(tmp_path: Path) -> None:
    found = convert(SAMPLES / "checked.jdip", tmp_path / "a.yaml")
    assert [str(lost) for lost in found.losses] == [
        'case P.4: left out, for it is not understood: line 52, no power is called "Germnay".'
        " Did you mean Germany?",
        "case P.7: the route of A lon-nth-bel is not kept: any convoy may carry it",
        "case P.9: it has no POSTSTATE: nothing is expected of it",
    ]
    assert found.games == 8


ROUTED = """\
VARIANT_ALL Standard
CASE R.1 (of two fleets the one that the army names is dislodged)
PRESTATE_SETPHASE Spring 1901, Movement
PRESTATE
	England: A lon
	England: F nth
	England: F eng
	France: F bre
	France: F mao
ORDERS
	England: A lon-eng-bel
	England: F nth C A lon-bel
	England: F eng C A lon-bel
	France: F bre-eng
	France: F mao S F bre-eng
END
CASE R.2 (the one that it does not name)
PRESTATE_SETPHASE Spring 1901, Movement
PRESTATE
	England: A lon
	England: F nth
	England: F eng
	France: F bre
	France: F mao
ORDERS
	England: A lon-nth-bel
	England: F nth C A lon-bel
	England: F eng C A lon-bel
	France: F bre-eng
	France: F mao S F bre-eng
END
"""


def test_a_route_is_said_where_it_would_have_mattered(tmp_path: Path) -> None:
    """Over the Channel the army would have stayed; over the North Sea it lands either way."""
    path = tmp_path / "routes.jdip"
    path.write_text(ROUTED, encoding="utf-8")
    found = convert(path, tmp_path / "a.yaml")
    assert [line for line in found.remarks if "route" in line] == [
        "R.1: Spring 1901, movement: routes are not kept to (A Lon - Bel via convoy by ENG);"
        " kept to, they would have left England A Lon in place of England A Bel"
    ]


def test_judges_and_the_package_name_seas_too() -> None:
    text = (
        "Movement results for Spring of 1901.  (payola.S1901M)\n\n"
        "ENGLAND: A LON - ENG - MAO - GAS.\nENGLAND: F EDI - NTH.\n"
    )
    (told,) = judge.read(text, "x.dpjudge", BOOK)
    routes = {str(x.order.unit): x.route for x in told.entries[0].lines if x.order.unit}
    assert routes == {"A Lon": ("ENG", "MAO"), "F Edi": ()}
    phase = {"name": "S1901M", "state": {}, "orders": {"ENGLAND": ["A LON - NTH - BEL"]}}
    (told,) = dipjson.read(json.dumps({"map": "standard", "phases": [phase]}), "x.json", BOOK)
    assert [x.route for x in told.entries[0].lines] == [("NTH",)]


@pytest.mark.parametrize(
    ("case", "open_to"),
    # Norway touches Finland, Sweden, St Petersburg and, for an army, no other land.
    [("P.5", ("Fin", "Stp", "Swe")), ("P.6", ("Fin", "Stp"))],
)
def test_where_an_attacker_came_by_sea_his_place_is_open(case: str, open_to: Any) -> None:
    cases = jdip.read(sample("checked.jdip"), "x.jdip", BOOK)
    (told,) = [told for told in cases if told.name == case]
    (lost,) = told.entries[0].dislodged or ()
    assert (lost.by, lost.retreats) == ("Swe", open_to)


def test_a_case_file() -> None:
    story, winter = read("position.yaml")
    assert story.options == {"paradox": "all-hold"}
    assert [str(entry.phase) for entry in story.entries] == [
        "Spring 1903, movement",
        "Autumn 1903, movement",
    ]
    assert [line.told for line in winter.entries[0].lines] == [("void",), ("succeeds",)]


def test_a_game_masters_acts_are_said_to_be_passed_over(tmp_path: Path) -> None:
    (tmp_path / "act.yaml").write_text(
        "- id: G\n  turns:\n  - gm: [give Bel to France]\n  - orders: {France: [A Par - Bur]}\n"
    )
    found = convert(tmp_path / "act.yaml", tmp_path / "act.jsonl")
    assert "G: one act of the game master passed over" in [str(lost) for lost in found.losses]


# Replaying


def test_the_replay_agrees_with_the_package_phase_by_phase() -> None:
    (told,) = read("diplomacy.json")
    book = load("standard", told.options)
    truth = set_up(book)
    for entry in told.entries:
        assert truth.position.phase == entry.phase
        assert entry.units is not None
        assert {(u.power, str(u)) for u in truth.position.units} == {
            (u.power, str(u)) for u in entry.units
        }
        assert truth.position.owners == entry.owners
        assert entry.dislodged is not None
        retreats = {str(d.unit): d.retreats for d in entry.dislodged}
        assert {str(d.unit): d.retreats for d in truth.position.dislodged} == retreats
        if not entry.open:
            truth = advance(book, truth, entry.sheets, Dice("0" * 32, "")).truth
    done = complete(told, book)
    assert (done.quarrels, done.unknown) == ((), ())


def test_a_replay_that_differs_names_the_phase() -> None:
    data = json.loads(sample("diplomacy.json"))
    data["phases"][1]["state"]["units"]["FRANCE"][0] = "F MAO"
    (told,) = dipjson.read(json.dumps(data), "x.json", BOOK)
    done = complete(told, load("standard", told.options))
    assert done.quarrels[0].startswith(
        "Autumn 1901, movement: units: France F MAO only in the file"
    )


def a_game_with(row: dict[str, Any]) -> Transcript:
    """The saved game that a row of ``retreats.yaml`` tells: three phases of 1905."""
    beaten = {power: [f"*{unit}" for unit in units] for power, units in row["retreats"].items()}
    standing = {
        power: [*row["standing"].get(power, []), *beaten.get(power, [])]
        for power in {*row["standing"], *beaten}
    }
    phases = [
        {"name": "S1905M", "state": {"units": row["before"]}, "orders": row["moves"]},
        {
            "name": "S1905R",
            "state": {"units": standing, "retreats": row["retreats"]},
            "orders": row["orders"],
        },
        {"name": "F1905M", "state": {"units": row["after"]}},
    ]
    (told,) = dipjson.read(json.dumps({"phases": phases}), "x.json", BOOK)
    return told


@pytest.mark.parametrize("row", retreat_rows(), ids=lambda row: row["id"])
def test_a_retreat_list_is_refused_only_where_the_game_hangs_on_it(row: dict[str, Any]) -> None:
    done = complete(a_game_with(row), load("standard", dipjson.HOUSE_RULES))
    assert list(done.remarks) == row.get("remarks", [])
    assert list(done.quarrels[:1]) == row.get("quarrels", [])


# Converting


@pytest.mark.parametrize("target", ["save", "cases", "diplomacy", "njudge", "dpjudge"])
def test_the_packages_game_goes_through(target: str, tmp_path: Path) -> None:
    there, back = tmp_path / "there", tmp_path / "back.jsonl"
    convert(SAMPLES / "diplomacy.json", there, to_format=target)
    found = convert(there, back, target)
    assert not [line for line in found.remarks if "differs" in line]
    (first,), (last,) = read("diplomacy.json"), dipjson.read(back.read_text(), "x", BOOK)
    before, after = orders(first), orders(last)
    if target == "save":  # keeps no impossible orders
        assert set(after) <= set(before)
    else:
        assert after == before
    for mine, theirs in zip(last.entries, first.entries, strict=False):
        assert (mine.phase, mine.owners) == (theirs.phase, theirs.owners)
        assert set(map(str, mine.units or ())) == set(map(str, theirs.units or ()))
    if target in ("save", "diplomacy"):
        assert len(last.entries) == len(first.entries)


def test_the_packages_own_form_is_kept_whole(tmp_path: Path) -> None:
    convert(SAMPLES / "diplomacy.json", tmp_path / "a.jsonl")
    (first,), (last,) = (
        read("diplomacy.json"),
        dipjson.read((tmp_path / "a.jsonl").read_text(), "x", BOOK),
    )
    assert last.messages == first.messages
    assert [[(x.order, x.mark) for x in e.lines] for e in last.entries] == [
        [(x.order, x.mark) for x in e.lines] for e in first.entries
    ]


def test_a_save_of_a_game_played_elsewhere_is_a_valid_save(tmp_path: Path) -> None:
    convert(SAMPLES / "diplomacy.json", tmp_path / "game.json")
    game = save.load(tmp_path / "game.json")
    assert game.audit() == []
    (told,) = read("diplomacy.json")
    assert game.phase == told.entries[-1].phase
    convert(tmp_path / "game.json", tmp_path / "again.json")
    assert save.load(tmp_path / "again.json").phase == game.phase


def test_a_game_that_goes_another_way_is_refused_as_a_save(tmp_path: Path) -> None:
    data = json.loads(sample("diplomacy.json"))
    data["phases"][2]["state"]["centers"]["FRANCE"].append("TUN")
    (tmp_path / "odd.json").write_text(json.dumps(data))
    target = tmp_path / "game.json"
    target.write_text("precious")
    with pytest.raises(FileError, match=r"goes another way.*: Winter 1901, .*Tun.*--to cases"):
        convert(tmp_path / "odd.json", target)
    assert target.read_text() == "precious"
    found = convert(tmp_path / "odd.json", tmp_path / "odd.yaml")
    assert any("Winter 1901" in line for line in found.remarks)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game.json", "odd.json", "odd.yaml"]


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    found = convert(SAMPLES / "diplomacy.json", tmp_path / "a.njudge")
    said = [str(lost) for lost in found.losses]
    assert said[1] == (
        "njudge text holds orders only: 11 phases' units, owners, retreat places and results"
        " left out"
    )
    assert any("no rule options: civil-disorder=home-centre" in line for line in said)
    found = convert(SAMPLES / "diplomacy.json", tmp_path / "a.webdip")
    assert any("no press: 2 messages left out" in str(lost) for lost in found.losses)


def test_what_a_file_does_not_tell_is_worked_out(tmp_path: Path) -> None:
    convert(SAMPLES / "history.webdip", tmp_path / "a.yaml")
    (case,) = load_cases(tmp_path / "a.yaml")
    assert check_case(case) == []
    assert "result: available" in (tmp_path / "a.yaml").read_text()


def test_orders_from_the_middle_of_a_game_cannot_be_placed(tmp_path: Path) -> None:
    (tmp_path / "late.njudge").write_text("signon fgame x\nphase F1903M\na par - bur\nsignoff\n")
    with pytest.raises(FileError, match="nobody tells where the units stood"):
        convert(tmp_path / "late.njudge", tmp_path / "late.json")
    found = convert(tmp_path / "late.njudge", tmp_path / "late.dpjudge")
    assert "FRANCE: A PAR - BUR." in (tmp_path / "late.dpjudge").read_text()
    assert any("Autumn 1903" in line for line in found.remarks)


@pytest.mark.parametrize(
    ("options", "differs"),
    [
        # The fleet of his own that would carry the army shows that it is to go by sea, and the two
        # change places (STD-CON). Where a move must say so, they meet, and neither can dislodge
        # a unit of its own power: both stay, as the file tells.
        ({}, True),
        ({"adjacent-convoy": "intent"}, True),
        ({"adjacent-convoy": "explicit"}, False),
    ],
)
def test_a_game_is_played_again_by_the_options_that_are_chosen(
    options: dict[str, str], differs: bool, tmp_path: Path
) -> None:
    there = {"units": {"TURKEY": ["F AEG", "A CON", "F BUL/EC"]}}
    moves = {"TURKEY": ["F AEG C A CON - BUL", "A CON - BUL", "F BUL/EC - CON"]}
    phases = [
        {"name": "S1905M", "state": there, "orders": moves},
        {"name": "F1905M", "state": there},
    ]
    (tmp_path / "swap.jsonl").write_text(json.dumps({"phases": phases}))
    found = convert(tmp_path / "swap.jsonl", tmp_path / "swap.yaml", options=options)
    assert any("differs" in line for line in found.remarks) is differs
    (case,) = load_cases(tmp_path / "swap.yaml")
    assert case.book.options.adjacent_convoy == options.get("adjacent-convoy", "intent")
    assert case.book.options.land_fallback == "yes"  # as the package plays


def test_an_option_may_undo_what_a_program_plays_by(tmp_path: Path) -> None:
    target = tmp_path / "a.yaml"
    convert(SAMPLES / "diplomacy.json", target, options={"land-fallback": "no"})
    (case,) = load_cases(target)
    assert case.book.options.land_fallback == "no"
    assert case.book.options.civil_disorder == "home-centre"


@pytest.mark.parametrize("paradox", ["1971", "szykman"])
def test_a_save_keeps_the_options_of_a_variant_with_usual_ones_of_its_own(
    paradox: str, tmp_path: Path
) -> None:
    """Warwick plays by the rules of 1971, where the standard game does not."""
    game = Game.new("warwick", {"paradox": paradox}, "0" * 32)
    (tmp_path / "game.json").write_text(save.dump(game))
    convert(tmp_path / "game.json", tmp_path / "case.yaml")
    (case,) = load_cases(tmp_path / "case.yaml")
    assert case.book.options.chosen == game.book.options.chosen
    said = yaml.safe_load((tmp_path / "case.yaml").read_text())[0].get("options", {})
    assert said == ({} if paradox == "1971" else {"paradox": paradox})


def test_an_option_that_does_not_exist_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="Did you mean paradox"):
        convert(SAMPLES / "script.jdip", tmp_path / "a.yaml", options={"paradx": "1982"})
    assert not list(tmp_path.iterdir())


def test_several_cases_do_not_fit_one_game(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="holds 4 games or cases, and save holds one"):
        convert(SAMPLES / "script.jdip", tmp_path / "a.json")


def test_the_corpus_goes_through_the_case_form(tmp_path: Path) -> None:
    convert(CORPUS, tmp_path / "a.yaml")
    convert(CORPUS, tmp_path / "b.json", to_format="cases")
    for name in ("a.yaml", "b.json"):
        cases = load_cases(tmp_path / name)
        assert len(cases) == len(load_cases(CORPUS))
        assert [failure for case in cases for failure in check_case(case)] == []


@pytest.mark.evening
def test_the_corpus_goes_through_scripts(tmp_path: Path) -> None:
    convert(CORPUS, tmp_path / "a.jdip")
    convert(tmp_path / "a.jdip", tmp_path / "b.yaml")
    plain = {told.name for told in caseform.read("", str(CORPUS), BOOK) if not told.options}
    mended = [c for c in load_cases(tmp_path / "b.yaml") if c.id.partition(".1901")[0] in plain]
    assert len(mended) > 180
    assert [failure for case in mended for failure in check_case(case)] == []


def test_a_retreat_survives_a_script(tmp_path: Path) -> None:
    convert(SAMPLES / "script.jdip", tmp_path / "b.jdip")
    again = jdip.read((tmp_path / "b.jdip").read_text(), "b", BOOK)
    for mine, first in zip(again, read("script.jdip"), strict=True):
        assert orders(mine) == orders(first)
        assert mine.entries[0].dislodged == first.entries[0].dislodged
        assert set(map(str, mine.entries[0].left or ())) == set(
            map(str, first.entries[0].left or ())
        )


def test_dislodged_units_are_marked() -> None:
    cases = caseform.read("", str(CORPUS), BOOK)
    beaten = next(told for told in cases if told.name == "6.A.8")
    assert beaten.entries[0].end_of("Tri") == DISLODGED
    text, _ = webdip.write([beaten], BOOK)
    assert "The fleet at Trieste support hold to Trieste. (fail) (dislodged)" in text
    (again,) = webdip.read(text, "x", BOOK)
    assert again.entries[0].end_of("Tri") == DISLODGED
    (told,) = judge.read(
        "Movement results for Spring of 1901\n\nAustria: Fleet Trieste HOLD. (*dislodged*)\n",
        "x",
        BOOK,
    )
    assert told.entries[0].end_of("Tri") == DISLODGED


# Bad input


@pytest.mark.parametrize(
    ("text", "name", "line", "said"),
    [
        ('{"phases": [', "a.json", 1, "stops in the middle"),
        ('{"phases": []}', "a.json", 1, 'no list of "phases"'),
        ('{"phases": [{"name": "X1901M"}]}', "a.json", 1, "S1901M"),
        ('{"map": "modern", "phases": [{"name": "S1901M"}]}', "a.json", 1, 'map "modern"'),
        (
            '{"phases": [{"name": "S1901M", "orders": {"FRANCE": ["A XYZ - BUR"]}}]}',
            "a.json", 1, 'no place is called "XYZ"',
        ),
        (
            '{"phases": [{"name": "S1901M", "state": {"units": {"FRANCE": ["F SPA"]}}}]}',
            "a.json", 1, "name the coast",
        ),
        (
            '{"phases": [{"name": "S1901M",'
            ' "state": {"units": {"FRANCE": ["A PAR", "F PAR"]}}}]}',
            "a.json", 1, "such a unit cannot be in Paris",
        ),
        ("signon fgame x\na par - xyz\n", "m.njudge", 2, "xyz"),
        ("signon fgame x\nif france army bur then a mun h\n", "m.njudge", 2, "condition"),
        ("signon xgame x\n", "m.njudge", 1, "no power begins"),
        ("Movement results for Smarch of 1901\nItaly: A Rom H.\n", "m", 1, "Smarch"),
        ("Movement results for Fall of 1901\nItaly: A Rom H. (*sad*)\n", "m", 2, '"sad"'),
        ("Spring, 1901\nFrance:\nThe army at Atlantis hold.\n", "h", 3, "tlantis"),
        ("The army at Paris hold.\n", "h", 1, "before its turn"),
        ("CASE 1\nPRESTATE_SETPHASE Spring 1901, Movement\nPRESTATE\n", "c", 1, "has no END"),
        ("CASE 1\nPRESTATE\nEngland: F nth\nEND\n", "c", 1, "no PRESTATE_SETPHASE"),
        ("CASE 1\nPRESTATE\nEngland: X nth\nEND\n", "c", 1, "no PRESTATE_SETPHASE"),
        (
            "CASE 1\nPRESTATE_SETPHASE Spring 1901, Movement\nPRESTATE\nEngland: X nth\nEND\n",
            "c", 4, "no unit",
        ),
    ],
)  # fmt: skip
def test_one_clear_error(text: str, name: str, line: int, said: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(FileError) as caught:
        convert(path, tmp_path / "out.yaml")
    assert said in str(caught.value)
    assert caught.value.line == line
    assert not (tmp_path / "out.yaml").exists()


def test_a_truncated_game_says_so() -> None:
    with pytest.raises(TruncatedError):
        dipjson.read(sample("diplomacy.json")[:900], "x.json", BOOK)


def test_a_missing_file_and_an_unwritable_one(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no such file"):
        convert(tmp_path / "none.json", tmp_path / "out.yaml")
    with pytest.raises(FileError, match="cannot be written"):
        convert(SAMPLES / "position.yaml", tmp_path / "no" / "folder" / "out.yaml")
