"""What masters and operators do while no worker looks, or the clock jumped: nobody loses time."""

import re
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from tables import fresh, person
from tables import started as begun_with

from legation import server
from legation.errors import StateError
from legation.server.games import clock, create, lost, more_time, postpone, respites, sheets
from legation.server.games.models import DUE, Deadline, Game, LogEntry
from legation.server.games.offer import Offer
from legation.server.office import acts
from legation.server.running.worker import Working
from legation.server.site import moment

pytestmark = pytest.mark.django_db
DAY, HOUR, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(seconds=1)
FR, TU = "France", "Turkey"


def started(*powers: str, **offer: Any) -> Game:
    """A game in which a phase has a day."""
    return begun_with(*powers, movement=24 * 60, **offer)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> datetime:
    """The hour at which a worker looked last; `later` lets time pass without one."""
    now = timezone.now()
    monkeypatch.setattr(moment, "now", lambda: now)
    return now


def later(monkeypatch: pytest.MonkeyPatch, at: datetime) -> None:
    monkeypatch.setattr(moment, "now", lambda: at)


def left(game: Game, at: datetime) -> timedelta:
    """How much time a phase has, as all are told and as the worker keeps it."""
    row = fresh(game)
    assert row.due is not None
    kept = Deadline.objects.get(game=game, kind=DUE, serial=row.serial).due_at
    assert kept == row.due
    return row.due - at


def told(game: Game) -> list[str]:
    rows = LogEntry.objects.filter(game=game, actor="The server").order_by("pk")
    return list(rows.values_list("text", flat=True))


