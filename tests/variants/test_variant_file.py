"""A wrong ``variant.toml`` is told when it is read, with line, key and what would do."""

from pathlib import Path

import pytest

from legation.errors import FileError
from legation.variants.file import read_own
from legation.variants.load import load

GOOD = """name = "mine"
title = "Mine"
blurb = "A game."
players = 1
length = "short"

[victory]
centres = 18

[calendar]
first-year = 1900
years = 10
phases = [["Spring", "movement"], ["Winter", "adjustment"]]

[[powers]]
name = "Red"
adjective = "Red"
mark = "RE"
colour = "#aa0000"

[[options]]
id = "clock"
changes = "How long a year is"
clause = "MI-1"
[options.values]
short = "It has two seasons."
long = "It has four."
"""


def folder_with(tmp_path: Path, text: str) -> str:
    place = tmp_path / "mine"
    place.mkdir()
    (place / "variant.toml").write_text(text, encoding="utf-8")
    return str(place)


def test_a_good_one_is_read(tmp_path: Path) -> None:
    own = read_own(folder_with(tmp_path, GOOD))
    assert own.victory is not None
    assert own.victory.centres == 18
    assert own.calendar is not None
    assert own.calendar.calendar().last_year == 1909
    assert [option.spec().default for option in own.options] == ["short"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("centres = 18", 'centres = "18"', "line 8: victory.centres must be a whole number, 0 or"),
        (
            "centres = 18",
            "centers = 18",
            'nothing reads the key "centers" in victory. Did you mean',
        ),
        (
            "players = 1",
            "players = 1.5",
            "line 4: players must be a whole number, 1 or more, not 1.5",
        ),
        ("years = 10", "years = true", "line 12: calendar.years must be a whole number, 1 or more"),
        ("first-year = 1900\n", "", 'line 10: the key "first-year" is missing in calendar'),
        ('"movement"]', '"moves"]', "line 13: calendar.phases must be"),
        ('mark = "RE"', 'mark = "RED"', "line 18: powers.mark must be a mark of two letters"),
        (
            'colour = "#aa0000"',
            'colour = "red"',
            'powers.colour must be a colour, #rrggbb, not "red"',
        ),
        ('adjective = "Red"\n', "", 'line 15: the key "adjective" is missing in powers Red'),
        (
            '[options.values]\nshort = "It has two seasons."\nlong = "It has four."\n',
            'values = ["short", "long"]\n',
            "options.values must be a table: each value, and in a sentence what it means",
        ),
        (
            '[options.values]\nshort = "It has two seasons."\nlong = "It has four."\n',
            "[options.values]\n",
            "line 25: options.values must be a table: each value, and in a sentence what it means,"
            " not an empty table",
        ),
        ('"It has four."', '"four"', "line 27: options.values.long must be a sentence, which ends"),
        ('"It has four."', "4", "line 27: options.values.long must be a sentence, which ends"),
        (
            'changes = "How long a year is"',
            "changes = 3",
            "line 23: options.changes must be a text, not 3",
        ),
        ('changes = "How long a year is"\n', "", 'the key "changes" is missing in options clock'),
        ('id = "clock"', 'id = "clock"\nneeds = "sea"', 'options.needs is "sea"; it can be'),
        ("[calendar]", "[[calendar]]", "line 10: calendar must be written as [calendar]"),
        ('title = "Mine"', 'title = "Mine', "line 2: this is no TOML"),
    ],
)
def test_a_wrong_one_is_told(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in GOOD
    with pytest.raises(FileError) as caught:
        read_own(folder_with(tmp_path, GOOD.replace(old, new, 1)))
    assert said in str(caught.value)
    assert str(caught.value).startswith("mine/variant.toml, line ")


def test_what_nobody_says_is_missed(tmp_path: Path) -> None:
    name = folder_with(tmp_path, GOOD.replace('title = "Mine"\n', ""))
    (tmp_path / "mine/words.toml").write_text("", encoding="utf-8")
    with pytest.raises(FileError, match=r"mine/variant\.toml: it lacks title"):
        load(name)
