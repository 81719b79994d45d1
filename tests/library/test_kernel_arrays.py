"""The public face of the kernel: its names, what they do by hand-worked examples, what they refuse.

Named so that these tests and the kernel's are run by one process, which compiles once.
"""

from __future__ import annotations

import doctest
import inspect
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import legation
from legation import arrays
from legation.board.position import Position
from legation.board.units import Unit
from legation.env import vector
from legation.errors import (
    IllegalOrderError,
    InputError,
    NameUnknownError,
    OrderError,
    RefusedError,
)
from legation.kernel import compiling
from legation.kernel.compiled import COMPILED

DOCS = Path(__file__).parents[2] / "docs" / "arrays.md"
NAMES = arrays.names()
BORDER = {"France": ["A Par", "A Mar"], "Germany": ["A Mun"], "Italy": ["A Bur"]}


def at(name: str) -> int:
    return NAMES.provinces.index(name)


def told(results: arrays.Results, game: int = 0) -> dict[str, str]:
    """Province → fate."""
    row = results.fate[game].tolist()
    return {NAMES.provinces[p]: NAMES.fates[f].value for p, f in enumerate(row) if f >= 0}


# Names


def test_the_names_are_there_and_say_what_they_are() -> None:
    assert arrays.__all__ == sorted(arrays.__all__)
    for name in arrays.__all__:
        there = getattr(arrays, name)
        assert inspect.getdoc(there)
        if inspect.isfunction(there):
            hints = inspect.signature(there)
            assert hints.return_annotation is not inspect.Signature.empty
    there = {name for name, value in vars(arrays).items() if not inspect.ismodule(value)}
    others = {name for name in there - set(arrays.__all__) if not name.startswith("_")}
    assert others == {"NotInstalledError", "find_spec"}


def test_the_page_tells_every_name() -> None:
    table = DOCS.read_text("utf-8").partition("## All names")[2]
    assert set(re.findall(r"`(\w+)`", table)) == {*arrays.__all__, *vector.__all__}


@pytest.mark.skipif(not COMPILED, reason="it plays a thousand games")
def test_the_page_runs() -> None:
    arrays.on_compile(None)
    done = doctest.testfile(str(DOCS), module_relative=False, encoding="utf-8")
    arrays.on_compile(compiling.to_stderr)
    assert done.attempted > 30
    assert done.failed == 0


@pytest.mark.parametrize("lacking", ["numpy", "numba"])
def test_without_the_extra_one_sentence_says_what_to_install(lacking: str) -> None:
    line = f"import sys; sys.modules[{lacking!r}] = None; import legation.arrays"
    done = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True)
    last = done.stderr.strip().splitlines()[-1]
    assert last == (
        "legation.errors.NotInstalledError: legation.arrays needs NumPy and Numba, which are not"
        " installed: pip install 'legation[kernel]'."
    )
    caught = f"import sys; sys.modules[{lacking!r}] = None\ntry:\n import legation.arrays\n"
    caught += "except ImportError: print('without')"
    done = subprocess.run([sys.executable, "-c", caught], capture_output=True, text=True)
    assert done.stdout == "without\n"


def test_its_dtypes_and_shapes_are_as_documented() -> None:
    games = arrays.begin(3)
    page = DOCS.read_text("utf-8")
    for line in re.findall(r"^\| (`.*)$", page.partition("`Games` are")[2], re.M)[:7]:
        fields, shapes, *_ = line.split(" | ")
        names, dtypes = re.findall(r"`(\w+)`", fields), re.findall(r"u?int\d+", shapes)
        shape = {"(B, P)": (3, 76), "(B,)": (3,), "(B, 1)": (3, 1)}[shapes[shapes.index("(") :]]
        for name, dtype in zip(names, dtypes if len(dtypes) > 1 else dtypes * 9, strict=False):
            array = getattr(games, name)
            assert (array.dtype.name, array.shape) == (dtype, shape), name
    assert (len(NAMES.provinces), len(NAMES.places), len(NAMES.orders)) == (76, 82, 32_011)
    assert len(set(NAMES.orders)) == 32_011
    assert all(NAMES.order[text] == n for n, text in enumerate(NAMES.orders))


# Worked by hand


