"""What axe says of each kind of page, and the page of the manual that keeps it.

    python tests/browser/axed.py

walks through a server of its own as whoever has pages of his own, at the width of
a phone, and writes docs/accessible.md: how many rules each kind of page passed, and
what was broken. It fails where that is serious or critical.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from django.urls import Resolver404, resolve
from serving import Server, serving, signed_in

AXE = Axe()
FILES = {"receipts", "export", "api:index"}
"""The names of addresses, or the ends of them, that answer with no page."""
WHO = {"Anna": "a player", "Max": "a game master", "Olga": "who runs the site", "": "a stranger"}
PAGE = Path(__file__).parents[2] / "docs" / "accessible.md"
_HEAD = """# What axe finds
[axe-core](https://github.com/dequelabs/axe-core) {version} judges a page by rules for who reads \
by ear, by keyboard, or with little sight. `make nightly` begins by having it look at each kind of \
page for a game master, who has most of them, and fails on anything moderate, serious or critical, \
a heading out of order among it; then, as far as its time goes, at those of every game, for \
everybody, in both widths and both schemes. What follows is one walk by every link from the front \
page, at the width of a phone, made by `python tests/browser/axed.py`.

{count} kinds of page, each looked at as the first of those who come to it: **serious or critical: \
none**. {rest} What it leaves to a person is the contrast of type over patterns and pictures.

| kind of page | looked at as | rules passed | left to a person |
|---|---|---|---|
"""


def pages(page: Any, house: Server, whole: bool) -> Iterator[tuple[str, str]]:
    """Goes to each kind of page that links lead to, or with `whole` to each game's: path, kind."""
    games = house.made["games"]
    waiting = ["/", *(f"/games/{slug}/{end}" for slug in games for end in ("", "about/"))]
    known: set[tuple[str, str]] = set()
    for path in waiting:  # it grows
        try:
            found = resolve(urlsplit(path).path)
        except Resolver404:  # the manual, which is not built here
            continue
        kind = found.view_name, str(found.kwargs.get("slug", "")) if whole else ""
        if kind in known or FILES & set(found.view_name.split("-")) or _is_file(path):
            continue
        known.add(kind)
        answer = page.goto(house.url + path)
        assert answer.ok, (path, answer.status)
        yield path, found.view_name
        threats = page.locator("button[name=advise][value=threats]")
        if threats.count():
            threats.click()
            page.wait_for_selector("#advice")
            yield f"{path}, advice", f"{found.view_name}, advice"
        hrefs = page.eval_on_selector_all("a[href]", "links => links.map(link => link.href)")
        own = (href.removeprefix(house.url) for href in hrefs if href.startswith(house.url))
        waiting += [path.partition("#")[0] for path in own]


def _is_file(path: str) -> bool:
    return "." in urlsplit(path).path or path.startswith(("/api", "/accounts/export"))


def main() -> None:
    """Walks, judges, and writes it down."""
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    rows: dict[str, tuple[str, dict[str, Any]]] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), "house.py", LEGATION_OPERATORS="olga@example.org") as house,
        sync_playwright() as running,
    ):
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for who, said in WHO.items():
            context = browser.new_context(viewport={"width": 390, "height": 844})
            if who:
                signed_in(context, house.url, house.made["sessions"][who])
            page = context.new_page()
            page.set_default_timeout(120_000)
            for _, kind in pages(page, house, whole=False):
                if kind not in rows:
                    rows[kind] = said, AXE.run(page).response
            context.close()
        browser.close()
    PAGE.write_text(_written(rows))


def _written(rows: dict[str, tuple[str, dict[str, Any]]]) -> str:
    broken = [each for _, found in rows.values() for each in found["violations"]]
    bad = [each["id"] for each in broken if each["impact"] in ("serious", "critical")]
    assert not bad, bad
    lesser = sorted({f"`{each['id']}` ({each['impact']})" for each in broken})
    rest = f"Of less weight: {', '.join(lesser)}." if lesser else "Nothing of less weight, either."
    version = next(found["testEngine"]["version"] for _, found in rows.values())
    lines = [
        f"| `{kind}` | {said} | {len(found['passes'])} | {_left(found['incomplete'])} |"
        for kind, (said, found) in sorted(rows.items())
    ]
    head = _HEAD.format(version=version, count=len(rows), rest=rest)
    return head + "\n".join(lines) + "\n"


def _left(rules: list[dict[str, Any]]) -> str:
    return ", ".join(f"`{each['id']}`" for each in rules) or "–"


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server_settings")
    import django

    django.setup()
    main()
