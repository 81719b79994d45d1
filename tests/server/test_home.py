"""Home: what waits for somebody, soonest first; what he was written; where he is invited."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from leak_asking import browser, forget
from tables import fresh, person, reader, started

from legation.server.accounts.models import User
from legation.server.desk import handing, inviting, rulings, unasked
from legation.server.games import create, reads, seats, sheets, standby, votes
from legation.server.games.models import Game
from legation.server.games.offer import Offer
from legation.server.games.publish import standing
from legation.server.home import waiting as home
from legation.server.press import asides, inbox, services
from legation.server.press.members import GREY, PUBLIC, key_of
from legation.table.game import Game as Table
from legation.variants.load import load

pytestmark = pytest.mark.django_db
FR, GE, IT = "France", "Germany", "Italy"


def page(who: str) -> str:
    answer = browser(person(who)).get("/")
    assert answer.status_code == 200
    return answer.content.decode()


def names(rows: list[home.Row]) -> list[str]:
    return [row.game.name for row in rows]


def write(game: Game, who: str, text: str, *whom: str) -> None:
    key = key_of(load(), (who, *whom)) if whom else PUBLIC
    services.send(game=game, user=person(who), key=key, text=text, token=f"{who}{text}")


def ends(game: Game, hours: float) -> None:
    Game.objects.filter(pk=game.pk).update(due=timezone.now() + timedelta(hours=hours))


def test_what_waits_for_him_comes_first_the_soonest_at_the_top() -> None:
    for hours in (40, 3, 20, 1):
        ends(started(FR, IT, name=f"In {hours}"), hours)
    sheets.submit(game=Game.objects.get(name="In 1"), power=FR, typed="", settled=True)
    sheets.submit(game=Game.objects.get(name="In 20"), power=FR, typed="A Par H")
    found = home.home_of(person(FR))
    assert names(found.due) == ["In 3", "In 20", "In 40"]
    assert [row.to_do for row in found.due] == [home.WRITE, home.READY, home.WRITE]
    assert names(found.rest) == ["In 1"]
    first = Game.objects.get(name="In 3")
    text = page(FR)
    (button,) = re.findall(r'<a class="button first" href="([^"]+)">([^<]+)', text)
    assert button == (f"/games/{first.slug}/", "Write your orders")
    assert (text.count("no orders yet"), text.count("orders saved, not ready")) == (2, 1)
    assert "2 hours left" in text
    # What is closed to him waits for nobody.
    ends(first, -1)
    assert names(home.home_of(person(FR)).due) == ["In 20", "In 40"]
    assert names(home.home_of(person(IT)).due) == ["In 1", "In 20", "In 40"]


def test_a_game_whose_variant_is_gone_takes_no_other_game_away() -> None:
    there, gone = started(FR, IT, name="There"), started(FR, IT, name="Without rules")
    for game in (there, gone):
        write(game, IT, "Spring is here")
    Game.objects.filter(pk=gone.pk).update(variant="atlantis")
    assert page(FR).count("1 unread message") == 1


def test_who_has_nothing_to_decide_is_asked_for_nothing() -> None:
    """France alone takes a centre, and builds: the others have nothing to decide."""
    table = Table.new("standard", {}, seed="0" * 32)
    for sheet in (["A Mar - Spa"], ["A Spa H"]):
        assert table.submit(FR, sheet) == []
        table.advance()
    assert str(table.phase) == "Winter 1901, adjustments"
    assert standing(table)["asked"] == [FR]
    assert standing(Table.new("london_nights", {}, seed="0" * 32))["asked"] is None
    game = started(FR, IT)
    assert fresh(game).asked == sorted(load().players)
    Game.objects.filter(pk=game.pk).update(asked=[FR])
    assert names(home.home_of(person(FR)).due) == [game.name]
    assert "nothing to decide in this phase" in page(IT)
    assert "nothing to decide" in browser(person(IT)).get("/games/?show=own").content.decode()
    assert home.home_of(person(IT)).due == []


def test_unread_press_is_counted_and_the_first_of_it_one_click_away() -> None:
    game, other = (started(FR, GE, IT, mastered=True, grey=True, name=name) for name in "12")
    write(game, IT, "early", FR)
    write(game, GE, "public")
    write(game, GE, "not his", IT)
    write(game, FR, "his own", GE)
    text = page(FR)
    assert (
        f'<a href="/games/{game.slug}/press/{key_of(load(), (FR, IT))}/">2 unread messages' in text
    )
    assert text.count("unread message") == 1, "none in the other game"
    assert "1 unread message<" in page(GE), "of France; public is his own"
    browser(person(FR)).get(f"/games/{game.slug}/press/{key_of(load(), (FR, IT))}/")
    assert f'<a href="/games/{game.slug}/press/public/">1 unread message<' in page(FR)
    write(other, IT, "in the other", FR)
    assert page(FR).count("unread message") == 2


def test_what_is_muted_is_not_marked_there_and_not_lost() -> None:
    game = started(FR, GE, IT, grey=True)

    def unread() -> int:
        found = home.home_of(person(FR))
        return sum(row.unread for row in (*found.due, *found.rest))

    write(game, GE, "one", FR)
    write(game, GE, "two")
    write(game, IT, "three")
    services.send(game=game, user=person(GE), key=GREY, text="unsigned", token="unsigned")
    assert unread() == 4
    asides.write(game=game, user=person(FR), about=GE, muted=True)
    assert unread() == 2, "Italy, and what nobody knows of whom it is"
    asides.write(game=game, user=person(FR), about=GREY, muted=True)
    assert unread() == 1
    asides.write(game=game, user=person(FR), about=PUBLIC, muted=True)
    assert unread() == 0
    assert "unread" not in page(FR)
    assert inbox.unread(fresh(game), reader(game, FR)) == 4


def test_who_takes_over_a_seat_counts_what_he_may_read() -> None:
    game = started(FR, GE)
    write(game, GE, "to France", FR)
    asides.write(game=game, user=person(FR), about=GE, muted=True)
    handover = seats.Handover(power=FR, user=person("Heir"), actor="Master")
    seats.give(game=fresh(game), handover=handover)
    assert "1 unread message<" in page("Heir"), "what the one before him muted is not muted"
    assert game.name not in page(FR), "he has left"


def test_it_asks_as_often_for_many_games_as_for_few() -> None:
    person("Master", confirmed_at=timezone.now())

    def asked(who: str) -> int:
        client = browser(person(who))
        client.get("/")
        forget()
        with CaptureQueriesContext(connection) as found:
            client.get("/")
        return len(found)

    def more(number: int) -> None:
        for _ in range(number):
            game = started(FR, GE, mastered=True, grey=True)
            write(game, GE, f"a word in {game.pk}", FR)
            rulings.ask(game=game, user=person(FR), question="?", token=f"token {game.pk}")

    more(1)
    few = [asked(FR), asked("Master")]
    more(4)
    assert [asked(FR), asked("Master")] == few


def test_a_game_master_is_asked_questions() -> None:
    game = started(FR, mastered=True, name="Asked")
    started(FR, mastered=True, name="Quiet")
    rulings.ask(game=game, user=person(FR), question="May I?", token="one question")
    found = home.home_of(person("Master"))
    assert (names(found.due), names(found.rest)) == (["Asked"], ["Quiet"])
    text = page("Master")
    assert "1 question to answer" in text
    assert f'class="button first" href="/games/{game.slug}/desk/"' in text
    assert 'href="/desks/"' in text
    assert "question" not in page(FR)


def test_that_something_is_put_to_the_vote() -> None:
    game = started(FR, GE)
    assert "to the vote" not in page(GE)
    votes.propose(game=game, power=FR, kind="draw", powers=[])
    assert f'href="/games/{game.slug}/votes/">Something is put to the vote' in page(GE)


# Invitations


@pytest.fixture
def anna(settings: Any) -> User:
    """Somebody who has opened the letter to her address, and plays nowhere."""
    settings.CONFIRM_MAIL = True
    return person("Anna", confirmed_at=timezone.now())


def calls() -> list[str]:
    return [call.href.rsplit("/", 2)[0] for call in home.home_of(person("Anna")).calls]


def waiting(**offer: Any) -> Game:
    offered = Offer(name="To come", starts="hand", mastered=True, access="link", **offer)
    return create.create(user=person("Master"), offer=offered)


def test_who_is_in_no_game_reads_where_to_find_one(anna: User) -> None:
    text = page(anna.name)
    assert "You are in no game." in text
    assert 'class="button first" href="/games/">Find a game' in text


def test_places_to_which_one_is_invited(anna: User, settings: Any) -> None:
    game = waiting()
    inviting.invite(game=game, addresses=["ANNA@example.org"], power=FR, user=person("Master"))
    assert "You are invited to To come, to play France" in page("Anna")
    assert calls() == [f"/games/{game.slug}/invited"]
    link = home.home_of(anna).calls[0].href
    assert browser(anna).get(link).status_code == 200
    for there in (page_of_confirmed("Ben"), page("Master")):
        assert "You are invited" not in there
    # Who has not shown that the address is hers is told of nothing that was written to it.
    User.objects.filter(pk=anna.pk).update(confirmed_at=None)
    assert calls() == []
    User.objects.filter(pk=anna.pk).update(confirmed_at=timezone.now())
    settings.CONFIRM_MAIL = False
    assert calls() == []
    settings.CONFIRM_MAIL = True
    assert len(calls()) == 1
    browser(anna).post(link, {"what": "decline"})
    assert calls() == []


def page_of_confirmed(name: str) -> str:
    person(name, confirmed_at=timezone.now())
    return page(name)


def test_a_place_that_is_taken_is_no_invitation(anna: User) -> None:
    game = waiting()
    inviting.invite(game=game, addresses=[anna.email], power="", user=person("Master"))
    create.join(game=game, user=anna, wishes=[])
    assert calls() == []


def test_seats_on_offer_and_games_for_which_one_stands_by(anna: User) -> None:
    game = started(GE, mastered=True)
    standby.add(game=game, user=anna)
    assert f'You stand by for a seat in <a href="/games/{game.slug}/about/">' in page("Anna")
    offer = {"game": game, "power": FR, "address": anna.email, "master": person("Master")}
    handing.to_address(**offer, sure=True)  # type: ignore[arg-type]
    assert "The seat of France in A game is yours if you want it" in page("Anna")
    assert calls() == [f"/games/{game.slug}/seat"]
    seats.give(game=fresh(game), handover=seats.Handover(power=FR, user=person(FR), actor="Master"))
    assert calls() == [], "the seat has gone to another"


def test_who_wants_no_letters_hears_of_no_offer_that_was_not_asked_for(anna: User) -> None:
    game = started(GE, mastered=True)
    heir = standby.add(game=game, user=anna)
    unasked.switch(anna, off=True)
    seats.give(game=game, handover=seats.Handover(power=FR, open=True, actor="Master"))
    handing.to_standby(game=game, power=FR, heir=heir, master=person("Master"), sure=True)
    assert calls() == []
    unasked.switch(anna, off=False)
    assert calls() == [f"/games/{game.slug}/seat"]


def test_a_row_says_nothing_of_what_is_not_his() -> None:
    game = started(FR, IT, name="Sealed")
    sheets.submit(game=game, power=IT, typed="A Ven H", settled=True)
    assert reads.settled_own(home.home_of(person(FR)).due[0].game) is None
    before = page(FR)
    sheets.submit(game=game, power=IT, typed="A Ven - Tri", settled=False)
    plain = re.sub(r'value="[A-Za-z0-9]{64}"', "", before)
    assert re.sub(r'value="[A-Za-z0-9]{64}"', "", page(FR)) == plain


def test_who_is_to_master_a_game_that_waits_masters_none_yet() -> None:
    game = create.create(user=person("Master"), offer=Offer(name="Soon", mastered=True))
    found = home.home_of(person("Master"))
    assert [(row.game, row.master) for row in found.rest] == [(game, False)]
    assert not found.masters
    started(FR, mastered=True)
    assert home.home_of(person("Master")).masters
