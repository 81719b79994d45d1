"""The studio in Chromium: a map begun by hand and by keys; fields, kept, changed and undone."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from irish_sea import SPOTS
from postal_people import Album
from serving import Server, serving
from studio_way import Designer
from windows import Windows

pytestmark = [pytest.mark.evening, pytest.mark.filterwarnings("ignore::ResourceWarning")]
SHELF = Path(__file__).parents[2] / "src" / "legation" / "variants"
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all of these."""
    with serving(tmp_path_factory.mktemp("studio"), "designers.py") as running:
        yield running


@pytest.fixture(scope="module")
def windows(server: Server, browser: Any) -> Windows:
    """Those of that server."""
    return Windows(browser, server.url)


@pytest.fixture
def designer(
    server: Server, windows: Windows, request: pytest.FixtureRequest
) -> Iterator[Designer]:
    """In whose window no script fails; who cuts her line has her profile ``once``."""
    at_work = Designer(server, windows, Album(), getattr(request, "param", "") == "once")
    yield at_work
    at_work.close()
    assert at_work.wrong == []


@pytest.mark.parametrize("designer", ["once"], indirect=True)
def test_places_are_clicked_moved_by_keys_joined_and_kept(designer: Designer) -> None:
    """A name with marks stays a text; what a lost line kept back is there after all."""
    page = designer.page
    designer.begins()
    by_name = {spot.name: spot for spot in SPOTS}
    for name in ("Dublin", "Chester", "Irish Sea"):
        designer.adds(by_name[name])
    designer.settles()
    terrain = page.locator("#places tbody select[data-at$=terrain]")
    assert [each.input_value() for each in terrain.all()] == ["coast", "coast", "sea"]
    was = page.locator('[data-point="Dub/0"]').get_attribute("transform")
    page.locator('[data-point="Che/0"]').focus()
    page.keyboard.press("ArrowLeft")  # to the sea between them
    page.keyboard.press("ArrowLeft")
    for _ in range(3):
        page.keyboard.press("Shift+ArrowUp")
    designer.settles()
    assert page.locator('[data-point="Dub/0"]').get_attribute("transform") != was
    designer.opens("borders")
    designer.field("borders/all").click()
    page.locator("#borders tbody tr").nth(1).wait_for()
    designer.settles()
    page.context.set_offline(True)
    designer.opens("places")
    designer.types("places/0/name", "<b>Dublin</b>")
    page.locator("#saved.signal").wait_for()
    page.context.set_offline(False)
    designer.settles()
    page.reload()
    page.locator("#map .area").first.wait_for()
    assert page.input_value('[data-at="places/0/name"]') == "<b>Dublin</b>"
    assert page.locator("main b").count() == 0


