"""What earlier versions wrote opens, is what it was, audits, and is played on: saves and cases."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kept_files import FOLDERS, KEPT, changed, differences, files, index, label, unpacked
from legation.board.calendar import MOVEMENT
from legation.bots.base import find_bot
from legation.cli.main import run
from legation.sight.view import View
from legation.sight.viewer import ARCHIVE, GAME_MASTER, SPECTATOR
from legation.table.game import Game
from legation.table.plain import view_data
from legation.table.saving import save

SAVES = files("saves/*.json.gz")
CASES = files("cases/*.yaml")
SEED = "0" * 32
every_save = pytest.mark.parametrize("file", SAVES, ids=label)


@cache
def _read(file: Path) -> Game:
    return save.read(unpacked(file).decode("utf-8"), label(file))


def _game(file: Path) -> Game:
    return Game(_read(file).record)  # one that a test may play on


@cache
def _saves(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = index(folder)["saves"]
    return found


def _facts(file: Path) -> dict[str, Any]:
    facts: dict[str, Any] = _saves(file.parents[1])[file.name.removesuffix(".json.gz")]
    return facts


def test_every_kept_file_is_in_its_index() -> None:
    assert FOLDERS
    for folder in FOLDERS:
        there = {path.name.removesuffix(".json.gz") for path in folder.glob("saves/*")}
        assert set(_saves(folder)) == there, folder
        assert {facts["variant"] for facts in _saves(folder).values()} >= {
            *("standard", "locarno", "london_nights", "post_atomic", "warwick", "claudian")
        }


# What a file holds


@every_save
def test_a_save_holds_what_it_held(file: Path) -> None:
    game, facts = _game(file), _facts(file)
    view = game.view("gm")
    assert view.variant == facts["variant"]
    assert str(view.phase) == facts["phase"]
    assert len(game.record.phases) == facts["records"]
    assert list(view.winners) == facts.get("winners", [])
    assert view.ending == facts.get("ending", "")
    assert [proposal.id for proposal in view.proposals] == facts.get("proposals", [])
    assert _units(view) == facts["units"]
    assert _centres(view) == facts["centres"]


@every_save
def test_orders_that_wait_are_their_writers(file: Path) -> None:
    game, facts = _game(file), _facts(file)
    wanted = facts.get("sheets", {})
    for power in game.book.players:
        sheets = game.view(power).sheets
        assert {p: list(sheet.orders) for p, sheet in sheets.items()} == {
            p: lines for p, lines in wanted.items() if p == power
        }
    assert game.view("spectator").sheets == {}


@every_save
def test_what_was_told_is_told_and_no_more(file: Path) -> None:
    game, facts = _game(file), _facts(file)
    for viewer, wanted in facts["reports"].items():
        told = game.view(viewer).told
        assert sum(len(moment.reports) for moment in told) == wanted, viewer
    for power, seen in facts.get("seen", {}).items():
        for viewer, units in seen.items():
            assert _units(game.view(viewer)).get(power, "") == units, viewer
    for viewer, words in facts.get("secret", {}).items():
        shown = json.dumps(view_data(game.book, game.view(viewer)))
        assert [word for word in words if word in shown] == [], viewer


def _units(view: View) -> dict[str, str]:
    """Power → its units, in the order of the alphabet; a dislodged one says so."""
    found: dict[str, list[str]] = {}
    for unit in view.position.units:
        found.setdefault(unit.power, []).append(str(unit))
    for lost in view.position.dislodged:
        found.setdefault(lost.unit.power, []).append(f"{lost.unit} dislodged")
    return {power: ", ".join(sorted(units)) for power, units in found.items()}


def _centres(view: View) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for centre, owner in view.position.owners.items():
        found.setdefault(owner, []).append(centre)
    return {power: ", ".join(sorted(centres)) for power, centres in found.items()}


# Looking, auditing, playing on


@every_save
def test_a_kept_game_is_audited(file: Path) -> None:
    found = [str(difference) for difference in _game(file).audit()]
    assert found == differences(label(file))


@every_save
def test_everybody_sees_every_phase(file: Path) -> None:
    game = _game(file)
    viewers: list[Any] = [*sorted(game.book.players), SPECTATOR, GAME_MASTER]
    if game.over:
        viewers.append(ARCHIVE)
    for viewer in viewers:
        view = game.view(viewer)
        assert json.loads(json.dumps(view_data(game.book, view)))["number"] == game.number
        assert bool(view.seeds) == game.over
    for number in range(game.number):
        for viewer in viewers[:: max(1, len(viewers) - 1)]:
            assert game.view(viewer, number).number == number


@every_save
def test_a_kept_game_is_played_on(file: Path) -> None:
    game = _game(file)
    before = [str(difference) for difference in game.audit()]
    if game.over:  # some turns back, or the same rule would end it again at once
        game.rollback(max(0, game.number - 5), SEED)
    records = len(game.record.phases)
    for _ in range(2):
        _step(game)
    assert len(game.record.phases) == records + 2
    assert [str(difference) for difference in game.audit()] == before
    text = save.dump(game)
    again = save.read(text)
    assert again.record == game.record
    assert save.dump(again) == text


def _step(game: Game) -> None:
    """A phase of bots, after the sheets that stood."""
    for power in game.book.master_powers if game.phase.kind == MOVEMENT else ():
        if not game.view("gm").sheets.get(power):
            units = game.view("gm").position.of(power)
            assert game.submit(power, [f"{unit} H" for unit in units], settled=True) == []
    for power in game.waiting:
        dice = random.Random(f"{power} {game.number}")
        lines = find_bot("random").choose(game.book, game.view(power), dice)
        assert game.submit(power, lines, settled=True) == []
    assert game.waiting == ()
    game.advance()


# The commands


def _said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    code = run(words)
    said = capsys.readouterr()
    assert code == 0, said.err or said.out
    return said.out


def _one_of_each() -> list[Path]:
    """A file of each variant in each folder, one in mid-play."""
    found: list[Path] = []
    for folder in FOLDERS:
        chosen: dict[str, Path] = {}
        for file in sorted(folder.glob("saves/*")):
            facts = _facts(file)
            if "winners" not in facts and not differences(label(file)) and facts["records"] > 1:
                chosen.setdefault(facts["variant"], file)
        found += chosen.values()
    return found


@pytest.mark.parametrize("file", _one_of_each(), ids=label)
def test_commands_open_a_kept_save(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved, facts = tmp_path / "game.json", _facts(file)
    saved.write_bytes(unpacked(file))
    power = min(_game(file).book.players)
    assert f"{facts['records']} phases replayed, no difference" in _said(
        capsys, "audit", str(saved)
    )
    seen = json.loads(_said(capsys, "view", str(saved), "--as", power, "--json"))
    assert seen["variant"] == facts["variant"]
    report = _said(capsys, "report", str(saved), "--as", power)
    assert power.upper() in report.upper()
    assert len(_said(capsys, "report", str(saved), "--all")) > len(report) / 2
    picture = tmp_path / "game.svg"
    _said(capsys, "map", "draw", str(saved), "--as", power, "--out", str(picture))
    assert re.search(r"<svg\b", picture.read_text("utf-8"))
    assert saved.read_bytes() == unpacked(file), "reading changes nothing"


@pytest.mark.parametrize("file", CASES, ids=label)
def test_kept_cases_are_checked(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(("check", str(file), "--json"))
    told = json.loads(capsys.readouterr().out)
    assert (told["errors"], told["rules"]) == ([], [])
    assert [failure["case"] for failure in told["failures"]] == changed(label(file), "case")
    assert told["passed"] > 0


def test_kept_folders_are_whole() -> None:
    """What is opened here is there: a folder without databases or cases was not kept whole."""
    for folder in FOLDERS:
        assert {path.name for path in folder.iterdir()} == {
            *("saves", "cases", "index.toml"),
            *("database.sqlite3.gz", "backup.legation.gz", "postgresql.sql.gz"),
        }
    assert (KEPT / "differences.toml").exists()
