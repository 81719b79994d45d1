"""Accounts: nobody learns who has one, and nothing is kept of who has left."""

import json
import re
from datetime import time, timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings
from tables import PASSWORD, fresh, person, reader, seat, started

from legation.server.accounts import letters as account_letters
from legation.server.accounts import names, services
from legation.server.accounts.limits import allowed
from legation.server.accounts.models import User
from legation.server.api import tokens
from legation.server.games import reads, sheets
from legation.server.games.create import create, join
from legation.server.games.models import Game
from legation.server.games.offer import Offer
from legation.server.games.seats import give_up, take
from legation.server.office import acts as office
from legation.server.post.models import Letter
from legation.server.site import moment

pytestmark = pytest.mark.django_db
SIGN_UP = "/accounts/sign-up/"
HERE = f"{settings.SITE_URL}/accounts/reset/"


def form(name: str = "Ann", email: str = "ann@example.org", **more: str) -> dict[str, str]:
    return {"name": name, "email": email, "zone": "UTC", **more}


CHOSEN = {"name": "Ann", "password": "not easily guessed"}


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(person(name), "django.contrib.auth.backends.ModelBackend")
    return client


def can_sign_in(address: str, password: str) -> bool:
    data = {"username": address, "password": password}
    return bool(Client().post("/accounts/sign-in/", data).status_code == 302)


def link(letter: Letter) -> str:
    found = re.search(rf"{settings.SITE_URL}(\S+)", letter.body)
    assert found is not None
    return found[1]


def plain(answer: Any) -> tuple[int, str, list[str]]:
    """An answer without what is drawn anew each time."""
    text = re.sub(r'value="[A-Za-z0-9]{64}"', "", answer.content.decode())
    return answer.status_code, text, sorted(answer.headers)


# Signing up


def test_an_account_begins_when_its_address_is_confirmed(client: Client) -> None:
    answer = client.post(SIGN_UP, form())
    assert answer.headers["Location"] == "/accounts/signed-up/"
    user = User.objects.get()
    assert not user.is_active
    assert "Password" not in client.get(SIGN_UP).content.decode()
    page = link(Letter.objects.get())
    assert client.get(page).status_code == 200
    assert not User.objects.get().is_active, "a mail program that looks at links confirms nothing"
    assert client.post(page, {**CHOSEN, "password": "short"}).status_code == 422
    assert not User.objects.get().is_active
    assert client.post(page, CHOSEN).status_code == 302
    assert User.objects.get().is_active
    assert client.get("/accounts/profile/").status_code == 200
    assert can_sign_in("ann@example.org", "not easily guessed")
    assert Client().get(page).status_code == 404, "it was for one time"


def test_an_account_has_the_clock_of_its_browser_and_is_reminded(client: Client) -> None:
    asked = client.get(SIGN_UP).content.decode()
    assert re.search(r'<select name="zone"[^>]* data-zone', asked), "a script fills it in"
    wrong = client.post(SIGN_UP, form("", zone="Asia/Tokyo")).content.decode()
    assert "data-zone" not in wrong, "what was chosen stays"
    assert '<option value="Asia/Tokyo" selected' in wrong
    # Some browsers call zones by their old names, which the list has not.
    assert client.post(SIGN_UP, form(zone="Asia/Calcutta")).status_code == 302
    user = User.objects.get()
    assert user.zone == "Asia/Calcutta"
    asked_for = {wish: user.wants(wish) for wish in ("phase", "deadline", "end", "press", "votes")}
    assert {wish for wish, is_so in asked_for.items() if is_so} == {"phase", "deadline", "end"}


def test_a_letter_is_called_back_by_its_key() -> None:
    for key in ("one", "other"):
        account_letters.put("ann@example.org", key, "text", key=key)
    account_letters.call_back("one")
    assert [row.subject for row in Letter.objects.all()] == ["other"]


def test_who_is_signed_in_makes_no_second_account() -> None:
    client = signed_in("Bob")
    for answer in (client.get(SIGN_UP), client.post(SIGN_UP, form())):
        assert answer.headers["Location"] == settings.LOGIN_REDIRECT_URL
    assert User.objects.count() == 1


