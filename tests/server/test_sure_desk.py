"""The desk asks before what cannot simply be taken back, and what is wrong is said before that."""

import re
from typing import Any

import pytest
from asking import asked, browser, fields, question
from tables import fresh, person, seat, started, time_is_up, work

from legation.server.accounts import services
from legation.server.games import reads, sheets
from legation.server.games.models import Deadline, Game
from legation.server.games.models.sheet import Sheet
from legation.server.games.readers import reader_of
from legation.server.post.models import Letter

pytestmark = pytest.mark.django_db
AT, FR = "Austria", "France"
MASTER = "Master"


def desk(game: Game, what: str, *says: str, **form: Any) -> None:
    path = f"/games/{game.slug}/desk/{what}/"
    asked(MASTER, path, {"serial": fresh(game).serial, **form}, *says)


def refused(game: Game, what: str, says: str, **form: Any) -> None:
    """What is wrong is said before anything is asked."""
    path = f"/games/{game.slug}/desk/{what}/"
    form = {"serial": fresh(game).serial, **form}
    answer = browser(MASTER).post(path, form)
    assert answer.status_code == 422, "no question"
    assert says in answer.content.decode()


def board(game: Game) -> Any:
    return reads.view_for(fresh(game), reader_of(game, person(MASTER))).position


def test_ending_a_phase() -> None:
    game = started(AT, FR, mastered=True)
    desk(game, "now", "End Spring 1901, movement now?", "is carried out at once")
    assert Deadline.objects.get(game=game, kind="due").early == "now"
    refused(game, "now", "has ended already", serial=7)


def test_letters_to_whoever_is_late() -> None:
    game = started(AT, FR, mastered=True)
    Letter.objects.all().delete()
    path, says = (
        f"/games/{game.slug}/desk/chase/",
        "no sheet for Spring 1901, movement gets a letter",
    )
    question(MASTER, path, {}, "Write to whoever has handed in nothing?", says)
    assert not Letter.objects.exists()
    desk(game, "chase", says)
    assert Letter.objects.count() == 2
    browser(MASTER).post(f"/games/{game.slug}/desk/pause/")
    refused(game, "chase", "The game is not running.")


def test_handing_a_seat_on() -> None:
    game, heir = started(AT, FR, mastered=True, anonymous=True), person("Heir")
    says = ("Hand on the seat of France?", "France plays France now.", "Heir gets the seat at once")
    desk(game, "give", *says, power=FR, to="person", whom="heir")
    assert seat(game, FR).user == heir
    desk(
        game,
        "give",
        "Heir plays France now.",
        "The bot steady gets",
        power=FR,
        to="bot",
        bot="steady",
    )
    assert (seat(game, FR).user, seat(game, FR).bot) == (None, "steady")
    desk(game, "give", "The bot steady plays France now.", "by anybody", power=FR, to="open")
    assert seat(game, FR).open
    for wrong, says_so in (
        ({"to": "bot", "bot": "steady"}, "Choose a power."),
        ({"power": FR}, "Choose who gets the seat."),
        ({"power": FR, "to": "person"}, "Say who gets the seat."),
        ({"power": FR, "to": "person", "whom": "Noone"}, "Nobody here is called"),
        ({"power": FR, "to": "person", "whom": AT}, "cannot play another"),
        ({"power": FR, "to": "bot", "bot": "hal"}, "Choose a bot."),
    ):
        refused(game, "give", says_so, **wrong)


def test_a_seat_is_offered_by_letter_when_one_is_sure() -> None:
    game, heir = started(AT, FR, mastered=True), person("Heir")
    form = {"power": FR, "to": "person", "whom": heir.email}
    desk(game, "give", "A letter to Heir@example.org offers the seat", "France plays", **form)
    assert Letter.objects.filter(address=heir.email).exists()
    assert seat(game, FR).user == person(FR)
    refused(game, "give", "offers it this seat already", **form)
    refused(game, "give", "is no mail address", **{**form, "whom": "a@b"})


def test_civil_disorder() -> None:
    game = started(AT, FR, mastered=True)
    says = ("Declare France to be in civil disorder?", "France plays France now.", "You can end it")
    desk(game, "disorder", *says, power=FR, declared="yes")
    assert FR in reads.view_for(fresh(game), reader_of(game, person(AT))).disorder
    refused(game, "disorder", "already", power=FR, declared="yes")
    refused(game, "disorder", "Choose a power.", power="", declared="yes")
    desk(game, "disorder", "End the civil disorder of France?", power=FR, declared="no")
    assert not reads.view_for(fresh(game), reader_of(game, person(AT))).disorder
    other = started("Germany", mastered=True, variant="locarno")
    path = f"/games/{other.slug}/desk/disorder/"
    question(MASTER, path, {"power": "Germany", "declared": "yes"}, "for good")


def test_units_and_centres() -> None:
    game = started(AT, FR, mastered=True)
    says = ("Set A Bur of Italy?", "Italy gets an army in Burgundy.")
    desk(game, "unit", *says, nation="Italy", kind="A", place="bur")
    assert [u.power for u in board(game).units if u.place == "Bur"] == ["Italy"]
    says = ("Take A Vie of Austria away?", "Austria loses an army in Vienna.")
    desk(game, "remove", *says, place="Austria A Vie")
    assert not [u for u in board(game).units if u.place == "Vie"]
    says = ("Give Paris to Italy?", "It belongs to France now, and from now on to Italy.")
    desk(game, "owner", *says, place="Par", power="Italy")
    assert board(game).owners["Par"] == "Italy"
    desk(game, "owner", "Give Paris to nobody?", place="Par", power="nobody")
    assert "Par" not in board(game).owners
    refused(game, "unit", "is occupied", nation="Italy", kind="A", place="Bur")
    refused(game, "unit", "Choose whose unit it is.", nation="", kind="A", place="Gal")
    refused(game, "unit", "Choose a kind of unit.", nation="Italy", kind="", place="Gal")
    refused(game, "remove", "Choose a unit.", place="")
    refused(game, "remove", "There is no unit in Galicia.", place="Gal")
    refused(game, "owner", "Choose a centre.", place="", power="Italy")
    refused(game, "owner", "Choose a power.", place="Par", power="")
    refused(game, "owner", "is no supply centre", place="Gal", power="Italy")


