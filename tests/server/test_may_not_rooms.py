"""What pages and programs do for whom, room by room: what mutants of their checks have named."""

import json
from datetime import UTC, datetime, timedelta
from datetime import timezone as zones
from typing import Any
from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from tables import fresh, person, reader, seat, started, time_is_up
from test_lobby_pages import letter_link

from legation.errors import InputError, StateError
from legation.server.accounts import limits
from legation.server.accounts import services as accounts
from legation.server.accounts.middleware import own_zone
from legation.server.accounts.models import User
from legation.server.api import entry, tokens
from legation.server.api import leaving as token_leaving
from legation.server.api.models import Token
from legation.server.desk import acts, handing, rulings
from legation.server.desk.models import Offer, Ruling
from legation.server.games import create, letters, reads, seats, votes
from legation.server.games.models import FORMING, Game, LogEntry
from legation.server.games.models.sheet import Sheet
from legation.server.games.offer import Offer as Wanted
from legation.server.lobby import guests
from legation.server.office import acts as office
from legation.server.office import leaving
from legation.server.office.models import Stopped, Suspension
from legation.server.office.views import may
from legation.server.post import outbox
from legation.server.post.models import Letter
from legation.server.press import inbox, services
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


# Accounts


def test_tries_are_counted_for_each_by_himself() -> None:
    hour = timedelta(hours=1)
    for _ in range(3):
        limits.allowed("write", AT, 2, hour)
    for what, who in (("write", FR), ("ask", AT)):
        assert limits.allowed(what, who, 2, hour)
        assert limits.allowed(what, who, 2, hour), "the tries of others are not his"
    assert not limits.allowed("write", AT, 2, hour)
    limits.forget("write", FR)
    assert not limits.allowed("write", AT, 2, hour)
    assert [limits.allowed("write", FR, 2, hour) for _ in range(3)] == [True, True, False]
    limits.forget("write", AT)
    assert limits.allowed("write", AT, 2, hour)


def test_what_waits_to_be_confirmed_is_forgotten_and_no_other_account() -> None:
    old = timezone.now() - timedelta(days=30)
    for name, active, confirmed in (
        ("Waits", False, None),
        ("Plays", True, None),
        ("Suspended", False, old),
        ("Confirmed", True, old),
    ):
        user = person(name, is_active=active)
        User.objects.filter(pk=user.pk).update(joined_at=old, confirmed_at=confirmed)
    person("Fresh", is_active=False)
    User.objects.filter(name="Fresh").update(confirmed_at=None)
    accounts.forget_unconfirmed(timezone.now())
    left = set(User.objects.values_list("name", flat=True))
    assert left == {"Plays", "Suspended", "Confirmed", "Fresh"}


def test_who_is_shut_out_without_a_word_is_told_none() -> None:
    """Of a suspension its reason is told; of another account not even that it is there."""
    for name in (AT, FR):
        user = person(name)
        User.objects.filter(pk=user.pk).update(is_active=False, confirmed_at=timezone.now())
    Suspension.objects.create(user=person(AT), since=timezone.now(), why="a reason")
    Letter.objects.all().delete()
    for name in (AT, FR):
        accounts.forgotten(email=person(name).email)
    suspended, other = (letter.body for letter in Letter.objects.order_by("pk"))
    assert "a reason" in suspended
    assert "no account" in other


def test_who_has_another_password_is_told_where_he_can_be() -> None:
    guest, known = guests.make(), person(AT)
    for user in (guest, known):
        accounts.change_password(user=user, password="another long one")
    told = Letter.objects.values_list("address", "user__name")
    assert [address or name for address, name in told] in ([known.email], [known.name])


@pytest.mark.parametrize(
    ("by_mail", "address", "confirmed", "shown"),
    [
        (True, "a@example.org", True, True),
        (False, "a@example.org", True, False),
        (True, "a@example.org", False, False),
        (True, "a@guest.invalid", True, False),
    ],
)
def test_whose_address_has_been_shown_to_be_his(
    settings: Any, by_mail: bool, address: str, confirmed: bool, shown: bool
) -> None:
    settings.CONFIRM_MAIL = by_mail
    user = User(email=address, confirmed_at=timezone.now() if confirmed else None)
    assert accounts.has_shown_address(user) == shown


