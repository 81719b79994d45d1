"""Case files that are wrong: each is refused with one sentence that says what would work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from legation.errors import FileError
from legation.table.cases.check import check_case
from legation.table.cases.file import Case, each_case, load_cases

TABLE = "must be a table of keys and values, not"
ORDERS = "write it like orders: {France: [A Par - Bur]}"
BUR = "{unit: A Bur, by: Mun, retreats: [%s]}"

MALFORMED = {
    "options: x": f'"options" {TABLE} the text "x"; write it like options: {{edition:',
    "alternatives: x": f'"alternatives" {TABLE} the text "x"; write it like alternatives: {{',
    "alternatives: {foo: {}}": '"alternatives: foo" must name options as option=value',
    "alternatives: {paradox=szykman: x}": f'"alternatives: paradox=szykman" {TABLE} the text "x"',
    "orders: x": f'"orders" {TABLE} the text "x"; {ORDERS}',
    "orders:": f'"orders" {TABLE} empty; {ORDERS}',
    "orders: {France: [[A Par H]]}": f'"orders: France: item 1" must be text, not a list; {ORDERS}',
    "orders: {France: A Par H}": '"orders: France" must be a list, not the text "A Par H"; '
    + ORDERS,
    "orders: {Frnce: [A Par H]}": '"Frnce"',
    "orders: {France: [], french: []}": "France stands twice in one table",
    "expect: x": f'"expect" {TABLE} the text "x"',
    "expect: {A Par: foo}": f'"expect: A Par" {TABLE} the text "foo"',
    "expect: {A Par: {att: Bur}}": 'nothing reads the key "att" of expect: A Par. Did you mean at?',
    "told: x": f'"told" {TABLE} the text "x"; write it like told: {{France: [{{kind:',
    "told: {France: [x]}": f'"told: France: item 1" {TABLE} the text "x"',
    "told: {France: [{}]}": '"told: France: item 1" needs the key "kind"',
    "told: {France: []}": '"told: France" is a list without a report',
    "told: {Frnce: [{kind: solo}]}": '"Frnce"',
    "end: {centres: [Par]}": f'"end: centres" {TABLE} a list; write it like end: {{units:',
    "end: {centres: {Frnce: []}}": '"Frnce"',
    "{phase: build, expect: {results: x}}": f'"expect: results" {TABLE} the text "x"',
    "{phase: build, expect: {A Par: {at: Par}}}": "expects results, automatic or units",
    "title: [x]": '"title" must be text, not a list',
    "id: {a: b}": '"id" must be text, not a table; write it like id: STD-CUT.1',
    "turns: [x]": f'"turns: item 1" {TABLE} the text "x"',
    "{turns: [], orders: {}}": 'a case with "turns" has no "orders" beside them',
    "date: Spring " + "9" * 5000: "is no date",
    "turns: [{gm: [dance]}]": '"dance" is no act of a game master',
    "turns: [{gm: [set A Par of Germany]}]": "Paris is occupied by A Par of France.",
    "turns: [{gm: [remove Bur]}]": '"remove Bur" cannot be: there is no unit in Burgundy.',
    "turns: [{gm: [remove A Bre]}]": "in Brest stands France F Bre.",
    "turns: [{gm: [end civil disorder Italy]}]": "Italy is not in civil disorder.",
    "turns: [{gm: [abandon, remove Par]}]": "the game is over.",
    "seed: 12": "a seed is 32 hexadecimal digits.",
    "ledger: {hidden: [Par]}": 'the ledger of standard has no key "hidden".',
    "ledger: [Par]": f'"ledger" {TABLE} a list; write it like ledger: {{',
    "ledger: {a: {b: [c]}}": '"ledger: a: b" must be text, not a list',
    "untold: {France: []}": '"untold: France" is a list without a change',
    "untold: {France: [{}]}": '"untold: France: item 1" changes nothing',
    "untold: {France: [{orders: {Frnce: []}}]}": '"Frnce"',
    "untold: {France: [{order: {}}]}": "Did you mean orders?",
    "untold: {nobody: [{orders: {}}]}": '"nobody"',
    "untold: {archive: [{orders: {}}]}": "the archive opens when the game is over.",
    "untold: {Italy: [{units: {France: [A Lon]}}]}": "F Lon and A Lon stand in one province",
    "untold: {Italy: [{orders: {France: [dance]}}]}": 'no place is called "dance".',
    "refused: {France: [A Par H]}": f'"refused: France" {TABLE} a list; write it like refused: {{',
    "refused: {Frnce: {A Par H: STD-ORD}}": '"Frnce"',
    "end: {ledger: {x: y}}": 'has no key "x".',
    "end: {view: {France: {sees: x}}}": 'nothing reads the key "sees" of end: view: France.',
    "end: {view: {Frnce: {}}}": '"Frnce"',
    "expect: {Frnce A Par: {at: Par}}": '"Frnce"',
    "units: {France: [2A Par]}": '"2A Par" is no unit; write A or F and a place',
    "dislodged: {France: [{unit: A Bur}]}": '"dislodged: France: item 1" needs the key "retreats"',
    f"dislodged: {{France: [{BUR % 'Par'}]}}": "there are no dislodged units in Spring 1901",
}
RETREATS = {
    f"France: [{BUR % 'ENG'}]": "A Bur cannot retreat to ENG; from there it goes to Bel, Gas",
    f"France: [{BUR % 'Bur'}]": "A Bur cannot retreat to Bur;",
    f"France: [{BUR % 'Pic'}]": "A Bur cannot retreat to Pic, where A Pic stands",
    f"France: [{BUR % 'Par'}], Italy: [{BUR % 'Gas'}]": "are dislodged from one province",
}
MALFORMED |= {
    f"{{phase: retreat, units: {{Germany: [A Pic]}}, dislodged: {{{text}}}}}": said
    for text, said in RETREATS.items()
}


@pytest.mark.parametrize("text", MALFORMED, ids=[text[:50] for text in MALFORMED])
def test_a_malformed_case_is_one_file_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(FileError) as caught:
        _ = [check_case(case) for case in load_cases(path)]
    assert str(caught.value).startswith(f"{path}, line 1: ")
    assert MALFORMED[text] in str(caught.value)


def test_the_line_is_that_of_the_key(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text("- id: A.1\n  orders:\n    France: [A Par H]\n    Italy: A Ven H\n")
    with pytest.raises(FileError, match='line 4: "orders: Italy" must be a list'):
        load_cases(path)


def test_long_numbers_and_half_letters_in_json(tmp_path: Path) -> None:
    path = tmp_path / "case.json"
    path.write_text('{"title": ' + "9" * 5000 + "}")
    assert load_cases(path)[0].title == "9" * 5000
    path.write_text('{"orders": ' + "9" * 5000 + "}")
    with pytest.raises(FileError, match='"orders" must be a table'):
        load_cases(path)
    path.write_text('{"title": "\\ud800"}')
    with pytest.raises(FileError, match="half of a surrogate pair"):
        load_cases(path)


def test_what_acts_have_told_is_heard(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text("turns: [{gm: [remove Par], told: {Italy: [{kind: gm-unit-set}]}}]")
    (failure,) = check_case(load_cases(path)[0])
    assert (failure.what, failure.actual) == ("told Italy", "gm-unit-removed")


def checked(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "case.yaml"
    path.write_text(text, encoding="utf-8")
    return [f"{f.what}: {f.expected}: {f.actual}" for f in check_case(load_cases(path)[0])]


LONDON = "variant: london_nights\ndate: '20:00'\nledger: {hidden-centres: [Ste], unseen: [Cov]}\n"
LOCARNO = "variant: locarno\n"


def refusal(text: str, tmp_path: Path) -> str:
    with pytest.raises(FileError) as caught:
        checked(tmp_path, text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("date: 20:00 or so", '"20:00 or so" is no date; write it like 19:30'),
        ("date: '20:30'\nphase: adjustment", "there is no adjustment phase in 20:30"),
        ("ledger: {hidden-centre: [Ste]}", "Did you mean hidden-centres?"),
        ("ledger: {hidden-centres: Ste}", "hidden-centres in the ledger must be a list of places"),
        ("ledger: {hidden-centres: [Stx]}", '"Stx"'),
        ("ledger: {sightings: [Cov]}", "sightings in the ledger must be a table of keys"),
        ("units: {Nurses: [U Gra, 2U Gra]}", "U Gra and 2U Gra stand in one province"),
        ("units: {Nurses: [4U Gra]}", '"4U Gra" is no unit; write U, 2U or 3U and a place'),
        ("centres: {Police: [Wat]}", "Police has no player."),
        (
            "units: {Nurses: [U WAB], Royals: [U WAB]}\nexpect: {U WAB: {at: WAB}}",
            "U WAB may be Nurses U WAB or Royals U WAB; write the power before it",
        ),
        (
            "units: {Nurses: [U Gra]}\nturns: [{gm: [remove 2U Gra]}]",
            "cannot be: in Gray's Inn Road stands Nurses U Gra.",
        ),
    ],
)
def test_what_a_game_with_secrets_refuses(tmp_path: Path, text: str, said: str) -> None:
    assert said in refusal(f"variant: london_nights\n{text}", tmp_path)


def test_dates_without_years(tmp_path: Path) -> None:
    london = "variant: london_nights\n"
    for date, phase in {
        "date: '20:00'": "20:00, movement",
        "date: '20:00'\nphase: build": "20:00, adjustments",
        "date: '20:00, retreats'": "20:00, retreats",
        "phase: adjustment": "20:00, adjustments",
        "": "19:30, movement",
    }.items():
        assert checked(tmp_path, f"{london}{date}\nturns: []\nend: {{phase: '{phase}'}}") == []


def test_several_on_a_bridge_are_numbered(tmp_path: Path) -> None:
    text = LONDON + "units: {Nurses: [U WAB, U Gra, U WAB], Royals: [U WAB]}\n"
    orders = "orders: {Nurses: [U WAB/1 - Wat]}\n"
    expect = "expect: {U WAB/1: {at: Wat}, U WAB/2: {at: WAB}, royal U WAB: {result: holds}}\n"
    end = "end: {units: {Nurses: [U Gra, U Wat, U WAB], Royals: [U WAB]}}"
    assert checked(tmp_path, text + orders + expect + end) == []
    assert (
        checked(tmp_path, text + "end: {units: {Nurses: [U Gra, U WAB, U WAB], Royals: [U WAB]}}")
        == []
    )


def test_a_seed_deals_and_the_ledger_is_read(tmp_path: Path) -> None:
    seed = f"variant: london_nights\nseed: {'5' * 32}\n"
    heard = "told: {City Boys: [{kind: city-knows}], Nurses: [{kind: city-knows}]}\n"
    (failure,) = checked(tmp_path, seed + heard)
    assert failure.startswith("told Nurses: {'kind': 'city-knows'}: ")
    end = "end: {ledger: {hidden-centres: [Hyd, ste], discovered: []}}"
    kept = "ledger: {hidden-centres: [Stepney, Hyd]}\n"
    assert checked(tmp_path, seed + kept + end) == []
    (failure,) = checked(tmp_path, seed + end)
    assert failure.startswith("ledger: hidden-centres: Hyd, Ste: ")


THEATRE = LONDON + "units: {Theatre-Goers: [U Cov], Nurses: [U Gra]}\n"


def test_untold_holds_where_nobody_can_tell(tmp_path: Path) -> None:
    orders = "orders: {Theatre-Goers: [U Cov - Hol]}\n"
    assert (
        checked(tmp_path, THEATRE + orders + "untold: {Nurses: [{orders: {Theatre-Goers: []}}]}")
        == []
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            "{orders: {Theatre-Goers: []}}",
            "another game: the two do not differ",
        ),
        ("{units: {Theatre-Goers: [U Cov, U Lei]}}", "in what is known besides"),
        (
            "{units: {Nurses: [U Gra, U Kin]}}",
            "nothing of it here, U Kin H there, in the",
        ),
        ("{ledger: {unseen: [Cov]}}", "another game: the two do not differ"),
    ],
)
def test_untold_fails(tmp_path: Path, change: str, said: str) -> None:
    text = f"{THEATRE}untold: {{Nurses: [{change}]}}"
    (failure,) = checked(tmp_path, text)
    assert failure.startswith("untold Nurses: ")
    assert said in failure


def test_a_bad_key_fails_its_case_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text("- id: a\n  orderz: {}\n- id: b\n  orders: {}\n", encoding="utf-8")
    bad, good = each_case(path)
    assert isinstance(bad, FileError)
    assert (bad.line, isinstance(good, Case) and good.id) == (2, "b")
    assert bad.message == 'nothing reads the key "orderz". Did you mean orders?'


def test_a_bad_order_is_told_with_its_own_line(tmp_path: Path) -> None:
    text = "id: x\nunits: {France: [A Par]}\norders:\n  France:\n  - A Par H\n  - A Par hops\n"
    assert ", line 6: case x: " in refusal(text, tmp_path)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        (
            "told: {France: [{kind: dislodgd}]}",
            'no kind of report "dislodgd". Did you mean dislodged?',
        ),
        (
            "told: {France: [{kind: solo, pwer: France}]}",
            'a report solo has no fact "pwer". Did you mean power?',
        ),
        (
            "reads: {Italy: {A Par: {reason: xyz}}}",
            "legation variants standard --facts lists them.",
        ),
        ("end: {view: {Italy: {knows: {disordr: []}}}}", "Did you mean disorder?"),
        (
            "refused: {Frnce: {A Par H: STD-ORD}}",
            'no power is called "Frnce". Did you mean France?',
        ),
    ],
)
def test_names_that_there_are_not_are_told_with_their_line(
    tmp_path: Path, key: str, said: str
) -> None:
    with pytest.raises(FileError) as caught:
        checked(tmp_path, f"id: x\ntitle: two\norders: {{France: [A Par H]}}\n{key}\n")
    assert ", line 4: case x: " in str(caught.value)
    assert said in str(caught.value)


def test_a_unit_that_is_not_there_is_told_with_those_that_are(tmp_path: Path) -> None:
    text = "units: {France: [A Par, F Bre]}\nexpect: {A Pic: {at: Pic}}\n"
    said = "A Pic: a fate: no such unit; there are France A Par, France F Bre"
    assert checked(tmp_path, text) == [said]


def test_anchors_and_what_they_take_in(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(
        "- &first\n  id: a\n  units: &all {France: [A Par]}\n  orders: {France: [A Par - Bur]}\n"
        "  expect: {A Par: {at: Bur}}\n"
        "- <<: *first\n  id: b\n  units: *all\n  orders: {France: [A Par - Pic]}\n"
        "  expect: {A Par: {at: Pic}}\n",
        encoding="utf-8",
    )
    cases = load_cases(path)
    assert [case.id for case in cases] == ["a", "b"]
    assert [check_case(case) for case in cases] == [[], []]


def test_untold_replays_what_came_before(tmp_path: Path) -> None:
    """A change of the ledger is one of the start, and found out in the turn before."""
    turns = (
        "- orders: {Nurses: [U Gra - Hol]}\n- untold: {Royals: [{ledger: {hidden-centres: [Hol]}}]}"
    )
    (failure,) = checked(tmp_path, f"{THEATRE}turns:\n{turns}")
    assert "the same to see: " in failure


def test_refused_lines(tmp_path: Path) -> None:
    text = LOCARNO + "orders: {Germany: ['DP 3: A Aus H']}\nrefused: {Germany: {%s}}"
    assert checked(tmp_path, text % "'DP 1: A Swi H': LO-DP-4") == []
    (failure,) = checked(tmp_path, text % "'DP 1: A Swi H': LO-DP-2")
    assert failure == "refused Germany: DP 1: A Swi H: LO-DP-2: LO-DP-4"
    good, rest = checked(tmp_path, text % "A Mun H: STD-ORD")
    assert good == "refused Germany: A Mun H: STD-ORD: none"
    assert rest.startswith("refused Germany: A Mun H, the rest: DP 3: A Aus H: ")
    (failure,) = checked(tmp_path, text % "'': LO-DP-4")
    assert failure == "refused Germany: the sheet: LO-DP-4: none"


def test_all_is_refused_from_a_power_in_civil_disorder(tmp_path: Path) -> None:
    text = "turns: [{gm: [declare civil disorder Italy], orders: {}, refused: {Italy: {%s}}}]"
    assert checked(tmp_path, text % "A Rom H: STD-NMR") == []
    (failure,) = checked(tmp_path, text % "A Par H: STD-ORD")
    assert failure == "refused Italy: A Par H: STD-ORD: STD-NMR"


def test_a_sheet_that_is_refused_as_a_whole(tmp_path: Path) -> None:
    text = LONDON + "units: {Taxi Drivers: [U Bar]}\norders: {Taxi Drivers: [U Bar H]}\n"
    assert checked(tmp_path, text + "refused: {Taxi Drivers: {'': LN-1F-c}}") == []


def test_facts_that_are_lists(tmp_path: Path) -> None:
    text = "turns: [{gm: [abandon], told: {Italy: [{kind: abandoned}]}}]\nend: {winner: []}"
    assert checked(tmp_path, text) == []
    text = "date: Autumn 1936\nunits: {France: [A Par], Italy: [A Rom]}\n"
    text += "centres: {France: [Par], Italy: [Rom]}\n"
    assert (
        checked(tmp_path, text + "told: {Italy: [{kind: draw-last-year, powers: 'France, Italy'}]}")
        == []
    )


def test_what_a_viewer_knows_at_the_end(tmp_path: Path) -> None:
    text = THEATRE + "turns: [{orders: {}}]\nend: {view: {%s}}"
    assert (
        checked(tmp_path, text % "spectator: {units: {Theatre-Goers: [], Nurses: [U Gra]}}") == []
    )
    assert checked(tmp_path, text % "Nurses: {knows: {theatre-units: '1', discovered: []}}") == []
    assert checked(tmp_path, text % "theatre goers: {units: {Theatre-Goers: [U Cov]}}") == []
    (failure,) = checked(tmp_path, text % "Nurses: {units: {Theatre-Goers: [U Cov]}}")
    assert failure == "Nurses sees units of Theatre-Goers: U Cov: none"
    (failure,) = checked(tmp_path, text % "gm: {centres: {Nurses: [Cle]}, knows: {unseen: [Cov]}}")
    assert failure == "game master sees centres of Nurses: Cle: Cle, Gra, Kin"


def test_civil_disorder_that_is_for_good(tmp_path: Path) -> None:
    gm = "turns: [{gm: [declare civil disorder Italy, end civil disorder Italy]}]"
    assert "Italy is in civil disorder for good." in refusal(LOCARNO + gm, tmp_path)


def test_a_game_master_sets_units_of_powers_without_players(tmp_path: Path) -> None:
    text = "turns: [{gm: [set 2U WAB of Police], told: {Nurses: [{kind: gm-unit-set}]}}]\n"
    assert (
        checked(tmp_path, LONDON + "units: {}\n" + text + "end: {units: {police: [2U WAB]}}") == []
    )


def test_the_examples_of_the_documentation(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "cases.md").read_text("utf-8")
    examples = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    assert len(examples) == 2
    assert [checked(tmp_path, example) for example in examples] == [[], []]
