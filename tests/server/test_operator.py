"""The verbs as an operator runs them: from cron, from systemd and from a shell, by one file."""

import os
import shlex
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from legation.documents import configuration
from legation.errors import FileError
from legation.server.settings import file

TESTS = Path(__file__).parents[1]
LEGATION = f"{shlex.quote(sys.executable)} -m legation.cli.start"


def cron(home: Path, line: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Runs a line as cron does: hardly any environment, in the home of its user."""
    bare = {"HOME": str(home), "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh", **env}
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("legation ", f"{LEGATION} ", 1)],
        env=bare,
        cwd=home,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose configuration names a site with one game."""
    home = tmp_path_factory.mktemp("home")
    data = home / "srv"
    settings = home / ".config/legation/legation.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(f'url = "http://localhost:8000"\ndata = "{data}"\nemail-url = "memory:"\n')
    made = (
        "import django; django.setup();"
        "from django.core.management import call_command;"
        "from legation.server.running.prepare import prepare; prepare(static=False);"
        "import boards; boards.begin('standard', phases=1)"
    )
    env = {"DJANGO_SETTINGS_MODULE": "legation.server.settings"}
    env["PYTHONPATH"] = os.pathsep.join((str(TESTS), str(TESTS / "server")))
    done = cron(home, f"{shlex.quote(sys.executable)} -c {shlex.quote(made)}", **env)
    assert done.returncode == 0, done.stderr
    return home


def test_a_backup_makes_no_database(tmp_path: Path) -> None:
    done = cron(tmp_path, "legation backup monday.legation")
    assert done.returncode == 2
    place = tmp_path / ".local/share/legation/legation.sqlite3"
    assert f"the database {place} (no legation.toml was found) is not there." in done.stderr
    assert list(tmp_path.rglob("*")) == [], "neither tables, nor a key, nor an empty backup"


@pytest.mark.evening
def test_cron_backs_up_what_the_server_serves(site: Path) -> None:
    done = cron(site, "legation backup monday.legation")
    assert done.returncode == 0, done.stderr
    assert "; 1 game (1 running), " in done.stdout
    assert ", 2 phases, the newest of " in done.stdout
    assert not (site / ".local").exists()
    verified = cron(site, "legation backup --verify monday.legation")
    assert (verified.returncode, verified.stderr) == (0, "")


@pytest.mark.evening
def test_an_empty_database_takes_no_good_backups_place(tmp_path: Path) -> None:
    data = tmp_path / "data"
    made = cron(tmp_path, "legation work --once", LEGATION_DATA=str(data))
    assert made.returncode == 0, made.stderr
    done = cron(tmp_path, "legation backup monday.legation", LEGATION_DATA=str(data))
    assert done.returncode == 2
    assert "holds no account and no game; nothing was written." in done.stderr
    assert not (tmp_path / "monday.legation").exists()


def test_a_database_that_is_not_of_this_version_is_neither_migrated_nor_kept(
    tmp_path: Path,
) -> None:
    database = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(database)) as raw, raw:
        raw.execute("CREATE TABLE recipes (name TEXT)")
    env = {"DATABASE_URL": f"sqlite:///{database}"}
    done = cron(tmp_path, "legation backup monday.legation", **env)
    assert done.returncode == 2
    assert "has no tables of this version" in done.stderr
    with closing(sqlite3.connect(database)) as raw:
        tables = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    assert tables == [("recipes",)]
    assert not (tmp_path / "monday.legation").exists()


@pytest.mark.evening
def test_a_backup_with_a_changed_record_is_found_out(site: Path, tmp_path: Path) -> None:
    whole, changed = tmp_path / "whole.legation", tmp_path / "changed.legation"
    assert cron(site, f"legation backup {whole}").returncode == 0
    changed.write_bytes(whole.read_bytes())
    with closing(sqlite3.connect(changed)) as raw, raw:
        # Somebody moves an army: the hash of the position does not fit any more.
        (phase,) = raw.execute("SELECT text FROM games_leaf").fetchone()
        assert '"place":"Par"' in phase
        raw.execute("UPDATE games_leaf SET text = ?", [phase.replace('"Par"', '"Spa"')])
    done = cron(site, f"legation backup --verify {changed}")
    assert done.returncode == 1
    assert "would lose 1 of 1 games" in done.stderr
    assert cron(site, f"legation backup --verify {whole}").returncode == 0


