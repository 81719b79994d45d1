"""What masters and operators do while no worker looks, or the clock jumped: nobody loses time."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from asking import browser
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone
from tables import fresh, person, reader
from tables import started as begun_with

from legation import server
from legation.errors import StateError
from legation.server.desk import page as desk
from legation.server.games import (
    clock,
    create,
    lost,
    more_time,
    postpone,
    respites,
    sheets,
    stream,
)
from legation.server.games.models import DUE, Deadline, Event, Game, LogEntry, LostTime
from legation.server.games.offer import Offer
from legation.server.games.readers import Reader
from legation.server.games.so_far import so_far
from legation.server.office import acts
from legation.server.running.models import Clock
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


def rows() -> list[Any]:
    """All that a read might write of times."""
    tables: list[Any] = [Game, Deadline, LogEntry, LostTime, Clock, Event]
    return [list(table.objects.order_by("pk").values()) for table in tables]


STANDING = "the clock stands: time was lost, and the deadline will be moved by it"
NO_HOUR = "the clock stands"


def shown(game: Game, offered: Game) -> dict[str, str]:
    """What is read of the times of a game, and of one that has not begun, by where it stands."""
    master, player, base = browser("Master"), browser(FR), f"/games/{game.slug}/"
    answers = {
        "board": player.get(base),
        "piece": player.get(base, {"parts": "line"}),
        "desk": master.get(f"{base}desk/"),
        "desks": master.get("/desks/"),
        "about": player.get(f"{base}about/"),
        "lobby": player.get("/games/", {"show": "running"}),
        "offers": Client().get("/games/"),
        "offer": Client().get(f"/games/{offered.slug}/about/"),
        "home": player.get("/"),
    }
    assert {answer.status_code for answer in answers.values()} == {200}
    said = {name: answer.content.decode() for name, answer in answers.items()}
    api = player.get(f"/api/games/{game.slug}").json()
    assert [api] == player.get("/api/games").json()
    return {**said, "api": repr((api["due"], api["stands"]))}


@pytest.mark.parametrize("away", [HOUR + SECOND, 30 * DAY, -5 * HOUR], ids=str)
def test_no_page_shows_an_hour_that_will_not_be_kept(
    away: timedelta, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(FR, mastered=True)
    start_at = now + 3 * DAY
    offer = Offer(name="New", starts="time", start_at=start_at, fill_bot="random")
    offered = create.create(user=None, offer=offer)
    Working("before").once(now)

    def hours() -> set[str]:
        """The hours of the rows, as pages write them in UTC."""
        due = fresh(game).due
        at = fresh(offered).start_at
        assert due
        assert at
        return {f"{each:%H:%M}, {each.day} {each:%B}" for each in (due, at)}

    told = hours()
    for name, text in shown(game, offered).items():
        assert NO_HOUR not in text, name
        assert name == "api" or any(hour in text for hour in told), name
    later(monkeypatch, now + away)
    before = rows()
    for name, text in shown(game, offered).items():
        assert not any(hour in text for hour in told), name
        assert "data-due" not in text, name
        assert NO_HOUR in text or name in ("api", "offer"), name
        assert (STANDING in text) == (name in ("board", "piece", "desk", "about")), name
    assert shown(game, offered)["api"] == "(None, True)"
    assert "later than it was to" in shown(game, offered)["offer"]
    assert rows() == before, "a read writes nothing"
    Working("after").once(now + away)
    told = hours()
    for name, text in shown(game, offered).items():
        assert NO_HOUR not in text, name
        assert name == "api" or any(hour in text for hour in told), name


def test_the_desk_shows_no_time_of_one_power_that_will_not_be_kept(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started(FR, TU, mastered=True)
    given = now + 2 * DAY
    more_time.give(game=game, power=TU, until=given, actor="Master", serial=0)
    Working("before").once(now)

    def untils() -> set[datetime | None]:
        rows = desk.context(fresh(game), reader(game, "Master"))["sheets"]()
        return {row["until"] for row in rows}

    assert untils() == {None, given}
    later(monkeypatch, now + DAY)
    assert untils() == {None}
    Working("after").once(now + DAY)
    assert untils() == {None, given + DAY}


def test_what_was_counted_by_an_act_holds_the_clocks_of_the_others(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who acts counts what was lost for all, and moves the times of his own game alone."""
    acted, other = started(FR), started(FR)
    Working("before").once(now)
    later(monkeypatch, now + 2 * DAY)
    clock.shift(game=acted, by=HOUR, actor="The players")
    player = browser(FR)

    def stands(game: Game) -> bool:
        return STANDING in player.get(f"/games/{game.slug}/").content.decode()

    assert [stands(acted), stands(other)] == [False, True]
    Working("after").once(now + 2 * DAY)
    assert [stands(acted), stands(other)] == [False, False]


