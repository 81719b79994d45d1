"""Every report that is made can be put in words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import legation.variants
from legation.rules.reports import Outcome, Report, sentence
from legation.table.caseplay import carry_out
from legation.table.cases import Case, load_cases

VARIANTS = Path(legation.variants.__file__).parent
FILES = sorted(VARIANTS.glob("*/cases/*.yaml"))
WORDS = sorted(VARIANTS.glob("*/words.toml"))


def reports(case: Case) -> Iterator[Report]:
    """All that is told of a case, to whomever."""
    for step in carry_out(case):
        for told in step.told:
            yield from told.reports
            for outcome in told.outcomes:
                yield from reasons(outcome)


def reasons(outcome: Outcome) -> Iterator[Report]:
    yield outcome.reason
    if outcome.outside is not None:
        yield from reasons(outcome.outside)


@pytest.mark.parametrize("file", FILES, ids=[f"{f.parents[1].name}-{f.stem}" for f in FILES])
def test_every_report_of_the_cases_has_words(file: Path) -> None:
    for case in load_cases(file):
        wording = case.book.wording
        for report in reports(case):
            assert report.kind in wording, f"{case.id}: {report}"
            said = sentence(report, wording)
            assert said.endswith((".", "?")), f"{case.id}: {said}"
            assert ".." not in said, f"{case.id}: {said}"


@pytest.mark.parametrize("words", WORDS, ids=[words.parent.name for words in WORDS])
def test_no_wording_is_idle(words: Path) -> None:
    """Every template is the kind of some report that the engine or the variant itself makes.

    Or it words, as ``lore-`` and its name, something that a viewer knows.
    """
    engine = [p for p in VARIANTS.parent.rglob("*.py") if VARIANTS not in p.parents]
    sources = [*engine, *words.parent.rglob("*.py")]
    text = "\n".join(path.read_text("utf-8") for path in sources)
    sections = tomllib.loads(words.read_text("utf-8")).values()
    kinds = [kind for section in sections for kind in section]
    assert kinds
    assert [kind for kind in kinds if f'"{kind.removeprefix("lore-")}"' not in text] == []
