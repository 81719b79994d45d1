"""``make play``: games in mid-play, kept the second time; one sentence for what is in the way."""

import json
import os
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import AppConfig, apps

from legation.server.demo.place import Refused, check_port, check_version, stamp
from legation.server.lobby.catalogue import taught


def make(folder: Path) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("LEGATION_", "DJANGO_"))}
    return subprocess.run(
        [sys.executable, "-m", "legation.server.demo", "--only-make", "--data", str(folder)],
        env={**clean, "DATABASE_URL": "postgresql://nowhere/else"},  # not what it plays on
        capture_output=True,
        text=True,
    )


@pytest.mark.evening
def test_games_of_every_variant_are_made_once_and_kept(tmp_path: Path) -> None:
    first = make(tmp_path)
    assert (first.returncode, first.stderr) == (0, "")
    assert f"Bots play the first phases of {len(taught())} games" in first.stdout
    assert "http://localhost:8000" in first.stdout
    words = json.loads((tmp_path / "sign-in.json").read_text())
    assert words["player"] in first.stdout
    assert words["master"] in first.stdout
    assert (tmp_path / "sign-in.json").stat().st_mode & 0o077 == 0
    with sqlite3.connect(tmp_path / "legation.sqlite3") as database:
        rows = database.execute(
            "select variant, phase_kind, serial from games_game where state = 'running'"
        ).fetchall()
        assert {variant for variant, _, _ in rows} == {card.name for card in taught()}
        assert {kind for _, kind, _ in rows} == {"movement"}
        assert min(serial for _, _, serial in rows) >= 3
        (seats,) = database.execute(
            "select count(*) from games_seat join accounts_user on user_id = accounts_user.id"
            " join games_game on game_id = games_game.id"
            " where email = 'player@localhost' and state = 'running'"
        ).fetchone()
        assert seats == len(taught())
        before = database.execute("select slug, version from games_game order by id").fetchall()
    second = make(tmp_path)
    assert (second.returncode, second.stderr) == (0, "")
    assert "The games are as you left them" in second.stdout
    assert words["player"] in second.stdout
    with sqlite3.connect(tmp_path / "legation.sqlite3") as database:
        after = database.execute("select slug, version from games_game order by id").fetchall()
        assert after == before
        database.execute("update games_game set head = '{\"format\": 0}'")
    third = make(tmp_path)
    assert third.returncode == 1
    assert third.stderr.count("\n") == 1
    assert "made by another version of Legation; begin anew with: rm -r" in third.stderr


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(Refused, match=f"Port {port} is taken by another program"):
            check_port(port)
    check_port(port)
    with pytest.raises(Refused, match="is no port"):
        check_port(70000)


def apps_with_tables() -> list[AppConfig]:
    ours = (c for c in apps.get_app_configs() if c.name.startswith("legation."))
    return [config for config in ours if list(config.get_models())]


def test_tables_of_another_version(tmp_path: Path) -> None:
    check_version(tmp_path)  # nothing is there yet
    (tmp_path / "legation.sqlite3").touch()
    with pytest.raises(Refused, match="another version"):
        check_version(tmp_path)
    stamp(tmp_path)
    check_version(tmp_path)
    file = tmp_path / "made-by.json"
    kept = json.loads(file.read_text())
    assert {name.partition("/")[0] for name in kept} == {
        config.label for config in apps_with_tables()
    }
    file.write_text(json.dumps({**kept, "games/0099_later.py": "1"}))
    with pytest.raises(Refused, match="begin anew with: rm -r"):
        check_version(tmp_path)
    fewer = dict(list(kept.items())[:-1])  # what is new is added to the tables
    file.write_text(json.dumps(fewer))
    check_version(tmp_path)
