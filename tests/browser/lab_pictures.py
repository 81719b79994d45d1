"""Takes pictures of pages of the laboratory, on a phone and on a desk.

    python tests/browser/lab_pictures.py lab-lopsided/page.html docs/lab/lopsided

The page is opened as a file, as who gets it by letter would. `docs/lab/lopsided-desk.jpg`
is its beginning, `docs/lab/lopsided-board-desk.jpg` the first board on it.
"""

import shutil
import sys
from pathlib import Path
from typing import Any

from serving import DESK, PHONE

BOARD = """document.querySelector('svg[aria-label^="Visits"]').scrollIntoView()"""


def taken(browser: Any, page_file: Path, name: str) -> None:
    """The beginning, and the first board."""
    for width, view in (("phone", PHONE), ("desk", DESK)):
        page = browser.new_page(viewport=view, device_scale_factor=1.5 if view is PHONE else 1)
        page.goto(page_file.absolute().as_uri())
        shot(page, Path(f"{name}-{width}.jpg"))
        page.evaluate(BOARD)
        shot(page, Path(f"{name}-board-{width}.jpg"))
        page.close()


def shot(page: Any, file: Path) -> None:
    """What is seen now."""
    page.wait_for_timeout(400)
    page.screenshot(path=str(file), type="jpeg", quality=72)
    print(file.name, f"{file.stat().st_size // 1024} kB", flush=True)


def main() -> None:
    """Opens the page, and looks at it."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        sys.exit("no Chromium: apt-get install -y chromium")
    if len(sys.argv) != 3 or not Path(sys.argv[1]).is_file():
        sys.exit(__doc__)
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        taken(browser, Path(sys.argv[1]), sys.argv[2])
        browser.close()


if __name__ == "__main__":
    main()
