"""Pieces of the desk: the very ones of its page, for its master alone, nothing made besides."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from leak_asking import browser, normal
from stored import stored
from tables import fresh, person, started, time_is_up
from test_parts import Element, get, pieces

from legation.server.desk import acts, rulings
from legation.server.desk.parts import PARTS
from legation.server.games import clock, create, sheets
from legation.server.games.models import Game
from legation.server.games.offer import Offer
from legation.server.press import services
from legation.server.press.members import PUBLIC

pytestmark = pytest.mark.django_db
AT, FR = "Austria", "France"
SEALING = {"police-orders": "game-master"}


def path(game: Game) -> str:
    return f"/games/{game.slug}/desk/"


def of(text: str) -> dict[str, str]:
    """The pieces that stand in a page, without the space between."""
    found = Element(normal(text), tuple(PARTS)).found
    return {name: re.sub(r"\s+", " ", each) for name, each in found.items()}


def _game() -> Game:
    """A phase is over; somebody has handed in, asked and written; the clock is stopped."""
    found = started(AT, FR, mastered=True, name="A desk")
    time_is_up(found)
    found = fresh(found)
    sheets.submit(game=found, power=FR, typed="", serial=found.serial)
    rulings.ask(game=found, user=person(AT), question="May I?", token="t")
    services.send(game=found, user=person(FR), key=PUBLIC, text="To all", token="t")
    clock.pause(game=found, actor="Master")
    return fresh(found)


begun = stored(_game)


@pytest.fixture
def game(begun: Game) -> Game:
    return fresh(begun)


def test_a_piece_is_that_of_the_page(game: Game) -> None:
    client = browser(person("Master"))
    for state in ("paused", "running", "finished"):
        if state == "running":
            clock.resume(game=fresh(game), actor="Master")
        if state == "finished":
            acts.abandon(game=fresh(game), actor="Master", serial=game.serial, sure=True)
        page = of(get(client, path(game)).content.decode())
        only = {"line", "next", "desk", "answer", "log"}
        assert set(page) == (only if state == "finished" else set(PARTS))
        for name in page:
            assert of(pieces(client, path(game), name))[name] == page[name], name
        both = of(pieces(client, path(game), "log", "line"))
        assert both == {name: page[name] for name in ("log", "line")}
    assert "To all" not in page["desk"]


def test_who_may_not_see_the_desk_is_sent_no_piece_of_it(game: Game) -> None:
    lone = started(AT)
    waits = create.create(user=person("Master"), offer=Offer("Waits", mastered=True))
    for name in PARTS:
        for client in (Client(), browser(person(AT)), browser(person("Watcher"))):
            answer = get(client, path(game), parts=name)
            assert answer.status_code == 404
            assert f'id="{name}"'.encode() not in answer.content
        assert get(browser(person(AT)), path(lone), parts=name).status_code == 404
        begins = get(browser(person("Master")), path(waits), parts=name)
        assert (begins.status_code, begins["Location"]) == (302, f"/games/{waits.slug}/about/")


@pytest.mark.parametrize("names", ["", "nonsense", "line,nonsense", "line,,log", "line log"])
def test_a_name_that_no_piece_has_is_not_there(game: Game, names: str) -> None:
    assert get(browser(person("Master")), path(game), parts=names).status_code == 404


def test_pieces_are_kept_nowhere_as_the_page_is(game: Game) -> None:
    client = browser(person("Master"))
    whole, piece = get(client, path(game)), get(client, path(game), parts="log")
    for head in ("Cache-Control", "Vary"):
        assert piece[head] == whole[head]
    assert "no-store" in piece["Cache-Control"]
    assert not piece.has_header("ETag")


def test_who_has_orders_of_his_own_to_seal_hears_of_no_sheet_by_a_piece() -> None:
    """Nor of none: all pieces are the same, whoever has handed in or is ready."""
    options: dict[str, Any] = {"variant": "london_nights", "mastered": True, "options": SEALING}
    game = started("Nurses", **options)
    client = browser(person("Master"))

    def shown() -> list[str]:
        return [normal(pieces(client, path(game), name)) for name in PARTS]

    before = shown()
    assert "Seal</button>" in dict(zip(PARTS, before, strict=True))["seal"]
    sheets.submit(game=game, power="Nurses", typed="", settled=True, serial=0)
    assert shown() == before
    assert "is shown when your own orders are sealed" in "".join(before)
    sheets.submit(game=fresh(game), power="Police", typed="", settled=True, serial=0)
    now = dict(zip(PARTS, shown(), strict=True))
    assert "The orders of the Police are sealed." in now["seal"]
    assert "<form" not in now["seal"]
    assert "ready" in now["handed"]
    assert "1 of 1" in now["next"]


TABLES = {
    "line": set[str](),
    "next": {"games_sheet", "games_seat", "desk_ruling", "press_message"},
    "seal": set[str](),
    "handed": {"games_sheet", "games_seat", "games_trace"},
    "voting": {"games_seat"},
    "clock": set[str](),
    "answer": {"desk_ruling", "press_message"},
    "seats": {"games_seat"},
    "offers": {"desk_offer"},
    "standing-by": {"games_standby", "games_seat"},
    "orderly": set[str](),
    "board": set[str](),
    "log": {"games_logentry"},
}
"""What is asked of the database for a piece alone, beside who reads and the View of his game."""
DEAR = {table for tables in TABLES.values() for table in tables}


def asked(client: Client, game: Game, *names: str) -> set[str]:
    """The tables of pieces that are looked into for these."""
    with CaptureQueriesContext(connection) as queries:
        pieces(client, path(game), *names)
    into = re.compile(r'(?:FROM|JOIN) "(\w+)"')
    return {table for each in queries for table in into.findall(each["sql"])} & DEAR


def test_nothing_is_asked_for_that_stands_in_no_piece(game: Game) -> None:
    client = browser(person("Master"))
    get(client, path(game))  # its View is there
    base = asked(client, game, "line")
    for name, tables in TABLES.items():
        assert asked(client, game, name) - base == tables - base, name
    assert asked(client, game, *TABLES) == DEAR | base


def test_a_piece_asks_as_often_however_much_there_is(game: Game) -> None:
    """More questions, letters, sheets and seats are read at once."""
    client = browser(person("Master"))

    def counted() -> dict[str, int]:
        found = {}
        for name in TABLES:
            with CaptureQueriesContext(connection) as queries:
                pieces(client, path(game), name)
            found[name] = len(queries)
        return found

    get(client, path(game))
    before = counted()
    for n in range(3):
        rulings.ask(game=game, user=person(FR), question=f"And {n}?", token=f"q{n}")
        services.send(game=game, user=person(AT), key=PUBLIC, text=f"{n}", token=f"p{n}")
    sheets.submit(game=game, power=AT, typed="", settled=True, serial=game.serial)
    get(client, path(game))
    assert counted() == before
