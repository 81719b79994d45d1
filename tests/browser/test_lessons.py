"""A lesson in Chromium, by somebody who has no account: the board's own page, menu and sheet."""

from collections.abc import Iterator
from typing import Any

import pytest
from serving import DESK, PHONE, Server, serving
from windows import Windows

pytestmark = [pytest.mark.evening, pytest.mark.filterwarnings("ignore::ResourceWarning")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without a game; a lesson needs none."""
    with serving(tmp_path_factory.mktemp("lessons")) as running:
        yield running


@pytest.fixture(scope="module")
def windows(server: Server, browser: Any) -> Windows:
    """Those of that server."""
    return Windows(browser, server.url)


@pytest.mark.parametrize("view", [DESK, PHONE], ids=["desk", "phone"])
def test_from_the_front_page_through_two_lessons(
    server: Server, windows: Windows, view: dict[str, int]
) -> None:
    with windows.window(viewport=view) as page:
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(server.url)
        page.click('text="Learn it in five minutes"')
        page.wait_for_selector("#board[data-menu=there]")
        page.click("#ready")
        page.wait_for_selector("#saved.error")
        assert page.inner_text("#said").startswith("Not yet.")
        page.click('[data-unit="A Par"]')
        with page.expect_response(lambda answer: answer.url.endswith("/sheet")):
            page.click("#p-Bur")
        page.wait_for_selector(".orders .move")
        page.click("#ready")
        page.wait_for_selector(".told-here")
        assert "arrived" in page.inner_text(".told-here")
        assert page.locator(".why").count() == 2
        page.click('text="Next lesson"')
        page.wait_for_selector("#board[data-menu=there]")
        assert page.evaluate("document.documentElement.scrollWidth") == view["width"]
        assert wrong == []


def test_without_a_script(server: Server, windows: Windows) -> None:
    with windows.window(viewport=DESK, java_script_enabled=False) as page:
        page.goto(f"{server.url}/learn/standard/1/")
        page.fill("#typed", "A Par - Gas")
        page.click("#ready")
        assert "Not yet." in page.inner_text(".notices")
        page.fill("#typed", "A Par - Bur")
        page.click("#ready")
        assert "arrived" in page.inner_text(".told-here")


def test_a_bid_by_clicks_on_a_phone(server: Server, windows: Windows) -> None:
    """The map begins where the lesson is; what came of it is brought into view."""
    with windows.window(viewport=PHONE) as page:
        page.goto(f"{server.url}/learn/locarno/1/")
        page.wait_for_selector("#board[data-menu=there]")
        seen = page.locator("#map svg").get_attribute("viewBox").split(" ")
        assert float(seen[2]) < 500, "half the board or less"
        page.click('[data-unit="A Mun"]')
        with page.expect_response(lambda answer: answer.url.endswith("/sheet")):
            page.click("#p-Cze")
        page.click('#units .special button:has-text("Bid")')
        for text in ("A Aus", "A Mun", "Czechya"):
            page.click(f'#composer button:has-text("{text}") >> nth=0')
        with page.expect_response(lambda answer: answer.url.endswith("/sheet")):
            page.click('#composer button:has-text("Give the order")')
        page.click("#ready")
        page.wait_for_selector(".told-here")
        box = page.locator(".stage").bounding_box()
        assert box["y"] > -1
        assert box["y"] + box["height"] < PHONE["height"] + 1
        assert page.locator("#said.told").count() == 0, "nothing covers the head"
        assert "Austria supported you" in page.inner_text("#said")


@pytest.mark.parametrize(
    "game", ["standard", "locarno", "london_nights", "post_atomic", "warwick", "claudian"]
)
def test_what_is_different_is_one_screen(server: Server, windows: Windows, game: str) -> None:
    """Title, what is different, the worked board and the ways on: nobody has to scroll."""
    with windows.window(viewport={"width": 1280, "height": 800}) as page:
        page.goto(f"{server.url}/rules/{game}/different/")
        assert page.evaluate("document.documentElement.scrollHeight") <= 800
        assert page.locator(".worked svg").bounding_box()["height"] > 300