def test_what_changes_while_a_field_is_pressed_takes_no_click_away(
    designer: Designer, tmp_path: Path
) -> None:
    """A row that was made anew between press and release would not be clicked."""
    page = designer.page
    designer.brings(Path(shutil.copytree(EXAMPLES / "secret_orders", tmp_path / "secret_orders")))
    designer.opens("places")
    box, name = designer.field("places/0/centre"), designer.field("places/0/name")
    was = box.is_checked()
    box.scroll_into_view_if_needed()
    where = box.bounding_box()
    page.mouse.move(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    page.mouse.down()
    old = name.element_handle()
    old.evaluate("it => { it.value = 'Elsewhere'; it.dispatchEvent(new Event('change')); }")
    page.wait_for_timeout(100)
    page.mouse.up()
    page.locator('[data-at="places/0/name"][value="Elsewhere"]').wait_for()
    assert box.is_checked() is not was
    assert designer.document()["places"][0]["name"] == "Elsewhere"


def test_what_a_copy_declares_is_kept(designer: Designer, tmp_path: Path) -> None:
    """And its clause follows a choice, as long as the designer has not put it in his own words."""
    folder = Path(shutil.copytree(EXAMPLES / "secret_orders", tmp_path / "secret_orders"))
    with (folder / "variant.toml").open("a") as file:
        file.write('victory = { centres = 20, clause = "SEC-2" }\n')
    designer.brings(folder)
    designer.opens("play")
    designer.types("play/centres", "19")
    document = designer.document()
    assert document["declared"]["victory"] == {"centres": 19, "clause": "SEC-2"}
    sight, told = designer.field("play/visibility"), designer.field("play/visibility/orders")
    assert (sight.input_value(), told.input_value()) == ("all", "own")
    sight.select_option("adjacent")
    document = designer.document()
    hidden = {"sees": "adjacent", "orders": "own", "clause": "SEC-1"}
    assert document["declared"]["visibility"] == hidden
    told.select_option("seen")
    assert designer.document()["declared"]["visibility"] == {**hidden, "orders": "seen"}
    sight.select_option("all")
    gone = designer.document()
    assert "visibility" not in gone["declared"]
    assert gone["rules"] == document["rules"]  # in words of its author

    builds = designer.field("play/builds")
    for where, said in (
        ("owned", "A unit is built in any vacant centre that its power owns,"),
        ("any-home", "A unit is built in any vacant home centre, anybody's,"),
    ):
        builds.select_option(where)
        document = designer.document()
        assert document["declared"]["builds"] == {"where": where, "clause": "SO-1"}
        assert document["rules"].count("| SO-1 |") == 1
        assert f"| SO-1 | {said}" in document["rules"]
    builds.select_option("home")
    assert "builds" not in designer.document()["declared"]
    assert "SO-1" not in designer.document()["rules"]

    designer.field("kinds/add").click()
    designer.field("kinds/0/goes").select_option("sea")
    designer.field("kinds/0/bridge").check()
    (kind,) = designer.document()["declared"]["kinds"]
    assert (kind["goes"], kind["built"]) == ("sea", ["inland", "coast", "bridge"])


def test_neutral_units_are_set_up_and_have_a_look(designer: Designer) -> None:
    designer.brings(SHELF / "maps" / "sengoku")
    was = designer.page.evaluate("JSON.parse(document.getElementById('document').textContent)")
    neutral = [unit["place"] for unit in was["setup"] if unit["power"] == "Neutral"]
    assert len(neutral) == 7
    home = next(place for place in was["places"] if place["home"] == "Oda")
    free = next(
        place
        for place in was["places"]
        if place["terrain"] == "coast"
        and not place["home"]
        and place["code"] not in {unit["place"] for unit in was["setup"]}
    )
    designer.opens("start")
    rows = designer.page.locator("#start tbody tr").filter(has_text="(unknown)")
    assert rows.count() == 0
    designer.field("start/power").select_option("Neutral")
    for place in (home, home, free):  # first a click takes the unit of its power away
        designer.page.locator(f"#map [data-point='{place['code']}/0']").focus()
        designer.page.keyboard.press("Enter")
        designer.page.wait_for_timeout(100)
    designer.types("start/mark", "ng")
    designer.field("start/colour").fill("#777777")
    document = designer.document()
    assert {unit["place"] for unit in document["setup"] if unit["power"] == "Neutral"} == {
        *neutral,
        home["code"],
        free["code"],
    }
    assert document["declared"]["neutrals"] == {"mark": "ng", "colour": "#777777"}


def test_what_else_a_place_is_and_is_called(designer: Designer) -> None:
    """As far as no code is needed; a feature goes with the terrain or the home that it needs."""
    designer.brings(SHELF / "maps" / "ancient_mediterranean")
    row = designer.page.evaluate(
        "JSON.parse(document.getElementById('document').textContent).places"
        ".findIndex((each) => each.code === 'BAL')"
    )

    def place() -> Any:
        return designer.document()["places"][row]

    designer.field(f"places/{row}/code").focus()
    land = designer.field("card/land-in-sea")
    land.wait_for()
    assert land.is_checked()
    designer.types("card/aliases", "Balearic Islands, Mallorca")
    assert place()["aliases"] == ["Balearic Islands", "Mallorca"]
    land.uncheck()
    assert place()["features"] == []
    land.check()
    designer.field(f"places/{row}/home").select_option("Carthage")
    designer.field("card/claimed").check()
    assert place()["features"] == ["land-in-sea", "claimed"]
    designer.field(f"places/{row}/terrain").select_option("coast")
    assert place()["features"] == ["claimed"]
    designer.field(f"places/{row}/home").select_option("")
    assert (place()["features"], place()["centre"]) == ([], True)


def test_a_calendar_is_written_out(designer: Designer) -> None:
    """Phases that come once, years between seasons, other names; and all of it is undone."""
    designer.brings(EXAMPLES / "fog")
    designer.opens("play")
    for key, typed in (
        ("step", "50"),
        ("phases", "Dawn movement\nDawn retreat\nDusk movement\nDusk retreat\nDusk adjustment"),
        ("prelude", "Eve movement\neve retreat\nNight adjustment"),
        ("later/Dusk", "25"),
        ("aliases", "Noon = Dusk, Midnight = Night"),
    ):
        designer.types(f"play/{key}", typed)
    document = designer.document()
    calendar = document["declared"]["calendar"]
    assert calendar == {
        "first-year": 1901,
        "years": 36,
        "step": 50,
        "phases": [
            *(["Dawn", "movement"], ["Dawn", "retreat"]),
            *(["Dusk", "movement"], ["Dusk", "retreat"], ["Dusk", "adjustment"]),
        ],
        "prelude": [["Eve", "movement"], ["eve", "retreat"], ["Night", "adjustment"]],
        "later": {"Dusk": 25},
        "aliases": {"Noon": "Dusk", "Midnight": "Night"},
    }
    designer.types("play/aliases", "Fall = Autumn")
    said = designer.page.locator("#said")
    said.get_by_text("“Fall = Autumn” names no season").wait_for()
    designer.types("play/prelude", "Night")
    said.get_by_text("“Night” is no phase").wait_for()
    designer.types("play/prelude", "")
    calendar = designer.document()["declared"]["calendar"]
    assert (calendar.get("prelude", []), calendar["aliases"]) == ([], {"Noon": "Dusk"})


def test_steps_are_undone_and_one_click_goes_back_far(designer: Designer) -> None:
    designer.brings(EXAMPLES / "fog")
    designer.opens("play")
    page, title = designer.page, designer.field("play/title")
    for typed in ("Haze", "Mist", "Smoke"):
        designer.types("play/title", typed)
        assert designer.document()["title"] == typed
    page.click("#undo")
    page.locator("#title").get_by_text("Mist").wait_for()
    page.keyboard.press("Control+z")
    page.locator("#title").get_by_text("Haze").wait_for()
    assert title.input_value() == "Haze"
    page.click("#redo")
    page.locator("#title").get_by_text("Mist").wait_for()
    page.click("#earlier summary")
    steps = page.locator("#earlier li")
    assert steps.locator("[aria-current=step]").count() == 1
    assert steps.nth(3).inner_text().startswith("Begun with x.zip")
    steps.nth(3).get_by_role("button").click()
    page.locator("#title").get_by_text("Fog").wait_for()
    page.locator("#earlier li:nth-child(4) [aria-current=step]").wait_for()
    steps.first.get_by_role("button").click()
    page.locator("#title").get_by_text("Smoke").wait_for()
    assert page.locator("#redo").is_disabled()
    designer.types("play/title", "Steam")
    designer.settles()
    page.locator("#earlier li:nth-child(5)").wait_for()


def test_of_two_windows_the_designer_chooses(designer: Designer) -> None:
    """What she does not keep is a step back; the other window then has the same choice."""
    designer.brings(EXAMPLES / "fog")
    first, second = designer.page, designer.page.context.new_page()
    second.goto(first.url)
    second.locator("#map[aria-busy=false] .area").first.wait_for()

    def titled(page: Any, title: str) -> None:
        page.click('#parts a[href="#play"]')
        page.locator('[data-at="play/title"]').fill(title)
        page.locator('[data-at="play/title"]').press("Tab")

    titled(first, "Haze")
    designer.settles()
    titled(second, "Smoke")
    second.locator("#torn").wait_for()
    second.click("#mine")
    second.locator("#torn").wait_for(state="hidden")
    second.locator("#saved").get_by_text(re.compile("^Saved")).wait_for()
    assert designer.document()["title"] == "Smoke"
    second.click("#undo")
    second.locator("#title").get_by_text("Haze").wait_for()
    titled(first, "Steam")
    first.locator("#torn").wait_for()
    first.click("#theirs")
    first.locator("#torn").wait_for(state="hidden")
    assert first.input_value('[data-at="play/title"]') == "Haze"
    assert designer.document()["title"] == "Haze"
