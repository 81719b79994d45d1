"""Pieces of press: of the list and of a thread, as far as one may read it, and what came after."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from leak_asking import browser, normal
from stored import stored
from tables import fresh, person, started
from test_parts import get
from test_press_alike import AT, FR, IT, among, scope, write

from legation.server.games import create, seats
from legation.server.games.models import Game
from legation.server.games.offer import Offer
from legation.server.press import guarding, shown
from legation.server.press.members import GREY, PUBLIC
from legation.server.press.models import ReadMark

pytestmark = pytest.mark.django_db
PAIR = among(AT, FR)
SAID = re.compile(r'<p class="text">([^<]*)</p>')
MARK = re.compile(r'data-shown="(\w*)"')


def _game() -> Game:
    return started(AT, FR, IT, mastered=True, grey=True)


begun = stored(_game)


@pytest.fixture
def game(begun: Game) -> Game:
    return fresh(begun)


def path(game: Game, key: str = "") -> str:
    return f"/games/{game.slug}/press/{key}{'/' if key else ''}"


def shows(game: Game, who: str, key: str = PAIR, **asked: str) -> str:
    """The page of a thread, or what is asked for of it."""
    answer = get(browser(person(who)), path(game, key), **asked)
    assert answer.status_code == 200
    text: str = answer.content.decode()
    return text


def piece(game: Game, who: str, before: str, key: str = PAIR) -> str:
    """What a page of a thread asks for that shows `before`."""
    found = MARK.search(before)
    assert found
    return shows(game, who, key, parts="messages,closed", after=found[1])


def after(game: Game, who: str, before: str, key: str = PAIR) -> tuple[list[str], bool]:
    """The messages in that; are they to be added to what is shown?"""
    text = piece(game, who, before, key)
    return SAID.findall(text), "data-after" in text


def test_what_came_after_is_sent_alone(game: Game) -> None:
    empty = shows(game, FR)
    assert "Nothing was written here yet." in empty
    assert after(game, FR, empty) == ([], False)
    write(game, AT, PAIR, "one")
    assert after(game, FR, empty) == (["one"], False)
    page = shows(game, FR)
    assert after(game, FR, page) == ([], True)
    assert "Nothing was written" not in piece(game, FR, page)
    write(game, AT, PAIR, "two")
    write(game, FR, PAIR, "three")
    assert after(game, FR, page) == (["two", "three"], True)
    later = piece(game, FR, page)
    write(game, AT, PAIR, "four")
    assert after(game, FR, later) == (["four"], True)
    assert after(game, FR, page) == (["two", "three", "four"], True)
    # One and the same mark is of one thread: elsewhere it fits nothing.
    write(game, AT, PUBLIC, "to all")
    assert after(game, FR, page, PUBLIC) == (["to all"], False)


def test_a_whole_piece_is_that_of_the_page(game: Game) -> None:
    for n in range(62):  # two more than a page shows
        write(game, AT, PAIR, f"m{n}")
    shows(game, FR)
    for more, count in (({}, 60), ({"all": "1"}, 62)):
        page = normal(shows(game, FR, **more))
        start = page.index('<div class="messages"')
        whole = page[start : page.index("<form", start)].strip()
        sent = normal(shows(game, FR, parts="messages", after="void", **more))
        assert sent.partition("\n")[2].strip() == whole
        assert len(SAID.findall(sent)) == count
        assert ("2 earlier messages" in sent) == (not more)
        assert after(game, FR, page) == ([], True)
    write(game, AT, PAIR, "another")
    assert after(game, FR, page) == (["another"], True)
    assert "earlier" not in piece(game, FR, page)


def test_what_is_new_is_what_one_has_not_read(game: Game) -> None:
    write(game, AT, PAIR, "one")
    page = shows(game, FR)
    assert 'class="new-here"' in page
    write(game, FR, PAIR, "own")
    assert 'class="new-here"' not in piece(game, FR, page)
    write(game, AT, PAIR, "two")
    write(game, AT, PAIR, "three")
    sent = piece(game, FR, page)
    assert [each.strip() for each in re.split(r"<[^>]+>", sent) if each.strip() in {"own", "New"}]
    assert sent.index("own") < sent.index("new-here") < sent.index("two") < sent.index("three")
    assert ReadMark.objects.get(user=person(FR)).number == 4, "and by that they are read"
    assert "new-here" not in piece(game, FR, page)
    answer = browser(person(AT)).head(path(game, PAIR), {"parts": "messages"})
    assert answer.status_code == 200
    assert not ReadMark.objects.filter(user=person(AT), number__gt=4).exists()


def test_of_whom_one_has_blocked_no_piece_says_anything(game: Game) -> None:
    """What he writes changes no letter of it; and what was shown of him goes."""
    trio = among(AT, FR, IT)
    first, _ = write(game, AT, trio, "a canary"), write(game, IT, trio, "a word")
    page = shows(game, FR, trio)
    guarding.block(scope=scope(game, FR), message=first, user=person(FR))
    assert after(game, FR, page, trio) == (["a word"], False)
    page = shows(game, FR, trio)

    def sent() -> list[str]:
        asked = [piece(game, FR, page, trio), shows(game, FR, "", parts="circles")]
        return [normal(each) for each in asked]

    before = sent()
    for _ in range(2):
        write(game, AT, trio, f"another canary {_}")
        assert sent() == before
    write(game, IT, trio, "more")
    assert after(game, FR, page, trio) == (["more"], True)
    guarding.unblock(game=game, user=person(FR), member=AT)
    read = ["a canary", "a word", "another canary 0", "another canary 1", "more"]
    assert after(game, FR, page, trio) == (read, False)


def test_who_has_left_is_sent_nothing_that_came_after(game: Game) -> None:
    write(game, FR, PAIR, "before")
    page = shows(game, AT)
    seats.give_up(game=game, user=person(AT))
    write(game, FR, PAIR, "after")
    assert after(game, AT, page) == ([], True)
    closed = piece(game, AT, page)
    assert 'data-fresh="closed">Only who plays' in closed
    assert 'data-fresh="closed"' not in piece(game, FR, page)


def test_who_may_not_read_a_thread_is_sent_no_piece_of_it(game: Game) -> None:
    write(game, AT, PAIR, "a canary")
    asked = {"parts": "messages,closed"}
    for client in (Client(), browser(person(IT)), browser(person("Watcher"))):
        for more in ({}, {"after": "void"}, {"all": "1"}):
            for key in (PAIR, among(AT, "Turkey"), "nonsense"):
                answer = get(client, path(game, key), **asked, **more)
                assert answer.status_code == 404
                assert b"canary" not in answer.content
        assert b"canary" not in get(client, path(game), parts="circles").content
        assert f"/{PAIR}/".encode() not in get(client, path(game), parts="circles").content
        assert get(client, path(game, PUBLIC), **asked).status_code == 200
    waits = create.create(user=person("Master"), offer=Offer("Waits", mastered=True))
    assert get(browser(person("Master")), path(waits, PUBLIC), **asked).status_code == 404
    page = get(browser(person("Master")), path(waits), parts="circles").content
    assert b"The game has not begun" in page


def test_the_list_alone_is_that_of_the_page(game: Game) -> None:
    write(game, AT, PAIR, "one")
    write(game, IT, GREY, "unsigned")
    for who in (FR, AT, "Master", "Watcher"):
        client = browser(person(who))
        page = normal(get(client, path(game)).content.decode())
        start = page.index("<ol ")
        sent = normal(get(client, path(game), parts="circles").content.decode())
        assert sent.partition("\n")[2].strip() == page[start : page.index("</ol>") + 5]
    assert "1 new" in shows(game, FR, "", parts="circles")


@pytest.mark.parametrize("names", ["", "nonsense", "messages,nonsense", "circles,messages"])
def test_a_name_that_no_piece_has_is_not_there(game: Game, names: str) -> None:
    client = browser(person(FR))
    assert get(client, path(game, PAIR), parts=names).status_code == 404
    assert get(client, path(game), parts=names).status_code == 404


@pytest.mark.parametrize("asked", [{"parts": "messages"}, {"parts": "circles"}])
def test_pieces_are_kept_nowhere_as_the_page_is(game: Game, asked: dict[str, str]) -> None:
    client = browser(person(FR))
    for _ in range(3):
        write(game, AT, PAIR, f"a long word {_}")
    at = path(game, PAIR if asked["parts"] == "messages" else "")
    whole, sent = get(client, at), get(client, at, **asked)
    for head in ("Cache-Control", "Vary"):
        assert sent[head] == whole[head]
    assert "no-store" in sent["Cache-Control"]
    assert "HX-Request" in sent["Vary"]


def test_what_is_not_new_is_not_read(game: Game) -> None:
    """Of what is shown already its names alone are asked for, and nothing else of a page."""
    for n in range(3):
        write(game, AT, PAIR, f"m{n}")
    page, client = shows(game, FR), browser(person(FR))
    found = MARK.search(page)
    assert found

    def asked(**data: Any) -> list[str]:
        with CaptureQueriesContext(connection) as queries:
            assert get(client, path(game, PAIR), **data).status_code == 200
        return [each["sql"] for each in queries if "press_" in each["sql"]]

    data = {"parts": "messages,closed", "after": found[1]}
    queries = asked(**data)
    assert not any('"press_message"."text"' in sql for sql in queries if "OFFSET" not in sql)
    for table in ("press_draft", "press_aside", "press_readmark"):
        assert not any(table in sql for sql in queries), table
        assert any(table in sql for sql in asked()), table
    for n in range(3, 9):
        write(game, AT, PAIR, f"m{n}")
    sent = shows(game, FR)
    found = MARK.search(sent)
    assert found
    assert len(asked(**{**data, "after": found[1]})) == len(queries)


def test_a_mark_names_each_beginning_of_a_thread_and_no_other() -> None:
    codes = ["aa", "bb", "cc"]
    marks = list(shown.marks(codes))
    assert len(set(marks)) == 3
    assert [shown.counted(codes, each) for each in marks] == [1, 2, 3]
    assert shown.mark(codes[:2]) == marks[1]
    assert shown.mark([]) == ""
    for other in ("", "void", shown.mark(["bb"]), shown.mark(["aa", "cc"])):
        assert shown.counted(codes, other) == 0
