"""Orders that a game master enters for others: what is done, refused, and read by their power."""

from typing import Any

import pytest
from django.test import Client
from stored import stored
from tables import fresh, person, reader, seat, started, time_is_up

import legation.bots.dumb as dumb_bot
from legation.server.games import entering, reads, sheets, votes
from legation.server.games.models import Deadline, Event, Game
from legation.server.games.models.sheet import Sheet
from legation.server.games.models.trace import Trace

pytestmark = pytest.mark.django_db
FR, TU, AT = "France", "Turkey", "Austria"


def browser(name: str) -> Client:
    client = Client()
    client.force_login(person(name), "django.contrib.auth.backends.ModelBackend")
    return client


def desk(game: Game, act: str = "others", /, **form: Any) -> Any:
    form = {"serial": fresh(game).serial, "sure": "yes", "way": "post", **form}
    return browser("Master").post(f"/games/{game.slug}/desk/{act}/", form, follow=True)


def write(game: Game, power: str, typed: str, name: str = "Master", **more: Any) -> Any:
    form = {"serial": fresh(game).serial, "typed": typed, **more}
    return browser(name).post(f"/games/{game.slug}/for/{power}/sheet", form, follow=True)


def board(game: Game, power: str) -> str:
    return browser(power).get(f"/games/{game.slug}/").content.decode()


def log(game: Game, name: str) -> str:
    return browser(name).get(f"/games/{game.slug}/log/").content.decode()


def sheet(game: Game, power: str) -> Sheet:
    return Sheet.objects.get(game=game, power=power, serial=fresh(game).serial)


def _game() -> Game:
    return started(FR, TU, mastered=True)


begun = stored(_game)


@pytest.fixture
def game(begun: Game) -> Game:
    return fresh(begun)


def test_orders_by_post_are_entered_as_text_and_on_the_map(game: Game) -> None:
    page = desk(game, power=FR, what="enter")
    assert page.redirect_chain[-1][0] == f"/games/{game.slug}/for/France/#orders"
    assert "You enter orders for France" in page.content.decode()
    write(game, FR, "A Par - Bur")
    menu = browser("Master").get(f"/games/{game.slug}/for/France/menu").json()
    assert (menu["pen"], menu["sheet"]["typed"]) == (FR, "A Par - Bur")
    assert {unit["unit"] for unit in menu["units"]} == {"A Par", "A Mar", "F Bre"}
    # A click on the map sends an order beside what stands there.
    form = {"typed": "A Par - Bur", "order": "A Mar S A Par - Bur", "edition": 1}
    answer = browser("Master").post(
        f"/games/{game.slug}/for/France/sheet",
        {"serial": 0, **form},
        headers={"Accept": "application/json"},
    )
    assert answer.json()["count"] == "2 of 3 orders in"
    assert sheet(game, FR).orders == ["A Par - Bur", "A Mar S A Par - Bur"]
    time_is_up(game)
    view = reads.view_for(fresh(game), reader(game, FR))
    assert {u.place for u in view.position.of(FR)} == {"Bur", "Mar", "Bre"}


def test_the_power_reads_who_wrote_when_and_how(game: Game) -> None:
    desk(game, power=FR, what="enter", way="telephone")
    write(game, FR, "A Par - Bur")
    write(game, FR, "A Par - Gas", edition=1)
    for page in (board(game, FR), log(game, FR), log(game, "Master")):
        assert "Opened by GM Master" in page
        assert "Orders entered by GM Master" in page
        assert "by telephone" in page
    assert Trace.objects.filter(game=game, kind="entered").count() == 1, "he went on, once noted"
    for name in (TU, "Watcher"):
        assert "GM Master" not in log(game, name) + browser(name).get(f"/games/{game.slug}/").text
    assert Event.objects.filter(game=game, audience=FR, kind="sheet").count() == 3
    assert not Event.objects.filter(game=game, audience=TU).exists()


