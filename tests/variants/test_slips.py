"""One slip in a variant's folder is one message with file and line, whoever reads the folder."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from legation.cli.main import run
from legation.errors import InputError
from legation.table.game import Game
from legation.variants.answers import amiss
from legation.variants.find import PATH
from legation.variants.load import forget, load

HERE = Path(__file__).parent
SLIPS: list[dict[str, Any]] = yaml.safe_load((HERE / "slips.yaml").read_text("utf-8"))


@pytest.fixture
def fog(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "fog"
    shutil.copytree(HERE / "fog", place)
    forget()
    yield place
    forget()


def slip(place: Path, file: str, new: str, old: str = "") -> None:
    """The folder with a text in place of another, or at the end of a file."""
    text = (place / file).read_text("utf-8")
    assert old in text
    (place / file).write_text(text.replace(old, new) if old else text + new, encoding="utf-8")


@pytest.mark.parametrize("each", SLIPS, ids=[each["slip"] for each in SLIPS])
def test_a_slip_is_told_when_the_folder_is_read(fog: Path, each: dict[str, Any]) -> None:
    slip(fog, each["file"], each["new"], each.get("old", ""))
    with pytest.raises(InputError) as caught:
        load(str(fog))
    assert each["said"] in str(caught.value)
    assert str(fog.parent) not in str(caught.value).split(": ")[-1]


def test_each_verb_says_the_same(
    fog: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(PATH, raising=False)
    slip(fog, "words.toml", "{unnit} lost", "{unit} lost")
    said = "fog/words.toml, line 2: lost-in-fog: its text has {unnit}, and its facts are unit"
    folder = str(fog)
    for arguments in (["check", folder], ["variants", folder], ["play", folder]):
        assert run(arguments) == 2
        told = capsys.readouterr()
        assert said in told.err
        assert told.err.count("\n") == 1


def test_how_a_board_looks_is_read_with_the_rest(
    fog: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(PATH, raising=False)
    (fog / "cases").mkdir()
    (fog / "cases/fog.yaml").write_text("- {id: FOG-1.1, variant: fog, orders: {}}\n", "utf-8")
    (fog / "style.toml").write_text("[light]\n", "utf-8")
    assert run(["check", str(fog)]) == 0
    capsys.readouterr()
    slip(fog, "style.toml", 'papre = "#ffeedd"\n')
    assert run(["check", str(fog)]) == 2
    said = 'fog/style.toml, line 2: nothing reads the key "papre" in light. Did you mean paper?'
    assert capsys.readouterr().err == f"legation: {said}\n"


def test_clauses_that_the_rules_lack_are_told_with_their_line(
    fog: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(PATH, raising=False)
    slip(fog, "hooks.py", 'Sight(ADJACENT, "FOG-9"', 'Sight(ADJACENT, "FOG-1"')
    slip(fog, "words.toml", "FOG-44", "FOG-4")
    (fog / "cases").mkdir()
    (fog / "cases/fog.yaml").write_text(
        "- id: FGO-1.1\n  variant: fog\n  orders: {}\n"
        "  refused: {France: {A Par - Lon: STD-MOV}}\n",
        encoding="utf-8",
    )
    assert run(["check", str(fog)]) == 1
    told = " ".join(capsys.readouterr().out.split())
    for said in (
        "fog/words.toml, line 4: it names the clause FOG-44, which fog/rules.md has not.",
        "fog/hooks.py, line 31: it names the clause FOG-9, which fog/rules.md has not.",
        "fog/cases/fog.yaml, line 1: it names the clause FGO-1, which fog/rules.md has not.",
        "fog/cases/fog.yaml, line 4: it names the clause STD-MOV, which fog/rules.md has not.",
    ):
        assert said in told


def test_a_hook_that_answers_on_some_of_its_ways_alone_is_one_message(
    fog: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(PATH, raising=False)
    answer = "return sighted.known(self, truth.position, power)"
    slip(fog, "hooks.py", f'if power != "France":\n            {answer}', answer)
    said = "fog/hooks.py, line 43: known returned None; it must return Position"
    game = Game.new(str(fog))
    assert game.view("England").position.units
    with pytest.raises(InputError) as caught:
        game.view("France")
    assert str(caught.value) == said
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert run(["play", str(fog), "--as", "France"]) == 2
    told = capsys.readouterr()
    assert f"legation: {said}\n" == told.err


@pytest.mark.parametrize(
    ("value", "wanted", "said"),
    [
        (("Par", "Bur"), tuple[str, ...], ""),
        (["Par"], tuple[str, ...], ""),
        (("Par", None), tuple[str, ...], "a tuple with None in it"),
        ("Par", Collection[str], "a str"),
        ((1,), tuple[int, str], "a tuple with 1 in place of 2 parts in it"),
        ({"Par": 1}, Mapping[str, int], ""),
        ({"Par": "x"}, Mapping[str, int], "a dict with a str in it"),
        (None, int | None, ""),
        ("x", int | None, "a str"),
        (iter("x"), Iterator[int], ""),
        (7, Callable[[int], int], "a int"),
    ],
)
def test_an_answer_is_of_the_kind_that_is_asked(value: object, wanted: Any, said: str) -> None:
    assert amiss(value, wanted) == said
