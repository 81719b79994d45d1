"""Leaks planted in copies of variants are found, and told in words; without them none is.

Of the examples of `docs/hidden-information.md`, Secret orders, the tutorial's bribes and
Hundred, the page has what is said of each (`transcripts`).
"""

from __future__ import annotations

import re
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
ROOT = Path(__file__).parents[2]
FOG, SECRET = ROOT / "examples/fog", ROOT / "examples/secret_orders"
PAGE = ROOT / "docs/hidden-information.md"
BLOCK = re.compile(r"^ *```(\w+)(?: (\S+))?\n(.*?)^ *```\n", re.MULTILINE | re.DOTALL)
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


CODED = """from dataclasses import replace
from legation.rules.declared import {sees}, {orders}, Sight
from legation.rules.rulebook import Rulebook
from legation.rules.showing import all_published


class Rules(Rulebook):
    @classmethod
    def define(cls, definition, options):
        hiding = Sight({sees}, "{clause}", {orders})
        return replace(super().define(definition, options), sight=hiding, hides_battles=True)
"""
"""What `visibility` declares, in code of a designer's own."""


def coded(folder: Path, sees: str, orders: str, clause: str, leak: str = "") -> str:
    """A folder that hides by its own code, and what that tells all the same; its path."""
    file = folder / "variant.toml"
    lines = [line for line in file.read_text("utf-8").split("\n") if "visibility" not in line]
    file.write_text("\n".join(lines), encoding="utf-8")
    text = CODED.format(sees=sees, orders=orders, clause=clause) + leak
    (folder / "hooks.py").write_text(text, encoding="utf-8")
    return str(folder)


def transcript(name: str) -> str:
    """What the page shows of ``legation check --secrets NAME``."""
    blocks = [text for kind, _, text in BLOCK.findall(PAGE.read_text("utf-8")) if kind == "text"]
    (shown,) = [text for text in blocks if f"--secrets {name} " in text]
    return " ".join(shown.split("\n", 1)[1].split())


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


ALL_SHOWN = """
    def orders_shown(self, done, power):
        return all_published(done, set())
"""
LAST = """
    def lore(self, truth, power):
        return {"last": str(truth.position.units[-1])}
"""


def test_orders_that_are_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The example tells nobody another's orders; a copy does whose code shows all."""
    assert "could tell two of a pair apart" in told(capsys, str(SECRET), 0)
    copy = tmp_path / "secret_orders"
    shutil.copytree(SECRET, copy)
    said = told(capsys, coded(copy, "ALL", "OWN", "SEC-1", ALL_SHOWN), 1)
    assert ", in the orders of " in said
    assert said.endswith(transcript("secret_orders"))


def test_bribes_of_which_everybody_hears(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The tutorial's folder, and what it whispers to one power told to all (BRI-2)."""
    for _, name, text in BLOCK.findall((ROOT / "docs/add-an-order.md").read_text("utf-8")):
        if name:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
    bribes = tmp_path / "bribes"
    assert "orders beside those of units" in told(capsys, str(bribes), 0)
    old, new = '"gold": offered}, frozenset({power}))', '"gold": offered})'
    (tmp_path / "copy").mkdir()
    said = told(capsys, copied(tmp_path / "copy", bribes, "gold.py", old, new), 1)
    assert " in the news of " in said
    assert said.endswith(transcript("bribes"))


def test_lore_that_sees_through_fog(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Hundred in a fog hides where units are; lore that names one of all tells it."""
    copies = []
    for name, leak in (("clean", ""), ("open", LAST)):
        folder = tmp_path / name / "hundred"
        shutil.copytree(SHIPPED / "maps/hundred", folder)
        copies.append(coded(folder, "ADJACENT", "SEEN", "HUN-2", leak))
    assert "could tell two of a pair apart" in told(capsys, copies[0], 0)
    said = told(capsys, copies[1], 1)
    assert "in what is known besides" in said
    assert said.endswith(transcript("hundred"))
