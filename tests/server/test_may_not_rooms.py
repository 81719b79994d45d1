"""What pages and programs do for whom, room by room: what mutants of their checks have named."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from tables import fresh, person, reader, seat, started, time_is_up
from test_lobby_pages import letter_link

from legation.errors import StateError
from legation.server.accounts.models import User
from legation.server.api import tokens
from legation.server.api.models import Token
from legation.server.desk import acts, handing, rulings
from legation.server.desk.models import Offer, Ruling
from legation.server.games import create, reads, seats, votes
from legation.server.games.models import FORMING, Game, LogEntry
from legation.server.games.models.sheet import Sheet
from legation.server.games.offer import Offer as Wanted
from legation.server.lobby import guests
from legation.server.office import leaving
from legation.server.office.models import Suspension
from legation.server.post.models import Letter
from legation.server.press import services
from legation.server.press.members import PUBLIC, key_of
from legation.server.press.models import Draft, Message

pytestmark = pytest.mark.django_db
AT, FR, IT, MA = "Austria", "France", "Italy", "Master"
SURE = {"sure": "yes"}


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def ended(*powers: str, **offer: Any) -> Game:
    game = started(*powers, mastered=True, **offer)
    acts.abandon(game=game, actor=MA, serial=0, sure=True)
    return fresh(game)


def waiting(**offer: Any) -> Game:
    """A game that waits for players; its master is called Master."""
    return create.create(user=person(MA), offer=Wanted(name="An offer", mastered=True, **offer))


# The lobby


def test_the_front_page_lists_one_s_own_games() -> None:
    started(AT, name="Of mine", access="link")
    assert b"Of mine" in signed_in(person(AT)).get("/").content
    for client in (Client(), signed_in(person(FR))):
        assert b"Of mine" not in client.get("/").content


def test_what_is_over_is_not_given_up() -> None:
    """It is refused at once, and nobody is asked whether he is sure."""
    for game, asked in ((started(AT, name="played"), True), (ended(AT, name="over"), False)):
        answer = signed_in(person(AT)).post(f"/games/{game.slug}/act/give-up/")
        assert (b"Give up Austria?" in answer.content) == asked, game.name
        assert seat(game, AT).user == person(AT)


def test_a_guest_who_signs_out_is_told_of_the_seats_that_he_loses() -> None:
    guest = guests.make()
    for game in (started(name="still played"), ended(name="long over")):
        row = seat(game, AT)
        row.user, row.bot = guest, ""
        row.save()
    page = signed_in(guest).post("/accounts/sign-out/").content
    assert b"Austria in still played" in page
    assert b"long over" not in page


def test_a_letter_to_a_guest_is_void_once_the_account_is_kept(settings: Any) -> None:
    settings.CONFIRM_MAIL = True
    guest = guests.make()
    guests.keep(user=guest, email="new@example.org", name="Anna", zone="UTC")
    letter = letter_link("/keep/")
    assert Client().get(letter).status_code == 200
    User.objects.filter(pk=guest.pk).update(email="kept@example.org")
    assert Client().get(letter).status_code == 404
    assert guests.confirmed("no token") is None


def test_a_guest_takes_an_address_from_who_waits_and_from_nobody_else() -> None:
    for count, (active, confirmed, given) in enumerate(
        ((False, None, True), (True, None, False), (False, timezone.now(), False))
    ):
        there = person(f"There {count}")
        User.objects.filter(pk=there.pk).update(is_active=active, confirmed_at=confirmed)
        assert guests._give(guests.make(), there.email) == given, count
        assert User.objects.filter(pk=there.pk).exists() != given, count


# The office


def test_who_takes_his_data_along_reads_of_his_own_suspension() -> None:
    for name in (AT, FR):
        Suspension.objects.create(user=person(name), since=timezone.now(), why=f"as {name}")
    _, told = leaving.suspension_of(None, person(AT))
    assert [each["why"] for each in told] == ["as Austria"]
    assert leaving.suspension_of(None, person(IT)) == ("suspended", [])


# Programs


def test_a_token_says_when_it_was_used() -> None:
    tokens.make(user=person(AT), name="a program")
    token = Token.objects.get()
    today = timezone.now().date()
    Token.objects.update(used_on=None)
    tokens.used(token)
    assert Token.objects.get().used_on == today
    token.refresh_from_db()
    Token.objects.update(used_on=None)
    tokens.used(token)
    assert Token.objects.get().used_on is None, "once a day is enough"


def test_a_program_is_told_that_its_sheet_came_too_late() -> None:
    game = started(AT)
    word = tokens.make(user=person(AT), name="a program")
    time_is_up(game)
    answer = Client(headers={"Authorization": f"Bearer {word}"}).put(
        f"/api/games/{game.slug}/sheet",
        json.dumps({"typed": "A Vie H", "serial": 0}),
        content_type="application/json",
    )
    assert answer.status_code == 409
    assert "The phase was over" in answer.json()["error"]
    assert Sheet.objects.get(game=game, power=AT).late == "A Vie H"


# Votes


def test_who_is_in_no_game_that_goes_on_votes_nothing() -> None:
    """Buttons that are not on his page do nothing, and nothing is asked."""
    game, over = started(AT, FR, mastered=True), ended(AT, FR)
    number = votes.propose(game=game, power=AT, kind="draw", powers=[AT, FR])
    for row, name in ((game, MA), (game, "Stranger"), (over, AT)):
        client = signed_in(person(name))
        for form in (
            {"what": "draw"},
            {"what": "draw", **SURE},
            {"what": "yes", "proposal": number},
            {"what": "no", "proposal": number, **SURE},
        ):
            answer = client.post(f"/games/{row.slug}/votes/", form, follow=True)
            assert answer.status_code == 200
            assert b'name="sure"' not in answer.content, (name, form)
            assert list(answer.context["messages"]) == [], (name, form)
    assert len(reads.view_for(fresh(game), reader(game, FR)).proposals) == 1


# Questions, and seats on offer


def test_who_asked_is_found_in_the_game_in_which_he_did() -> None:
    """The same power of an older game is another's."""
    started(AT, name="older", mastered=True)
    game = started(FR, name="asked in", mastered=True)
    seats.give(game=game, handover=seats.Handover(power=AT, user=person("Asker")))
    User.objects.filter(name="Asker").update(mail_press=True)
    rulings.ask(game=game, user=person("Asker"), question="May I?", token="token")
    Letter.objects.all().delete()
    code = Ruling.objects.get().code
    rulings.answer(game=game, code=code, text="Yes.", told="", actor=MA)
    assert [letter.user for letter in Letter.objects.all()] == [person("Asker")]


