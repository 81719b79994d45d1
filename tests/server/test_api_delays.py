"""What puts a deadline off, by the interface: absences, and votes on more time."""

import json
from datetime import timedelta
from typing import Any

import pytest
from asking import browser
from django.test import Client
from tables import fresh, person, started, time_is_up

from legation.server.accounts.models import Absence
from legation.server.api import tokens
from legation.server.games import postpone
from legation.server.site import moment

pytestmark = pytest.mark.django_db
AT, FR, TU, MASTER = "Austria", "France", "Turkey", "Master"


def asks(name: str, *scopes: str) -> Client:
    word = tokens.make(user=person(name), name="a program", scopes=scopes or tokens.SCOPES)
    return Client(headers={"Authorization": f"Bearer {word}"})


def post(client: Client, path: str, **body: Any) -> Any:
    return client.post(f"/api{path}", json.dumps(body), content_type="application/json")


def day(after: int) -> str:
    return str(moment.now().date() + timedelta(days=after))


def test_an_absence_is_announced_and_taken_back_as_on_the_page() -> None:
    his = asks(FR, "read", "order")
    there = {"first": day(2), "last": day(4)}
    longer = {"first": day(2), "last": day(5)}
    assert post(his, "/away", **there).json() == [there]
    assert his.get("/api/away").json() == [there]
    assert asks(AT).get("/api/away").json() == [], "it is told of nobody else"
    assert asks(AT).delete(f"/api/away/{day(2)}/{day(4)}").status_code == 404
    for begins, ends in ((3, 4), (2, 3)):
        assert his.delete(f"/api/away/{day(begins)}/{day(ends)}").status_code == 404, "none"
    for each in (there, longer):
        post(his, "/away", **each)
    for client, status, left in (
        (asks(FR, "read"), 403, [there, there, longer]),
        (his, 200, [there, longer]),
        (his, 200, [longer]),
        (his, 404, [longer]),
    ):
        assert client.delete(f"/api/away/{day(2)}/{day(4)}").status_code == status
        assert his.get("/api/away").json() == left, "one goes, and no other that begins then"
    Absence.objects.all().delete()
    for first, last, said in (
        (day(-3), day(-1), "Last: This day is over."),
        (day(3), day(2), "Last: The last day is before the first."),
        (day(1), day(61), "Last: At most 60 days; then announce it again."),
        ("9999-12-20", "9999-12-31", "First: The first day is more than a year ahead."),
    ):
        answer = post(his, "/away", first=first, last=last)
        assert (answer.status_code, answer.json()) == (422, {"error": said})
    assert post(asks(FR, "read"), "/away", **there).status_code == 403
    assert post(his, "/away", first="soon", last=day(1)).status_code == 422


def test_more_time_is_asked_for_and_agreed_to_and_who_did_is_told_to_nobody() -> None:
    game = started(AT, FR, TU, postpone="all", mastered=True)
    path, due = f"/games/{game.slug}/more-time", game.due
    assert due
    his = asks(FR, "read", "order")
    asked = post(his, path, minutes=90, serial=0).json()
    assert asked["asks"] == [{"power": FR, "minutes": 90, "agreed": True}]
    before = {name: asks(name).get(f"/api{path}").json() for name in (FR, TU, MASTER)}
    assert before[TU]["asks"] == [{"power": FR, "minutes": 90, "agreed": False}]
    assert (before[TU]["may_vote"], before[MASTER]["may_vote"]) == (True, False)
    assert not post(asks(AT), f"{path}/{FR}", serial=0).json()["put_off"]
    assert {name: asks(name).get(f"/api{path}").json() for name in before} == before
    again = post(asks(AT), f"{path}/{FR}", serial=0)
    assert (again.status_code, again.json()) == (409, {"error": "You have agreed already."})
    assert post(asks(TU), f"{path}/{FR}", serial=0).json()["put_off"]
    assert fresh(game).due == due + timedelta(minutes=90)
    assert post(his, path, minutes=0, serial=0).status_code == 422
    assert his.delete(f"/api{path}").status_code == 403, "it is for a token of the desk"
    assert asks(FR).delete(f"/api{path}").status_code == 404, "and for the game master alone"
    assert asks(MASTER).delete(f"/api{path}").json()["agreeing"] == "none"
    assert game.log.latest("pk").actor == MASTER


def test_what_was_meant_for_a_phase_that_is_over_is_asked_in_no_other() -> None:
    """Neither by a program nor from a page that was opened before the phase closed."""
    game = started(AT, FR, TU, postpone="majority")
    path = f"/games/{game.slug}/more-time"
    time_is_up(game)
    postpone.ask(game=game, power=FR, minutes=30)
    said = "the phase for which that was meant is over."
    for end, body in (("", {"minutes": 60, "serial": 0}), (f"/{FR}", {"serial": 0})):
        answer = post(asks(AT), path + end, **body)
        assert (answer.status_code, answer.json()) == (409, {"error": said.capitalize()})
    sent: dict[str, str]
    for sent in (
        {"what": "more-time", "length": "2", "unit": "days", "serial": "0"},
        {"what": "agree", "asked": FR, "serial": "0"},
    ):
        page = browser(AT).post(f"/games/{game.slug}/votes/", sent, follow=True)
        assert said.capitalize() in page.content.decode()
    assert postpone.asked_for(fresh(game), AT) == postpone.Asked(
        (postpone.Ask(FR, 30, agreed=False),), put_off=False, may_vote=True
    )
