"""What changes on a desk is put in place; what is typed or opened there stays: in Chromium."""

from collections.abc import Iterator
from typing import Any

import pytest
from serving import serving
from test_press_desk import Place
from windows import Windows, until

pytestmark = [pytest.mark.evening, pytest.mark.filterwarnings("ignore::ResourceWarning")]
FOCUS = "document.activeElement.id || document.activeElement.parentElement.id"
STANDS = "[...document.querySelectorAll('main .first')].map((each) => each.textContent.trim())"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[tuple[Place, Any]]:
    """A server, and the games of `desk_table` on it; how it is told to do something with them."""
    with serving(tmp_path_factory.mktemp("desk"), "desk_table.py") as server:
        yield Place(server.url, server.made, Windows(browser, server.url)), server.does


def row(desk: Any, power: str) -> Any:
    return desk.locator("#handed tr", has_text=power)


def test_a_sheet_comes_in_beside_what_is_typed(place: tuple[Place, Any]) -> None:
    there, _ = place
    with there.page("Austria") as player, there.page("Master", "desk/#others") as desk:
        player.wait_for_selector("#board[data-menu=there]")
        desk.select_option("#others-power", "Austria")
        desk.select_option("#others-way", "post")
        desk.click("text=Enter them")
        desk.click("main button >> text=Open it")
        desk.wait_for_url("**/for/Austria/#orders")
        desk.goto(f"{there.url}/games/{there.made['game']}/desk/")
        assert "nothing yet" in row(desk, "Austria").inner_text()
        desk.evaluate("window.stays = true")
        desk.click("#remove > summary")
        desk.fill("#whom", "Some")
        desk.locator("#whom").press_sequentially("body")
        asked = list[str]()
        desk.on("request", lambda request: asked.append(request.url))
        player.fill("#typed", "A Vie H")
        row(desk, "Austria").locator("text=handed in, not ready").wait_for()
        assert desk.input_value("#whom") == "Somebody"
        assert desk.evaluate(FOCUS) == "whom"
        assert desk.locator("#remove[open]").count() == 1
        assert not desk.locator("#fresh").is_visible()
        assert [each.partition("parts=")[2] for each in asked if "/desk/" in each] == [
            "next%2Cseal%2Chanded"
        ]
        desk.click("#orders-of-austria > summary")
        player.fill("#typed", "A Vie H\nA Bud H")
        desk.wait_for_selector("#orders-of-austria > summary >> text=2")
        assert desk.locator("#orders-of-austria[open] li").all_inner_texts() == [
            "A Vie H",
            "A Bud H",
        ]
        assert desk.evaluate(FOCUS) == "orders-of-austria", "on the summary that was pressed"
        assert desk.input_value("#whom") == "Somebody"
        assert desk.evaluate("window.stays"), "and no page was loaded anew"


def test_a_form_that_is_written_stays_and_the_line_says_so(place: tuple[Place, Any]) -> None:
    there, does = place
    with there.page("Austria", "rulings/") as player, there.page("Master", "desk/") as desk:
        assert desk.evaluate(STANDS) == ["Enter them"]
        player.fill("#question", "May I?")
        player.click("main form button")
        desk.wait_for_selector("#next >> text=1 question to answer.")
        assert desk.evaluate(STANDS) == ["Answer"]
        desk.fill(".question [name=answer]", "You m")
        assert not desk.locator("#fresh").is_visible()
        player.fill("#question", "And I?")
        player.click("main form button")
        desk.wait_for_selector("#next >> text=2 questions to answer.")
        assert desk.locator(".question").count() == 1
        assert desk.input_value(".question [name=answer]") == "You m"
        assert desk.locator("#fresh").is_visible()
        # Of another phase the same: what is typed is not taken away.
        was = desk.inner_text("#line")
        does("end", there.made["game"], "1")
        until(desk, "was => document.getElementById('line').innerText !== was", was)
        assert desk.input_value(".question [name=answer]") == "You m"


