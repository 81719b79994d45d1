"""Who stands by for a seat: the list, and a vacant seat that is offered to one after the other."""

import re
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from asking import asked, bare, browser, question
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from tables import fresh, person, reader, seat, started

from legation.errors import InputError, StateError
from legation.server.accounts import services
from legation.server.accounts.limits import allowed
from legation.server.accounts.models import User
from legation.server.desk import acts, handing, unasked
from legation.server.desk.models import Offer, Unasked
from legation.server.games import reads, seats, sheets, standby
from legation.server.games.models import Game, LogEntry, Seat
from legation.server.games.models.standby import Standby
from legation.server.lobby import guests
from legation.server.post.models import Letter

pytestmark = pytest.mark.django_db
AT, FR, IT = "Austria", "France", "Italy"
NEW = "new.one@example.org"


def played(*names: str, **offer: Any) -> Game:
    """A game that Austria and France play, and for which these stand by, in this order."""
    game = started(AT, FR, mastered=True, **offer)
    for name in names:
        standby.add(game=game, user=person(name))
    Letter.objects.all().delete()
    return game


def press(name: str, game: Game, what: str) -> str:
    path = f"/games/{game.slug}/act/{what}/"
    return str(browser(name).post(path, follow=True).content.decode())


def desk(game: Game, what: str = "", **form: Any) -> str:
    path = f"/games/{game.slug}/desk/{f'{what}/' if what else ''}"
    client = browser("Master")
    answer = client.post(path, form, follow=True) if what else client.get(path)
    return str(answer.content.decode())


def offer(game: Game, power: str, *says: str) -> None:
    asked("Master", f"/games/{game.slug}/desk/offer-next/", {"power": power}, *says)


def link(address: str) -> str:
    body = Letter.objects.filter(address__iexact=address).latest("pk").body
    found = re.search(r"https?://[^/]+(/games/\S+/seat/\S+)", body)
    assert found is not None
    return found[1]


def test_a_vacant_seat_goes_to_the_next_until_one_takes_it() -> None:
    game, other = played("Ann", "Bob", "Cleo"), played("Cleo")
    seats.give_up(game=game, user=person(FR))
    offer(game, FR, "Offer France to Ann?", "three days to take the seat")
    assert "France is on offer already" in desk(game, "offer-next", power=FR)
    page = browser("Ann").get(link("Ann@example.org")).content.decode()
    assert "Take the seat" in page
    assert "learns that your account" not in page, "he knows him by his name"
    browser("Ann").post(link("Ann@example.org"), {"what": "decline"})
    assert "Ann has declined France" in desk(game)
    assert handing.declined(other) == []
    assert browser("Ann").post(link("Ann@example.org")).status_code == 404, "a no is a no"
    offer(game, FR, "Offer France to Bob?")
    Offer.objects.filter(whom="Bob").update(made_at=timezone.now() - timedelta(days=3, minutes=1))
    assert browser("Bob").post(link("Bob@example.org")).status_code == 404, "his time is over"
    offer(game, FR, "Offer France to Cleo?")
    browser("Cleo").post(link("Cleo@example.org"))
    assert seat(game, FR).user == person("Cleo")
    assert [each.called for each in standby.listed(game)] == ["Ann", "Bob"]
    assert [each.called for each in standby.listed(other)] == ["Cleo"]
    assert handing.declined(game) == []
    log = LogEntry.objects.filter(game=game).latest("pk")
    assert (log.actor, FR in log.text) == ("Master", True), "who offered it has handed it on"
    assert FR in reads.view_for(fresh(game), reader(game, "Cleo")).viewer.power
    assert reader(game, FR).power == "", "who left it has it no more"
    assert "its seat is not vacant" in desk(game, "offer-next", power=FR)


def test_nobody_is_asked_twice_for_a_seat_that_stays_vacant() -> None:
    game = played("Ann", "Bob")
    seats.give_up(game=game, user=person(FR))
    offer(game, FR, "Offer France to Ann?")
    Offer.objects.update(made_at=timezone.now() - timedelta(days=8))
    handing.tidy(timezone.now())
    offer(game, FR, "Offer France to Bob?")
    standby.take_off(game=game, number=str(Offer.objects.get(whom="Ann").standby_id))
    handing.tidy(timezone.now())
    assert not Offer.objects.filter(whom="Ann").exists(), "his address is kept for nothing else"


