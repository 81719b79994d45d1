"""Every question of the rules has an example, and each changes what it says it changes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "docs" / "site"))

from questionpage import asked
from questions import GROUPS, Example

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
