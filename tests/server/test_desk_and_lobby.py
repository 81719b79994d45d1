"""The desk, the lobby and the office: which offer, question or button is for whom."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from leak_asking import browser
from tables import fresh, person, reader, seat, started

from legation.errors import InputError, StateError
from legation.server.accounts import limits
from legation.server.accounts.models import User
from legation.server.desk import acts as desk
from legation.server.desk import handing, rulings
from legation.server.desk.models import Offer, Ruling
from legation.server.games import change, create, reads, seats
from legation.server.games.models import Game
from legation.server.games.offer import Offer as Wanted
from legation.server.games.readers import SPECTATING, Reader
from legation.server.lobby import guests, results, words
from legation.server.lobby.views import joining
from legation.server.office import acts as office
from legation.server.office.models import Suspension
from legation.server.post.models import Letter
from legation.server.votes import views as votes_pages

pytestmark = pytest.mark.django_db
AT, FR, IT, MA = "Austria", "France", "Italy", "Master"
ADDRESS = "heir@example.org"


def offer(game: Game, power: str, address: str = ADDRESS, name: str = MA) -> None:
    handing.to_address(game=game, power=power, address=address, master=person(name), sure=True)


def codes(game: Game) -> list[str]:
    return [each.power for each in handing.open_offers(fresh(game))]


# Seats that are handed on by mail


def test_a_seat_is_offered_to_an_address_once() -> None:
    game, other = (started(AT, FR, mastered=True) for _ in range(2))
    offer(game, AT)
    with pytest.raises(StateError, match="offers it this seat already"):
        offer(game, AT, ADDRESS.upper())
    offer(game, FR)
    offer(game, AT, "another@example.org")
    offer(other, AT)
    assert sorted(codes(game)) == [AT, AT, FR]
    held = {(o.game_id, o.power): o.holding.user for o in Offer.objects.all()}
    assert held == {
        (game.pk, AT): person(AT),
        (game.pk, FR): person(FR),
        (other.pk, AT): person(AT),
    }
    # With a handover the letters of this seat are void, and of no other.
    seats.give_up(game=game, user=person(AT))
    assert (codes(game), codes(other)) == ([FR], [AT])
    offer(game, AT)
    assert sorted(codes(game)) == [AT, FR]
    assert Offer.objects.latest("pk").holding.user is None
    handing.tidy(timezone.now())
    assert Offer.objects.count() == 3
    with pytest.raises(StateError, match="no longer on offer"):
        handing.take_back(game=game, number=str(handing.open_offers(other)[0].pk))
    handing.take_back(game=game, number=str(handing.open_offers(game)[0].pk))
    assert (codes(game), codes(other)) == ([FR], [AT])
    desk.abandon(game=other, actor=MA, serial=0, sure=True)
    assert codes(other) == []


def test_who_may_open_an_offer() -> None:
    game, other = (started(AT, FR, mastered=True) for _ in range(2))
    heir = person("heir")
    offer(game, AT)
    offer(other, FR, "another@example.org")
    mine, his = Offer.objects.order_by("pk")
    assert handing.offered(game.slug, heir, mine.code) == mine
    assert handing.offered(game.slug, heir, "no such code") is None
    assert handing.offered(other.slug, heir, mine.code) is None
    assert handing.offered(other.slug, heir, his.code) is None
    assert handing.offered(game.slug, person("Stranger"), mine.code) is None
    with pytest.raises(StateError, match="void"):
        handing.accept(offer=his, user=heir)
    Offer.objects.filter(pk=mine.pk).update(made_at=timezone.now() - timedelta(days=8))
    assert handing.offered(game.slug, heir, mine.code) is None
    Offer.objects.filter(pk=mine.pk).update(made_at=timezone.now())
    handing.accept(offer=mine, user=heir)
    assert (seat(game, AT).user, seat(other, AT).user) == (heir, person(AT))
    assert handing.offered(game.slug, heir, mine.code) is None
    # Of a game whose master is gone, the letter still counts.
    offer(other, AT)
    Game.objects.filter(pk=other.pk).update(master=None)
    handing.accept(offer=Offer.objects.latest("pk"), user=heir)
    assert seat(other, AT).user == heir


def test_letters_of_offers_have_their_bounds() -> None:
    game = started(AT, FR, mastered=True)
    for n in range(4):
        assert limits.allowed("seat-mail", ADDRESS, 4, timedelta(hours=24)), n
    with pytest.raises(StateError, match="written to often"):
        offer(game, AT)
    for n in range(18):
        assert limits.allowed("hand-seat", str(person(MA).pk), 20, timedelta(hours=24)), n
    offer(game, AT, "another@example.org")
    with pytest.raises(StateError, match="many seats today"):
        offer(game, FR, "a-third@example.org")
    offer(game, FR, "a-third@example.org", name="Other")


def test_a_seat_is_handed_to_a_name_that_is_let_in() -> None:
    game = started(AT, mastered=True)
    person("Heir")
    found = handing.to_name(game=game, power=AT, name=" heir ", actor=MA, sure=False)
    assert found == person("Heir")
    assert seat(game, AT).user == person(AT)
    User.objects.filter(name="Heir").update(is_active=False)
    for name in ("Heir", "Nobody"):
        with pytest.raises(InputError, match=f'nobody here is called "{name}"'):
            handing.to_name(game=game, power=AT, name=name, actor=MA, sure=True)
    User.objects.filter(name="Heir").update(is_active=True)
    handing.to_name(game=game, power=AT, name="Heir", actor=MA, sure=True)
    assert seat(game, AT).user == person("Heir")


# Questions


def ask(game: Game, name: str, question: str, token: str = "") -> str:
    rulings.ask(game=game, user=person(name), question=question, token=token or question)
    return Ruling.objects.latest("pk").code


def test_questions_and_answers_are_of_one_game_and_power() -> None:
    game, other = (started(AT, FR, mastered=True) for _ in range(2))
    User.objects.update(mail_press=True)
    mine = ask(game, AT, "mine?")
    ask(game, AT, "mine?")
    ask(game, FR, "of France?")
    ask(other, AT, "elsewhere?")
    assert [r.question for r in rulings.own(fresh(game), reader(game, AT))] == ["mine?"]
    assert [r.question for r in rulings.own(fresh(game), reader(game, FR))] == ["of France?"]
    every = [r.question for r in rulings.own(fresh(game), reader(game, MA))]
    assert every == ["of France?", "mine?"]
    assert [r.question for r in rulings.own(fresh(other), reader(other, MA))] == ["elsewhere?"]
    assert [r.question for r in rulings.own(fresh(other), reader(other, FR))] == []
    with pytest.raises(InputError, match="no such question"):
        rulings.answer(game=other, code=mine, text="Yes.", told="", actor=MA)
    Letter.objects.all().delete()
    rulings.answer(game=game, code=mine, text="Yes.", told="Is it?", actor=MA)
    assert [m.user.name for m in Letter.objects.all() if m.user] == [AT]
    assert [r.told for r in rulings.published(game, SPECTATING)] == ["Is it?"]
    assert rulings.published(other, SPECTATING) == []


def test_who_wants_no_press_gets_no_answer_by_mail() -> None:
    game = started(AT, FR, mastered=True)
    User.objects.update(mail_press=True)
    code = ask(game, AT, "mine?")
    for change_of in ({"mail_press": False}, {"mail_press": True, "is_active": False}):
        User.objects.filter(name=AT).update(**change_of)
        Letter.objects.all().delete()
        rulings.answer(game=game, code=code, text=str(change_of), told="", actor=MA)
        assert not Letter.objects.exists()


def test_who_asks_very_much_waits() -> None:
    game, other = (started(AT, FR, mastered=True) for _ in range(2))
    for n in range(30):
        assert limits.allowed("ask", str(person(AT).pk), 30, timedelta(hours=1)), n
    with pytest.raises(StateError, match="wait for an answer"):
        ask(game, AT, "One more?")
    for n in range(10):
        ask(game, FR, f"{n}?")
    with pytest.raises(StateError, match="wait for an answer"):
        ask(game, FR, "One more?")
    ask(other, FR, "And there?")
    forming = create.create(user=person(MA), offer=Wanted(name="Forming", mastered=True))
    with pytest.raises(StateError, match="only players ask"):
        ask(forming, AT, "May I?")
    with pytest.raises(StateError, match="has not begun"):
        change.trial(game=forming, do=lambda table: table)
    with pytest.raises(StateError, match="has not begun"):
        change.change(game=forming, do=lambda table: table)


# The lobby


def page(game: Game, who: Reader | str) -> dict[str, Any]:
    game = fresh(game)
    return joining._shown(game, who if isinstance(who, Reader) else reader(game, who))


def forming(*waiting: str, **how: Any) -> Game:
    game = create.create(user=person("Maker"), offer=Wanted(**{"name": "Forming", **how}))
    for name in waiting:
        create.join(game=game, user=person(name))
    return game


def test_which_buttons_a_game_that_forms_shows() -> None:
    person("Stranger")
    for mastered, fill, names, may_join, may_start in (
        (True, "", [AT], {"Stranger"}, False),
        (True, "random", [AT], {"Stranger"}, True),
        (True, "random", [], {"Stranger", AT}, True),
        (False, "random", [], {"Stranger", AT, "Maker"}, False),
        (False, "random", [AT], {"Stranger", "Maker"}, True),
        (True, "", [f"P{n}" for n in range(7)], set(), True),
    ):
        game = forming(*names, mastered=mastered, fill_bot=fill, starts="hand")
        for who in {"Stranger", "Maker", AT, *names}:
            person(who)
            found = page(game, who)
            assert bool(found["may_join"]) == (who in may_join), (mastered, fill, names, who)
            assert bool(found["may_start"]) == (may_start and who == "Maker"), (names, who)
            assert bool(found["keeper"]) == (who == "Maker")
            assert (found["seats"], found["may_take"], found["result"]) == ([], False, None)
        assert found["joined"] == len(names)


def test_a_game_of_people_by_post_begins_without_an_account() -> None:
    game = forming(mastered=True, fill_bot="random", starts="hand")
    signed = browser(person("Maker"))
    signed.post(f"/games/{game.slug}/act/start/", follow=True)
    game.refresh_from_db()
    assert game.going_on
    desk = signed.get(f"/games/{game.slug}/desk/").content.decode()
    assert 'id="g-power"' in desk, "a seat can be handed to somebody by post"


def test_which_buttons_a_game_that_is_played_shows() -> None:
    person("Stranger")
    for replacers, may in (("anybody", True), ("master", False)):
        game = started(AT, mastered=True, replacers=replacers)
        for who, take in (("Stranger", may), (AT, False), (MA, False)):
            found = page(game, who)
            assert bool(found["may_take"]) == take, (replacers, who)
            assert bool(found["may_stand"]) == (who == "Stranger")
            assert not found["may_join"]
            assert not found["may_start"]
            assert (found["entries"], found["wishes"], found["joined"]) == ([], None, 0)
            assert len(found["seats"]) == 7
        Game.objects.filter(pk=game.pk).update(waits=timedelta(hours=1))
        assert not page(game, "Stranger")["may_take"], "who missed his turn may have more time"
    assert not page(game, SPECTATING)["may_stand"]
    desk.abandon(game=game, actor=MA, serial=0, sure=True)
    assert page(game, "Stranger")["may_take"] is False
    assert not page(game, "Stranger")["may_stand"]
    assert page(game, "Stranger")["result"] is not None


def test_the_link_of_a_private_game_is_shown_to_who_belongs_to_it() -> None:
    person("Stranger")
    for access, shown in (("link", True), ("open", False)):
        game = started(AT, mastered=True, access=access)
        for who in (AT, MA):
            assert (game.token in str(page(game, who)["link"])) == shown
            assert (game.token in str(page(game, who)["next"])) == shown
        for other in ("Stranger", SPECTATING):
            assert page(game, other)["link"] == ""


def test_what_a_game_says_of_names_and_press() -> None:
    for anonymous, said in ((True, "nobody is told"), (False, "shown from")):
        facts = dict(words.facts(Game(anonymous=anonymous, starts="full", access="open")))
        assert said in facts["Names"]
        away = "nobody is told, and the game waits for nobody"
        assert (facts["An announced absence"] == away) == anonymous
    for press, grey, told in (("all", True, True), ("all", False, False), ("none", True, False)):
        facts = dict(words.facts(Game(press=press, grey=grey, starts="full", access="open")))
        assert ("unsigned" in facts["Press"]) == told


def test_a_result_says_what_everybody_was_told() -> None:
    game = started(AT, mastered=True)
    desk.abandon(game=game, actor=MA, serial=0, sure=True)
    view = reads.view_for(fresh(game), SPECTATING)
    last = view.told[-1]
    change: dict[str, Any]
    for change, said in (
        ({}, True),
        ({"audience": frozenset({AT})}, False),
        ({"kind": "built"}, False),
    ):
        reports = tuple(replace(each, **change) for each in last.reports)
        changed = replace(view, told=(*view.told[:-1], replace(last, reports=reports)))
        assert bool(results._sentences(fresh(game), changed)) == said, change


def test_who_may_vote() -> None:
    game = started(AT, FR, mastered=True)
    person("Stranger")
    for who, may in ((AT, True), (MA, False), ("Stranger", False)):
        game = fresh(game)
        one = reader(game, who)
        found: Any = votes_pages._shown(game, one, reads.view_for(game, one))
        assert bool(found["may_vote"]) == may
        assert (AT in found["others"]) == (who != AT)
        assert len(found["powers"]) == 7
    desk.abandon(game=game, actor=MA, serial=0, sure=True)
    game = fresh(game)
    found = votes_pages._shown(game, reader(game, AT), reads.view_for(game, reader(game, AT)))
    assert not found["may_vote"]


def test_who_plays_alone(settings: Any) -> None:
    address = reverse("play-alone")
    settings.OPEN_SIGN_UP = False
    assert Client().post(address, {"variant": "standard"})["Location"] == reverse("sign-in")
    assert not Game.objects.exists()
    player = browser(person("Player"))
    said = player.post(address, {"variant": "standard"})
    assert settings.CSRF_COOKIE_NAME not in said.cookies, "the forms of his other windows are good"
    game = Game.objects.get()
    assert said["Location"] == reverse("game", args=[game.slug])
    assert game.seats.filter(user=person("Player")).count() == 1
    settings.OPEN_SIGN_UP = True
    guest = Client()
    assert settings.CSRF_COOKIE_NAME in guest.post(address, {"variant": "standard"}).cookies
    made = User.objects.exclude(name="Player").get()
    assert guest.session["_auth_user_id"] == str(made.pk)
    assert int(player.session["_auth_user_id"]) == person("Player").pk


# Guests


def letter_to(guest: User, email: str) -> str:
    """What the link of a guest's letter ends with."""
    return signing.dumps([guest.pk, email, guests._mark(guest)], salt=guests._SALT, compress=True)


