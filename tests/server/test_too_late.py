"""What comes too late stays in sight of who sent it, and of nobody else."""

from typing import Any

import pytest
from django.test import Client
from tables import fresh, person, reader, started, time_is_up

from legation.server.desk import acts
from legation.server.games import seats, sheets
from legation.server.games.entering import Came, open_sheet
from legation.server.games.late import late_for
from legation.server.games.models import Game
from legation.server.games.models.sheet import Sheet
from legation.server.games.seats import Handover

pytestmark = pytest.mark.django_db
FR, GE = "France", "Germany"
SAID = "What you wrote is kept below"
NOTHING_NEW = "It said nothing that was not saved before"


def browser(name: str = FR) -> Client:
    client = Client()
    client.force_login(person(name), "django.contrib.auth.backends.ModelBackend")
    return client


def send(game: Game, name: str = FR, serial: int = 0, **form: Any) -> Any:
    """Sends a form of a page that was opened in phase `serial`."""
    form = {"serial": serial, **form}
    return browser(name).post(f"/games/{game.slug}/sheet", form, follow=True)


def page(game: Game, name: str = FR, end: str = "") -> str:
    text: str = browser(name).get(f"/games/{game.slug}/{end}").text
    return text


def shown(game: Game, name: str = FR) -> str:
    late = late_for(fresh(game), reader(game, name))
    return late.typed if late else ""


@pytest.fixture
def game() -> Game:
    return started(FR, GE, missed="hold")


def closed(game: Game, phases: int = 1) -> None:
    for _ in range(phases):
        time_is_up(game)


def test_it_is_below_as_the_answer_says(game: Game) -> None:
    closed(game)
    answer = send(game, typed="A Par - Gas", edition=0).text
    assert SAID in answer
    assert "<pre>A Par - Gas</pre>" in answer
    assert "<pre>A Par - Gas</pre>" in page(game, end="lists/")
    assert "A Par - Gas" not in page(game, GE)
    assert "A Par - Gas" not in page(game, "Watcher")


def test_it_is_below_though_two_phases_are_over(game: Game) -> None:
    closed(game, 2)
    assert "<pre>A Par - Gas</pre>" in send(game, typed="A Par - Gas").text
    closed(game)
    assert "<pre>A Par - Gas</pre>" in page(game), "he has not looked yet"


def test_it_is_below_where_he_has_no_orders_to_write() -> None:
    game = started(FR, GE, missed="disorder", mastered=True)
    closed(game)
    assert "<pre>A Par - Gas</pre>" in send(game, typed="A Par - Gas").text
    assert "is in civil disorder" in page(game)
    acts.abandon(game=game, actor="Master", serial=fresh(game).serial, sure=True)
    assert "The game is over" in page(game)
    assert "<pre>A Par - Gas</pre>" in page(game)
    assert "<pre>A Par - Gas</pre>" in page(game, end="lists/")
    assert "<pre>A Par - Pic</pre>" in send(game, typed="A Par - Pic").text


