"""What cannot simply be taken back is asked first: a page, no script, and nothing has changed."""

import re

import pytest
from asking import asked, browser, fields, question
from django.test import Client
from tables import fresh, person, seat, started

from legation.server.accounts.models import User
from legation.server.games import create, records, votes
from legation.server.games.models import Entry, Game
from legation.server.games.offer import Offer

pytestmark = pytest.mark.django_db
AT, FR = "Austria", "France"


# Votes


def test_a_proposal_is_asked_and_names_what_ends() -> None:
    game = started(AT, FR)
    path = f"/games/{game.slug}/votes/"
    says = (
        "Propose to concede to Italy and Turkey?",
        "won by Italy and Turkey",
        "every other power",
    )
    form = {"what": "concession", "powers": ["Italy", "Turkey"]}
    asked(FR, path, form, *says)
    [proposal] = records.load(fresh(game)).view("spectator").proposals
    assert (proposal.ending, proposal.powers) == ("concession", ("Italy", "Turkey"))
    again = browser(FR).post(path, form, follow=True)
    assert "open to the vote already" in again.content.decode()
    assert again.redirect_chain
    both = {"what": "draw", "powers": ["Italy", "Turkey"]}
    asked(FR, path, both, "Propose a draw of Italy and Turkey?")
    asked(FR, path, {"what": "draw"}, "Propose a draw of all survivors?")
    page = browser(FR).get(path).content.decode()
    assert "With none ticked it is a draw of all survivors" in page
    assert 'type="radio"' not in page, "what is ticked counts by itself"
    says = ("Accept the concession to Italy and Turkey?", "France proposed it.", "for good")
    asked(AT, path, {"what": "yes", "proposal": "1"}, *says)
    assert (fresh(game).state, fresh(game).ending) == ("finished", "concession")


def test_rejecting_and_what_cannot_be_is_not_asked() -> None:
    game = started(AT, FR)
    path = f"/games/{game.slug}/votes/"
    number = votes.propose(game=game, power=FR, kind="draw")
    for form, says in (
        ({"what": "concession"}, "A concession names"),
        ({"what": "concession", "powers": ["Nowhere"]}, "Nowhere"),
        ({"what": "yes", "proposal": "99"}, "No proposal 99"),
    ):
        answer = browser(AT).post(path, form, follow=True)
        assert answer.redirect_chain
        assert says in answer.content.decode()
    browser(AT).post(path, {"what": "no", "proposal": str(number)})
    assert not records.load(fresh(game)).view("spectator").proposals


def test_alone_among_bots_the_end_is_told_before() -> None:
    game = started(FR)
    path = f"/games/{game.slug}/votes/"
    form = {"what": "concession", "powers": ["Italy"]}
    says = "All others are bots, which answer at once: the game may be over now."
    sure = question(FR, path, form, says)
    page = browser(FR).post(path, sure, follow=True).content.decode()
    assert fresh(game).state == "finished"
    assert "The game is over. Conceded: Italy." in page
    assert "put to the vote." not in page


def test_where_names_are_hidden_nobody_is_told_who_is_a_bot() -> None:
    form = {"what": "concession", "powers": ["Italy"]}
    pages = []
    for players in ((FR,), (FR, AT)):
        game = started(*players, anonymous=True)
        page = browser(FR).post(f"/games/{game.slug}/votes/", form).content.decode()
        assert "bots" not in page
        pages.append(re.sub(r'value="\w{64}"', "", page).replace(game.slug, ""))
    assert pages[0] == pages[1]


# Games and seats


def test_giving_up_a_seat() -> None:
    game = started(AT, FR)
    path = f"/games/{game.slug}/act/give-up/"
    says = ("Give up France?", "A bot plays France from now on, and anybody may take the seat.")
    asked(FR, path, {}, *says)
    assert seat(game, FR).user is None
    assert browser("Watcher").post(path, follow=True).redirect_chain, "who has none is not asked"
    closed = started(FR, replacers="nobody")
    asked(FR, f"/games/{closed.slug}/act/give-up/", {}, "A bot plays France from now on.")


