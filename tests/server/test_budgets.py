"""Budgets: what is over one is refused at once, says what was too much, and when to come again."""

import asyncio
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from boards import end_phase
from django.contrib.auth import hashers
from django.test import Client
from pytest_django import Settings
from tables import PASSWORD, fresh, person, started

from legation.errors import StateError
from legation.server.accounts import hashing, letters
from legation.server.accounts.limits import sender
from legation.server.games import create, listening, sheets, stream
from legation.server.games.models import Deadline, Game
from legation.server.games.offer import Offer
from legation.server.games.readers import SPECTATING
from legation.server.post import outbox
from legation.server.post.models import Letter
from legation.server.running import bodies
from legation.server.running.handler import Handler
from legation.server.running.worker import Working
from legation.server.site import moment
from legation.server.site.over import OverError, in_words

pytestmark = pytest.mark.django_db
DEPLOY = Path(__file__).parents[2] / "deploy"
SIGN_IN = "/accounts/sign-in/"


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(person(name), "django.contrib.auth.backends.ModelBackend")
    return client


def refused(answer: Any, said: str) -> str:
    """The words of a refusal, which says when to come again in both ways."""
    assert answer.status_code == 429
    text = str(answer.content.decode())
    assert said in text
    assert int(answer["Retry-After"]) > 0
    return text


def offer_form(**more: str) -> dict[str, str]:
    form = {"name": "A game", "unit": "hours", "movement": "48", "retreat": "24"}
    form |= {"adjustment": "24", "when_ready": "on", "zone": "UTC", "missed": "hold"}
    form |= {"press": "all", "access": "open", "replacers": "anybody", "starts": "hand"}
    return {**form, **more}


@pytest.mark.parametrize(
    ("wait", "said"),
    [
        (timedelta(seconds=5), "a minute"),
        (timedelta(minutes=9, seconds=1), "10 minutes"),
        (timedelta(minutes=59), "59 minutes"),
        (timedelta(minutes=60), "an hour"),
        (timedelta(minutes=61), "2 hours"),
        (timedelta(days=1), "24 hours"),
    ],
)
def test_a_wait_is_said_rather_too_long(wait: timedelta, said: str) -> None:
    assert in_words(wait) == said


# Games


def test_games_that_one_makes_in_a_day(settings: Settings) -> None:
    settings.GAMES_A_DAY = 2
    client = signed_in("Ann")
    for _ in range(2):
        assert client.post("/games/new/standard/", offer_form()).status_code == 302
    said = refused(
        client.post("/games/new/standard/", offer_form()), "You have made as many games today"
    )
    assert "Try again in 24 hours." in said
    assert Game.objects.count() == 2
    refused(
        client.post("/play-alone/", {"variant": "standard"}), "You have made as many games today"
    )
    assert signed_in("Bob").post("/games/new/standard/", offer_form()).status_code == 302


def test_a_game_that_is_taken_back_was_made_all_the_same(settings: Settings) -> None:
    settings.GAMES_A_DAY = 2
    for _ in range(2):
        create.withdraw(game=create.create(user=person("Ann"), offer=Offer(name="A game")))
    with pytest.raises(OverError):
        create.create(user=person("Ann"), offer=Offer(name="A game"))


def test_games_that_one_starts_in_a_day(settings: Settings) -> None:
    settings.GAMES_A_DAY = 2
    wanted = Offer(name="A game", fill_bot="random", starts="hand")
    games = [create.create(user=person("Ann"), offer=wanted) for _ in range(2)]
    settings.GAMES_A_DAY = 1
    for game in games:
        create.join(game=game, user=person("Ann"))
    create.start(game=games[0])
    answer = signed_in("Ann").post(f"/games/{games[1].slug}/act/start/", {"sure": "yes"})
    refused(answer, "As many of your games were started today")
    assert fresh(games[1]).state == "forming"


def test_live_games_of_one_account(settings: Settings) -> None:
    settings.LIVE_GAMES = 1
    client = signed_in("Ann")
    live = offer_form(unit="minutes", movement="10", retreat="5", adjustment="5", grace="0")
    assert client.post("/games/new/standard/", live).status_code == 302
    said = refused(
        client.post("/games/new/standard/", live),
        "There are 1 live games of yours, as many as may be at once",
    )
    assert "end one first" in said
    assert client.post("/games/new/standard/", offer_form()).status_code == 302, "a slow one"
    Game.objects.update(state="finished")
    assert client.post("/games/new/standard/", live).status_code == 302


