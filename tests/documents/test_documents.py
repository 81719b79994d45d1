"""Documents against their shapes: every fault, its line, what stands there and what would do."""

from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta

from legation.documents.shape import Shape, fit, keys_of
from legation.documents.toml import Document
from legation.errors import FileError


class Wall(Shape, frozen=True):
    height: Annotated[int, Meta(ge=1, le=9, description="a height from 1 to 9")]
    stone: Literal["flint", "chalk"] = "flint"


class Gate(Shape, frozen=True):
    name: str
    open: bool = False


class Town(Shape, frozen=True):
    title: str
    wall: Wall
    gates: tuple[Gate, ...] = ()
    heads: dict[str, int] = {}  # noqa: RUF012 - msgspec copies it


GOOD = """# A town
title = "Rye"

[wall]
height = 3

[[gates]]
name = "Land"

[[gates]]
name = "Strand"
open = true

[heads]
Land = 2
"""


def said(tmp_path: Path, text: str) -> str:
    file = tmp_path / "town.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as caught:
        Document(file, "town.toml").read(Town)
    return str(caught.value)


def test_what_fits_is_a_value(tmp_path: Path) -> None:
    file = tmp_path / "town.toml"
    file.write_text(GOOD, encoding="utf-8")
    town = Document(file).read(Town)
    assert town == Town(
        title="Rye",
        wall=Wall(height=3),
        gates=(Gate(name="Land"), Gate(name="Strand", open=True)),
        heads={"Land": 2},
    )


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("height = 3", 'height = "3"', 'line 5: wall.height must be a height from 1 to 9, not "3"'),
        ("height = 3", "height = 30", "line 5: wall.height must be a height from 1 to 9, not 30"),
        (
            "height = 3",
            "heigth = 3",
            'nothing reads the key "heigth" in wall. Did you mean height?',
        ),
        (
            "height = 3",
            'height = 3\nstone = "flnt"',
            'line 6: wall.stone is "flnt"; it can be flint or chalk. Did you mean flint?',
        ),
        ("open = true", 'open = "yes"', 'line 12: gates.open must be true or false, not "yes"'),
        (
            'name = "Strand"\n',
            "",
            'line 10: the key "name" is missing in gates',
        ),
        ('title = "Rye"', "title = 7", "line 2: title must be a text, not 7"),
        ('title = "Rye"', "", 'the key "title" is missing'),
        ("[wall]\nheight = 3", "", "it lacks [wall], with height"),
        ("[wall]\nheight = 3", "wall = 3", "line 4: wall must be written as [wall]"),
        ("[heads]\nLand = 2", '[heads]\nLand = "2"', "line 15: heads.Land must be a whole number"),
        ("[heads]\nLand = 2", "[heads\nLand = 2", "line 14: this is no TOML"),
    ],
)
def test_a_fault_names_line_key_and_what_would_do(
    tmp_path: Path, old: str, new: str, wanted: str
) -> None:
    assert old in GOOD
    assert wanted in said(tmp_path, GOOD.replace(old, new))


def test_gates_written_as_one_table_are_told(tmp_path: Path) -> None:
    text = 'title = "Rye"\n[wall]\nheight = 3\n[gates]\nname = "Land"\n'
    assert said(tmp_path, text).endswith("line 4: gates must be written as [[gates]]")


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    text = GOOD.replace("height = 3", "height = 0").replace("open = true", "opne = true")
    message = said(tmp_path, text)
    assert "line 5: wall.height must be a height from 1 to 9, not 0" in message
    assert 'line 12: nothing reads the key "opne" in gates. Did you mean open?' in message


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"town\.toml: the file is missing"):
        Document(tmp_path / "no.toml", "town.toml")


def test_what_another_document_may_say_is_no_fault_in_this_one() -> None:
    assert fit({"title": "Rye"}, Town, whole=False) == (None, ())
    assert [str(f) for f in fit({"title": 3}, Town, whole=False)[1]] == [
        "title must be a text, not 3"
    ]


def test_the_keys_of_a_shape() -> None:
    assert keys_of(Town) == {
        "": ("title", "wall", "gates", "heads"),
        "wall": ("height", "stone"),
        "gates": ("name", "open"),
    }
