"""Every report that is made is of a declared kind, and can be put in words."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import legation.variants
from legation.errors import FileError
from legation.rules.kinds import Part, Sort, parts_of
from legation.rules.reports import Fact, Report
from legation.rules.wording import sentence
from legation.table.cases.file import Case, load_cases
from legation.table.cases.play import carry_out
from legation.variants.load import load
from legation.variants.words import read_words

VARIANTS = Path(legation.variants.__file__).parent
FILES = sorted(VARIANTS.glob("*/cases/*.yaml"))
WORDS = sorted(VARIANTS.glob("*/words.toml"))


def reports(case: Case) -> Iterator[Report]:
    """All that is told of a case, to whomever."""
    for step in carry_out(case):
        for told in step.told:
            yield from told.reports
            for reader in (None, "", *told.editions.readers):
                yield from (outcome.reason for outcome in told.editions.of(reader))


def known(case: Case) -> Iterator[tuple[str, Fact]]:
    """All that anybody knows beside the board when a case is over."""
    steps = carry_out(case)
    truth = steps[-1].after.truth if steps else case.truth
    for reader in (None, *case.book.readers):
        yield from case.book.lore(truth, reader).items()


@pytest.mark.parametrize("file", FILES, ids=[f"{f.parents[1].name}-{f.stem}" for f in FILES])
def test_every_report_of_the_cases_is_as_its_kind_is_declared(file: Path) -> None:
    for case in load_cases(file):
        for report in reports(case):
            kind = case.book.reports.get(report.kind)
            assert kind is not None, f"{case.id}: {report}"
            assert list(kind.misfits(report)) == [], f"{case.id}: {report}"
            said = sentence(case.book, report)
            assert said.endswith((".", "?")), f"{case.id}: {said}"
            assert ".." not in said, f"{case.id}: {said}"
            why = report.facts.get("why")
            if isinstance(why, Report):
                kind = case.book.reports[why.kind]
                assert list(kind.misfits(why, why=True)) == [], f"{case.id}: {why}"
                assert sentence(case.book, why) in said
        for name, fact in known(case):
            assert name in case.book.lore_words, f"{case.id}: {name}"
            assert list(case.book.lore_words[name].holds.misfits(name, fact)) == [], case.id


def _kinds_made(path: Path) -> Iterator[str]:
    """The kinds of report that a module names as it makes one."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            first = node.args[0] if node.args else None
            if name in ("Report", "report", "because", "_whisper") and isinstance(
                first, ast.Constant
            ):
                yield str(first.value)


def test_every_kind_that_is_made_is_declared() -> None:
    engine = [p for p in VARIANTS.parent.rglob("*.py") if VARIANTS not in p.parents]
    made = {kind for path in engine for kind in _kinds_made(path)}
    assert len(made) > 40
    assert made <= set(load("standard").reports)
    for words in WORDS:
        own = {kind for path in words.parent.rglob("*.py") for kind in _kinds_made(path)}
        assert own <= set(load(words.parent.name).reports), words.parent.name


@pytest.mark.parametrize("words", WORDS, ids=[words.parent.name for words in WORDS])
def test_no_wording_is_idle(words: Path) -> None:
    """Every kind is that of some report that the engine or the variant itself makes."""
    engine = [p for p in VARIANTS.parent.rglob("*.py") if VARIANTS not in p.parents]
    sources = [*engine, *words.parent.rglob("*.py")]
    text = "\n".join(path.read_text("utf-8") for path in sources)
    sections = tomllib.loads(words.read_text("utf-8")).values()
    kinds = [kind for section in sections for kind in section]
    assert kinds
    assert [kind for kind in kinds if f'"{kind}"' not in text] == []


# What a template may say


def test_a_template_is_read_in_pieces() -> None:
    facts = {"rivals": Sort.OWNED, "goal": Sort.PLACE}
    assert parts_of("In {goal} {rivals:was|were} {rivals:or}.", facts) == (
        Part("In "),
        Part("", "goal"),
        Part(" "),
        Part("", "rivals", many=("was", "were")),
        Part(" "),
        Part("", "rivals", choice=True),
        Part("."),
    )


GOOD = """
[news.washed-away]
text = "The tide took {unit} from {place}."
facts = { unit = "owned", place = "place" }
clause = "LAG-1"

[lore]
tide = "The tide: {value}."
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{unit}", "{unnit}", "line 3: washed-away: its text has {unnit}, and its facts are unit"),
        ("{unit}", "{unit", "line 3: washed-away: its text has a brace that is not closed"),
        ("{unit}", "{unit!r}", "{unit} may be followed by :or"),
        ("{unit}", "{unit:>9}", "{unit} may be followed by :or"),
        ('"owned"', '"ownd"', 'facts.unit is "ownd"; it can be'),
        ("clause =", "claus =", 'line 5: nothing reads the key "claus"'),
        ('text = "The tide took {unit} from {place}."\n', "", "it has no text"),
        ("{value}", "{values}", "line 8: tide: its text has {values}, and its facts are value"),
    ],
)
def test_a_wrong_template_is_refused_when_the_variant_is_read(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert old in GOOD
    place = tmp_path / "lagoon"
    place.mkdir()
    (place / "variant.toml").write_text('name = "lagoon"\n', encoding="utf-8")
    (place / "words.toml").write_text(GOOD.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(FileError) as caught:
        read_words([str(place), "standard"])
    assert str(caught.value).startswith("lagoon/words.toml, line ")
    assert said in str(caught.value)
