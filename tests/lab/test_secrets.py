"""Leaks planted in copies of three variants are found, and told in words; without them none is."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import legation.variants
from legation.cli.main import run
from legation.rules import fog
from legation.rules.showing import all_published
from legation.variants.find import PATH
from legation.variants.load import forget

SHIPPED = Path(legation.variants.__file__).parent
FOG = Path(__file__).parents[2] / "examples" / "fog"
KNOWING = """
    def lore(self, truth, power):
        dealt = ", ".join(sorted(truth.ledger.centres_dealt))
        return {**sights.lore(self, truth, power), "dealt": dealt}

    def orders_shown("""


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(PATH, raising=False)
    forget()
    before = set(sys.modules)
    yield
    forget()
    for name in set(sys.modules) - before:
        if name.startswith("legation_variant_"):
            del sys.modules[name]


def copied(tmp_path: Path, source: Path, file: str, old: str, new: str) -> str:
    """A copy of a variant's folder with another text in a file; its path."""
    place = tmp_path / source.name
    shutil.copytree(source, place)
    text = (place / file).read_text("utf-8")
    assert text.count(old) == 1
    (place / file).write_text(text.replace(old, new), encoding="utf-8")
    return str(place)


def told(capsys: pytest.CaptureFixture[str], folder: str, code: int) -> str:
    assert run(["check", "--secrets", folder, "--games", "1"]) == code
    out, err = capsys.readouterr()
    assert err == ""
    return " ".join(out.split())


def test_bids_that_everybody_hears(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who bid for a minor power's order is told to nobody else (LO-DP-5)."""
    old, new = "only = frozenset({power})", "only = None"
    said, elsewhere = (
        told(capsys, copied(place, SHIPPED / "locarno", "bids.py", old, new), 1)
        for place in (tmp_path / "here", tmp_path / "there")
    )
    assert " in the news of " in said
    assert "orders beside those of units" in said
    assert elsewhere.partition(": ")[2] == said.partition(": ")[2]


def test_centres_that_were_dealt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What nobody has found yet is in nobody's lore."""
    old = "\n    def orders_shown("
    said = told(capsys, copied(tmp_path, SHIPPED / "post_atomic", "hooks.py", old, KNOWING), 1)
    assert "dealt: " in said
    assert "in what is known besides" in said
    assert "the deal" in said


def test_orders_in_a_fog_that_is_declared(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fog of the examples tells nothing; if it showed all orders, that would be found."""
    assert "could tell two of a pair apart" in told(capsys, str(FOG), 0)
    monkeypatch.setattr(fog, "all_published", lambda done, _: all_published(done, set()))
    assert ", in the orders of " in told(capsys, str(FOG), 1)


def test_without_a_leak_nobody_can_tell(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, "post_atomic", 0)
    assert "Nobody could tell two of a pair apart by what he was shown." in said
    assert "the deal " in said
