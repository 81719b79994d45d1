"""The lobby: the front page, lists, making and joining a game, private ones, votes, results."""

import re
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from asking import bare
from django.conf import settings
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone
from tables import PASSWORD, fresh, person, reader, started, time_is_up

from legation.bots.base import OFFERED
from legation.server.accounts.models import User
from legation.server.api import tokens
from legation.server.games import create, sheets, votes
from legation.server.games.models import Entry, Game, Seat
from legation.server.games.offer import Offer
from legation.server.lobby.catalogue import cards, taught
from legation.server.lobby.views import front, listing
from legation.variants.load import load

pytestmark = pytest.mark.django_db
SURE = {"sure": "yes"}
BACKEND = "django.contrib.auth.backends.ModelBackend"

GOOD = {
    "name": "Friends",
    "master": "",
    "unit": "hours",
    "movement": "48",
    "retreat": "24",
    "adjustment": "24",
    "grace": "12",
    "when_ready": "on",
    "zone": "Europe/Berlin",
    "missed": "hold",
    "press": "all",
    "access": "open",
    "replacers": "anybody",
    "starts": "full",
}


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(person(name), BACKEND)
    return client


def page(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, address
    text = b"".join(answer) if answer.streaming else answer.content
    return text.decode()


# Front page and lists


@pytest.mark.parametrize("address", ["/", "/games/", "/rules/", "/about/", "/games/?show=running"])
def test_pages_for_everybody(address: str) -> None:
    text = page(Client(), address)
    assert text.count("<h1") == 1
    assert '<main id="main"' in text
    assert " style=" not in text
    own = ["zone"] if address == "/" else []
    assert re.findall(r"<script[^>]*/([a-z]+)[^>/]*>", text) == [*own, "scheme"]


def test_the_front_page_offers_every_variant() -> None:
    text = page(Client(), "/")
    for card in cards():
        assert card.title in text
        assert f'value="{card.name}"' in text


@pytest.mark.parametrize("variant", [*(card.name for card in taught()), "hundred"])
def test_alone_at_one_click(variant: str) -> None:
    client = Client()
    answer = client.post("/play-alone/", {"variant": variant})
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.slug}/")
    assert (game.variant, game.state, game.access) == (variant, "running", "link")
    seats = Seat.objects.filter(game=game)
    guest = User.objects.get()
    assert [seat.user for seat in seats if seat.user_id] == [guest]
    assert {seat.bot for seat in seats if not seat.user_id} == {"steady"}
    assert page(client, f"/games/{game.slug}/about/")
    assert page(Client(), f"/games/{game.slug}/about/", 404)


def test_alone_as_whom_one_likes_against_which_bots() -> None:
    listed = page(Client(), "/")
    for card in cards():
        form = listed.split(f'id="alone-{card.name}"')[1].split("</form>")[0]
        powers = [power.name for power in load(card.name).powers]
        assert re.findall(r"<option>([^<]+)</option>", form) == powers
        assert re.findall(r'<option value="([\w:]+)"', form) == list(OFFERED)
        assert '<option value="steady" selected>' in form
    chosen = {"variant": "standard", "power": "Turkey", "bot": "random"}
    client = Client()
    there = client.post("/play-alone/", chosen)["Location"]
    assert "played without press" in page(client, f"{there}press/")
    seats = {seat.power: seat for seat in Seat.objects.all()}
    assert seats.pop("Turkey").user == User.objects.get()
    assert len(seats) == 6
    assert {(seat.user_id, seat.bot) for seat in seats.values()} == {(None, "random")}
    for wrong, said in (
        ({"power": "Spain"}, "no power is called &quot;Spain&quot;"),
        ({"bot": "clever"}, "no bot is called &quot;clever&quot;"),
    ):
        client = Client()
        answer = client.post("/play-alone/", chosen | wrong, follow=True)
        assert said.casefold() in answer.content.decode().casefold()
    assert (User.objects.count(), Game.objects.count()) == (1, 1), "no guest without a game"


def test_alone_once_more_is_the_same_guest() -> None:
    client = Client()
    for _ in range(2):
        client.post("/play-alone/", {"variant": "standard"})
    assert (User.objects.count(), Game.objects.count()) == (1, 2)


