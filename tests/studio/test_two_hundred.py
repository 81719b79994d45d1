"""The largest board that the studio is for: two hundred places and thirty-four powers."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
from two_hundred import around, two_hundred

from legation.studio.building import build
from legation.studio.checking import problems
from legation.studio.written import put
from legation.table.game import Game


@pytest.mark.evening
def test_it_is_checked_drawn_and_played(tmp_path: Path) -> None:
    """Inland, each place of the grid borders on the six around it, and on no other."""
    draft = two_hundred()
    beside = defaultdict(set)
    for row in draft.borders:
        beside[row.a].add(row.b)
        beside[row.b].add(row.a)
    inland = 0
    for n, place in enumerate(draft.places):
        six = [draft.places[each] for each in around(n)]
        if place.terrain == "inland" and six and all(each.terrain != "sea" for each in six):
            inland += 1
            assert beside[place.code] == {each.code for each in six}, place
    assert inland >= 20
    about = {(each["where"].get("section"), each["kind"]) for each in problems(draft)}
    # So many colours cannot all be told apart, and a grid takes no heed of bays.
    assert about <= {("powers", ""), (None, "stray"), (None, "touch"), (None, "shoreless")}
    built = build(draft)
    codes = {place.code for place in draft.places}
    assert codes <= set(re.findall(r'<text class="code[^>]*>(\w+)</text>', built["svg"]))
    assert set(re.findall(r'class="province[^>]* data-code="(\w+)"', built["svg"])) == codes
    assert len(set(re.findall(r'data-unit="(A \w+)"', built["svg"]))) == 68
    put(built["files"], tmp_path / "grid")
    game = Game.new(str(tmp_path / "grid"))
    assert len(game.waiting) == 34
    game.advance()
    assert len(game.view("gm").position.units) == 68
    assert game.phase.season == "Autumn"
