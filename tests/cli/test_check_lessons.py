"""``legation check`` on lessons.yaml: each sheet that will do is a case, a fault is one line."""

import shutil
import textwrap
from pathlib import Path

import pytest
from test_cli import Capture, data, told

from legation.cli.main import run
from legation.variants import find
from legation.variants.find import folders

LESSON = """\
- title: A move
  do: Send Paris to Burgundy.
  else: Not yet.
  said: It arrived.
  any: [[A Par - Bur], [A Par - Gas]]
  case:
    id: NEW-1.91
    variant: fresh
    seen: France
    units: {France: [A Par], Germany: [A Kie]}
    orders: {Germany: [A Kie - Hol]}
    expect: {A Kie: {result: succeeds, at: Hol}}
"""
EXPECTED = "expect: {A Kie: {result: succeeds, at: Hol}}"


@pytest.fixture
def lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The lessons of a variant of one's own, without a fault."""
    monkeypatch.setenv(find.PATH, "")
    home = tmp_path / "fresh"
    shutil.copytree(str(folders()["standard"] / "map"), home / "map")
    home.joinpath("variant.toml").write_text(
        'name = "fresh"\nparent = "standard"\ntitle = "Fresh"\n', encoding="utf-8"
    )
    home.joinpath("rules.md").write_text("# Fresh\n", encoding="utf-8")
    home.joinpath("words.toml").write_text("", encoding="utf-8")
    file = home / "lessons.yaml"
    file.write_text(LESSON, encoding="utf-8")
    return file


def changed(file: Path, old: str, new: str) -> str:
    """The name of the file, with something else in it."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    return str(file)


def test_each_sheet_that_will_do_is_counted(lessons: Path, capsys: Capture) -> None:
    assert told(capsys, "check", str(lessons)) == "2 passed, 0 failed\n"
    assert told(capsys, "check", str(lessons.parent)) == "2 passed, 0 failed\n"


@pytest.mark.parametrize("name", sorted(folders()))
def test_the_folder_of_every_variant_passes_whole(name: str, capsys: Capture) -> None:
    """Cases, the primer's picture and lessons."""
    assert run(["check", str(folders()[name])]) == 0
    assert capsys.readouterr().out.endswith(" passed, 0 failed\n")


def test_what_does_not_come_is_told_with_the_sheet(lessons: Path, capsys: Capture) -> None:
    """Paris arrives in Burgundy with the one sheet, and is not there with the other."""
    arrived = "end: {units: {France: [A Bur], Germany: [A Hol]}}"
    file = changed(lessons, EXPECTED, arrived)
    out = told(capsys, "check", file, code=1)
    assert f"{file}: NEW-1.91 A Par - Gas\n" in out
    assert "NEW-1.91 A Par - Bur" not in out
    assert out.endswith("1 passed, 1 failed\n")
    assert data(capsys, "check", file, code=1)["failures"][0]["case"] == "NEW-1.91 A Par - Gas"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  said:", "  sad:", 'nothing reads the key "sad". Did you mean said?'),
        ("  else: Not yet.\n", "", "else"),
        ("    seen:", "    sen:", 'nothing reads the key "sen". Did you mean seen?'),
        ("    seen: France\n", "", "a lesson is one phase of fresh, seen by a power"),
        ("variant: fresh", "variant: locarno", "a lesson is one phase of fresh, seen by a power"),
        ("[A Par - Gas]", "[A Par - Mos]", '"A Par - Mos" is wanted: A Par - Mos: '),
        ("[A Par - Gas]", "[A Par - Gsa]", '"A Par - Gsa" is wanted: A Par - Gsa: '),
        ("[A Par - Gas]", "[A Par H]", "an empty sheet will do, so nothing is to be done"),
        ("[[A Par - Bur], [A Par - Gas]]", "[]", "no sheet will do; any lists those that will"),
        ("[[A Par - Bur], [A Par - Gas]]", "A Par - Bur", "any"),
        ("[A Kie - Hol]", "[A Kie - Mos]", "Germany cannot order that: A Kie - Mos: "),
        ("{Germany: [A Kie - Hol]}", "{France: [A Par H]}", "the orders of France are the pupil's"),
        (f"    {EXPECTED}\n", "", "it says nothing of what must come"),
        ("result: succeeds", "result: flies", "flies is no result"),
    ],
)
def test_a_fault_is_named_with_its_line(
    lessons: Path, capsys: Capture, old: str, new: str, said: str
) -> None:
    assert run(["check", changed(lessons, old, new)]) == 2
    out, err = capsys.readouterr()
    assert said in err
    assert "Traceback" not in err
    assert "lessons.yaml, line " in err
    assert out.endswith("0 failed\n")


def test_every_lesson_with_a_fault_is_told(lessons: Path, capsys: Capture) -> None:
    second = LESSON.replace("NEW-1.91", "NEW-2.91").replace("A Par - Gas", "A Par - Lon")
    third = LESSON.replace("NEW-1.91", "NEW-3.91").replace("  do:", "  done:")
    lessons.write_text(second + LESSON + third, encoding="utf-8")
    assert run(["check", str(lessons)]) == 2
    out, err = capsys.readouterr()
    assert err.count("legation: ") == 2
    assert "NEW-2.91" in err
    assert 'nothing reads the key "done"' in err
    assert out == "2 passed, 0 failed\n"


def test_a_file_of_that_name_elsewhere_is_one_of_cases(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "lessons.yaml"
    file.write_text(
        textwrap.dedent("""\
        - {id: x, units: {France: [A Par]}, orders: {}, expect: {A Par: {at: Par}}}
    """)
    )
    assert told(capsys, "check", str(file)) == "1 passed, 0 failed\n"
