"""The interface for programs: what pages show, to whom they show it; errors are sentences."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from tables import fresh, person, started

from legation.errors import StateError
from legation.server.accounts.models import User
from legation.server.api import tokens
from legation.server.api.models import Token
from legation.server.games import postpone
from legation.server.games.models.sheet import Sheet
from legation.server.post.models import Letter
from legation.server.press.models import Message

pytestmark = pytest.mark.django_db
AT, FR = "Austria", "France"


def asks(name: str, *scopes: str) -> Client:
    word = tokens.make(user=person(name), name="a program", scopes=scopes or tokens.SCOPES)
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
    wish = {"name": "my bot", "scopes": ["read"], "days": "30"}
    page = client.post("/accounts/tokens/", wish).content.decode()
    word = page.split("legation_")[1].split("<")[0]
    assert "legation_" not in client.get("/accounts/tokens/").content.decode()
    assert word not in Token.objects.get().digest
    mine = Client(headers={"Authorization": f"Bearer legation_{word}"})
    assert mine.get("/api/games").status_code == 200
    client.post("/accounts/tokens/", {"revoke": Token.objects.get().pk})
    assert mine.get("/api/games").status_code == 401


def test_a_token_is_told_by_mail_with_what_it_may_and_until_when() -> None:
    client = Client()
    client.force_login(person(AT), "django.contrib.auth.backends.ModelBackend")
    wish = {"name": "my bot", "scopes": ["order", "read"], "days": "7"}
    page = client.post("/accounts/tokens/", wish).content.decode()
    letter = Letter.objects.get()
    assert (letter.user, letter.subject) == (person(AT), "A token was made")
    for scope in ("read", "order"):
        assert tokens.SCOPES[scope] in letter.body
        assert f"{tokens.SCOPES[scope]} ({scope})" in page
    assert "and when you said you are away" in letter.body
    assert "vote on more time, and announce or take back when you are away" in letter.body
    assert "If it was not you, revoke it here" in letter.body
    assert "legation_" not in letter.body
    token = Token.objects.get()
    assert token.scopes == ["read", "order"]
    assert timedelta(days=6) < token.ends_at - timezone.now() <= timedelta(days=7)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": " "}, "This field is required."),
        ({"scopes": []}, "Say what it is for."),
        ({"scopes": ["all"]}, "Select a valid choice."),
        ({"days": "4000"}, "Select a valid choice."),
    ],
)
def test_a_token_that_is_not_made(wrong: dict[str, Any], said: str) -> None:
    client = Client()
    client.force_login(person(AT), "django.contrib.auth.backends.ModelBackend")
    wish = {"name": "my bot", "scopes": ["read"], "days": "30", **wrong}
    answer = client.post("/accounts/tokens/", wish)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Token.objects.exists()


def test_a_token_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    client, now = asks(AT), timezone.now()
    for days, status in ((89, 200), (91, 401)):
        at = now + timedelta(days=days)
        monkeypatch.setattr("legation.server.site.moment.now", lambda at=at: at)
        assert client.get("/api/games").status_code == status
    page = Client()
    page.force_login(person(AT), "django.contrib.auth.backends.ModelBackend")
    assert "has ended" in page.get("/accounts/tokens/").content.decode()
    tokens.tidy(now + timedelta(days=119))
    assert Token.objects.exists()
    tokens.tidy(now + timedelta(days=121))
    assert not Token.objects.exists()


SCOPE_OF = {
    ("get", ""): "read",
    ("get", "/view"): "read",
    ("get", "/menu"): "read",
    ("get", "/sheet"): "read",
    ("put", "/sheet"): "order",
    ("post", "/settle"): "order",
    ("get", "/later"): "order",
    ("put", "/later/draft"): "order",
    ("delete", "/later/draft"): "order",
    ("get", "/press"): "press",
    ("get", "/press/public"): "press",
    ("post", "/press/public"): "press",
    ("post", "/press/public/read"): "press",
    ("get", "/events"): "read",
    ("get", "/more-time"): "read",
    ("post", "/more-time"): "order",
    ("post", "/more-time/France"): "order",
}
BESIDE = {
    ("get", "/api/games"),
    ("get", "/api/away"),
    ("post", "/api/away"),
    ("delete", "/api/away/{first}/{last}"),
    ("delete", "/api/games/{slug}/more-time"),
}
"""Routes that no game has, or that are the game master's."""
BODIES: dict[str, Any] = {
    "/sheet": {"typed": "A Vie - Gal", "serial": 0},
    "/settle": {"settled": True, "serial": 0},
    "/later/draft": {"typed": "A Vie - Gal"},
    "/press/public": {"text": "hello", "token": "abcdefgh1234"},
    "/press/public/read": {"until": "2031-01-01T00:00:00Z"},
    "/more-time": {"minutes": 60, "serial": 0},
    "/more-time/France": {"serial": 0},
}


