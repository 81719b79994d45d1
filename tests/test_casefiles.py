"""Case files that are wrong: each is refused with one sentence that says what would work."""

from __future__ import annotations

from pathlib import Path

import pytest

from legation.errors import FileError
from legation.table.casecheck import check_case
from legation.table.cases import load_cases

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
    "turns: [{gm: [remove A Bre]}]": "the unit there is F Bre.",
    "turns: [{gm: [end civil disorder Italy]}]": "Italy is not in civil disorder.",
    "turns: [{gm: [abandon, remove Par]}]": "the game is over.",
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