def test_a_clock_stands_only_where_time_was_lost(now: datetime) -> None:
    """Not within an hour, not where hours pass on purpose, not without a deadline, nor stopped."""
    game, still = started(FR), started(FR)
    clock.pause(game=still, actor="Master")
    assert not lost.known(now + 30 * DAY).stands(fresh(game)), "nobody has looked yet"
    Working("before").once(now)
    for off in (HOUR, -HOUR):
        assert not lost.known(now + off).stands(fresh(game))
    known = lost.known(now + HOUR + SECOND)
    assert known.stands(fresh(game))
    assert not known.stands(fresh(still))
    Working("cron", trusting=True).once(now)
    assert not lost.known(now + 30 * DAY).stands(fresh(game))


def test_an_open_page_hears_that_the_clock_stands_and_that_it_goes_again(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has done anything, so no event is told; the stream asks when it asks who reads."""
    game = started(FR)
    Working("before").once(now)
    who = reader(game, FR)
    at = so_far(fresh(game)).told(who.audiences)
    request = HttpRequest()
    request.session = Client().session

    def stands() -> tuple[list[str], bool]:
        with patch.object(stream, "get_user", lambda _: person(FR)):
            _, kinds, _, stands = stream._news(request, game.slug, game.pk, who, at)
        return kinds, stands

    assert stands() == ([], False)
    later(monkeypatch, now + DAY)
    assert stands() == ([], True)
    Working("after").once(now + DAY)
    assert stands() == (["deadline"], False)
    answers = iter([False, True, True, False])

    async def ask(question: Any) -> Any:
        if question.func is stream._news:
            return who, [], at, next(answers)
        return {game.pk: dict(zip(who.audiences, at, strict=True))}

    async def heard() -> list[str]:
        told = stream._told(request, game.slug, game.pk, who, at)
        return [await asyncio.wait_for(anext(told), 5) for _ in range(5)]

    with (
        patch.object(stream, "ask", ask),
        patch.object(stream, "_BEAT", 0.01),
        patch.object(stream, "_MINUTE", 0),
    ):
        said = asyncio.run(heard())
    event = stream._event(at, "deadline")
    assert said[1:] == [":\n\n", event, ":\n\n", event]


def test_a_stream_asks_of_the_clock_each_minute_however_much_it_is_told() -> None:
    """Events come after 59 and 75 seconds, then nothing; a sign of life goes out every 15."""
    who, asked = Reader(user=1, power=FR), list[tuple[float, bool | None]]()
    looks = [(59.0, 1), (75.0, 2), *((75.0 + 15 * at, 2) for at in range(1, 5))]

    class Clock:
        now, told = 0.0, 0

        def time(self) -> float:
            return self.now

        async def after(self, audiences: Any, patience: float) -> dict[str, int]:
            del audiences, patience
            self.now, self.told = looks.pop(0)
            return {"": self.told}

    clock = Clock()

    @asynccontextmanager
    async def watched(*_: Any) -> AsyncIterator[Clock]:
        yield clock

    async def ask(question: Any) -> Any:
        asked.append((clock.now, question.args[-1]))
        return who, [], (clock.told, 0), False

    async def heard() -> None:
        told = stream._told(HttpRequest(), "void", 7, who, (0, 0))
        for _ in range(1 + 6):
            await anext(told)

    with (
        patch.object(stream, "ask", ask),
        patch.object(stream, "watch", watched),
        patch.object(asyncio, "get_running_loop", lambda: clock),
    ):
        asyncio.run(heard())
    assert asked == [(59.0, None), (75.0, False), (120.0, None)]


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