@pytest.mark.parametrize(
    ("sent", "kept"), [("Asia/Tokyo", "Asia/Tokyo"), ("Mars/Base", "UTC"), ("", "UTC")]
)
def test_alone_by_the_clock_of_ones_browser(sent: str, kept: str) -> None:
    assert 'name="zone" data-zone' in page(Client(), "/")
    client = Client()
    client.post("/play-alone/", {"variant": "standard", "zone": sent})
    guest = User.objects.get()
    assert (guest.zone, guest.mail_deadline) == (kept, False)
    assert f"Times are in {kept}." in page(client, "/")
    assert "data-zone" not in page(client, "/")


def test_alone_of_no_variant() -> None:
    assert Client().post("/play-alone/", {"variant": "../standard"}).status_code == 404
    assert not User.objects.exists()


def test_who_asks_too_often_gets_no_more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(front, "MOST_ALONE", 2)
    client = Client()
    wanted = ["x", "claudian", "claudian", "claudian"]  # what is no variant does not count
    found = [client.post("/play-alone/", {"variant": v}).status_code for v in wanted]
    assert found == [404, 302, 302, 429]


def test_filters_work_by_their_address() -> None:
    create.create(user=None, offer=Offer(name="Slow one"))
    create.create(user=None, offer=Offer(name="Quick", movement=10, retreat=5, adjustment=5))
    create.create(user=None, offer=Offer(name="Silent", variant="warwick", press="none"))
    create.create(user=None, offer=Offer(name="Unseen", access="link"))
    started("France", name="Begun")

    def listed(query: str) -> set[str]:
        text = page(Client(), f"/games/?{query}")
        names = {"Slow one", "Quick", "Silent", "Unseen", "Begun"}
        return {name for name in names if f">{name}</a>" in text}

    assert listed("") == {"Slow one", "Quick", "Silent"}
    assert listed("show=running") == {"Begun"}
    assert listed("show=finished") == set()
    assert listed("pace=live") == {"Quick"}
    assert listed("variant=warwick") == {"Silent"}
    assert listed("press=none") == {"Silent"}
    assert listed("name=slow") == {"Slow one"}
    assert listed("variant=nonsense&pace=%00&page=x") == {"Slow one", "Quick", "Silent"}
    assert listed("show=own") == {"Slow one", "Quick", "Silent"}


def test_one_list_serves_all_who_have_the_same_clock() -> None:
    """Anna and Bert in Lagos share it; Chie in Tokyo, and who is not signed in, have others."""
    noon = (timezone.now() + timedelta(days=3)).replace(hour=12, minute=0, second=0, microsecond=0)
    create.create(user=None, offer=Offer(name="Noon", starts="time", start_at=noon))
    clients = {name: Client() for name in ("Anna", "Bert", "Chie", "")}
    for name, zone in (("Anna", "Africa/Lagos"), ("Bert", "Africa/Lagos"), ("Chie", "Asia/Tokyo")):
        clients[name].force_login(person(name, zone=zone), BACKEND)

    def listed(name: str) -> str:
        text = page(clients[name], "/games/")
        assert all((other in text) == (other == name) for other in ("Anna", "Bert", "Chie"))
        found = re.search(r"starts (\d+:\d+)", text)
        return f"{found and found[1]}, own {'my games' in text.lower()}"

    with patch.object(listing, "_listed", wraps=listing._listed) as made:
        assert listed("Anna") == "13:00, own True"
        assert listed("Bert") == "13:00, own True"
        assert made.call_count == 1
        assert listed("Chie") == "21:00, own True"
        assert listed("") == "12:00, own False"
        create.create(user=None, offer=Offer(name="One more"))
        assert ">One more</a>" in page(clients["Bert"], "/games/")


def test_a_list_that_was_made_while_it_changed_is_not_kept() -> None:
    create.create(user=None, offer=Offer(name="First"))

    def made(request: HttpRequest) -> Any:
        context: Any = _listed(request)
        len(context[0]["page"])  # it is read here, and then there is one more
        create.create(user=None, offer=Offer(name="Second"))
        return context

    _listed = listing._listed
    with patch.object(listing, "_listed", made):
        assert ">Second</a>" not in page(Client(), "/games/")
    Game.objects.get(name="Second").delete()  # so that it looks as it did when that was made
    with patch.object(listing, "_listed", wraps=_listed) as again:
        assert ">First</a>" in page(Client(), "/games/")
    assert again.call_count == 1


