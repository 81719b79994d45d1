"""The installable app: its manifest, and whose pages a browser may keep."""

import json
import struct
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from leak_asking import browser
from tables import person, started

pytestmark = pytest.mark.django_db


def _size(png: bytes) -> tuple[int, int]:
    """Width and height, as the first block of a PNG has them."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_the_manifest_names_icons_that_are_as_large_as_it_says() -> None:
    page = Client().get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = Client().get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = json.loads(answer.content)
    assert (told["start_url"], told["scope"], told["display"]) == ("/", "/", "standalone")
    for icon in told["icons"]:
        found = finders.find(icon["src"].removeprefix("/static/"))
        assert isinstance(found, str)
        if icon["type"] == "image/png":
            with open(found, "rb") as file:
                assert "{}x{}".format(*_size(file.read())) == icon["sizes"]


def test_the_worker_is_for_the_whole_site_and_asked_for_each_time() -> None:
    answer = Client().get("/worker.js")
    assert answer["Content-Type"] == "text/javascript"
    assert answer["Cache-Control"] == "no-cache"
    assert not answer.cookies


def _heads(client: Client, path: str) -> tuple[Any, Any]:
    """Whose a page says that it is, and whether it may be kept."""
    answer = client.get(path)
    return answer.get("Legation-Reader"), answer.get("Legation-Keep")


def test_a_page_says_whose_it_is_and_own_boards_alone_may_be_kept() -> None:
    game = started("France", "Germany", mastered=True)
    board = f"/games/{game.slug}/"
    anna, bert, max_ = (browser(person(name)) for name in ("France", "Germany", "Master"))
    mark, kept = _heads(anna, board)
    assert kept == "own"
    assert len(mark) == 16
    assert _heads(anna, "/") == (mark, "own")
    assert _heads(anna, f"{board}?phase=0") == (mark, None)
    assert _heads(anna, "/accounts/profile/") == (mark, None)
    assert _heads(anna, "/manifest.webmanifest") == (None, None)
    others = {_heads(bert, board), _heads(max_, board)}
    assert {kept for _, kept in others} == {"own"}
    assert mark not in {whose for whose, _ in others}
    assert _heads(max_, f"{board}?to=France")[1] is None, "no look from his own seat"
    assert _heads(browser(person("Watcher")), board)[1] is None
    assert _heads(browser(None), board) == _heads(browser(None), "/") == ("nobody", None)


def test_a_page_that_its_reader_has_already_was_his() -> None:
    game = started("France")
    client = browser(person("France"))
    first, again = (client.get(f"/games/{game.slug}/") for _ in range(2))
    assert first["ETag"] == again["ETag"]
    assert first["Legation-Reader"] == again["Legation-Reader"]
    assert again["Legation-Keep"] == "own"
