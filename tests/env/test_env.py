"""Environments keep PettingZoo's rules, show what the View shows, do what an action says."""

from __future__ import annotations

import copy
import doctest
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from legation import env
from legation.env.seeing import COLUMNS
from legation.errors import InputError, OptionError, StateError
from legation.variants.find import folders

DOCS = Path(__file__).parents[2] / "docs" / "env.md"


def begun(variant: str = "standard", **settings: Any) -> env.GameEnv:
    games = env.parallel_env(variant, **settings)
    games.reset(seed=1)
    return games


def row(games: env.GameEnv, seen: dict[str, Any], power: str, place: str) -> dict[str, int]:
    """What a power sees of a place, by column, where it is not 0."""
    numbers = seen[power]["board"][games.encoding.places.index(place)].tolist()
    return {name: number for name, number in zip(COLUMNS, numbers, strict=True) if number}


@pytest.mark.parametrize("variant", sorted(folders()))
def test_it_keeps_the_rules_of_its_interface(variant: str) -> None:
    parallel_api_test(env.parallel_env(variant, phases=9), num_cycles=12)
    parallel_seed_test(lambda: env.parallel_env(variant, phases=9), num_cycles=5)


@pytest.mark.parametrize("variant", sorted(folders()))
def test_every_observation_is_one_of_its_space_and_every_number_an_order(variant: str) -> None:
    games = begun(variant, phases=16)
    seen, infos = games.reset(seed=2)
    for agent in games.possible_agents:
        games.action_space(agent).seed(7)
    while games.agents:
        for agent in games.agents:
            assert games.observation_space(agent).contains(seen[agent])
            assert infos[agent]["left_out"] == 0
        numbers = {a: games.action_space(a).sample(seen[a]["action_mask"]) for a in games.agents}
        seen, _, _, _, infos = games.step(numbers)
        refused = [line for info in infos.values() for line in info["refused"]]
        assert not any("means no order" in line for line in refused)


def test_a_board_in_numbers() -> None:
    games = begun()
    seen, _ = games.reset(seed=1)
    france, kinds = 1 + games.encoding.powers.index("France"), games.encoding.kinds
    assert row(games, seen, "Turkey", "Par") == {
        "units": 1,
        "power": france,
        "kind": 1 + kinds.index("A"),
        "strength": 1,
        "centre": 1 + france,
    }
    assert row(games, seen, "Turkey", "Bel") == {"centre": 1}
    assert row(games, seen, "Turkey", "Bur") == {}
    assert seen["Turkey"]["clock"].tolist() == [games.encoding.phases.index("movement"), 1901, 0]


def test_who_was_dislodged_and_where_units_bounced() -> None:
    games = begun()
    games.step({"Germany": "A Mun - Bur", "Russia": "A War - Ukr"})
    seen, _, _, _, infos = games.step(
        {
            "France": "A Mar - Bur\nA Par S A Mar - Bur",
            "Russia": "A Ukr - Gal",
            "Austria": "A Vie - Gal",
        }
    )
    powers, army = games.encoding.powers, 1 + games.encoding.kinds.index("A")
    assert row(games, seen, "Italy", "Bur") == {
        "units": 1,
        "power": 1 + powers.index("France"),
        "kind": army,
        "strength": 1,
        "dislodged power": 1 + powers.index("Germany"),
        "dislodged kind": army,
    }
    assert row(games, seen, "Italy", "Gal") == {"contested": 1}
    # not to Mar, which is empty: the attack came from there
    assert set(infos["Germany"]["orders"][0]) == {
        *("", "A Bur - Bel", "A Bur - Gas", "A Bur - Mun", "A Bur - Pic", "A Bur - Ruh"),
        "A Bur D",
    }


def test_numbers_are_orders_and_what_means_none_is_refused_alone() -> None:
    games = begun()
    _, infos = games.reset(seed=1)
    own = infos["France"]
    numbers = np.zeros(40, int)
    par, bre = own["names"].index("A Par"), own["names"].index("F Bre")
    numbers[par] = own["orders"][par].index("A Par - Pic")
    numbers[bre] = 511
    numbers[39] = 3
    *_, infos = games.step({"France": numbers})
    where = {str(unit) for unit in games.view("Italy").position.of("France")}
    assert where == {"A Pic", "A Mar", "F Bre"}
    first, second = infos["France"]["refused"]
    assert first.startswith(
        f"number 511 means no order in slot {bre}, which is for F Bre: from 0 to "
    )
    assert second == "number 3 means no order in slot 39, which is for nobody: from 0 to 0 do."


def test_what_finds_no_number_is_counted_and_may_be_written() -> None:
    games = begun(slots=2, choices=3)
    _, infos = games.reset(seed=1)
    own = infos["France"]
    assert [len(orders) for orders in own["orders"]] == [3, 3]
    whole = begun().reset(seed=1)[1]["France"]["orders"]
    assert own["left_out"] == sum(len(orders) - 1 for orders in whole) - 4
    games.step({"France": "F Bre - ENG"})
    assert "F ENG" in {str(unit) for unit in games.view("France").position.of("France")}


def test_centres_that_are_won_are_rewarded() -> None:
    games = begun(reward=env.by_centres)
    assert set(games.step({"France": "A Mar - Spa"})[1].values()) == {0.0}
    _, rewards, *_ = games.step({})
    assert rewards == {agent: float(agent == "France") for agent in games.possible_agents}


