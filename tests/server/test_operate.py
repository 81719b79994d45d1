"""What docs/operate.md says is so: its settings, its examples, its logs, what a wheel holds."""

import ast
import configparser
import contextlib
import logging
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
import tables
import visits
from django.test import Client

from legation.documents.shape import fit
from legation.server.games import change, process, sheets
from legation.server.games.models import Deadline
from legation.server.press import services as press
from legation.server.press.members import PUBLIC
from legation.server.settings.file import Configuration, variable_of
from legation.server.settings.logs import Discreet, Placeless

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/operate.md").read_text("utf-8")
DEPLOY = ROOT / "deploy"
UNITS = ("legation-web.service", "legation-work.service")
NAME = re.compile(r"(?:LEGATION_[A-Z_]+|DATABASE_URL|EMAIL_URL)\Z")
ELSEWHERE = {"LEGATION_VARIANTS", "LEGATION_NO_NUMBA"}  # the command line reads them


def settings_read() -> set[str]:
    """The variables whose names stand in the server's source as they are, and nowhere in words."""
    files = (ROOT / "src/legation/server").rglob("*.py")
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8"))))
    words = (node.value for node in nodes if isinstance(node, ast.Constant))
    return {word for word in words if isinstance(word, str) and NAME.match(word)}


def documented() -> set[str]:
    return set(re.findall(r"^\| `([A-Z_]+)` \|", PAGE, re.MULTILINE))


def test_every_setting_is_in_the_table_and_none_besides() -> None:
    read = settings_read()
    assert {"LEGATION_DATA", "DATABASE_URL", "EMAIL_URL", "LEGATION_POLL_MS"} <= read
    assert documented() == (read - {"LEGATION_DIE_AT"}) | {"LEGATION_VARIANTS"}
    assert "`LEGATION_DIE_AT`" in PAGE


def test_every_setting_has_a_key_in_the_file() -> None:
    keys = {variable_of(key) for key in Configuration.__struct_fields__}
    assert keys == documented() - {"LEGATION_CONFIG"}


def test_the_example_of_the_file_can_be_read() -> None:
    text = (DEPLOY / "legation.toml").read_text("utf-8")
    for line in re.findall(r"^#([a-z-]+ = .*)$", text, re.MULTILINE):
        text += line + "\n"
    said, faults = fit(tomllib.loads(text), Configuration)
    assert not faults
    assert said is not None
    assert said.data == "/var/lib/legation"
    for unit in UNITS:
        assert "LEGATION_CONFIG=/etc/legation/legation.toml" in (DEPLOY / unit).read_text()


def test_examples_name_settings_that_exist() -> None:
    for file in DEPLOY.iterdir():
        named = set(
            re.findall(r"\b(?:LEGATION_[A-Z_]+|DATABASE_URL|EMAIL_URL)\b", file.read_text())
        )
        assert named <= documented(), file.name


def test_examples_name_files_that_exist() -> None:
    for name in re.findall(r"\]\(\.\./([^)]+)\)", PAGE):
        assert (ROOT / name).is_file(), name
    for line in (DEPLOY / "Containerfile").read_text().splitlines():
        if line.startswith("COPY"):
            assert all((ROOT / name).exists() for name in line.split()[1:-1]), line


