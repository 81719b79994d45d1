"""Small movements come out in the package's words (facts.yaml)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from legation.compat.diplomacy import Game

FACTS = yaml.safe_load((Path(__file__).parent / "facts.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("fact", FACTS, ids=[fact["what"] for fact in FACTS])
def test_a_movement(fact: dict[str, Any]) -> None:
    game = Game()
    game.clear_units()
    for power, units in fact["units"].items():
        game.set_units(power, units)
    for power, orders in fact["orders"].items():
        game.set_orders(power, orders)
        assert game.get_orders(power) == orders
    past = game.process()
    told = {unit: [str(word) for word in words] for unit, words in past.results.items() if words}
    assert told == fact["told"]
    units = {power: sorted(each) for power, each in game.get_units().items()}
    assert units == {power: sorted(fact["after"].get(power, [])) for power in units}
    lost = game.get_state()["retreats"].values()
    assert {u: sorted(p) for each in lost for u, p in each.items()} == fact.get("retreats", {})
    assert game.get_current_phase() == fact["phase"]