@pytest.mark.parametrize("door", ["letter", "reset", "sign-up"])
def test_who_signs_up_with_anothers_address_has_nothing_of_it(client: Client, door: str) -> None:
    mine = {**form("Mallory"), "password": "the one of Mallory", "password1": "the one of Mallory"}
    client.post(SIGN_UP, mine)
    if door == "reset":
        Client().post("/accounts/reset/", {"email": "ANN@example.org"})
    if door == "sign-up":
        Client().post(SIGN_UP, form("Ann"))
    letter = Letter.objects.latest("pk")
    assert letter.user is not None
    assert letter.user.email == "ann@example.org"
    assert "If it was not you" in letter.body
    assert "Mallory" not in letter.body, "nor does it carry what he wrote"
    owner = Client()
    shown = owner.get(link(letter)).content.decode()
    assert ('value="Ann"' in shown) == (door == "sign-up"), "the last wish is proposed"
    assert owner.post(link(letter), CHOSEN).status_code == 302
    assert not can_sign_in("ann@example.org", "the one of Mallory")
    assert can_sign_in("ann@example.org", CHOSEN["password"])
    assert client.get("/accounts/profile/").status_code == 302
    assert User.objects.get(email="ann@example.org").name == "Ann"


def test_a_name_once_tried_stays_gone_whatever_its_address_has(client: Client) -> None:
    """Else who tried it would see that somebody has signed up with the address since."""
    client.post(SIGN_UP, form("Mallory"))
    client.post(SIGN_UP, form("Ann"))
    answer = client.post(SIGN_UP, form("Mallory", "other@example.org"))
    assert "Somebody else is called so already." in answer.content.decode()


def test_a_name_that_is_gone_when_the_letter_is_opened(client: Client) -> None:
    client.post(SIGN_UP, form())
    person("Bob")
    answer = client.post(link(Letter.objects.get()), {**CHOSEN, "name": "bob"})
    assert answer.status_code == 422
    assert "Somebody else is called so already." in answer.content.decode()
    assert not User.objects.get(name="Ann").is_active


def test_sign_up_answers_alike_for_an_address_that_is_taken(client: Client) -> None:
    person("Bob")
    before = Letter.objects.count()
    new = client.post(SIGN_UP, form("Ann", "ann@example.org"), follow=True)
    taken = client.post(SIGN_UP, form("Cid", "BOB@example.org"), follow=True)
    assert plain(new) == plain(taken)
    assert User.objects.get(name="Bob").email == "Bob@example.org"
    letters = list(Letter.objects.order_by("pk")[before:])
    assert [letter.user and letter.user.name for letter in letters] == ["Ann", "Bob"]
    assert "You have an account already, Bob" in letters[1].body
    again = [client.post(SIGN_UP, form(name, "own@example.org")) for name in ("Ann", "Cid")]
    said = [plain(answer)[1].replace("Cid", "Ann") for answer in again]
    assert said[0] == said[1], "nor does it tell whether the name is gone since"
    assert "Somebody else is called so already." in said[0]
    assert not User.objects.get(name="Cid").is_active


def test_without_confirmation_it_begins_at_once(client: Client, settings: Settings) -> None:
    settings.CONFIRM_MAIL = False
    client.post(SIGN_UP, form(password=CHOSEN["password"]), follow=True)
    assert 'value="ann@example.org"' in client.get("/accounts/sign-in/").text
    assert can_sign_in("ANN@example.org", "not easily guessed")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": "bob"}, "Somebody else is called so already."),
        ({"name": "<b>"}, "A name has letters, digits"),
        ({"email": "nowhere"}, "valid email address"),
        ({"password": "short"}, "too short"),
        ({"password": "ann@example.org"}, "too similar"),
        ({"zone": "Mars/Base"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_signed_up(
    client: Client, settings: Settings, wrong: dict[str, str], said: str
) -> None:
    settings.CONFIRM_MAIL = False
    person("Bob")
    answer = client.post(SIGN_UP, form(**{"password": CHOSEN["password"], **wrong}))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("known", "wanted"),
    [
        ("Anna", "\u0410nna"),  # the first letter is Cyrillic
        ("paypal", "\u0440\u0430\u0443\u0440\u0430l"),
        ("Ian", "lan"),  # a small L for a capital i
        ("Otto", "0tto"),
        ("Marn", "Mam"),  # r and n for an m
        ("Anna Lena", "Anna-Lena"),
        ("Anna Lena", "ANNALENA"),
        ("Jos\u00e9", "Jose\u0301"),  # the accent apart
    ],
)
def test_a_name_that_looks_like_anothers_is_refused(
    client: Client, known: str, wanted: str
) -> None:
    person(known)
    answer = client.post(SIGN_UP, form(wanted))
    assert answer.status_code == 422
    said = answer.content.decode()
    assert "looks like this one" in said or "called so already" in said
    mine = signed_in("Somebody")
    mine.post("/accounts/profile/", {"name": wanted, "zone": "UTC"})
    assert person("Somebody").name == "Somebody"


@pytest.mark.parametrize(
    "name", ["Jose", "Anne", "J.R.R. Tolkien", "O'Hara", "Ян", "李小龍", "Bo 2"]
)
def test_names_that_pass_for_no_other(client: Client, name: str) -> None:
    for known in ("Jos\u00e9", "Anna", "Bo"):
        person(known)
    assert client.post(SIGN_UP, form(name)).status_code == 302
    assert User.objects.get(email="ann@example.org").name == name


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("play.example.org", "looks like an address"),
        ("www evil", "looks like an address"),
        ("Come to evil.com", "looks like an address"),
        ("St.John", "looks like an address"),
        ("Game Master", "the site itself speaks by"),
        ("\u0410dmin", "the site itself speaks by"),
        ("Guest 1A2B", "the site itself speaks by"),
    ],
)
def test_a_name_that_passes_for_an_address_or_an_office(
    client: Client, name: str, said: str
) -> None:
    answer = client.post(SIGN_UP, form(name))
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_who_is_called_so_for_long_may_stay_so_and_others_are_told_apart() -> None:
    client = signed_in("Anna")
    User.objects.filter(name="Anna").update(name="anna.example.org")
    data = {"name": "anna.example.org", "zone": "Europe/Berlin"}
    assert client.post("/accounts/profile/", data).status_code == 302
    assert User.objects.get(name="anna.example.org").zone == "Europe/Berlin"


