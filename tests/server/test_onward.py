"""A link to a game that outlives signing up, the letter and signing in."""

import re
from typing import Any

import pytest
from django.conf import settings as configured
from django.test import Client
from tables import PASSWORD, person

from legation.server.accounts.models import User
from legation.server.games import create
from legation.server.games.models import BY_LINK, Game
from legation.server.games.offer import Offer
from legation.server.post.models import Letter

pytestmark = pytest.mark.django_db
FORM = {"name": "Ann", "email": "ann@example.org", "zone": "UTC"}
CHOSEN = {"name": "Ann", "password": "not easily guessed"}


@pytest.fixture
def game() -> Game:
    """A private game that waits for players."""
    offer = Offer(name="By invitation", starts="hand", access=BY_LINK)
    return create.create(user=person("Maker"), offer=offer)


def key_of(game: Game) -> str:
    return f"/games/{game.slug}/key/{game.token}/"


def to_sign_up(client: Client, game: Game) -> str:
    """Opens the link that was sent, and finds the way to sign up on the page of the game."""
    page = client.get(f"/games/{game.slug}/key/{game.token}/", follow=True).content.decode()
    found = re.search(r'href="(/accounts/sign-up/\?next=[^"]+)"', page)
    assert found is not None
    return found[1]


def test_it_leads_back_when_the_letter_is_answered(game: Game, settings: Any) -> None:
    settings.CONFIRM_MAIL = True
    client = Client()
    client.get(to_sign_up(client, game))
    client.post("/accounts/sign-up/", FORM)
    letter = Letter.objects.latest("pk")
    there = re.search(rf"{configured.SITE_URL}(\S+)", letter.body)
    assert there is not None
    done = client.post(there[1], CHOSEN)
    assert done["Location"] == key_of(game)
    page = client.get(done["Location"], follow=True)
    assert page.redirect_chain == [(f"/games/{game.slug}/about/", 302)]
    assert "Join" in page.content.decode()
    client.post("/accounts/sign-out/")
    signed = {"username": "ann@example.org", "password": CHOSEN["password"]}
    again = client.post("/accounts/sign-in/", signed)
    assert again["Location"] == configured.LOGIN_REDIRECT_URL, "it is for one time"


def test_it_leads_back_where_no_letter_is_asked_for(game: Game, settings: Any) -> None:
    settings.CONFIRM_MAIL = False
    client = Client()
    client.get(to_sign_up(client, game))
    client.post("/accounts/sign-up/", {**FORM, "password1": CHOSEN["password"], **CHOSEN})
    signed = {"username": "ann@example.org", "password": CHOSEN["password"]}
    done = client.post("/accounts/sign-in/", signed)
    assert done["Location"] == key_of(game)
    assert client.get(done["Location"], follow=True).status_code == 200


def test_it_leads_back_on_another_device(game: Game, settings: Any) -> None:
    """The letter is opened where no page of the game ever was."""
    settings.CONFIRM_MAIL = True
    client = Client()
    client.get(to_sign_up(client, game))
    client.post("/accounts/sign-up/", FORM)
    there = re.search(rf"{configured.SITE_URL}(\S+)", Letter.objects.latest("pk").body)
    assert there is not None
    phone = Client()
    assert phone.get(there[1]).status_code == 200
    done = phone.post(there[1], CHOSEN)
    assert done["Location"] == key_of(game)
    assert "Join" in phone.get(done["Location"], follow=True).content.decode()


def test_who_has_an_account_already_is_led_back_by_his_letter(game: Game) -> None:
    person("Bob")
    client = Client()
    client.get(to_sign_up(client, game))
    client.post("/accounts/sign-up/", {**FORM, "email": "bob@example.org"})
    there = re.search(r"https?://[^/]+(/accounts/sign-in/\S+)", Letter.objects.latest("pk").body)
    assert there is not None
    signed = {"username": "Bob@example.org", "password": PASSWORD}
    assert Client().post(there[1], signed)["Location"] == key_of(game)


