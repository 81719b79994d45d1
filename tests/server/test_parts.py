"""Pieces of a board's page: the very ones of the page, for nobody else, nothing made besides."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from unittest.mock import patch

import pytest
from boards import SEATS, begin, user
from django.test import Client
from leak_asking import browser, normal
from stored import stored
from tables import fresh, person, started, time_is_up

from legation.server.board import page, standings
from legation.server.board.news import news_of
from legation.server.board.parts import PARTS
from legation.server.board.pictures import picture
from legation.server.games import sheets
from legation.server.games.models import Game

pytestmark = pytest.mark.django_db
MAP = re.compile(r'<path id="(p-[^"]+)"[^>]*? d="([^"]*)"')
EMPTY = {"meta", "link", "input", "path", "rect", "use", "circle", "line", "br", "hr", "img"}


def _game() -> Game:
    found = started("France", "Germany", mastered=True)
    for _ in range(3):
        time_is_up(found)
    return fresh(found)


begun = stored(_game)


@pytest.fixture
def game(begun: Game) -> Game:
    return fresh(begun)


class Element(HTMLParser):
    """The elements that have one of these ids, each as it is written."""

    def __init__(self, text: str, names: Iterator[str] | tuple[str, ...]) -> None:
        super().__init__(convert_charrefs=False)
        self.names, self.found = set(names), dict[str, str]()
        self.depth, self.open, self.text = 0, list[tuple[int, str, int]](), text
        self.lines = [0, *(at.end() for at in re.finditer("\n", text))]
        self.feed(text)

    @property
    def at(self) -> int:
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        name = dict(attrs).get("id", "")
        if name in self.names:
            self.open.append((self.depth, name, self.at))
        if tag not in EMPTY:
            self.depth += 1

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if tag in EMPTY:
            return
        self.depth -= 1
        if self.open and self.open[-1][0] == self.depth:
            _, name, start = self.open.pop()
            self.found[name] = self.text[start : self.at]


IDS = ("board", "line", "news", "time", "map")


def elements(text: str) -> dict[str, str]:
    """What of these stands in a page, without the space between."""
    found = Element(normal(text), IDS).found
    return {name: re.sub(r"\s+", " ", each) for name, each in found.items()}


def get(client: Client, path: str, **data: Any) -> Any:
    return client.get(path, data, headers={"Accept-Encoding": "identity"})


def pieces(client: Client, path: str, *names: str, **data: Any) -> str:
    answer = get(client, path, **data, parts=",".join(names))
    assert answer.status_code == 200
    text: str = answer.content.decode()
    return text


@pytest.mark.parametrize("who", ["France", "Master", "Stranger", None])
def test_a_piece_is_that_of_the_page(game: Game, who: str | None) -> None:
    sheets.submit(game=game, power="France", typed="A Par - Bur # a canary")
    client, path = browser(person(who) if who else None), f"/games/{game.slug}/"
    for data in ({}, {"phase": 1}):
        whole = elements(get(client, path, **data).content.decode())
        assert set(whole) == set(IDS)
        for name, at in {
            "board": "board",
            "line": "line",
            "news": "news",
            "slider": "time",
        }.items():
            assert elements(pieces(client, path, name, **data))[at] == whole[at]
        both = pieces(client, path, "stage", "slider", **data)
        assert elements(both) == {"map": whole["map"], "time": whole["time"]}
    shown = pieces(client, path, *PARTS)
    assert ("canary" in shown) == (who == "France")


def test_who_may_not_see_the_page_is_sent_no_piece_of_it(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(access="password")
    path = f"/games/{game.slug}/"
    for who in ("Stranger", None):
        client = browser(person(who) if who else None)
        plain = get(client, path)
        assert plain.status_code != 200 or b'id="board"' not in plain.content
        for name in PARTS:
            answer = get(client, path, parts=name)
            assert answer.status_code == plain.status_code
            assert b'id="line"' not in answer.content
    asked = {"to": "France"}  # as only the game master may read it
    assert get(browser(person("Germany")), path, **asked, parts="line").status_code == 404
    assert get(browser(person("Master")), path, **asked, parts="line").status_code == 200
    outside = f"{path}for/France/"
    assert get(browser(person("Germany")), outside, parts="board").status_code == 404


@pytest.mark.parametrize("names", ["", "nonsense", "line,nonsense", "line,,news", "line news"])
def test_a_name_that_no_piece_has_is_not_there(game: Game, names: str) -> None:
    client = browser(person("France"))
    assert get(client, f"/games/{game.slug}/", parts=names).status_code == 404


def test_nothing_is_made_that_stands_in_no_piece(game: Game) -> None:
    """The map and the news are the dear ones; a page makes them, a line does not."""
    client, path = browser(person("France")), f"/games/{game.slug}/"
    with (
        patch.object(page, "picture", wraps=picture) as drawn,
        patch.object(page, "news_of", wraps=news_of) as news,
    ):
        pieces(client, path, "line")
        assert (drawn.call_count, news.call_count) == (0, 0)
        pieces(client, path, "line", "news")
        assert (drawn.call_count, news.call_count) == (0, 1)
        pieces(client, path, "stage", "slider")
        assert (drawn.call_count, news.call_count) == (1, 1)
        get(client, path)
        assert (drawn.call_count, news.call_count) == (2, 2), "the signs are read off the picture"


def test_pieces_have_a_mark_of_their_own_that_moves_with_them(game: Game) -> None:
    client, path = browser(person("France")), f"/games/{game.slug}/"
    asked = ("line", "news", "line,news", "board")
    marks = {names: get(client, path, parts=names)["ETag"] for names in asked}
    assert len({*marks.values(), get(client, path)["ETag"]}) == len(asked) + 1
    sheets.submit(game=game, power="France", typed="A Par - Bur")
    for names, mark in marks.items():
        again = client.get(path, {"parts": names}, headers={"If-None-Match": mark})
        assert again.status_code == (304 if names == "news" else 200), names


def test_a_notice_waits_for_the_page(game: Game) -> None:
    client, path = browser(person("France")), f"/games/{game.slug}/"
    client.post(f"{path}sheet", {"serial": game.serial, "typed": "A Par - Bur"})
    assert "ETag" not in get(client, path, parts="line")
    assert b"Saved." in get(client, path).content


@pytest.mark.parametrize("variant", SEATS)
def test_the_shapes_of_a_map_are_not_sent_again(variant: str) -> None:
    """Who has them puts them in again, and has the very map of the page."""
    row = begin(variant, phases=0)
    client = Client()
    client.force_login(user("Anna"), "django.contrib.auth.backends.ModelBackend")
    path = f"/games/{row.slug}/"
    before = get(client, path).content.decode()
    mark = re.search(r'id="map"[^>]* data-ground="(\w{12})"', before)
    assert mark
    has = dict(MAP.findall(before))
    assert len(has) > 30
    for _ in range(2):
        time_is_up(row)
    sent = pieces(client, path, "board", ground=mark[1])
    assert MAP.search(sent) is None

    def again(found: re.Match[str]) -> str:
        return f'{found[1]} d="{has[found[2]]}" role'

    filled = re.sub(r'(<path id="(p-[^"]+)"[^>]*?) role', again, sent)
    whole = get(client, path).content.decode()
    assert len(sent) < len(whole) - sum(map(len, has.values()))
    assert MAP.findall(filled) == MAP.findall(whole)
    assert MAP.findall(pieces(client, path, "board", ground="another")) == MAP.findall(whole)
    assert elements(whole)["line"] == elements(sent)["line"]


def test_the_map_has_the_orders_that_are_written_now(game: Game) -> None:
    """A past phase is drawn once; the present one as its reader last wrote it."""
    client, path = browser(person("France")), f"/games/{game.slug}/"
    for text in ("A Par - Bur", "A Par - Pic"):
        sheets.submit(game=game, power="France", typed=text)
        stage = pieces(client, path, "stage", "slider")
        told = [each for each in ("A Par - Bur", "A Par - Pic") if each in stage]
        assert told == [text]


def test_a_sheet_changes_what_explains_its_signs_and_no_standings(game: Game) -> None:
    """Standings are made once for a View; the legend has an arrow only where one is drawn."""
    client, at = browser(person("France")), f"/games/{game.slug}/"
    sheets.submit(game=game, power="France", typed="")
    with patch.object(standings, "table_of", wraps=standings.table_of) as made:
        bare = client.get(at).content.decode()
        sheets.submit(game=game, power="France", typed="A Par - Bur")
        ordered = client.get(at).content.decode()
        sheets.submit(game=game, power="France", typed="")
        again = client.get(at).content.decode()
        assert made.call_count == 1
        browser(person("Germany")).get(at)
        assert made.call_count == 2, "another reader has his own"
        time_is_up(game)
        client.get(at)
        assert made.call_count == 3, "and another board, too"
    legends = [text.partition('id="legend"')[2] for text in (bare, ordered, again)]
    assert ["Move</dt>" in text for text in legends] == [False, True, False]
