"""Orders for later by the interface: for who writes them alone, and only with the scope for it."""

import json
from typing import Any

import pytest
from django.test import Client
from tables import fresh, person, started, time_is_up

from legation.server.api import tokens
from legation.server.games import seats
from legation.server.games.models import Game
from legation.server.games.models.later import Later
from legation.server.games.models.sheet import Sheet
from legation.server.games.seats import Handover

pytestmark = pytest.mark.django_db
FR, GE, MASTER = "France", "Germany", "Master"
USES = ["draft", "next-movement", "next-retreat", "next-adjustment"]


def asks(name: str, *scopes: str) -> Client:
    word = tokens.make(user=person(name), name="a program", scopes=scopes or tokens.SCOPES)
    return Client(headers={"Authorization": f"Bearer {word}"})


def put(client: Client, game: Game, use: str = "next-movement", **body: Any) -> Any:
    path = f"/api/games/{game.slug}/later/{use}"
    return client.put(path, json.dumps(body), content_type="application/json")


def get(client: Client, game: Game) -> Any:
    return client.get(f"/api/games/{game.slug}/later")


def withdraw(client: Client, game: Game, use: str = "next-movement", end: str = "") -> Any:
    return client.delete(f"/api/games/{game.slug}/later/{use}{end}")


@pytest.fixture
def game() -> Game:
    return started(FR, GE, mastered=True, missed="hold")


def test_they_are_written_read_and_taken_back(game: Game) -> None:
    his = asks(FR, "order")
    kept = put(his, game, typed="if A Par moved: A Bur H; else: A Par - Gas").json()
    assert (kept["use"], kept["edition"]) == ("next-movement", 1)
    assert kept["title"] == "For the next movement"
    put(his, game, "standing-movement", typed="A Mar H")
    all_of_it = get(his, game).json()
    assert [each["use"] for each in all_of_it["texts"]][:4] == USES
    waits = {each["use"]: each["typed"] for each in all_of_it["texts"] if each["typed"]}
    assert waits == {"next-movement": kept["typed"], "standing-movement": "A Mar H"}
    assert withdraw(his, game, "standing-movement").json()["edition"] == 0
    assert put(his, game, typed=" ").json()["typed"] == "", "an empty text takes it back too"
    put(his, game, typed=kept["typed"])
    time_is_up(game)
    (became,) = get(his, game).json()["became"]
    assert became["said"][-1] == "Orders: A Par - Gas."
    assert became["title"] == "Orders you wrote ahead: Autumn 1901, movement"
    assert Sheet.objects.get(game=game, power=FR, serial=1).orders == ["A Par - Gas"]


def test_what_is_refused_says_why_and_what_waits_stays(game: Game) -> None:
    his = asks(FR)
    put(his, game, typed="A Par H")
    for body, status, said in (
        ({"typed": "A Mar H\nif A Par flew: A Par H"}, 422, "Not kept. Line 2:"),
        ({"typed": "A Par - Gas", "edition": 0}, 409, "changed in another window"),
        ({"typed": "A" * 20_001}, 422, "20000"),
        ({"typed": 7}, 422, "Typed:"),
    ):
        answer = put(his, game, **body)
        assert answer.status_code == status, body
        assert said in answer.json()["error"]
    assert withdraw(his, game, end="?edition=7").status_code == 409
    assert put(his, game, "tomorrow", typed="A Par H").status_code == 422
    assert Later.objects.get().typed == "A Par H"


def test_nobody_else_reads_or_writes_them_in_sealed_and_in_open_games() -> None:
    for sealed in (True, False):
        game = started(FR, GE, mastered=True, sealed=sealed, missed="hold")
        put(asks(FR), game, typed="# canary\nA Par H")
        put(asks(FR), game, "draft", typed="canary")
        assert "canary" not in get(asks(GE), game).content.decode()
        for name in (MASTER, "Watcher"):
            client = asks(name)
            for answer in (get(client, game), put(client, game, typed=""), withdraw(client, game)):
                assert answer.status_code == 404, name
                assert "canary" not in answer.content.decode()
        assert withdraw(asks(GE), game).status_code == 200, "of his own there is nothing"
        assert Later.objects.filter(holding__seat__game=game).count() == 2
        time_is_up(game)
        assert get(asks(GE), game).json()["became"] == []


def test_with_a_token_that_is_not_for_orders_nothing_is_done(game: Game) -> None:
    put(asks(FR), game, typed="A Par H")
    client = asks(FR, "read", "press", "desk")
    for answer in (get(client, game), put(client, game, typed="A Mar H"), withdraw(client, game)):
        assert answer.status_code == 403
        assert "order" in answer.json()["error"]
    assert Client().get(f"/api/games/{game.slug}/later").status_code == 401
    assert Later.objects.get().typed == "A Par H"


def test_they_end_with_the_seat(game: Game) -> None:
    his = asks(FR)
    put(his, game, typed="# canary\nA Par H")
    seats.give(game=game, handover=Handover(power=FR, user=person("Heir")))
    assert get(his, game).status_code == 404
    assert put(his, fresh(game), typed="A Par H").status_code == 404
    assert "canary" not in get(asks("Heir"), game).content.decode()
