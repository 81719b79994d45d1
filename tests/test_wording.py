"""Every report that the rules make can be put in words."""

from __future__ import annotations

import re
from pathlib import Path

import legation.rules
from legation.rules.reports import sentence
from legation.table.casecheck import play
from legation.table.cases import load_cases
from legation.variants.find import folder
from legation.variants.load import load

RULES = Path(legation.rules.__file__).parent


def test_every_report_of_the_corpus_has_words() -> None:
    cases = Path(str(folder("standard").joinpath("cases")))
    wording = load().wording
    for file in sorted(cases.glob("*.yaml")):
        for case in load_cases(file):
            for done in play(case):
                for report in (*(o.reason for o in done.turn.outcomes), *done.turn.reports):
                    assert report.kind in wording, report
                    said = sentence(report, wording)
                    assert said.endswith("."), said
                    assert ".." not in said, said


def test_no_wording_is_idle() -> None:
    """Every template is the kind of some report that the source makes."""
    source = "\n".join(p.read_text("utf-8") for p in RULES.parent.rglob("*.py"))
    idle = [kind for kind in load().wording if not re.search(f'"{kind}"', source)]
    assert idle == []
