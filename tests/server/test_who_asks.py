"""Who asks what gets which answer: reports and votes, which mutants have named."""

from typing import Any

import pytest
from asking import browser
from django.test import Client
from stored import stored
from tables import fresh, person, reader, started, time_is_up

from legation.server.desk import acts
from legation.server.games import change, seats
from legation.server.games.models import Game
from legation.server.games.readers import reader_of
from legation.server.votes import views as votes_pages

pytestmark = pytest.mark.django_db
AT, FR, MASTER = "Austria", "France", "Master"


def client(name: str) -> Client:
    return browser(name) if name else Client()


# Reports


def _game() -> Game:
    """One phase is over: its report is number 0, and there is no other."""
    found = started(AT, FR, mastered=True)
    time_is_up(found)
    return fresh(found)


begun = stored(_game)


@pytest.fixture
def game(begun: Game) -> Game:
    return fresh(begun)


READ_AS = [
    ("", "", "", 0),
    ("Stranger", "", "", 0),
    (AT, "", "As told to Austria alone", 0),
    (MASTER, "", "As told to the game master", 7),
    (MASTER, "?to=France", "As told to France, for the game master", 7),
    (MASTER, "?to=spectator", "As told to spectator, for the game master", 7),
]


@pytest.mark.parametrize(("name", "query", "said", "choices"), READ_AS)
def test_as_whom_a_report_is_read(
    game: Game, name: str, query: str, said: str, choices: int
) -> None:
    """Of what everybody is told nothing is said; the game master alone can choose."""
    answer = client(name).get(f"/games/{game.slug}/report/0/{query}")
    page = answer.content.decode()
    kicker = page[page.index("<h1") : page.index("<section")]
    assert said in kicker
    assert ("As told to" in kicker) == bool(said)
    assert len(answer.context["powers"]) == choices


def test_what_is_opened_at_the_end_was_told_to_nobody(game: Game) -> None:
    acts.abandon(game=game, actor=MASTER, serial=1, sure=True)
    page = client("").get(f"/games/{game.slug}/report/0/?as=archive").content.decode()
    assert "As told to nobody before the game was over" in page


ENDS = ["0/", "0.txt", "0.svg"]


@pytest.mark.parametrize("end", ENDS)
def test_there_is_a_report_of_each_phase_that_is_over_and_no_other(game: Game, end: str) -> None:
    for number, status in ((0, 200), (1, 404), (2, 404), (9999999999, 404)):
        path = f"/games/{game.slug}/report/{number}{end[1:]}"
        assert client(AT).get(path).status_code == status, path


@pytest.mark.parametrize("end", ENDS)
def test_whose_report_nobody_else_reads(game: Game, end: str) -> None:
    seats.give_up(game=game, user=person(FR))
    (held,) = reader_of(game, person(FR)).past
    for query, may in (
        ("to=Austria", {MASTER}),
        ("to=Nobody", set()),
        (f"holding={held.pk}", {FR}),
        ("holding=x", set()),
        (f"holding={'9' * 5000}", set()),
        ("as=archive", set()),
        ("as=Austria", set()),
    ):
        for name in ("", "Stranger", AT, FR, MASTER):
            status = client(name).get(f"/games/{game.slug}/report/{end}?{query}").status_code
            assert status == (200 if name in may else 404), (query[:20], name)


# Votes


def said(name: str, game: Game, **form: Any) -> list[str]:
    """What is said after a form of the page of votes."""
    answer = client(name).post(f"/games/{game.slug}/votes/", form, follow=True)
    assert answer.status_code == 200
    return [str(each) for each in answer.context["messages"]]


def test_who_has_no_seat_puts_nothing_to_the_vote(game: Game) -> None:
    """Nor is he told why: there is no such button for him."""
    for name in ("Stranger", MASTER):
        for form in ({"what": "draw", "sure": "yes"}, {"what": "yes", "proposal": "1"}):
            assert said(name, game, **form) == []
    assert said(AT, game, what="draw", sure="yes") == ["It is put to the vote."]
    acts.abandon(game=game, actor=MASTER, serial=1, sure=True)
    assert said(AT, game, what="draw", sure="yes") == []


def test_who_is_in_civil_disorder_has_no_vote(game: Game) -> None:
    change.change(game=game, do=lambda table: table.civil_disorder(FR))
    for name, may in ((AT, True), (FR, False), (MASTER, False)):
        row = fresh(game)
        shown = client(name).get(f"/games/{game.slug}/votes/").context
        assert shown["may_vote"] == may, name
        assert (name in shown["others"]) is False, name
        assert votes_pages._alone(row, reader(row, name)) is False


def test_who_plays_against_bots_is_told_that_they_answer_at_once(game: Game) -> None:
    alone, hidden = started(AT), started(AT, anonymous=True)
    for row, told in ((alone, True), (game, False), (hidden, False)):
        page = client(AT).post(f"/games/{row.slug}/votes/", {"what": "draw"}).content.decode()
        assert ("All others are bots" in page) == told
        assert ("When every other power still in the game accepts" in page) != told
