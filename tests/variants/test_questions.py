"""The reference: each question has an example that changes what it says, each key its meaning."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "site"))

from folderpage import BORDER, MEANINGS, TERRAIN
from questionpage import asked
from questions import GROUPS, Example

from legation.board.graph import TERRAINS
from legation.board.mapfile import BORDER_KINDS
from legation.documents.shape import keys_of
from legation.variants.file import Own
from legation.variants.load import load

EXAMPLES = [example for group in GROUPS.values() for example in group]


def test_every_question_has_one_example() -> None:
    assert sorted(example.question for example in EXAMPLES) == sorted(asked())


@pytest.mark.parametrize("example", EXAMPLES, ids=[each.question for each in EXAMPLES])
def test_an_example_changes_what_it_says(example: Example) -> None:
    assert example.question in vars(example.rules)
    assert example.standard != example.here
    assert example.ask(load("standard")) == example.standard
    assert example.ask(example.book()) == example.here


def test_every_key_and_word_of_a_folder_has_its_meaning() -> None:
    assert {table: tuple(keys) for table, keys in MEANINGS.items()} == keys_of(Own)
    assert tuple(TERRAIN) == TERRAINS
    assert tuple(BORDER) == BORDER_KINDS
