"""Every clause has an entry in its variant's rules and a case that names it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import legation.variants
from legation.variants.load import load

VARIANTS = Path(legation.variants.__file__).parent
TESTS = Path(__file__).parent
ROW = re.compile(r"^\| ([A-Z]{2,3}-[A-Za-z0-9-]+) \|", re.MULTILINE)
RULES = sorted(VARIANTS.glob("*/rules.md"))


def clauses(rules: Path) -> list[str]:
    return ROW.findall(rules.read_text(encoding="utf-8"))


@pytest.mark.parametrize("rules", RULES, ids=[path.parent.name for path in RULES])
def test_every_clause_has_a_case(rules: Path) -> None:
    files = [*rules.parent.glob("cases/*.yaml"), TESTS / "battles.yaml"]
    ids = re.findall(r"^- id: (\S+)", "\n".join(f.read_text("utf-8") for f in files), re.M)
    found = clauses(rules)
    assert found
    assert [c for c in found if not any(i.startswith(f"{c}.") for i in ids)] == []


@pytest.mark.parametrize("rules", RULES, ids=[path.parent.name for path in RULES])
def test_options_name_clauses_that_exist(rules: Path) -> None:
    book, found = load(rules.parent.name), clauses(rules)
    assert [s.id for s in book.option_specs if s.clause.split()[0] not in found] == []


@pytest.mark.parametrize("rules", RULES, ids=[path.parent.name for path in RULES])
def test_every_option_value_has_a_case(rules: Path) -> None:
    """The first value is the default; every other value must be chosen by some case."""
    text = "\n".join(f.read_text("utf-8") for f in rules.parent.glob("cases/*.yaml"))
    missing = [
        f"{spec.id}={value}"
        for spec in load(rules.parent.name).option_specs
        for value in spec.values[1:]
        if f"{spec.id}={value}" not in text and not re.search(f'{spec.id}: "?{value}\\b', text)
    ]
    assert missing == []


def test_reports_cite_clauses_that_exist() -> None:
    """Every clause that the source names has an entry."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in VARIANTS.parent.rglob("*.py"))
    named = set(re.findall(r'"(STD-[A-Z0-9]+)"', source))
    assert named <= set(clauses(VARIANTS / "standard" / "rules.md"))
