"""Takes the pictures of docs/gallery/pages: the site's pages on a phone and on a desk.

    python tests/browser/pictures.py [FOLDER]

Each is a page of a server that this starts, on the games of `table`, with what a
player would do on it done.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from serving import DESK, PHONE, Server, serving, signed_in

HERE = Path(__file__).parent
FOLDER = HERE.parents[1] / "docs" / "gallery" / "pages"
Page = Any


def press(page: Page, *texts: str) -> None:
    """Presses buttons of the order that is being given, one after the other."""
    for text in texts:
        page.click(f'#composer button:has-text("{text}") >> nth=0')
        page.wait_for_timeout(250)


def beside(page: Page, label: str) -> None:
    """Opens an order that no unit has."""
    page.click(f'#units .special button:has(span:text-is("{label}"))')
    page.wait_for_timeout(250)


def orders(page: Page) -> None:
    """Three orders by text, and the second unit chosen."""
    write(page, "A Par - Bur\nA Mar S A Par - Bur\nF Bre - MAO")


def write(page: Page, typed: str) -> None:
    """Writes a sheet and waits until it is saved."""
    with page.expect_response(lambda answer: answer.url.endswith("/sheet")):
        page.fill("#typed", typed)
    page.wait_for_timeout(400)


def bid(page: Page) -> None:
    """Locarno: points for a minor power, with what is left."""
    write(page, "DP 1: A Bel H")
    page.click('#units .special button:has-text("Bid")')
    press(page, "A Aus", "A Mar", "Switzerland")


def split(page: Page) -> None:
    """Claudian: a part of an army."""
    page.click('[data-unit^="A Par"]')
    press(page, "Move")
    page.check("#composer .part input")
    page.locator("#composer input[type=range]").fill("4000")


def mountain(page: Page) -> None:
    """Post-Atomic: the second end of a range."""
    write(page, "Start F Tri\nMountain Boh - Mun")
    page.click('#units .special button:has(span:text-is("Mountain …"))')
    press(page, "Tyrolia")


def henry(page: Page) -> None:
    """Warwick: with whom King Henry starts."""
    page.click('#units .special button:has-text("Henry starts with")')
    page.wait_for_timeout(250)


def taxi(page: Page) -> None:
    """London Nights: the second step of a double move."""
    page.click('[data-unit="U Bar"]')
    press(page, "Double")
    page.click("#p-Moo")
    page.wait_for_timeout(250)


def why(page: Page) -> None:
    """Results of an earlier phase, one of them explained."""
    page.click("#orders .why summary >> nth=0")
    page.wait_for_timeout(200)


def supposed(page: Page) -> None:
    """What if: two powers meet in Burgundy."""
    page.fill("#typed", "France: A Par - Bur\nGermany: A Mun - Bur")
    page.wait_for_selector("#came .fate")
    page.evaluate("document.activeElement.blur(); document.querySelector('.column').scrollTop = 0")
    page.wait_for_timeout(400)


def nothing(page: Page) -> None:
    """The page as it opens."""


# name of the picture: game, who looks, the room of the game, what is done there
BOARDS: Mapping[str, tuple[str, str, str, Callable[[Page], None]]] = {
    "board": ("standard", "Anna", "", orders),
    "results": ("played", "Anna", "?phase=2", why),
    "locarno-bid": ("locarno", "Anna", "", bid),
    "london-double-move": ("taxis", "Anna", "", taxi),
    "london-police": ("police", "Max", "", nothing),
    "post-atomic-mountain": ("post_atomic", "Anna", "", mountain),
    "warwick-henry": ("warwick", "Anna", "", henry),
    "claudian-split": ("claudian", "Anna", "", split),
    "desk": ("police", "Max", "desk/", nothing),
    "report": ("played", "Anna", "report/2/", nothing),
    "what-if": ("standard", "Anna", "what-if/0", supposed),
}
SITE = {"front": "/", "lobby": "/games/?show=running", "offer": "/games/new/london_nights/"}


def taken(browser: Any, server: Server, folder: Path) -> None:
    """Takes all pictures."""
    for width, view in (("phone", PHONE), ("desk", DESK)):
        phone = width == "phone"
        contexts = {}
        for who, session in server.made["sessions"].items():
            contexts[who] = browser.new_context(
                viewport=view,
                device_scale_factor=1.5 if phone else 1,
                has_touch=phone,
                is_mobile=phone,
            )
            signed_in(contexts[who], server.url, session)
        for name, (game, who, room, done) in BOARDS.items():
            page = contexts[who].new_page()
            page.goto(f"{server.url}/games/{server.made['games'][game]}/{room}")
            page.wait_for_timeout(1200)
            done(page)
            shot(page, folder / f"{name}-{width}.jpg")
        for name, address in SITE.items():
            page = contexts["Anna"].new_page()
            page.goto(server.url + address)
            page.wait_for_timeout(600)
            shot(page, folder / f"{name}-{width}.jpg")


def shot(page: Page, file: Path) -> None:
    """What is seen of a page."""
    page.evaluate("window.scrollTo(0, 0)")
    page.wait_for_timeout(200)
    page.screenshot(path=str(file), type="jpeg", quality=72)
    page.close()
    print(file.name, f"{file.stat().st_size // 1024} kB", flush=True)


def main(folder: Path) -> None:
    """Starts a server, and looks at it."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("no Chromium: apt-get install -y chromium")
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as place,
        serving(Path(place), "table.py") as server,
        sync_playwright() as running,
    ):
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        taken(browser, server, folder)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