def test_many_games_stand_on_several_pages() -> None:
    for number in range(31):
        create.create(user=None, offer=Offer(name=f"Game {number}"))
    assert page(Client(), "/games/").count('class="name"') == 30
    assert page(Client(), "/games/?page=2").count('class="name"') == 1


@pytest.mark.parametrize("card", taught(), ids=lambda card: card.name)
def test_pictures_of_boards(card: Any) -> None:
    whole = Client().get(f"/maps/{card.name}.svg")
    small = Client().get(f"/maps/small/{card.name}.svg")
    assert whole["Content-Type"] == small["Content-Type"] == "image/svg+xml"
    assert "script-src" not in whole["Content-Security-Policy"]
    assert "default-src 'none'" in whole["Content-Security-Policy"]
    assert len(small.content) < len(whole.content)
    assert b"<text" not in small.content
    assert Client().get("/maps/nowhere.svg").status_code == 404


# Offering


@pytest.mark.parametrize("variant", [card.name for card in taught()])
def test_the_form_has_every_ruling_with_its_clause(variant: str) -> None:
    text = page(signed_in("Maker"), f"/games/new/{variant}/")
    for spec in load(variant).option_specs:
        if f'name="ruling_{spec.id}"' in text:
            assert f"/rules/{variant}/#{spec.clause.split()[0].lower()}" in text
        else:
            assert (variant, spec.needs != "") in {("london_nights", True), ("warwick", True)}


def test_the_form_has_the_rulings_that_matter() -> None:
    """In London nobody sails: of the 21 rulings of the standard game four matter there."""
    text = page(signed_in("Maker"), "/games/new/london_nights/")
    common = {spec.id for spec in load("standard").option_specs}
    assert len(common) == 21
    assert {i for i in common if f'name="ruling_{i}"' in text} == {
        *("too-many-builds", "too-many-removals", "civil-disorder", "void-move")
    }
    assert 'name="ruling_police-leash"' in text
    assert "How far from the river bank the Police may go</label>" in text
    assert "As usual: two moves from its nearest space." in text
    assert ">One move from its nearest space.</option>" in text
    text = page(signed_in("Maker"), "/games/new/claudian/")
    assert all(f'name="ruling_{i}"' in text for i in common)


def test_time_zones_are_named_after_places() -> None:
    anna = signed_in("Anna")
    for address in ("/games/new/standard/", "/accounts/profile/"):
        zones = set(re.findall(r'<option value="([\w/+-]+)"', page(anna, address)))
        assert {"UTC", "Europe/Berlin", "Asia/Kolkata", "America/Argentina/Buenos_Aires"} <= zones
        assert not zones & {"Etc/GMT+3", "Asia/Calcutta", "US/Eastern", "Europe/Belfast", "EST5EDT"}
    old = person("Old", zone="Asia/Calcutta")
    assert '<option value="Asia/Calcutta" selected' in page(signed_in("Old"), "/accounts/profile/")
    form = {"name": "Old", "zone": "Asia/Calcutta"}
    assert signed_in("Old").post("/accounts/profile/", form).status_code == 302
    old.refresh_from_db()
    assert old.zone == "Asia/Calcutta"


