"""Press between two browsers, and the game master's rollback seen in another, in Chromium."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from serving import DESK, PHONE, serving
from windows import Windows

pytestmark = [pytest.mark.evening, pytest.mark.filterwarnings("ignore::ResourceWarning")]


@dataclass
class Place:
    """A server with a game on it, and who is signed in."""

    url: str
    made: dict[str, Any]
    windows: Windows

    @contextmanager
    def page(
        self, who: str, room: str = "", view: dict[str, int] = DESK, once: bool = False
    ) -> Iterator[Any]:
        """A page of the game as somebody sees it; a script that fails fails the test."""
        wrong: list[str] = []
        with self.windows.window(self.made["sessions"][who], once, viewport=view) as page:
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.goto(f"{self.url}/games/{self.made['game']}/{room}")
            yield page
        assert not wrong


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Place]:
    """A server with a worker, and the games of `desk_table` on it."""
    folder = tmp_path_factory.mktemp("press")
    with serving(folder, "desk_table.py", "--with-worker") as server:
        yield Place(server.url, server.made, Windows(browser, server.url))


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


def test_what_comes_is_added_while_a_draft_is_typed(place: Place) -> None:
    """What is there is not sent again, nor taken away: only what came after it is asked for."""
    with place.page("Austria", "press/1-3/") as mine, place.page("France", "press/1-3/") as his:
        for text in ("a first word", "a second"):
            his.fill("#press-text", text)
            his.click("text=Send")
            mine.wait_for_selector(f".message >> text={text}")
        mine.evaluate("document.querySelectorAll('.message').forEach(e => { e.stays = true; })")
        before = mine.locator(".message").count()
        asked = list[str]()
        mine.on("request", lambda request: asked.append(request.method + request.url))
        mine.fill("#press-text", "I am wri")
        his.fill("#press-text", "a third")
        his.click("text=Send")
        mine.wait_for_selector(".message >> text=a third")
        mine.locator("#press-text").press_sequentially("ting")
        assert mine.input_value("#press-text") == "I am writing"
        assert mine.locator(".message").count() == before + 1
        stays = "[...document.querySelectorAll('.message')].map((each) => Boolean(each.stays))"
        assert mine.evaluate(stays) == [True] * before + [False]
        assert mine.locator(".new-here + .message").all_inner_texts() == [
            mine.locator(".message").last.inner_text()
        ]
        read = [each for each in asked if each.startswith("GET") and "/press/1-3/" in each]
        assert read
        assert all("parts=messages%2Cclosed&after=" in each for each in read)
        mine.wait_for_selector("#press-kept >> text=Draft kept")
        mine.fill("#press-text", "")
        mine.wait_for_timeout(1500)


def test_nothing_is_lost_without_a_connection(place: Place) -> None:
    with place.page("Austria", "press/1-3/", PHONE, once=True) as page:
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
        desk.wait_for_selector("h1 >> text=Back to Spring 1901")
        assert "Everybody is told" in desk.inner_text("main")
        desk.click("button >> text=Roll back to")
        desk.wait_for_selector(".notices >> text=rolled back")
        board.wait_for_selector(".phase >> text=Spring 1901")
        assert board.url.endswith(f"/games/{place.made['game']}/")


def test_the_desk_asks_before_it_acts(place: Place) -> None:
    with place.page("Master", "desk/#remove", PHONE) as desk:
        assert desk.locator("select[required]").evaluate_all("all => all.map(e => e.value)") == [
            *[""] * 11
        ]
        desk.click("#remove button >> text=Take it away")
        assert desk.locator("#r-unit:invalid").count() == 1, "nothing is chosen, nothing is sent"
        unit = desk.locator("#r-unit option", has_text="Turkey: ").first
        chosen, said = unit.get_attribute("value"), unit.inner_text()
        power, name = said.split(": ")
        desk.select_option("#r-unit", chosen)
        desk.click("#remove button >> text=Take it away")
        desk.wait_for_selector(f"h1 >> text=Take {name} of {power} away?")
        assert desk.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        desk.click("text=Leave it")
        desk.wait_for_url("**/desk/#remove")
        assert said in desk.locator("#r-unit option").all_inner_texts()
        desk.select_option("#r-unit", chosen)
        desk.click("#remove button >> text=Take it away")
        desk.click("main button >> text=Take it away")
        desk.wait_for_selector(".notices >> text=The unit is removed")
        assert said not in desk.locator("#r-unit option").all_inner_texts()


@pytest.mark.parametrize("view", [PHONE, DESK])
def test_orders_that_came_by_post_are_entered_on_the_map(
    place: Place, view: dict[str, int]
) -> None:
    power, unit, goal, other = (
        ("France", "A Par", "Gas", "F Bre")
        if view is PHONE
        else ("Austria", "A Vie", "Gal", "F Tri")
    )
    with place.page(power) as player, place.page("Master", "desk/#others", view) as desk:
        desk.select_option("#others-power", power)
        desk.select_option("#others-way", "post")
        desk.click("text=Enter them")
        desk.wait_for_selector(f"h1 >> text=Open the sheet of {power}?")
        desk.click("main button >> text=Open it")
        desk.wait_for_url(f"**/for/{power}/#orders")
        desk.click(f".unit-row >> text={unit}")
        desk.click("#composer .verbs button >> text=Move")
        desk.click(f"#composer [data-value={goal}]")
        desk.wait_for_selector("#saved >> text=Saved at")
        assert f"{unit} - {goal}" in desk.input_value("#typed")
        assert desk.evaluate("document.documentElement.scrollWidth") <= view["width"]
        player.wait_for_selector("#traces >> text=Orders entered by GM Master")  # without reload
        assert f"{unit} - {goal}" in player.input_value("#typed")
        assert "by post" in player.inner_text("#traces")
        player.fill("#typed", f"{other} H\n{unit} H")  # two orders; there was one
        desk.wait_for_selector("#count >> text=2 of 3")  # without reload as well
        assert desk.input_value("#typed").split("\n") == [f"{other} H", f"{unit} H"]
        desk.click("#orders >> text=Back to the desk")
        desk.wait_for_url("**/desk/#others")
        row = desk.locator("#sheets tr", has_text=power)
        assert "entered, by post" in row.inner_text()


@pytest.mark.parametrize("room", ["press/", "press/1-3/", "desk/", "log/", "rulings/"])
def test_no_page_is_wider_than_a_phone(place: Place, room: str) -> None:
    with place.page("Master" if room == "desk/" else "Austria", room, PHONE) as page:
        page.wait_for_load_state()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.parametrize("view", [DESK, PHONE])
def test_a_refusal_is_seen_where_the_form_is(place: Place, view: dict[str, int]) -> None:
    with place.page("Master", "desk/", view) as desk:
        desk.fill("#whom", "Nobody Here")
        desk.select_option("#g-power", "Italy")
        desk.click("text=Hand it on")
        reason = desk.locator(".error >> text=Nobody here is called")
        reason.wait_for()
        assert desk.url.endswith("/desk/give/#give")
        assert desk.input_value("#whom") == "Nobody Here"
        assert desk.input_value("#g-power") == "Italy"
        box = reason.bounding_box()
        assert box is not None
        assert 0 <= box["y"] < view["height"], "it is within the window"
        wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert desk.evaluate(wider) <= 0


def test_orders_for_later_are_written_refused_and_kept(place: Place) -> None:
    with place.page("Austria", "", PHONE) as page:
        page.click("#orders #later summary")
        page.click("#later >> text=Write orders for later")
        page.wait_for_url("**/later/")
        page.click("#next-movement summary")
        page.fill("#text-next-movement", "if A Vie flew: A Vie - Gal")
        page.click("#next-movement button >> text=Keep")
        page.wait_for_selector('#next-movement .error >> text="A Vie flew" is no condition')
        assert page.input_value("#text-next-movement") == "if A Vie flew: A Vie - Gal"
        page.fill("#text-next-movement", "if A Vie moved: A Bud H\nelse: A Vie H")
        page.click("#next-movement button >> text=Keep")
        page.wait_for_selector(".notices >> text=For the next movement: kept.")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        with place.page("Austria", "", DESK) as other:  # another device
            other.click("#later summary >> text=Orders for later (1)")
            other.wait_for_selector("#later pre >> text=if A Vie moved: A Bud H")
        page.click("#next-movement button >> text=Take it back")
        page.wait_for_selector(".notices >> text=For the next movement: nothing waits.")
