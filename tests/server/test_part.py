"""By what somebody reads a game: each thing that may end it is seen, and nothing else is asked."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from tables import fresh, person, reader, seat, started

from legation.server.games import clock, lost, part, seats, sheets, stream
from legation.server.games.models import BY_LINK, EVERYBODY, Entry, Game, Holding
from legation.server.games.readers import SPECTATING
from legation.server.games.so_far import so_far
from legation.server.site import moment

pytestmark = pytest.mark.django_db
FR, IT = "France", "Italy"


def _signed_in(name: str = FR) -> HttpRequest:
    client = Client()
    client.force_login(person(name), "django.contrib.auth.backends.ModelBackend")
    request = HttpRequest()
    request.session = client.session
    return request


def _key(request: HttpRequest) -> str:
    assert request.session.session_key
    return request.session.session_key


def _remembered(_: Game, request: HttpRequest) -> None:
    request.session["game_keys"] = ["another"]
    request.session.save()


def _of_session(**now: Any) -> Callable[[Game, HttpRequest], object]:
    return lambda _, request: Session.objects.filter(pk=_key(request)).update(**now)


def _of_user(**now: Any) -> Callable[[Game, HttpRequest], object]:
    return lambda *_: type(person(FR)).objects.filter(name=FR).update(**now)


def _of_game(**now: Any) -> Callable[[Game, HttpRequest], object]:
    return lambda game, _: Game.objects.filter(pk=game.pk).update(**now)


def _left(game: Game, _: HttpRequest) -> None:
    assert Holding.objects.filter(seat__game=game, user=person(FR)).update(serial_to=0)


CHANGES: dict[str, Callable[[Game, HttpRequest], object]] = {
    "signed out": lambda _, request: request.session.flush(),
    "his session is over": _of_session(expire_date=timezone.now() - timedelta(days=1)),
    "he remembers another key": _remembered,
    "another password": _of_user(password="another"),
    "suspended": _of_user(is_active=False),
    "for those with a link": _of_game(access=BY_LINK),
    "another link": _of_game(token="another"),
    "no master": _of_game(master=None),
    "no maker": _of_game(maker=None),
    "given up": lambda game, _: seats.give_up(game=game, user=person(FR)),
    "given to another": lambda game, _: seats.give(
        game=game, handover=seats.Handover(power=FR, postal="Mr Brown")
    ),
    "another seat": lambda game, _: (
        type(seat(game, FR)).objects.filter(pk=seat(game, FR).pk).update(power="Nowhere")
    ),
    "a holding that has ended": _left,
    "he waits": lambda game, _: Entry.objects.create(game=game, user=person(FR)),
    "the account is gone": lambda *_: person(FR).delete(),
    "the game is gone": lambda game, _: game.delete(),
}


@pytest.fixture
def game() -> Game:
    """France plays in it; who has left or waits is another, or does it in another game."""
    game, other = started(FR, IT, mastered=True), started(FR)
    Game.objects.filter(pk=game.pk).update(maker=person("Master"))
    for where, who in ((game, IT), (other, FR)):
        Holding.objects.filter(seat__game=where, user=person(who)).update(serial_to=0)
        Entry.objects.create(game=where, user=person(who))
    return fresh(game)


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_he_reads_by_is_not_the_same_when_any_of_it_changes(
    game: Game, change: Callable[[Game, HttpRequest], object]
) -> None:
    request = _signed_in()
    who = (_key(request), person(FR).pk, game.pk)
    before = part.read(*who)
    assert before is not None
    sheets.submit(game=game, power=FR, typed="A Par H")
    assert part.read(*who) == before, "no order changes it"
    change(game, request)
    assert part.read(*who) != before


def test_who_is_not_signed_in_or_not_any_more_is_never_the_same(game: Game) -> None:
    request = _signed_in()
    key, user = _key(request), person(FR).pk
    assert part.read(None, user, game.pk) is None
    assert part.read(key, None, game.pk) is None
    assert part.read("another", user, game.pk) is None
    request.session.flush()
    assert part.read(key, user, game.pk) is None


class _Stream:
    """A stream of the player of France, by what it asks the database."""

    def __init__(self, game: Game, request: HttpRequest) -> None:
        self.game, self.request = game, request
        self.reader = reader(game, FR)
        self.at = so_far(fresh(game)).told(self.reader.audiences)
        self.same = stream._Same()
        self.asked = 0

    def news(self, stood: bool | None = False) -> list[str]:
        """What he hears; what his window woke by is known."""
        audiences = self.reader.audiences
        counts = dict(zip(audiences, so_far(fresh(self.game)).told(audiences), strict=True))
        with CaptureQueriesContext(connection) as asked:
            found, kinds, self.at, _ = stream._news(
                *(self.request, self.game.slug, self.game.pk, self.reader, self.at, stood),
                ahead=counts,
                same=self.same,
            )
        self.reader, self.asked = found, len(asked)
        return kinds


def test_a_stream_looks_for_its_reader_once_and_then_asks_whether_he_is_the_same(
    game: Game,
) -> None:
    heard = _Stream(game, _signed_in())
    for typed in ("A Par H", "A Par - Bur", "A Par - Pic"):
        sheets.submit(game=game, power=FR, typed=typed)
        assert heard.news() == ["sheet"]
        assert heard.reader == reader(game, FR)
    assert heard.asked == 2, "is he the same, and what was he told?"
    assert heard.news(stood=None) == []


def test_a_stream_that_knows_its_reader_finds_out_that_he_has_left(game: Game) -> None:
    heard = _Stream(game, _signed_in())
    sheets.submit(game=game, power=FR, typed="A Par H")
    assert heard.news() == ["sheet"]
    seats.give_up(game=game, user=person(FR))
    sheets.submit(game=game, power=FR, typed="A Mar H")
    assert heard.news() == []
    assert heard.reader.audiences == (EVERYBODY,)


def test_a_stream_that_knows_its_reader_ends_when_he_may_not_read_any_more(game: Game) -> None:
    request = _signed_in()
    heard = _Stream(game, request)
    sheets.submit(game=game, power=FR, typed="A Par H")
    assert heard.news() == ["sheet"]
    request.session.flush()
    assert heard.news() == []
    assert heard.reader == SPECTATING
    Game.objects.filter(pk=game.pk).update(access=BY_LINK)
    with pytest.raises(Http404):
        heard.news()


def test_who_was_not_found_as_the_database_was_away_is_looked_for_again(game: Game) -> None:
    heard = _Stream(game, _signed_in())
    sheets.submit(game=game, power=FR, typed="A Par H")
    assert heard.news() == ["sheet"]
    seats.give_up(game=game, user=person(FR))
    with patch.object(stream, "find", side_effect=DatabaseError), pytest.raises(DatabaseError):
        heard.news()
    assert heard.news() == []
    assert heard.reader.audiences == (EVERYBODY,)


def test_where_the_clock_was_moved_it_is_asked_whether_it_stands(game: Game) -> None:
    heard = _Stream(game, _signed_in())
    sheets.submit(game=game, power=FR, typed="A Par H")
    assert heard.news() == ["sheet"]
    with patch.object(lost, "known", wraps=lost.known) as known:
        sheets.submit(game=game, power=FR, typed="A Par - Bur")
        assert heard.news() == ["sheet"]
        assert not known.called
        clock.put_off(game=game, until=moment.now() + timedelta(days=9), actor="Master")
        assert heard.news() == ["deadline", "news"]
        assert known.called
