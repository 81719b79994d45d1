"""Without a line, one's own last boards in Chromium: marked as old, and nobody else's, ever."""

from pathlib import Path
from typing import Any

import pytest
from serving import PHONE, serving, signed_in

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")
KEPT = "caches.keys().then((names) => names.filter((name) => name.startsWith('kept:')).length)"
HAS = "path => caches.match(path).then((found) => Boolean(found))"


def _until(page: Any, script: str, arg: str | None = None) -> None:
    """Waits until a script says yes; the page's own rules let `wait_for_function` run none."""
    for _ in range(300):
        if page.evaluate(script, arg):
            return
        page.wait_for_timeout(100)
    raise AssertionError(script)


def _come_by(page: Any, path: str) -> None:
    """Opens a page, and waits until the worker has seen whose it is."""
    page.goto(path)
    _until(page, "Boolean(navigator.serviceWorker.controller)")


@pytest.mark.night
def test_the_last_view_is_kept_for_its_reader_alone(browser: Any, tmp_path: Path) -> None:
    with serving(tmp_path, "house.py") as server:
        context = browser.new_context(viewport=PHONE, base_url=server.url)
        who = server.made["sessions"]
        first, second, *_ = (f"/games/{slug}/" for slug in server.made["games"])
        signed_in(context, server.url, who["Anna"])
        page = context.new_page()
        _come_by(page, "/")
        for path in ("/", first):
            page.goto(path)
            _until(page, HAS, path)

        context.set_offline(True)
        page.goto(first)
        assert "offline. This is the last view" in page.get_by_role("status").first.inner_text()
        assert page.get_by_role("heading", name="Orders").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        page.goto(second)  # never looked at
        assert page.get_by_role("heading", name="Offline").is_visible()
        page.get_by_role("link", name="Test standard").click()
        assert page.get_by_role("status").first.inner_text().startswith("As of ")

        context.set_offline(False)  # somebody else has signed in, who may look at the game as well
        signed_in(context, server.url, who["Max"])
        page.goto("/")
        _until(page, HAS, "/")
        context.set_offline(True)
        page.goto(first)
        assert page.get_by_role("heading", name="Offline").is_visible()
        assert page.get_by_role("link", name="Test standard").count() == 0

        context.set_offline(False)
        page.goto("/")
        page.get_by_role("button", name="Sign out").click()
        page.get_by_role("link", name="Sign in").first.wait_for()
        _until(page, f"{KEPT}.then((left) => left === 0)")
        context.set_offline(True)
        page.goto("/")
        assert page.get_by_role("heading", name="Offline").is_visible()
        context.close()
