"""The interface for programs: what pages show, to whom they show it; errors are sentences."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from tables import fresh, person, started

from legation.server.api import tokens
from legation.server.api.models import Token
from legation.server.games.models.sheet import Sheet
from legation.server.press.models import Message

pytestmark = pytest.mark.django_db
AT, FR = "Austria", "France"


def asks(name: str) -> Client:
    word = tokens.make(user=person(name), name="a program")
    return Client(headers={"Authorization": f"Bearer {word}"}, enforce_csrf_checks=True)


def put(client: Client, path: str, **body: Any) -> Any:
    return client.put(path, json.dumps(body), content_type="application/json")


def post(client: Client, path: str, **body: Any) -> Any:
    return client.post(path, json.dumps(body), content_type="application/json")


def test_nothing_without_a_token() -> None:
    game = started(AT, FR)
    paths = ("games", f"games/{game.slug}", f"games/{game.slug}/view", f"games/{game.slug}/press")
    for path in paths:
        for client in (Client(), Client(headers={"Authorization": "Bearer legation_nonsense"})):
            answer = client.get(f"/api/{path}")
            assert answer.status_code == 401
            assert list(answer.json()) == ["error"]


def test_a_token_is_shown_once_and_kept_as_a_hash() -> None:
    client = Client()
    client.force_login(person(AT), "django.contrib.auth.backends.ModelBackend")
    page = client.post("/accounts/tokens/", {"name": "my bot"}).content.decode()
    word = page.split("legation_")[1].split("<")[0]
    assert "legation_" not in client.get("/accounts/tokens/").content.decode()
    assert word not in Token.objects.get().digest
    mine = Client(headers={"Authorization": f"Bearer legation_{word}"})
    assert mine.get("/api/games").status_code == 200
    client.post("/accounts/tokens/", {"revoke": Token.objects.get().pk})
    assert mine.get("/api/games").status_code == 401


def test_a_token_of_another_is_not_revoked() -> None:
    tokens.make(user=person(FR), name="his")
    client = Client()
    client.force_login(person(AT), "django.contrib.auth.backends.ModelBackend")
    client.post("/accounts/tokens/", {"revoke": Token.objects.get().pk})
    assert Token.objects.exists()


def test_a_game_is_played() -> None:
    game = started(AT, FR)
    client, base = asks(AT), f"/api/games/{game.slug}"
    assert [g["power"] for g in client.get("/api/games").json()] == [AT]
    assert client.get(f"{base}/view").json()["view"]["viewer"]["power"] == AT
    units = client.get(f"{base}/menu").json()["menu"]["units"]
    assert {u["place"] for u in units} == {"Vie", "Bud", "Tri"}
    saved = put(client, f"{base}/sheet", typed="A Vie - Gal\nA Xyz H", serial=0).json()
    assert saved["orders"] == ["A Vie - Gal"]
    assert saved["errors"][0]["line"] == 2
    assert client.get(f"{base}/sheet").json()["typed"] == "A Vie - Gal\nA Xyz H"
    assert post(client, f"{base}/settle", settled=True, serial=0).json()["settled"]
    assert Sheet.objects.get(game=game, power=AT).settled
    assert put(client, f"{base}/sheet", typed="A Vie H", serial=7).status_code == 422


def test_press_and_events() -> None:
    game = started(AT, FR)
    mine, his, base = asks(AT), asks(FR), f"/api/games/{game.slug}"
    since = his.get(f"{base}/events").json()["since"]
    for _ in range(2):
        assert post(mine, f"{base}/press/1-3", text="hello", token="abcdefgh1234").json()["sent"]
    assert Message.objects.count() == 1
    assert his.get(f"{base}/events?since={since}").json()["kinds"] == ["press"]
    listed = his.get(f"{base}/press").json()
    assert [(t["key"], t["unread"]) for t in listed] == [("public", 0), ("1-3", 1)]
    assert his.get(f"{base}/press/1-3").json()[0]["text"] == "hello"
    assert asks("Watcher").get(f"{base}/press/1-3").status_code == 404


def test_errors_are_sentences() -> None:
    game = started(AT, access="link")
    client, stranger = asks(AT), asks("Stranger")
    base = f"/api/games/{game.slug}"
    answers = [
        (client.get("/api/games/nothere"), 404),
        (stranger.get(base), 404),
        (stranger.get(f"{base}/sheet"), 404),
        (client.get("/api/nonsense"), 404),
        (client.get(f"{base}/view?number=99"), 422),
        (client.get(f"{base}/view?number=x"), 422),
        (put(client, f"{base}/sheet", typed="A Vie H"), 422),
        (client.put(f"{base}/sheet", "{", content_type="application/json"), 400),
        (client.delete(f"{base}/sheet"), 405),
    ]
    for answer, status in answers:
        assert answer.status_code == status, answer.content
        assert list(answer.json()) == ["error"]
        assert answer.json()["error"].endswith((".", "?"))


def test_not_there_and_not_yours_ask_the_database_alike() -> None:
    game = started(AT, access="link")
    stranger = asks("Stranger")
    stranger.get("/api/games/nothere")
    counts = []
    for slug in ("nothere", game.slug):
        with CaptureQueriesContext(connection) as found:
            assert stranger.get(f"/api/games/{slug}/view").status_code == 404
        counts.append(len(found))
    assert counts[0] == counts[1]


def test_a_session_needs_the_csrf_token() -> None:
    game = started(AT)
    client = Client(enforce_csrf_checks=True)
    client.force_login(person(AT), "django.contrib.auth.backends.ModelBackend")
    base = f"/api/games/{game.slug}"
    assert client.get(f"{base}/view").status_code == 200
    answer = put(client, f"{base}/sheet", typed="A Vie H", serial=0)
    assert answer.status_code == 403
    assert list(answer.json()) == ["error"]
    assert not Sheet.objects.filter(game=fresh(game)).exists()


def test_too_many_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legation.server.api.entry.MOST", 3)
    client = asks(AT)
    codes = [client.get("/api/games").status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]


def test_the_page_lists_every_route_and_needs_nothing_from_elsewhere() -> None:
    schema = Client().get("/api/openapi.json").json()
    page = Client().get("/api/").content.decode()
    for path in schema["paths"]:
        assert path in page
    assert "<script" not in page.replace('<script type="module" src="/static', "")
    assert "https://" not in page
