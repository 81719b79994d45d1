"""The boards that only bring a map: each loads, its cases, its picture and its map are right."""

from __future__ import annotations

from pathlib import Path

import pytest

from legation.atlas.making.check import check_variant
from legation.cli.main import run
from legation.table.game import Game
from legation.variants.find import folders
from legation.variants.load import load
from shelf import FIRST, MAPS, MAPS_IN_TURN


def test_they_stand_on_the_shelf() -> None:
    assert FIRST in MAPS
    assert "standard" not in MAPS


@pytest.mark.parametrize("name", MAPS_IN_TURN)
def test_its_cases_pass_and_its_picture_shows_its_borders(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three cases, every clause there, a board as fresh as its tables; and it can be begun."""
    place = Path(str(folders(maps=True)[name]))
    assert run(["check", str(place)]) == 0
    passed, failed = capsys.readouterr().out.split(" passed, ")
    assert int(passed) >= 3
    assert failed == "0 failed\n"
    assert not list(place.rglob("*.py"))
    assert check_variant(name) == []
    book = load(name)
    assert "The game is by " in (place / "rules.md").read_text(encoding="utf-8")
    colours = [power.colour for power in book.powers]
    assert len(set(colours)) == len(colours)
    begun = Game.new(name).truth.position
    there = {unit.power for unit in begun.units} | {*begun.owners.values()}
    assert there >= {power.name for power in book.powers}
