"""A draft and its folder say the same; a copy of a game plays as that game."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from drafts import DRAFTS
from hypothesis import given, settings

from legation.atlas.making.recipe import read_recipe
from legation.rules.definition import Definition
from legation.rules.rulebook import Rulebook
from legation.studio import shelf, taken, written
from legation.studio.document import Document, packed, read
from legation.studio.held import Held
from legation.variants.find import folders, map_of
from legation.variants.load import load

OTHERWISE = {"variant", "names"}
"""A folder has its own name; a table of names is made of the rest."""


@given(DRAFTS)
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_taken_as_the_same(draft: Document) -> None:
    assert taken.of(Held(written.files(draft))) == (draft, ())
    assert read(packed(draft)) == draft


@pytest.mark.parametrize("name", shelf.parents())
def test_a_copy_of_a_game_without_code_is_that_game(name: str, tmp_path: Path) -> None:
    draft, notes = taken.of(folders(maps=True)[name])
    home = written.folder(draft, tmp_path / name)
    game, copy = load(name), load(str(home))
    for each in fields(Definition):
        if each.name not in OTHERWISE:
            assert _of(copy, each.name) == _of(game, each.name), each.name
    assert read_recipe(home / "map") == read_recipe(map_of(name))
    assert notes == ()


def _of(book: Rulebook, name: str) -> object:
    return getattr(book, name)


def test_a_copy_leaves_code_out_and_says_so() -> None:
    game = next(name for name in folders() if name not in shelf.parents())
    draft, notes = taken.of(folders()[game])
    assert draft.parent == "standard"
    assert draft.places
    assert not draft.words
    assert any("no code" in note for note in notes)
    assert not [path for path in written.files(draft) if path.endswith(".py")]


def test_a_parent_that_is_a_path_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "variant.toml").write_text('name = "x"\ntitle = "Secret"\n')
    content = {"variant.toml": f'name = "y"\nparent = "{tmp_path}/"\n'.encode(), "words.toml": b""}
    draft, notes = taken.of(Held(content))
    assert draft.parent == "standard"
    assert draft.title == ""
    assert notes == (f'There is no game "{tmp_path}/" here; its rules are those of standard.',)
