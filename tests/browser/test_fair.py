"""The check of a finished game in Chromium: it proves an honest one and names what was changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from serving import DESK, PHONE, Server, serving, signed_in

pytestmark = [
    pytest.mark.evening,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("fair"), "fair_games.py") as found:
        yield found


@contextmanager
def page(browser: Any, server: Server, view: dict[str, int] = DESK) -> Iterator[Any]:
    """Anna's browser; what its console complains of fails the test."""
    context = browser.new_context(viewport=view, base_url=server.url)
    signed_in(context, server.url, server.made["sessions"]["Anna"])
    found, complaints = context.new_page(), []
    found.set_default_timeout(30_000)
    found.on("console", lambda said: complaints.append(said.text))
    found.on("pageerror", lambda error: complaints.append(str(error)))
    yield found
    context.close()
    assert complaints == []


def _file(text: str) -> dict[str, Any]:
    return {"name": "a.json", "mimeType": "application/json", "buffer": text.encode()}


def _verdict(page: Any) -> str:
    page.get_by_role("button", name="Check", exact=True).click()
    page.locator("#verdict").get_by_text("parts opened").wait_for()
    return str(page.locator("#verdict").inner_text())


def _opened(page: Any) -> str:
    with page.expect_download() as download:
        page.get_by_role("link", name="The opened record").click()
    return Path(download.value.path()).read_text("utf-8")


def test_an_honest_game_is_proved_by_what_anna_kept(browser: Any, server: Server) -> None:
    slug = server.made["over"]
    with page(browser, server) as found:
        found.goto(f"/games/{slug}/fairness/")
        found.get_by_label("Your receipts").set_input_files(_file(server.made["receipts"]))
        said = _verdict(found)
        assert "All fit with what was committed to, and with your receipts." in said
        assert said.startswith("5 pledges")  # deal, two phases, a correction, the end


def test_one_byte_that_was_changed_is_named(browser: Any, server: Server) -> None:
    slug = server.made["over"]
    with page(browser, server, PHONE) as found:
        found.goto(f"/games/{slug}/fairness/")
        text = _opened(found)
        assert text.count("Autumn") > 0
        at = text.index('\\"seed\\":\\"') + len('\\"seed\\":\\"')
        changed = text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]
        found.goto("/fairness/")
        found.get_by_label("The opened record").set_input_files(_file(changed))
        said = _verdict(found)
        assert "The proof fails." in said
        assert "(pledge 0): the part “seed” is not what was committed to." in said


def test_another_history_is_not_what_was_told(browser: Any, server: Server) -> None:
    """The receipts of a game that has the name of another."""
    slug, other = server.made["over"], server.made["going on"]
    with page(browser, server) as found:
        mine = found.request.get(f"/games/{other}/fairness/receipts.json").text()
        renamed = mine.replace(other, slug)
        found.goto(f"/games/{slug}/fairness/")
        found.get_by_label("Your receipts").set_input_files(_file(renamed))
        said = _verdict(found)
        assert "another pledge was told then: the history was rewritten." in said
        found.get_by_label("Your receipts").set_input_files(_file(mine))
        assert f"not game {other}" in _verdict(found)


def test_a_file_that_is_none_is_said_to_be_none(browser: Any, server: Server) -> None:
    with page(browser, server) as found:
        found.goto("/fairness/")
        for text, said in (("[", "is no JSON"), ("{}", "is neither receipts nor an opened record")):
            found.get_by_label("Your receipts").set_input_files(_file(text))
            found.get_by_role("button", name="Check", exact=True).click()
            found.locator("#verdict.fails").get_by_text(said).wait_for()


def test_receipts_by_themselves_are_sound_while_the_game_goes_on(
    browser: Any, server: Server
) -> None:
    slug = server.made["going on"]
    with page(browser, server) as found:
        found.goto(f"/games/{slug}/fairness/")
        assert found.get_by_role("link", name="The opened record").count() == 0
        with found.expect_download() as download:
            found.get_by_role("link", name="My receipts").click()
        text = Path(download.value.path()).read_text("utf-8")
        found.goto("/fairness/")
        found.get_by_label("Your receipts").set_input_files(_file(text))
        assert "Your receipts are sound." in _verdict(found)
