"""What the desk does for one game, one seat and one phase, and for no other: mutants named it."""

from datetime import timedelta, timezone
from typing import Any

import pytest
from asking import browser
from tables import fresh, person, seat, started, time_is_up

from legation.errors import StateError
from legation.server.accounts.models import User
from legation.server.desk import acts, handing, leaving, rulings, unasked
from legation.server.desk.models import Offer as Offered
from legation.server.desk.models import Ruling, new_key
from legation.server.desk.noted import note
from legation.server.games import create, seats, sheets, standby
from legation.server.games.models import Game
from legation.server.games.models.standby import Standby
from legation.server.games.models.trace import Trace
from legation.server.games.offer import Offer
from legation.server.post.models import Letter
from legation.server.site import moment

pytestmark = pytest.mark.django_db
AT, FR, MASTER = "Austria", "France", "Master"
POLICE: dict[str, Any] = {
    "variant": "london_nights",
    "mastered": True,
    "options": {"police-orders": "game-master"},
}


def desk(game: Game, button: str, /, **form: Any) -> Any:
    """What the desk answers to a form."""
    form = {"serial": fresh(game).serial, **form}
    return browser(MASTER).post(f"/games/{game.slug}/desk/{button}/", form)


def page(answer: Any) -> str:
    text: str = answer.content.decode()
    return text


def told() -> set[str]:
    """Who was written to."""
    return {letter.user.name for letter in Letter.objects.all() if letter.user}


# Whose letters


@pytest.mark.parametrize(
    ("what", "form"),
    [
        ("back-to", {"number": 0}),
        ("correct", {"what": "orders", "power": FR, "typed": "A Par - Bur", "note": "misread"}),
    ],
)
def test_letters_are_for_who_sits_in_that_game(what: str, form: dict[str, Any]) -> None:
    """Of two games alike only the one that goes back, or is corrected, is written of."""
    game, other = (started(AT, FR, mastered=True) for _ in range(2))
    stranger = seats.Handover(power=AT, user=person("Stranger"), actor=MASTER)
    seats.give(game=other, handover=stranger)
    for row in (game, other):
        sheets.submit(game=row, power=FR, typed="A Par - Pic")
        time_is_up(row)
    Letter.objects.all().delete()
    assert desk(game, what, sure="yes", **form).status_code == 302
    assert told() == {AT, FR}


def ask(game: Game, name: str) -> str:
    rulings.ask(game=game, user=person(name), question=f"{name}?", token=new_key())
    return Ruling.objects.latest("pk").code


def test_an_answer_is_written_to_who_asked_from_his_seat() -> None:
    """Of its game; not again for the same words, and not to who has the seat since."""
    started(mastered=True)
    game = started(AT, FR, mastered=True)
    person("Heir")
    User.objects.update(mail_press=True)
    for name in (FR, AT):
        code = ask(game, name)
        for text, written in (("Yes.", {name}), ("Yes.", set()), ("No.", {name})):
            Letter.objects.all().delete()
            rulings.answer(game=game, code=code, text=text, told="", actor=MASTER)
            assert told() == written
    seats.give(game=game, handover=seats.Handover(power=AT, user=person("Heir"), actor=MASTER))
    Letter.objects.all().delete()
    rulings.answer(game=game, code=code, text="Perhaps.", told="", actor=MASTER)
    assert told() == set()


def test_what_went_wrong_is_noted_once_in_each_game() -> None:
    games = [started(AT, mastered=True) for _ in range(2)]
    before = [row.log.count() for row in games]
    for row in (*games, games[1]):
        note(row, MASTER, "A remark.")
    assert [row.log.count() for row in games] == [count + 1 for count in before]


def test_questions_that_wait_are_counted_for_each_power() -> None:
    game = started(AT, FR, mastered=True)
    for number in range(10):
        rulings.ask(game=game, user=person(FR), question="When?", token=str(number))
    with pytest.raises(StateError, match="many of your questions wait"):
        rulings.ask(game=game, user=person(FR), question="When?", token="again")
    rulings.ask(game=game, user=person(AT), question="When?", token="first")
    assert Ruling.objects.filter(power=AT).count() == 1