def test_it_is_put_away_and_lies_with_its_sheet(game: Game) -> None:
    closed(game)
    send(game, typed="A Par - Gas")
    send(game, GE, typed="A Mun - Bur")
    for name in (GE, "Watcher"):  # theirs is another's, or nothing
        browser(name).post(f"/games/{game.slug}/late")
    assert shown(game) == "A Par - Gas"
    assert shown(game, GE) == ""
    answer = browser().post(f"/games/{game.slug}/late", {"back": "lists"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/games/{game.slug}/lists/#orders"
    assert "A Par - Gas" not in page(game)
    assert Sheet.objects.get(game=game, power=FR, serial=0).late == "A Par - Gas"
    assert browser("Watcher").post(f"/games/{game.slug}/late").status_code == 404


def test_what_is_handed_in_after_it_folds_it_and_ends_it_with_its_phase(game: Game) -> None:
    sheets.submit(game=game, power=FR, typed="A Par H")
    closed(game)
    sheets.submit(game=game, power=FR, typed="A Mar H")  # before it: that is no answer to it
    send(game, typed="A Par - Gas")
    closed(game)
    assert '<details class="late" id="late" open>' in page(game)
    sheets.submit(game=game, power=FR, typed="A Par - Bur")
    assert '<details class="late" id="late">' in page(game), "he may be copying it"
    assert shown(game) == "A Par - Gas"
    closed(game)
    assert shown(game) == ""
    assert "A Par - Gas" not in page(game)


def test_the_latest_is_shown(game: Game) -> None:
    closed(game)
    send(game, typed="A Par - Gas")
    closed(game)
    send(game, serial=1, typed="A Par - Pic")
    assert shown(game) == "A Par - Pic"


def test_what_the_sheet_said_already_is_not_late(game: Game) -> None:
    sheets.submit(game=game, power=FR, typed="A Par - Bur\nF Bre - MAO")
    closed(game)
    forms: list[dict[str, Any]] = [{"typed": "A Par - Bur\r\nF Bre - MAO"}, {}]
    for form in forms:
        answer = send(game, ready="yes", **form).text
        assert NOTHING_NEW in answer
        assert SAID not in answer
    assert shown(game) == ""
    send(game, typed="A Par - Gas")
    send(game, clear="yes")
    assert shown(game) == "A Par - Gas", "nothing does not replace it"


def test_an_order_out_of_a_list_is_kept_too(game: Game) -> None:
    closed(game)
    sheets.submit(game=game, power=FR, typed="A Mar H")
    answer = send(game, order="A Par - Gas", back="lists")
    assert answer.redirect_chain[-1][0] == f"/games/{game.slug}/lists/#orders"
    assert "<pre>A Par - Gas</pre>" in answer.text
    assert Sheet.objects.get(game=game, power=FR, serial=1).orders == ["A Mar H"]


def test_an_order_out_of_a_list_comes_to_what_is_kept(game: Game) -> None:
    sheets.submit(game=game, power=FR, typed="F Bre H")
    closed(game)
    send(game, typed="A Par - Gas\nA Mar - Spa")
    send(game, order="F  Bre - MAO", back="lists")
    assert shown(game) == "A Par - Gas\nA Mar - Spa\nF Bre - MAO"
    send(game, order="A Mar - Spa", back="lists")
    assert shown(game) == "A Par - Gas\nA Mar - Spa\nF Bre - MAO", "it is there already"
    assert NOTHING_NEW in send(game, order="F Bre H", back="lists").text
    send(game, typed="x" * sheets.LONGEST)
    assert "at most 20000 letters" in send(game, order="A Par - Pic").text
    assert shown(game) == "x" * sheets.LONGEST
    send(game, typed="A Par - Pic")
    assert shown(game) == "A Par - Pic", "a whole text replaces it"


@pytest.mark.parametrize("opened", [False, True])
def test_who_enters_for_him_neither_replaces_nor_guesses_what_he_sent(opened: bool) -> None:
    """The sheet of spring was never opened; the one of autumn is, or not."""
    game = started(FR, GE, missed="hold", mastered=True)
    sheets.submit(game=game, power=FR, typed="# canary\nA Par - Bur")
    closed(game)
    send(game, typed="A Par - Gas")
    if opened:
        came = Came(game=game, power=FR, actor="Master", way="post", serial=1)
        open_sheet(came)
    master, path = browser("Master"), f"/games/{game.slug}/for/France/sheet"
    json = {"Accept": "application/json"}
    said = set()
    for typed in ("A Par - Bur", "# canary\nA Par - Bur", "A Par - Gas", "", "A Par - Pic"):
        form = {"serial": 0, "typed": typed}
        said.add(master.post(path, form, headers=json).content)
        assert "It is kept in the log" in master.post(path, form, follow=True).text
    assert len(said) == 1
    master.post(path, {"serial": 0, "order": "A Mar H"})
    assert shown(game) == "A Par - Gas"
    assert Sheet.objects.get(game=game, power=FR, serial=0).late == "A Par - Gas"
    assert "A Mar H" in page(game, "Master", "log/")
    assert "has not come to that phase" in send(game, serial=7, typed="A Par H").text


def test_it_goes_from_sight_with_the_seat(game: Game) -> None:
    closed(game)
    send(game, typed="canary")
    seats.give(game=game, handover=Handover(power=FR, user=person("Heir")))
    assert shown(game, "Heir") == ""
    assert "canary" not in page(game, "Heir")
    assert shown(game) == ""
    assert "no sheet to write" in send(game, typed="A Par - Gas").text
    assert Sheet.objects.get(game=game, power=FR, serial=0).late == "canary"


def test_the_text_of_who_lost_his_seat_is_given_back(game: Game) -> None:
    seats.give(game=game, handover=Handover(power=FR, user=person("Heir")))
    answer = send(game, typed="A Par - Gas\r\ncanary")
    assert answer.status_code == 409
    assert "You have no sheet to write in this phase." in answer.text
    assert "<pre>A Par - Gas\ncanary</pre>" in answer.text
    assert "it is not saved" in answer.text
    for name in (FR, "Heir", GE):
        assert "canary" not in page(game, name), "it is in the answer, and nowhere else"
    assert not Sheet.objects.filter(game=game).exists()
    assert send(game, order="A Par - Gas").redirect_chain, "there is no text to give back"


def test_what_is_saved_is_not_given_back_beside(game: Game) -> None:
    answer = send(game, typed="A Par - Gas\nnonsense", ready="yes")
    assert answer.redirect_chain
    assert "Saved, but you are not ready yet" in answer.text
    assert "it is not saved" not in answer.text
    long = send(game, typed="x" * 20_001, edition=1)
    assert long.status_code == 409
    assert "at most 20000 letters" in long.text
    assert "x" * 20_001 in long.text


def test_what_the_game_master_seals_too_late_is_his() -> None:
    options = {"police-orders": "game-master"}
    game = started("Nurses", variant="london_nights", mastered=True, options=options)
    closed(game)
    assert "<pre>canary</pre>" in send(game, "Master", typed="canary").text
    assert "canary" not in page(game, "Nurses")
    browser("Master").post(f"/games/{game.slug}/late")
    assert shown(game, "Master") == ""
