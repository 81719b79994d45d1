"""The names that programs for the package may use: the list of those that are here is true."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from package_names import HOME, LISTS, names

LISTED = yaml.safe_load((Path(__file__).parent / "package_names.yaml").read_text(encoding="utf-8"))
PAGE = Path(__file__).parents[2] / "docs" / "compat.md"


@pytest.mark.parametrize("thing", LISTS)
def test_a_name_is_here_or_listed_as_lacking(thing: str) -> None:
    ours = names(thing, HOME)
    assert set(LISTED[thing]["has"]) <= ours
    assert not set(LISTED[thing]["lacks"]) & ours


def test_the_page_counts_them() -> None:
    """Each row of the table names lists, and has the sums of what is here and what lacks."""
    text = PAGE.read_text(encoding="utf-8").partition("| of | here | lacking |")[2]
    rows = [line.split("|")[1:4] for line in text.partition("\n\n")[0].splitlines()[2:]]
    told = [name for cell, _, _ in rows for name in cell.replace("`", "").strip().split(", ")]
    assert sorted(told) == sorted(LISTS)
    for cell, here, lacking in rows:
        lists = cell.replace("`", "").strip().split(", ")
        assert int(here) == sum(len(LISTED[name]["has"]) for name in lists), cell
        assert int(lacking) == sum(len(LISTED[name]["lacks"]) for name in lists), cell