def test_a_guest_s_letter_is_for_him_alone() -> None:
    one, two = guests.make(), guests.make()
    Letter.objects.all().delete()
    for token in ("", "no token"):
        assert guests.confirmed(token) is None
        with pytest.raises(ValueError, match="void"):
            guests.confirm(user=one, token=token, name="One", password="a long enough one")
    earlier = letter_to(one, "one@example.org")
    one.set_password(None)
    one.save()
    token = letter_to(one, "one@example.org")
    assert guests.confirmed(earlier) is None, "he has asked for another since"
    assert guests.confirmed(token) == one
    with pytest.raises(ValueError, match="void"):
        guests.confirm(user=two, token=token, name="Two", password="a long enough one")
    guests.confirm(user=one, token=token, name="One", password="a long enough one")
    assert User.objects.get(pk=one.pk).email == "one@example.org"
    assert not User.objects.get(pk=two.pk).email.startswith("one@")
    gone = letter_to(two, "two@example.org")
    two.delete()
    assert guests.confirmed(gone) is None


def test_no_account_is_lost_to_a_guest_s_letter() -> None:
    """One that was made at this address since, and one that is suspended."""
    there, guest = person("There"), guests.make()
    for state in ({}, {"is_active": False, "confirmed_at": timezone.now()}):
        User.objects.filter(pk=there.pk).update(**state)
        token = letter_to(guest, there.email)
        with pytest.raises(ValueError, match="has an account by now"):
            guests.confirm(user=guest, token=token, name="Guest", password="a long enough one")
        guest = User.objects.get(pk=guest.pk)
        assert User.objects.filter(pk=there.pk).exists()


