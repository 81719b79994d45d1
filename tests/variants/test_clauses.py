"""Every clause has an entry in its variant's rules and a case that names it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import legation.variants
from legation.variants.find import folder as folder_of
from legation.variants.load import load

VARIANTS = Path(legation.variants.__file__).parent
TESTS = Path(__file__).parents[1]
ROW = re.compile(r"^\| ([A-Z]{2,3}-[A-Za-z0-9-]+) \|", re.MULTILINE)
EXAMPLES = Path(__file__).parents[2] / "examples"
FOLDERS = ("*/", "maps/*/")
RULES = [path for where in FOLDERS for path in sorted(VARIANTS.glob(f"{where}rules.md"))]
RULES += sorted(EXAMPLES.glob("*/rules.md"))
STANDARD = VARIANTS / "standard"

each_variant = pytest.mark.parametrize(
    "folder", [path.parent for path in RULES], ids=[path.parent.name for path in RULES]
)


def line_of(folder: Path) -> list[Path]:
    """A variant's folder, its parent's, and so on."""
    data = tomllib.loads((folder / "variant.toml").read_text("utf-8"))
    parent = data.get("parent")
    return [folder, *(line_of(Path(str(folder_of(parent)))) if parent else ())]


def clauses(*folders: Path) -> list[str]:
    return [
        clause
        for folder in folders
        for clause in ROW.findall((folder / "rules.md").read_text(encoding="utf-8"))
    ]


def cases(*folders: Path) -> str:
    files = [file for folder in folders for file in sorted(folder.glob("cases/*.yaml"))]
    return "\n".join(file.read_text("utf-8") for file in files)


EVERY = clauses(*(path.parent for path in RULES))
PREFIXES = "|".join(sorted({clause.split("-")[0] for clause in EVERY}))
QUOTED = re.compile(f'"((?:{PREFIXES})-[A-Za-z0-9-]+)"')
CITED = re.compile(rf"\b((?:{PREFIXES})-\w+(?:-\w+)*)")


def test_every_variant_has_rules() -> None:
    there = [path for where in FOLDERS for path in sorted(VARIANTS.glob(f"{where}variant.toml"))]
    there += sorted(EXAMPLES.glob("*/variant.toml"))
    assert [file.parent for file in there] == [file.parent for file in RULES]
    assert len(there) > 25


@each_variant
def test_every_clause_has_a_case(folder: Path) -> None:
    text = cases(folder) + (TESTS / "battles.yaml").read_text("utf-8")
    ids = re.findall(r"^- id: (\S+)", text, re.MULTILINE)
    found = clauses(folder)
    assert found
    assert [c for c in found if not any(i.startswith(f"{c}.") for i in ids)] == []


@each_variant
def test_every_case_is_of_a_clause(folder: Path) -> None:
    """But for the corpus, which has ids of its own."""
    ids = re.findall(r"^- id: (\S+)", cases(folder), re.MULTILINE)
    own = [i for i in ids if re.match(f"(?:{PREFIXES})-", i)]
    assert [i for i in own if i.rpartition(".")[0] not in clauses(*line_of(folder))] == []
    assert [i for i in own if own.count(i) > 1] == []


@each_variant
def test_options_name_clauses_that_exist(folder: Path) -> None:
    specs, found = load(str(folder)).option_specs, clauses(*line_of(folder))
    assert [s.id for s in specs if s.clause.split()[0] not in found] == []


@each_variant
def test_every_option_value_has_a_case(folder: Path) -> None:
    """The first value is the default; every other value must be chosen by some case.

    What a parent's cases choose need not be chosen again.
    """
    text = cases(*line_of(folder))
    missing = [
        f"{spec.id}={value}"
        for spec in load(str(folder)).option_specs
        for value in list(spec.values)[1:]
        if f"{spec.id}={value}" not in text and not re.search(f'{spec.id}: "?{value}\\b', text)
    ]
    assert missing == []


def of_the_engine() -> Iterator[Path]:
    """Source that belongs to no variant."""
    for path in VARIANTS.parent.rglob("*.py"):
        if path.parent == VARIANTS or VARIANTS not in path.parents:
            yield path


def wrongly_cited(sources: list[Path], known: list[str], named: list[str]) -> list[str]:
    """Clauses that stand in quotes and are not known, or in prose and do not exist.

    Prose may name several as one: ``LN-1F``.
    """
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    exact = {clause for clause in QUOTED.findall(text) if clause not in known}
    rows = "\n".join(named)
    loose = {c for c in CITED.findall(text) if not re.search(rf"^{c}(?![A-Z0-9])", rows, re.M)}
    return sorted(exact | loose)


def test_reports_of_the_engine_cite_clauses_of_the_standard_game() -> None:
    sources = list(of_the_engine())
    assert VARIANTS.parent / "rules" / "turn.py" in sources
    assert wrongly_cited(sources, clauses(STANDARD), EVERY) == []


@each_variant
def test_a_variant_cites_clauses_that_exist(folder: Path) -> None:
    sources = [*folder.rglob("*.py"), *folder.glob("*.toml")]
    known = clauses(*line_of(folder))
    assert wrongly_cited(sources, known, known) == []
