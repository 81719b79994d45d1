"""A draft becomes a folder that plays; what is wrong with it is told at its row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from thirty import joined, thirty

from legation.board.graph import MapGraph
from legation.errors import InputError
from legation.studio import taken
from legation.studio.building import build, sound
from legation.studio.checking import problems
from legation.studio.document import as_data, read
from legation.studio.held import Held
from legation.studio.written import RULES, put
from legation.table.game import Game

EVIL = '<script>alert("x")</script>'


def changed(**sections: Any) -> dict[str, Any]:
    """The map of thirty with its borders, and sections otherwise."""
    return {**as_data(joined()), **sections}


def at(found: list[dict[str, Any]], text: str) -> dict[str, Any]:
    """Where the problem with these words is said to be."""
    where: dict[str, Any] = next(each["where"] for each in found if text in each["text"])
    return where


def test_a_sound_draft_is_built_and_played(tmp_path: Path) -> None:
    draft = joined()
    assert problems(draft) == []
    data = as_data(draft)
    data["places"][0]["name"] = EVIL
    data["powers"][0]["name"] = data["title"] = "A & <b>"
    for row in (*data["places"], *data["setup"]):
        for key in ("home", "power"):
            if row.get(key) == "Vesta":
                row[key] = "A & <b>"
    built = sound(data)
    assert EVIL not in built["svg"]
    assert "<b>" not in built["svg"]
    assert built["svg"].startswith("<svg")
    assert built["problems"] == []
    put(built["files"], tmp_path / "evil")
    game = Game.new(str(tmp_path / "evil"))
    assert isinstance(game.book.graph, MapGraph)
    assert len(game.view("spectator").position.units) == 17
    assert taken.of(Held(built["files"])) == (read(data), ())


def test_without_a_text_the_rules_are_those_of_its_parent() -> None:
    """Every page of a game leads to its rules, and reads their clauses."""
    assert build(changed(rules=""))["files"][RULES] == (
        b"# The rules\nEverything that is not here is as in `standard`.\n"
    )


def test_each_fault_is_at_its_row() -> None:
    data = changed()
    data["powers"][1] |= {"colour": "#2c4b8c", "short": data["powers"][0]["short"]}
    data["declared"] = {
        "victory": {"centres": 40},
        "builds": {"where": "owned", "clause": "THI-1"},
        "options": {"paradox": "1917"},
    }
    found = problems(data)
    assert at(found, "look alike") == {"section": "powers", "row": 1, "key": "colour"}
    assert at(found, "is that of another power") == {"section": "powers", "row": 1, "key": "short"}
    victory = {"section": "declared", "key": "victory"}
    assert at(found, "victory.centres is 40, and the map has 17 centres.") == victory
    assert at(found, "1917") == {"section": "declared", "key": "options"}
    del data["declared"]["options"], data["declared"]["victory"]
    found = problems(data)
    said = "18 centres win in standard, and the board has 17; more than half are 9."
    assert at(found, said) == victory
    assert at(found, "the clause THI-1") == {"section": "declared", "key": "builds"}


def test_a_fault_of_a_declaration_is_at_its_key() -> None:
    data = changed(declared={"victory": {"centres": 9, "hold": ["Lon"], "clause": "STD-END"}})
    assert at(problems(data), '"Lon", and there is no centre') == {
        "section": "declared",
        "key": "victory",
    }


def test_a_code_that_is_a_path_stays_a_cell(tmp_path: Path) -> None:
    data = changed()
    data["places"][3]["code"] = "../x"
    found = problems(data)
    assert at(found, '"../x" is no code') == {"section": "places", "row": 3}
    built = build(data)
    assert "map/board.json" not in built["files"]
    put(built["files"], tmp_path / "kept" / "x")
    assert [each.name for each in tmp_path.iterdir()] == ["kept"]
    with pytest.raises(InputError, match="is no code"):
        sound(data)


def test_an_empty_draft_is_told_what_it_lacks() -> None:
    texts = [each["text"] for each in problems({})]
    assert "The game has no title." in texts
    assert "A game needs two powers at least." in texts
    assert problems(thirty())  # without borders
