"""Settings: a bad value is one clear sentence, and what is deployed passes Django's own check."""

import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from legation.server.board.page import MODULES
from legation.server.settings import environ
from legation.server.settings.database import database
from legation.server.settings.mail import mail
from legation.server.studio.views import pages

HERE = Path("/somewhere")
SETTINGS = Path(environ.__file__).with_name("__init__.py")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("LEGATION_DEBUG", "perhaps", 'LEGATION_DEBUG is "yes" or "no", not "perhaps".'),
        ("LEGATION_URL", "play.example.org", "LEGATION_URL is an address such as"),
        ("LEGATION_URL", "https://example.org/games", "LEGATION_URL is an address such as"),
        ("LEGATION_URL", "http://[::1", "LEGATION_URL is an address such as"),
        ("LEGATION_HOSTS", "a b", 'without ports; "a b" is none.'),
        ("LEGATION_HOSTS", "example.org:80", 'without ports; "example.org:80" is none.'),
        ("LEGATION_SECRET_KEY", "short", "LEGATION_SECRET_KEY is 5 letters long; it needs 50"),
        ("LEGATION_LEASE", "0", "LEGATION_LEASE is a number from 2 to 3600"),
        ("LEGATION_POOL", "many", 'LEGATION_POOL is a number from 1 to 500, not "many".'),
        ("LEGATION_PATIENCE", "0", "LEGATION_PATIENCE is a number from 1 to 60"),
        ("LEGATION_LOG", "loud", "LEGATION_LOG is one of debug, info, warning, error"),
        ("LEGATION_STATIC", "cdn", "LEGATION_STATIC is one of source, collected"),
        ("DATABASE_URL", "mysql://x/y", "DATABASE_URL is sqlite:///folder/file.sqlite3 or"),
        ("DATABASE_URL", "postgresql://host/", "the name of the database is missing."),
        ("EMAIL_URL", "pigeon://roof", "EMAIL_URL is console: or smtp://"),
        ("LEGATION_MAIL_FROM", "nobody", "LEGATION_MAIL_FROM is an address such as"),
    ],
)
def test_a_bad_value_is_one_sentence(
    name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured) as raised:
        runpy.run_path(str(SETTINGS))
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_folder_that_cannot_be_made_is_told_at_the_start() -> None:
    env = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
    env |= {"LEGATION_DATA": "/dev/null/x"}
    for command in (["-m", "legation.cli.start", "work"], ["-m", "legation.server", "check"]):
        done = subprocess.run([sys.executable, *command], env=env, capture_output=True, text=True)
        assert done.returncode != 0
        assert done.stderr == (
            "legation: LEGATION_DATA: the folder /dev/null/x cannot be made: Not a directory.\n"
        )


def test_a_bad_value_is_told_without_traceback() -> None:
    env = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
    env |= {"LEGATION_URL": "nowhere"}
    for command in (["-m", "legation.cli.start", "work"], ["-m", "legation.server", "check"]):
        done = subprocess.run([sys.executable, *command], env=env, capture_output=True, text=True)
        assert done.returncode != 0
        assert done.stderr == (
            "legation: LEGATION_URL is an address such as https://play.example.org,"
            ' not "nowhere".\n'
        )


