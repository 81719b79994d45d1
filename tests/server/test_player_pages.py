"""Player pages: only where their owner wishes, only of games that are over, and nothing secret."""

from typing import Any

import pytest
from django.utils import timezone
from leak_asking import browser
from tables import fresh, person, reader, seat, started, time_is_up

from legation.server.accounts import services
from legation.server.accounts.models import User
from legation.server.desk import acts
from legation.server.games import clock, seats, sheets
from legation.server.games.attendance import record_of
from legation.server.games.models import BY_LINK, FINISHED, Game, Holding

pytestmark = pytest.mark.django_db
PAGE = "/players/France/"


def _shown(name: str, by: str = "") -> str:
    """The page of somebody, as another sees it; empty where there is none."""
    answer = browser(person(by) if by else None).get(f"/players/{name}/")
    assert answer.status_code in (200, 404)
    return answer.content.decode() if answer.status_code == 200 else ""


def _open(name: str) -> None:
    person(name)
    type(person(name)).objects.filter(name=name).update(open_record=True)


def _over(game: Game, **fields: Any) -> None:
    """A game that is over."""
    Game.objects.filter(pk=game.pk).update(state=FINISHED, ended_at=timezone.now(), **fields)


def test_a_page_is_there_where_its_owner_wishes_it_alone() -> None:
    person("France")
    assert _shown("France") == _shown("France", by="Germany") == ""
    own = _shown("France", by="France")
    assert "Nobody but you sees this page." in own
    form = {"name": "France", "zone": "UTC", "open_record": "on"}
    assert browser(person("France")).post("/accounts/profile/", form).status_code == 302
    assert "No game is over yet that France played." in _shown("France")
    assert services.export(user=person("France"))["account"]["record open"] is True
    type(person("France")).objects.filter(name="France").update(is_active=False)
    assert _shown("France") == ""


def test_turns_are_counted_as_phases_close_and_shown_when_it_is_over() -> None:
    _open("France")
    _open("Germany")
    game = started("France", "Germany", name="Canary cup")
    sheets.submit(game=game, power="France", typed="A Par H")
    time_is_up(game)  # Germany has handed in nothing
    sheets.submit(game=fresh(game), power="Germany", typed="A Mun H")
    row = fresh(game)
    assert row.phase_kind == "movement"
    time_is_up(row)  # and now France has not
    assert "Canary" not in _shown("France")
    assert "No game is over yet" in _shown("France", by="France")
    counts = Holding.objects.filter(user__isnull=False).values_list("due", "given")
    assert list(counts) == [(2, 1), (2, 1)]
    [taken] = services.export(user=person("France"))["games"]  # he alone, while it goes on
    assert (taken["turns due"], taken["turns handed in"]) == (2, 1)
    _over(game, winners=["France"], ending="victory")
    page = _shown("France")
    assert "1, 1 won" in page
    assert "1 of 2 that were due were handed in (50 %)" in page
    assert "Canary cup" in page
    assert "did not win" in _shown("Germany")


def test_who_is_hurried_by_the_game_master_owes_nothing() -> None:
    game = started("France", "Germany", mastered=True)
    sheets.submit(game=game, power="France", typed="A Par H")
    clock.end_now(game=game, actor="Master")
    time_is_up(game)
    held = Holding.objects.filter(user__isnull=False).order_by("seat__power")
    assert list(held.values_list("due", "given")) == [(1, 1), (0, 0)]


def test_turns_are_counted_for_who_has_the_seat_and_in_that_game_alone() -> None:
    game, _ = started("France", "Germany"), started("France")
    seats.give_up(game=game, user=person("France"))
    seats.take(game=game, user=person("Heir"), power="France")
    time_is_up(game)
    held = Holding.objects.exclude(due=0).values_list("seat__game", "user__name", "due")
    assert set(held) == {(game.pk, "Heir", 1), (game.pk, "Germany", 1)}, "and bots owe none"


def test_a_seat_that_was_left_is_counted_but_in_an_anonymous_game() -> None:
    _open("France")
    for anonymous in (False, True):
        game = started("France", "Germany", name=f"Left {anonymous}", anonymous=anonymous)
        seats.give_up(game=game, user=person("France"))
        _over(game)
    [left] = record_of(person("France"))
    assert (left.game.name, left.left) == ("Left False", True)
    page = _shown("France")
    assert "Left True" not in page
    assert "<td>left</td>" in page


def test_an_anonymous_game_and_one_by_link_say_nothing_while_they_may_not() -> None:
    _open("France")
    hidden = started("France", name="Canary anonymous", anonymous=True)
    private = started("France", name="Canary private", access=BY_LINK)
    before = _shown("France")
    assert "Canary" not in before
    _over(private)
    assert _shown("France") == before, "it is found by its link alone"
    _over(hidden)
    assert "Canary anonymous" in _shown("France")


def test_names_in_the_results_lead_to_pages_that_are_open() -> None:
    """Germany is suspended, Italy plays in another game, and Turkey has opened nothing."""
    for name in ("France", "Germany", "Italy"):
        _open(name)
    User.objects.filter(name="Germany").update(is_active=False)
    game, _ = started("France", "Germany", "Turkey", mastered=True), started("Italy")
    acts.abandon(game=game, actor="Master", serial=game.serial, sure=True)
    page = browser(None).get(f"/games/{game.slug}/about/").content.decode()
    assert f'<a href="{PAGE}">France</a>' in page
    assert page.count("/players/") == 1
    assert seat(game, "Germany").user == person("Germany")
    assert reader(game, "France").power == "France"
    assert PAGE in browser(person("France")).get("/").content.decode()
