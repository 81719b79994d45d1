"""Who could take a place in the next movement: worked by hand (STD-MOVE, STD-SUP)."""

from collections.abc import Mapping, Sequence

import pytest

import legation
from legation.table.threats import Threat, threats
from legation.variants.load import load

BUR = {"Germany": ["A Mun", "A Ruh"], "France": ["A Bur", "A Par"]}
CASES: Mapping[str, tuple[Mapping[str, Sequence[str]], list[Threat]]] = {
    "two attack one, who has a support": (
        BUR,
        [Threat("Germany", ("A Mun - Bur", "A Ruh S A Mun - Bur"), ("A Par S A Bur",), True)],
    ),
    "three attack one, who has a support": (
        {**BUR, "Germany": ["A Bel", "A Mun", "A Ruh"]},
        [
            Threat(
                "Germany",
                ("A Bel - Bur", "A Mun S A Bel - Bur", "A Ruh S A Bel - Bur"),
                ("A Par S A Bur",),
                False,
            )
        ],
    ),
    "one attacks one": ({**BUR, "Germany": ["A Mun"]}, []),
    "nobody is there": (
        {"Germany": ["A Mun"], "Italy": ["A Rom"]},
        [Threat("Germany", ("A Mun - Bur",), (), False)],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_who_could_take_a_place(case: str) -> None:
    units, wanted = CASES[case]
    view = legation.position(units=units)
    assert threats(load("standard"), view, "Bur") == wanted