def test_a_guest_whom_nobody_plays_with_is_forgotten() -> None:
    """In a game that is over company counts no more."""
    old = timezone.now() - guests.STALE - timedelta(days=1)
    alone, playing, was = (guests.make() for _ in range(3))
    for user, row in ((playing, started(AT)), (was, started(AT, mastered=True)), (alone, None)):
        User.objects.filter(pk=user.pk).update(last_login=old)
        if row is not None:
            row.seats.filter(power=IT).update(user=user, bot="")
    desk.abandon(game=row_of(was), actor=MA, serial=0, sure=True)
    guests.forget_stale(timezone.now())
    there = set(User.objects.filter(pk__in=[u.pk for u in (alone, playing, was)]))
    assert there == {playing}


def row_of(user: User) -> Game:
    return Game.objects.get(seats__user=user)


# The office


def test_an_account_that_was_suspended_was_confirmed_when_it_was() -> None:
    user = person("Mallory")
    confirmed = timezone.now() - timedelta(days=30)
    User.objects.filter(pk=user.pk).update(confirmed_at=confirmed)
    office.suspend(name="Mallory", why="a reason")
    assert User.objects.get(pk=user.pk).confirmed_at == confirmed
    with pytest.raises(StateError, match="is not suspended"):
        office.reinstate(name=person("Other").name, why="a reason")
    assert Suspension.objects.count() == 1
    office.reinstate(name="Mallory", why="a reason")
    assert not Suspension.objects.exists()
    fresh_one = person("Waiting")
    User.objects.filter(pk=fresh_one.pk).update(confirmed_at=None)
    office.suspend(name="Waiting", why="a reason")
    assert User.objects.get(pk=fresh_one.pk).confirmed_at is not None


def test_the_office_writes_to_who_can_be_reached() -> None:
    for email, letters in (("mallory@example.org", 3), ("mallory@guest.invalid", 0)):
        user = person("Mallory")
        User.objects.filter(pk=user.pk).update(email=email, name="Mallory", likeness="mallory")
        Letter.objects.all().delete()
        office.suspend(name="Mallory", why="a reason")
        office.reinstate(name="Mallory", why="a reason")
        office.rename(name="Mallory", new="Malvina", why="a reason")
        assert Letter.objects.count() == letters, email
        User.objects.filter(pk=user.pk).delete()