def test_the_master_hears_of_the_sheet_that_he_has_opened_and_of_no_other(game: Game) -> None:
    told = Event.objects.filter(game=game, audience="gm", kind="sheet")
    sheets.submit(game=game, power=FR, typed="A Par H")
    assert not told.exists(), "it is not open to him"
    desk(game, power=FR, what="enter")
    sheets.submit(game=game, power=TU, typed="A Con H")
    assert not told.exists()
    sheets.submit(game=game, power=FR, typed="A Par - Bur")
    assert told.count() == 1
    time_is_up(game)
    sheets.submit(game=fresh(game), power=FR, typed="")
    assert told.count() == 1, "it was open until the phase closed"


def test_a_save_names_the_event_by_which_his_own_windows_hear_of_it(game: Game) -> None:
    other = started(FR, TU, mastered=True)
    for typed in ("A Par H", "A Par - Pic", ""):
        sheets.submit(game=other, power=FR, typed=typed)  # which another game counts
    desk(game, power=FR, what="enter")  # one event of France: its sheet was opened
    sheets.submit(game=game, power=TU, typed="A Con H")  # which is counted for Turkey alone
    head = {"Accept": "application/json"}
    form = {"serial": 0, "typed": "A Par H"}
    answer = browser(FR).post(f"/games/{game.slug}/sheet", form, headers=head).json()
    assert answer["told"] == 2
    address = f"/games/{game.slug}/for/France/sheet"
    answer = browser("Master").post(address, {**form, "typed": "A Par - Bur"}, headers=head).json()
    assert answer["told"] == 2, "of those that are told to him: her sheet, and this"
    menu = browser(FR).get(f"/games/{game.slug}/menu").json()
    assert menu["sheet"]["told"] == 0, "that was no save"


def test_that_orders_have_come_is_noted_without_opening_anything(game: Game) -> None:
    sheets.submit(game=game, power=FR, typed="A Par - Bur")
    page = desk(game, power=FR, what="received").content.decode()
    assert "have come by post" in page
    assert "received, by post" in page
    assert "Orders received by GM Master" in board(game, FR)
    assert not reads.view_for(fresh(game), reader(game, "Master")).sheets
    assert "Par - Bur" not in page


def test_in_a_sealed_game_that_sheet_alone_is_opened_and_he_is_asked_first(game: Game) -> None:
    sheets.submit(game=game, power=FR, typed="A Par - Bur")
    sheets.submit(game=game, power=TU, typed="A Con - Bul")
    asked = desk(game, power=FR, what="enter", sure="").content.decode()
    assert "Open the sheet of France?" in asked
    assert not Trace.objects.exists()
    desk(game, power=FR, what="enter")
    master = reader(game, "Master")
    assert set(reads.view_for(fresh(game), master).sheets) == {FR}
    text = browser("Master").get(f"/games/{game.slug}/desk/").content.decode()
    assert "A Par - Bur" in text
    assert "Con - Bul" not in text
    assert reads.sheet_for(fresh(game), master, TU) is None
    for end in ("", "menu", "lists/"):
        answer = browser("Master").get(f"/games/{game.slug}/for/Turkey/{end}", follow=True)
        assert "Con - Bul" not in answer.content.decode()
    time_is_up(game)
    sheets.submit(game=game, power=FR, typed="A Par - Pic")
    assert not reads.view_for(fresh(game), reader(game, "Master")).sheets, "closed with its phase"


def test_nobody_else_enters_orders_for_others(game: Game) -> None:
    desk(game, power=FR, what="enter")
    for client in (browser(TU), browser(FR), browser("Watcher"), Client()):
        for end in ("", "menu", "menu/steps", "lists/"):
            assert client.get(f"/games/{game.slug}/for/France/{end}").status_code == 404
        form = {"serial": 0, "typed": "A Par H"}
        assert client.post(f"/games/{game.slug}/for/France/sheet", form).status_code == 404
        path = f"/games/{game.slug}/desk/others/"
        assert client.post(path, {"power": FR, "way": "post", "serial": 0}).status_code == 404
    assert not Sheet.objects.filter(game=game).exists()


