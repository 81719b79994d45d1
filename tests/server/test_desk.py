"""The game master's desk: each act does what it says, and is in the log that players read."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from tables import fresh, person, reader, seat, started, time_is_up, work

from legation.server.desk.models import Ruling
from legation.server.games import create, reads, sheets
from legation.server.games.models import Event, Game, LogEntry
from legation.server.games.models.sheet import Sheet
from legation.server.games.offer import Offer

pytestmark = pytest.mark.django_db
AT, FR = "Austria", "France"


def browser(name: str) -> Client:
    client = Client()
    client.force_login(person(name), "django.contrib.auth.backends.ModelBackend")
    return client


def act(game: Game, what: str, name: str = "Master", **form: Any) -> Any:
    form = {"serial": fresh(game).serial, "sure": "yes", **form}
    return browser(name).post(f"/games/{game.slug}/desk/{what}/", form, follow=True)


def log(game: Game) -> str:
    return browser(AT).get(f"/games/{game.slug}/log/").content.decode()


def seen(game: Game, name: str = "Master") -> Any:
    return reads.view_for(fresh(game), reader(game, name))


def test_the_desk_is_its_masters_alone() -> None:
    game, free = started(AT, FR, mastered=True), started(AT)
    assert browser("Master").get(f"/games/{game.slug}/desk/").status_code == 200
    for client in (Client(), browser(AT), browser("Watcher")):
        assert client.get(f"/games/{game.slug}/desk/").status_code == 404
        for what in ("pause", "now", "give", "back-to", "unit", "answer", "end-game"):
            assert client.post(f"/games/{game.slug}/desk/{what}/").status_code == 404
    assert browser(AT).get(f"/games/{free.slug}/desk/").status_code == 404
    assert browser("Master").post(f"/games/{game.slug}/desk/nonsense/").status_code == 404
    waits = create.create(user=person("Master"), offer=Offer("Waits", mastered=True))
    there = browser("Master").get(f"/games/{waits.slug}/desk/")
    assert (there.status_code, there["Location"]) == (302, f"/games/{waits.slug}/about/")
    assert browser(AT).get(f"/games/{waits.slug}/desk/").status_code == 404
    assert not LogEntry.objects.filter(game=game).exclude(text="The game begins.").exists()


def test_the_clock() -> None:
    game = started(AT, FR, mastered=True)
    act(game, "pause")
    assert fresh(game).state == "paused"
    act(game, "resume")
    assert fresh(game).state == "running"
    until = timezone.now() + timedelta(days=9)
    act(game, "extend", until=f"{until:%Y-%m-%dT%H:%M}")
    assert abs(fresh(game).due - until) < timedelta(minutes=1)  # type: ignore[operator]
    before = fresh(game).due
    act(game, "extend", until="nonsense")
    act(game, "extend", until="2001-01-01T10:00")
    assert fresh(game).due == before
    act(game, "hold", held="yes")
    assert fresh(game).held
    for said in ("clock is stopped", "clock goes on", "phase goes on until", "only at their time"):
        assert said in log(game)


def test_a_phase_is_ended_once_by_two_clicks() -> None:
    game = started(AT, FR, mastered=True)
    act(game, "now")
    assert work(game)
    page = act(game, "now", serial=0).content.decode()
    assert "has ended already" in page
    assert fresh(game).serial == 1
    assert not work(game)


def test_roll_back_restores_everything() -> None:
    game = started(AT, FR, mastered=True)
    first = seen(game)
    sheets.submit(game=game, power=AT, typed="A Vie - Gal", serial=0)
    time_is_up(game)
    assert seen(game).position != first.position
    Event.objects.all().delete()
    act(game, "back-to", number=0)
    assert seen(game).position == first.position
    assert (fresh(game).serial, fresh(game).phase) == (2, str(first.phase))
    assert Event.objects.filter(game=game, audience="", kind="phase").exists()
    assert "rolled back to Spring 1901" in log(game)
    assert "look again" in act(game, "back-to", number=0, serial=1).content.decode()


def test_the_board() -> None:
    game = started(AT, FR, mastered=True)
    act(game, "unit", nation="Italy", kind="A", place="Bur")
    act(game, "remove", place="A Vie")
    act(game, "owner", place="Bel", power=FR)
    act(game, "owner", place="Par", power="nobody")
    board = seen(game, AT).position
    assert "Italy" in {u.power for u in board.units if u.place == "Bur"}
    assert not [u for u in board.units if u.place == "Vie"]
    assert (board.owners.get("Bel"), board.owners.get("Par")) == (FR, None)
    text = log(game)
    for said in ("Italy has a unit set: A Bur", "A Vie is taken off", "Bel belongs to France"):
        assert said in text
    assert "occupied" in act(game, "unit", nation="Italy", kind="A", place="Bur").content.decode()


def test_every_unit_of_the_list_can_be_taken_away() -> None:
    game = started("Italy", mastered=True, variant="claudian")
    page = browser("Master").get(f"/games/{game.slug}/desk/").content.decode()
    chosen = re.findall(r'<option value="([^"]+)">[^<]*: ', page)
    assert len(chosen) == len(seen(game).position.units)
    act(game, "remove", place=chosen[0])
    assert len(seen(game).position.units) == len(chosen) - 1


def test_civil_disorder() -> None:
    game = started(AT, FR, mastered=True)
    act(game, "disorder", power=FR, declared="yes")
    assert FR in seen(game, AT).disorder
    assert "already" in act(game, "disorder", power=FR, declared="yes").content.decode()
    act(game, "disorder", power=FR, declared="no")
    assert FR not in seen(game, AT).disorder


def test_a_seat_is_handed_on() -> None:
    game = started(AT, FR, mastered=True, anonymous=True)
    heir = person("Heir")
    act(game, "give", power=FR, to="person", whom="heir")
    assert seat(game, FR).user == heir
    assert "France has a new player" in log(game)
    assert "Heir" not in log(game)
    act(game, "give", power=FR, to="bot", bot="random")
    assert (seat(game, FR).user, seat(game, FR).bot) == (None, "random")
    act(game, "give", power=FR, to="open")
    assert seat(game, FR).open
    assert (
        "nobody here is called"
        in act(game, "give", power=FR, to="person", whom="Noone").content.decode().lower()
    )


def test_sheets_are_read_when_his_own_are_sealed() -> None:
    own = {"police-orders": "game-master"}
    game = started("Nurses", variant="london_nights", mastered=True, options=own, sealed=False)
    unit = str(seen(game, "Nurses").position.of("Nurses")[0])
    sheets.submit(game=game, power="Nurses", typed=f"{unit} H", settled=True, serial=0)
    desk = browser("Master").get(f"/games/{game.slug}/desk/").content.decode()
    assert "no player’s sheet" in desk
    assert f"<li>{unit} H</li>" not in desk
    act(game, "pause")
    page = browser("Master").get(f"/games/{game.slug}/desk/").content.decode()
    assert page.count("Let the clock go on") == 1, "also before he has sealed"
    act(game, "resume")
    page = act(game, "seal", nation="Police", typed="nonsense", seal="yes").content.decode()
    assert "not sealed" in page
    typed = "\n".join(f"{u} H" for u in seen(game).position.of("Police"))
    act(game, "seal", nation="Police", typed=typed, seal="yes")
    assert Sheet.objects.get(game=game, power="Police").settled
    desk = browser("Master").get(f"/games/{game.slug}/desk/").content.decode()
    assert f"<li>{unit} H</li>" in desk
    assert "not yours" in act(game, "seal", nation="Nurses", typed="", seal="yes").content.decode()


def test_a_game_is_ended() -> None:
    game = started(AT, FR, mastered=True)
    act(game, "end-game")
    assert (fresh(game).state, fresh(game).ending) == ("finished", "abandoned")
    act(game, "back-to", number=0)
    assert fresh(game).state == "running"


def test_rulings() -> None:
    game = started(AT, FR, mastered=True)
    path = f"/games/{game.slug}/rulings/"
    form = {"question": "May my <b>secret</b> fleet?", "token": "abcdefgh12345678"}
    for _ in range(2):
        browser(AT).post(path, form)
    ruling = Ruling.objects.get()
    assert "secret" not in browser(FR).get(path).content.decode()
    assert "May my &lt;b&gt;" in browser(AT).get(path).content.decode()
    assert browser("Watcher").post(path, form).status_code == 404
    assert Client().post(path, form).status_code == 404
    act(game, "answer", code=ruling.code, answer="It may.")
    assert "It may." in browser(AT).get(path).content.decode()
    assert "It may." not in browser(FR).get(path).content.decode()
    act(game, "answer", code=ruling.code, answer="It may.", publish="yes", told="May a fleet?")
    for client in (browser(FR), Client()):
        page = client.get(path).content.decode()
        assert "May a fleet?" in page
        assert "It may." in page
        assert "secret" not in page
    assert "A ruling is published" in log(game)
    assert Client().get(f"/games/{started(AT).slug}/rulings/").status_code == 404


def test_the_log_hides_what_not_everybody_sees() -> None:
    game = started("Nurses", variant="london_nights", mastered=True)
    hidden: list[Any] = []
    while not hidden and fresh(game).serial < 6:
        time_is_up(game)
        known = {(u.power, u.place) for u in seen(game, "Nurses").position.units}
        hidden = [u for u in seen(game).position.units if (u.power, u.place) not in known]
    act(game, "remove", place=f"{hidden[0].power} {hidden[0]}")
    assert hidden[0] not in seen(game).position.units
    last = LogEntry.objects.filter(game=game).latest("pk").text
    assert last == "The game master has changed something on the board that not everybody sees."
