"""A sheet of a page that was opened before the phase closed, and sent after."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from serving import Server, serving, signed_in

pytestmark = [
    pytest.mark.evening,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@dataclass
class Place:
    """A server, a browser, and the game that was opened last."""

    server: Server
    browser: Any
    slug: str = ""

    def open(self, **options: Any) -> Any:
        """The board of another game of Anna's in its first phase, in a window of its own."""
        self.slug = self.server.does("begin")["slug"]
        context = self.browser.new_context(**options)
        signed_in(context, self.server.url, self.server.made["sessions"]["Anna"])
        page = context.new_page()
        page.goto(f"{self.server.url}/games/{self.slug}/")
        return page

    def end(self) -> None:
        """Ends the phase, as a worker would."""
        self.server.does("end", self.slug, "1")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Place]:
    """A server with the games of `table` on it."""
    with serving(tmp_path_factory.mktemp("late"), "table.py") as server:
        yield Place(server, browser)


def test_without_scripts_it_is_below_and_is_put_away(place: Place) -> None:
    page = place.open(java_script_enabled=False)
    page.fill("#typed", "A Par - Gas")
    place.end()
    page.click("#save")
    assert "What you wrote is kept below" in page.inner_text("main")
    assert page.inner_text("#late pre") == "A Par - Gas"
    assert page.input_value("#typed") == ""
    page.reload()
    assert page.inner_text("#late pre") == "A Par - Gas"
    page.click("text=Put it away")
    assert page.locator("#late").count() == 0
    page.context.close()


def unheard(page: Any) -> None:
    """Nothing that the page saves comes to the server."""
    page.route("**/sheet", lambda route: route.abort())


def test_with_scripts_it_is_below_once_it_comes(place: Place) -> None:
    page = place.open()
    page.wait_for_selector("#board[data-menu=there]")
    unheard(page)
    page.evaluate("document.querySelector('#text').open = true")
    page.fill("#typed", "A Par - Pic")
    page.wait_for_selector("#saved.error")
    place.end()
    page.unroute("**/sheet")
    page.wait_for_selector("#late pre")
    assert page.inner_text("#late pre") == "A Par - Pic"
    assert page.input_value("#typed") == ""
    page.click("text=Put it away")
    page.wait_for_selector("#late", state="detached")
    page.context.close()


def test_with_scripts_what_never_came_is_sent_when_the_page_is_opened_again(place: Place) -> None:
    page = place.open()
    page.add_init_script("navigator.sendBeacon = () => false")  # not even at the last moment
    page.reload()
    page.wait_for_selector("#board[data-menu=there]")
    page.context.set_offline(True)
    page.evaluate("document.querySelector('#text').open = true")
    page.fill("#typed", "A Par - Bur")
    page.wait_for_selector("#saved.error")
    address = page.url
    page.goto("about:blank")  # the page is gone, and the text with it, but for what the tab keeps
    place.end()
    page.context.set_offline(False)
    page.goto(address)
    page.wait_for_selector("#late pre")
    assert page.inner_text("#late pre") == "A Par - Bur"
    page.context.close()


def test_an_order_given_while_the_line_is_down_is_sent_when_it_is_back(place: Place) -> None:
    page = place.open()
    page.wait_for_selector("#board[data-menu=there]")
    page.context.set_offline(True)
    page.click('[data-unit="A Par"]')
    page.click('#composer button:has-text("Hold")')
    page.wait_for_selector("#said.told >> text=This is kept here")
    address = page.url
    page.goto("about:blank")  # and it outlives the page
    page.context.set_offline(False)
    page.goto(address)
    page.wait_for_selector("#units .order >> text=A Par H")
    page.context.set_offline(True)
    page.click('[data-unit="A Mar"]')
    page.click('#composer button:has-text("Hold")')
    page.wait_for_selector("#said.told >> text=This is kept here")
    page.context.set_offline(False)
    page.wait_for_selector("#said.told >> text=A Mar H: saved.")
    assert page.input_value("#typed").splitlines() == ["A Par H", "A Mar H"]
    page.context.close()


def test_what_is_written_in_one_box_is_not_lost_when_another_is_kept(place: Place) -> None:
    page = place.open()
    page.goto(f"{place.server.url}/games/{place.slug}/later/")
    boxes = page.locator("form.typed textarea")
    page.locator("details.slot").evaluate_all("all => all.forEach(each => { each.open = true })")
    boxes.nth(0).fill("A Par - Gas")
    boxes.nth(1).fill("A Mar - Spa")
    page.locator("form.typed").nth(0).get_by_role("button", name="Keep").click()
    page.get_by_text("This is not kept yet.").wait_for()
    assert [boxes.nth(n).input_value() for n in (0, 1)] == ["A Par - Gas", "A Mar - Spa"]
    page.reload()
    assert boxes.nth(1).input_value() == "", "it was there once"
    page.context.close()