@pytest.mark.parametrize("name", UNITS)
def test_units_are_good(name: str, tmp_path: Path) -> None:
    unit = configparser.RawConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # names are as written
    unit.read(DEPLOY / name)
    assert unit["Service"]["NoNewPrivileges"] == "yes"
    words = unit["Service"]["ExecStart"].split()
    assert words[0] == "/opt/legation/bin/legation"
    done = subprocess.run(
        [sys.executable, "-m", "legation.cli.start", words[1], "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert all(word in done.stdout for word in words[2:] if word.startswith("--"))
    if shutil.which("systemd-analyze"):
        text = (DEPLOY / name).read_text().replace(words[0], "/bin/true")
        (tmp_path / name).write_text(text.replace("User=legation", "User=root"))
        line = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", name]
        done = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


def test_only_the_base_image_is_named() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    assert re.findall(r"^ARG BASE=(.*)$", text, re.MULTILINE) == ["python:3.12-slim"]
    assert re.findall(r"^FROM (.*)$", text, re.MULTILINE) == ["${BASE}"]
    assert "--require-hashes" in text
    assert not re.search(r"https?://(?!localhost)", text)


def test_the_lock_for_postgresql_is_the_other_and_a_driver() -> None:
    def pins(name: str) -> dict[str, str]:
        text = (ROOT / "lock" / f"{name}.txt").read_text()
        return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))

    runtime, whole, dev = pins("runtime"), pins("postgresql"), pins("dev")
    assert {name for name in whole if name not in runtime} == {
        "psycopg",
        "psycopg-binary",
        "psycopg-pool",
    }
    assert whole.items() >= runtime.items()
    assert dev.items() >= whole.items()