def test_which_questions_wait_for_a_master() -> None:
    """Those without an answer, in games of his own that go on."""
    games = [started(AT, FR, mastered=True) for _ in range(4)]
    codes = [ask(row, FR) for row in games]
    acts.abandon(game=games[1], actor=MASTER, serial=0, sure=True)
    rulings.answer(game=games[2], code=codes[2], text="Yes.", told="", actor=MASTER)
    Game.objects.filter(pk=games[3].pk).update(master=person("Another"))
    assert rulings.waiting(person(MASTER)) == {games[0].pk: 1}


def test_who_is_gone_is_written_nothing() -> None:
    """The seat is a bot's, and the account that asked is no more."""
    game = started(AT, FR, mastered=True)
    User.objects.update(mail_press=True)
    code = ask(game, FR)
    seats.give_up(game=game, user=person(FR))
    person(FR).delete()
    Letter.objects.all().delete()
    rulings.answer(game=game, code=code, text="Yes.", told="", actor=MASTER)
    assert Ruling.objects.get(code=code).answer == "Yes."
    assert (seat(game, FR).user, Ruling.objects.get(code=code).author) == (None, None)
    assert told() == set()


def test_one_takes_along_his_own_questions_alone() -> None:
    game = started(AT, FR, mastered=True)
    for name in (AT, FR, FR):
        rulings.ask(game=game, user=person(name), question=f"{name}?", token=new_key())
    for name, count in ((AT, "1 question to"), (FR, "2 questions to")):
        what, told = leaving.questions_of(None, person(name))
        assert (what, {each["question"] for each in told}) == ("questions", {f"{name}?"})
        assert leaving.asked(None, person(name))[0].startswith(count)
    assert leaving.asked(None, person(MASTER)) == []


def test_the_master_asks_nothing_of_himself() -> None:
    """All questions stand on his desk; the page of rulings shows a player his own."""
    game = started(AT, FR, mastered=True)
    ask(game, FR)
    for name, own in ((MASTER, 0), (FR, 1), (AT, 0)):
        shown = browser(name).get(f"/games/{game.slug}/rulings/").context
        assert len(shown["own"]) == own, name


def test_a_letter_that_offers_nothing_opens_nothing() -> None:
    game = started(AT, FR, mastered=True)
    for ask_for in (browser("Heir").get, browser("Heir").post):
        assert ask_for(f"/games/{game.slug}/seat/no-such-letter/").status_code == 404
    assert not seat(game, FR).game.seats.filter(user=person("Heir")).exists()


def test_a_letter_opens_its_seat_to_whom_it_was_written() -> None:
    game = started(AT, FR, mastered=True)
    form = {"power": AT, "to": "person", "whom": person("Heir").email, "sure": "yes"}
    assert desk(game, "give", **form).status_code == 302
    there = f"/games/{game.slug}/seat/{Offered.objects.get().code}/"
    for name in ("Stranger", FR, MASTER):
        assert browser(name).get(there).status_code == 404, name
    assert browser("Heir").get(there).context["power"] == AT
    assert browser("Heir").post(there)["Location"] == f"/games/{game.slug}/"
    assert seat(game, AT).user == person("Heir")
    assert browser("Heir").get(there).status_code == 404


def test_who_plays_asks_and_in_a_game_that_goes_on() -> None:
    waiting = create.create(user=person(MASTER), offer=Offer(name="Waiting", mastered=True))
    assert browser(MASTER).get(f"/games/{waiting.slug}/rulings/").status_code == 404
    game = started(FR, mastered=True)
    for name, ask, asked in (
        (FR, "more-time", True),
        (FR, "", False),
        (MASTER, "more-time", False),
    ):
        shown = browser(name).get(f"/games/{game.slug}/rulings/", {"ask": ask}).context
        assert bool(shown["question"]) == asked