def test_offering_a_game() -> None:
    maker = signed_in("Maker")
    chosen = {"ruling_paradox": "all-hold", "edition": "1982", "anonymous": "on", "fixed": "21:00"}
    answer = maker.post("/games/new/standard/", {**GOOD, **chosen})
    game = Game.objects.get()
    assert answer["Location"] == f"/games/{game.slug}/about/"
    assert (game.movement_minutes, game.grace_minutes, game.anonymous) == (2880, 720, True)
    assert game.options["paradox"] == "all-hold"
    assert game.options["civil-disorder"] == "home-centre"
    text = page(maker, answer["Location"])
    assert "A convoyed army that would save or doom its own convoy</dt>" in text
    assert "Every move at stake fails." in text
    assert "Usually: The convoys at stake do not run." in text
    assert "all-hold" not in text.replace('value="all-hold"', "")  # what is read
    assert "then until 21:00 (Europe/Berlin)" in text


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"movement": ""}, "movement"),
        ({"movement": "0"}, "movement"),
        ({"movement": "9999"}, "movement"),
        ({"unit": "years"}, "unit"),
        ({"grace": "99999"}, "grace"),
        ({"unit": "none", "when_ready": ""}, "when_ready"),
        ({"access": "password"}, "password"),
        ({"password": "sesame"}, "password"),
        ({"starts": "time"}, "start_at"),
        ({"starts": "time", "start_at": "2020-01-01T12:00"}, "start_at"),
        ({"start_at": "2099-01-01T12:00"}, "start_at"),
        ({"replacers": "master"}, "replacers"),
        ({"zone": "Mars/Base"}, "zone"),
        ({"fixed": "25:00"}, "fixed"),
        ({"ruling_paradox": "guess"}, "ruling_paradox"),
        ({"edition": "1066"}, "edition"),
        ({"missed": "shoot"}, "missed"),
    ],
)
def test_a_fault_stands_beside_its_field_and_nothing_is_lost(
    wrong: dict[str, str], field: str
) -> None:
    sent = {**GOOD, "name": "Kept as typed", **wrong}
    answer = signed_in("Maker").post("/games/new/standard/", sent)
    assert answer.status_code == 422
    assert not Game.objects.exists()
    text = answer.content.decode()
    assert f'id="id_{field}_error"' in text
    if sent["name"]:
        assert "Kept as typed" in text


def test_a_game_that_nothing_ends_has_a_master_who_is_told_so() -> None:
    sent, maker = {**GOOD, "unit": "none", "when_ready": ""}, signed_in("Maker")
    refused = maker.post("/games/new/standard/", sent).content.decode()
    assert "a phase would never end: let it end when all are ready, or set deadlines." in refused
    assert not Game.objects.exists()
    text = maker.post("/games/new/standard/", {**sent, "master": "me"}, follow=True)
    assert "each ends only when you end it at your desk" in text.content.decode()
    facts = page(Client(), f"/games/{Game.objects.get().slug}/about/")
    assert "No deadlines: a phase lasts until the game master ends it" in facts
    assert "A phase still lasts until the game master ends it" in facts
    assert "each ends only" not in facts
    usual = maker.post("/games/new/standard/", {**sent, "when_ready": "on"}, follow=True)
    assert "each ends only" not in usual.content.decode()


def test_a_ruling_that_needs_a_game_master_is_said_so() -> None:
    sent = {**GOOD, "ruling_police-orders": "game-master"}
    answer = signed_in("Maker").post("/games/new/london_nights/", sent)
    assert "be the game master, or let them be automatic" in answer.content.decode()
    answer = signed_in("Maker").post("/games/new/london_nights/", {**sent, "master": "me"})
    assert answer.status_code == 302


def test_only_who_is_signed_in_offers_games() -> None:
    answer = Client().post("/games/new/standard/", GOOD)
    assert answer["Location"].startswith("/accounts/sign-in/")


# Joining


def test_joining_with_wishes_leaving_starting() -> None:
    maker, anna = signed_in("Maker"), signed_in("Anna")
    maker.post("/games/new/standard/", {**GOOD, "starts": "hand", "fill": "on"})
    about = f"/games/{Game.objects.get().slug}/about/"
    act = about.replace("about", "act")
    anna.post(f"{act}join/", {"wish_1": "Turkey", "wish_2": "Italy"})
    assert Entry.objects.get().wishes == ["Turkey", "Italy"]
    assert "1 of 7 players" in page(anna, about)
    assert "Start now" in page(maker, about)
    assert "Start now" not in page(anna, about)
    anna.post(f"{act}leave/", SURE)
    assert not Entry.objects.exists()
    assert "Start now" not in page(maker, about)
    anna.post(f"{act}join/", {"wish_1": "Turkey"})
    assert anna.post(f"{act}start/").status_code == 404
    maker.post(f"{act}start/")
    game = Game.objects.get()
    assert game.state == "running"
    assert reader(game, "Anna").power == "Turkey"
    assert "Anna (you)" in page(anna, about)
    assert "The game has started" in anna.post(f"{act}leave/", SURE, follow=True).content.decode()


