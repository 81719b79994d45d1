"""A folder of one's own: how it is found, what it inherits, and what is wrong with its hooks."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import legation.variants
from legation.errors import FileError, NameUnknownError
from legation.rules.kinds import Sort
from legation.rules.rulebook import Rulebook
from legation.variants import answers, find
from legation.variants.faults import fault
from legation.variants.find import PATH, folder, folders
from legation.variants.load import forget, load, options_of, rules_of

STANDARD = Path(legation.variants.__file__).parent / "standard"
SAID = """name = "{name}"
parent = "{parent}"
title = "Tidal"
"""
TIDE = """
[[options]]
id = "tide"
changes = "How the water stands"
before = "low"
clause = "TI-1"
[options.values]
high = "It stands high."
low = "It stands low."
"""
HOOKS = """from typing import Literal

from legation.rules.options import Options as Parents
from legation.variants.load import rules_of


class Options(Parents):
    tide: Literal["high", "low"]


class Rules(rules_of("standard")):
    options: Options
"""
DEEPER = """from legation.variants.load import rules_of


class Rules(rules_of("tidal")):
    @property
    def depth(self):
        return self.title.count("i") + 3
"""
WORDS = """
[moves.bounced]
text = "Turned back at {goal}."

[moves.moved]
clause = "TI-2"
fate = "bounced"
"""


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Folders are read anew, and forgotten when they are gone."""
    forget()
    before = set(sys.modules)
    yield
    forget()
    for name in set(sys.modules) - before:
        if name.startswith("legation_variant_"):
            del sys.modules[name]


def tidal(
    place: Path, hooks: str = "", more: str = "", words: str = "", parent: str = "standard"
) -> str:
    """A folder with the standard map, by its path."""
    place.mkdir(parents=True)
    said = SAID.format(name=place.name, parent=parent)
    (place / "variant.toml").write_text(said + more, encoding="utf-8")
    shutil.copytree(STANDARD / "map", place / "map")
    if hooks:
        (place / "hooks.py").write_text(hooks, encoding="utf-8")
    (place / "words.toml").write_text(words, encoding="utf-8")
    return str(place)


# What it inherits


def test_without_hooks_it_has_the_rules_of_its_parent(tmp_path: Path) -> None:
    name = tidal(tmp_path / "tidal")
    book, standard = load(name), load()
    assert rules_of(name) is Rulebook
    assert options_of(name) is options_of("standard")
    assert (book.title, standard.title) == ("Tidal", "Standard")
    assert book.option_specs == standard.option_specs
    assert book.definition.editions == standard.definition.editions != {}
    assert book.victory_centres == 18
    assert book.definition.neutrals == ()
    assert book.definition.lore_words == standard.definition.lore_words
    assert load(name, {"edition": "1971"}).options.paradox == "1971"


def test_its_hooks_derive_from_its_parents_and_have_its_options(tmp_path: Path) -> None:
    name = tidal(tmp_path / "tidal", HOOKS, TIDE)
    assert rules_of(name).__bases__ == (Rulebook,)
    assert load(name).options.chosen["tide"] == "high"
    assert load(name, {"tide": "low"}).options.chosen["tide"] == "low"
    # A game that was recorded before there was the option is played on as it was.
    assert load(name, {}, recorded=True).options.chosen["tide"] == "low"
    assert load(name, {"tide": "high"}, recorded=True).options.chosen["tide"] == "high"


def test_a_grandchild_without_hooks_has_those_of_the_middle_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PATH, str(tmp_path))
    tidal(tmp_path / "tidal", HOOKS, TIDE)
    name = tidal(tmp_path / "ebbing", parent="tidal")
    assert rules_of(name) is rules_of("tidal") is not Rulebook
    assert load(name).options.chosen["tide"] == "high"