def test_the_master_is_named_where_his_offer_is_taken() -> None:
    game = started(AT, mastered=True)
    handing.to_address(
        game=game, power=FR, address=person("Heir").email, master=person(MA), sure=True
    )
    handing.accept(offer=Offer.objects.get(), user=person("Heir"))
    assert LogEntry.objects.filter(game=game).latest("pk").actor == MA


def test_there_are_no_rulings_before_a_game_and_without_a_master() -> None:
    with_master, alone = started(AT, mastered=True, name="1"), started(AT, name="2")
    for game, status in ((with_master, 200), (waiting(), 404), (alone, 404)):
        client = signed_in(person(AT))
        assert client.get(f"/games/{game.slug}/rulings/").status_code == status, game.name


def test_the_desk_says_who_may_take_a_seat_that_is_opened() -> None:
    """Anybody, or whom the game master hands it to."""
    for replacers, whoever in (("anybody", b"by anybody"), ("master", b"by whom you hand it to")):
        game = started(AT, mastered=True, replacers=replacers, name=replacers)
        answer = signed_in(person(MA)).post(
            f"/games/{game.slug}/desk/give/", {"power": AT, "to": "open"}
        )
        assert whoever in answer.content, replacers


@pytest.mark.parametrize(("zone", "until"), [("Asia/Tokyo", "08:00:00"), ("UTC", "17:00:00")])
def test_an_end_is_by_the_clock_of_the_master_unless_it_says_otherwise(
    zone: str, until: str
) -> None:
    User.objects.filter(pk=person(MA).pk).update(zone=zone)
    day = (timezone.now() + timedelta(days=2)).date()
    for text, at in ((f"{day} 17:00", until), (f"{day} 17:00+00:00", "17:00:00")):
        game = started(AT, mastered=True)
        signed_in(User.objects.get(name=MA)).post(
            f"/games/{game.slug}/desk/extend/", {"until": text}
        )
        due = fresh(game).due
        assert due is not None
        assert str(due.time()) == at, text


# Press


def test_what_is_sent_was_one_s_own_draft_of_that_thread() -> None:
    game, other = started(AT, FR), started(AT, FR)
    among = key_of(reads.book_of(game), (AT, FR))
    for row, name, key in (
        (game, AT, PUBLIC),
        (game, AT, among),
        (game, FR, PUBLIC),
        (other, AT, PUBLIC),
    ):
        services.save_draft(game=row, user=person(name), key=key, text="begun", token="a token")
    services.send(game=game, user=person(AT), key=PUBLIC, text="sent", token="a token")
    left = {(d.game_id, d.user.name, d.key) for d in Draft.objects.all()}
    assert left == {(game.pk, AT, among), (game.pk, FR, PUBLIC), (other.pk, AT, PUBLIC)}


def test_no_thread_is_chosen_before_a_game_has_begun() -> None:
    game = waiting(fill_bot="random", starts="hand")
    create.join(game=game, user=person(AT), wishes=[AT])
    path = f"/games/{game.slug}/press/to/"
    assert game.state == FORMING
    for name in (AT, MA):
        assert signed_in(person(name)).get(path, {"to": [FR]}).status_code == 404
    create.start(game=game)
    for name in (AT, MA):
        assert signed_in(person(name)).get(path, {"to": [FR]}).status_code == 302
    assert signed_in(person("Stranger")).get(path, {"to": [FR]}).status_code == 404


@pytest.mark.parametrize(
    ("token", "once"),
    [("a" * 8, True), ("a" * 64, True), ("a" * 7, False), ("a" * 65, False), ("a b c d e", False)],
)
def test_a_mark_of_a_sending_is_taken_where_it_could_be_one(token: str, once: bool) -> None:
    game = started(AT)
    client = signed_in(person(AT))
    for _ in range(2):
        client.post(f"/games/{game.slug}/press/{PUBLIC}/send", {"text": "a word", "token": token})
    assert Message.objects.count() == (1 if once else 2)


def test_nobody_writes_where_he_is_no_member() -> None:
    game = started(AT, FR, IT)
    among = key_of(reads.book_of(game), (AT, FR))
    with pytest.raises(Exception, match="no such thread"):
        services.send(game=game, user=person(IT), key=among, text="a word", token="a token")
    with pytest.raises(StateError, match="Only who plays"):
        services.send(game=game, user=person("Stranger"), key=PUBLIC, text="a word", token="a")
    assert not Message.objects.exists()