@pytest.mark.parametrize(
    ("whom", "himself", "may_get_none", "tells_address"),
    [
        ("Heir", False, True, False),
        ("Heir", True, False, False),
        ("heir@example.org", False, False, True),
    ],
)
def test_what_is_said_of_who_stands_by(
    whom: str, himself: bool, may_get_none: bool, tells_address: bool
) -> None:
    """He may get no letter whom the master named; who has an address alone shows whose it is."""
    game, heir = started(AT, mastered=True), person("Heir")
    named = whom == heir.name
    how: dict[str, Any] = {"user": heir} if named else {"address": whom}
    next_one = standby.add(game=game, himself=himself, **how)
    question = page(desk(game, "offer-next", power=FR))
    assert ("Who wants no letters" in question) == may_get_none
    desk(game, "offer-next", power=FR, sure="yes", heir=next_one.pk)
    there = f"/games/{game.slug}/seat/{Offered.objects.get().code}/"
    shown = page(browser("Heir").get(there))
    assert ("learns that your account" in shown) == tells_address


def test_who_wants_no_letters_says_so_for_himself_alone() -> None:
    game = started(AT, mastered=True)
    for name in ("Ann", "Bob"):
        standby.add(game=game, user=person(name), himself=True)
    unasked.switch(person("Ann"), off=True)
    assert list(Standby.objects.order_by("pk").values_list("himself", flat=True)) == [False, True]


def test_which_seats_on_offer_somebody_hears_of(settings: Any) -> None:
    """Of none to an address that he has not shown to be his, nor of one that he did not ask for."""
    settings.CONFIRM_MAIL = True
    heir, master = person("Heir"), person(MASTER)
    for how in ({"user": heir}, {"user": heir, "himself": True}, {"address": heir.email}):
        game = started(AT, mastered=True)
        next_one = standby.add(game=game, **how)
        handing.to_standby(game=game, power=FR, heir=next_one, master=master, sure=True)
    by_name, by_himself, by_address = Offered.objects.order_by("pk")
    assert handing.offered_to(heir) == []
    heir.confirmed_at = moment.now()
    assert handing.offered_to(heir) == [by_name, by_himself, by_address]
    unasked.switch(heir.email, off=True)
    assert handing.offered_to(heir) == [by_himself, by_address]


# What is open, and when


def test_who_has_orders_to_seal_reads_of_no_sheet() -> None:
    game = started("Nurses", **POLICE)
    for sealed in (False, True):
        if sealed:
            sheets.settle(game=game, power="Police", settled=True, serial=0)
        shown = browser(MASTER).get(f"/games/{game.slug}/desk/").context
        assert shown["blind"]() != sealed
        assert bool(shown["sheets"]()) == sealed


@pytest.mark.parametrize("sealed", [True, False])
def test_what_sealing_opens_is_what_the_game_promises(sealed: bool) -> None:
    """In a sealed game nobody reads a sheet before its phase closes, nor is it said so."""
    game = started("Nurses", sealed=sealed, **POLICE)
    form = {"nation": "Police", "typed": "", "seal": "yes"}
    opens = "the sheets of the players are open to you"
    assert (opens in page(desk(game, "seal", **form))) != sealed


def test_a_sheet_that_is_open_is_opened_without_a_question() -> None:
    game = started(AT, FR, mastered=True)
    form = {"power": FR, "way": "post", "what": "open"}
    assert "Open the sheet of France?" in page(desk(game, "others", **form))
    assert not Trace.objects.exists()
    opened = desk(game, "others", sure="yes", **form)
    assert opened["Location"] == f"/games/{game.slug}/for/France/#orders"
    assert desk(game, "others", **form)["Location"] == opened["Location"]
    assert "Open the sheet of Austria?" in page(desk(game, "others", **{**form, "power": AT}))
    unsealed = started(AT, FR, mastered=True, sealed=False)
    assert desk(unsealed, "others", **form).status_code == 302


@pytest.mark.parametrize(
    ("replacers", "whom"), [("anybody", "by anybody."), ("master", "by whom you hand it to.")]
)
def test_an_open_seat_says_who_may_take_it(replacers: str, whom: str) -> None:
    game = started(AT, mastered=True, replacers=replacers)
    assert f"it is taken, {whom}" in page(desk(game, "give", power=AT, to="open"))


