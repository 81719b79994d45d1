"""To whom a letter goes, what is left for later where a row is held, and paths with nulls."""

import smtplib
from typing import Any

import pytest
from django.core import mail
from django.db import DatabaseError, OperationalError
from django.http import Http404, HttpResponse
from django.test import Client
from tables import person, started

from legation.server.games.letters import letter
from legation.server.post import outbox
from legation.server.post.models import ACCOUNT, Letter
from legation.server.site import moment, patience
from legation.server.site.nulls import without_nulls

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("kind", "known", "to", "unsubscribes"),
    [
        ("phase", True, "France@example.org", True),
        (ACCOUNT, True, "France@example.org", False),
        ("phase", False, "heir@example.org", False),
    ],
)
def test_a_letter_of_games_to_somebody_can_be_stopped_by_him(
    mailoutbox: list[Any], kind: str, known: bool, to: str, unsubscribes: bool
) -> None:
    """What is about his account cannot, and who has none has no switch."""
    game = started("France")
    Letter.objects.all().delete()
    made = letter(game, person("France"), kind, "7", "news", "news", moment.now())
    if not known:
        made.user, made.address = None, "heir@example.org"
    outbox.post([made])
    outbox.send(Letter.objects.get(), mail.get_connection())
    (sent,) = mailoutbox
    assert sent.to == [to]
    assert ("List-Unsubscribe" in sent.extra_headers) == unsubscribes
    assert ("List-Unsubscribe-Post" in sent.extra_headers) == unsubscribes


def test_letters_about_accounts_go_beside_those_of_games(settings: Any) -> None:
    """Of a day with room for one letter of games: that one, and every letter about the account."""
    settings.LETTERS = 1
    game = started("France")
    Letter.objects.all().delete()
    now = moment.now()
    outbox.post(
        letter(game, person("France"), kind, f"{n}", f"{kind} {n}", "news", now)
        for n, kind in enumerate((ACCOUNT, "phase", ACCOUNT, "phase", ACCOUNT))
    )
    found = {row.subject.rpartition(": ")[2]: row.body for row in Letter.objects.all()}
    assert set(found) == {f"{ACCOUNT} 0", "phase 1", f"{ACCOUNT} 2", f"{ACCOUNT} 4"}
    assert ["very many" in found[each] for each in sorted(found)] == [False, False, False, True]


def test_a_letter_that_its_address_does_not_take_is_given_up_at_once() -> None:
    game = started("France")
    Letter.objects.all().delete()
    for key, error, over in (
        ("1", smtplib.SMTPRecipientsRefused({}), True),
        ("2", OSError("nobody answers"), False),
    ):
        outbox.post([letter(game, person("France"), "phase", key, "a", "b", moment.now())])
        outbox.not_sent(Letter.objects.latest("pk"), error)
        assert Letter.objects.latest("pk").failed == over


def error(state: str | None) -> DatabaseError:
    """What a database says, with the code by which PostgreSQL calls it."""
    found = OperationalError("it cannot be done")
    found.__cause__ = type("CauseError", (Exception,), {"sqlstate": state})()
    return found


@pytest.mark.parametrize("state", ["55P03", "57014", "40P01"])
def test_what_is_held_is_left_for_the_next_time(state: str) -> None:
    assert patience.held(error(state))
    with patience.passing_by():
        raise error(state)


@pytest.mark.parametrize("state", ["08006", "23505", None])
def test_what_is_not_held_is_raised(state: str | None) -> None:
    assert not patience.held(error(state))
    with pytest.raises(OperationalError), patience.passing_by():
        raise error(state)
    assert not patience.held(OperationalError("of SQLite, without a cause"))


def test_a_path_with_a_null_names_nothing(rf: Any) -> None:
    """It is not even looked for: PostgreSQL would take it for an error."""
    reached = without_nulls(lambda _: HttpResponse("reached"))
    answer = reached(rf.get("/games/"))
    assert isinstance(answer, HttpResponse)
    assert answer.content == b"reached"
    with pytest.raises(Http404):
        reached(rf.get("/games/%00/"))
    assert Client().get("/?q=%00").status_code == 200
    for path in ("/%00", "/games/%00/", "/rules/standard%00/"):
        assert Client().get(path).status_code == 404


def test_there_is_no_picture_of_a_game_that_nobody_offers() -> None:
    """Nor is a folder looked for by a name that no file can have."""
    for path in ("/maps/standard.svg", "/maps/small/standard.svg"):
        assert Client().get(path).status_code == 200
        for name in ("nowhere", "n" * 300):
            assert Client().get(path.replace("standard", name)).status_code == 404
