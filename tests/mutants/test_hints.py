"""What is written down of who caught what, and that it is read again."""

from dataclasses import replace
from pathlib import Path

import nightly_mutants
import pytest
from hints import HEAD, PARTS, Hints
from judging import End, Fate
from sites import Mutant

ONE = Mutant("gate", "sight/a.py", "f", (1, 1), "a", "(True)", (0, 1))
TWO, THREE = replace(ONE, lines=(2, 2)), replace(ONE, lines=(3, 3))
METHOD = replace(ONE, file="sight/b.py", function="Told.g")


def by(test: str) -> End:
    return End(Fate.CAUGHT, "", test)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "hints.toml"


def test_what_caught_most_comes_first(file: Path) -> None:
    caught = {ONE: by("z::few"), TWO: by("b::many"), THREE: by("b::many"), METHOD: by('c::d["é"]')}
    every = [*caught]
    hints = Hints(file)
    assert hints.names(ONE) == ()
    hints.remember(caught, every)
    assert file.read_text() == HEAD + (
        '\n["sight/a.py"]\n"f" = [\n  "b::many",\n  "z::few",\n]\n'
        '\n["sight/b.py"]\n"Told.g" = [\n  "c::d[\\"é\\"]",\n]\n'
    )
    again = Hints(file)
    assert again.names(TWO) == again.names(replace(ONE, was="new")) == ["b::many", "z::few"]
    assert again.names(METHOD) == ['c::d["é"]']
    assert again.names(replace(ONE, function="g")) == ()
    assert again.gone({"b::many"}) == ['c::d["é"]', "z::few"]


def test_what_no_test_has_caught_names_none(file: Path) -> None:
    ends = {ONE: End(Fate.LIVES, "2 tests hold"), TWO: End(Fate.UNSURE, "x fails by itself")}
    Hints(file).remember(ends, [ONE, TWO])
    assert file.read_text() == HEAD


def test_a_part_of_a_function_takes_nothing_away(file: Path) -> None:
    Hints(file).remember({ONE: by("a"), TWO: by("b"), METHOD: by("c")}, [ONE, TWO, METHOD])
    Hints(file).remember({TWO: by("d")}, [ONE, TWO, METHOD])
    assert Hints(file).names(ONE) == ["d", "a", "b"]
    assert Hints(file).names(METHOD) == ["c"], "none of it was tried"


def test_what_caught_none_now_goes_when_all_were_tried(file: Path) -> None:
    Hints(file).remember({ONE: by("a"), TWO: by("b")}, [ONE, TWO])
    Hints(file).remember({ONE: by("b"), TWO: by("b")}, [ONE, TWO])
    assert Hints(file).names(ONE) == ["b"]


def test_what_is_said_of_functions_that_are_no_more_goes(file: Path) -> None:
    Hints(file).remember({ONE: by("a"), METHOD: by("c")}, [ONE, METHOD])
    Hints(file).remember({}, [ONE])
    assert file.read_text() == HEAD + '\n["sight/a.py"]\n"f" = [\n  "a",\n]\n'


def test_of_the_rules_nothing_is_remembered(file: Path) -> None:
    """A sample of them would be of what is known to be caught."""
    rule = replace(ONE, kind="rules")
    Hints(file).remember({ONE: by("a"), rule: by("b")}, [ONE])
    assert Hints(file).names(rule) == ()
    assert Hints(file).names(ONE) == ["a"]


def test_our_file_is_as_it_is_written(file: Path) -> None:
    text = nightly_mutants.HINTS.read_text()
    file.write_text(text)
    every = [m for part in PARTS for m in nightly_mutants.PARTS[part]()]
    hints = Hints(file)
    assert any(hints.names(mutant) for mutant in every)
    hints._write()
    assert file.read_text() == text