def test_a_game_that_is_over_has_no_line_among_the_desks() -> None:
    game = started(AT, mastered=True)
    for name, status in ((MASTER, 200), (AT, 404), ("Stranger", 404)):
        assert browser(name).get(f"/games/{game.slug}/desk/").status_code == status
    for over in (False, True):
        if over:
            acts.abandon(game=game, actor=MASTER, serial=0, sure=True)
        rows = browser(MASTER).get("/desks/").context["rows"]
        assert [row.game for row in rows] == ([] if over else [game])


def test_no_letter_offers_a_seat_in_a_game_that_is_over() -> None:
    """It would be void when it came."""
    game = started(AT, mastered=True)
    acts.abandon(game=game, actor=MASTER, serial=0, sure=True)
    for sure in ("", "yes"):
        form = {"power": AT, "to": "person", "whom": "heir@example.org", "sure": sure}
        answer = desk(game, "give", **form)
        assert answer.status_code == 422
        assert "The game is not being played." in page(answer)
    assert not Letter.objects.filter(address="heir@example.org").exists()


# What was sent for another phase, or for nothing


def test_nobody_ends_a_game_that_has_gone_on_since_he_looked() -> None:
    game = started(AT, mastered=True)
    for sure in ("", "yes"):
        answer = desk(game, "end-game", serial=7, sure=sure)
        assert answer.status_code == 422
        assert "has gone on since you looked" in page(answer)
    assert fresh(game).state == "running"


def test_a_phase_is_not_put_off_for_years() -> None:
    game = started(AT, mastered=True)
    answer = desk(game, "extend", until="2999-01-31T10:00")
    assert answer.status_code == 422
    assert "A phase ends within a year." in page(answer)


def test_a_moment_may_name_its_zone() -> None:
    game = started(AT, mastered=True)
    assert game.due is not None
    until = (game.due + timedelta(days=1)).astimezone(timezone(timedelta(hours=5)))
    desk(game, "extend", until=until.isoformat())
    assert fresh(game).due == until


def test_what_is_sealed_too_late_is_not_called_saved() -> None:
    game = started("Nurses", **POLICE)
    sheets.settle(game=game, power="Police", settled=True, serial=0)
    time_is_up(game)
    answer = desk(game, "seal", nation="Police", typed="", seal="yes", sure="yes", serial=0)
    assert answer.status_code == 422
    assert "The phase was over when this came." in page(answer)


def test_there_is_nothing_else_to_correct() -> None:
    game = started(AT, mastered=True)
    time_is_up(game)
    assert desk(game, "correct", what="nonsense").status_code == 404
    assert desk(game, "nonsense").status_code == 404


# What is said, and where there is no desk


def test_it_is_said_whether_phases_end_early() -> None:
    game = started(AT, mastered=True)
    for held, said in (("yes", "No phase ends early."), ("", "Phases end when all are ready.")):
        path, form = f"/games/{game.slug}/desk/hold/", {"held": held}
        after = browser(MASTER).post(path, form, follow=True)
        assert fresh(game).held == bool(held)
        assert [str(each) for each in after.context["messages"]] == [said]


def test_it_is_asked_only_before_a_game_without_deadlines_is_held() -> None:
    free = {"movement": None, "retreat": None, "adjustment": None}
    game = started(AT, mastered=True, **free)
    assert "Let no phase end early?" in page(desk(game, "hold", held="yes"))
    assert desk(game, "hold", held="").status_code == 302
    assert desk(game, "hold", held="yes", sure="yes").status_code == 302
    assert fresh(game).held
    assert desk(started(AT, mastered=True), "hold", held="yes").status_code == 302


def test_a_game_that_waits_for_players_has_no_desk() -> None:
    waiting = create.create(user=person(MASTER), offer=Offer(name="Waiting", mastered=True))
    assert browser(MASTER).get(f"/games/{waiting.slug}/desk/").status_code == 302
    for path in ("desk/correct/", "desk/pause/"):
        assert browser(MASTER).get(f"/games/{waiting.slug}/{path}").status_code == 404
    for button in ("pause", "correct"):
        assert desk(waiting, button).status_code == 404