def test_a_unit_is_dislodged_retreats_and_the_year_goes_on() -> None:
    """Autumn: two against one takes Burgundy; Italy goes to Gascony, has no centre, and is gone."""
    view = legation.position(
        units=BORDER, date="Autumn 1901", centres={"France": ["Par", "Mar"], "Germany": ["Mun"]}
    )
    games = arrays.games_of([view])
    moves = [["A Par - Bur", "A Mar S A Par - Bur", "A Bur H", "A Mun - Ruh"]]
    results = arrays.adjudicate(games, arrays.orders_of(games, moves))
    assert told(results) == {"Par": "succeeds", "Mar": "given", "Bur": "holds", "Mun": "succeeds"}
    assert results.at[0, at("Par")] == at("Bur")
    assert results.at[0, at("Bur")] == -1
    assert results.by[0, at("Bur")] == at("Par")
    games = results.after
    assert NAMES.phases[games.phase[0]] == "retreat"
    # Paris is where the attack came from, Marseilles is held, Ruhr was entered, Munich left.
    lists = arrays.legal_orders(games)
    listed = ["A Bur - Bel", "A Bur - Gas", "A Bur - Mun", "A Bur - Pic", "A Bur D"]
    assert sorted(arrays.texts_of(lists.of(0))) == listed
    results = arrays.adjudicate(games, arrays.orders_of(games, [{"Italy": ["A Bur - Gas"]}]))
    assert told(results) == {"Bur": "succeeds"}
    assert results.at[0, at("Bur")] == at("Gas")
    # Nobody is in a new centre. Italy has a unit and no centre: it must remove it.
    games = results.after
    position = arrays.position_of(games, 0)
    assert str(position.phase) == "Winter 1901, adjustments"
    assert arrays.texts_of(arrays.legal_orders(games).of(0)) == ["Remove A Gas"]
    results = arrays.adjudicate(games, arrays.orders_of(games, [[]]))
    assert told(results) == {"Gas": "succeeds"}  # by the rule, without an order
    position = arrays.position_of(results.after, 0)
    assert str(position.phase) == "Spring 1902, movement"
    assert sorted(map(str, position.units)) == ["A Bur", "A Mar", "A Ruh"]


def test_two_retreats_to_one_place_disband() -> None:
    """Vienna and Budapest are taken by two each, and both who lost them would go to Galicia."""
    view = legation.position(
        units={
            "Austria": ["A Vie", "A Bud"],
            "Italy": ["A Tyr", "A Boh"],
            "Turkey": ["A Ser", "A Rum"],
        }
    )
    games = arrays.games_of([view])
    orders = ["A Tyr - Vie", "A Boh S A Tyr - Vie", "A Ser - Bud", "A Rum S A Ser - Bud"]
    after = arrays.adjudicate(games, arrays.orders_of(games, [orders])).after
    retreats = arrays.orders_of(after, [["A Vie - Gal", "A Bud - Gal"]])
    results = arrays.adjudicate(after, retreats)
    assert told(results) == {"Vie": "fails", "Bud": "fails"}
    assert len(arrays.position_of(results.after, 0).units) == 4


def test_builds_beyond_what_is_due_are_void() -> None:
    """France owns four centres and has two units; Paris, Brest and Marseilles are free."""
    view = legation.position(
        units={"France": ["A Bur", "A Spa"]},
        date="Winter 1901",
        phase="adjustment",
        centres={"France": ["Par", "Bre", "Mar", "Spa"]},
    )
    games = arrays.games_of([view])
    builds = [["Build A Par", "Build F Bre", "Build A Mar"]]
    results = arrays.adjudicate(games, arrays.orders_of(games, builds))
    last = max(("Par", "Bre", "Mar"), key=at)
    want = dict.fromkeys(("Par", "Bre", "Mar"), "succeeds") | {last: "void"}
    assert told(results) == want
    assert len(arrays.position_of(results.after, 0).units) == 4
    waived = arrays.adjudicate(games, arrays.orders_of(games, [["Waive", "build fleet brest"]]))
    assert told(waived) == {"Bre": "succeeds"}


def test_who_is_farthest_from_his_centres_goes_first() -> None:
    """One centre, Paris: Burgundy and the Channel are one away, Munich two, North Africa three."""
    view = legation.position(
        units={"France": ["A Bur", "A Mun", "F NAf"]},
        date="Winter 1901",
        phase="adjustment",
        centres={"France": ["Par"]},
    )
    games = arrays.games_of([view])
    results = arrays.adjudicate(games, arrays.orders_of(games, [[]]))
    assert [str(u) for u in arrays.position_of(results.after, 0).units] == ["A Bur"]


