"""The boards that only bring a map: each loads, its cases, its picture and its map are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from legation.atlas.making.check import check_variant
from legation.cli.main import run
from legation.kernel.games import games_for
from legation.kernel.tables import board_of
from legation.kernel.translate import position_of
from legation.table.game import Game
from legation.variants.find import folders
from legation.variants.load import load
from shelf import FIRST, MAPS, MAPS_IN_TURN

ROW = re.compile(r"\| [A-Z]{2,3}-\w+ \|")
LEFT_OVER = re.compile(r"\b[A-Z]{4,}\b")


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


@pytest.mark.parametrize("name", MAPS)
def test_its_clauses_are_finished(name: str) -> None:
    """No word of four capitals, as stands where something is to be filled in."""
    text = folders(maps=True)[name].joinpath("rules.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if ROW.match(line)]
    assert rows
    assert [row for row in rows if LEFT_OVER.search(row)] == []


def test_a_clause_that_is_not_is_found() -> None:
    assert LEFT_OVER.search("| EAC-1 | Twenty-three centres of CENTRES win. |")
    assert not LEFT_OVER.search("| PUR-1 | In AD 1 fleets sail from TYS to ION (PUR-2). |")


def test_a_home_that_is_only_claimed_is_nobodys_at_the_start() -> None:
    """In the game as it is played, and in the compiled one."""
    book = load("empires_and_coalitions")
    board = board_of(book.graph)
    start = position_of(board, games_for(board, 1, 0, 1800), 0)
    for position in (start, Game.new("empires_and_coalitions").truth.position):
        assert "Swe" not in position.owners
        assert position.owners["Cop"] == "Denmark"
    assert "Swe" in book.graph.homes["Denmark"]
