"""The names that programs for the package may use: the list of those that are here is true."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from package_names import CLASSES, HOME, of_class, of_module

LISTED = yaml.safe_load((Path(__file__).parent / "package_names.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("thing", sorted(LISTED))
def test_a_name_is_here_or_listed_as_lacking(thing: str) -> None:
    ours = of_class(thing, HOME) if thing in CLASSES else of_module(thing, HOME)
    assert set(LISTED[thing]["has"]) <= ours
    assert not set(LISTED[thing]["lacks"]) & ours