def test_eighteen_centres_end_the_game() -> None:
    centres = sorted(legation.game("standard").book.graph.centres)
    view = legation.position(
        units={"France": [f"A {c}" for c in ("Par", "Mar", "Mun")]},
        date="Autumn 1905",
        centres={"France": centres[:18], "Turkey": centres[18:]},
    )
    before = view.position.centres_of("France")
    games = arrays.games_of([view])
    results = arrays.adjudicate(games, arrays.orders_of(games, [[]]))
    assert len(before) == 18
    assert NAMES.phases[results.after.phase[0]] == "over"
    again = arrays.adjudicate(results.after, arrays.orders_of(games, [[]]))
    assert told(again) == {}
    assert arrays.legal_orders(results.after).orders.shape == (0,)
    assert (again.after.power == results.after.power).all()


def test_a_paradox_disrupts_the_convoy_and_the_support_stands() -> None:
    """DATC 6.F.14: London supports the attack on the Channel that carries the army to London."""
    view = legation.position(
        units={"England": ["F Lon", "F Wal"], "France": ["A Bre", "F ENG"]}, date="Spring 1901"
    )
    orders = ["F Lon S F Wal - ENG", "F Wal - ENG", "A Bre - Lon", "F ENG C A Bre - Lon"]
    fates = {unit: fate.value for unit, fate in arrays.fates(view, orders).items()}
    assert fates == {"F Lon": "given", "F Wal": "succeeds", "A Bre": "fails", "F ENG": "disrupted"}


def test_a_paradox_sets_a_fleet_aside_that_is_not_dislodged() -> None:
    """DATC 6.F.18: the convoy does not run, so that Belgium's support keeps the North Sea."""
    view = legation.position(
        units={
            "England": ["F NTH", "A Lon", "F ENG"],
            "France": ["F Bel"],
            "Germany": ["F HEL", "F SKA"],
        }
    )
    orders = ["F NTH C A Lon - Bel", "A Lon - Bel", "F ENG S A Lon - Bel", "F Bel S F NTH"]
    orders += ["F HEL S F SKA - NTH", "F SKA - NTH"]
    assert {unit: fate.value for unit, fate in arrays.fates(view, orders).items()} == {
        "F NTH": "disrupted",
        "A Lon": "fails",
        "F ENG": "given",
        "F Bel": "given",
        "F HEL": "given",
        "F SKA": "fails",
    }


def test_fates_are_told_in_every_phase() -> None:
    winter = legation.position(
        units={"France": ["A Bur"]},
        date="Winter 1901",
        phase="adjustment",
        centres={"France": ["Par", "Mar"]},
    )
    assert {k: v.value for k, v in arrays.fates(winter, ["Build A Par"]).items()} == {
        "Build A Par": "succeeds"
    }
    view = legation.position(units=BORDER)
    trial = legation.adjudicate(view, "France\nA Par - Bur\nA Mar S A Par - Bur\nGermany\nA Mun H")
    lost = arrays.fates(trial.after, {"italy": ["A Bur - Gas"]})
    assert {k: v.value for k, v in lost.items()} == {"A Bur": "succeeds"}


def openings(count: int) -> arrays.Lists:
    """The lists of so many games that begin: all alike, so one is listed."""
    one = arrays.legal_orders(arrays.begin(1))
    before = len(one.orders) * np.arange(count, dtype=np.int64)
    return arrays.Lists(one.first + before[:, None], np.tile(one.orders, count))


