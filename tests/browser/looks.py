"""Every kind of page at three widths, light and dark, as sheets of six: to be looked at.

    python tests/browser/looks.py              the pages that docs/looks.md keeps
    python tests/browser/looks.py FOLDER       all that `axed` comes to, into a folder

A sheet has the widths side by side, light above dark.
"""

import base64
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from axed import OWN, SETTINGS, WHO, pages
from serving import PHONE, Server, serving, signed_in

FOLDER = Path(__file__).parents[2] / "docs" / "looks"
WIDTHS = (390, 844), (1280, 800), (1920, 1080)
KEPT = {
    "front": ("", "/"),
    "home": ("Anna", "/"),
    "lobby": ("Anna", "/games/?show=running"),
    "board": ("Anna", "/games/{running}/"),
    "results": ("Anna", "/games/{over}/?phase=1"),
    "desk": ("Max", "/games/{mastered}/desk/"),
    "report": ("Anna", "/games/{mastered}/report/1/"),
    "offer": ("Anna", "/games/new/london_nights/"),
    "what-if": ("Anna", "/games/{running}/what-if/0"),
}
"""Of docs/looks.md: who looks at which address, in the first game that stands so."""
_SHEET = """<body style="margin:0;width:max-content;background:#888"><style>div{{display:flex;\
gap:6px;margin:6px}}img{{height:400px}}</style><div>{}</div><div>{}</div>"""


def sheet(page: Any, file: Path) -> None:
    """The page that is open, six times, in one small picture."""
    rows: dict[str, list[str]] = {"light": [], "dark": []}
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        page.wait_for_timeout(700)
        for scheme, row in rows.items():
            page.emulate_media(color_scheme=scheme)
            shot = base64.b64encode(page.screenshot(type="jpeg", quality=80)).decode()
            row.append(f'<img src="data:image/jpeg;base64,{shot}">')
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(PHONE)
    shown = page.context.browser.new_page(viewport={"width": 1600, "height": 820})
    shown.set_content(_SHEET.format(*("".join(row) for row in rows.values())))
    shown.locator("body").screenshot(path=str(file), type="jpeg", quality=55)
    shown.close()
    print(file.name, f"{file.stat().st_size // 1024} kB", flush=True)


def kept(house: Server, page_of: Callable[[str], Any]) -> None:
    """The sheets of the manual."""
    FOLDER.mkdir(exist_ok=True)
    slugs = {state: slug for slug, state in reversed(house.made["games"].items())}
    for name, (who, address) in KEPT.items():
        page = page_of(who)
        page.goto(house.url + address.format_map(slugs))
        sheet(page, FOLDER / f"{name}.jpg")


def all_of(house: Server, page_of: Callable[[str], Any], folder: Path) -> None:
    """A sheet for each kind of page, as each of those who come to it."""
    folder.mkdir(parents=True, exist_ok=True)
    for who in WHO:
        page = page_of(who)
        found = pages(page, house, whole=False, only=OWN.get(who, ()))
        for number, (_, kind) in enumerate(found):
            name = str(kind).replace(", ", "-").replace(":", "-").replace(" ", "-")
            sheet(page, folder / f"{who or 'stranger'}-{number:03}-{name}.jpg")


def main(folder: Path | None) -> None:
    """Makes the house, and looks at it."""
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with (
        tempfile.TemporaryDirectory() as place,
        serving(Path(place), "house.py", **SETTINGS) as house,
        sync_playwright() as running,
    ):
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])

        def page_of(who: str) -> Any:
            context = browser.new_context(
                viewport={"width": 390, "height": 844}, reduced_motion="reduce"
            )
            if who:
                signed_in(context, house.url, house.made["sessions"][who])
            page = context.new_page()
            page.set_default_timeout(120_000)
            return page

        if folder is None:
            kept(house, page_of)
        else:
            all_of(house, page_of, folder)
        browser.close()


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "server")]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server_settings")
    import django

    django.setup()
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