def test_what_is_a_number_in_its_parent_it_may_work_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A constant is no question: nobody says with what it is asked, or what it returns."""
    monkeypatch.setenv(PATH, str(tmp_path))
    tidal(tmp_path / "tidal", f"{HOOKS}    depth = 3\n", TIDE)
    name = tidal(tmp_path / "ebbing", DEEPER, parent="tidal")
    assert (rules_of("tidal").depth, load(name).depth) == (3, 4)  # type: ignore[attr-defined]


def test_units_without_a_player_are_shown_as_the_folder_or_its_parent_says(tmp_path: Path) -> None:
    path = Path(tidal(tmp_path / "police", parent="london_nights"))
    shutil.rmtree(path / "map")
    shutil.copytree(STANDARD.parent / "london_nights" / "map", path / "map")
    (police,) = load(str(path)).definition.neutrals
    assert (police.name, police.mark, police.colour) == ("Police", "PO", "#0f2b84")


def test_of_a_kind_of_report_it_says_only_what_is_different(tmp_path: Path) -> None:
    kinds = load(tidal(tmp_path / "tidal", words=WORDS)).reports
    standard = load().reports
    assert kinds["bounced"].text == "Turned back at {goal}."
    assert (kinds["bounced"].clause, kinds["bounced"].fate) == ("STD-BOUNCE", "bounced")
    assert kinds["bounced"].facts["attack"] is Sort.NUMBER
    assert kinds["moved"].text == standard["moved"].text
    assert (kinds["moved"].clause, kinds["moved"].fate) == ("TI-2", "bounced")
    assert kinds["moved"].also == ("STD-MOVE",)
    assert kinds["outdone"] == standard["outdone"]


# What is wrong


@pytest.mark.parametrize(
    ("hooks", "more", "said"),
    [
        ("Rules = None\n", "", "it has no class Rules; derive one from legation.rules.rulebook"),
        ("from legation.errors import FileError\n", "", "it has no class Rules"),
        (
            "class Rules:\n    pass\n",
            "",
            'its Rules derive from builtins.object; the parent "standard" needs Rules('
            "legation.rules.rulebook.Rulebook)",
        ),
        (
            "from legation.nowhere import it\n",
            "",
            "ModuleNotFoundError: No module named",
        ),
        ("class Rules(Nobody):\n    pass\n", "", "it cannot be imported: NameError: name 'Nobody'"),
        (HOOKS, "", 'its Options have tide, and there is no option "tide"'),
        ("", TIDE, 'nothing reads the option "tide": its Options have no tide'),
        (
            HOOKS,
            TIDE.replace("low = ", "ebb = ").replace('"low"', '"ebb"'),
            "option tide is one of",
        ),
        ("", "players = 6\n", "players is 6, and there are 7 [[powers]]"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, hooks: str, more: str, said: str) -> None:
    with pytest.raises(FileError) as refusal:
        load(tidal(tmp_path / "tidal", hooks, more))
    assert str(refusal.value).startswith("tidal/")
    assert said in str(refusal.value)


# Where it is found


def test_it_is_found_by_its_path_and_in_the_folders_that_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tidal(tmp_path / "here" / "tidal")
    (tmp_path / "here" / "nothing").mkdir()
    (tmp_path / "here" / "note.txt").write_text("no variant", encoding="utf-8")
    monkeypatch.delenv(PATH, raising=False)
    assert "tidal" not in folders()
    assert folder(path) == Path(path).resolve()
    for unknown in ("tidal", str(tmp_path / "here"), str(tmp_path / "here" / "nothing")):
        with pytest.raises(NameUnknownError, match="there is no variant"):
            folder(unknown)
    nowhere = str(tmp_path / "nowhere")
    monkeypatch.setenv(PATH, os.pathsep.join([nowhere, str(tmp_path / "here"), path]))
    assert "tidal" in folders()
    assert not {"nothing", "here", "note.txt", "map"} & set(folders())
    assert load("tidal").title == "Tidal"
    assert "standard" in folders()
    assert folder("standard") == STANDARD


def test_a_name_that_stands_in_no_list_is_asked_of_whoever_may_know_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find, "_others", [])
    for known in ("ebbing", "tidal"):
        find.ask_too(lambda name, known=known: tmp_path / name if name == known else None)  # type: ignore[misc]
    assert find.unlisted("tidal") == tmp_path / "tidal"
    assert find.unlisted("neaps") is None


def test_one_path_in_two_places_is_two_variants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Relative paths are of the folder that one is in: each time its own hooks and options."""
    tidal(tmp_path / "one" / "tidal", hooks=HOOKS, more=TIDE)
    tidal(tmp_path / "other" / "tidal")
    name = f".{os.sep}tidal"
    monkeypatch.chdir(tmp_path / "one")
    assert rules_of(name) is not Rulebook
    assert "tide" in options_of(name).__annotations__
    monkeypatch.chdir(tmp_path / "other")
    assert rules_of(name) is Rulebook
    assert options_of(name) is options_of("standard")


def test_what_the_rules_of_a_folder_led_to_elsewhere_is_put_down_to_them(tmp_path: Path) -> None:
    """By the rulebook or its class at work where it came up; ours are not to blame."""

    def led(at_work: object) -> str:
        try:
            raise TypeError(f"of {at_work}")  # at_work is a name of this frame
        except TypeError as error:
            return fault(error)

    name = tidal(tmp_path / "tidal", HOOKS, TIDE)
    for own, ours in ((load(name), load()), (rules_of(name), Rulebook)):
        assert "did a hook give an answer of another kind?" in led(own)
        assert led(ours) == ""


def test_a_number_that_was_changed_in_the_second_of_a_look_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where Python keeps what it compiled: the file is as long and as old as it was."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    name = tidal(tmp_path / "tidal", HOOKS, TIDE)
    file = Path(name, "hooks.py")
    for level in (1, 2):
        file.write_text(f"{HOOKS}\nlevel = {level}\n", encoding="utf-8")
        os.utime(file, (1e9, 1e9))
        module = rules_of(name).__module__
        assert sys.modules[module].level == level
        forget()
        for each in (module, module.rpartition(".")[0]):
            del sys.modules[each]


def test_a_criterion_that_is_no_function_of_a_folder_is_not_watched() -> None:
    """One of ours, and one that has no code of its own."""
    for each in (fault, partial(fault)):
        assert answers._of_folder(each, "place", str, "a str") is each
