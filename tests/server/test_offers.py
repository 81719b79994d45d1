"""A seat is offered by mail to whoever has an address, and nobody learns who has an account."""

import re
from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from asking import browser
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from tables import PASSWORD, fresh, person, seat, started, time_is_up

from legation.server.accounts import services
from legation.server.accounts.limits import allowed
from legation.server.accounts.models import Attempt, User
from legation.server.desk import handing, unasked
from legation.server.desk.models import Offer
from legation.server.games import seats, standby
from legation.server.games.models import Game
from legation.server.post import outbox
from legation.server.post.models import Letter
from legation.server.running.carrier import Carrier
from legation.server.running.worker import Working

pytestmark = pytest.mark.django_db
AT, FR = "Austria", "France"
BACKEND = "django.contrib.auth.backends.ModelBackend"
NEW = "new.one@example.org"


def offer(game: Game, whom: str, power: str = FR) -> Any:
    form = {"power": power, "to": "person", "whom": whom, "sure": "yes"}
    return browser("Master").post(f"/games/{game.slug}/desk/give/", form, follow=True)


def link(address: str) -> str:
    body = (
        Letter.objects.filter(address__iexact=address, subject__contains="seat").latest("pk").body
    )
    found = re.search(r"https?://[^/]+(/games/\S+/seat/\S+)", body)
    assert found is not None
    return found[1]


def desk(game: Game) -> str:
    return browser("Master").get(f"/games/{game.slug}/desk/").content.decode()


def test_who_has_no_account_yet_makes_one_and_takes_the_seat() -> None:
    game = started(AT, FR, mastered=True, access="link")
    offer(game, NEW)
    Working("one").once()
    Carrier().once()
    [sent] = [m for m in mail.outbox if m.to == [NEW]]
    there, joining, _off = re.findall(r"https?://[^/]+(/\S+)", str(sent.body))
    assert joining == f"/accounts/sign-up/?next={quote(there, safe='')}"
    client = Client()
    answer = client.get(there)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/sign-in/?next=/games/")
    client.get(joining)
    form = {"name": "Newcomer", "email": NEW.upper(), "zone": "UTC"}
    client.post(joining, form)
    body = Letter.objects.filter(address__iexact=NEW, subject__contains="Confirm").get().body
    chosen = {"name": "Newcomer", "password": PASSWORD}
    done = Client().post(str(re.findall(r"https?://[^/]+(/\S+)", body)[0]), chosen)
    assert done["Location"] == there, "on another device as well"
    client.force_login(User.objects.get(name="Newcomer"), BACKEND)
    page = client.get(there).content.decode()
    assert "learns that your account has the address" in page[: page.index("Take the seat")]
    client.post(there)
    assert seat(game, FR).user == User.objects.get(name="Newcomer")
    gone = client.get(there)
    assert gone.status_code == 404, "it is void once it is used"
    assert "The seat has gone to somebody, or is no longer on offer" in gone.content.decode()
    assert NEW not in desk(game)


def test_the_offer_is_the_same_whether_or_not_there_is_an_account() -> None:
    found = []
    for whom in (person("Heir").email, "nobody@example.org"):
        game = started(AT, FR, mastered=True)
        Attempt.objects.all().delete()  # that it is counted is no answer
        with CaptureQueriesContext(connection) as queries:
            page = offer(game, whom).content.decode()
        letter = Letter.objects.get(address=whom)
        assert letter.user is None
        plain = re.sub(r'value="\w{64}"|since=[\d.]+|\d\d:\d\d', "", page)
        code = Offer.objects.latest("pk").code
        body = letter.body[: letter.body.index("-- \n")]  # after it the address, sealed
        texts = (re.sub(r'value="\d+" aria', "", plain), letter.subject, body, letter.kind)
        alike = [t.replace(whom, "X").replace(game.slug, "G").replace(code, "C") for t in texts]
        found.append((*alike, str(len(queries))))
        Offer.objects.all().delete()
    assert found[0] == found[1]