def test_names_of_before_are_kept_and_the_first_of_two_alike_is_guarded() -> None:
    first, second = person("Otto"), person("Bea")
    User.objects.filter(pk=second.pk).update(name="0tto")
    User.objects.update(likeness=None)
    step = import_module("legation.server.accounts.migrations.0002_likeness")
    step.fill(apps, SimpleNamespace(connection=connection))
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.likeness, second.likeness) == (names.likeness("Otto"), None)
    assert second.name == "0tto"


def test_two_who_take_names_alike_at_once() -> None:
    """What the forms did not see of each other, the rows do."""
    services.sign_up(email="a@example.org", name="Otto")
    with pytest.raises(ValueError, match="called so already"):
        services.sign_up(email="b@example.org", name="0tto")


def test_sign_up_is_limited_and_can_be_closed(client: Client, settings: Settings) -> None:
    for _ in range(19):
        assert allowed("sign-up", "127.0.0.1", 20, timedelta(hours=1))
    assert client.post(SIGN_UP, form("<b>")).status_code == 422
    assert client.post(SIGN_UP, form("<b>")).status_code == 429
    other = client.post(SIGN_UP, form("<b>"), REMOTE_ADDR="192.0.2.1")
    assert other.status_code == 422
    settings.OPEN_SIGN_UP = False
    assert client.get(SIGN_UP).status_code == 404


# Signing in


def test_a_session_ends_at_its_hour() -> None:
    client = signed_in("Ann")
    for left, status in ((1, 200), (-1, 302)):
        Session.objects.update(expire_date=moment.now() + timedelta(minutes=left))
        assert client.get("/accounts/profile/").status_code == status
    assert signed_in("Ann").get("/accounts/profile/").status_code == 200


def test_signing_in_changes_the_session_and_stays_here(client: Client) -> None:
    person("Ann")
    client.get("/accounts/sign-in/")
    before = client.session.session_key
    data = {"username": "Ann@Example.org", "password": PASSWORD, "next": "https://evil.example/"}
    answer = client.post("/accounts/sign-in/?next=https://evil.example/", data)
    assert answer.headers["Location"] == "/"
    assert client.session.session_key != before
    answer = Client().post("/accounts/sign-in/", {**data, "next": "//evil.example"})
    assert answer.headers["Location"] == "/"
    assert client.get("/accounts/sign-out/").status_code == 405, "a picture signs nobody out"
    assert client.post("/accounts/sign-out/").status_code == 302


def test_wrong_passwords_lock_and_tell_nothing() -> None:
    person("Ann")
    User.objects.filter(name="Ann").update(is_active=True)
    answers = {}
    for address in ("ann@example.org", "nobody@example.org"):
        data = {"username": address, "password": "wrong"}
        answers[address] = [Client().post("/accounts/sign-in/", data) for _ in range(9)]
    assert [a.status_code for a in answers["ann@example.org"]] == [200] * 7 + [429] * 2
    texts = [
        [plain(a)[1].replace(address, "") for a in found] for address, found in answers.items()
    ]
    assert texts[0] == texts[1]
    right = {"username": "ann@example.org", "password": PASSWORD}
    assert Client().post("/accounts/sign-in/", right).status_code == 429


