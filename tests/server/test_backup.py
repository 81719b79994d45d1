"""A game in mid-play survives backup, loss and restore, from SQLite and PostgreSQL into each."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from postgres import database, make

SCRIPT = Path(__file__).with_name("backups.py")
pytestmark = pytest.mark.evening
BOTH = ["sqlite", "postgresql"]
Run = Any


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """Runs the script with an empty database; a backup is made once of each kind."""
    folder = tmp_path_factory.mktemp("backup")
    apart = Path(tempfile.mkdtemp(prefix="legation-backup-"))  # PostgreSQL's own user goes in
    servers = []

    @cache
    def server() -> Any:
        servers.append(make(apart / "server"))
        return servers[0]

    @cache
    def asked(kind: str, what: str, source: str) -> dict[str, Any]:
        name = f"{what}_{source}_{kind}"
        env = {**os.environ, "LEGATION_DATA": str(folder / name)}
        env["DATABASE_URL"] = f"sqlite:///{folder / name}.sqlite3"
        if kind == "postgresql":
            env["DATABASE_URL"] = database(server(), name)
        done = subprocess.run(
            [sys.executable, str(SCRIPT), what, str(folder / f"{source}.legation")],
            env=env,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return answer

    yield asked
    for one in servers:
        one.cleanup()
    shutil.rmtree(apart)


@pytest.mark.parametrize("source", BOTH)
def test_a_backup_is_of_one_moment_and_for_nobody_else(source: str, run: Run) -> None:
    made = run(source, "make", source)
    code, said = made["made"]
    assert code == 0, said
    assert " MB; 2 games (2 running), " in said
    # Locarno was played for two phases, and the third is open; London Nights begins.
    assert ", 4 phases, the newest of 20" in said
    assert 0 <= made["age"] < 1
    assert made["whole"]
    assert made["mode"] == 0o600
    assert made["left"] == []
    assert made["sessions"] == 0, "nobody is let in by a backup"
    assert made["no letters"], "who wanted none wants none"
    assert made["again"][0] == 2
    assert made["again"][1].endswith("is there already.\n")


@pytest.mark.parametrize("source", BOTH)
def test_a_backup_is_verified_by_restoring_it_aside(source: str, run: Run) -> None:
    code, said = run(source, "make", source)["verified"]
    assert code == 0, said
    assert "; 2 games (2 running), " in said
    assert said.endswith("It can be restored, and every game in it was audited.\n")


@pytest.mark.parametrize("source", BOTH)
@pytest.mark.parametrize("kind", BOTH)
def test_a_game_goes_on_from_its_backup(kind: str, source: str, run: Run) -> None:
    made = run(source, "make", source)
    back = run(kind, "bring", source)
    assert back["done"][0] == 0, back["done"][1]
    assert "2 games and " in back["done"][1]
    assert " 2 deadlines were put off" in back["done"][1]
    assert back["state"] == made["state"]
    assert "A Mar dances" in back["state"]["typed"]
    assert back["state"]["press"] == ["Böses Wort."]
    assert back["phase"] == made["state"]["phase"]
    assert 3600 <= back["moved"] < 3900, "everybody has the time that he had"
    waits = back["waits"]
    assert 4.7 < waits["hours"] <= 5, "as an hour ago, when the backup is said to be made"
    assert (waits["whom"], waits["looked"], waits["taken"]) == (True, True, True)
    assert "sheets for this phase are closed" in waits["refused"]
    assert back["then"] == made["then"], "and it comes to the same as if nothing was lost"
    assert back["strangers"] == 0
    assert back["no letters"]


def test_what_would_do_harm_is_refused(run: Run) -> None:
    run("sqlite", "make", "sqlite")
    refused = run("sqlite", "bring", "sqlite")["refused"]
    assert [code for code, _ in refused] == [2, 2, 2, 2]
    sentences = [said for _, said in refused]
    assert "is no backup of Legation." in sentences[0]
    assert "was made by a newer version of Legation" in sentences[1]
    assert "there are accounts or games here already" in sentences[2]
    assert "a worker is at work" in sentences[3]
