"""A variant is a folder: nothing outside it knows its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import legation
from legation.variants.find import folders
from legation.variants.load import load

SOURCE = Path(legation.__file__).parent
OWN = sorted(name for name in folders() if name != "standard")


@pytest.mark.parametrize("name", OWN)
def test_no_file_outside_the_folder_names_the_variant(name: str) -> None:
    title = load(name).title.partition(":")[0]
    named = re.compile("|".join((name, name.replace("_", "[ -]"), title)), re.IGNORECASE)
    outside = [
        str(path.relative_to(SOURCE))
        for path in sorted(SOURCE.rglob("*"))
        if path.suffix in (".py", ".toml", ".csv", ".json")
        and SOURCE / "variants" / name not in path.parents
        and named.search(path.read_text(encoding="utf-8"))
    ]
    assert outside == []


@pytest.mark.parametrize("name", OWN)
def test_a_variant_does_not_import_another(name: str) -> None:
    folder = SOURCE / "variants" / name
    for path in folder.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for other in folders():
            assert other == name or f"variants.{other}" not in source, path
