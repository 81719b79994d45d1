"""Saved games: out and in again, and other people's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from legation.compat.diplomacy import Game
from legation.compat.diplomacy.utils.export import (
    from_saved_game_format,
    is_valid_saved_game,
    load_saved_games_from_disk,
    to_saved_game_format,
)
from legation.errors import FileError, InputError


def played() -> Game:
    """A spring and orders for an autumn."""
    game = Game()
    game.set_orders("FRANCE", ["A PAR - BUR"])
    game.process()
    game.set_orders("FRANCE", ["A BUR - MUN"])
    return game


def test_a_saved_game_has_its_phases_and_the_open_one() -> None:
    saved = to_saved_game_format(played())
    assert list(saved) == ["id", "map", "rules", "phases"]
    assert saved["rules"] == ["NO_PRESS", "POWER_CHOICE"]
    first, last = saved["phases"]
    assert (first["name"], last["name"]) == ("S1901M", "F1901M")
    assert first["orders"]["FRANCE"] == ["A PAR - BUR"]
    assert last["orders"] == {**dict.fromkeys(last["orders"]), "FRANCE": ["A BUR - MUN"]}
    assert first["state"]["units"]["FRANCE"] == ["F BRE", "A MAR", "A PAR"]
    assert last["state"]["units"]["FRANCE"] == ["F BRE", "A MAR", "A BUR"]


def test_it_goes_on_where_it_was() -> None:
    game = from_saved_game_format(json.loads(json.dumps(to_saved_game_format(played()))))
    assert game.get_current_phase() == "F1901M"
    assert game.get_orders("FRANCE") == ["A BUR - MUN"]
    assert [phase.name for phase in game.get_phase_history()] == ["S1901M"]
    assert game.process().results["A BUR"] == ["bounce"]


def test_files_hold_a_game_a_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for _ in range(2):
        to_saved_game_format(played(), output_path=str(path))
    assert [g.get_current_phase() for g in load_saved_games_from_disk(str(path))] == ["F1901M"] * 2
    path.write_text(path.read_text() + "{}\n", encoding="utf-8")
    with pytest.raises(FileError, match="line 3: this is no saved game"):
        load_saved_games_from_disk(str(path))
    assert len(load_saved_games_from_disk(str(path), on_error="ignore")) == 2


def test_orders_are_carried_out_again_to_check_a_game() -> None:
    saved = json.loads(json.dumps(to_saved_game_format(played())))
    assert is_valid_saved_game(saved)
    saved["phases"][0]["orders"]["FRANCE"] = ["A PAR - PIC"]
    assert not is_valid_saved_game(saved)
    assert not is_valid_saved_game({"phases": [{}]})


def test_what_is_no_saved_game_is_refused() -> None:
    with pytest.raises(InputError, match='a list of "phases"'):
        from_saved_game_format({})