def test_what_is_refused_is_said_on_the_page() -> None:
    game = create.create(user=person("Maker"), offer=Offer(name="Mine", mastered=True))
    answer = signed_in("Maker").post(f"/games/{game.slug}/act/join/", follow=True)
    assert "You are the game master, and cannot play as well." in answer.content.decode()


def test_an_offer_is_taken_back_by_its_maker_alone() -> None:
    game = create.create(user=person("Maker"), offer=Offer(name="Mine"))
    withdraw = f"/games/{game.slug}/act/withdraw/"
    assert signed_in("Anna").post(withdraw, SURE).status_code == 404
    assert Game.objects.exists()
    signed_in("Maker").post(withdraw, SURE)
    assert not Game.objects.exists()


def test_a_seat_is_given_up_and_taken() -> None:
    game = started("France")
    act, about = f"/games/{game.slug}/act", f"/games/{game.slug}/about/"
    signed_in("France").post(f"{act}/give-up/", SURE)
    assert "Take France" in page(signed_in("Anna"), about)
    assert "Take France" not in page(Client(), about)
    signed_in("Anna").post(f"{act}/take/", {"power": "France"})
    assert reader(game, "Anna").power == "France"
    assert "France, as you knew it" in page(signed_in("France"), about)


def test_nothing_is_done_by_a_link() -> None:
    game = create.create(user=person("Maker"), offer=Offer(name="Mine"))
    for what in ("join", "leave", "start", "withdraw", "take", "give-up", "come-back"):
        assert signed_in("Maker").get(f"/games/{game.slug}/act/{what}/").status_code == 405
    assert Client().get("/play-alone/").status_code == 405


def test_an_anonymous_game_names_nobody() -> None:
    game = started("France", "Italy", anonymous=True)
    text = page(signed_in("Italy"), f"/games/{game.slug}/about/")
    assert "Italy (you)" in text
    assert text.count("not told") == 6


# Private games


def test_a_private_game_is_not_there_for_others() -> None:
    game = create.create(user=person("Maker"), offer=Offer(name="Hush", access="link"))
    started_one = started("France", access="link", name="Hush too")
    for slug in (game.slug, started_one.slug):
        for path in ("about/", "votes/", "report/", "report/0/", "report/0.txt", "replay/"):
            gone = signed_in("Anna").get(f"/games/{slug}/{path}")
            never = signed_in("Anna").get(f"/games/aaaaaaaaaa/{path}")
            assert gone.status_code == never.status_code == 404
            assert bare(gone.content) == bare(never.content)
        assert Client().get(f"/games/{slug}/key/wrong/").status_code == 404
        assert signed_in("Anna").post(f"/games/{slug}/act/join/").status_code == 404
    assert "Hush" not in page(signed_in("Anna"), "/games/")


def test_a_link_opens_a_private_game() -> None:
    game = create.create(user=person("Maker"), offer=Offer(name="Hush", access="link"))
    key = f"/games/{game.slug}/key/{game.token}/"
    assert key in page(signed_in("Maker"), f"/games/{game.slug}/about/")
    anna = signed_in("Anna")
    assert anna.get(key)["Location"] == f"/games/{game.slug}/about/"
    text = page(anna, f"/games/{game.slug}/about/")
    assert key not in text  # she may look on, and not yet invite
    anna.post(f"/games/{game.slug}/act/join/")
    assert key in page(anna, f"/games/{game.slug}/about/")


def test_a_password_opens_a_private_game() -> None:
    offer = Offer(name="Club", access="password", password="sesame")
    game = create.create(user=person("Maker"), offer=offer)
    anna = signed_in("Anna")
    enter = f"/games/{game.slug}/enter/"
    shut, never = anna.get(enter), anna.get("/games/aaaaaaaaaa/enter/")
    assert bare(shut.content) == bare(never.content)
    wrong = anna.post(enter, {"password": "open"})
    nothing = anna.post("/games/aaaaaaaaaa/enter/", {"password": "open"})
    assert wrong.status_code == nothing.status_code == 422
    assert bare(wrong.content) == bare(nothing.content)
    assert anna.post(enter, {"password": "sesame"})["Location"] == f"/games/{game.slug}/about/"
    assert "Club" in page(anna, f"/games/{game.slug}/about/")
    codes = [anna.post(enter, {"password": "guess"}).status_code for _ in range(10)]
    assert codes[-1] == 429


