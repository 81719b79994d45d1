"""The example learns: after some games with itself it wins more from the bots than before."""

from __future__ import annotations

import importlib.util
import math
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("learn", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("order", "does", "place"),
    [
        ("", "hold", ""),
        ("A Par H", "hold", ""),
        ("A Par - Bur", "move", "Bur"),
        ("F Bar - Stp/nc", "move", "Stp/nc"),
        ("A Lon - Bre via convoy", "by sea", "Bre"),
        ("A Mar S A Par - Bur", "support to move", "Bur"),
        ("A Mar S A Par", "support to hold", "Par"),
        ("F ENG C A Lon - Bre", "convoy", "Bre"),
        ("Build A Par", "build", ""),
        ("A Par D", "end", ""),
    ],
)
def test_it_reads_what_an_order_does(
    example: ModuleType, order: str, does: str, place: str
) -> None:
    deed, where = example.read(order)
    assert (example.DOES[deed], where) == (does, place)


@pytest.mark.evening
def test_it_learns(example: ModuleType) -> None:
    told: list[str] = []
    weights = example.learn(math.inf, seed=0, most=30, say=told.append)
    assert told == [told[0]]
    assert told[0].startswith("25 games: ")
    seats = ["Austria", "France", "Turkey"]
    before = example.compare(np.zeros(example.FEATURES), seats, seed=50)
    after = example.compare(weights, seats, seed=50)
    assert sum(own for _, own, _ in after) > sum(own for _, own, _ in before) + 2 * len(seats)
