"""A first game of somebody new: from the front page by a lesson to the second year, alone.

    python tests/browser/first_game.py [FOLDER]

plays it on a server that this starts, and takes the pictures of docs/a-first-game.md;
then one of each game's page of what is different. The bots draw lots, so it is told by
what the newcomer does, not by what becomes of him.
"""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import TimeoutError as Late
from postal_people import SECONDS, Album
from serving import DESK, PHONE, Server, serving, signed_in

FOLDER = Path(__file__).parents[2] / "docs" / "first-game"
GAMES = ("standard", "locarno", "london_nights", "post_atomic", "warwick", "claudian")
ORDERS = {
    "Spring 1901, movement": "F Bre - MAO\nA Mar - Spa\nA Par - Gas",
    "Autumn 1901, movement": "F MAO - Por\nA Spa H\nA Gas H",
}
"""Of France: nobody can come to Spain or Portugal in the first year before it."""
MAPPED = "#board[data-menu=there]"
LETTER = "Spain is yours, if Burgundy stays empty this year. Agreed?"
ANSWER = "Agreed: Burgundy stays empty, and I go to Gascony."


class First:
    """The newcomer at his window."""

    def __init__(self, server: Server, browser: Any, album: Album) -> None:
        self.album, self.server, self.browser = album, server, browser
        self.wrong: list[str] = []
        self.page = self._window()

    def _window(self, who: str = "") -> Any:
        """A window on a phone, of somebody who has signed in or of nobody."""
        context = self.browser.new_context(viewport=PHONE, base_url=self.server.url)
        context.set_default_timeout(SECONDS * 1000)
        if who:
            signed_in(context, self.server.url, self.server.made["sessions"][who])
        page = context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        return page

    def all(self) -> None:
        """From the front page to the second year, and the primers."""
        page = self.page
        page.goto("/")
        self.album.takes(page, "front", only="phone")
        self.lesson()
        self.alone()
        while " 1902" not in self.phase:
            if ORDERS.get(self.phase):
                self.writes(ORDERS[self.phase])
            if self.phase.startswith("Autumn 1901, movement"):
                self.album.takes(page, "autumn", only="desk")
            if self.phase.startswith("Winter 1901"):
                self.builds()
            self.plays()
        self.album.takes(page, "second-year", only="desk")
        page.click("#standings > summary")
        page.wait_for_selector("#standings .course svg")
        self.album.takes(page, "over-time", only="desk")
        page.click("#standings > summary")
        page.click('#tabs a[href="#press"]')
        page.wait_for_selector("#press :is(.circles, p)")
        self.album.takes(page, "press", "#press", only="phone")
        self.letters()
        for game in GAMES:
            page.goto(f"/rules/{game}/different/")
            self.album.takes(page, f"different-{game}", only="desk")
        assert self.wrong == []

    def lesson(self) -> None:
        """The first lesson: one order, and what comes of it."""
        page = self.page
        page.click("text=Learn it in five minutes")
        page.wait_for_selector(MAPPED)
        self.album.takes(page, "lesson", only="phone")
        page.click('[data-unit="A Par"]')
        page.click("#p-Bur")
        page.wait_for_selector("#map .orders .move")
        page.click("#ready")
        page.wait_for_selector(".told-here")
        self.album.takes(page, "lesson-done", only="phone")

    def alone(self) -> None:
        """France at a table of bots, without an account."""
        page = self.page
        page.goto("/")
        page.click('[aria-label="Standard: choose your power, and the bots"]')
        page.select_option("#power-standard", "France")
        page.click('button[aria-label="Play Standard alone"]')
        page.wait_for_selector(MAPPED)
        self.album.takes(page, "board", only="desk")
        page.locator("#units .unit-row").first.click()
        page.click('#composer button:has-text("Move")')
        self.album.takes(page, "move", only="phone")
        page.locator("#composer .choices button").first.click()
        page.wait_for_selector("#map .orders .move")
        self.album.takes(page, "ordered", only="phone")

    def letters(self) -> None:
        """Among people: Germany writes to France, and is answered."""
        game = f"/games/{self.server.made['game']}/"
        mine, his = self._window("Anna"), self._window("Max")
        mine.goto(game)
        mine.wait_for_selector(MAPPED)
        mine.click('#tabs a[href="#press"]')
        mine.wait_for_selector("#press .circles")
        his.goto(f"{game}press/")
        his.click('.circles a:has-text("France")')
        his.fill("#press-text", LETTER)
        his.click("text=Send")
        mine.wait_for_selector(".circles .unread >> text=Germany")  # without reload
        self.album.takes(mine, "letter-new", "#press", only="phone")
        mine.click('.circles .unread a:has-text("Germany")')
        mine.wait_for_selector(f".message >> text={LETTER}")
        mine.fill("#press-text", ANSWER)
        mine.click("text=Send")
        mine.wait_for_selector(f".message.own >> text={ANSWER}")
        self.album.takes(mine, "letter-answered", "#press", only="phone")
        his.wait_for_selector(f".message >> text={ANSWER}")

    def writes(self, orders: str) -> None:
        """Orders for all units, typed."""
        page = self.page
        page.set_viewport_size(DESK)
        page.evaluate("document.querySelector('#text').open = true")
        with page.expect_response(lambda answer: answer.url.endswith("/sheet")):
            page.fill("#typed", orders)
        page.evaluate("document.activeElement.blur()")

    def builds(self) -> None:
        """Two units, each by a click on its home: Brest asks whether army or fleet."""
        page = self.page
        page.set_viewport_size(DESK)
        for at, unit in (("Bre", "F Bre"), ("Par", "A Par")):
            if page.locator(f'#map [data-unit$=" {at}"]').count():
                continue  # somebody stands there
            page.locator(f"#p-{at}").click()
            offered = page.locator(f'#composer [data-value="{unit}"]')
            try:
                offered.wait_for(timeout=5000)
            except Late:  # he builds no more
                break
            if at == "Bre":
                self.album.takes(page, "build", only="desk")
            with page.expect_response(lambda answer: answer.url.endswith("/sheet")):
                offered.click()
        self.album.takes(page, "built", only="phone")

    @property
    def phase(self) -> str:
        """The phase that is open."""
        return str(self.page.inner_text("#line .phase"))

    def plays(self) -> None:
        """Says that he is ready, and looks at what comes of it."""
        page, was = self.page, self.phase
        page.set_viewport_size(PHONE)
        page.click("#ready")
        page.locator("#ready:not([value=yes])").wait_for()
        if page.get_attribute("#ready", "value") == "sure":
            page.click("#ready")
        page.locator("#line .phase").filter(has_not_text=was).wait_for()
        page.wait_for_selector(MAPPED)
        if was.startswith("Spring 1901, movement"):
            page.wait_for_selector(".stage > .came")
            page.wait_for_timeout(2500)
            self.album.takes(page, "came-of-it", only="phone")
            page.click("#own > summary")
            self.album.takes(page, "why", ".column", only="phone")


def main(folder: Path) -> None:
    """Plays, and takes the pictures."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("no Chromium: apt-get install -y chromium")
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as place,
        serving(Path(place), "live_table.py", "--with-worker") as server,
        sync_playwright() as running,
    ):
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        First(server, browser, Album(folder)).all()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