def test_what_is_deployed_passes_the_check(tmp_path: Path) -> None:
    env = {k: v for k, v in os.environ.items() if not k.startswith("LEGATION_")}
    env |= {"LEGATION_DATA": str(tmp_path), "LEGATION_URL": "https://play.example.org"}
    line = ["-m", "legation.server", "check", "--deploy", "--fail-level", "INFO"]
    del env["DJANGO_SETTINGS_MODULE"]
    done = subprocess.run([sys.executable, *line], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("System check identified no issues")
    key = tmp_path / "secret-key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert len(key.read_text()) == 100


def test_collected_scripts_change_their_names_with_what_they_import(tmp_path: Path) -> None:
    """A browser keeps collected files for good, and loads each script by one name."""
    env = {**os.environ, "LEGATION_DATA": str(tmp_path), "LEGATION_STATIC": "collected"}
    env["DJANGO_SETTINGS_MODULE"] = "legation.server.settings"
    line = [sys.executable, "-m", "legation.server", "collectstatic", "--no-input"]
    subprocess.run(line, env=env, capture_output=True, check=True)
    static = tmp_path / "static"
    names: dict[str, str] = json.loads((static / "staticfiles.json").read_text())["paths"]
    ours = re.compile(r"(board|press|desk|legation|studio)/.*\.js")
    scripts = {name: file for name, file in names.items() if ours.fullmatch(name)}
    imported = set()
    for name, file in scripts.items():
        assert re.fullmatch(name[:-3] + r"\.[0-9a-f]{12}\.js", file)
        text = (static / file).read_text()
        assert not re.search(r"^\s*//", text, re.M), "a comment is for who writes scripts"
        for other in re.findall(r"""["'](\.{1,2}/[^"']*\.js)["']""", text):
            found = os.path.normpath(Path(file).parent / other)
            imported |= {known for known, as_file in scripts.items() if as_file == found}
            assert found in scripts.values(), f"{name} imports {other}"
            assert (static / found).is_file()
    named = {*MODULES, *pages.MODULES}
    assert imported == named, "the pages name in their heads what their scripts import"


def test_the_key_is_drawn_once(tmp_path: Path) -> None:
    key = environ.secret_key({}, tmp_path / "data")
    assert list(tmp_path.iterdir()) == [], "not before it is needed"
    assert len(str(key)) == 100
    assert environ.secret_key({}, tmp_path / "data") == key
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["secret-key"]


def test_hosts_are_those_of_the_address() -> None:
    own = environ.address({"LEGATION_URL": "https://play.example.org/"})
    assert (own.url, own.secure) == ("https://play.example.org", True)
    found = environ.hosts({}, own)
    assert found == ["play.example.org", "localhost", "127.0.0.1", "[::1]"]
    assert environ.hosts({"LEGATION_HOSTS": " a.org , b.org"}, own) == ["a.org", "b.org"]


def test_databases() -> None:
    assert database("", HERE, 4, 5)["NAME"] == "/somewhere/legation.sqlite3"
    assert database("sqlite:////a/b.sqlite3", HERE, 4, 5)["NAME"] == "/a/b.sqlite3"
    assert database("sqlite:///b.sqlite3", HERE, 4, 5)["NAME"] == "b.sqlite3"
    assert database("sqlite:///b.sqlite3", HERE, 4, 5)["OPTIONS"]["timeout"] == 5
    found = database("postgresql://me:p%40ss@db:5433/games?sslmode=require", HERE, 4, 5)
    assert [found[k] for k in ("USER", "PASSWORD", "HOST", "PORT", "NAME")] == [
        *("me", "p@ss", "db", "5433", "games")
    ]
    assert found["OPTIONS"]["sslmode"] == "require"
    assert found["OPTIONS"]["pool"]["max_size"] == 4
    assert found["OPTIONS"]["options"].split("-c ")[1:] == [
        "lock_timeout=5000 ",
        "statement_timeout=30000 ",
        "idle_in_transaction_session_timeout=30000 ",
    ]
    own = database("postgresql://db/games?options=-c%20lock_timeout%3D9", HERE, 4, 5)
    assert own["OPTIONS"]["options"].endswith(" -c lock_timeout=9"), "who runs it has the last word"
    local = database("postgresql://postgres:@/games?host=/run/pg", HERE, 4, 5)
    assert (local["HOST"], local["NAME"]) == ("/run/pg", "games")


def test_mail() -> None:
    assert mail("")["EMAIL_BACKEND"].endswith("console.EmailBackend")
    inside = mail("smtps://me:secret@mail.example.org")
    assert (inside["EMAIL_PORT"], inside["EMAIL_USE_SSL"]) == (465, True)
    start = mail("smtp://me:secret@mail.example.org")
    assert (start["EMAIL_PORT"], start["EMAIL_USE_TLS"]) == (587, True)
    assert mail("smtp://localhost:25")["EMAIL_USE_TLS"] is False
    with pytest.raises(ImproperlyConfigured):
        mail("smtp://")
