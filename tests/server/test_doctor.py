"""`legation doctor` finds what operators are undone by, changes nothing, and says what to do."""

from __future__ import annotations

import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import tables
from django.utils import timezone
from postgres import database, make

from legation.server.games.models import Deadline
from legation.server.post.models import Letter
from legation.server.running import doctor
from legation.server.running.models import Backup, Clock, Worker


def states(about: str) -> list[tuple[str, str]]:
    """State and words of what is found about one thing."""
    look = {**doctor.APART, **doctor.KEPT}[about]
    return [(each.state, each.said) for each in look(about)]


DJANGO = {"DJANGO_SETTINGS_MODULE": "legation.server.settings"}


def asked(folder: Path, *words: str, **env: str) -> tuple[int, list[dict[str, str]]]:
    """The exit code and what is found, by the verb as an operator calls it."""
    settings = {"LEGATION_CONFIG": "/dev/null", "LEGATION_DATA": str(folder), **env}
    done = subprocess.run(
        [sys.executable, "-m", "legation", "doctor", "--json", *words],
        env={**os.environ, **DJANGO, "DATABASE_URL": "", "EMAIL_URL": "", **settings},
        capture_output=True,
        text=True,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, json.loads(done.stdout)


def about(found: list[dict[str, str]], thing: str) -> list[dict[str, str]]:
    return [each for each in found if each["about"] == thing]


def test_where_no_database_is_none_is_made(tmp_path: Path) -> None:
    code, found = asked(tmp_path)
    assert code == 1
    (told,) = about(found, "database")
    assert told["state"] == "bad"
    assert told["said"] == f"there is no {tmp_path / 'legation.sqlite3'}"
    assert not list(tmp_path.glob("*.sqlite3*"))
    (rest,) = about(found, "clock, workers, letters, notices, backups, studio")
    assert rest["said"] == "not looked at, for want of the database"


@pytest.mark.evening
def test_a_server_that_was_only_just_made(tmp_path: Path) -> None:
    env = {"LEGATION_CONFIG": "/dev/null", "LEGATION_DATA": str(tmp_path), "DATABASE_URL": ""}
    migrate = [sys.executable, "-m", "legation.server", "migrate", "-v", "0"]
    subprocess.run(migrate, env={**os.environ, **DJANGO, **env}, check=True)
    tmp_path.chmod(0o755)
    code, found = asked(tmp_path)
    assert code == 1
    (told,) = about(found, "database")
    assert (told["state"], told["said"][-5:]) == ("good", "whole")
    (told,) = about(found, "backups")
    assert (told["state"], told["said"]) == ("bad", "none was ever made")
    reach = about(found, "files")[0]
    assert (reach["state"], reach["do"]) == ("bad", f"chmod go= {tmp_path}")
    tmp_path.chmod(0o700)
    assert all(each["state"] == "good" for each in about(asked(tmp_path)[1], "files"))


@pytest.mark.evening
def test_tables_of_another_version_on_postgresql() -> None:
    apart = Path(tempfile.mkdtemp(prefix="legation-doctor-"))
    server = make(apart / "server")
    try:
        code, found = asked(apart, DATABASE_URL=database(server, "empty"))
        assert code == 1
        lacking, version = about(found, "database")[:2]
        assert lacking["state"] == "bad"
        assert "python -m legation.server migrate" in lacking["do"]
        assert version["said"].startswith("PostgreSQL ")
        gone = database(server, "empty").replace("empty", "nowhere")
        (told,) = about(asked(apart, DATABASE_URL=gone)[1], "database")
        assert "cannot be reached" in told["said"]
    finally:
        server.cleanup()
        shutil.rmtree(apart)


@pytest.mark.django_db
def test_workers_and_games_that_wait() -> None:
    assert states("workers") == [("bad", "none was at work within half a minute")]
    now = timezone.now()
    Worker.objects.create(name="one", started_at=now, seen_at=now)
    assert states("workers") == [("good", "1 at work")]
    game = tables.started("France", "Germany")
    Deadline.objects.filter(game=game).update(due_at=now - timedelta(hours=2), tries=3)
    state, said = states("workers")[1]
    assert state == "bad"
    assert said.startswith(f"the game {game.slug} waits since ")
    assert said.endswith(" UTC: taken 3 times, and not ended"), "it says of none why it failed"


@pytest.mark.django_db
def test_a_clock_that_was_ahead() -> None:
    now = timezone.now()
    row = Clock.objects.create(pk=1, seen_at=now, steady_since=now)
    assert [state for state, _ in states("clock")] == ["good"]
    row.seen_at = now + timedelta(days=30)
    row.save()
    ((state, said),) = states("clock")
    assert state == "bad"
    assert "yet to come" in said


@pytest.mark.django_db
def test_letters_that_wait_or_were_refused() -> None:
    assert [state for state, _ in states("letters")] == ["good"]
    now = timezone.now()
    letter = Letter.objects.create(
        key="one", address="a@example.org", kind="account", made_at=now, due_at=now
    )
    assert [state for state, _ in states("letters")] == ["good"]
    Letter.objects.update(due_at=timezone.now() - timedelta(hours=2))
    assert states("letters") == [("bad", "1 letters wait for more than an hour")]
    letter.refresh_from_db()
    letter.failed = True
    letter.save()
    assert states("letters") == [("look", "1 letters of a month were refused")]


@pytest.mark.django_db
def test_backups_that_are_old() -> None:
    row = Backup.objects.create(made_at=timezone.now() - timedelta(hours=3))
    assert states("backups") == [("good", "the newest is 3 hours old")]
    row.made_at -= timedelta(hours=40)
    row.save()
    assert states("backups") == [("bad", "the newest is 43 hours old")]


def _answering(talk: Callable[[socket.socket], None]) -> tuple[int, socket.socket]:
    """A server on a port of its own that talks with each caller until it is closed."""
    door = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                line, _ = door.accept()
            except OSError:
                return
            with line:
                talk(line)

    threading.Thread(target=serve, daemon=True).start()
    return door.getsockname()[1], door


@contextmanager
def serving(talk: Callable[[socket.socket], None]) -> Iterator[int]:
    """Its port."""
    port, door = _answering(talk)
    try:
        yield port
    finally:
        door.shutdown(socket.SHUT_RDWR)
        door.close()


def _smtp(line: socket.socket) -> None:
    line.sendall(b"220 here\r\n")
    while said := line.recv(1000):
        line.sendall(b"221 bye\r\n" if said.startswith(b"QUIT") else b"250 fine\r\n")


def test_a_mail_server_that_answers_and_one_that_is_gone(settings: Any) -> None:
    settings.EMAIL_BACKEND = "legation.server.post.line.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_USE_TLS = "127.0.0.1", False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    with serving(_smtp) as port:
        settings.EMAIL_PORT = port
        assert states("mail") == [("good", f"127.0.0.1:{port} answers, and knows us")]
    ((state, said),) = states("mail")
    assert state == "bad"
    assert said.startswith(f"127.0.0.1:{port} takes no letters")


@pytest.mark.parametrize(("days", "state"), [(10, "look"), (100, "good"), (0, "bad")])
def test_certificates(
    days: int,
    state: str,
    openssl: str,
    tmp_path: Path,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    # fmt: off
    subprocess.run(
        [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(key),
         "-out", str(cert), "-days", str(days or 10), "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost"],
        check=True, capture_output=True)
    # fmt: on
    if days:  # else nobody vouches for it
        monkeypatch.setenv("SSL_CERT_FILE", str(cert))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)

    def talk(line: socket.socket) -> None:
        try:
            with context.wrap_socket(line, server_side=True) as secure:
                secure.recv(1)
        except OSError:
            pass

    with serving(talk) as port:
        settings.SITE_URL = f"https://localhost:{port}"
        ((found, said),) = states("certificate")
        assert found == state, said
        assert ("refuse" in said) == (days == 0)
    ((found, said),) = states("certificate")
    assert (found, "cannot be reached" in said) == ("bad", True)