def test_another_phase_is_there_where_nothing_is_typed(place: tuple[Place, Any]) -> None:
    there, does = place
    with there.page("Master", "desk/") as desk:
        desk.evaluate("window.stays = true")
        desk.click("#unit > summary")
        before = desk.locator("#number option").count()
        does("end", there.made["game"], "1")
        until(desk, "n => document.querySelectorAll('#number option').length > n", before)
        assert desk.locator("#unit[open]").count() == 1
        assert desk.evaluate(FOCUS) == "unit"
        assert not desk.locator("#fresh").is_visible()
        assert desk.evaluate("window.stays")
        serial = desk.get_attribute("#back-to [name=serial]", "value")
        assert int(serial or 0) == before - 1, "its forms are of the phase that is open"


def test_his_own_orders_are_sealed_in_another_window(place: tuple[Place, Any]) -> None:
    """What is typed stays beside it; where nothing is, the form is gone with the seal."""
    there, _ = place
    address = f"{there.url}/games/{there.made['night']}/desk/"
    with there.page("Master") as one, there.page("Master") as two:
        one.goto(address)
        two.goto(address)
        two.fill("#typed-1", "Not yet")
        one.click("#seal button[value=no]")
        two.wait_for_selector("#fresh:not([hidden])")
        assert two.input_value("#typed-1") == "Not yet"
        two.goto(address)
        assert "when your own orders are sealed" in two.inner_text("#handed")
        one.click("#seal button[value=yes]")
        one.click("main button >> text=Seal them")
        two.wait_for_selector("#seal >> text=The orders of the Police are sealed.")
        assert two.locator("#seal form").count() == 0
        two.wait_for_selector("#handed table")
        assert "Sheets that are in: 0 of 1." in two.inner_text("#next")


def test_a_wide_screen_is_used(place: tuple[Place, Any]) -> None:
    """At 1920 home, a game and the desk leave less than a tenth at each side, in three columns."""
    there, _ = place
    game = f"/games/{there.made['game']}/"
    columns = {
        "/": ".rooms > section",
        f"{game}about/": ".about-game > *",
        f"{game}desk/": ".desk section",
    }
    with there.windows.window(
        there.made["sessions"]["Master"], viewport={"width": 1920, "height": 1080}
    ) as page:
        for path, parts in columns.items():
            page.goto(there.url + path)
            box = page.locator("main").bounding_box()
            assert min(box["x"], 1920 - box["x"] - box["width"]) < 192
            lefts = page.locator(parts).evaluate_all(
                "all => all.map(each => Math.round(each.getBoundingClientRect().left))"
            )
            assert len(set(lefts)) == 3, (path, lefts)
            assert page.evaluate("document.documentElement.scrollWidth") <= 1920


def test_what_comes_in_waits_for_the_release_of_what_is_pressed(place: tuple[Place, Any]) -> None:
    there, _ = place
    with there.page("Austria", "rulings/") as player, there.page("Master", "desk/") as desk:
        desk.evaluate("document.addEventListener('click', (e) => { window.clicked = e.target; })")
        line = desk.locator("#next > *").first
        was, held = line.element_handle(), list[Any]()
        desk.route("**/*parts=*", lambda route: held.append(route))
        player.fill("#question", "And I?")
        player.click("main form button")
        for _ in range(1000):
            if held:
                break
            desk.wait_for_timeout(20)
        answer = held[0].fetch()  # the server takes its time while nothing is pressed
        line.hover()
        desk.mouse.down()
        with desk.expect_response("**/*parts=*"):
            held[0].fulfill(response=answer)
        desk.unroute("**/*parts=*")
        desk.wait_for_timeout(50)
        desk.mouse.up()
        assert was.evaluate("(it) => it.contains(window.clicked)")
        desk.wait_for_timeout(50)
        assert not was.evaluate("(it) => it.isConnected"), "it was made anew, after the click"
