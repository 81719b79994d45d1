"""Every case file of every variant, and the kernel on the same positions."""

from __future__ import annotations

from pathlib import Path

import pytest

import legation.variants
from legation.table.cases.check import check_case
from legation.table.cases.file import Case, load_cases

VARIANTS = Path(legation.variants.__file__).parent
FILES = sorted([*VARIANTS.glob("*/cases/*.yaml"), *VARIANTS.glob("*/primer.yaml")])
LOADED = {file: load_cases(file) for file in FILES}
CASES = [case for cases in LOADED.values() for case in cases]


@pytest.mark.parametrize("case", CASES, ids=[f"{c.book.variant} {c.id}" for c in CASES])
def test_case(case: Case) -> None:
    failures = check_case(case)
    assert not failures, "\n".join(map(str, failures))


def test_the_whole_corpus_is_there() -> None:
    """185 cases and 76 recorded alternatives, as its authors count them."""
    corpus = LOADED[VARIANTS / "standard" / "cases" / "datc.yaml"]
    alternatives = [case for case in corpus if " with " in case.id]
    assert (len(corpus) - len(alternatives), len(alternatives)) == (185, 76)


def test_cases_expect_something() -> None:
    for case in CASES:
        turns = [(t.expect, t.told, t.untold, t.refused) for t in case.turns]
        assert case.end or any(any(turn) for turn in turns), case.id
