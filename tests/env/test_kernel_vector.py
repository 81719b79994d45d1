"""Many games at once: what is seen is what stands, what is masked is legal, games begin anew."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import legation
from legation import arrays
from legation.env.vector import Seen, StandardVectorEnv, places
from legation.errors import InputError, StateError
from legation.kernel.compiled import COMPILED

NAMES = arrays.names()
ROWS = places()
POWERS = NAMES.powers
SEAS = ("MAO", "WES", "LYO")
AREAS = ("land", "water", "coast")
MANY, STEPS = (40, 40) if COMPILED else (4, 8)


def begun(many: int = 2, **settings: int) -> StandardVectorEnv:
    games = StandardVectorEnv(many, **settings)
    games.reset(seed=1)
    return games


def put(games: StandardVectorEnv, view: legation.View) -> Seen:
    """The first game is this position; what is seen of it."""
    there = games.games._asdict()
    for name, part in arrays.games_of([view])._asdict().items():
        there[name][0] = part[0]
    seen: Seen = games._survey()[0]
    return seen


def told(row: np.ndarray) -> dict[str, str]:
    """An observed place in words, by where each feature stands in the paper's order."""
    kinds = ("A", "F", "")
    found = {
        "unit": kinds[int(row[0:3].argmax())],
        "power": (*POWERS, "")[int(row[3:11].argmax())],
        "build": "yes" if row[11] else "",
        "remove": "yes" if row[12] else "",
        "lost": kinds[int(row[13:16].argmax())],
        "lost power": (*POWERS, "")[int(row[16:24].argmax())],
        "area": AREAS[int(row[24:27].argmax())],
        "owner": (*POWERS, "nobody")[int(row[27:35].argmax())] if row[27:35].any() else "",
    }
    return {name: word for name, word in found.items() if word}


def test_rows_are_the_eighty_one_places_of_the_paper() -> None:
    """75 provinces, without Switzerland, and the coasts of Bulgaria, Spain and St Petersburg."""
    assert len(ROWS) == 81
    assert "Swi" not in ROWS
    assert sorted(ROWS[75:]) == ["Bul/ec", "Bul/sc", "Spa/nc", "Spa/sc", "Stp/nc", "Stp/sc"]


def test_a_board_is_seen_as_it_stands() -> None:
    games = begun()
    seen = put(
        games,
        legation.position(
            units={"France": ["A Par", "F Spa/sc"], "Turkey": ["F BLA"]},
            centres={"France": ["Par", "Spa"]},
        ),
    )
    there = {place: told(row) for place, row in zip(ROWS, seen, strict=True)}
    fleet = {"unit": "F", "power": "France", "area": "coast", "owner": "France"}
    assert there["Par"] == {"unit": "A", "power": "France", "area": "land", "owner": "France"}
    assert there["Spa/sc"] == there["Spa"] == fleet
    assert there["Spa/nc"] == {"area": "coast", "owner": "France"}
    assert there["BLA"] == {"unit": "F", "power": "Turkey", "area": "water"}
    assert there["Bur"] == {"area": "land"}
    assert there["Mun"] == {"area": "land", "owner": "nobody"}
    ones = seen.sum(1)  # of each place: two for who is there, two for who is lost, one area
    assert set(ones.tolist()) == {5, 6}


def test_winters_and_retreats_are_seen() -> None:
    """France owns Paris and Brest and has one unit, Germany one centre and two units."""
    games = begun()
    winter = legation.position(
        units={"France": ["A Par"], "Germany": ["A Mun", "A Kie"]},
        date="Winter 1901",
        phase="adjustment",
        centres={"France": ["Par", "Bre"], "Germany": ["Mun"]},
    )
    there = {place: told(row) for place, row in zip(ROWS, put(games, winter), strict=True)}
    assert [place for place in ROWS if "build" in there[place]] == ["Bre"]
    assert sorted(place for place in ROWS if "remove" in there[place]) == ["Kie", "Mun"]
    battle = legation.position(
        units={"France": ["A Par", "A Mar"], "Italy": ["A Bur"]}, date="Spring 1901"
    )
    after = legation.adjudicate(battle, "France\nA Par - Bur\nA Mar S A Par - Bur").after
    row = told(put(games, after)[ROWS.index("Bur")])
    lost = {"lost": "A", "lost power": "Italy", "area": "land"}
    assert row == {"unit": "A", "power": "France", **lost}


def test_what_is_masked_is_legal_and_all_of_it() -> None:
    games = begun(3, phases=12)
    for _ in range(6):
        for game in range(3):
            view = arrays.view_of(games.games, game)
            readable = legation.legal_orders(view)
            readable.pop("", None)
            masked = [
                NAMES.orders[number]
                for province in NAMES.provinces
                for number in np.flatnonzero(games.mask(game, province))
            ]
            assert sorted(masked) == sorted(text for texts in readable.values() for text in texts)
        games.step(games.sample())
    with pytest.raises(InputError, match="no province Atlantis"):
        games.mask(0, "Atlantis")


