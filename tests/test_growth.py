"""The picture of how the server grows shows the figures that are kept, and no others."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture
def growth(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    return importlib.import_module("growth")


def test_the_picture_is_drawn_from_what_is_kept(growth: ModuleType) -> None:
    kept = (ROOT / "benchmarks" / "growth.toml").read_text(encoding="utf-8")
    shown = (ROOT / "docs" / "growth.svg").read_text(encoding="utf-8")
    assert shown == growth.drawn(kept), "python benchmarks/growth.py draws it anew"


def test_a_run_stands_where_its_value_is(growth: ModuleType) -> None:
    """A field of 330 by 190: 50 of 100 players are in its middle, 5 of 20 ms a quarter up."""
    runs = {50.0: [5.0], 100.0: [10.0]}
    panel = growth.Panel("A", "players", "ms", 15, 20, {"": runs})
    drawn = "".join(panel.draw(0, 0))
    assert 'cx="165.0" cy="142.5"' in drawn
    assert 'cx="330.0" cy="95.0"' in drawn
