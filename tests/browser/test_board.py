"""The board in Chromium: orders by click, touch, drag, keyboard and text, in all six games."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from serving import DESK, PHONE, UNDER_TOLD, Server, serving
from windows import Windows, until

from shelf import in_turn, later

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@dataclass
class Place:
    """A server with games on it, and a browser."""

    server: Server
    windows: Windows

    @contextmanager
    def page(
        self, game: str, who: str = "Anna", view: dict[str, int] = DESK, **options: Any
    ) -> Iterator[Any]:
        """A page of a browser at a game; what its scripts complain of fails the test."""
        url, made = self.server.url, self.server.made
        wrong: list[str] = []
        with self.windows.window(made["sessions"][who], viewport=view, **options) as page:
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.goto(f"{url}/games/{made['games'][game]}/")
            if options.get("java_script_enabled", True):
                page.wait_for_selector(
                    "#board[data-menu=there]" if who == "Anna" or game == "police" else "#board.js"
                )
            yield page
        assert not wrong

    def end(self, game: str, phases: int = 1) -> None:
        """Ends the phase of a game, or some in a row, as a worker would."""
        slug = self.server.made["games"][game]
        self.server.does("end", slug, str(phases))

    def tell_again(self, game: str) -> None:
        """Tells once more that the phase of a game has ended."""
        self.server.does("again", self.server.made["games"][game])


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Place]:
    """A server with the games of `table` on it."""
    with serving(tmp_path_factory.mktemp("board"), "table.py") as server:
        yield Place(server, Windows(browser, server.url))


def typed(page: Any) -> list[str]:
    """The sheet, once it is saved."""
    until(page, "document.querySelector('#saved').textContent.startsWith('Saved')")
    lines: list[str] = page.input_value("#typed").split("\n")
    return [line for line in lines if line]


def gives(page: Any, act: Any) -> list[str]:
    """The sheet after something that saves it."""
    with page.expect_response(lambda answer: answer.url.endswith("/sheet")) as answered:
        act()
    answered.value.finished()
    page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    page.wait_for_timeout(60)
    return typed(page)


def write(page: Any, text: str) -> None:
    """Writes the sheet of text, which folds away when the map is used."""
    page.evaluate("document.querySelector('#text').open = true")
    page.fill("#typed", text)


def empty(page: Any) -> None:
    """Starts with an empty sheet."""
    if page.input_value("#typed"):
        gives(page, lambda: write(page, ""))


def press(page: Any, text: str) -> None:
    """Presses a button of the order that is being given."""
    page.click(f'#composer button:has-text("{text}")')


def test_by_click(place: Place) -> None:
    with place.page("standard") as page:
        empty(page)
        page.click('[data-unit="A Par"]')
        press(page, "Move")
        lit = page.locator(".over .lit").count()
        assert lit == 4  # Brest, Burgundy, Gascony, Picardy
        assert gives(page, lambda: page.click("#p-Bur")) == ["A Par - Bur"]
        assert page.locator(".orders .move").count() == 1
        page.click('[data-unit="A Mar"]')
        press(page, "Support")
        press(page, "A Par")
        assert gives(page, lambda: page.click("#p-Bur"))[1] == "A Mar S A Par - Bur"
        assert "2 of 3 orders in" in page.inner_text("#count")


def test_a_place_that_is_not_legal_takes_no_order(place: Place) -> None:
    with place.page("standard") as page:
        empty(page)
        page.click('[data-unit="A Par"]')
        press(page, "Move")
        page.click("#p-Mos")
        until(page, "document.querySelector('#said').className === 'told'")
        assert page.inner_text("#said") == "A Par cannot go to Moscow."
        assert page.is_visible("#composer")  # the order goes on
        assert page.input_value("#typed") == ""
        assert page.evaluate(UNDER_TOLD) == []
        gives(page, lambda: write(page, "A Par - Mos"))
        rows = page.locator("#units li")
        assert rows.count() == 3  # the unit's own row says it, and no other
        assert rows.filter(has_text="A Par – Mos").count() == 1


def test_a_unit_and_then_where_it_goes(place: Place) -> None:
    with place.page("standard") as page:
        empty(page)
        page.click('[data-unit="A Par"]')
        assert page.locator(".over .lit").count() == 4  # Brest too, where a unit of one's own is
        assert gives(page, lambda: page.click("#p-Bur")) == ["A Par - Bur"]
        page.click('[data-unit="A Par"]')
        page.click('[data-unit="F Bre"]')
        assert page.inner_text("#composer h2") == "F Bre"


def middle(page: Any, what: str) -> tuple[float, float]:
    """The middle of something, on the screen."""
    box = page.locator(what).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def ground(page: Any, code: str) -> tuple[float, float]:
    """A point of a province where neither a unit nor another province is."""
    found: list[float] | None = page.evaluate(
        f"""(() => {{
          const box = document.querySelector('#p-{code}').getBoundingClientRect();
          for (let y = box.top + 2; y < box.bottom; y += 3) {{
            for (let x = box.left + 2; x < box.right; x += 3) {{
              const hit = document.elementFromPoint(x, y), unit = hit && hit.closest('[data-unit]');
              if (hit && !unit && hit.closest('[data-code={code}]')) return [x, y];
            }}
          }}
          return null;
        }})()"""
    )
    assert found is not None, code
    return found[0], found[1]


def test_a_unit_is_sent_where_one_of_ones_own_stands_without_another_mode(place: Place) -> None:
    with place.page("standard") as page:
        empty(page)
        page.click('[data-unit="A Par"]')
        where = ground(page, "Bre")
        assert gives(page, lambda: page.mouse.click(*where)) == ["A Par - Bre"]
        assert "this succeeds only if it leaves" in page.inner_text("#units .bears")
        assert page.get_attribute("#units .bears a", "href").endswith("/rules/standard/#std-self")


def test_a_click_on_a_home_asks_what_to_build_there(place: Place) -> None:
    """Sevastopol takes an army or a fleet: one is asked which, before or after "Build"."""
    with place.page("winter") as page:
        empty(page)
        menu = page.request.get(page.url + "menu").json()
        at = next(group["at"] for group in menu["beside"] if group["verb"] == "build")
        codes = [place.split("/")[0] for place in at.values()]
        code = next(code for code in codes if codes.count(code) > 1)
        wanted = sorted(unit for unit, place in at.items() if place.split("/")[0] == code)
        offered = (
            "[...document.querySelectorAll('#composer [data-value]')].map(b => b.dataset.value)"
        )
        for begun in (False, True):
            if begun:
                page.click('#units .special button:has-text("Build")')
            where = ground(page, code)
            page.mouse.click(*where)
            until(page, f"{offered}.length === {len(wanted)}")
            assert sorted(page.evaluate(offered)) == wanted
            assert page.input_value("#typed") == ""
            if not begun:
                page.keyboard.press("Escape")
        act = lambda: page.click(f'#composer [data-value="{wanted[0]}"]')  # noqa: E731
        assert gives(page, act) == [f"Build {wanted[0]}"]


def test_who_may_not_support_whom_is_said_before_it_is_ordered(place: Place) -> None:
    """The lords: Edward's unit may not support a Lancastrian's (WA-3b-1)."""
    with place.page("lords") as page:
        empty(page)
        menu = page.request.get(page.url + "menu").json()
        said = "is of another faction as things stand"
        unit, group = next(
            (unit, group)
            for unit in menu["units"]
            for group in unit["groups"]
            if any(said in each["text"] for each in group.get("bearings", []))
        )
        text = next(
            order
            for order, found in group["bears"].items()
            if any(said in group["bearings"][at]["text"] for at in found)
        )
        row = next(row for row in group["rows"] if row[-2] == text)
        page.click(f'#units .unit-row:has-text("{unit["unit"]}")')
        press(page, "Support")
        page.focus(f'#composer [data-value="{row[0]}"]')
        assert said in page.inner_text("#composer .pointed")
        page.mouse.move(0, 0)
        page.keyboard.press("Escape")


def test_the_order_that_is_being_given_covers_no_row(place: Place) -> None:
    with place.page("standard") as page:
        empty(page)
        page.click("#units [data-at=u0]")
        press(page, "Support")
        composer = page.locator("#composer").bounding_box()
        column = page.locator("#orders").evaluate(
            "(e) => { const b = e.closest('.column').getBoundingClientRect();"
            " return [b.top, b.bottom] }"
        )
        assert column[1] <= composer["y"] + 0.5
        row = page.locator("#units [data-at=u0]").bounding_box()
        assert column[0] <= row["y"]
        assert row["y"] + row["height"] <= column[1] + 0.5
        thumb = page.locator("#thumb").bounding_box()
        assert composer["y"] + composer["height"] <= thumb["y"] + 0.5


@pytest.mark.parametrize("game", ["standard", "lords"])
def test_the_page_does_not_scroll_where_the_column_does(place: Place, game: str) -> None:
    with place.page(game) as page:
        page.click("#units [data-at=u0]")
        high = page.evaluate("[document.documentElement.scrollHeight, innerHeight]")
        assert high[0] <= high[1]
        assert page.locator("#map svg").bounding_box()["height"] > 400


def test_the_sheet_of_text_folds_away_when_the_map_is_used(place: Place) -> None:
    with place.page("standard") as page:
        empty(page)
        assert page.is_visible("#typed")
        page.click('[data-unit="A Par"]')
        assert page.is_hidden("#typed")
        assert page.is_visible("#units [data-at=u0]")
        page.click("#text summary")
        assert page.is_visible("#typed")


def test_nothing_moves_when_the_server_says_no(place: Place) -> None:
    with place.page("standard") as page:
        empty(page)
        write(page, "A Par - Bur\nF Bre - Pra\n" + "# a line\n" * 60)
        typed(page)
        column = "document.querySelector('.column').scrollTop"
        page.evaluate("document.querySelector('.column').scrollTop = 40")
        with page.expect_response(lambda answer: answer.url.endswith("/sheet")):
            page.click("#ready")
        until(page, "document.querySelector('#said').textContent.includes('not ready yet')")
        assert page.is_visible("#saved.error")  # it is in view: nothing is laid over the map
        assert page.locator(".told").count() == 0
        assert page.evaluate(column) == 40
        assert page.evaluate("scrollY") == 0


def test_an_order_that_is_refused_can_be_given_otherwise(place: Place) -> None:
    with place.page("standard") as page:
        empty(page)
        refused = {"status": 400, "content_type": "application/json"}
        body = json.dumps({"error": "That was refused."})
        page.route("**/sheet", lambda route: route.fulfill(**refused, body=body))
        page.click('[data-unit="A Par"]')
        page.click("#p-Bur")
        page.wait_for_selector("#composer .error")
        assert page.inner_text("#composer .error") == "That was refused."
        page.unroute("**/sheet")
        assert gives(page, lambda: page.click("#p-Gas")) == ["A Par - Gas"]


def test_by_drag(place: Place) -> None:
    with place.page("standard") as page:
        empty(page)
        act = lambda: page.drag_and_drop('[data-unit="A Par"]', "#p-Pic")  # noqa: E731
        assert gives(page, act) == ["A Par - Pic"]


def test_a_drag_to_where_a_unit_cannot_go_says_so(place: Place) -> None:
    with place.page("standard") as page:
        empty(page)
        page.drag_and_drop('[data-unit="A Par"]', "#p-Mun")
        until(page, "document.querySelector('#said').className === 'told'")
        assert page.inner_text("#said") == "A Par cannot go to Munich."
        assert page.input_value("#typed") == ""


def test_by_keyboard_alone(place: Place) -> None:
    with place.page("standard") as page:
        empty(page)
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.at") == "u0":
                break
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        assert page.evaluate("document.activeElement.textContent").startswith("A Par")
        page.keyboard.press("Enter")
        page.keyboard.press("m")
        page.keyboard.press("Escape")
        page.keyboard.press("m")
        page.keyboard.type("bur")
        assert gives(page, lambda: page.keyboard.press("Enter")) == ["A Par - Bur"]
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none"
        assert "saved" in page.inner_text("#said")


@pytest.mark.evening
def test_by_text_with_what_is_wrong_underlined(place: Place) -> None:
    with place.page("standard") as page:
        empty(page)
        page.click("#typed")
        page.keyboard.type("A Par - Bur\nF Bre - Pra\nmar s par - bur")
        page.wait_for_selector("#faults .error")
        assert page.inner_text("#under u") == "F Bre - Pra"
        assert "Did you mean" in page.inner_text("#faults")
        assert typed(page)[1] == "F Bre - Pra"
        page.wait_for_selector(".orders .support")
        page.reload()
        assert "F Bre - Pra" in page.input_value("#typed")


@pytest.mark.evening
def test_nothing_is_lost_when_the_server_is_away(place: Place) -> None:
    with place.page("standard") as page:
        empty(page)
        page.route("**/sheet", lambda route: route.abort())
        write(page, "A Par - Gas")
        until(page, "document.querySelector('#saved').textContent.includes('Not saved:')")
        page.unroute("**/sheet")
        until(page, "document.querySelector('#saved').textContent.startsWith('Saved')")
        page.reload()
        assert page.input_value("#typed") == "A Par - Gas"


def test_ready_and_clear(place: Place) -> None:
    with place.page("played") as page:
        gives(page, lambda: write(page, "# nothing yet"))
        page.click("#clear")
        assert page.inner_text("#clear") == "Clear all?"
        gives(page, lambda: page.click("#clear"))
        assert page.input_value("#typed") == ""


def test_ready_without_all_orders_is_asked_about(place: Place) -> None:
    with place.page("played") as page:
        gives(page, lambda: write(page, "# nothing yet"))
        with page.expect_response(lambda answer: answer.url.endswith("/sheet")):
            page.click("#ready")
        until(page, "document.querySelector('#ready').textContent === 'Ready all the same'")
        assert "without one a unit holds" in page.inner_text("#said")
        assert "not ready" in page.inner_text("#count")
        gives(page, lambda: write(page, ""))  # whoever goes on is asked anew
        assert page.inner_text("#ready") == "Ready"


@pytest.mark.evening
def test_two_windows_of_one_sheet(place: Place) -> None:
    with place.page("standard") as page, place.page("standard") as other:
        empty(page)
        until(other, "document.querySelector('#typed').value === ''")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
        gives(page, lambda: write(page, "A Par - Bur"))
        until(other, "document.querySelector('#typed').value === 'A Par - Bur'")  # in step
        page.wait_for_timeout(700)  # what one has saved oneself is heard of too, and not asked for
        assert asked == ["sheet"]
        other.route("**/sheet", lambda route: route.abort())
        other.fill("#typed", "A Par - Gas")
        until(other, "document.querySelector('#saved').textContent.includes('Not saved:')")
        gives(page, lambda: write(page, "A Par - Pic"))
        other.unroute("**/sheet")
        other.wait_for_selector("#elsewhere pre")
        assert other.inner_text("#elsewhere pre") == "A Par - Pic"
        assert other.input_value("#typed") == "A Par - Gas"
        act = lambda: other.click('#elsewhere button:has-text("Save what is written")')  # noqa: E731
        assert gives(other, act) == ["A Par - Gas"]
        assert other.is_hidden("#elsewhere")
        until(page, "document.querySelector('#typed').value === 'A Par - Gas'")


def drawn_by_touch(page: Any, start: str, end: str) -> None:
    """Draws a finger from the middle of one thing to that of another."""
    boxes = [page.locator(each).bounding_box() for each in (start, end)]
    (x, y), (to_x, to_y) = [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes]
    session = page.context.new_cdp_session(page)
    steps = [(x + (to_x - x) * n / 6, y + (to_y - y) * n / 6) for n in range(7)]
    for number, (at_x, at_y) in enumerate(steps):
        points = [{"x": at_x, "y": at_y, "id": 1}]
        session.send(
            "Input.dispatchTouchEvent",
            {"type": "touchMove" if number else "touchStart", "touchPoints": points},
        )
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_by_drag_with_a_finger(place: Place) -> None:
    with place.page("standard", view=PHONE, has_touch=True, is_mobile=True) as page:
        empty(page)
        page.evaluate("scrollTo(0, 0)")
        act = lambda: drawn_by_touch(page, '[data-unit="A Par"]', "#p-Gas")  # noqa: E731
        assert gives(page, act) == ["A Par - Gas"]  # downwards, and the page stands still
        assert page.evaluate("scrollY") == 0


def test_a_phone_shows_the_map_large_enough_to_read(place: Place) -> None:
    with place.page("standard", view=PHONE, has_touch=True, is_mobile=True) as page:
        box = page.locator("#map").bounding_box()
        assert box["height"] >= 400
        unit = page.locator('[data-unit="A Par"]').bounding_box()
        assert 100 < unit["x"] < 290  # one's own units are in sight
        edge = "document.querySelector('#map svg').getAttribute('viewBox')"
        before = page.evaluate(edge)
        drawn_by_touch(page, "#p-Mun", "#p-NAO")
        until(page, f"{edge} !== {json.dumps(before)}")  # it is moved sideways
        assert page.input_value("#typed") == page.evaluate("document.querySelector('#typed').value")


# The least type that is shown, in pixels, and the least of the units' outlines.
SIZES = """() => {
  const scale = document.querySelector('#map svg').getScreenCTM().a;
  const type = [...document.querySelectorAll('#names text')]
    .filter((each) => each.getClientRects().length)
    .map((each) => parseFloat(getComputedStyle(each).fontSize) * scale);
  const units = [...document.querySelectorAll('.unit[data-unit] > use:last-of-type')]
    .map((each) => each.getBoundingClientRect());
  const least = (side) => Math.min(...units.map((each) => each[side]));
  const [wide, high] = [least('width'), least('height')];
  return { shown: type.length, type: Math.min(...type), wide, high };
}"""
# Codes whose middles lie on a unit.
COVERED = """() => {
  const units = [...document.querySelectorAll('.unit > use')]
    .map((each) => each.getBoundingClientRect());
  const codes = [...document.querySelectorAll('#names .code')]
    .filter((each) => each.getClientRects().length);
  return codes.filter((code) => {
    const { left, right, top, bottom } = code.getBoundingClientRect();
    const x = (left + right) / 2, y = (top + bottom) / 2;
    return units.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom);
  }).map((code) => code.textContent);
}"""


@pytest.mark.parametrize(
    "game", in_turn("standard", "london_nights", "locarno", "warwick", "claudian")
)
def test_type_and_units_can_be_read_at_any_width(place: Place, game: str) -> None:
    """Type has ten pixels, a unit twenty by fourteen; and no code is hidden behind a unit."""
    for view in (DESK, PHONE):
        with place.page(game, view=view, is_mobile=view is PHONE) as page:
            sizes = page.evaluate(SIZES)
            assert sizes["shown"] > 40
            assert sizes["type"] >= 10
            assert sizes["wide"] >= 20
            assert sizes["high"] >= 14
            assert page.evaluate(COVERED) == []


def test_by_touch_on_a_phone(place: Place) -> None:
    with place.page("standard", view=PHONE, has_touch=True, is_mobile=True) as page:
        empty(page)
        wide = "document.documentElement.scrollWidth"
        assert page.evaluate(wide) == 390
        page.evaluate("scrollTo(0, 0)")
        page.tap('[data-unit="A Par"]')
        page.tap('#composer button:has-text("Move")')
        assert page.evaluate(wide) == 390
        small = page.evaluate(
            "[...document.querySelectorAll('#composer button, #thumb button, #units button')]"
            ".filter(b => b.offsetParent && b.getBoundingClientRect().height < 43).length"
        )
        assert small == 0
        box = page.locator("#p-Bur").bounding_box()
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        assert gives(page, lambda: page.touchscreen.tap(*middle)) == ["A Par - Bur"]
        ready = page.locator("#ready").bounding_box()
        assert ready["y"] + ready["height"] <= 844


MOVING = ("standard", "london_nights", "locarno", "ranges", "warwick", "claudian")


def first_unit(page: Any) -> str:
    """The first unit of the list, as orders name it, with an empty sheet."""
    empty(page)
    until(page, "document.querySelectorAll('#units [data-at=u0] .none').length === 1")
    kind, place, *_ = page.inner_text("#units [data-at=u0] .order").split()  # how many: left out
    return f"{kind} {place}"


@pytest.mark.parametrize("game", [*MOVING[:2], *later(*MOVING[2:])])
def test_every_game_is_ordered_by_click_keyboard_and_text(place: Place, game: str) -> None:
    with place.page(game) as page:
        unit = first_unit(page)
        page.click(f'[data-unit^="{unit}"]')
        press(page, "Move")
        choice = "#composer .choices button >> nth=0"
        goal = page.get_attribute(choice, "data-value")
        assert gives(page, lambda: page.click(choice)) == [f"{unit} - {goal}"]
        assert page.locator(".orders .move").count() == 1
        page.focus("#units [data-at=u0]")
        assert gives(page, lambda: page.keyboard.press("Delete")) == []
        page.focus("#units [data-at=u0]")
        page.keyboard.press("Enter")
        page.keyboard.press("m")
        goal = page.evaluate("document.activeElement.dataset.value")
        assert gives(page, lambda: page.keyboard.press("Enter")) == [f"{unit} - {goal}"]
        assert gives(page, lambda: write(page, f"{unit} hold")) == [f"{unit} hold"]
        until(page, "document.querySelector('#units [data-at=u0] .fate').textContent === 'in'")
        assert page.inner_text("#count").startswith("1 of")


@pytest.mark.parametrize("game", in_turn(*MOVING))
def test_every_game_is_ordered_by_touch(place: Place, game: str) -> None:
    with place.page(game, view=PHONE, has_touch=True, is_mobile=True) as page:
        unit = first_unit(page)
        page.locator("#map").scroll_into_view_if_needed()
        page.tap(f'[data-unit^="{unit}"]')
        page.tap('#composer .verbs button:has-text("Hold")')
        assert typed(page) == [f"{unit} H"]
        ready = page.locator("#ready").bounding_box()
        assert ready["y"] + ready["height"] <= 844


def test_pinch_and_double_tap_zoom(place: Place) -> None:
    with place.page("standard", view=PHONE, has_touch=True, is_mobile=True) as page:
        width = "Number(document.querySelector('#map svg').getAttribute('viewBox').split(' ')[2])"
        before = page.evaluate(width)
        box = page.locator("#map").bounding_box()
        at = (box["x"] + 30, box["y"] + 60)
        page.touchscreen.tap(*at)
        page.touchscreen.tap(*at)
        until(page, f"{width} < {before * 0.6}")
        session = page.context.new_cdp_session(page)
        for kind, gap in (
            ("touchStart", 20),
            ("touchMove", 60),
            ("touchMove", 110),
            ("touchEnd", 0),
        ):
            points = [{"x": 190 + side * gap, "y": box["y"] + 150, "id": side} for side in (0, 1)]
            session.send(
                "Input.dispatchTouchEvent",
                {"type": kind, "touchPoints": points if kind != "touchEnd" else []},
            )
        until(page, f"{width} < {before * 0.4}")


def test_tabs_by_swipe_and_by_arrow(place: Place) -> None:
    with place.page("played", view=PHONE, has_touch=True, is_mobile=True) as page:
        page.evaluate(
            """() => {
              const panels = document.querySelector('#panels');
              const touch = (x) => new Touch(
                {identifier: 1, target: panels, clientX: x, clientY: 500});
              panels.dispatchEvent(new TouchEvent('touchstart', {touches: [touch(300)]}));
              panels.dispatchEvent(new TouchEvent('touchend', {changedTouches: [touch(90)]}));
            }"""
        )
        assert page.is_visible("#press")
        page.focus('#tabs a[href="#press"]')
        page.keyboard.press("ArrowRight")
        assert page.is_visible("#news")


def test_bids_with_what_is_left(place: Place) -> None:
    with place.page("locarno") as page:
        empty(page)
        page.click('#units .special button:has-text("Bid")')
        press(page, "A Aus")
        press(page, "A Mar")
        if page.locator("#composer input").count() == 0:
            press(page, "Switzerland")
        page.fill("#composer input[type=number]", "2")
        found = gives(page, lambda: press(page, "Give the order"))
        assert found == ["DP 2: A Aus S A Mar - Swi"]
        assert "2 of 3 points spent" in page.inner_text("#units .budget")
        page.click('#units .special button:has-text("Bid")')
        press(page, "A Bel")
        if page.locator("#composer input").count() == 0:
            page.click("#composer .choices button >> nth=0")
        assert page.get_attribute("#composer input[type=number]", "max") == "1"  # what is left
        page.fill("#composer input[type=number]", "3")
        page.keyboard.press("Enter")
        assert "3 is not possible: 1 to 1." in page.inner_text("#composer .number .hint")
        assert page.input_value("#composer input[type=number]") == "1"


AT_ONCE = """() => {
  const army = document.querySelector('[data-unit^="A Par"]'), box = army.getBoundingClientRect();
  const clientX = box.x + box.width / 2, clientY = box.y + box.height / 2;
  const at = { clientX, clientY, pointerId: 1, bubbles: true };
  for (const target of [document.querySelector("#p-Bur"), army]) {
    for (const kind of ["pointerdown", "pointerup"])
      target.dispatchEvent(new PointerEvent(kind, at));
  }
}"""


def test_a_split_with_a_number(place: Place) -> None:
    with place.page("claudian") as page:
        empty(page)
        page.click('[data-unit^="A Par"]')
        press(page, "Move")
        page.check("#composer .part input")
        page.locator("#composer input[type=range]").fill("2500")
        assert page.input_value("#composer input[type=number]") == "2500"
        # The army again at once, close by: a pick and a tap are no double tap, which would zoom.
        assert gives(page, lambda: page.evaluate(AT_ONCE)) == ["A Par 2500 - Bur"]
        page.locator('#composer button:has-text("Move")').wait_for()
        page.click('[data-unit^="A Par"]')
        press(page, "Move")
        assert page.get_attribute("#composer input[type=number]", "max") == "7500"


@pytest.mark.evening
def test_mountains_by_two_places(place: Place) -> None:
    with place.page("post_atomic") as page:
        empty(page)
        page.click('#units .special button:has(span:text-is("Mountain …"))')
        page.click("#p-Tyr")
        assert gives(page, lambda: page.click("#p-Ven")) == ["Mountain Tyr - Ven"]
        assert page.locator(".orders .border, .orders .range").count() >= 1
        page.click('#units .special button:has-text("Mountain if")')
        for name in ("Trieste", "Bohemia", "Munich", "Tyrolia"):
            page.click(f'#composer .choices button:has-text("{name}")')
            page.wait_for_timeout(250)
        found = gives(page, lambda: press(page, "Vienna"))
        assert found[1] == "if Tri is a centre: Mountain Boh - Mun else Mountain Tyr - Vie"
        page.click('#units .special button:has(span:text-is("Start …"))')
        assert gives(page, lambda: press(page, "F Tri"))[2] == "Start F Tri"


@pytest.mark.evening
def test_an_election_and_a_double_move(place: Place) -> None:
    with place.page("london_nights") as page:
        empty(page)
        page.click('#units .special button:has-text("Elect")')
        assert gives(page, lambda: press(page, "U Cle")) == ["Elect U Cle"]
    with place.page("taxis") as page:
        empty(page)
        page.click('[data-unit="U Bar"]')
        press(page, "Double")
        page.click("#p-Moo")
        assert gives(page, lambda: page.click("#p-Luk")) == ["U Bar - Moo - Luk"]


@pytest.mark.evening
def test_henry_alignments_and_cuts(place: Place) -> None:
    with place.page("warwick") as page:
        empty(page)
        page.click('#units .special button:has-text("Declare neutral")')
        page.wait_for_timeout(400)
        page.click('#units .special button:has(span:text-is("Declare myself"))')
        page.wait_for_timeout(400)
        bears = page.locator("#units .special .bears").all_inner_texts()
        assert bears == ["As things stand you are for Henry VI. WA-3a-1"]
        page.click('#units .special button:has-text("Henry starts with")')
        found = gives(page, lambda: press(page, "U Sta"))
        assert found == ["Declare myself", "Henry starts with U Sta"]
        page.click('#units .special button:has-text("Henry to")')
        page.keyboard.press("Escape")
        assert page.is_hidden("#composer")
    with place.page("lords") as page:
        empty(page)
        page.click('#units button:has-text("U ENG")')
        press(page, "Cut")
        press(page, "Duke of Clarence")
        page.click("#composer .choices button >> nth=0")
        if page.is_visible("#composer .choices"):
            page.click("#composer .choices button >> nth=0")
        page.wait_for_selector('#units .order:has-text("cut Duke of Clarence")')


def test_a_mutant_is_built_for_units(place: Place) -> None:
    with place.page("mutants") as page:
        empty(page)
        page.click('#units .special button:has-text("Build M")')
        page.click("#composer .choices button >> nth=0")
        assert page.locator("#composer .choices button").count() >= 1


def test_the_game_master_orders_the_police(place: Place) -> None:
    with place.page("police", who="Max") as page:
        assert page.inner_text("#ready") == "Seal"
        page.click("#units [data-at=u0]")
        press(page, "Hold")
        assert typed(page)[0].endswith(" H")


@pytest.mark.evening
def test_history_by_slider_and_why(place: Place) -> None:
    with place.page("played") as page:
        page.evaluate(
            """() => { const s = document.querySelector('#slider'); s.value = 1;
              s.dispatchEvent(new Event('input')); s.dispatchEvent(new Event('change')); }"""
        )
        page.wait_for_url("**/?phase=1")
        page.wait_for_selector("#line .then")
        page.click("#orders .why summary >> nth=0")
        clause = page.locator("#orders .chain .clause >> nth=0")
        assert clause.is_visible()
        page.click("#line .then a")
        page.wait_for_selector("#typed")
        page.go_back()
        page.wait_for_selector("#line .then")


def test_the_chart_comes_when_the_standings_are_opened(place: Place) -> None:
    with place.page("played") as page:
        assert page.locator(".course").count() == 0
        page.click("#standings > summary")
        page.wait_for_selector("#standings .course svg")
        assert page.locator("#standings .course .mark").count() == 7
        page.click("#standings > summary")
        page.click("#standings > summary")
        page.wait_for_timeout(300)
        assert page.locator("#standings .course").count() == 1


@pytest.mark.evening
def test_a_new_phase_comes_without_reload(place: Place) -> None:
    with place.page("live") as page, place.page("live", who="Max") as other:
        page.evaluate("window.same = true")
        other.evaluate("window.same = true")
        gives(page, lambda: write(page, "F Bre - MAO"))
        place.end("live")
        for each in (page, other):
            until(each, "document.querySelector('#line').textContent.includes('Autumn 1901')")
            assert each.evaluate("window.same")
            until(
                each, "document.querySelector('#said').textContent.includes('A new phase: Autumn')"
            )
        assert page.input_value("#typed") == ""
        page.wait_for_selector(".came svg")
        page.click("#line .phase")
        asks_which_coast(page)


def asks_which_coast(page: Any) -> None:
    """From the Mid-Atlantic Ocean two coasts of Spain are reached, and of Portugal one."""
    page.click('[data-unit="F MAO"]')
    page.click("#p-Spa")
    assert page.locator("#composer .choices button").count() == 2
    assert page.input_value("#typed") == ""
    assert gives(page, lambda: page.click("#p-Por")) == ["F MAO - Por"]
    page.click('[data-unit="F MAO"]')
    page.click("#p-Spa")
    assert gives(page, lambda: press(page, "Spa/nc")) == ["F MAO - Spa/nc"]


def played(page: Any) -> list[float]:
    """When, in milliseconds, each thing that moves on a page comes to its end."""
    ends: list[float] = page.evaluate("window.played")
    return ends


@pytest.mark.evening
def test_a_phase_that_has_ended_plays_over_the_board_as_it_was(place: Place) -> None:
    """Two armies bounce in Gascony, the fleet leaves Brest; the phase after it ends at once."""
    with place.page("shown") as page, place.page("shown", reduced_motion="reduce") as still:
        gives(page, lambda: write(page, "A Par - Gas\nA Mar - Gas\nF Bre - MAO"))
        address = page.url
        for each in (page, still):
            each.evaluate(
                """() => {
                  const animate = Element.prototype.animate;
                  window.played = [];
                  Element.prototype.animate = function (frames, timing) {
                    window.played.push(timing.delay + timing.duration);
                    return animate.call(this, frames, timing);
                  };
                }"""
            )
        place.end("shown", 2)
        for each in (page, still):
            until(each, "document.querySelectorAll('#stops li').length === 3")
            each.wait_for_selector(".came svg")
            said = each.locator(".came .orders").text_content()
            assert "French army Paris to Gascony: bounced" in said
            assert "French army Marseilles to Gascony: bounced" in said
            assert "French fleet Brest to Mid-Atlantic Ocean: succeeded" in said
            assert each.locator('.came [data-unit="F Bre"]').count() == 1  # as it was
            assert each.locator('#map [data-unit="F Bre"]').count() == 0
            assert each.url == address
        assert played(still) == []
        assert played(page)
        assert 1500 < max(played(page)) <= 2000
        assert "as it was played, until you go on" in page.text_content("#said")
        assert page.inner_text(".as-played").startswith("Spring 1901 as it was played.")
        page.focus(".as-played button")
        page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        assert page.locator(".came").count() == 1
        page.keyboard.press("Enter")
        assert page.locator(".came, .as-played").count() == 0
        assert page.evaluate("document.activeElement.id") == "map"
        still.keyboard.press("ArrowLeft")
        still.wait_for_url("**/?phase=1")
        assert still.locator(".came").count() == 0
        still.keyboard.press("ArrowLeft")
        still.wait_for_url("**/?phase=0")
        came = still.locator("#orders .results >> nth=0")
        assert came.locator(".fate.bad").all_inner_texts() == ["bounced", "bounced"]
        assert came.locator(".fate.done").all_inner_texts() == ["succeeds"]
        inks = came.evaluate(
            "e => [...e.querySelectorAll('.bad, .done')].map(each => getComputedStyle(each).color)"
        )
        assert len(set(inks)) == 2


@pytest.mark.evening
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_who_comes_back_sees_once_what_came_of_the_phase_he_left(place: Place, motion: str) -> None:
    """He orders in spring and goes; two phases end, and the page is opened anew."""
    url = f"{place.server.url}/games/{place.server.made['games']['left']}/"
    asked: list[str] = []
    with place.page("left", reduced_motion=motion) as page:
        page.on("request", lambda request: asked.append(request.url))
        was = page.inner_text("#line .phase")
        at = page.locator("#stops li").count() - 1
        if not at:
            gives(page, lambda: write(page, "A Par - Gas\nA Mar - Gas\nF Bre - MAO"))
        page.reload()
        page.wait_for_selector("#board[data-menu=there]")
        assert page.locator(".came").count() == 0
        assert not [each for each in asked if "phase=" in each]
        page.goto("about:blank")
        place.end("left", 2)
        page.goto(url)
        page.wait_for_selector(".came svg")
        until(page, "document.querySelector('#said').textContent.includes('as it was played')")
        (alone,) = [each for each in asked if "phase=" in each]
        assert alone.startswith(f"{url}?phase={at}&parts=stage%2Cslider&ground=")
        assert page.inner_text(".as-played").startswith(was.split(",")[0])
        if not at:
            said = page.locator(".came .orders").text_content()
            assert "French army Paris to Gascony: bounced" in said
            assert page.locator('.came [data-unit="F Bre"]').count() == 1  # as it was
            assert page.locator('#map [data-unit="F Bre"]').count() == 0
        moving = page.evaluate("document.getAnimations().length")
        assert bool(moving) == (motion == "no-preference")
        page.click("#line .phase")
        assert page.locator(".came, .as-played").count() == 0
        page.reload()
        page.wait_for_selector("#board[data-menu=there]")
        page.wait_for_timeout(300)
        assert page.locator(".came").count() == 0
        assert len([each for each in asked if "phase=" in each]) == 1


def test_a_phase_is_shown_though_another_is_heard_of_before_the_board_is_there(
    place: Place,
) -> None:
    """Both boards are on their way at once; then the second phase is told of once more."""
    with place.page("twice") as page:
        held: list[Any] = []
        page.route(f"{page.url}?parts=board&*", lambda route: held.append(route))
        for asked in (1, 2):
            place.end("twice")
            end = time.monotonic() + 20
            while len(held) < asked:
                assert time.monotonic() < end, held
                page.wait_for_timeout(50)
        for route in held:
            route.continue_()
        page.unroute_all()
        until(page, "document.querySelectorAll('#stops li').length === 3")
        page.wait_for_selector(".came svg")
        assert page.inner_text(".as-played").startswith("Spring 1901 as it was played.")
        page.evaluate("document.getElementById('board').dataset.before = 'yes'")
        place.tell_again("twice")
        page.wait_for_selector("#board:not([data-before])", state="attached")
        assert page.locator(".came svg").count() == 1
        assert page.locator(".as-played").count() == 1


def test_a_step_back_and_forth_by_key_and_wheel(place: Place) -> None:
    with place.page("played") as page:
        now = page.url
        page.keyboard.press("ArrowLeft")
        page.wait_for_url("**/?phase=2")
        page.keyboard.press("ArrowLeft")
        page.wait_for_url("**/?phase=1")
        page.keyboard.press("ArrowRight")
        page.wait_for_url("**/?phase=2")
        page.keyboard.press("ArrowRight")
        page.wait_for_url(now)
        page.wait_for_selector("#board[data-menu=there]")
        page.hover("#time")
        page.mouse.wheel(0, -100)
        page.wait_for_url("**/?phase=2")
        page.wait_for_timeout(400)  # one step a turn of the wheel
        page.mouse.wheel(0, 100)
        page.wait_for_url(now)
        page.wait_for_selector("#board[data-menu=there]")


def test_keys_that_do_something_else_are_no_step(place: Place) -> None:
    with place.page("played") as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.click("#typed")
        page.keyboard.press("ArrowLeft")
        page.focus('#tabs a[href="#orders"]')
        page.keyboard.press("ArrowRight")
        assert page.is_visible("#press")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Shift+ArrowLeft")
        page.keyboard.press("ArrowLeft")
        page.wait_for_url("**/?phase=2")
        assert len([url for url in asked if "phase=" in url]) == 1


@pytest.mark.evening
def test_a_page_without_room_for_its_stream_hears_all_the_same(place: Place) -> None:
    """Forty pages of hers are open. A proxy refuses this one first; then the server has no room."""
    server = place.server
    address = f"{server.url}/games/{server.made['games']['taxis']}/events"
    cookies = {"sessionid": server.made["sessions"]["Anna"]}
    asked: list[str] = []
    lines: list[Iterator[str]] = []

    def between(route: Any) -> None:
        """Refuses once as a proxy does; then lets it be asked again at once, not in a minute.

        The server is asked from here, as the browser's page would: it does not tell an
        interceptor the `Last-Event-ID` that it sends.
        """
        if not asked:
            asked.append("a proxy")
            route.fulfill(status=429, body="Too much is asked from where you are.")
            return
        last = re.findall(r"^id: (.*)$", asked[-1], re.MULTILINE)[-1:]
        head = {"Accept": "text/event-stream", "Last-Event-ID": "".join(last)}
        answer = httpx.get(route.request.url, cookies=cookies, headers=head)
        asked.append(answer.text)
        text = answer.text.replace("retry: 60000", "retry: 100")
        route.fulfill(status=200, content_type="text/event-stream", body=text)

    with ExitStack() as stack:
        end = time.monotonic() + 20
        while len(lines) < 40:
            stream = stack.enter_context(httpx.stream("GET", address, cookies=cookies))
            said = stream.iter_lines()
            if (first := next(said)) == "retry: 2000":
                lines.append(said)
                continue
            assert time.monotonic() < end, first  # the page of an earlier test still has a stream
            time.sleep(0.1)
        page = stack.enter_context(place.page("taxis", once=True))
        page.route("**/events?*", between)
        page.clock.install()
        page.reload()
        page.wait_for_selector("#board[data-menu=there]")
        page.evaluate("window.same = true")
        page.clock.fast_forward(10_100)  # by it the page asks again, ten seconds after a refusal
        end = time.monotonic() + 20
        while len(asked) < 3:
            assert time.monotonic() < end, asked
            page.wait_for_timeout(50)
        assert {text[: text.index("\n")] for text in asked[1:]} == {"retry: 60000"}
        place.end("taxis")  # first its deadline changes, and then it ends
        page.wait_for_selector("#said:has-text('A new phase')")
        assert page.evaluate("window.same")
        page.unroute_all(behavior="ignoreErrors")


@pytest.mark.evening
def test_a_what_if_by_clicks(place: Place) -> None:
    """France and Germany meet in Burgundy; from what follows one comes back to both."""
    with place.page("winter") as page:
        page.goto(f"{page.url}what-if/0")
        page.wait_for_selector("#board[data-menu=there]")
        supposed = "document.querySelector('#typed').value"
        if page.evaluate(supposed):
            page.click("#clear")
            page.click("#clear")
            until(page, f"{supposed} === ''")
        assert page.inner_text("#standings .what").startswith("Centres")
        page.click("#standings summary")
        for unit, order in (("A Par", "France: A Par - Bur"), ("A Mun", "Germany: A Mun - Bur")):
            page.click(f'[data-unit="{unit}"]')
            page.mouse.click(*ground(page, "Bur"))
            until(page, f"{supposed}.includes('{order}')")
        came = page.locator("#came .fate.bad")
        assert came.all_inner_texts() == ["bounced", "bounced"]
        assert page.locator("#map .orders .bounce").count() == 2
        assert page.inner_text("#standings .what").startswith("Then centres")
        assert page.locator("#standings[open] tbody tr").count() == 7
        page.click("button[name=on]")
        page.wait_for_selector("#line .phase:has-text('Autumn 1901')")
        page.click("button[name=back]")
        page.wait_for_selector("#line .phase:has-text('Spring 1901')")
        assert page.input_value("#typed") == "France: A Par - Bur\nGermany: A Mun - Bur"


def test_without_script(place: Place) -> None:
    with place.page("standard", java_script_enabled=False) as page:
        write(page, "A Par - Bur")
        page.click("#save")
        assert page.input_value("#typed") == "A Par - Bur"
        assert page.is_visible("#news")
        assert page.is_hidden("#zoom")