def test_a_page_of_ones_own_asks_who_one_is(client: Client) -> None:
    for page in ("profile", "password", "export", "delete"):
        answer = client.get(f"/accounts/{page}/")
        assert answer.headers["Location"] == f"/accounts/sign-in/?next=/accounts/{page}/"


def test_forms_need_their_page() -> None:
    answer = Client(enforce_csrf_checks=True).post(SIGN_UP, form())
    assert answer.status_code == 403
    assert "This form is too old" in answer.content.decode()


def test_a_foreign_host_is_refused(client: Client) -> None:
    answer = client.get("/accounts/sign-in/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    client.post("/accounts/reset/", {"email": "ann@example.org"}, headers={"host": "evil.example"})
    assert not Letter.objects.exists()


def test_headers(client: Client) -> None:
    found = client.get("/accounts/sign-in/").headers
    policy = found["Content-Security-Policy"].split("; ")
    assert sorted(policy) == [
        "base-uri 'none'",
        "default-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    ]
    assert found["X-Frame-Options"] == "DENY"
    assert found["X-Content-Type-Options"] == "nosniff"
    assert found["Referrer-Policy"] == "same-origin"


# A lost password


def test_another_password_comes_by_mail_and_answers_alike(client: Client) -> None:
    other = signed_in("Ann")
    known = client.post("/accounts/reset/", {"email": "ANN@example.org"}, follow=True)
    unknown = client.post("/accounts/reset/", {"email": "nobody@example.org"}, follow=True)
    assert plain(known) == plain(unknown)
    letter, nothing = Letter.objects.order_by("pk")
    assert (nothing.user, nothing.address) == (None, "nobody@example.org")
    assert "It has no account at" in nothing.body
    program = Client(headers={"Authorization": f"Bearer {token(person('Ann'))}"})
    assert program.get("/api/games").status_code == 200
    assert choose_by(letter) == 302
    assert can_sign_in("ann@example.org", "quite another one")
    assert other.get("/accounts/profile/").status_code == 302, "other sessions have ended"
    assert program.get("/api/games").status_code == 401, "and tokens"
    assert "was for one time" in client.get(link(letter), follow=True).content.decode()
    told = Letter.objects.latest("pk")
    assert (told.user, told.subject) == (person("Ann"), "Your password was changed")
    assert f"If it was not you, take your account back by choosing one yourself:\n\n{HERE}" in (
        told.body
    )


def token(user: User) -> str:
    return tokens.make(user=user, name="a program")


def choose_by(letter: Letter) -> int:
    client = Client()
    page = client.get(link(letter), follow=True)
    data = {"new_password1": "quite another one", "new_password2": "quite another one"}
    return client.post(page.redirect_chain[-1][0], data).status_code


def test_asking_for_another_password_costs_the_same_with_and_without_an_account() -> None:
    person("Ann")
    Client().post(SIGN_UP, form("Bea", "bea@example.org"))
    office.suspend(name=person("Cid", confirmed_at=moment.now()).name, why="He sent much mail.")
    counts = []
    for name in ("ann", "nobody", "bea", "cid"):
        with CaptureQueriesContext(connection) as asked:
            Client().post("/accounts/reset/", {"email": f"{name}@example.org"})
        counts.append([query["sql"].split()[0] for query in asked])
    assert counts[0] == counts[1] == counts[2] == counts[3]
    assert Letter.objects.latest("pk").subject == "Your account was suspended"


def test_another_password_of_ones_own_ends_all_other_doors() -> None:
    client, other = signed_in("Ann"), signed_in("Ann")
    program = Client(headers={"Authorization": f"Bearer {token(person('Ann'))}"})
    data = {"new_password1": "quite another one", "new_password2": "quite another one"}
    wrong = client.post("/accounts/password/", {**data, "old_password": "wrong"})
    assert wrong.status_code == 200
    assert program.get("/api/games").status_code == 200
    client.post("/accounts/password/", {**data, "old_password": PASSWORD})
    assert client.get("/accounts/profile/").status_code == 200, "his own goes on"
    assert other.get("/accounts/profile/").status_code == 302
    assert program.get("/api/games").status_code == 401
    assert Letter.objects.latest("pk").subject == "Your password was changed"


def test_no_mailbox_is_flooded(client: Client) -> None:
    person("Ann")
    for _ in range(14):
        assert client.post("/accounts/reset/", {"email": "ann@example.org"}).status_code == 302
    assert Letter.objects.count() == 12


# Wishes


def test_a_profile() -> None:
    client = signed_in("Ann")
    person("Bob")
    data = {"name": "Anna", "zone": "Europe/Berlin", "quiet_from": "22:00", "quiet_to": "07:30"}
    assert client.post("/accounts/profile/", {**data, "mail_press": "on"}).status_code == 302
    user = User.objects.get(name="Anna")
    assert (user.zone, user.quiet_from, user.quiet_to) == ("Europe/Berlin", time(22), time(7, 30))
    assert [user.wants(k) for k in ("phase", "press", "deadline", "votes", "end")] == [
        *(False, True, False, False, False)
    ]
    wishes = client.get("/accounts/profile/").content.decode()
    first_letters = re.findall(r'<label for="id_mail_\w+">(.)', wishes)
    assert len(first_letters) == 5
    assert all(letter.isupper() for letter in first_letters)
    page = client.post("/accounts/profile/", {**data, "name": "Bob", "quiet_to": ""})
    text = page.content.decode()
    assert "Somebody else is called so already." in text
    assert "Quiet hours have a beginning and an end." in text
    assert ">Anna</a>" in text


# Leaving


def test_an_account_is_taken_along() -> None:
    game = started("France", "Turkey")
    sheets.submit(game=game, power="France", typed="A Par - Bur")
    sheets.submit(game=game, power="Turkey", typed="A Con - Bul")
    answer = signed_in("France").get("/accounts/export/")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    found = json.loads(answer.content)
    assert found["account"]["address"] == "France@example.org"
    assert [held["power"] for held in found["games"]] == ["France"]
    assert found["games"][0]["sheets"][0]["typed"] == "A Par - Bur"
    assert "Bul" not in answer.content.decode()
    assert "password" not in answer.content.decode()


def test_what_is_taken_along_is_asked_as_often_for_many_games_as_for_one() -> None:
    client, counts = None, []
    for _ in range(2):
        for _ in range(2):
            game = started("France", "Turkey")
            sheets.submit(game=game, power="France", typed="A Par - Bur")
        client = client or signed_in("France")
        with CaptureQueriesContext(connection) as asked:
            found = json.loads(client.get("/accounts/export/").content)
        counts.append(len(asked))
    assert [len(held["sheets"]) for held in found["games"]] == [1] * 4
    assert counts[0] == counts[1]


def test_of_a_seat_that_changed_hands_each_takes_along_his_own_sheets() -> None:
    game = started("France")
    sheets.submit(game=game, power="France", typed="A Par - Bur")
    give_up(game=game, user=person("France"))
    take(game=fresh(game), user=person("Heir"), power="France")
    sheets.submit(game=game, power="France", typed="A Par - Pic")
    for name, typed in (("France", []), ("Heir", ["A Par - Pic"])):
        (held,) = services.export(user=person(name))["games"]
        assert [sheet["typed"] for sheet in held["sheets"]] == typed


def test_an_account_ends() -> None:
    game = started("France", "Turkey", mastered=True, sealed=False)
    sheets.submit(game=game, power="France", typed="A Par - Bur")
    offered = create(user=person("France"), offer=Offer(name="Offered"))
    waiting = create(user=person("Turkey"), offer=Offer(name="Waiting"))
    join(game=waiting, user=person("France"))
    Client().post("/accounts/sign-in/", {"username": "France@example.org", "password": "wrong"})
    assert AccessAttempt.objects.exists()
    client, other = signed_in("France"), signed_in("France")
    assert client.post("/accounts/delete/", {"password": "wrong"}).status_code == 200
    assert User.objects.filter(name="France").exists()
    page = client.post("/accounts/delete/", {"password": PASSWORD}, follow=True)
    assert "Your account is gone" in page.content.decode()
    assert other.get("/accounts/profile/").status_code == 302
    # The power plays on; nothing says whose it was.
    found = seat(game, "France")
    assert (found.user_id, found.bot, found.open) == (None, "random", True)
    view = reads.view_for(fresh(game), reader(game, "Master"))
    assert view.sheets["France"].orders == ("A Par - Bur",)
    assert not Game.objects.filter(pk=offered.pk).exists()
    assert reads.entries_for(waiting, reader(waiting, "Turkey")) == []
    assert not AccessAttempt.objects.exists()
    for session in Session.objects.all():
        assert "_auth_user_id" not in session.get_decoded()


def test_a_game_masters_account_ends() -> None:
    game = started("France", mastered=True)
    signed_in("Master").post("/accounts/delete/", {"password": PASSWORD})
    now = fresh(game)
    assert (now.master, now.maker, now.state) == (None, None, "running")