def test_an_ending_is_shared_among_its_winners() -> None:
    view = begun().view("France")
    assert env.by_result(view, view) == 0.0
    drawn = replace(view, ending="draw", winners=("France", "Turkey"))
    assert env.by_result(view, drawn) == 0.5
    lost = replace(view, ending="solo", winners=("Turkey",))
    assert env.by_result(view, lost) == 0.0


def test_numbers_of_numpy_are_numbers() -> None:
    games = begun(phases=np.int64(1))
    assert set(games.step({})[3].values()) == {True}
    with pytest.raises(InputError, match="actions are a dict"):
        begun().step(None)  # type: ignore[arg-type]


def test_phases_stop_a_game_and_another_begins() -> None:
    games = begun(phases=1)
    _, _, ended, stopped, _ = games.step({})
    assert (set(ended.values()), set(stopped.values())) == ({False}, {True})
    with pytest.raises(StateError, match="call reset"):
        games.step({})
    games.reset()
    assert games.agents == games.possible_agents


def test_what_is_hidden_is_not_observed() -> None:
    games = begun("london_nights")
    seen, *_, infos = games.step({})  # a hold of theirs is told to nobody else (LN-1A-a, LN-1A-c)
    theatre = 1 + games.encoding.powers.index("Theatre-Goers")
    column = COLUMNS.index("power")
    holders = {agent for agent in seen if theatre in seen[agent]["board"][:, column]}
    assert holders == {"Theatre-Goers"}
    assert {agent for agent in infos if "Theatre-Goers: U" in infos[agent]["text"]} == holders
    assert "Theatre-Goers: units unseen; centres Cov, Lei, Rus, Sha" in infos["Nurses"]["text"]


def test_pictures_are_what_everybody_knows() -> None:
    games = begun("london_nights", render_mode="ansi")
    games.step({})
    said = games.render()
    assert said is not None
    assert "Nurses: " in said
    assert "Theatre-Goers: U" not in said
    drawn = begun(render_mode="svg").render()
    assert drawn is not None
    assert drawn.startswith("<svg")
    assert begun().render() is None


def test_what_is_known_besides_stays_in_the_text() -> None:
    games = begun("post_atomic")
    games.step({"France": "Start A Bre\nStart A Mar\nStart A Par\nMountain Bre - Pic"})
    *_, infos = games.step({})
    assert "Mountain ranges known on: Bre-Pic." in infos["France"]["text"]
    assert "Bre-Pic" not in infos["Germany"]["text"]


@pytest.mark.parametrize("again", [copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))])
@pytest.mark.parametrize("variant", ["standard", "london_nights"])
def test_a_copy_goes_on_as_it_would(variant: str, again: Any) -> None:
    games = begun(variant, phases=9)
    for _ in range(2):
        games.step({})
    other = again(games)
    for _ in range(2):
        first, second = games.step({}), other.step({})
        assert first[1:] == second[1:]
        assert all(
            (first[0][agent]["board"] == second[0][agent]["board"]).all() for agent in first[0]
        )
    assert games.reset()[1] == other.reset()[1]
    assert again(env.parallel_env(variant)).agents == []


@pytest.mark.parametrize("seed", [-1, 1.5, "a", True])
def test_a_seed_that_can_be_none_is_refused(seed: Any) -> None:
    games = begun()
    with pytest.raises(InputError, match="a seed is a whole number from 0"):
        games.reset(seed=seed)
    assert games.agents


def test_an_agent_that_is_none_is_named() -> None:
    games = begun()
    for ask in (games.view, games.observation_space, games.action_space):
        with pytest.raises(InputError, match="no agent is called 'Narnia'"):
            ask("Narnia")
    with pytest.raises(StateError, match=r"call reset\(\)"):
        env.parallel_env().view("France")


def test_without_words_there_are_none() -> None:
    assert begun(words=False).step({})[-1]["Italy"]["text"] == ""


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"phases": 0}, "phases is a whole number from 1"),
        ({"slots": "40"}, "slots is a whole number from 1"),
        ({"choices": True}, "choices is a whole number from 1"),
        ({"words": "no"}, "words is True or False"),
        ({"reward": "by_centres"}, "reward is a function of two Views"),
        ({"render_mode": "human"}, 'render_mode is "ansi" or "svg"'),
        ({"phase": 3}, "phases"),
    ],
)
def test_a_setting_that_can_be_none_is_named(settings: dict[str, Any], said: str) -> None:
    with pytest.raises((InputError, OptionError), match=said):
        env.parallel_env(**settings)


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ({"Frnace": [0] * 40}, "no agent is called 'Frnace'"),
        ({"France": [0] * 39}, "an action is 40 whole numbers"),
        ({"France": [0.5] * 40}, "an action is 40 whole numbers"),
        ({"France": None}, "an action is 40 whole numbers"),
    ],
)
def test_an_action_of_another_shape_changes_nothing(actions: dict[str, Any], said: str) -> None:
    games = begun()
    with pytest.raises(InputError, match=said):
        games.step({"Italy": "A Ven - Pie", **actions})
    assert not games.view("Italy").sheets
    assert games.agents == games.possible_agents


def test_the_page_runs() -> None:
    done = doctest.testfile(str(DOCS), module_relative=False, encoding="utf-8")
    assert (done.attempted > 8, done.failed) == (True, 0)


def test_without_its_libraries_it_says_what_to_install() -> None:
    line = "import sys; sys.modules['pettingzoo'] = None; import legation.env"
    told = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True)
    assert "pip install 'legation[env]'" in told.stderr.splitlines()[-1]
