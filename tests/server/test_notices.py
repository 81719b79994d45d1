"""Who is written to when a seat changes hands or a question is answered, and how to stop it."""

from typing import Any

import pytest
from asking import browser
from django.core import mail
from tables import fresh, person, seat, started, time_is_up

from legation.server.desk import rulings
from legation.server.desk.models import Ruling
from legation.server.games import seats
from legation.server.games.models import Game, Seat
from legation.server.lobby import guests
from legation.server.post import switches
from legation.server.post.models import Letter
from legation.server.running.carrier import Carrier
from legation.server.running.worker import Working

pytestmark = pytest.mark.django_db
AT, FR = "Austria", "France"
OFF = {f"mail_{kind}": False for kind in switches.SAID}


def letters(name: str) -> list[str]:
    return [letter.body for letter in Letter.objects.filter(user=person(name)).order_by("pk")]


def act(game: Game, what: str, **form: Any) -> None:
    form = {"serial": fresh(game).serial, "sure": "yes", **form}
    browser("Master").post(f"/games/{game.slug}/desk/{what}/", form)


def test_a_lost_seat_is_always_told() -> None:
    for name in (FR, AT, "Heir"):
        person(name, **OFF)
    game = started(AT, FR, mastered=True, anonymous=True)
    assert letters(FR) == []
    act(game, "give", power=FR, to="person", whom="Heir")
    [told] = letters(FR)
    assert "You play France no longer. Master, the game master, has given it to another" in told
    assert "Heir" not in told, "nobody is told who plays what"
    assert "mail/off" not in told, "no switch stops it"
    [told] = letters("Heir")
    assert "Master, the game master, has given you the seat of France: Spring 1901" in told
    act(game, "give", power=AT, to="bot", bot="random")
    assert "has given it to a bot" in letters(AT)[0]


def test_who_gives_his_seat_up_is_not_told_and_who_is_replaced_is() -> None:
    for name in (FR, AT):
        person(name, **OFF)
    game = started(AT, FR, missed="bot")
    seats.give_up(game=game, user=person(FR))
    assert letters(FR) == []
    Seat.objects.filter(game=game, power=AT).update(open=True, bot="steady")
    seats.take(game=game, user=person("Heir"), power=AT)
    assert "You play Austria no longer. It has gone to another player." in letters(AT)[0]
    assert letters("Heir") == [], "he took it himself"
    guest = guests.make()
    seats.take(game=game, user=guest, power=FR)
    seats.give(game=game, handover=seats.Handover(power=FR, actor="Master"))
    assert seat(game, FR).user is None
    assert not Letter.objects.filter(user=guest).exists(), "a guest has no address"


def test_questions_and_answers_go_with_press() -> None:
    for name in ("Master", FR):
        person(name, mail_press=True)
    game = started(AT, FR, mastered=True)
    Letter.objects.all().delete()
    rulings.ask(game=game, user=person(FR), question="May I?", token="1")
    rulings.ask(game=game, user=person(AT), question="And I?", token="2")
    assert "France asks:\n\nMay I?" in letters("Master")[0]
    code, other = (Ruling.objects.get(power=power).code for power in (FR, AT))
    act(game, "answer", code=code, answer="You may.")
    act(game, "answer", code=other, answer="You may not.")
    assert "You asked:\n\nMay I?\n\nThe answer:\n\nYou may." in letters(FR)[0]
    assert letters(AT) == [], "he wants none"
    act(game, "answer", code=code, answer="You may.")
    assert len(letters(FR)) == 1, "nothing is new"
    act(game, "answer", code=code, answer="You may.", publish="yes", told="May one?")
    assert "All can read the answer, and this as the question:\n\nMay one?" in letters(FR)[1]


def test_a_private_answer_can_be_published_later() -> None:
    game = started(AT, FR, mastered=True)
    rulings.ask(game=game, user=person(FR), question="May I?", token="1")
    code = Ruling.objects.get().code

    def desk() -> str:
        return browser("Master").get(f"/games/{game.slug}/desk/").content.decode()

    assert ">Answer</button>" in desk()
    act(game, "answer", code=code, answer="You may.")
    page = desk()
    for said in ("answered to France alone", "Publish it now to all", "Change or publish it<"):
        assert said in page
    act(game, "answer", code=code, answer="You may.", publish="yes", told="May one?")
    page = desk()
    assert "published</summary>" in page
    assert "Publish it" not in page, "what is published stays so"
    act(game, "answer", code=code, answer="Any may.", publish="yes", told="May any?")
    everybody = browser(AT).get(f"/games/{game.slug}/rulings/").content.decode()
    assert "May any?" in everybody
    assert "Any may." in everybody


def test_a_letter_that_can_be_stopped_says_so_in_its_head() -> None:
    person(FR, **{**OFF, "mail_phase": True})
    game = started(FR)
    seats.give(
        game=game,
        handover=seats.Handover(power="Italy", user=person("Heir", **OFF), actor="Master"),
    )
    time_is_up(game)
    Working("one").once()
    Carrier().once()
    heads = {m.to[0]: m.extra_headers for m in mail.outbox}
    france = heads["France@example.org"]
    address = switches.link(person(FR).pk, "phase")
    assert france["List-Unsubscribe"] == f"<{address}>"
    assert france["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "List-Unsubscribe" not in heads["Heir@example.org"]