def test_each_seat_is_offered_for_itself() -> None:
    """Italy is a bot's, and so is vacant; of another game one seat is on offer already."""
    game, other = played("Ann"), played("Ann")
    seats.give_up(game=game, user=person(FR))
    offer(other, IT, "Offer Italy to Ann?")
    offer(game, FR, "Offer France to Ann?")
    offer(game, IT, "Offer Italy to Ann?")
    browser("Ann").post(link("Ann@example.org"))
    assert seat(game, IT).user == person("Ann")


def test_seats_are_offered_within_budgets() -> None:
    game = played("Ann")
    for what, whose, most, said in (
        ("seat-mail-to-name", "Ann", 4, "Ann was written to often today"),
        ("hand-seat", "Master", 20, "You have offered many seats today"),
    ):
        while allowed(what, str(person(whose).pk), most, timedelta(days=1)):
            pass
        form = {"power": IT, "heir": str(Standby.objects.get().pk), "sure": "yes"}
        assert said in desk(game, "offer-next", **form)
    assert not Letter.objects.exists()


def test_who_is_back_keeps_the_seat_that_was_offered_as_vacant() -> None:
    """He missed a turn, and his seat was open; then he hands in a sheet."""
    game = played("Ann", missed="substitute")
    Seat.objects.filter(game=game, power=FR).update(bot="random", open=True, missed=1)
    offer(game, FR, "Offer France to Ann?")
    there = link("Ann@example.org")
    assert browser("Ann").get(there).status_code == 200
    assert "Take the offer of France to Ann back" in desk(game)
    sheets.submit(game=game, power=FR, typed="A Par - Bur", serial=0)
    stale = Offer.objects.get()
    assert browser("Ann").get(there).status_code == 404
    assert browser("Ann").post(there).status_code == 404
    with pytest.raises(StateError, match="this letter is void"):
        handing.accept(offer=stale, user=person("Ann"))
    assert "Take the offer of France" not in desk(game)
    assert (seat(game, FR).user, seat(game, FR).open) == (person(FR), False)


def test_a_power_that_is_out_has_no_vacant_seat() -> None:
    game = played("Ann")
    seats.give_up(game=game, user=person(FR))
    Game.objects.update(out=[FR])
    assert f"<option>{FR}" not in desk(game).split('id="vacant"')[-1].split("</select>")[0]
    assert "France is out of the game" in desk(game, "offer-next", power=FR)


def test_a_game_that_is_over_offers_no_seat() -> None:
    game = played("Ann")
    seats.give_up(game=game, user=person(FR))
    Game.objects.update(state="finished")
    assert "the game is not being played" in desk(game, "offer-next", power=FR).lower()
    heir, master = Standby.objects.get(), person("Master")
    for stale in (game, fresh(game)):  # it may have ended since it was read
        with pytest.raises(StateError, match="not being played"):
            handing.to_standby(game=stale, power=FR, heir=heir, master=master, sure=True)
    assert not Letter.objects.exists()
    assert not Offer.objects.exists()


LONG_AGO = timezone.now() - timedelta(days=31)


@pytest.mark.parametrize("how", [{"state": "finished", "ended_at": LONG_AGO}, {"master": None}])
def test_who_stood_by_is_forgotten_with_the_game(how: dict[str, Any]) -> None:
    game, other = played("Ann"), played("Bob")
    standby.add(game=game, address=NEW)
    Game.objects.filter(pk=game.pk).update(**how)
    standby.tidy(timezone.now())
    assert [each.game for each in Standby.objects.all()] == [other]


def test_who_stood_by_is_there_where_a_game_that_was_over_goes_on() -> None:
    game = played("Ann")
    acts.abandon(game=game, actor="Master", serial=0, sure=True)
    standby.tidy(timezone.now() + timedelta(days=29))
    acts.roll_back(game=game, actor="Master", number=0, serial=fresh(game).serial, sure=True)
    standby.tidy(timezone.now() + timedelta(days=60))
    assert fresh(game).state == "running"
    (ann,) = standby.listed(game)
    assert ann.user == person("Ann")
    acts.abandon(game=game, actor="Master", serial=fresh(game).serial, sure=True)
    standby.tidy(timezone.now() + timedelta(days=31))
    assert standby.listed(game) == []