def test_weights_decide_and_chance_is_its_callers() -> None:
    games = arrays.begin(50, seed=3)
    lists = arrays.legal_orders(games)
    wanted = {"A Par - Bur", "F Kie - Den", "A Smy H"}
    numbers = [NAMES.order[text] for text in wanted]
    weights = np.isin(lists.orders, numbers).astype(np.float32)
    picked = arrays.pick(games, lists, np.random.default_rng(1), weights)
    assert all(set(arrays.texts_of(row)) == wanted for row in picked)
    one, two = (arrays.pick(games, lists, np.random.default_rng(5)) for _ in range(2))
    assert (one == two).all()
    assert ((one >= 0) == (games.power >= 0)).all()
    # Three times the weight is drawn three times as often.
    assert (lists.first == openings(50).first).all()
    assert (lists.orders == openings(50).orders).all()
    many, lists = arrays.begin(4000, seed=1), openings(4000)
    channel, held = NAMES.order["F Lon - ENG"], NAMES.order["F Lon H"]
    weights = np.where(lists.orders == channel, 3.0, 1.0)
    drawn = arrays.pick(many, lists, np.random.default_rng(2), weights)[:, at("Lon")]
    ratio = (drawn == channel).sum() / (drawn == held).sum()
    assert 2.5 < ratio < 3.6


def test_picked_builds_are_as_many_as_are_due() -> None:
    view = legation.position(
        units={"France": ["A Bur"], "Turkey": ["A Gre", "A Ser", "A Rum"]},
        date="Winter 1901",
        phase="adjustment",
        centres={"France": ["Par", "Bre", "Mar"], "Turkey": ["Con"]},
    )
    games = arrays.games_of([view] * 40)
    lists = arrays.legal_orders(games)
    picked = arrays.pick(games, lists, np.random.default_rng(1))
    for row in picked:
        verbs = sorted(text.split(" ")[0] for text in arrays.texts_of(row))
        assert verbs == ["Build", "Build", "Remove", "Remove"]
    assert len({tuple(row) for row in picked.tolist()}) > 5


# What is refused


