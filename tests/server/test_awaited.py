"""Who is waited for is told to all where the game was offered so, and nowhere else."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from asking import browser
from tables import fresh, person, seat, started

from legation.errors import InputError
from legation.server.desk import acts
from legation.server.games import clock, more_time, sheets
from legation.server.games.awaited import awaited
from legation.server.games.models import Event, Game, Seat
from legation.server.games.offer import Offer
from legation.server.lobby import words
from legation.server.site import moment
from legation.variants.find import folders
from legation.variants.load import load

pytestmark = pytest.mark.django_db
AT, FR, TU = "Austria", "France", "Turkey"


def ready(game: Game, power: str, so: bool = True) -> None:
    sheets.submit(game=game, power=power, typed="", settled=so)


def line(game: Game, name: str = FR) -> str:
    """What the head of the board says of it, to somebody."""
    page = browser(name).get(f"/games/{game.slug}/").content.decode()
    found = re.search(r'<span class="awaited">(.*?)</span>', page)
    return found[1] if found else ""


def heard(game: Game) -> list[str]:
    """The audiences of what was told of who is ready."""
    return list(Event.objects.filter(game=game, kind="ready").values_list("audience", flat=True))


def test_all_see_who_is_not_ready_and_hear_when_that_changes() -> None:
    game = started(AT, FR, TU, awaited=True)
    assert awaited(fresh(game)) == (AT, FR, TU), "no bot is waited for"
    ready(game, FR)
    for name in (FR, AT, "Somebody"):
        assert line(game, name) == "waits for Austria, Turkey"
    assert heard(game) == [""]
    sheets.submit(game=game, power=FR, typed="A Par H")  # he stays ready
    sheets.submit(game=game, power=AT, typed="A Vie H")  # and he is not
    assert line(game) == "waits for Austria, Turkey"
    assert heard(game) == [""]
    ready(game, FR, False)
    assert line(game) == "waits for Austria, France, Turkey"
    assert heard(game) == ["", ""]


def test_nothing_of_it_is_told_in_any_other_game() -> None:
    game = started(AT, FR, TU)
    ready(game, FR)
    assert (awaited(fresh(game)), line(game), heard(game)) == ((), "", [])


def test_who_has_nothing_to_order_is_not_waited_for() -> None:
    game = started(AT, FR, TU, awaited=True, mastered=True)
    for place in ("Ank", "Con", "Smy"):
        acts.remove_unit(game=game, actor="Master", place=place, dislodged=False, sure=True)
    assert awaited(fresh(game)) == (AT, FR)


def test_for_whom_a_bot_stands_in_nobody_waits_until_he_is_back() -> None:
    game = started(AT, FR, awaited=True)
    Seat.objects.filter(game=game, power=AT).update(bot="steady")
    assert awaited(fresh(game)) == (FR,)
    sheets.submit(game=game, power=AT, typed="")
    assert seat(game, AT).bot == ""
    assert awaited(fresh(game)) == (AT, FR)


def test_while_one_has_more_time_than_the_others_nobody_is_told_who_is_ready() -> None:
    game = started(AT, FR, TU, awaited=True, mastered=True)
    row = fresh(game)
    assert row.closes is not None
    until = row.closes + timedelta(hours=6)
    more_time.give(game=row, power=TU, until=until, actor="Master", serial=0)
    ready(game, FR)
    assert (awaited(fresh(game)), line(game), heard(game)) == ((), "", [])
    clock.put_off(game=game, until=until + timedelta(hours=1), actor="Master")
    assert line(game) == "waits for Austria, Turkey", "all have the same again"


def test_who_is_in_civil_disorder_is_not_waited_for_nor_anybody_when_it_is_over() -> None:
    game = started(AT, FR, TU, awaited=True, mastered=True)
    acts.disorder(game=game, power=TU, declared=True, actor="Master", sure=True)
    assert awaited(fresh(game)) == (AT, FR)
    acts.abandon(game=game, actor="Master", serial=0, sure=True)
    assert (awaited(fresh(game)), line(game)) == ((), "")


def test_it_is_offered_where_all_see_who_has_orders_to_give() -> None:
    """Of Locarno's bids, and of whom nobody sees in the other three, it would tell something."""
    told = {name for name in folders() if load(name).hides_nothing}
    assert told == {"standard", "claudian"}
    for variant, anonymous in (("locarno", False), ("warwick", False), ("standard", True)):
        offer = Offer("A", variant, anonymous=anonymous)
        offer.check(moment.now())
        with pytest.raises(InputError, match=r"who is (not )?ready"):
            replace(offer, awaited=True).check(moment.now())


GOOD = {
    "name": "A game",
    "unit": "minutes",
    "movement": "15",
    "retreat": "5",
    "adjustment": "5",
    "grace": "0",
    "when_ready": "on",
    "zone": "UTC",
    "missed": "hold",
    "press": "all",
    "access": "open",
    "replacers": "anybody",
    "starts": "full",
    "awaited": "on",
}


def test_the_offer_asks_and_the_game_says_so() -> None:
    person("Maker")
    maker = browser("Maker")
    refused = maker.post("/games/new/standard/", {**GOOD, "anonymous": "on"})
    assert "Not in an anonymous game.</" in refused.content.decode()
    assert not Game.objects.exists()
    maker.post("/games/new/standard/", GOOD)
    assert dict(words.facts(Game.objects.get()))["Who is waited for"].startswith("everybody sees")
    assert "awaited" not in maker.get("/games/new/warwick/").content.decode()
    maker.post("/games/new/warwick/", GOOD)
    assert not Game.objects.get(variant="warwick").awaited, "nobody was asked"
    assert "Who is waited for" not in dict(words.facts(Game.objects.get(variant="warwick")))


def test_of_two_games_each_waits_for_its_own() -> None:
    game, other = started(AT, awaited=True), started(AT, FR, awaited=True)
    ready(other, AT)
    assert (awaited(fresh(game)), awaited(fresh(other))) == ((AT,), (FR,))
