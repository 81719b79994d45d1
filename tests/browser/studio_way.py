"""From an empty page to a game that has begun, for a map of thirty places, as a designer does it.

    PYTHONPATH=tests python tests/browser/studio_way.py [FOLDER]

does it on a server that this starts, says how long each part took, and takes the
pictures of docs/studio.md.
"""

import re
import shutil
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from irish_sea import CENTRES, HIGH, HOMES, MIDDLE, SPOTS, WIDE, Spot
from postal_people import Album
from serving import DESK, Server, serving
from windows import Windows

from legation.server.studio.packing import zipped

FOLDER = Path(__file__).parents[2] / "docs" / "studio"
SECONDS = 90
MOST = 12
"""Rounds of mending."""
MAPPED = "#board[data-menu=there]"


class Designer:
    """The designer at her window, until it is closed."""

    def __init__(self, server: Server, windows: Windows, album: Album, once: bool = False) -> None:
        self.server, self.windows, self.album = server, windows, album
        self.once = once
        self.wrong: list[str] = []
        self._opened = ExitStack()
        self.page = self.window("Dora")
        self.began = time.monotonic()

    def window(self, name: str) -> Any:
        """A window of somebody; a script that fails in it is noted."""
        session = self.server.made["sessions"][name]
        page = self._opened.enter_context(
            self.windows.window(session, self.once, viewport=DESK, base_url=self.server.url)
        )
        page.context.set_default_timeout(SECONDS * 1000)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        return page

    def close(self) -> None:
        """Closes all windows."""
        self._opened.close()

    def all(self) -> None:
        """The whole way."""
        self.begins()
        for spot in SPOTS:
            self.adds(spot)
        self.settles()
        self.told("thirty places")
        self.album.takes(self.page, "places", only="desk")
        self.borders()
        self.powers()
        self.rules()
        self.told("borders, powers, units, rules")
        self.tries()
        self.told("checked and drawn")
        self.publishes()
        self.told("published")
        self.plays()
        self.told("a phase is played by both")
        self.tries_out()
        assert self.wrong == []

    def told(self, what: str) -> None:
        """How long it took so far."""
        print(f"{time.monotonic() - self.began:5.0f} s  {what}", flush=True)

    # A map from nothing

    def begins(self) -> None:
        """An empty map, of a part of the Earth."""
        page = self.page
        page.goto("/studio/")
        page.click("text=Begin with an empty map")
        page.locator("#map .coast path").wait_for(state="attached")
        self.draft = page.url
        for key, value in zip(("lat", "lon", "wide", "high"), (*MIDDLE, WIDE, HIGH), strict=True):
            field = self.field(f"where/{key}")
            if field.input_value() != str(value):
                with page.expect_response(lambda answer: answer.url.endswith("/preview/")):
                    field.fill(str(value))
                    field.press("Tab")
        high = round(1000 * HIGH / WIDE)
        page.locator(f'#map .water rect[height="{high}"]').wait_for(state="attached")
        self.settles()
        self.picture = page.locator("#map .water rect").bounding_box()

    def adds(self, spot: Spot) -> None:
        """A click, a name, Enter."""
        page, (x, y) = self.page, spot.share
        picture = self.picture
        page.mouse.click(picture["x"] + x * picture["width"], picture["y"] + y * picture["height"])
        page.locator('[data-at="card/name"]:focus').wait_for()
        page.keyboard.type(spot.name)
        page.keyboard.press("Enter")

    def borders(self) -> None:
        """Stray pieces are given to those beside them; then the picture's borders are taken."""
        self.opens("borders")
        self.album.takes(self.page, "borders", only="desk")
        self.mends()
        self.page.locator("#problems.none").wait_for()

    def mends(self) -> None:
        """Presses what the page offers against its problems, until it offers nothing."""
        page = self.page
        for _ in range(MOST):
            page.locator("#map[aria-busy=false]").wait_for()
            page.wait_for_timeout(100)
            offered = page.locator('[data-at="mend/all"], #problems li .buttons button').first
            if not offered.count():
                return
            offered.click()
            page.wait_for_timeout(100)

    def powers(self) -> None:
        """Six powers with two homes each, further centres, a unit on each home."""
        self.opens("powers")
        for n, (name, homes) in enumerate(HOMES.items()):
            self.field("powers/add").click()
            self.page.locator(f'[data-at="powers/{n}/name"]:focus').wait_for()
            self.page.keyboard.type(name)
            self.page.keyboard.press("Tab")
            for home in homes:
                self.page.locator(f'#map [aria-label^="{home},"] .dot').click()
                self.page.locator(
                    f'#map [aria-label$="centre of {name}"][aria-label^="{home},"]'
                ).wait_for()
        self.opens("places")
        for name in CENTRES:
            self.page.get_by_label(f"{name} is a centre").check()
        self.opens("start")
        self.field("start/fill").click()
        self.page.locator("#start tbody tr").nth(11).wait_for()
        self.settles()
        self.album.takes(self.page, "start", only="desk")

    def rules(self) -> None:
        """A title, what wins, where units are built."""
        self.opens("play")
        self.types("play/title", "The Irish Sea")
        self.types("play/blurb", "Six powers around the Irish Sea; 10 of 18 centres to win.")
        self.types("play/centres", "10")
        self.types("play/first", "1170")
        self.field("play/builds").select_option("owned")
        self.opens("text")
        assert "| IS-1 | A unit is built in any vacant centre" in self.page.input_value("#rules")

    # What is made of it

    def tries(self) -> None:
        """A check finds nothing, and the board is drawn with its letters."""
        self.opens("try")
        self.field("try/check").click()
        self.page.get_by_text("Nothing is wrong.").wait_for()
        self.field("try/build").click()
        self.page.locator("#try .picture img").wait_for()

    def tries_out(self) -> None:
        """A game by bots, and a sandbox as Wales."""
        page = self.page
        self.comes_back()
        self.types("try/games", "1")
        self.field("try/lab").click()
        page.get_by_text("What came of the games").click()
        page.get_by_text("1 games by bots: The Irish Sea").wait_for()
        self.comes_back()
        self.field("try/power").select_option("Wales")
        self.field("try/sandbox").click()
        page.wait_for_url("**/what-if/0")
        page.get_by_text("The Irish Sea").first.wait_for()

    def comes_back(self) -> None:
        """To the draft, where it is tried."""
        self.page.goto(self.draft)
        self.page.locator("#map[aria-busy=false] .area").first.wait_for()
        self.opens("try")

    def publishes(self) -> None:
        """An edition, with a page of its own."""
        page = self.page
        self.opens("publish")
        self.field("publish/go").click()
        page.get_by_text("Its page: invite friends").click()
        page.get_by_text("Begin a game with friends and bots").wait_for()
        self.album.takes(page, "edition", only="desk")
        assert "The Irish Sea" in page.inner_text("h1")

    def plays(self) -> None:
        """A game of it: a friend comes by its link, bots take the rest, and a phase is played."""
        page = self.page
        page.get_by_text("Begin a game with friends and bots").click()
        page.get_by_label("Name", exact=True).fill("Around the Irish Sea")
        page.get_by_role("button", name="Offer this game").click()
        link = page.locator("[data-copy]").inner_text()
        friend = self.window("Fred")
        friend.goto(link)
        for who, wish in ((page, "Leinster"), (friend, "Wales")):
            who.get_by_label("First wish").select_option(wish)
            who.get_by_role("button", name="Join").click()
            who.get_by_text("You have joined").wait_for()
        page.reload()
        page.get_by_role("button", name="Start now").click()
        page.wait_for_selector(MAPPED)
        self.told("a game has begun")
        friend.goto(page.url)
        for who in (page, friend):
            who.wait_for_selector(MAPPED)
            who.locator("#units .unit-row").first.click()
            who.click('#composer button:has-text("Move")')
            who.locator("#composer .choices button").first.click()
            who.wait_for_selector("#map .orders .move")
        self.album.takes(page, "game", only="desk")
        for who in (page, friend):
            who.click("#ready")
            who.locator("#ready:not([value=yes])").wait_for()
            if who.get_attribute("#ready", "value") == "sure":
                who.click("#ready")
        for who in (page, friend):
            who.locator("#line .phase").filter(has_not_text="Spring 1170, movement").wait_for()

    # Small things

    def brings(self, folder: Any) -> None:
        """A draft from a file: the folder of a variant, as a zip."""
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file() and path.suffix in (".toml", ".md", ".csv")
        }
        page = self.page
        page.goto("/studio/")
        page.set_input_files(
            "#file", {"name": "x.zip", "mimeType": "", "buffer": zipped(files, folder.name)}
        )
        page.click("text=Begin with this file")
        page.locator("#map[aria-busy=false] .area").first.wait_for()

    def document(self) -> Any:
        """The draft as the server has it, when all is saved."""
        self.settles()
        return self.page.evaluate(
            "fetch('draft/').then((answer) => answer.json()).then(({document}) => document)"
        )

    def field(self, name: str) -> Any:
        """A field or a button of the page by what it is about."""
        return self.page.locator(f'[data-at="{name}"]')

    def types(self, name: str, text: str) -> None:
        """Fills a field, and leaves it."""
        self.field(name).fill(text)
        self.field(name).press("Tab")

    def opens(self, section: str) -> None:
        """A section beside the map."""
        self.page.click(f'#parts a[href="#{section}"]')
        self.page.locator(f"#{section}").wait_for()

    def settles(self) -> None:
        """Until all of it is drawn and saved."""
        self.page.wait_for_timeout(300)
        self.page.locator("#map[aria-busy=false]").wait_for()
        self.page.wait_for_timeout(100)
        self.page.locator("#saved").get_by_text(re.compile("^Saved")).wait_for()


def main(folder: Path) -> None:
    """Does it, and takes the pictures."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("no Chromium: apt-get install -y chromium")
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as place,
        serving(Path(place), "designers.py", "--with-worker") as server,
        sync_playwright() as running,
    ):
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        with closing(Designer(server, Windows(browser, server.url), Album(folder))) as designer:
            designer.all()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
