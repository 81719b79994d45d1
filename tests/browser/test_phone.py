"""A board at 390 pixels: what one asks for and what happens is in view, and nothing hides it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from serving import PHONE, UNDER_TOLD, Server, serving
from windows import Windows, until

pytestmark = [pytest.mark.evening, pytest.mark.filterwarnings("ignore::ResourceWarning")]
COUNTED = """
window.tones = 0;
window.AudioContext = class {
  currentTime = 0; destination = {};
  createOscillator() {
    window.tones += 1;
    return { frequency: {}, connect: (next) => next, start() {}, stop() {} };
  }
  createGain() {
    const gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (next) => next };
  }
};
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with games on it."""
    with serving(tmp_path_factory.mktemp("phone"), "table.py") as running:
        yield running


@pytest.fixture(scope="module")
def windows(server: Server, browser: Any) -> Windows:
    """Those of that server."""
    return Windows(browser, server.url)


@pytest.fixture
def page(server: Server, windows: Windows, request: pytest.FixtureRequest) -> Iterator[Any]:
    """Anna's phone; who sets its clock wants one of his own, by the parameter ``once``."""
    wrong: list[str] = []
    once = getattr(request, "param", "") == "once"
    with windows.window(server.made["sessions"]["Anna"], once, viewport=PHONE) as page:
        page.on("pageerror", lambda error: wrong.append(str(error)))
        yield page
    assert wrong == []


def opened(page: Any, server: Server, name: str) -> None:
    page.goto(f"{server.url}/games/{server.made['games'][name]}/")
    page.wait_for_selector("#board[data-menu=there]")


def test_a_tab_brings_its_panel_into_view(page: Any, server: Server) -> None:
    opened(page, server, "standard")
    page.click('#tabs a[href="#news"]')
    assert page.locator("#tabs").bounding_box()["y"] < PHONE["height"] / 2
    box = page.locator("#news").bounding_box()
    assert 0 <= box["y"] < PHONE["height"] / 2
    assert page.evaluate("document.activeElement.id") == "news"


def test_a_letter_to_nobody_is_refused_beside_its_form(page: Any, server: Server) -> None:
    page.goto(f"{server.url}/games/{server.made['games']['standard']}/press/")
    new = page.locator("details.new")
    if new.get_attribute("open") is None:
        new.locator("summary").click()
    page.click('.new button:text-is("Write")')
    assert page.locator(".new [role=alert]").is_visible()
    assert page.evaluate("document.activeElement.name") == "to"
    page.check('.new [value="Germany"]')
    page.click('.new button:text-is("Write")')
    page.wait_for_selector("#press-text")
    page.click('.write button:text-is("Send")')
    assert "nothing in it" in page.inner_text("#press-kept")


def test_no_number_of_men_lies_on_another(page: Any, server: Server) -> None:
    """Those that have no room come with a closer look."""
    opened(page, server, "claudian")
    shown = 'document.querySelectorAll("#map .unit > text.code.halo:not(.unread)")'
    boxes = f"""[...{shown}].map((each) => {{
      const box = each.getBoundingClientRect();
      return [box.left, box.top, box.right, box.bottom];
    }})"""
    found = page.evaluate(boxes)
    assert len(found) > 10
    for at, one in enumerate(found):
        for other in found[:at]:
            across = min(one[2], other[2]) - max(one[0], other[0])
            assert across <= 0 or min(one[3], other[3]) - max(one[1], other[1]) <= 0
    page.evaluate("document.querySelector('[data-zoom=in]').click()")
    page.evaluate("document.querySelector('[data-zoom=in]').click()")
    page.evaluate("document.querySelector('[data-zoom=in]').click()")
    assert len(page.evaluate(boxes)) > len(found)


def test_arrows_lie_over_units_that_have_grown(page: Any, server: Server) -> None:
    opened(page, server, "standard")
    with page.expect_response(lambda answer: answer.url.endswith("/sheet")):
        page.fill("#typed", "A Par - Bur")
    page.wait_for_selector("#map .orders .move")
    last = "[...document.querySelectorAll('#map g.units, #map g.orders')].at(-1).classList[0]"
    assert page.evaluate(last) == "orders"
    page.locator('[data-unit="F Bre"]').click()
    assert page.locator("#composer").is_visible(), "what lies over a unit does not catch its tap"


