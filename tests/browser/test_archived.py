"""The archive in Chromium: letters are opened, a note is published, the game is kept as a file."""

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
    with serving(tmp_path_factory.mktemp("archive"), "archived_games.py") as found:
        yield found


@contextmanager
def page(browser: Any, server: Server, who: str = "", **options: Any) -> Iterator[Any]:
    """Somebody's browser; what its console complains of fails the test."""
    context = browser.new_context(**{"viewport": PHONE, "base_url": server.url, **options})
    if who:
        signed_in(context, server.url, server.made["sessions"][who])
    found, complaints = context.new_page(), []
    found.set_default_timeout(30_000)
    found.on("console", lambda said: complaints.append(said.text))
    found.on("pageerror", lambda error: complaints.append(str(error)))
    yield found
    context.close()
    assert complaints == []


def test_a_game_is_opened_annotated_and_kept_as_one_file(
    browser: Any, server: Server, tmp_path: Path
) -> None:
    archive = f"/games/{server.made['game']}/archive/"
    for who in ("Austria", "France"):
        with page(browser, server, who, java_script_enabled=False) as found:
            found.goto(f"{archive}press/")
            found.get_by_role("button", name="Agree to open Austria and France").click()
            found.get_by_role("button", name="Agree").click()
            said = "A conversation is open now." if who == "France" else "You have agreed."
            found.get_by_text(said).wait_for()
    with page(browser, server, "Master", java_script_enabled=False) as found:
        found.goto(f"{archive}0/")
        found.get_by_role("link", name="Your remark on it").click()
        found.get_by_label("Your note").fill("Two sheets did not come.")
        found.get_by_role("button", name="Publish it").click()
        found.get_by_text("Everybody can read it now.").wait_for()
    kept = tmp_path / "game.html"
    with page(browser, server, viewport=DESK) as found:
        found.goto(archive)
        found.get_by_label("Seen").select_option("as Italy knew it")
        found.get_by_role("button", name="Show").click()
        found.get_by_role("link", name="Spring 1901, movement").click()
        found.get_by_text("Two sheets did not come.").wait_for()
        found.get_by_text("Keep out of Piedmont,").wait_for()
        assert found.get_by_label("Seen").input_value() == "Italy"
        found.get_by_role("link", name="Archive of").click()
        with found.expect_download() as download:
            found.get_by_role("link", name="keep it as a file").click()
        kept.write_bytes(Path(download.value.path()).read_bytes())
    for script in (True, False):
        with page(browser, server, offline=True, java_script_enabled=script) as found:
            found.goto(kept.as_uri())
            first = found.locator("#phase-0")
            first.get_by_text("Master, game master").wait_for()
            first.get_by_text("Agreed. <b>Italy</b> will not like it.").wait_for()
            wide = found.locator("body").bounding_box()
            assert wide is not None
            assert wide["width"] <= PHONE["width"]
            last = found.locator("#phase-4")
            assert last.is_visible() != script, "with scripts one phase is shown at a time"
            assert "units 3; Italy" in str(last.text_content())