@pytest.mark.parametrize("away", [2 * DAY, 30 * DAY, -5 * HOUR], ids=str)
def test_a_pause_while_no_worker_looks_keeps_the_time_that_was_left(
    away: timedelta, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, other = started(FR), started(FR)
    Working("before").once(now)
    begun = left(game, now)
    assert begun == DAY
    later(monkeypatch, now + away)
    clock.pause(game=game, actor="Master")
    assert fresh(game).time_left == begun
    assert [len(told(each)) for each in (game, other)] == [1, 0], "the others wait for a worker"
    later(monkeypatch, now + away + 3 * HOUR)
    clock.resume(game=game, actor="Master")
    assert left(game, now + away + 3 * HOUR) == begun
    # The worker is back, after three hours more in which it was away.
    Working("after").once(now + away + 3 * HOUR)
    assert left(game, now + away + 3 * HOUR) == begun
    assert left(other, now + away + 3 * HOUR) == begun
    assert [fresh(each).serial for each in (game, other)] == [0, 0]


def test_all_clocks_that_are_stopped_in_an_outage_go_on_as_they_stood(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [started(FR), started(TU)]
    Working("before").once(now)
    begun = [left(game, now) for game in games]
    later(monkeypatch, now + 2 * DAY)
    acts.stop_all(why="the power is out")
    assert [fresh(game).time_left for game in games] == begun
    later(monkeypatch, now + 3 * DAY)
    acts.go_on_all(why="it is back")
    assert [left(game, now + 3 * DAY) for game in games] == begun
    Working("after").once(now + 3 * DAY)
    assert [left(game, now + 3 * DAY) for game in games] == begun


def test_a_clock_that_is_set_right_while_a_game_stands_still_changes_nothing(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(FR)
    Working("before").once(now)
    begun = left(game, now)
    later(monkeypatch, now + 30 * DAY)
    clock.pause(game=game, actor="Master")
    later(monkeypatch, now + SECOND)
    clock.resume(game=game, actor="Master")
    assert left(game, now + SECOND) == begun
    Working("after").once(now + SECOND)
    assert left(game, now + SECOND) == begun


def test_what_is_told_in_an_outage_is_what_stands(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each act names an hour or a span, and the worker that comes back moves it no more."""
    set_, shifted, given = started(FR), started(FR), started(FR, TU, mastered=True)
    Working("before").once(now)
    begun = left(shifted, now)
    later(monkeypatch, now + 2 * DAY)
    clock.put_off(game=set_, until=now + 5 * DAY, actor="Master")
    clock.shift(game=shifted, by=HOUR, actor="The players")
    more_time.give(game=given, power=TU, until=now + 6 * DAY, actor="Master", serial=0)
    offer = Offer(name="New", starts="hand", fill_bot="random", movement=24 * 60)
    new = create.create(user=None, offer=offer)
    create.join(game=new, user=person(FR))
    create.start(game=new)
    Working("after").once(now + 2 * DAY)
    assert fresh(set_).due == now + 5 * DAY
    assert left(shifted, now + 2 * DAY) == begun + HOUR
    assert respites.of(fresh(given)) == {TU: now + 6 * DAY}
    assert left(new, now + 2 * DAY) == DAY
    assert told(new) == []
    assert [len(told(each)) for each in (set_, shifted, given)] == [1, 1, 1]


def test_who_was_given_more_time_has_it_still_when_the_workers_were_away(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(FR, TU, mastered=True)
    more_time.give(game=game, power=TU, until=now + 2 * DAY, actor="Master", serial=0)
    later(monkeypatch, now + DAY + SECOND)
    Working("before").once(now + DAY + SECOND)  # the others' sheets are closed now
    later(monkeypatch, now + 4 * DAY)
    sheets.submit(game=game, power=TU, typed="A Con - Bul")
    with pytest.raises(StateError, match="are closed"):
        sheets.submit(game=game, power=FR, typed="A Par - Pic")


def test_players_ask_for_more_time_when_the_workers_were_away(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time that all have is not over, though a worker was away at its end."""
    game = started(FR, TU, mastered=True, postpone="majority")
    more_time.give(game=game, power=TU, until=now + 2 * DAY, actor="Master", serial=0)
    Working("before").once(now)
    later(monkeypatch, now + DAY + HOUR)
    assert not postpone.ask(game=game, power=FR, minutes=60)
    assert postpone.agree(game=game, power=TU, asked=FR)
    row = fresh(game)
    assert row.closes == now + 2 * DAY + 2 * HOUR, "a day was left, and an hour is given"
    Working("after").once(now + DAY + HOUR)
    assert fresh(game).closes == row.closes


def test_who_acts_hour_by_hour_takes_no_outage_from_the_phases(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, other = started(FR), started(FR)
    Working("before").once(now)
    begun = left(other, now)
    for minutes in range(50, 1000, 50):
        later(monkeypatch, at := now + timedelta(minutes=minutes))
        clock.hold(game=game, held=True, actor="Master")
    Working("after").once(at)
    assert begun - HOUR <= left(other, at) <= begun


def test_where_a_worker_is_called_now_and_then_hours_are_no_outage(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(FR)
    begun = left(game, now)
    Working("cron", trusting=True).once(now)
    later(monkeypatch, now + 3 * HOUR)
    clock.pause(game=game, actor="Master")
    assert fresh(game).time_left == begun - 3 * HOUR
    assert lost.total() == timedelta(0)


def test_the_machines_clock_is_asked_only_where_it_may_be() -> None:
    """Times are the database's: `site.moment` alone asks, and who compares the two clocks."""
    room = Path(server.__file__).parent
    asks = re.compile(r"timezone\.now\b|datetime\.(now|today|utcnow)\b|date\.today\b")
    found = Counter(
        str(file.relative_to(room))
        for file in sorted(room.rglob("*.py"))
        if not {"migrations", "demo"} & set(file.parts)
        for _ in asks.findall(file.read_text())
    )
    assert found == {
        "accounts/models.py": 1,  # a default of the table, of which no account is made
        "running/doctor.py": 1,
        "site/moment.py": 1,
    }


def test_whether_a_session_has_ended_is_the_databases_to_say() -> None:
    client = Client()
    client.force_login(person(FR))
    month = timezone.now() + 30 * DAY
    with patch("django.utils.timezone.now", return_value=month):
        assert client.get("/accounts/profile/").status_code == 200
    Session.objects.update(expire_date=timezone.now() - SECOND)
    assert client.get("/accounts/profile/").status_code == 302