def test_units_that_are_counted_are_named_with_their_strength() -> None:
    game = started("Italy", mastered=True, variant="claudian")
    first = board(game).units[0]
    place = f"{first.power} {first.kind} {first.place}" + (f"/{first.number}" * bool(first.number))
    desk(game, "remove", f"({first})", f"of {first.power} away?", place=place)
    assert first not in board(game).units


def test_sealing() -> None:
    game = started(
        "Nurses", variant="london_nights", mastered=True, options={"police-orders": "game-master"}
    )
    units = [str(unit) for unit in board(game).of("Police")]
    form = {
        "nation": "Police",
        "typed": "\r\n".join(f"{unit} H" for unit in units),
        "seal": "yes",
        "serial": "0",
    }
    path = f"/games/{game.slug}/desk/seal/"
    refused(game, "seal", "not sealed", **{**form, "typed": "nonsense"})
    page = browser(MASTER).post(path, form).content.decode()
    assert "Seal the orders of the Police?" in page
    assert [f"<li>{unit} H</li>" in page for unit in units] == [True] * len(units)
    assert not Sheet.objects.get(game=game, power="Police").settled
    desk = browser(MASTER).get(f"/games/{game.slug}/desk/").content.decode()
    assert "once these are sealed" in desk
    browser(MASTER).post(path, fields(page))
    assert Sheet.objects.get(game=game, power="Police").settled


def test_rolling_back_and_ending_the_game() -> None:
    game = started(AT, FR, mastered=True)
    time_is_up(game)
    says = ("Back to Spring 1901, movement?", "<li>Spring 1901, movement: its orders and what")
    last = "<li>Autumn 1901, movement: its orders</li>"
    desk(game, "back-to", *says, last, number=0)
    assert (fresh(game).serial, fresh(game).phase) == (2, "Spring 1901, movement")
    refused(game, "back-to", "There is no phase 77", number=77)
    refused(game, "back-to", "Choose a phase.", number="")
    refused(game, "back-to", "look again", number=0, serial=0)
    desk(game, "end-game", "End the game without a winner?", "open to all")
    assert fresh(game).ending == "abandoned"
    desk(game, "back-to", "another seed", number=0)
    assert fresh(game).state == "running"


def test_nothing_ends_early_in_a_game_without_deadlines() -> None:
    timed = started(AT, mastered=True)
    browser(MASTER).post(f"/games/{timed.slug}/desk/hold/", {"held": "yes"})
    assert fresh(timed).held, "with deadlines nothing is asked"
    game = started(AT, mastered=True, movement=None, retreat=None, adjustment=None)
    desk(game, "hold", "no deadlines", "your own “End the phase now”", held="yes")
    assert fresh(game).held
    log = browser(AT).get(f"/games/{game.slug}/log/").content.decode()
    assert "only when the game master ends them" in log
    browser(MASTER).post(f"/games/{game.slug}/desk/hold/", {"held": "no"})
    assert not fresh(game).held


def test_a_game_does_not_wait_for_a_master_who_is_gone() -> None:
    free = {"movement": None, "retreat": None, "adjustment": None, "mastered": True}
    game, stopped = started(AT, when_ready=False, **free), started(AT, mastered=True)
    browser(MASTER).post(f"/games/{stopped.slug}/desk/pause/")
    services.delete(user=person(MASTER))
    assert (fresh(game).when_ready, fresh(game).master) == (True, None)
    assert fresh(stopped).state == "running"
    assert fresh(stopped).due is not None


def test_a_game_does_not_wait_for_orders_that_nobody_can_seal() -> None:
    free = {"movement": None, "retreat": None, "adjustment": None, "mastered": True}
    options = {"police-orders": "game-master"}
    game = started("Nurses", variant="london_nights", options=options, **free)
    sheets.submit(game=game, power="Nurses", typed="", settled=True, serial=0)
    assert work(game) == "", "it waits for the Police"
    police = board(game).of("Police")
    services.delete(user=person(MASTER))
    assert work(game) == "processed"
    view = reads.view_for(fresh(game), reader_of(game, person("Nurses")))
    assert {u.place for u in police} == {u.place for u in view.position.of("Police")}, "they hold"
    log = browser("Nurses").get(f"/games/{game.slug}/log/").content.decode()
    assert "There is no game master: nobody writes orders for the Police." in log


def test_what_is_chosen_at_the_desk_is_not_chosen_before() -> None:
    game = started(AT, FR, mastered=True)
    page = browser(MASTER).get(f"/games/{game.slug}/desk/").content.decode()
    selects = re.findall(r"<select ([^>]*)>(<option[^>]*>[^<]*)", page)
    chosen = {
        re.findall(r'name="(\w+)"', each)[0]: first for each, first in selects if "bot" not in each
    }
    assert set(chosen) == {"power", "nation", "kind", "place", "number", "way"}
    assert len([1 for each, _ in selects if "required" in each]) == len(selects) - 1 == 11
    assert set(chosen.values()) == {'<option value="">choose'}
