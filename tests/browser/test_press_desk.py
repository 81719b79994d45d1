"""Press between two browsers, and the game master's rollback seen in another, in Chromium."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

HERE = Path(__file__).parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
if CHROMIUM is None:
    if os.environ.get("CI"):
        raise RuntimeError("no Chromium: apt-get install -y chromium")
    pytest.skip("NO BROWSER TEST WAS RUN: apt-get install -y chromium", allow_module_level=True)
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")
DESK, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 844}


@dataclass
class Place:
    """A server with a game on it, and who is signed in."""

    url: str
    made: dict[str, Any]
    browser: Any

    @contextmanager
    def page(self, who: str, room: str = "", view: dict[str, int] = DESK) -> Iterator[Any]:
        """A page of the game as somebody sees it; a script that fails fails the test."""
        context = self.browser.new_context(viewport=view)
        session = self.made["sessions"][who]
        context.add_cookies([{"name": "sessionid", "value": session, "url": self.url}])
        page, wrong = context.new_page(), list[str]()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(f"{self.url}/games/{self.made['game']}/{room}")
        yield page
        context.close()
        assert not wrong


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A server in a process of its own, with a worker and a database of its own."""
    folder = tmp_path_factory.mktemp("press")
    (folder / "static").mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = {**os.environ, "LEGATION_DATA": str(folder), "LEGATION_STATIC": "source"}
    env |= {"DJANGO_SETTINGS_MODULE": "server_settings", "PYTHONPATH": str(HERE.parent)}
    env |= {"LEGATION_URL": f"http://localhost:{port}"}
    env.pop("DATABASE_URL", None)
    words = [sys.executable, str(HERE / "desk_table.py")]
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
    serve = ("-m", "legation.server", "serve", "--with-worker", "--port", str(port))
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen([sys.executable, *serve], env=env, stdout=log, stderr=log)
    url = f"http://localhost:{port}"
    for _ in range(150):
        try:
            urlopen(url, timeout=5).close()
            break
        except OSError:
            time.sleep(0.2)
    with playwright.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield Place(url, json.loads(done.stdout.splitlines()[-1]), browser)
        browser.close()
    server.terminate()
    server.wait(20)


def test_press_between_two_browsers(place: Place) -> None:
    with place.page("Austria", "press/1-3/") as mine, place.page("France", "press/") as his:
        mine.fill("#press-text", "Shall we?\n<b>A Mun</b> is mine.")
        mine.click("text=Send")
        mine.wait_for_selector(".message.own >> text=Shall we?")
        assert mine.input_value("#press-text") == ""
        his.wait_for_selector(".circles .unread >> text=Austria")  # without reload
        his.click(".circles >> text=Austria")
        his.wait_for_selector(".message >> text=<b>A Mun</b> is mine.")
        his.fill("#press-text", "We shall")
        mine.fill("#press-text", "and one more thing")
        his.click("text=Send")
        mine.wait_for_selector(".message >> text=We shall")
        assert mine.input_value("#press-text") == "and one more thing", "what is typed stays"


def test_nothing_is_lost_without_a_connection(place: Place) -> None:
    with place.page("Austria", "press/1-3/", PHONE) as page:
        page.fill("#press-text", "into the void")
        page.context.set_offline(True)
        page.click("text=Send")
        page.wait_for_selector("#press-kept.not-sent")
        assert page.input_value("#press-text") == "into the void"
        page.context.set_offline(False)
        page.wait_for_selector(".message >> text=into the void", timeout=15_000)
        page.reload()
        assert page.locator(".message >> text=into the void").count() == 1
        page.fill("#press-text", "a draft")
        page.wait_for_selector("#press-kept >> text=Draft kept")
    with place.page("Austria", "press/1-3/") as elsewhere:
        assert elsewhere.input_value("#press-text") == "a draft"
        elsewhere.fill("#press-text", "")
        elsewhere.wait_for_timeout(1500)


def test_the_board_shows_the_press_beside_the_map(place: Place) -> None:
    with place.page("Austria") as board:
        board.wait_for_selector("#press-panel[data-loaded]", state="attached")
        board.click("#tabs >> text=Press")
        assert board.locator("#press-panel .circles").is_visible()


def test_a_rollback_is_seen_without_reload(place: Place) -> None:
    with place.page("France") as board, place.page("Master", "desk/") as desk:
        board.wait_for_selector(f".phase >> text={place.made['phase']}")
        desk.select_option("#number", "0")
        desk.click("text=What would be lost?")
        assert "Everybody is told" in desk.inner_text("main")
        desk.click("button >> text=Roll back to")
        desk.wait_for_selector(".notices >> text=rolled back")
        board.wait_for_selector(".phase >> text=Spring 1901")
        assert board.url.endswith(f"/games/{place.made['game']}/")


@pytest.mark.parametrize("room", ["press/", "press/1-3/", "desk/", "log/", "rulings/"])
def test_no_page_is_wider_than_a_phone(place: Place, room: str) -> None:
    with place.page("Master" if room == "desk/" else "Austria", room, PHONE) as page:
        page.wait_for_load_state()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