# Votes and the end


def test_a_draw_is_proposed_and_accepted_in_secret() -> None:
    game = started("France", "Italy")
    voting = f"/games/{game.slug}/votes/"
    france, italy = signed_in("France"), signed_in("Italy")
    france.post(voting, {"what": "draw", "powers": ["France", "Italy"], **SURE})
    assert "A draw of France, Italy, proposed by France" in page(italy, voting)
    assert "You have accepted it" in page(france, voting)
    assert "You have accepted it" not in page(italy, voting)
    assert "Accept</button>" not in page(signed_in("Anna"), voting)
    italy.post(voting, {"proposal": "1", "what": "no"})
    text = page(france, voting)
    assert "No ending is put to the vote" in text
    assert fresh(game).state == "running"


def test_what_nobody_votes_on_is_refused_on_the_page() -> None:
    game = started("France")
    voting = f"/games/{game.slug}/votes/"
    client = signed_in("France")
    assert (
        "a concession names"
        in client.post(voting, {"what": "concession"}, follow=True).content.decode().lower()
    )
    for sent in ({"what": "yes", "proposal": "99"}, {"what": "yes", "proposal": "x"}, {}):
        assert client.post(voting, sent, follow=True).status_code == 200
    assert fresh(game).state == "running"


def test_the_page_of_a_game_that_is_over_opens_everything() -> None:
    game = started("France")
    about = f"/games/{game.slug}/about/"
    seed_hash = re.search(r"[0-9a-f]{64}", page(Client(), about))
    assert seed_hash is not None
    assert "0123456789abcdef" not in page(Client(), about)
    for query in ("?as=archive", "?as=Italy"):
        assert Client().get(f"/games/{game.slug}/replay/{query}").status_code == 404
        assert Client().get(f"/games/{game.slug}/report/0/{query}").status_code == 404
    votes.propose(game=game, power="France", kind="concession", powers=["Italy"])
    assert fresh(game).state == "finished"
    text = page(Client(), about)
    assert "Conceded: Italy." in text
    assert "The game is conceded to Italy." in text
    assert "0123456789abcdef0123456789abcdef" in text
    assert seed_hash[0] in text
    assert f"/games/{game.slug}/?as=archive" in text


# Guests


def test_a_guest_keeps_his_games_by_a_letter(settings: Any) -> None:
    settings.CONFIRM_MAIL = True
    client = Client()
    client.post("/play-alone/", {"variant": "standard"})
    guest = User.objects.get()
    wish = {"name": "Anna", "email": "anna@example.org", "zone": "UTC"}
    text = client.post("/keep/", wish).content.decode()
    assert "A letter is on its way" in text
    assert User.objects.get().email.endswith("@guest.invalid")
    assert "Anna" in page(client, "/")  # he is still signed in
    link = letter_link("/keep/")
    assert "Keep the account" in page(Client(), link)
    assert Client().post(link, {"name": "Anna", "password": PASSWORD}).status_code == 302
    kept = User.objects.get()
    assert (kept.pk, kept.email, kept.name) == (guest.pk, "anna@example.org", "Anna")
    assert (kept.mail_phase, kept.mail_deadline, kept.mail_end) == (True, True, True)
    assert Client().get(link).status_code == 404
    again = Client().post(
        "/accounts/sign-in/", {"username": "anna@example.org", "password": PASSWORD}
    )
    assert again.status_code == 302