def test_who_is_asked_is_who_was_named() -> None:
    """The first of the list stands down between the question and the answer to it."""
    game = played("Ann", "Bob")
    seats.give_up(game=game, user=person(FR))
    path = f"/games/{game.slug}/desk/offer-next/"
    sure = question("Master", path, {"power": FR}, "Offer France to Ann?")
    press("Ann", game, "stand-down")
    for stale in (sure, {"power": FR, "sure": "yes"}):
        page = desk(game, "offer-next", **stale)
        assert "The list has changed meanwhile: Bob is next now" in page
    assert not Letter.objects.exists()
    offer(game, FR, "Offer France to Bob?")


def test_a_guest_offers_no_seat_by_letter() -> None:
    game = played("Ann")
    seats.give_up(game=game, user=person(FR))
    User.objects.filter(name="Master").update(email="guest-1@guests.invalid")
    assert "a guest has no letters written" in desk(game, "offer-next", power=FR).lower()
    assert not Offer.objects.exists()


def test_whoever_looks_on_may_stand_by_and_down() -> None:
    game = played()
    page = browser("Ann").get(f"/games/{game.slug}/about/").content.decode()
    assert "Stand by for a seat" in page
    assert "You stand by; the game master" in press("Ann", game, "stand-by")
    assert "Stand by no longer" in press("Ann", game, "stand-by"), "once is enough"
    assert Standby.objects.count() == 1
    assert "1. Ann, since" in desk(game)
    press("Ann", game, "stand-down")
    assert not Standby.objects.exists()
    press("Ann", game, "stand-down")
    seats.give_up(game=game, user=person(FR))
    for name in (AT, FR, "Master"):
        page = browser(name).get(f"/games/{game.slug}/about/").content.decode()
        assert "Stand by for a seat" not in page
        press(name, game, "stand-by")
        assert not Standby.objects.exists(), "who plays, has played or masters it"
    assert "Stand by" not in Client().get(f"/games/{game.slug}/about/").content.decode()


def test_only_who_may_look_at_a_private_game_stands_by_for_it() -> None:
    game = played(access="link")
    answer = browser("Ann").post(f"/games/{game.slug}/act/stand-by/")
    assert answer.status_code == 404
    unmastered = started(AT)
    page = browser("Ann").get(f"/games/{unmastered.slug}/about/").content.decode()
    assert "Stand by" not in page
    with pytest.raises(StateError, match="no game master"):
        standby.add(game=unmastered, user=person("Ann"))
    with pytest.raises(StateError, match="by mail"):
        standby.add(game=game, user=guests.make())
    assert not Standby.objects.exists()


def test_the_master_keeps_the_list_and_nobody_else_reads_it() -> None:
    game = played()
    assert "Ann stands by." in desk(game, "standby", whom=person("Ann").name.lower())
    assert f"{NEW} stands by." in desk(game, "standby", whom=NEW)
    person("Gone", is_active=False)
    for whom, wrong in (
        ("Ann", "on the list once"),
        ("Gone", "Nobody here is called"),
        (NEW.upper(), "on the list once"),
        ("Noone", "Nobody here is called"),
        ("a@b", "is no mail address"),
        (AT, "cannot play another"),
        ("Master", "the game master cannot play"),
    ):
        page = desk(game, "standby", whom=whom)
        assert wrong.lower() in page.lower(), whom
        assert f'value="{whom}"' in page, "what was typed is there still"
    assert "Ann@example.org" not in desk(game), "of an account the name alone"
    for name in (AT, "Stranger"):
        for path in ("about/", "log/", ""):
            page = bare(browser(name).get(f"/games/{game.slug}/{path}").content)
            assert "Ann" not in page
            assert NEW not in page
        gone = browser(name).post(f"/games/{game.slug}/desk/standby/", {"whom": "Bob"})
        assert gone.status_code == 404
    number = Standby.objects.get(address=NEW).pk
    other = played()
    assert "nobody of this number" in desk(other, "standby-off", standby=number).lower()
    desk(game, "standby-off", standby=number)
    assert [each.called for each in standby.listed(game)] == ["Ann"]