def test_paper_has_the_orders_whatever_tab_is_open(page: Any, server: Server) -> None:
    opened(page, server, "mutants")
    with page.expect_response(lambda answer: answer.url.endswith("/sheet")):
        page.fill("#typed", "A Ber H")
    page.wait_for_selector("#units .order >> text=A Ber H")
    page.click('#tabs a[href="#news"]')
    page.emulate_media(media="print")
    assert page.locator("#units .order >> text=A Ber H").is_visible()
    assert page.locator("#map svg").is_visible()
    assert page.locator(".standings .one").first.is_visible()
    assert not page.locator("#thumb").is_visible()


def test_a_low_window_is_more_board_than_bars(page: Any, server: Server) -> None:
    """As a window of 1280 by 800 enlarged twice has it."""
    page.set_viewport_size({"width": 640, "height": 400})
    opened(page, server, "standard")
    bars = """[...document.querySelectorAll('body *')].filter((each) =>
      ['sticky', 'fixed'].includes(getComputedStyle(each).position) && each.offsetHeight)
      .reduce((sum, each) => sum + each.offsetHeight, 0)"""
    assert page.evaluate(bars) < 80
    page.locator("#units .unit-row").first.click()
    assert page.locator("#composer").bounding_box()["height"] < 200


def test_colours_by_wish(windows: Windows, server: Server) -> None:
    """On a light device: dark on this page and the next, its map too; and as the device again."""
    paper = "getComputedStyle(document.body).backgroundColor"
    sea = "getComputedStyle(document.querySelector('.atlas')).getPropertyValue('--sea')"
    board = f"{server.url}/games/{server.made['games']['standard']}/"
    with windows.window(viewport=PHONE, color_scheme="light") as page:
        page.goto(board)
        light = page.evaluate(paper), page.evaluate(sea)
        page.get_by_label("Colours").select_option("dark")
        dark = page.evaluate(paper), page.evaluate(sea)
        assert dark[0] != light[0]
        assert dark[1] != light[1]
        page.goto(f"{server.url}/games/")
        assert page.evaluate(paper) == dark[0]
        page.goto(board)
        assert (page.evaluate(paper), page.evaluate(sea)) == dark
        page.emulate_media(color_scheme="dark")
        page.get_by_label("Colours").select_option("light")
        assert (page.evaluate(paper), page.evaluate(sea)) == light
        page.get_by_label("Colours").select_option("")
        assert (page.evaluate(paper), page.evaluate(sea)) == dark


@pytest.mark.parametrize("page", ["once"], indirect=True)
def test_a_game_in_one_sitting_counts_down_and_chimes(page: Any, server: Server) -> None:
    """In the title; with two notes, but not before a touch, and never once switched off."""
    game = server.made["games"]["live"]
    page.goto(f"{server.url}/games/{game}/")
    assert not page.title()[0].isdigit(), "two days are no sitting"
    assert page.locator("#sound").count() == 0
    due = datetime.fromisoformat(page.get_attribute(".due", "data-due"))
    page.add_init_script(COUNTED)
    page.clock.install(time=due - timedelta(minutes=12, seconds=30))
    page.reload()
    page.wait_for_selector("#board[data-menu=there]")
    until(page, "document.title.startsWith('12:')")
    assert page.inner_text("#sound") == "Sound on"
    server.does("end", game, "1")
    until(page, "document.querySelector('#line .phase').textContent.includes('Autumn')")
    assert page.evaluate("window.tones") == 0, "nobody has touched the page"
    page.reload()
    page.wait_for_selector("#board[data-menu=there]")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.click("#line h1")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    server.does("end", game, "1")
    until(page, "window.tones === 2")
    box = page.locator(".stage").bounding_box()
    assert box["y"] > -1, "what came of it is played in view"
    assert page.locator("#said").bounding_box()["y"] > PHONE["height"] / 2, "the head stays free"
    assert page.evaluate(UNDER_TOLD) == []
    assert page.locator(".as-played").bounding_box()["height"] < 50, "one row"
    assert (
        page.locator("#zoom").bounding_box()["y"] >= page.locator("#map").bounding_box()["y"] + 300
    )
    due = datetime.fromisoformat(page.get_attribute(".due", "data-due"))
    page.clock.set_fixed_time(due - timedelta(minutes=9))
    page.reload()
    page.wait_for_selector("#sound")
    page.click("#sound")
    assert page.inner_text("#sound") == "Sound off"
    page.reload()
    page.wait_for_selector("#sound")
    assert page.inner_text("#sound") == "Sound off"
    page.click("#line h1")
    server.does("end", game, "1")
    until(page, "document.querySelector('#line .phase').textContent.includes('1902')")
    assert page.evaluate("window.tones") == 0