def test_a_live_game_waits_until_the_site_has_room(settings: Settings) -> None:
    settings.ALL_LIVE_GAMES = 1
    live: dict[str, Any] = {"movement": 10, "retreat": 5, "adjustment": 5}
    first = started("France", **live)
    now = moment.now()
    at = now + timedelta(minutes=5)
    offered = Offer(name="Later", starts="time", start_at=at, fill_bot="random", **live)
    second = create.create(user=person("Ann"), offer=offered)
    create.join(game=second, user=person("Ann"))
    start = Deadline.objects.filter(game=second, kind="start")
    Working("tests").once(at)
    assert fresh(second).state == "forming"
    assert start.get().tries == 0, "it is no failure"
    assert start.get().done_at is None
    Game.objects.filter(pk=first.pk).update(state="finished")
    Working("tests").once(at + timedelta(minutes=11))
    assert fresh(second).state == "running"


# Streams


@pytest.fixture
def opened() -> Iterator[Any]:
    """A stream of a game, open as the server counts it."""
    assert not listening._open
    yield listening.listening
    assert not listening._open, "what has ended is not counted"


def test_streams_of_one_account_and_of_one_address(settings: Settings, opened: Any) -> None:
    settings.STREAMS, settings.ADDRESS_STREAMS = 2, 3
    game = started("France", "England")
    path = f"/games/{game.slug}/events"
    client, user = signed_in("France"), person("France").pk
    with opened(user, "192.0.2.1"), opened(user, "192.0.2.1"):
        refused(client.get(path), "Very many pages of yours are open: close some.")
        other = signed_in("England")
        assert other.get(path, REMOTE_ADDR="192.0.2.1").status_code == 200
        with opened(None, "192.0.2.1"):
            answer = other.get(path, REMOTE_ADDR="192.0.2.1")
            refused(answer, "From where you are, very many pages are open: close some.")
    assert client.get(path).status_code == 200


def test_a_page_for_which_there_is_no_room_hears_by_the_minute(
    settings: Settings, opened: Any
) -> None:
    """Told 429 it would never open a stream again, and show what is no longer so."""
    settings.STREAMS = 1
    game = started("France", "England")
    path, client = f"/games/{game.slug}/events", signed_in("France")

    def asked(since: str) -> list[str]:
        headers = {"Accept": "text/event-stream", "Last-Event-ID": since}
        answer = client.get(path, headers=headers)
        assert (answer.status_code, answer["Content-Type"]) == (200, "text/event-stream")
        retry, at, *events = answer.content.decode().split("\n")
        assert retry == "retry: 60000"
        here.append(at.removeprefix("id: "))
        return [line.removeprefix("data: ") for line in events if line.startswith("data: ")]

    here = [""]
    with opened(person("France").pk, "192.0.2.1"):
        assert asked("") == []
        sheets.submit(game=game, power="France", typed="A Par H", serial=0)
        sheets.submit(game=game, power="England", typed="F Lon H", serial=0)
        assert asked(here[-1]) == ["sheet"], "of his own, and once"
        assert asked(here[-1]) == []
        assert asked("7") == ["seat"], "when he last heard of it he had none"
        end_phase(game)
        assert asked(here[-1]) == ["deadline", "phase"], "it was ended before its time"
        assert client.get(path, headers={"Last-Event-ID": "0.0"}).status_code == 429


@pytest.mark.django_db(transaction=True)
def test_a_stream_is_counted_while_it_lasts(opened: Any, rf: Any) -> None:
    del opened
    game = started("France")
    request = rf.get("/", REMOTE_ADDR="2001:db8:1:2:3::4")

    async def listen() -> None:
        told = stream._counted(request, game.slug, game.pk, SPECTATING, (0,))
        assert (await anext(told)).startswith("retry:")
        assert dict(listening._open) == {"address 2001:db8:1:2::": 1}
        await told.aclose()  # type: ignore[attr-defined]

    asyncio.run(listen())


# Signing in


def tried(address: str, password: str = "wrong", **more: Any) -> Any:
    data = {"username": address, "password": password}
    return Client(raise_request_exception=False).post(SIGN_IN, data, **more)