def test_an_address_stands_by_and_takes_the_seat_with_an_account() -> None:
    game = played()
    standby.add(game=game, address=NEW)
    offer(game, IT, f"Offer Italy to {NEW}?")
    heir = person("Newcomer")
    heir.email = NEW
    heir.save()
    browser("Newcomer").post(link(NEW))
    assert seat(game, IT).user == heir
    assert not Standby.objects.exists()


def test_who_cannot_play_is_passed_over() -> None:
    game = played("Ann", "Bob")
    standby.add(game=game, address=NEW)
    seats.give(game=game, handover=seats.Handover(power="Turkey", user=person("Ann"), actor="M"))
    unasked.switch(NEW, off=True)
    offer(game, IT, "Offer Italy to Bob?")
    handing.take_back(game=game, number=str(Offer.objects.get().pk))
    offer(game, IT, "Offer Italy to Bob?")
    browser("Bob").post(link("Bob@example.org"), {"what": "decline"})
    assert "nobody stands by to whom Italy was not offered yet" in desk(
        game, "offer-next", power=IT
    ).replace("Nobody", "nobody")


@pytest.mark.parametrize("how", [{"is_active": False}, {"email": "guest-1@guests.invalid"}])
def test_who_cannot_be_written_to_is_passed_over(how: dict[str, Any]) -> None:
    game = played("Ann", "Bob")
    User.objects.filter(name="Ann").update(**how)
    offer(game, IT, "Offer Italy to Bob?")


def typed(game: Game, address: str, *, sure: bool) -> list[str]:
    """What the master sees, and the server does, where he offers France to an address."""
    form = {"power": FR, "to": "person", "whom": address, **({"sure": "yes"} if sure else {})}
    before = Letter.objects.count()
    with CaptureQueriesContext(connection) as queries:
        page = desk(game, "give", **form)
    page = re.sub(r'value="(\w{64}|\d+)"|since=[\d.]+|\d\d:\d\d', "", page)
    return [page.replace(address, "X"), str(len(queries)), str(Letter.objects.count() - before)]


def off_link(address: str) -> str:
    body = Letter.objects.filter(address__iexact=address).latest("pk").body
    found = re.search(r"https?://[^/]+(/letters/off/\S+)", body)
    assert found is not None
    return found[1]


def test_whom_the_master_put_on_the_list_has_no_letters_against_his_will() -> None:
    """What the master sees is the same, and so is what the server does."""
    unasked.switch("somebody@example.org", off=True)  # with the first there is a key to ask by
    found = []
    for off in (False, True):
        game = played("Ann")
        seats.give_up(game=game, user=person(FR))
        if off:
            unasked.switch("ann@example.org", off=True)
        said = "Who wants no letters that he did not ask for gets none"
        sure = question("Master", f"/games/{game.slug}/desk/offer-next/", {"power": FR}, said)
        with CaptureQueriesContext(connection) as queries:
            page = desk(game, "offer-next", **sure)
        page = re.sub(r'value="(\w{64}|\d+)"|since=[\d.]+|\d\d:\d\d', "", page)
        found.append([page.replace(game.slug, "G"), str(len(queries))])
        letter = Letter.objects.get()
        assert bool(letter.sent_at) is off
        assert (letter.body == "") is off
    assert found[0] == found[1]


def test_who_stands_by_himself_asks_for_its_letters_until_he_says_no() -> None:
    game = played()
    unasked.switch("ann@example.org", off=True)
    press("Ann", game, "stand-by")
    seats.give_up(game=game, user=person(FR))
    offer(game, FR, "Offer France to Ann?")
    assert "You stand by for it." in Letter.objects.latest("pk").body
    there = off_link("Ann@example.org")
    assert "People here may write to Ann to" in Client().get(there).content.decode()
    Client().post(there)
    Offer.objects.all().delete()
    offer(game, FR, "Who wants no letters that he did not ask for gets none")
    assert Letter.objects.latest("pk").body == ""
    unasked.switch("ann@example.org", off=False)
    assert not unasked.is_off("ann@example.org"), "his account says no, and not his address"
    assert unasked.wants_none(person("Ann"))
    assert services.export(user=person("Ann"))["letters refused"]
    services.delete(user=person("Ann"))
    assert Client().get(there).status_code == 404
    assert not Unasked.objects.exists()