def test_times_are_shown_though_nobody_has_asked_who_it_is(rf: Any) -> None:
    page = HttpResponse("a page")
    assert own_zone(lambda _: page)(rf.get("/")) is page


# The office


def test_who_takes_his_data_along_reads_of_his_own_suspension() -> None:
    for name in (AT, FR):
        Suspension.objects.create(user=person(name), since=timezone.now(), why=f"as {name}")
    _, told = leaving.suspension_of(None, person(AT))
    assert [each["why"] for each in told] == ["as Austria"]
    assert leaving.suspension_of(None, person(IT)) == ("suspended", [])


def test_a_clock_that_goes_on_leaves_the_others_that_were_stopped() -> None:
    one, other = started(AT, name="1"), started(AT, name="2")
    over = ended(AT, name="3")
    assert office.stop_all(why="a test") == "The clocks of 2 games stand still."
    office.go_on(game=one.slug, why="a test")
    assert office.go_on_all(why="a test") == "The clocks of 1 games go on."
    assert {fresh(row).state for row in (one, other)} == {"running"}
    assert fresh(over).state == "finished"


@pytest.mark.parametrize("state", ["55P03", ""])
def test_a_game_that_is_held_is_stopped_another_time(state: str) -> None:
    error = OperationalError("a row is held")
    error.__cause__ = type("CauseError", (Exception,), {"sqlstate": state})()
    started(AT)

    def act(_: Game) -> bool:
        raise error

    if state:
        assert office._each(Game.objects.all(), act) == (0, 1)
    else:
        with pytest.raises(OperationalError):
            office._each(Game.objects.all(), act)


def test_what_is_held_when_all_go_on_is_stopped_still() -> None:
    games = [started(AT, name=name) for name in "12"]
    office.stop_all(why="a test")
    error = OperationalError("a row is held")
    error.__cause__ = type("CauseError", (Exception,), {"sqlstate": "55P03"})()
    with patch("legation.server.games.clock.resume", side_effect=[None, error]):
        office.go_on_all(why="a test")
    assert [each.game for each in Stopped.objects.all()] == [games[1]]


def test_who_is_suspended_runs_no_site(settings: Any) -> None:
    user = person("Ops", confirmed_at=timezone.now())
    settings.OPERATORS = frozenset({user.email.lower()})
    assert may(user)
    for change in ({"is_active": False}, {"confirmed_at": None}, {"email": "other@example.org"}):
        for name, value in change.items():
            was = getattr(user, name)
            setattr(user, name, value)
            assert not may(user), name
            setattr(user, name, was)


def test_nobody_is_given_a_name_like_another_s() -> None:
    person("Rolf"), person("Mary")
    with pytest.raises(InputError, match="nobody may be called"):
        office.rename(name="Mary", new="R0lf", why="a test")
    office.rename(name="Mary", new="MARY", why="a test")
    assert User.objects.filter(name="MARY").exists(), "his own is not another's"


def test_who_cannot_be_written_to_is_not_told_by_mail() -> None:
    guest, known = guests.make(), person(AT)
    for user, by_mail in ((guest, False), (known, True)):
        for done in (office.suspend, office.reinstate):
            assert ("told by mail" in done(name=user.name, why="a test")) == by_mail
    assert {letter.user for letter in Letter.objects.all()} <= {known, None}


# Letters, and pictures


def test_letters_of_a_day_are_counted_for_each_reader(settings: Any) -> None:
    settings.LETTERS = 2
    game = started(AT)
    Letter.objects.all().delete()
    now = timezone.now()
    for name in (AT, FR):
        for key in "123":
            outbox.post([letters.letter(game, person(name), "phase", key, "news", "news", now)])
        account = letters.letter(game, person(name), "account", "4", "a seat", "a seat", now)
        outbox.post([account])
    told = [(m.user.name, m.kind, "very many" in m.body) for m in Letter.objects.all() if m.user]
    assert sorted(told) == sorted(
        (name, kind, last)
        for name in (AT, FR)
        for kind, last in (("phase", False), ("phase", True), ("account", False))
    )