def test_leaving_and_taking_an_offer_back() -> None:
    game = create.create(user=person("Maker"), offer=Offer(name="Mine", access="link"))
    create.join(game=game, user=person(FR))
    create.join(game=game, user=person(AT))
    asked(FR, f"/games/{game.slug}/act/leave/", {}, "Leave Mine?", "only its link brings you back")
    assert [entry.user for entry in Entry.objects.all()] == [person(AT)]
    withdraw = f"/games/{game.slug}/act/withdraw/"
    assert browser(AT).post(withdraw).status_code == 404, "only who may is asked"
    asked("Maker", withdraw, {}, "Take the offer of Mine back?", "1 player has joined it.")
    assert not Game.objects.exists()


# Accounts


def test_a_guest_is_asked_before_his_account_ends() -> None:
    client = Client()
    client.post("/play-alone/", {"variant": "standard"})
    guest, game = User.objects.get(), Game.objects.get()
    page = client.post("/keep/end/").content.decode()
    assert User.objects.exists()
    power = game.seats.get(user=guest).power
    for words in (
        "End this account?",
        f"{guest.name} is deleted",
        f"<li>{power} in {game.name}</li>",
    ):
        assert words in page
    client.post("/keep/end/", fields(page))
    assert not User.objects.exists()


def test_a_guest_is_asked_before_he_signs_out() -> None:
    client = Client()
    client.post("/play-alone/", {"variant": "standard"})
    guest, game = User.objects.get(), Game.objects.get()
    page = client.post("/accounts/sign-out/").content.decode()
    power = game.seats.get(user=guest).power
    for words in (
        "Sign out for good?",
        f"nobody can sign in as {guest.name} again",
        f"<li>{power} in {game.name}</li>",
        '<a class="button" href="/keep/">Keep it first</a>',
    ):
        assert words in page
    assert client.get("/keep/").status_code == 200, "he is still signed in"
    client.post("/accounts/sign-out/", fields(page))
    assert client.get("/keep/").status_code == 302
    kept = browser("Anna")
    assert kept.post("/accounts/sign-out/").status_code == 302, "others are not asked"
    assert kept.get("/accounts/profile/").status_code == 302


def test_a_question_sends_no_secret_again() -> None:
    game = started(AT, FR, mastered=True)
    form = {"power": FR, "declared": "yes", "password": "sesame", "seat_token": "key", "sure": "no"}
    page = browser("Master").post(f"/games/{game.slug}/desk/disorder/", form).content.decode()
    assert fields(page) == {"power": [FR], "declared": ["yes"], "sure": ["yes"]}
    assert "sesame" not in page


def test_a_question_escapes_what_was_typed() -> None:
    game = started(AT, FR, mastered=True)
    form = {"power": FR, "to": "person", "whom": '"><b>x@y'}
    page = browser("Master").post(f"/games/{game.slug}/desk/give/", form).content.decode()
    assert "<b>" not in page
    assert "&quot;&gt;&lt;b&gt;x@y" in page


def test_nothing_is_done_without_the_mark_of_the_form() -> None:
    game = started(AT, FR, mastered=True)
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("Master"), "django.contrib.auth.backends.ModelBackend")
    path, form = f"/games/{game.slug}/desk/end-game/", {"serial": 0, "sure": "yes"}
    assert client.post(path, form).status_code == 403
    client.get(f"/games/{game.slug}/desk/")
    mark = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    page = client.post(path, {"serial": 0, **mark}).content.decode()
    sent = re.search(r'name="csrfmiddlewaretoken" value="(\w+)">', page[page.index("<h1") :])
    assert sent is not None
    client.post(path, {**form, "csrfmiddlewaretoken": sent[1]})
    assert fresh(game).ending == "abandoned"