@pytest.mark.parametrize(
    ("found", "who"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_who_asks_is_an_address_or_a_64(rf: Any, found: str, who: str) -> None:
    assert sender(rf.get("/", REMOTE_ADDR=found)) == who


def test_tries_to_sign_in_from_one_64(settings: Settings) -> None:
    settings.SIGN_INS = 3
    person("Ann")
    for number in range(3):
        answer = tried(f"a{number}@example.org", REMOTE_ADDR=f"2001:db8:1:2::{number}")
        assert answer.status_code == 200
    answer = tried("Ann@example.org", PASSWORD, REMOTE_ADDR="2001:db8:1:2:9:9:9:9")
    refused(answer, "From where you are, there were very many tries")
    assert tried("Ann@example.org", PASSWORD, REMOTE_ADDR="2001:db8:1:3::1").status_code == 302


def test_a_lock_for_wrong_passwords_is_of_the_64() -> None:
    person("Ann")
    answers = [tried("Ann@example.org", REMOTE_ADDR=f"2001:db8:1:2::{n}") for n in range(9)]
    assert [answer.status_code for answer in answers] == [200] * 7 + [429] * 2
    refused(answers[-1], "A wrong password was given too often.")


def test_tries_for_one_account_from_everywhere_and_the_way_in(settings: Settings) -> None:
    settings.ACCOUNT_SIGN_INS = 8
    person("Ann")
    texts = []
    for address in ("Ann@example.org", "nobody@example.org"):
        for number in range(8):
            assert tried(address, REMOTE_ADDR=f"192.0.2.{number}").status_code == 200
        answer = tried(address, PASSWORD, REMOTE_ADDR="192.0.2.99")
        texts.append(refused(answer, "There were very many tries to sign in with this address."))
    assert texts[0] == texts[1], "whether it has an account is not told"
    client = Client()
    client.post("/accounts/reset/", {"email": "Ann@example.org"})
    letter = Letter.objects.get(user=person("Ann"))
    page = client.get("/accounts/" + letter.body.split("/accounts/")[1].split()[0], follow=True)
    data = {"new_password1": "quite another one", "new_password2": "quite another one"}
    client.post(page.redirect_chain[-1][0], data)
    assert (
        tried("ANN@example.org", "quite another one", REMOTE_ADDR="192.0.2.99").status_code == 302
    )


def test_a_lock_ends_for_who_chooses_another_password_by_mail() -> None:
    person("Ann")
    assert [tried("Ann@example.org").status_code for _ in range(8)][-1] == 429
    client = Client()
    client.post("/accounts/reset/", {"email": "Ann@example.org"})
    letter = Letter.objects.get()
    page = client.get("/accounts/" + letter.body.split("/accounts/")[1].split()[0], follow=True)
    data = {"new_password1": "quite another one", "new_password2": "quite another one"}
    client.post(page.redirect_chain[-1][0], data)
    assert tried("Ann@example.org", "quite another one").status_code == 302


def test_a_good_password_begins_the_count_anew(settings: Settings) -> None:
    settings.ACCOUNT_SIGN_INS = 3
    person("Ann")
    for _ in range(3):
        assert tried("Ann@example.org").status_code == 200
        assert tried("Ann@example.org", PASSWORD).status_code == 302


def test_guesses_of_the_old_password() -> None:
    client = signed_in("Ann")
    data = {"old_password": "wrong", "new_password1": "x" * 12, "new_password2": "x" * 12}
    answers = [client.post("/accounts/password/", data) for _ in range(11)]
    assert [answer.status_code for answer in answers[:10]] == [200] * 10
    refused(answers[10], "Your old password was wrong too often within this hour.")


# Hashing


@pytest.fixture
def argon(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are hashed as on a server, one at a time."""
    settings.PASSWORD_HASHERS = ["legation.server.accounts.hashing.Argon2"]
    monkeypatch.setattr(hashing, "_turns", threading.BoundedSemaphore(1))
    monkeypatch.setattr(hashing, "_PATIENCE", 0.05)


@pytest.mark.usefixtures("argon")
def test_whose_turn_to_be_hashed_does_not_come_is_told_so() -> None:
    person("Ann")
    assert tried("Ann@example.org", PASSWORD).status_code == 302
    with hashing._turn():
        texts = [
            refused(tried(address, PASSWORD), "Many are signing in at this moment.")
            for address in ("Ann@example.org", "nobody@example.org")
        ]
    assert texts[0] == texts[1]
    assert tried("Ann@example.org", PASSWORD).status_code == 302, "the turn was given back"


@pytest.mark.usefixtures("argon")
def test_it_is_the_same_argon() -> None:
    word = hashers.make_password(PASSWORD)
    assert word.startswith("argon2$argon2id$")
    assert hashers.check_password(PASSWORD, word)
    assert not hashers.check_password("wrong", word)


# Bodies


class Line:
    """A line to a browser that sends parts of a body, and counts how many were asked for."""

    def __init__(self, *parts: bytes, more: bool = False, length: int | None = None) -> None:
        self.parts, self.more, self.asked = list(parts), more, 0
        headers = [(b"host", b"localhost")]
        if length is not None:
            headers.append((b"content-length", str(length).encode()))
        self.scope = {
            "type": "http",
            "method": "POST",
            "path": "/accounts/reset/",
            "scheme": "http",
            "query_string": b"",
            "headers": headers,
        }

    async def receive(self) -> dict[str, Any]:
        self.asked += 1
        if not self.parts:
            await asyncio.sleep(30)
        part = self.parts.pop(0)
        return {"type": "http.request", "body": part, "more_body": bool(self.parts) or self.more}

    def answer(self) -> list[dict[str, Any]]:
        said: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            said.append(message)

        asyncio.run(Handler()(self.scope, self.receive, send))
        return said


@pytest.mark.django_db(transaction=True)
def test_a_body_that_is_said_to_be_too_large_is_not_read(settings: Settings) -> None:
    settings.BODY_KB = 64
    line = Line(b"x", length=64 * 1024 + 1)
    begun, *rest = line.answer()
    assert begun["status"] == 413
    assert (b"Connection", b"close") in begun["headers"]
    assert b"What you sent is larger than 64 kB, and was not read." in rest[0]["body"]
    assert line.asked == 0


@pytest.mark.django_db(transaction=True)
def test_a_body_is_read_only_as_far_as_is_allowed(settings: Settings) -> None:
    settings.BODY_KB = 64
    line = Line(*[b"x" * 1024] * 1000)
    assert line.answer()[0]["status"] == 413
    assert line.asked == 65
    whole = Line(*[b"x" * 1024] * 64)
    assert whole.answer()[0]["status"] == 403, "a form without its page, and read"


@pytest.mark.django_db(transaction=True)
def test_a_body_that_does_not_come_to_its_end_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bodies, "SECONDS", 0.05)
    assert Line(b"x", more=True).answer() == []


# Letters


def test_letters_that_anybody_can_cause_to_one_address(settings: Settings) -> None:
    settings.ACCOUNT_LETTERS = 4
    ann = person("Ann")
    client = Client()
    for number in range(3):
        for path, form in (
            ("/accounts/reset/", {"email": "ann@example.org"}),
            ("/accounts/sign-up/", {"name": f"N{number}", "email": "ann@example.org"}),
            ("/accounts/reset/", {"email": "nobody@example.org"}),
        ):
            assert client.post(path, {"zone": "UTC", **form}).status_code == 302
    assert Letter.objects.filter(user=ann).count() == 4
    assert Letter.objects.filter(address="nobody@example.org").count() == 3
    letters.password_changed(ann)
    assert Letter.objects.filter(user=ann).count() == 5, "a warning has a budget of its own"


def test_letters_of_games_to_one_account(settings: Settings) -> None:
    settings.LETTERS = 3
    ann, bob = person("Ann"), person("Bob")

    def written(number: int, user: Any) -> Letter:
        return Letter(
            key=f"{number}-{user.pk}",
            user=user,
            kind="press",
            subject="s",
            body="b",
            made_at=moment.now(),
            due_at=moment.now(),
        )

    outbox.post([written(0, ann), written(1, ann)])
    outbox.post([written(2, ann), written(3, ann), written(4, bob)])
    outbox.post([written(5, ann)])
    assert Letter.objects.filter(user=bob).count() == 1
    bodies_of = list(Letter.objects.filter(user=ann).order_by("pk").values_list("body", flat=True))
    assert [("until tomorrow" in body) for body in bodies_of] == [False, False, True]
    letters.password_changed(ann)
    assert Letter.objects.filter(user=ann).count() == 4


# The machine


def test_units_may_open_as_many_lines_as_streams_need() -> None:
    web = (DEPLOY / "legation-web.service").read_text()
    assert "LimitNOFILE=65536" in web


def test_a_budget_is_no_error_of_the_rules() -> None:
    assert not issubclass(OverError, StateError)