def test_there_is_no_picture_of_what_has_no_board() -> None:
    for path in (f"/games/{waiting().slug}/board.svg", "/maps/nowhere.svg"):
        assert signed_in(person(MA)).get(path).status_code == 404
    assert Client().get("/maps/small/standard.svg").status_code == 200


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


def by_token(name: str, **more: Any) -> Client:
    word = tokens.make(user=person(name), name="a program", **more)
    return Client(headers={"Authorization": f"Bearer {word}"})


def test_the_keys_of_a_browser_are_not_for_a_token_of_somebody_else() -> None:
    """A private game is open to whose session has the link, and to his own token beside it."""
    game = started(AT, access="link")
    address = f"/api/games/{game.slug}"
    for name, status in (("Friend", 200), ("Stranger", 404)):
        client = by_token(name)
        assert client.get(address).status_code == 404, name
        client.force_login(person("Friend"), "django.contrib.auth.backends.ModelBackend")
        client.get(f"/games/{game.slug}/key/{game.token}/")
        assert client.get(address).status_code == status, name
    game.delete()


def test_a_token_is_for_something() -> None:
    for scopes in ((), ("read", "rule")):
        with pytest.raises(InputError, match="say what the token is for"):
            tokens.make(user=person(AT), name="a program", scopes=scopes)


def test_tokens_end_with_the_password_of_their_own_user() -> None:
    for name in (AT, FR):
        tokens.make(user=person(name), name=f"of {name}")
    for name in (AT, FR):
        _, told = token_leaving.tokens_of(None, person(name))
        assert [each["name"] for each in told] == [f"of {name}"], "his own are taken along"
    accounts.lock(user=person(AT), password="another long one")
    assert [token.user for token in Token.objects.all()] == [person(FR)]


def test_a_token_made_by_who_cannot_be_written_to_sends_no_letter(mailoutbox: Any) -> None:
    guest = guests.make()
    tokens.make(user=guest, name="a program")
    assert not Letter.objects.filter(user=guest).exists()
    assert mailoutbox == []


def test_many_wrong_tokens_are_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "MOST_WRONG", 2)
    wrong = Client(headers={"Authorization": "Bearer legation_nonsense"}, REMOTE_ADDR="192.0.2.77")
    assert [wrong.get("/api/games").status_code for _ in range(3)] == [401, 401, 429]


def test_what_a_seat_is_asked_for_is_not_for_who_has_none() -> None:
    game, over = started(AT, mastered=True), ended(FR)
    for name in (MA, "Stranger"):
        for part in ("sheet", "menu"):
            answer = by_token(name, scopes=tokens.SCOPES).get(f"/api/games/{game.slug}/{part}")
            assert answer.status_code == 404, (name, part)
    assert by_token(AT).get(f"/api/games/{game.slug}/menu").status_code == 200
    answer = by_token(FR).get(f"/api/games/{over.slug}/menu")
    assert (answer.status_code, answer.json()["error"]) == (409, "The game is over.")


def test_what_came_after_what_was_read_is_unread() -> None:
    game = started(AT, FR)
    for text in ("first", "second"):
        services.send(game=game, user=person(FR), key=PUBLIC, text=text, token=text)
    first, second = Message.objects.order_by("pk")
    Message.objects.filter(pk=first.pk).update(made_at=second.made_at - timedelta(hours=1))
    client = by_token(AT)
    told = client.get(f"/api/games/{game.slug}/press/{PUBLIC}").json()[0]["made_at"]
    at = datetime.fromisoformat(told)
    elsewhere = at.astimezone(zones(timedelta(hours=2))).isoformat()
    for until in (told, elsewhere, at.astimezone(UTC).replace(tzinfo=None).isoformat()):
        answer = client.post(
            f"/api/games/{game.slug}/press/{PUBLIC}/read",
            json.dumps({"until": until}),
            content_type="application/json",
        )
        assert answer.json() == {"read": 1}, until
        assert inbox.unread(game, reader(game, AT)) == 1


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