@pytest.mark.parametrize("text", ["not a backup", ""])
def test_what_is_no_backup_is_not_verified(text: str, tmp_path: Path) -> None:
    (tmp_path / "monday.legation").write_text(text)
    done = cron(tmp_path, "legation backup --verify monday.legation")
    assert done.returncode == 2
    assert done.stderr == "legation: monday.legation is no backup of Legation.\n"


# The file


def test_a_variable_wins_over_its_key_and_an_empty_one_says_nothing(tmp_path: Path) -> None:
    said = tmp_path / "legation.toml"
    said.write_text('lease = 30\nsign-up = false\nhosts = ["a.org", "b.org"]\ndata = "/srv/x"\n')
    env = {"LEGATION_CONFIG": str(said), "LEGATION_LEASE": "90", "LEGATION_DATA": "", "HOME": "/"}
    assert file.read(env) == {
        "LEGATION_CONFIG": str(said),
        "LEGATION_LEASE": "90",
        "LEGATION_SIGN_UP": "no",
        "LEGATION_HOSTS": "a.org,b.org",
        "LEGATION_DATA": "/srv/x",
        "HOME": "/",
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("leese = 30\n", 'line 1: nothing reads the key "leese". Did you mean lease?'),
        ('\nlease = "30"\n', 'line 2: lease must be a whole number, not "30"'),
        ('sign-up = "no"\n', 'line 1: sign-up must be true or false, not "no"'),
        ("url = nowhere\n", "line 1: this is no TOML"),
    ],
)
def test_what_is_wrong_in_the_file_is_told_with_its_line(
    text: str, said: str, tmp_path: Path
) -> None:
    place = tmp_path / "legation.toml"
    place.write_text(text)
    with pytest.raises(ImproperlyConfigured) as raised:
        file.read({"LEGATION_CONFIG": str(place)})
    assert said in str(raised.value)


def test_a_file_that_was_named_is_needed(tmp_path: Path) -> None:
    done = cron(tmp_path, "legation work --once", LEGATION_CONFIG="elsewhere.toml")
    assert (done.returncode, done.stderr) == (
        2,
        "legation: elsewhere.toml: the file is missing\n",
    )
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_read_is_not_passed_over(tmp_path: Path) -> None:
    own = tmp_path / "legation"
    own.mkdir()
    (own / "legation.toml").mkdir()  # stands there, and nobody can read it
    with pytest.raises(ImproperlyConfigured, match="it cannot be read"):
        file.read({"XDG_CONFIG_HOME": str(tmp_path)})


def test_verbs_without_a_server_find_the_variants_that_it_plays(tmp_path: Path) -> None:
    said = tmp_path / ".config/legation/legation.toml"
    said.parent.mkdir(parents=True)
    examples = TESTS.parent / "examples"
    said.write_text(f'lease = 30\nvariants = ["/nowhere", "{examples}"]\n')
    found = cron(tmp_path, "legation variants secret_orders")
    assert (found.returncode, found.stderr) == (0, "")
    other = cron(tmp_path, "legation variants secret_orders", LEGATION_VARIANTS="/nowhere")
    assert other.returncode == 2
    assert 'there is no variant "secret_orders"' in other.stderr, "a variable wins"


def test_of_the_file_such_verbs_read_that_key_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = tmp_path / "legation/legation.toml"
    said.parent.mkdir()
    env = {"XDG_CONFIG_HOME": str(tmp_path)}
    said.write_text('leese = 30\nvariants = ["/a", "/b"]\n')
    assert configuration.variants(env) == "/a:/b"
    said.write_text('lease = 30\nvariants = "/a"\n')
    with pytest.raises(FileError, match='line 2: variants must be a list of texts, not "/a"'):
        configuration.variants(env)
    with pytest.raises(FileError, match="is missing"):
        configuration.variants({"LEGATION_CONFIG": str(tmp_path / "elsewhere.toml")})
    nobody = {"LEGATION_CONFIG": "~nobody-of-this-name/legation.toml"}
    with pytest.raises(FileError, match="is missing"):
        configuration.variants(nobody)
    # Who may not read the server's passwords plays on without its folders.
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert configuration.variants(env) == ""