def test_a_player_who_wrote_meanwhile_is_not_overwritten(game: Game) -> None:
    desk(game, power=FR, what="enter")
    sheets.submit(game=game, power=FR, typed="A Par - Pic")
    page = write(game, FR, "A Par - Bur", edition=0)
    assert page.status_code == 409
    text = page.content.decode()
    assert "changed meanwhile, by its player or in another window" in text
    assert "A Par - Bur" in text, "what he typed is not lost"
    assert sheet(game, FR).typed == "A Par - Pic"
    assert "A Par - Bur" in log(game, "Master")
    assert "A Par - Bur" not in log(game, FR), "it is the game master's text"
    assert "Not entered by GM Master" in log(game, FR)


def test_a_player_is_told_that_the_master_wrote_meanwhile(game: Game) -> None:
    sheets.submit(game=game, power=FR, typed="A Par H")
    desk(game, power=FR, what="enter")
    write(game, FR, "A Par - Bur", edition=1)
    form = {"serial": 0, "typed": "A Par - Pic", "edition": 1}
    page = browser(FR).post(f"/games/{game.slug}/sheet", form)
    assert page.status_code == 409
    assert "Master, the game master, entered orders" in page.content.decode()
    assert sheet(game, FR).typed == "A Par - Bur"


def test_two_windows_of_the_desk_do_not_overwrite_each_other(game: Game) -> None:
    desk(game, power=FR, what="enter")
    assert write(game, FR, "A Par - Bur", edition=0).status_code == 200
    assert write(game, FR, "A Par - Gas", edition=0).status_code == 409
    assert sheet(game, FR).typed == "A Par - Bur"
    assert "A Par - Gas" in log(game, "Master")


def test_what_comes_after_the_phase_is_kept_and_does_not_count(game: Game) -> None:
    desk(game, power=FR, what="enter")
    time_is_up(game)
    page = write(game, FR, "A Par - Bur", serial=0).content.decode()
    assert "The phase was over when this came" in page
    assert not Sheet.objects.filter(game=game, power=FR, serial=1).exists()
    assert not Sheet.objects.filter(game=game, power=FR, serial=0).exists()
    assert "A Par - Bur" in log(game, "Master")
    assert "A Par - Bur" not in board(game, FR), "it is not a text of its player"
    assert "the phase was over when this came" in log(game, FR)
    assert "It is kept in the log; it does not count." in page
    late = desk(game, power=FR, what="enter", serial=0).content.decode()
    assert "The phase was over when this came" in late
    for each in Trace.objects.filter(game=game, kind="refused"):
        assert each.phase == "Spring 1901, movement"
    assert "Spring 1901, movement · France" in log(game, "Master")
    Trace.objects.update(phase="")  # as it was written before
    assert "> · France" not in log(game, "Master")
    # The same where the sheet of the phase that is open now has been opened.
    desk(game, power=FR, what="enter")
    again = write(game, FR, "A Par - Gas", serial=0).content.decode()
    assert "It is kept in the log; it does not count." in again
    assert "A Par - Gas" in log(game, "Master")


def test_what_nobody_can_order_for_is_refused_in_a_sentence(game: Game) -> None:
    def said(**form: Any) -> str:
        return str(desk(game, what="enter", **form).content.decode())

    assert "is no power that a player writes orders for" in said(power="Poland")
    assert "Nobody plays Austria but a bot" in said(power=AT)
    assert "Say how the orders came" in said(power=FR, way="pigeon")
    desk(game, "disorder", power=FR, declared="yes")
    assert "is in civil disorder" in said(power=FR)
    page = log(game, "Master")
    assert page.count("Not entered") == 4
    assert not Trace.objects.filter(kind="opened").exists()


def test_a_sheet_that_was_not_opened_is_not_written(game: Game) -> None:
    page = write(game, FR, "A Par - Bur").content.decode()
    assert "Open the sheet before you enter orders on it" in page
    assert not Sheet.objects.filter(game=game).exists()
    assert "A Par - Bur" in log(game, "Master")


def test_the_master_may_make_a_power_ready(game: Game) -> None:
    sheets.submit(game=game, power=TU, typed="", settled=True)
    desk(game, power=FR, what="enter")
    write(game, FR, "A Par - Bur\nA Mar H\nF Bre H", ready="yes")
    assert sheet(game, FR).settled
    assert Deadline.objects.get(game=game, kind="due", serial=0).early == "ready"