def test_an_open_offer_is_seen_and_taken_back() -> None:
    game, heir = started(AT, FR, mastered=True), person("Heir")
    offer(game, heir.email)
    page = desk(game)
    assert "France, to Heir@example.org, since" in page
    assert "Heir@example.org" not in browser(AT).get(f"/games/{game.slug}/log/").content.decode()
    there, number = link(heir.email), Offer.objects.get().pk
    assert browser("Heir").get(there).status_code == 200
    form = {"offer": number}
    path = f"/games/{game.slug}/desk/withdraw/"
    assert browser(AT).post(path, form).status_code == 404
    assert "its letter is void" in browser("Master").post(path, form, follow=True).content.decode()
    assert browser("Heir").get(there).status_code == 404
    assert browser("Heir").post(there).status_code == 404
    assert "On offer by mail" not in desk(game)
    again = browser("Master").post(path, form)
    assert again.status_code == 422
    assert "no longer on offer" in again.content.decode()
    assert browser("Master").post(path, {"offer": "9" * 30}).status_code == 422
    other = started(AT, FR, mastered=True)
    offer(other, heir.email)
    stolen = {"offer": Offer.objects.get().pk}
    assert browser("Master").post(path, stolen).status_code == 422, "of another game"


@pytest.mark.parametrize("how", ["old", "given", "over"])
def test_an_offer_ends(how: str) -> None:
    game, heir = started(AT, FR, mastered=True), person("Heir")
    offer(game, heir.email)
    there = link(heir.email)
    if how == "old":
        Offer.objects.update(made_at=timezone.now() - timedelta(days=7, minutes=1))
    elif how == "given":
        seats.give(
            game=game, handover=seats.Handover(power=FR, user=person("Quick"), actor="Master")
        )
    else:
        browser("Master").post(
            f"/games/{game.slug}/desk/end-game/", {"serial": fresh(game).serial, "sure": "yes"}
        )
    assert browser("Heir").get(there).status_code == 404
    assert heir.email not in desk(game)
    if how != "over":
        handing.tidy(timezone.now())
        assert not Offer.objects.exists()


def test_an_offer_is_for_its_address_alone() -> None:
    game, heir = started(AT, FR, mastered=True), person("Heir")
    offer(game, heir.email)
    for name in ("Stranger", AT, "Master"):
        assert browser(name).get(link(heir.email)).status_code == 404
        assert browser(name).post(link(heir.email)).status_code == 404
    time_is_up(game)
    assert browser("Heir").get(link(heir.email)).status_code == 200, "a phase does not end it"
    assert services.export(user=heir)["seats offered"][0]["as"] == FR
    services.delete(user=heir)
    assert not Offer.objects.exists()


def test_what_an_address_wants_is_told_for_a_letter_of_the_day() -> None:
    game = started(AT, FR, mastered=True)
    unasked.switch(NEW, off=True)
    form = {"power": FR, "to": "person", "whom": NEW}
    path = f"/games/{game.slug}/desk/give/"
    for _ in range(2):
        page = browser("Master").post(path, form).content.decode()
        assert "Offer the seat of France?" in page
    said = [offer(game, NEW).content.decode() for _ in range(5)]
    assert ["wants no letters" in page for page in said] == [True, True, True, True, False]
    assert "written to often today" in said[-1]
    master, day = str(person("Master").pk), timedelta(days=1)
    while allowed("hand-seat", master, 20, day):
        pass
    assert "You have offered many seats today" in offer(game, "a@example.org").content.decode()
    path = f"/games/{game.slug}/desk/standby/"
    assert "wants no letters" in browser("Master").post(path, {"whom": NEW}).content.decode()
    while allowed("put-on-list", master, standby.MOST, day):
        pass
    page = browser("Master").post(path, {"whom": NEW}).content.decode()
    assert "You have put many addresses on lists today" in page


def test_a_letter_that_waits_to_be_tried_again_is_taken_back_with_its_offer() -> None:
    game = started(AT, FR, mastered=True)
    offer(game, NEW)
    outbox.not_sent(Letter.objects.get(address=NEW), OSError("the line is cut"))
    form = {"offer": Offer.objects.get().pk}
    browser("Master").post(f"/games/{game.slug}/desk/withdraw/", form)
    assert not Letter.objects.filter(address=NEW).exists()