def ask(client: Client, method: str, game: str, end: str) -> Any:
    path = f"/api/games/{game}{end}"
    if method == "get":
        return client.get(path)
    return getattr(client, method)(path, BODIES[end], content_type="application/json")


def test_a_token_does_what_it_is_for_and_nothing_else() -> None:
    game = started(AT, FR, postpone="all")
    postpone.ask(game=game, power=FR, minutes=30)
    routes = Client().get("/api/openapi.json").json()["paths"]
    listed = {(method, path) for path, methods in routes.items() for method in methods}
    slug = "/api/games/{slug}"
    known = {
        (m, re.sub("draft", "{use}", re.sub("public", "{key}", re.sub(FR, "{power}", slug + end))))
        for m, end in SCOPE_OF
    }
    assert listed == known | BESIDE
    for scope in tokens.SCOPES:
        client = asks(AT, scope)
        assert client.get("/api/games").status_code == (200 if scope == "read" else 403)
        for (method, end), wanted in SCOPE_OF.items():
            answer = ask(client, method, game.slug, end)
            assert answer.status_code == (200 if scope == wanted else 403), (scope, method, end)
            if scope != wanted:
                said = f"This token is not for that: it lacks the scope {wanted}."
                assert answer.json() == {"error": said}


def test_what_one_masters_is_for_a_token_of_the_desk() -> None:
    game = started(AT, mastered=True)
    without = asks("Master", "read", "order", "press")
    for method, end in (("get", ""), ("get", "/view"), ("get", "/press"), ("get", "/events")):
        assert ask(without, method, game.slug, end).status_code == 403
        assert ask(asks("Master"), method, game.slug, end).status_code == 200


def test_to_read_writes_nothing() -> None:
    game = started(AT, FR)
    mine, his = asks(AT), asks(FR)
    ask(mine, "put", game.slug, "/sheet")
    ask(mine, "post", game.slug, "/press/public")
    wrong = Client(headers={"Authorization": "Bearer legation_nonsense"})
    with CaptureQueriesContext(connection) as asked:
        for method, end in SCOPE_OF:
            if method == "get":
                assert ask(his, method, game.slug, end).status_code == 200
        assert his.get("/api/games").status_code == 200
        assert wrong.get("/api/games").status_code == 401
    assert asked.captured_queries
    assert {query["sql"].split()[0] for query in asked} == {"SELECT"}
    unread = {t["key"]: t["unread"] for t in his.get(f"/api/games/{game.slug}/press").json()}
    assert unread == {"public": 1}
    for message in his.get(f"/api/games/{game.slug}/press/public").json():
        body = {"until": message["made_at"]}
        answer = post(his, f"/api/games/{game.slug}/press/public/read", **body)
        assert answer.json() == {"read": 1}
    unread = {t["key"]: t["unread"] for t in his.get(f"/api/games/{game.slug}/press").json()}
    assert unread == {"public": 0}


