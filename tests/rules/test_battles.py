"""Battles worked by hand (battles.yaml), for what the standard board does not use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from legation.documents.yaml import read_data
from legation.rules.battle import Act, Battle, BattleRules, Force, Preset, Road
from legation.rules.resolve import resolve

CASES = read_data(Path(__file__).parents[1] / "battles.yaml")


def read_force(text: str, names: list[str]) -> Force:
    words = text.split()
    preset = Preset.OK
    if words[0] in ("void", "blocked", "precut"):
        preset = Preset[words.pop(0).upper()]
    power, kind, place, weight, act, *rest = words
    base = (power, kind, place, int(weight))
    if act in "HC":
        return Force(*base, Act.HOLD if act == "H" else Act.CONVOY, preset=preset)
    if act == "S":
        return Force(*base, Act.SUPPORT, target=names.index(rest[0]), preset=preset)
    goal, *way = rest
    if not way:
        return Force(*base, Act.MOVE, goal, preset=preset)
    road = Road.EITHER if way[0] == "or-land" else Road.CONVOY
    chains = " ".join(way).partition("via ")[2].split(" | ")
    routes = tuple(tuple(names.index(f) for f in chain.split("+")) for chain in chains)
    return Force(*base, Act.MOVE, goal, road, routes, preset=preset)


def read_battle(case: dict[str, Any]) -> tuple[Battle, list[str]]:
    names = list(case["forces"])
    rules = dict(case.get("rules", {}))
    return (
        Battle(
            tuple(read_force(text, names) for text in case["forces"].values()),
            hold_bonus={
                (place, power): int(bonus)
                for place, held in case.get("bonus", {}).items()
                for power, bonus in held.items()
            },
            vacant={
                place: (int(strength), frozenset([exempt]))
                for place, (strength, exempt) in case.get("vacant", {}).items()
            },
            open_places=frozenset(case.get("open", ())),
            peace=frozenset((a, b) for a, b in case.get("peace", ())),
            rules=BattleRules(
                cut=rules.get("cut", "whole"),
                weaken=rules.get("weaken", "supports-first"),
                joint=rules.get("joint") == "true",
                room=int(rules.get("room", "0")),
                exchange=rules.get("exchange", "no"),
                multi_route=rules.get("multi-route", "any"),
                paradox=rules.get("paradox", "szykman"),
                passed=rules.get("passed", "blocks"),
                origin=rules.get("origin", "start"),
            ),
        ),
        names,
    )


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_battle(case: dict[str, Any]) -> None:
    battle, names = read_battle(case)
    resolution = resolve(battle)
    for name, wanted in case["expect"].items():
        index = names.index(name)
        by = resolution.dislodged_by[index]
        what, _, value = wanted.partition(": ")
        if what == "worth":
            assert resolution.support[index] == int(value), name
        elif what == "lost":
            assert by >= 0, f"{name} stands"
            assert names[by] == value, name
        else:
            assert (resolution.arrived[index], by) == (what == "in", -1), name
    assert sorted(resolution.contested) == sorted(case.get("contested", ()))
    if "closes" in case:
        assert [closing.rule for closing in resolution.closings] == case["closes"]


@pytest.mark.parametrize(
    "wrong", [{"joint": True}, {"room": 5000}, {"joint": True, "room": 0}, {"exchange": "yes"}]
)
def test_rules_that_do_not_go_together_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="joint"):
        BattleRules(**wrong)
    assert BattleRules(joint=True, room=5000, exchange="yes").room == 5000
