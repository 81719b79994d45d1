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

from legation.server.games import clock, lost, seats, sheets, stream
from legation.server.games.doors import find
from legation.server.games.models import BY_LINK, EVERYBODY, OPEN, Entry, Game, Holding, Seat
from legation.server.games.part import Part, part_of
from legation.server.games.readers import SPECTATING, Reader
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
    before = part_of(*who)
    assert before is not None
    sheets.submit(game=game, power=FR, typed="A Par H")
    assert part_of(*who) == before, "no order changes it"
    change(game, request)
    assert part_of(*who) != before


def test_of_who_is_not_signed_in_there_is_none(game: Game) -> None:
    user = person(FR).pk
    assert part_of(_key(_signed_in()), None, game.pk) is None
    for key in (None, "", "another"):
        found = part_of(key, user, game.pk)
        assert found is not None
        assert not found.bears(reader(game, FR))


PLAYS = Part(
    *(5, "signed", True, BY_LINK, "a key", 1, None, FR),
    left=False,
    waits=False,
    account=("France",),
)
WATCHES = PLAYS._replace(power=None, access=OPEN)


@pytest.mark.parametrize(
    ("by", "who", "so"),
    [
        (PLAYS, Reader(5, FR), True),
        (PLAYS, Reader(5, IT), False),
        (PLAYS, Reader(5), False),
        (PLAYS, Reader(6, FR), False),
        (PLAYS, Reader(5, FR, master=True), False),
        (PLAYS._replace(master=5), Reader(5, FR, master=True), True),
        (PLAYS._replace(session=None), Reader(5, FR), False),
        (PLAYS._replace(active=False), Reader(5, FR), False),
        (PLAYS._replace(power=None), Reader(5, FR), False),
        (WATCHES, Reader(5), True),
        (WATCHES, SPECTATING, False),
        (WATCHES._replace(access=None), Reader(5), False),
        (WATCHES._replace(access=BY_LINK), Reader(5), False),
        (WATCHES._replace(access=BY_LINK, left=True), Reader(5), True),
        (WATCHES._replace(access=BY_LINK, waits=True), Reader(5), True),
        (WATCHES._replace(access=BY_LINK, maker=5), Reader(5), True),
        (WATCHES._replace(access=BY_LINK, maker=6), Reader(5), False),
        (WATCHES._replace(access=BY_LINK, master=5), Reader(5, master=True), True),
        (WATCHES._replace(access=BY_LINK, master=6), Reader(5, master=True), False),
    ],
)
def test_it_says_by_itself_whether_he_reads_as_who_he_was_found(
    by: Part, who: Reader, so: bool
) -> None:
    assert by.bears(who) is so


def test_who_takes_a_seat_while_he_is_looked_for_and_leaves_it_again_is_told_nothing_of_it(
    game: Game,
) -> None:
    """He has left it once before, so that by its end he is to the game what he was."""
    seats.give_up(game=game, user=person(FR))
    Holding.objects.filter(seat__game=game, user=person(FR)).update(serial_to=0)
    heard, found = _Stream(game, _signed_in()), find

    def meanwhile(*asked: Any) -> Any:
        Seat.objects.filter(game=game, power=FR).update(user=person(FR))
        seen = found(*asked)
        Seat.objects.filter(game=game, power=FR).update(user=None)
        return seen

    with patch.object(stream, "find", meanwhile):
        heard.news()
    assert heard.reader.power == FR
    sheets.submit(game=game, power=FR, typed="A Mar H")
    assert heard.news() == []
    assert heard.reader.power == ""


def test_who_leaves_while_his_minute_is_looked_at_is_told_nothing_that_came_after(
    game: Game,
) -> None:
    heard, read = _Stream(game, _signed_in()), part_of
    sheets.submit(game=game, power=FR, typed="A Par H")
    assert heard.news() == ["sheet"]

    def meanwhile(*asked: Any) -> Any:
        by = read(*asked)
        seats.give_up(game=game, user=person(FR))
        sheets.submit(game=game, power=FR, typed="A Mar H")
        return by

    with patch.object(stream, "part_of", meanwhile):
        assert "sheet" not in heard.news(stood=None)


class _Stream:
    """A stream of the player of France, by what it asks the database."""

    def __init__(self, game: Game, request: HttpRequest) -> None:
        self.game, self.request = game, request
        self.reader = reader(game, FR)
        self.at = so_far(fresh(game)).told(self.reader.audiences)
        self.who = stream._Known()
        self.asked = 0

    def news(self, stood: bool | None = False) -> list[str]:
        """What he hears; what his window woke by is known."""
        audiences = self.reader.audiences
        told = so_far(fresh(self.game)).told(audiences)
        counts = None if stood is None else dict(zip(audiences, told, strict=True))
        with CaptureQueriesContext(connection) as asked:
            found, kinds, self.at, _ = stream._news(
                *(self.request, self.game.slug, self.game.pk, self.reader, self.at, stood),
                counts=counts,
                who=self.who,
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