def test_sampled_orders_are_legal_and_the_same_for_a_seed() -> None:
    one, two = begun(MANY, threads=2), begun(MANY)
    for _ in range(STEPS):
        actions, again = one.sample(), two.sample()
        assert (actions == again).all()
        seen, _, _, _, infos = one.step(actions)
        other, *_ = two.step(again)
        assert (seen == other).all()
        fates = infos["fate"][actions >= 0]
        assert NAMES.fates.index(legation.Fate.VOID) not in fates
        assert one.observation_space.contains(seen)
        assert one.action_space.contains(actions)


def test_steps_are_phases_of_the_arrays() -> None:
    """Orders are judged by the lists there, and by the board here; some are not legal."""
    games, chance = begun(MANY), np.random.default_rng(3)
    for _ in range(STEPS):
        before = arrays.Games._make(array.copy() for array in games.games)
        actions = games.sample()
        wrong = (actions >= 0) & (chance.random(actions.shape) < 0.03)
        actions[wrong] = chance.integers(0, len(NAMES.orders), actions.shape, np.int32)[wrong]
        *_, infos = games.step(actions)
        results = arrays.adjudicate(before, actions)
        assert (infos["fate"] == results.fate).all()
        for name in ("power", "kind", "owner", "phase", "season", "year", "lost"):
            assert (getattr(games.games, name) == getattr(results.after, name)).all()


def test_an_order_that_is_legal_and_not_listed_counts() -> None:
    """A support that names the coast: F WES supports the move to the south coast of Spain."""
    view = legation.position(units={"France": ["F MAO", "F WES", "F LYO"]})
    texts = ["F MAO - Spa/sc", "F WES S F MAO - Spa/sc", "F LYO S F MAO - Spa/nc"]
    games = begun()
    put(games, view)
    games._infos()
    orders = np.full((2, 76), -1, np.int32)
    orders[0] = arrays.orders_of(arrays.games_of([view]), [texts])[0]
    fates = games.step(orders)[4]["fate"][0]
    told = {place: NAMES.fates[fates[NAMES.provinces.index(place)]].value for place in SEAS}
    assert told == {"MAO": "succeeds", "WES": "given", "LYO": "unmatched"}


def test_who_wins_gets_all_and_the_game_begins_anew() -> None:
    centres = sorted(legation.game("standard").book.graph.centres)
    games = begun()
    put(
        games,
        legation.position(
            units={"France": ["A Par"]},
            date="Autumn 1905",
            centres={"France": centres[:18], "Turkey": centres[18:]},
        ),
    )
    none = np.full((2, 76), -1, np.int32)
    _, rewards, over, cut, _ = games.step(none)
    assert over.tolist() == [True, False]
    assert not cut.any()
    assert rewards[0].tolist() == [float(power == "France") for power in POWERS]
    assert not rewards[1].any()
    _, rewards, over, _, infos = games.step(none)
    assert not over.any()
    assert not rewards.any()
    assert (infos["season"][0], infos["year"][0], infos["phase"][0]) == (0, 1901, 0)
    assert (games.games.power[0] >= 0).sum() == 22


def test_survivors_share_what_the_last_year_leaves() -> None:
    games = begun()
    last = legation.position(
        units={"France": ["A Par"], "Italy": ["A Rom"]},
        date="Autumn 1936",
        centres={"France": ["Par"], "Italy": ["Rom"], "Turkey": ["Con"]},
    )
    put(games, last)
    none = np.full((2, 76), -1, np.int32)
    _, rewards, over, _, infos = games.step(none)
    if NAMES.phases[infos["phase"][0]] == "adjustment":  # Turkey may build in Constantinople
        _, rewards, over, _, _ = games.step(none)
    assert over[0]
    third = np.float32(1 / 3)
    sharing = ("France", "Italy", "Turkey")
    assert rewards[0].tolist() == [third if p in sharing else 0.0 for p in POWERS]


def test_games_are_cut_short() -> None:
    games = begun(3, phases=2)
    cuts = [games.step(games.sample())[3].tolist() for _ in range(4)]
    # two phases, and the step in which they begin anew, then one phase
    assert cuts == [[False] * 3, [True] * 3, [False] * 3, [False] * 3]


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(StateError, match="call reset"):
        StandardVectorEnv(1).step(np.full((1, 76), -1, np.int32))
    with pytest.raises(InputError, match=r"orders is an array of int32, of shape \(2, 76\)"):
        begun().step(np.zeros((2, 75), np.int32))
    with pytest.raises(InputError, match="num_envs is a whole number from 1"):
        StandardVectorEnv(0)


def test_without_the_kernel_it_says_what_to_install() -> None:
    line = "import sys; sys.modules['numba'] = None; import legation.env.vector"
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True)
    assert "pip install 'legation[kernel]'" in done.stderr.strip().splitlines()[-1]
