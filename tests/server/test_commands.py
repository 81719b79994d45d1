"""The commands of docs/operate.md and deploy/, run as they are written there.

They name folders of the machine; here these lie under a folder of the test, and
so does the home of who runs them. A shell has the environment of the page, cron
its four variables and /bin/sh, systemd what it gives a unit.
"""

import configparser
import contextlib
import os
import re
import shlex
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
PAGE = (ROOT / "docs/operate.md").read_text("utf-8")
PLACES = ("/opt/legation", "/etc/legation", "/var/lib/legation", "/backup", "/etc/cron.d")
LEFT_OUT = "pip install"  # asks a registry; what it installs is tested as a wheel
NAMED = {"serve", "work", "serve --with-worker", "audit", "site", "backup --verify"}
"""Verbs that are spoken of between lines; blocks and units have them run."""


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def inline() -> list[str]:
    """Commands of Legation that stand within the text, in its order, each once."""
    found = re.findall(r"`((?:legation|python -m legation\.server) [^`\n]+)`", PAGE)
    return [line for line in dict.fromkeys(found) if line.removeprefix("legation ") not in NAMED]


@dataclass(frozen=True)
class Machine:
    """A machine's folders under one, and a free port."""

    root: Path
    port: int

    def here(self, text: str) -> str:
        """A text whose folders are those of this machine."""
        return re.sub("|".join(PLACES), lambda found: f"{self.root}{found[0]}", text)

    def run(
        self, line: str, *, env: dict[str, str], folder: Path
    ) -> subprocess.CompletedProcess[str]:
        """Runs a line by /bin/sh, in an environment of nothing else."""
        done = subprocess.run(
            ["/bin/sh", "-ec", self.here(line)],
            env=env,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, (line, done.stdout, done.stderr)
        return done

    @property
    def home(self) -> Path:
        return self.root / "home"

    def shell(self, block: str) -> subprocess.CompletedProcess[str]:
        """Runs a block of the page as who looks after the server does."""
        (path,) = re.findall(r"^export PATH=.*$", PAGE, re.MULTILINE)
        env = {"HOME": str(self.home), "PATH": f"{self.root}/sbin:/usr/bin:/bin", "LANG": "C.UTF-8"}
        return self.run(f"{path}\n{block}", env=env, folder=self.home)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """A machine with a configuration as the page has it, and a game on it."""
    root = tmp_path_factory.mktemp("machine")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    found = Machine(root, port)
    for name in ("home/.config/legation", "sbin", *(place[1:] for place in PLACES)):
        (root / name).mkdir(parents=True, exist_ok=True)
    (root / "opt/legation/bin").mkdir()
    python, words = shlex.quote(sys.executable), root / "systemctl.txt"
    script(root / "opt/legation/bin/legation", f'exec {python} -m legation.cli.start "$@"')
    script(root / "opt/legation/bin/python", f'exec {python} "$@"')
    script(root / "sbin/systemctl", f'echo "$@" >> {shlex.quote(str(words))}')
    (said,) = blocks("toml")
    text = found.here(said) + 'email-url = "memory:"\n'
    (root / "etc/legation/legation.toml").write_text(text)
    # In the place of /etc/legation, where cron and shells look for it.
    (root / "home/.config/legation/legation.toml").symlink_to(root / "etc/legation/legation.toml")
    made = (
        "import django; django.setup();"
        "from legation.server.running.prepare import prepare; prepare(static=False);"
        "import boards; boards.begin('standard', phases=1)"
    )
    env = {
        "HOME": str(found.home),
        "PATH": "/usr/bin:/bin",
        "DJANGO_SETTINGS_MODULE": "legation.server.settings",
        "PYTHONPATH": os.pathsep.join((str(TESTS), str(TESTS / "server"))),
    }
    found.run(f'/opt/legation/bin/python -c "{made}"', env=env, folder=found.home)
    return found


def script(file: Path, text: str) -> None:
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


@contextlib.contextmanager
def running(line: list[str], env: dict[str, str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A command that goes on until it is told to stop, as systemd tells it."""
    begun = subprocess.Popen(line, env=env, cwd=folder, stderr=subprocess.PIPE, text=True)
    try:
        yield begun
    finally:
        begun.terminate()
        _, words = begun.communicate(timeout=30)
    assert begun.returncode == 0, words
    assert "Traceback" not in words


def wait_for(
    port: int, *processes: subprocess.Popen[str], well: tuple[int, ...] = (200,)
) -> httpx.Response:
    """The health of a server, when it is well, or a minute has passed."""
    until, said = time.monotonic() + 60, httpx.Response(599)
    while time.monotonic() < until and all(p.poll() is None for p in processes):
        with contextlib.suppress(httpx.TransportError):
            said = httpx.get(f"http://127.0.0.1:{port}/health")
            if said.status_code in well:
                break
        time.sleep(0.1)
    return said


def unit(machine: Machine, name: str) -> tuple[list[str], dict[str, str]]:
    """The command of a unit, and its environment: systemd's own, and what the unit says."""
    parsed = configparser.RawConfigParser(strict=False, interpolation=None)
    parsed.optionxform = str  # type: ignore[assignment,method-assign]  # names are as written
    parsed.read_string(machine.here((ROOT / "deploy" / name).read_text("utf-8")))
    service = parsed["Service"]
    env = {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin",
        "LANG": "C.UTF-8",
        "HOME": "/nonexistent",
        "USER": service["User"],
        "LOGNAME": service["User"],
        "INVOCATION_ID": "0" * 32,
        **dict(word.split("=", 1) for word in shlex.split(service["Environment"])),
    }
    return shlex.split(service["ExecStart"]), env


def test_every_block_of_the_page_is_run_or_left_out_for_a_reason() -> None:
    """A new block fails here until this file runs it."""
    shell = [block for block in blocks("sh") if LEFT_OUT not in block]
    verbs = [line.split()[:2] for block in shell for line in block.splitlines()]
    assert len(shell) == 7
    assert ["legation", "serve"] in verbs
    assert len(blocks("text")) == 2, "the line of cron, and what health says"
    assert len(blocks("toml")) == 1


@pytest.mark.evening
def test_what_systemd_starts_serves_and_works(machine: Machine) -> None:
    web, environment = unit(machine, "legation-web.service")
    worker, other = unit(machine, "legation-work.service")
    with (
        running([*web, "--port", str(machine.port)], environment, Path("/")) as serving,
        running(worker, other, Path("/")) as working,
    ):
        health = wait_for(machine.port, serving, working)
        proxied = {"Host": "play.example.org", "X-Forwarded-Proto": "https"}
        page = httpx.get(f"http://127.0.0.1:{machine.port}/", headers=proxied, timeout=60)
    assert (health.status_code, health.json()["workers"]) == (200, 1)
    assert page.status_code == 200
    data = machine.root / "var/lib/legation"
    assert {"legation.sqlite3", "secret-key", "static"} <= {file.name for file in data.iterdir()}
    assert not (machine.home / ".local").exists(), "all verbs mean the same server"


@pytest.mark.evening
def test_what_a_shell_starts_serves(machine: Machine) -> None:
    (line,) = (block.strip() for block in blocks("sh") if block.startswith("legation serve"))
    env = {"HOME": str(machine.home), "PATH": f"{machine.root}/opt/legation/bin:/usr/bin:/bin"}
    words = ["/bin/sh", "-c", f"exec {line} --port {machine.port}"]
    with running(words, env, machine.home) as serving:
        health = wait_for(machine.port, serving)
    assert (health.status_code, health.json()["workers"]) == (200, 1)


@pytest.mark.evening
def test_what_a_shell_is_told_is_done(machine: Machine) -> None:
    """In the order of the page; right after a worker was stopped, as who upgrades does it."""
    worker, env = unit(machine, "legation-work.service")
    with running(worker, env, Path("/")) as working:
        assert working.stderr is not None
        assert "Working." in working.stderr.readline()
        time.sleep(1)  # it has looked, and is known to be alive
    said = [
        machine.shell(block).stdout
        for block in blocks("sh")
        if LEFT_OUT not in block and not block.startswith("legation serve")
    ]
    assert any("1 game (1 running)" in text for text in said)
    assert any("It can be restored, and every game in it was audited" in text for text in said)
    assert any("1 games and" in text and "are back" in text for text in said)
    units = (machine.root / "systemctl.txt").read_text().split()
    assert {word for word in units if "legation" in word} == {"legation-web", "legation-work"}


@pytest.mark.evening
def test_what_stands_within_the_text_is_done(machine: Machine) -> None:
    """With an account for NAME, another name for NEW and a game for GAME; stop it, and all."""
    with closing(sqlite3.connect(machine.root / "var/lib/legation/legation.sqlite3")) as raw:
        (slug,) = raw.execute("SELECT slug FROM games_game").fetchone()
    meant = {"NAME": "Anna", "NEW": "Berta", "GAME": slug, "TEXT": "ann", '"..."': '"a test"'}
    said = {}
    for line in inline():
        whole = re.sub("|".join(map(re.escape, meant)), lambda found: meant[found[0]], line)
        mild = " || [ $? -eq 1 ]" if line == "legation doctor" else ""  # it says what to mend
        said[line] = machine.shell(whole + mild).stdout
        if "GAME" in line:
            machine.shell(whole.replace(slug, ""))
    assert len(said) == 12
    assert said["legation site accounts TEXT"].startswith("Berta  anna@example.org")
    told = said["legation site log"]
    assert told.count("a test") == 7, told  # three of an account, two of a game, two of all
    assert "workers" in said["legation doctor"]


@pytest.mark.evening
def test_a_server_of_several_processes_is_begun_as_the_page_has_it(machine: Machine) -> None:
    for number in dict.fromkeys(re.findall(r"`serve --processes (\d)`", PAGE)):
        env = {"HOME": str(machine.home), "PATH": f"{machine.root}/opt/legation/bin:/usr/bin:/bin"}
        line = f"exec legation serve --processes {number} --port {machine.port}"
        with running(["/bin/sh", "-c", line], env, machine.home) as serving:
            health = wait_for(machine.port, serving, well=(200, 503))
        assert health.json()["database"], "that no worker is there yet is no fault of it"


@pytest.mark.evening
def test_what_cron_is_told_is_done_and_old_backups_go(machine: Machine) -> None:
    (line,) = (block.strip() for block in blocks("text") if block.startswith("0 4 * * *"))
    *_, user, command = line.split(maxsplit=6)
    assert user == "legation"
    command = re.sub(r"(?<!\\)%", "\n", command).replace(r"\%", "%")  # as cron reads it
    old = machine.root / "backup/2020-01-01.legation"
    old.write_text("an old one")
    os.utime(old, (0, 0))
    env = {"HOME": str(machine.home), "PATH": "/usr/bin:/bin", "SHELL": "/bin/sh"}
    machine.run(command, env={**env, "LOGNAME": user}, folder=machine.home)
    (made,) = (machine.root / "backup").iterdir()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d\.legation", made.name)
    assert made.stat().st_size > 10_000


@pytest.mark.evening
def test_all_that_starts_at_once_on_nothing_begins(tmp_path: Path, machine: Machine) -> None:
    """Three workers and a web server make the tables of one new file."""
    env = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "EMAIL_URL": "memory:"}
    env |= {"LEGATION_DATA": str(tmp_path / "data"), "LEGATION_CONFIG": os.devnull}
    line = [sys.executable, "-m", "legation.cli.start"]
    serve = [*line, "serve", "--with-worker", "--port", str(machine.port)]
    with running(serve, env, tmp_path) as serving:
        begun = [
            subprocess.Popen([*line, "work", "--once"], env=env, stderr=subprocess.PIPE, text=True)
            for _ in range(3)
        ]
        ended = [(one.communicate(timeout=120)[1], one.returncode) for one in begun]
        health = wait_for(machine.port, serving)
    assert ended == [("", 0)] * 3
    assert health.status_code == 200