def test_a_wheel_has_all_that_pages_need(tmp_path: Path) -> None:
    line = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(line, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    held = set(zipfile.ZipFile(wheel).namelist())
    source = ROOT / "src"
    folders = [*source.rglob("templates"), *source.rglob("static"), *source.rglob("migrations")]
    wanted = {
        file.relative_to(source).as_posix()
        for folder in folders
        for file in folder.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert any(name.endswith("legation.css") for name in wanted)
    assert any(name.endswith(".woff2") for name in wanted)
    assert wanted <= held


@pytest.mark.django_db(transaction=True)
def test_logs_hold_no_orders_no_press_and_no_passwords(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    canary = "Bohemia-canary"
    game = tables.started("France", "England")
    caplog.set_level(logging.DEBUG)
    logging.getLogger("asyncio").setLevel(logging.WARNING)
    caplog.handler.setFormatter(Discreet("%(levelname)s %(name)s: %(message)s"))
    sheets.submit(game=game, power="France", typed=f"A Par - {canary}")
    user = tables.person("France")
    press.send(game=game, user=user, key=PUBLIC, text=canary, token=canary)
    client = Client(raise_request_exception=False)
    client.post("/accounts/sign-in/", {"username": f"{canary}@x.org", "password": canary})
    client.force_login(user)
    client.get(f"/games/{game.slug}/?key={canary}")
    client.get(f"/games/?{canary}")
    client.post(f"/games/{game.slug}/sheet", {"typed": canary, "serial": "0"})

    def broken(**_: Any) -> None:
        raise ValueError(f"cannot read {canary}") from KeyError(canary)

    monkeypatch.setattr(sheets, "submit", broken)
    answer = client.post(f"/games/{game.slug}/sheet", {"typed": canary, "serial": "0"})
    assert answer.status_code == 500
    monkeypatch.setattr(change, "change", broken)
    deadline = Deadline.objects.filter(game=game, kind="due").get()
    process.process(deadline=deadline, worker="tests")
    assert "Internal Server Error" in caplog.text
    assert "builtins.ValueError" in caplog.text, "where it happened, and what kind"
    assert "builtins.KeyError" in caplog.text
    assert "in broken" in caplog.text
    assert canary not in caplog.text


@pytest.mark.evening
@pytest.mark.django_db(transaction=True)
def test_no_key_of_an_address_is_in_a_log(caplog: pytest.LogCaptureFixture) -> None:
    """Every address, with a canary for each part that may be a key, in every method, goes wrong."""
    canary = "canary7key"
    caplog.set_level(logging.DEBUG)
    logging.getLogger("asyncio").setLevel(logging.WARNING)
    caplog.handler.setFormatter(Discreet("%(levelname)s %(name)s: %(message)s"))
    caplog.handler.addFilter(placeless := Placeless())
    signed = Client(raise_request_exception=False, enforce_csrf_checks=True)
    signed.force_login(tables.person("France"))
    nobody = Client(raise_request_exception=False)
    paths = {re.sub(r"<[^>]+>", canary, "/" + route) for route, _ in visits.patterns()}
    asked = 0
    for path in sorted(paths | {f"/{canary}/", f"/api/{canary}"}):
        for client in (signed, nobody):
            for method in ("HEAD", "DELETE", "GET", "POST", "BREW"):
                if method == "GET" and path.endswith("/events"):
                    continue  # a stream has no end
                answer = client.generic(method, f"{path}?{canary}=1", secure=False)
                asked += answer.status_code >= 400
    elsewhere = {"Host": f"{canary}.example", "Referer": f"https://x.example/{canary}"}
    assert nobody.get(f"/keep/{canary}/", headers=elsewhere).status_code == 400
    answer = signed.post(f"/keep/{canary}/", headers={"Referer": elsewhere["Referer"]}, secure=True)
    assert answer.status_code == 403
    caplog.handler.removeFilter(placeless)
    assert asked > 300
    lines = caplog.text.splitlines()
    for said in (
        "WARNING django.request: HEAD /games/<slug:slug>/key/<str:token>/: 405 Method Not Allowed",
        "WARNING django.request: GET an address that is none: 404 Not Found",
        "ERROR django.security.DisallowedHost: GET an address that is none: 400 Bad Request"
        " (DisallowedHost)",
    ):
        assert said in lines
    assert any(line.endswith("403 Forbidden (csrf)") for line in lines)
    assert canary not in caplog.text


def test_the_server_writes_logs_so(tmp_path: Path) -> None:
    code = (
        "import django, logging; django.setup();"
        "from legation.server.settings.logs import Discreet;"
        "(one,) = logging.getLogger().handlers;"
        "print(type(one.formatter) is Discreet, type(one).__name__);"
        "print([type(h).__name__ for h in logging.getLogger('django').handlers])"
    )
    env = {k: v for k, v in os.environ.items() if not k.startswith("LEGATION_")}
    env |= {"LEGATION_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "legation.server.settings"}
    line = [sys.executable, "-c", code]
    done = subprocess.run(line, env=env, capture_output=True, text=True, check=True)
    # One speaks with DEBUG only; the other would write to administrators, and there are none.
    assert done.stdout.splitlines() == [
        "True StreamHandler",
        "['StreamHandler', 'AdminEmailHandler']",
    ]


@pytest.mark.evening
def test_behind_a_proxy(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {k: v for k, v in os.environ.items() if not k.startswith("LEGATION_")}
    env |= {"LEGATION_DATA": str(tmp_path), "LEGATION_URL": "https://play.example.org"}
    env |= {"DATABASE_URL": "", "EMAIL_URL": "memory:"}
    env.pop("DJANGO_SETTINGS_MODULE", None)
    line = [sys.executable, "-m", "legation.cli.start", "serve", "--with-worker", "--port"]
    server = subprocess.Popen([*line, str(port)], env=env, stderr=subprocess.PIPE, text=True)
    try:
        until = time.monotonic() + 60
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
            while time.monotonic() < until and server.poll() is None:
                with contextlib.suppress(httpx.TransportError):
                    if client.get("/health").status_code == 200:
                        break
                time.sleep(0.2)
            health = client.get("/health").json()
            plain = client.get("/games/", headers={"Host": "play.example.org"})
            said = {"Host": "play.example.org", "X-Forwarded-Proto": "https"}
            page = client.get("/accounts/sign-in/", headers=said)
            other = client.get("/games/", headers={**said, "Host": "elsewhere.example.org"})
    finally:
        server.terminate()
        _, words = server.communicate(timeout=20)
    assert health == {
        "database": True,
        "workers": 1,
        "late_deadlines": 0,
        "stuck_deadlines": 0,
        "standing_games": 0,
        "longest_standing_hours": None,
        "unsent_letters": 0,
        "refused_letters": 0,
        "last_backup_hours": None,
    }
    assert plain.headers["Location"] == "https://play.example.org/games/"
    assert page.status_code == 200
    assert "Secure" in page.headers["Set-Cookie"]
    assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert other.status_code == 400
    assert "Traceback" not in words