def test_a_list_of_games_asks_as_often_for_many_as_for_one() -> None:
    client, counts = asks(AT), []
    for _ in range(2):
        for _ in range(3):
            started(AT, FR)
        with CaptureQueriesContext(connection) as asked:
            found = client.get("/api/games").json()
        assert {game["power"] for game in found} == {AT}
        counts.append(len(asked))
    assert len(found) == 6
    assert counts[0] == counts[1] <= 6


@pytest.mark.parametrize(
    ("end", "body"),
    [
        ("sheet", {"typed": "A Vie H", "serial": -1}),
        ("sheet", {"typed": "A Vie H", "serial": 2**63}),
        ("sheet", {"typed": "A Vie H", "serial": True}),
        ("sheet", {"typed": "A Vie H", "serial": "0"}),
        ("sheet", {"typed": "A Vie H", "serial": 0, "settled": 1}),
        ("sheet", {"typed": 7, "serial": 0}),
        ("settle", {"settled": "yes", "serial": 0}),
        ("settle", {"settled": True, "serial": False}),
        ("settle", {"settled": True, "serial": -1}),
    ],
)
def test_a_number_is_a_number_and_yes_is_true(end: str, body: dict[str, Any]) -> None:
    game = started(AT)
    send = put if end == "sheet" else post
    answer = send(asks(AT), f"/api/games/{game.slug}/{end}", **body)
    assert answer.status_code == 422
    assert list(answer.json()) == ["error"]
    assert not Sheet.objects.filter(game=game).exists()


@pytest.mark.parametrize("number", ["-1", "true", str(2**63)])
def test_a_phase_is_named_by_its_number(number: str) -> None:
    game = started(AT)
    answer = asks(AT).get(f"/api/games/{game.slug}/view?number={number}")
    assert answer.status_code == 422


@pytest.mark.parametrize(
    "path",
    [
        "/games/%00/",
        "/games/a%00b/about/",
        "/accounts/confirm/MQ/a%00b/",
        "/rules/%00/",
        "/%00",
        "/static/%00",
        "/api/games/%00",
        "/api/games/{slug}/press/%00",
        "/api/%00",
    ],
)
def test_nothing_is_found_at_an_address_with_a_null(path: str) -> None:
    path = path.format(slug=started(AT).slug)
    for client in (Client(raise_request_exception=False), asks(AT)):
        answer = client.get(path)
        assert answer.status_code == 404
        if path.startswith("/api/"):
            assert list(answer.json()) == ["error"]


def test_a_null_in_a_question_is_left_out() -> None:
    game = started(AT)
    assert asks(AT).get(f"/api/games/{game.slug}/events?since=%00").status_code == 200
    assert Client().get("/games/?name=A%00+game&show=running").content.count(b"A game") >= 1


def test_a_program_is_told_in_a_sentence_what_is_wrong_with_the_request() -> None:
    answer = asks(AT).get("/api/games", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert list(answer.json()) == ["error"]
    routes = Client().get("/api/openapi.json").json()["paths"]
    declared = [each["responses"] for methods in routes.values() for each in methods.values()]
    assert all("400" in responses for responses in declared)


def test_a_token_speaks_for_who_is_let_in_and_each_has_so_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tokens, "_MOST", 1)
    his, _ = asks(FR), asks(AT)
    with pytest.raises(StateError, match="you have 1 tokens"):
        asks(FR)
    assert [each.user.name for each in tokens.of(person(FR))] == [FR]
    for active, status in ((True, 200), (False, 401)):
        User.objects.filter(name=FR).update(is_active=active)
        assert his.get("/api/games").status_code == status


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
    cache.clear()
    monkeypatch.setattr("legation.server.api.entry.MOST", 3)
    client = asks(AT)
    codes = [client.get("/api/games").status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]


def test_the_page_lists_every_route_and_needs_nothing_from_elsewhere() -> None:
    schema = Client().get("/api/openapi.json").json()
    page = Client().get("/api/").content.decode()
    for path in schema["paths"]:
        assert path in page
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*", page))
    assert "https://" not in page