def test_a_guest_who_gives_anothers_address_has_nothing_of_it(settings: Any) -> None:
    settings.CONFIRM_MAIL = True
    client = Client()
    client.post("/play-alone/", {"variant": "standard"})
    program = Client(
        headers={"Authorization": f"Bearer {tokens.make(user=User.objects.get(), name='x')}"}
    )
    Client().post("/accounts/sign-up/", {"name": "Eve", "email": "anna@example.org", "zone": "UTC"})
    mine = {"name": "Mallory", "email": "anna@example.org", "zone": "UTC", "password": "x" * 12}
    client.post("/keep/", mine)
    assert program.get("/api/games").status_code == 200
    owner = Client()
    owner.post(letter_link("/keep/"), {"name": "Anna", "password": PASSWORD})
    assert [user.name for user in User.objects.all()] == ["Anna"], "nobody had begun Eve"
    assert owner.get("/accounts/profile/").status_code == 200
    assert client.get("/accounts/profile/").status_code == 302
    assert program.get("/api/games").status_code == 401
    wrong = {"username": "anna@example.org", "password": "x" * 12}
    assert Client().post("/accounts/sign-in/", wrong).status_code == 200


def test_a_guest_learns_nothing_of_an_address(settings: Any) -> None:
    settings.CONFIRM_MAIL = True
    person("Ben")
    client = Client()
    client.post("/play-alone/", {"variant": "standard"})
    free = {"name": "Anna", "email": "anna@example.org", "zone": "UTC"}
    taken = {**free, "email": "Ben@example.org"}
    first, front = client.post("/keep/", taken), page(client, "/")
    second = client.post("/keep/", free)
    assert first.status_code == second.status_code == 200
    assert bare(first.content) == bare(second.content)
    assert bare(front.encode()) == bare(page(client, "/").encode())
    assert "You play as Anna." in front


def test_a_guest_ends_his_account() -> None:
    client = Client()
    client.post("/play-alone/", {"variant": "standard"})
    client.post("/keep/end/", SURE)
    assert not User.objects.exists()
    assert Seat.objects.filter(user=None, bot="").count() == 0
    assert signed_in("Anna").post("/keep/end/", SURE).status_code == 404


def letter_link(start: str) -> str:
    from legation.server.post.models import Letter

    body = Letter.objects.latest("pk").body
    found = re.search(rf"{settings.SITE_URL}({start}\S+)", body)
    assert found is not None, body
    return found[1]


def test_times_of_a_start_are_by_ones_own_clock() -> None:
    user = person("Maker", zone="Asia/Tokyo")
    client = Client()
    client.force_login(user, BACKEND)
    at = (timezone.now() + timedelta(days=3)).replace(hour=12, minute=0, second=0, microsecond=0)
    sent = {**GOOD, "starts": "time", "start_at": f"{at:%Y-%m-%d}T21:00"}
    client.post("/games/new/standard/", sent)
    assert Game.objects.get().start_at == at
    assert "starts at 21:00" in page(client, f"/games/{Game.objects.get().slug}/about/")


def test_ones_own_games_say_what_is_to_be_done() -> None:
    game = started("France", "Italy", name="Waits")
    started("France", name="Over already")
    over = Game.objects.get(name="Over already")
    votes.propose(game=over, power="France", kind="concession", powers=["Italy"])
    own, france = "/games/?show=own", signed_in("France")
    text = page(france, own)
    assert text.index(">Waits</a>") < text.index(">Over already</a>")
    assert "You play France" in text
    assert text.count("no orders yet") == 1
    sheets.submit(game=game, power="France", typed="A Par - Bur")
    assert "orders saved, not ready" in page(france, own)
    sheets.settle(game=game, power="France", settled=True)
    assert "France: ready" in page(france, own)
    assert "no orders yet" in page(signed_in("Italy"), own)
    assert "Waits" not in page(france, "/games/?show=open")


def test_who_asks_for_the_head_of_a_page_alone_has_that_of_the_page() -> None:
    """As who watches a site does, and who looks whether a link is alive."""
    person("Shown", open_record=True)
    game = started("France")
    time_is_up(game)
    own = f"/games/{game.slug}/"
    pages = ("/", "/games/", "/rules/", "/about/", "/players/Shown/")
    of_game = (own, f"{own}about/", f"{own}replay/", f"{own}report/0/", f"{own}report/0.txt")
    for address in (*pages, *of_game):
        head, whole = Client().head(address), Client().get(address)
        assert (address, head.status_code, head.content) == (address, 200, b"")
        assert head["Content-Type"] == whole["Content-Type"]
        assert whole.content
