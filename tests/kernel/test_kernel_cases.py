"""The kernel agrees with the readable resolver on every case, or refuses the option by name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from test_battles import read_battle

import legation.variants
from legation.board.calendar import MOVEMENT
from legation.documents.yaml import read_data
from legation.errors import RefusedError
from legation.kernel.batch import solve_batch
from legation.kernel.pack import pack
from legation.rules.battle import Battle
from legation.rules.dice import Dice
from legation.rules.resolve import Resolution, resolve
from legation.rules.work import Work, carry_out
from legation.table.cases.check import Played, play
from legation.table.cases.file import Case, load_cases

FILES = sorted(Path(legation.variants.__file__).parent.glob("*/cases/*.yaml"))


@cache
def battles() -> dict[str, Battle]:
    """The battle of every movement of every case, as it was last fought, and those of the tests."""
    named = {
        f"{case.book.variant} {case.id} {done.phase}": fought(case, done)
        for file in FILES
        for case in load_cases(file)
        for done in play(case)
        if done.phase.kind == MOVEMENT
    }
    written = read_data(Path(__file__).parents[1] / "battles.yaml")
    return named | {case["id"]: read_battle(case)[0] for case in written}


def fought(case: Case, done: Played) -> Battle:
    """The battle of a movement, whatever steps of its variant come before it."""
    dice = Dice(case.seed, str(done.phase))
    movement = carry_out(Work(case.book, done.before, done.orders, dice), MOVEMENT).movement
    assert movement is not None
    return movement.battle


def told(resolution: Resolution) -> list[tuple[int, int, int, int]]:
    """Arrived, dislodged by, worth of the support, convoy runs: for each force."""
    rows = zip(
        resolution.arrived,
        resolution.dislodged_by,
        resolution.support,
        resolution.convoy,
        strict=True,
    )
    return [(int(a), d, s, int(c)) for a, d, s, c in rows]


def test_kernel_agrees_on_every_case() -> None:
    every = battles()
    done = {name: b for name, b in every.items() if b.rules.origin == "start"}
    results = solve_batch(pack(list(done.values())))
    at = 0
    for name, battle in done.items():
        size = len(battle.forces)
        rows = [
            (
                int(results.arrived[i]),
                int(results.dislodged_by[i]),
                int(results.support[i]),
                int(results.convoy[i]),
            )
            for i in range(at, at + size)
        ]
        assert rows == told(resolve(battle)), name
        at += size
    print(f"{len(done)} battles of cases agree; {len(every) - len(done)} refused")


def test_kernel_refuses_by_name() -> None:
    refused = [b for b in battles().values() if b.rules.origin == "last-fleet"]
    assert refused
    for battle in refused:
        with pytest.raises(RefusedError, match="last-fleet"):
            pack([battle])