def changed(**arrays_given: object) -> Callable[[], object]:
    return lambda: arrays.draw(arrays.begin(2)._replace(**arrays_given))  # type: ignore[arg-type]


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "no games": (lambda: arrays.draw([]), "this takes Games, not list"),  # type: ignore[arg-type]
    "shape": (
        changed(owner=np.zeros((2, 75), np.int8)),
        r"games.owner is an array of int8, of shape \(2, 76\), not of int8, of shape \(2, 75\)",
    ),
    "dtype": (changed(kind=np.zeros((2, 76))), "games.kind is an array of int8, .*float64"),
    "range": (changed(phase=np.full(2, 9, np.int8)), "games.phase has numbers from 0 to 3.* not 9"),
    "stand": (
        changed(kind=np.ones((2, 76), np.int8)),
        r"games.place\[0, \d+\] is of F \w+, which cannot stand there",
    ),
    "place": (
        changed(place=np.zeros((2, 76), np.int16)),
        r"games.place\[0, \d+\] is (of F )?\w+, which",
    ),
    "orders": (
        lambda: arrays.adjudicate(arrays.begin(1), np.full((1, 76), 40_000, np.int32)),
        "orders has numbers from -1 to 32010, and not 40000",
    ),
    "style": (lambda: arrays.draw(arrays.begin(1), "player"), "no style.*Did you mean players?"),
    "threads": (lambda: arrays.draw(arrays.begin(1), threads=0), "threads is a whole number"),
    "game": (lambda: arrays.position_of(arrays.begin(2), 2), "there is no game 2: there are 2"),
    "many": (lambda: arrays.orders_of(arrays.begin(2), [[]]), "each of the 2 games"),
    "view": (lambda: arrays.games_of(legation.position()), "a list of one"),  # type: ignore[arg-type]
    "no views": (lambda: arrays.games_of(None), "a list of Views"),  # type: ignore[arg-type]
    "year": (
        lambda: arrays.games_of([legation.position(date="Spring 40000")]),
        "a year of arrays is from 1 to 32766, not 40000",
    ),
    "no orders": (
        lambda: arrays.orders_of(arrays.begin(1), None),  # type: ignore[arg-type]
        "each of the 1 games, not NoneType",
    ),
    "big end first": (
        lambda: arrays.adjudicate(arrays.begin(1), np.full((1, 76), -1, ">i4")),
        "orders is an array of int32, .* not of >i4",
    ),
    "no style": (
        lambda: arrays.draw(arrays.begin(1), []),  # type: ignore[arg-type]
        "no style",
    ),
    "no lists": (
        lambda: arrays.pick(arrays.begin(1), None, np.random.default_rng(1)),  # type: ignore[arg-type]
        r"lists are what legal_orders\(games\) gives",
    ),
    "no dice": (
        lambda: arrays.pick(
            arrays.begin(1),
            arrays.legal_orders(arrays.begin(1)),
            random.Random(1),  # type: ignore[arg-type]
        ),
        r"chance is numpy.random.default_rng",
    ),
    "nobody to tell": (lambda: arrays.on_compile("x"), "on_compile takes"),  # type: ignore[arg-type]
    "variant": (lambda: arrays.games_of([legation.position("locarno")]), "alone, not locarno"),
    "weights": (
        lambda: arrays.pick(
            arrays.begin(1),
            arrays.legal_orders(arrays.begin(1)),
            np.random.default_rng(1),
            np.ones(3),
        ),
        r"of shape \(238,\).* not of float64, of shape \(3,\)",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_wrong_is_named_in_a_sentence(name: str) -> None:
    call, said = REFUSED[name]
    with pytest.raises(InputError, match=said) as caught:
        call()
    assert "\n" not in str(caught.value)


WRONG_TEXTS = {
    "A Par - Bux": "Bux",
    "A Par - Mos": "nobody can ever do that",
    "A Gas - Bur": "no unit in Gas",
    "fleet mar - lyo": "the unit in Mar is A Mar",
    "A Par dances": "A Par",
}


@pytest.mark.parametrize("text", WRONG_TEXTS)
def test_a_text_that_is_not_understood_is_named(text: str) -> None:
    view = legation.position(units=BORDER)
    for call in (
        lambda: arrays.orders_of(arrays.games_of([view]), [[text]]),
        lambda: arrays.fates(view, [text]),
    ):
        with pytest.raises((OrderError, InputError), match=WRONG_TEXTS[text]):
            call()


def test_an_order_of_another_kind_of_unit_is_void() -> None:
    fates = arrays.fates(legation.position(units=BORDER), ["F Mar - LYO", "A Par S A Pic"])
    assert (fates["A Mar"].value, fates["A Par"].value) == ("void", "void")


def test_an_order_is_of_its_power_and_there_is_one() -> None:
    view = legation.position(units=BORDER)
    with pytest.raises(IllegalOrderError, match="not of Germany"):
        arrays.fates(view, {"Germany": ["A Par H"]})
    with pytest.raises(IllegalOrderError, match="has an order already, A Par H"):
        arrays.fates(view, ["A Par H", "A Par - Bur"])


def test_a_wrong_coast_of_where_a_fleet_stands_does_not_matter() -> None:
    """The fleet is on the south coast: it can go to Finland, and not to Norway."""
    view = legation.position(units={"Russia": ["F Stp/sc", "A Lvn"]})
    held = arrays.fates(view, ["F Stp/nc H", "A Lvn S F Stp/nc"])
    assert [held[unit].value for unit in ("F Stp/sc", "A Lvn")] == ["holds", "given"]
    assert arrays.fates(view, ["F Stp/nc - Nwy"])["F Stp/sc"].value == "void"
    assert arrays.fates(view, ["F Stp/nc - Fin"])["F Stp/sc"].value == "succeeds"


def test_disband_and_remove_are_read_as_the_word_of_the_phase() -> None:
    """As in a sheet: a dislodged unit may be removed, and one too many may be disbanded."""
    winter = legation.position(
        units={"France": ["A Par", "A Bur"]},
        date="Winter 1901",
        phase="adjustment",
        centres={"France": ["Par"]},
    )
    assert arrays.fates(winter, ["A Par D"]) == {"A Par": legation.Fate.SUCCEEDS}
    battle = legation.position(units=BORDER)
    orders = "France\nA Par - Bur\nA Mar S A Par - Bur\nGermany\nA Mun H"
    after = legation.adjudicate(battle, orders).after
    assert arrays.fates(after, ["Remove A Bur"]) == {"A Bur": legation.Fate.SUCCEEDS}


def test_orders_may_come_from_anywhere_but_are_texts() -> None:
    view = legation.position(units=BORDER)
    read = arrays.fates(view, (text for text in ("A Par - Bur", "army marseilles holds")))
    assert (read["A Par"].value, read["A Mar"].value) == ("fails", "holds")
    with pytest.raises(InputError, match="not str"):
        arrays.fates(view, {"France": "A Par H"})
    with pytest.raises(OrderError, match="not list"):
        arrays.fates(view, [["A Par H"]])  # type: ignore[list-item]


def test_what_no_map_has_is_named() -> None:
    view = legation.position(units=BORDER)
    elsewhere = Position(view.position.phase, (Unit("France", "A", "Pax"),))
    with pytest.raises(NameUnknownError, match="no place Pax"):
        arrays.games_of([elsewhere])
    inland = Position(view.position.phase, (Unit("France", "F", "Mun"),))
    for call in (lambda: arrays.games_of([inland]), lambda: arrays.fates(inland, [])):
        with pytest.raises(InputError, match="France F Mun: no such unit can stand there"):
            call()
    with pytest.raises(RefusedError, match="the power Poland"):
        arrays.fates(Position(view.position.phase, (Unit("Poland", "A", "War"),)), [])


def test_other_options_and_boards_are_refused() -> None:
    with pytest.raises(RefusedError, match="paradox = all-hold"):
        arrays.games_of([legation.position("standard", paradox="all-hold")])
    view = legation.position(units=BORDER)
    units = (*view.position.units, *view.position.units)
    with pytest.raises(RefusedError, match="in company"):
        arrays.games_of([Position(view.position.phase, units)])


# Compiling is told


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_who_waits_is_told_how_far_it_is() -> None:
    import numba

    inner: Any = numba.njit(lambda number: number + 1)
    outer: Any = numba.njit(lambda number: inner(number) * 2)

    heard: list[arrays.Compiling] = []
    arrays.on_compile(heard.append)
    compiling.ready("a probe", outer, lambda: outer(1))
    compiling.ready("a probe", outer, lambda: outer(1))
    arrays.on_compile(None)
    compiling.ready("another probe", outer, lambda: outer(1.5))
    arrays.on_compile(compiling.to_stderr)
    assert [(news.what, news.ended) for news in heard] == [("a probe", False), ("a probe", True)]
    assert heard[0].done == 0
    assert heard[-1].done >= 1
    assert "compiled for this machine, once: 0 of about" in str(heard[0])


def test_a_game_that_is_over_stays_so_and_says_who_won() -> None:
    games = arrays.begin(3, seed=1)
    france, turkey = (arrays.names().powers.index(power) for power in ("France", "Turkey"))
    games.owner[0, games.owner[0] >= 0] = france  # 22 centres, after an autumn
    games.season[0], games.phase[0], games.year[0] = 1, 3, 1908
    games.owner[1, games.owner[1] == turkey] = -1  # gone, when the years were over
    games.power[1, games.power[1] == turkey] = -1
    games.season[1], games.phase[1], games.year[1] = 2, 3, 1936
    parts = arrays.shares(games)
    assert parts[0].tolist() == [float(power == france) for power in range(7)]
    assert parts[1].tolist() == [0.0 if p == turkey else float(np.float32(1 / 6)) for p in range(7)]
    assert not parts[2].any()
    won, drawn, going_on = (arrays.view_of(games, game) for game in range(3))
    assert (won.ending, won.winners) == ("solo", ("France",))
    assert drawn.ending == "last year"
    assert drawn.winners == ("Austria", "England", "France", "Germany", "Italy", "Russia")
    assert not going_on.over
    assert arrays.games_of([won, drawn, going_on]).phase.tolist() == [3, 3, 0]


def test_lists_of_an_earlier_phase_are_refused() -> None:
    games, chance = arrays.begin(4, seed=1), np.random.default_rng(1)
    lists = arrays.legal_orders(games)
    numbers = arrays.orders_of(games, [["A Par - Bur"], [], [], []])
    after = arrays.adjudicate(games, numbers).after
    with pytest.raises(InputError, match="game 0 has units elsewhere"):
        arrays.pick(after, lists, chance)
    assert arrays.pick(games, lists, chance).shape == (4, 76)


def test_small_weights_weigh_as_they_should() -> None:
    games, chance = arrays.begin(20, seed=1), np.random.default_rng(1)
    lists = arrays.legal_orders(games)
    picked = arrays.pick(games, lists, chance, np.full(len(lists.orders), 1e-310))
    assert (picked >= 0).sum() == 20 * 22


def test_no_more_threads_work_than_there_are_games() -> None:
    games = arrays.begin(2, seed=1)
    assert arrays.draw(games, threads=10**9).shape == (2, 76)