def test_a_seat_without_an_account(game: Game) -> None:
    desk(game, "give", power=AT, to="post", postal="Mr Brown of Hull")
    assert (seat(game, AT).user, seat(game, AT).bot) == (None, "")
    assert "Mr Brown of Hull, by post" in browser(TU).get(f"/games/{game.slug}/about/").text
    for power in (FR, TU):
        sheets.submit(game=game, power=power, typed="", settled=True)
    due = Deadline.objects.get(game=game, kind="due", serial=0)
    assert due.early == "", "Austria is waited for"
    desk(game, power=AT, what="enter")
    write(game, AT, "A Vie - Gal\nA Bud - Ser\nF Tri - Alb", ready="yes")
    due.refresh_from_db()
    assert due.early == "ready"
    time_is_up(game)
    view = reads.view_for(fresh(game), reader(game, "Master"))
    assert {u.place for u in view.position.of(AT)} == {"Gal", "Ser", "Alb"}, "no bot has written"


def test_of_a_player_without_an_account_nobody_says_that_he_reads_it(game: Game) -> None:
    desk(game, "give", power=AT, to="post", postal="Mr Brown")
    noted = desk(game, power=AT, what="received").content.decode()
    assert "Noted: its orders have come by post." in noted
    asked = desk(game, power=AT, what="enter", sure="").content.decode()
    assert "Its player has no account." in asked
    assert "Austria reads" not in asked
    page = desk(game, power=AT, what="enter").content.decode()
    lists = browser("Master").get(f"/games/{game.slug}/for/Austria/lists/").content.decode()
    for text in (page, lists):
        assert "Its player has no account, and reads nothing of it" in text
        assert "Its player reads that you do" not in text
    assert "Its player reads that you do" in desk(game, power=FR, what="enter").content.decode()


def test_a_seat_by_post_that_sends_nothing_is_missed(game: Game) -> None:
    desk(game, "give", power=AT, to="post", postal="Mr Brown")
    Game.objects.filter(pk=game.pk).update(missed="substitute")
    time_is_up(game)
    assert seat(game, AT).bot == "random"
    desk(game, power=AT, what="enter")
    write(game, AT, "A Vie H")
    assert seat(game, AT).bot == "", "whose orders come is back"


def test_who_plays_by_post_has_a_name_of_his_own(game: Game) -> None:
    for name in (FR, "france", "Master"):
        refused = desk(game, "give", power=AT, to="post", postal=name)
        assert "is in this game already" in refused.text
    assert seat(game, AT).postal == ""


def test_a_draw_waits_for_who_votes_by_post(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots are for it here; in the first phase they would not be."""
    monkeypatch.setattr(dumb_bot, "for_a_draw", lambda *_: True)
    game = started(FR, TU, mastered=True, fill_bot="dumb")
    desk(game, "give", power=AT, to="post", postal="Mr Brown")
    votes.propose(game=fresh(game), power=FR, kind="draw")
    votes.vote(game=fresh(game), power=TU, proposal=1, answer="yes")
    assert "A vote that came to you" in browser("Master").get(f"/games/{game.slug}/desk/").text
    for power, said in ((FR, "it votes by itself"), ("England", "it votes by itself")):
        refused = desk(game, "vote", power=power, proposal=1, answer="yes")
        assert (refused.status_code, said in refused.text) == (422, True)
    asked = desk(game, "vote", power=AT, proposal=1, answer="yes", sure="")
    assert "Enter the vote of Austria?" in asked.text
    assert not fresh(game).ending
    desk(game, "vote", power=AT, proposal=1, answer="yes")
    assert fresh(game).ending == "draw"


def test_a_seat_by_post_goes_to_an_account(game: Game) -> None:
    desk(game, "give", power=AT, to="post", postal="Mr Brown")
    heir = person("Heir")
    desk(game, "give", power=AT, to="person", whom="Heir")
    assert (seat(game, AT).user, seat(game, AT).postal) == (heir, "")


def test_in_an_open_game_he_is_not_asked_and_it_is_told_all_the_same() -> None:
    game = started(FR, mastered=True, sealed=False)
    desk(game, power=FR, what="enter", sure="")
    assert entering.is_open(fresh(game), FR)
    assert "Opened by GM Master" in board(game, FR)