def test_a_guest_who_signs_up_keeps_his_account_and_goes_on(game: Game, settings: Any) -> None:
    """On another device too: the letter leads there."""
    settings.CONFIRM_MAIL = True
    client, there = Client(), key_of(game)
    client.post("/play-alone/", {"variant": "standard"})
    guest = User.objects.get(email__endswith="@guest.invalid")
    asked = client.get("/accounts/sign-up/", {"next": there})
    assert asked["Location"] == "/keep/"
    sent = client.post("/keep/", FORM).content.decode()
    assert f'<a href="{there}">On to where you were going</a>' in sent
    link = re.search(rf"{configured.SITE_URL}(/keep/\S+)", Letter.objects.latest("pk").body)
    assert link is not None
    phone = Client()
    assert phone.get(link[1]).status_code == 200
    assert phone.post(link[1], CHOSEN)["Location"] == there
    guest.refresh_from_db()
    assert guest.email == "ann@example.org"


def test_a_guest_who_gives_an_address_with_an_account_goes_on_by_its_letter(game: Game) -> None:
    person("Bob")
    client = Client()
    client.post("/play-alone/", {"variant": "standard"})
    client.get("/keep/", {"next": key_of(game)})
    client.post("/keep/", {**FORM, "email": "bob@example.org", "password1": "x" * 12, **CHOSEN})
    there = re.search(r"https?://[^/]+(/accounts/sign-in/\S+)", Letter.objects.latest("pk").body)
    assert there is not None
    signed = {"username": "Bob@example.org", "password": PASSWORD}
    assert Client().post(there[1], signed)["Location"] == key_of(game)


def test_the_board_of_a_guest_says_how_his_account_is_kept() -> None:
    client, other = Client(), Client()
    there = client.post("/play-alone/", {"variant": "standard"})["Location"]
    kept = f'<a href="/keep/?next={there}">Keep this account</a>'
    assert kept in client.get(there).content.decode()
    other.force_login(person("Bob"), "django.contrib.auth.backends.ModelBackend")
    assert "Keep this account" not in other.get(there).content.decode()


def test_who_has_an_account_to_keep_and_signs_up_goes_on(game: Game) -> None:
    client = Client()
    client.force_login(person("Bob"), "django.contrib.auth.backends.ModelBackend")
    assert client.get("/accounts/sign-up/", {"next": key_of(game)})["Location"] == key_of(game)
    away = client.get("/accounts/sign-up/", {"next": "//evil.example/x"})
    assert away["Location"] == configured.LOGIN_REDIRECT_URL


def test_the_page_to_sign_in_hands_it_on() -> None:
    page = Client().get("/accounts/sign-in/?next=/games/x/about/").content.decode()
    assert 'href="/accounts/sign-up/?next=/games/x/about/"' in page


def test_no_letter_leads_away(settings: Any) -> None:
    settings.CONFIRM_MAIL = True
    client = Client()
    client.get("/accounts/sign-up/", {"next": "//evil.example/x"})
    client.post("/accounts/sign-up/", FORM)
    there = re.search(rf"{configured.SITE_URL}(\S+)", Letter.objects.latest("pk").body)
    assert there is not None
    assert "next" not in there[1]
    done = Client().post(f"{there[1]}?next=//evil.example/x", CHOSEN)
    assert done["Location"] == configured.LOGIN_REDIRECT_URL


@pytest.mark.parametrize("there", ["//evil.example/x", "https://evil.example/", "/\\evil", "x/y"])
def test_no_link_leads_away(there: str) -> None:
    person("Bob")
    client = Client()
    client.get("/accounts/sign-up/", {"next": there})
    signed = {"username": "Bob@example.org", "password": PASSWORD}
    done = client.post("/accounts/sign-in/", signed)
    assert done["Location"] == configured.LOGIN_REDIRECT_URL


def test_who_opens_a_letter_with_a_seat_reads_what_he_signs_in_for() -> None:
    """The same for every seat and every key, whether or not there is one."""
    pages = []
    for link in ("/games/a-game/seat/one-key/", "/games/another/seat/no-key/"):
        page = Client().get(link, follow=True)
        assert page.redirect_chain[-1][0].startswith("/accounts/sign-in/")
        pages.append(page.context["asked_for"])
        assert "a letter that offers a seat in a game" in page.content.decode()
    assert pages[0] == pages[1]
    for other in ("/settings/", "//elsewhere.example/games/a/seat/b/", "no address", ""):
        page = Client().get("/accounts/sign-in/", {"next": other})
        assert page.context["asked_for"] == ""