def test_a_guess_at_the_address_of_who_stands_by_by_name_is_not_answered() -> None:
    """His seat is on offer to Ann, whose address he does not know; he types it, and another."""
    game = played("Ann")
    seats.give_up(game=game, user=person(FR))
    for _ in range(3):
        offer(game, FR, "Offer France to Ann?")
        Offer.objects.all().delete()
    offer(game, FR, "Offer France to Ann?")
    assert Letter.objects.filter(address__iexact="Ann@example.org").count() == 4
    found = []
    for address in ("Ann@example.org", "Abc@example.org"):
        found.append([typed(game, address, sure=sure) for sure in (False, True, True)])
        Offer.objects.filter(whom="").delete()
    assert found[0] == found[1]
    assert [letters for *_, letters in found[0]] == ["0", "1", "0"]


def test_it_is_taken_along_and_forgotten() -> None:
    game = played("Ann")
    standby.add(game=game, address="bob@example.org")
    assert services.export(user=person("Ann"))["standing by"][0]["game"] == game.name
    assert len(services.export(user=person("Bob"))["standing by"]) == 1
    assert services.export(user=person("Ann"))["letters refused"] == []
    for name in ("Ann", "Bob"):
        services.delete(user=person(name))
    assert not Standby.objects.exists()
    standby.add(game=game, address=NEW)
    with pytest.raises(InputError, match="once"):
        standby.add(game=game, address=NEW)


def test_a_list_is_of_one_game_and_of_who_stands_on_it() -> None:
    one, other = played("Ann", name="1"), played("Bob", name="2")
    standby.add(game=other, address=NEW)
    assert [each.called for each in standby.listed(one)] == ["Ann"]
    assert [each.called for each in standby.listed(other)] == ["Bob", NEW]
    for name, here in (("Ann", True), ("Bob", False)):
        assert standby.stands_by(one, person(name).pk) == here, name
        assert standby.stands_by(other, person(name).pk) != here, name
    assert not standby.stands_by(other, None), "nobody is no address"
    for game, name in ((one, "Bob"), (other, "Ann")):
        with pytest.raises(StateError, match="do not stand by"):
            standby.stand_down(game=game, user=person(name))
    number = str(standby.listed(other)[0].pk)
    with pytest.raises(StateError, match="nobody of this number"):
        standby.take_off(game=one, number=number)
    standby.take_off(game=other, number=number)
    assert [each.called for each in standby.listed(other)] == [NEW]
    standby.stand_down(game=one, user=person("Ann"))
    assert (standby.listed(one), len(standby.listed(other))) == ([], 1)


def test_a_list_has_an_end_and_each_is_on_it_once() -> None:
    one, other = played("Ann", name="1"), played("Ann", "Bob", name="2")
    standby.add(game=one, address=NEW)
    again: list[dict[str, Any]] = [{"user": person("Ann")}, {"address": NEW.upper()}]
    for whom in again:
        with pytest.raises(InputError, match="once"):
            standby.add(game=one, **whom)
    standby.add(game=one, user=person("Bob"))
    with patch.object(standby, "MOST", 3):
        with pytest.raises(StateError, match="3 stand by already"):
            standby.add(game=one, user=person("Cleo"))
        standby.add(game=other, user=person("Cleo"))
    acts.abandon(game=other, actor="Master", serial=0, sure=True)
    with pytest.raises(StateError, match="not being played"):
        standby.add(game=other, user=person("Dan"))


def test_ones_games_are_those_that_go_on_and_for_which_one_stands_by_oneself() -> None:
    one, other, over = (started("Italy", mastered=True, name=name) for name in "123")
    for game, name in ((one, "Ann"), (other, "Bob"), (over, "Ann")):
        standby.add(game=game, user=person(name))
    Game.objects.filter(pk=over.pk).update(state="finished")
    assert standby.games_of(person("Ann")) == [one]
