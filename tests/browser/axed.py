"""What axe says of each kind of page, and the page of the manual that keeps it.

    python tests/browser/axed.py

walks through a server of its own as whoever has pages of his own, at the width of
a phone, and writes docs/accessible.md: how many rules each kind of page passed, and
what was broken. It fails where that is serious or critical, and where an address
answers with a page that nobody has come to.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from django.urls import Resolver404, resolve
from judged import AXE
from serving import Server, serving, signed_in

SETTINGS = {
    "LEGATION_OPERATORS": "olga@example.org",
    "LEGATION_CONFIRM_MAIL": "yes",
    "DJANGO_SETTINGS_MODULE": "failing_settings",
}
"""Of a server for `house.py`."""
WHO = {
    "Anna": "a player",
    "Max": "a game master",
    "": "a stranger",
    "Olga": "who runs the site",
    "guest": "a guest",
}
OWN = {"Olga": ("/", "/office/"), "guest": ("/", "/keep/")}
"""Of those who have but these pages that others have not."""
FILES = {"receipts", "export"}
"""The ends of the names of addresses that answer with a file."""
NO_PAGE = {
    *("health", "metrics", "manifest", "worker", "browsers", "docs", "docs-page", "look", "face"),
    *("sign-out", "export", "play-alone", "guest-end", "game-act", "game-key", "desk:act"),
    "lessons",
    *("front-picture", "map-picture", "map-small", "game-picture", "report-picture"),
    *("game-receipts", "game-opened", "game-report-text", "events", "api-nothing"),
    *("board-menu", "board-steps", "board-sheet", "board-late", "menu-for", "steps-for"),
    *("sheet-for", "lesson-menu", "lesson-sheet", "press:unblock", "press:custom", "press:send"),
    *("press:draft", "press:aside", "edition:address", "edition:draft-pdf", "edition:text"),
    *("edition:draft-picture", "edition:pdf", "edition:picture"),
    *(f"studio:{end}" for end in ("new", "edition-folder", "document", "undo", "redo", "preview")),
    *(f"studio:{end}" for end in ("tables", "build", "check", "lab", "publish", "sandbox", "job")),
    *(
        "studio:board",
        "studio:folder",
        "studio:kept",
        "studio:steps",
        "studio:delete",
        "studio:lab-page",
        "studio:try",
    ),
}
"""The names of addresses that answer with a file, with data, or only to a form; and the manual."""
PAGE = Path(__file__).parents[2] / "docs" / "accessible.md"

_HEAD = """# What axe finds
[axe-core](https://github.com/dequelabs/axe-core) {version} judges a page by rules for who reads \
by ear, by keyboard, or with little sight. What follows is one walk by `python \
tests/browser/axed.py`, at the width of a phone and in light: through a house of games that wait \
for players, go on, have a master, or are over; by every link, by the addresses that only letters \
name, and to what is refused. It stops where an address answers with a page that nobody has come \
to. `make nightly` begins by doing the same for a game master, and fails on anything moderate, \
serious or critical, a heading out of order among it; then, as far as its time goes, for \
everybody, in both widths and both schemes.

{count} kinds of page, each looked at as the first of those who come to it: **serious or critical: \
none**. {rest} A kind is a view, how its game stands, whether it is refused (its status), and \
whether somebody has signed in. Of each it is the first face alone: not every message, dialogue or \
state of a board. Pages that fail (400, 403, 500, 503) are of addresses that were made to. Not \
come to is what bots showed of a variant once they have played. The manual is a site of its own: \
`tests/browser/test_manual_accessible.py` has axe look at every page of it, by turns in light and \
in dark, in the same night, and finds nothing moderate, serious or critical. What axe \
leaves to a person is the contrast of type over patterns and pictures.

| kind of page | looked at as | rules passed | left to a person |
|---|---|---|---|
"""


_SENT = """() => {
  const form = document.createElement("form"), text = document.createElement("textarea");
  form.method = "post";
  text.name = "typed";
  text.value = "A Par - Bur\\nA Mar H";
  form.append(text);
  document.body.append(form);
  form.submit();
}"""
"""Two words and more are shown where they come back."""


class Kind(NamedTuple):
    """What makes a page another kind: its view, how its game stands, and its status."""

    view: str
    game: str
    wrong: int = 0

    def __str__(self) -> str:
        parts = (self.view, self.game, str(self.wrong or ""))
        return ", ".join(part for part in parts if part)


def pages(
    page: Any, house: Server, whole: bool, only: Sequence[str] = ()
) -> Iterator[tuple[str, Kind]]:
    """Goes to each kind of page that there is, or with `whole` to each game's: path, kind.

    From the front page and each game it goes by every link, and by the `doors` that
    only letters name; at the end it tries a word at a door until it may not any more.
    """
    games, doors = house.made["games"], house.made["doors"]
    stranger = not page.context.cookies()
    opened = [slug for slug, state in games.items() if state != "closed"]
    rooms = [f"/games/{slug}/{end}" for slug in opened for end in ("", "about/")]
    asked: set[Kind | str] = set()
    known: set[Kind] = set()
    for path in (waiting := [*only] or ["/", *rooms, *doors]):  # it grows
        kind = _kind(house, path, whole)
        if (kind in asked and path not in doors) or path in asked or _is_file(path, kind):
            continue
        asked |= {kind, path}
        answer = page.goto(house.url + path)
        there = urlsplit(page.url).path
        kind = _kind(house, there, whole)._replace(wrong=0 if answer.ok else answer.status)
        assert answer.ok or path in doors, (path, answer.status)
        if kind in known:
            continue
        known.add(kind)
        yield path, kind
        threats = page.locator("button[name=advise][value=threats]")
        if threats.count():
            threats.click()
            page.wait_for_selector("#advice")
            yield f"{path}, advice", kind._replace(view=f"{kind.view}, advice")
        hrefs = page.eval_on_selector_all("a[href]", "links => links.map(link => link.href)")
        own = (href.removeprefix(house.url) for href in hrefs if href.startswith(house.url))
        waiting += [] if only else [path.partition("#")[0] for path in own]
    if not only:
        yield from _failing(page, house)
    if stranger:  # the budget is of the sender, whoever he is
        closed = next(slug for slug, state in games.items() if state == "closed")
        yield from _too_often(page, f"{house.url}/games/{closed}/enter/")


def _failing(page: Any, house: Server) -> Iterator[tuple[str, Kind]]:
    """What a server says that fails, or cannot do it now: to who asks, and to who sent a form."""
    for status in (400, 403, 500, 503):
        path = f"/fails/{status}/"
        answer = page.goto(house.url + path)
        assert answer.status == status, (path, answer.status)
        yield path, Kind("a page that fails", "", status)
    with page.expect_navigation() as gone:
        page.evaluate(_SENT)
    assert gone.value.status == 503
    yield f"{path}, a form", Kind("a form that is not taken now", "", 503)


def _too_often(page: Any, door: str) -> Iterator[tuple[str, Kind]]:
    page.goto(door)
    for status in (422, 429):
        for _ in range(20):
            page.fill("#id_password", "wrong")
            with page.expect_navigation() as gone:
                page.click("main button")
            if gone.value.status == status:
                break
        yield door, Kind("game-enter", "", gone.value.status)


def _kind(house: Server, path: str, whole: bool) -> Kind:
    try:
        found = resolve(urlsplit(path).path)
    except Resolver404:
        return Kind("no page", "")
    slug = str(found.kwargs.get("slug", ""))
    return Kind(found.view_name, slug if whole else house.made["games"].get(slug, ""))


def _is_file(path: str, kind: Kind) -> bool:
    """Also the manual, which is not built here, and what is no address of this server."""
    return bool(
        "." in urlsplit(path).path
        or FILES & set(kind.view.split("-"))
        or kind.view.startswith(("docs", "interface"))
    )


def main() -> None:
    """Walks, judges, and writes it down."""
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    rows: dict[tuple[str, bool], tuple[str, dict[str, Any]]] = {}
    seen = set()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), "house.py", **SETTINGS) as house,
        sync_playwright() as running,
    ):
        browser = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for who, said in WHO.items():
            context = browser.new_context(viewport={"width": 390, "height": 844})
            if who:
                signed_in(context, house.url, house.made["sessions"][who])
            page = context.new_page()
            page.set_default_timeout(120_000)
            for _, kind in pages(page, house, whole=False, only=OWN.get(who, ())):
                seen.add(kind.view)
                if (str(kind), bool(who)) not in rows:
                    rows[str(kind), bool(who)] = said, AXE.run(page).response
                    found = rows[str(kind), bool(who)][1]["violations"]
                    print(f"{kind}, {said}: {[each['id'] for each in found] or 'good'}", flush=True)
            context.close()
        browser.close()
    names = {name for _, name in patterns() if not name.startswith("interface:")}
    missing = names - seen - NO_PAGE
    assert not missing, f"nobody has come to {', '.join(sorted(missing))}"
    PAGE.write_text(_written(rows))


def _written(rows: dict[tuple[str, bool], tuple[str, dict[str, Any]]]) -> str:
    broken = [(kind[0], each) for kind, (_, found) in rows.items() for each in found["violations"]]
    bad = [(kind, each["id"]) for kind, each in broken if each["impact"] in ("serious", "critical")]
    assert not bad, bad
    lesser = sorted({f"`{each['id']}` ({each['impact']})" for _, each in broken})
    rest = f"Of less weight: {', '.join(lesser)}." if lesser else "Nothing of less weight, either."
    version = next(found["testEngine"]["version"] for _, found in rows.values())
    lines = [
        f"| `{kind}` | {said} | {len(found['passes'])} | {_left(found['incomplete'])} |"
        for (kind, _), (said, found) in sorted(rows.items())
    ]
    head = _HEAD.format(version=version, count=len(rows), rest=rest)
    return head + "\n".join(lines) + "\n"


def _left(rules: list[dict[str, Any]]) -> str:
    return ", ".join(f"`{each['id']}`" for each in rules) or "–"


if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "server")]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "server_settings")
    import django

    django.setup()
    from visits import patterns

    main()
