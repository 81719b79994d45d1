"""The clock: what a jump or a long outage takes from a phase is given back, and nothing ends by it.

The worker is told what the database's clock says; a day has no other meaning here.
"""

from datetime import datetime, timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone
from pytest_django import Settings
from tables import fresh, person, started

from legation.server.accounts import limits
from legation.server.accounts.models import Attempt
from legation.server.games import clock, create, lost, process, sheets
from legation.server.games.models import DUE, START, Deadline, Event, Game, LogEntry
from legation.server.games.offer import Offer
from legation.server.post import outbox
from legation.server.post.models import Letter
from legation.server.running import steady
from legation.server.running.carrier import Carrier
from legation.server.running.models import Worker
from legation.server.running.worker import Working
from legation.server.site import moment
from legation.server.studio import jobs
from legation.server.studio.models import BUILD, CHECK, Draft, Job

pytestmark = pytest.mark.django_db
MONTH, HOUR = timedelta(days=30), timedelta(hours=1)
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)


@pytest.fixture
def now() -> datetime:
    return timezone.now()


def due_of(game: Game) -> datetime:
    """When a phase ends: as all are told, and as the worker keeps it."""
    row = fresh(game)
    kept = Deadline.objects.get(game=game, kind=DUE, serial=row.serial).due_at
    assert row.due == kept
    assert kept is not None
    return kept


def told(game: Game) -> list[str]:
    rows = LogEntry.objects.filter(game=game, actor="The server").order_by("pk")
    return list(rows.values_list("text", flat=True))


def test_a_clock_a_month_ahead_ends_no_phase_and_no_session(now: datetime) -> None:
    games = [started("France"), started("Turkey")]
    dues = [due_of(game) for game in games]
    expires = now + timedelta(days=14)
    Session.objects.create(session_key="x" * 32, session_data="", expire_date=expires)
    Working("right").once(now)
    Working("ahead").once(now + MONTH)
    assert [fresh(game).serial for game in games] == [0, 0]
    assert [due_of(game) for game in games] == [due + MONTH for due in dues]
    assert Session.objects.count() == 1
    for game in games:
        (said,) = told(game)
        assert said.startswith("The server was away, or its clock was set on, for 30 days. ")
        assert Event.objects.filter(game=game, audience="", kind="deadline").count() == 1
    # Set right again, it leaves everybody the time that he had.
    Working("right").once(now + SECOND)
    assert [due_of(game) for game in games] == [due + SECOND for due in dues]
    assert Session.objects.count() == 1
    for game in games:
        said = told(game)[-1]
        assert said.startswith("The server's clock was set back by 30 days")


def test_who_looks_on_with_a_wrong_clock_throws_nothing_away(now: datetime) -> None:
    Session.objects.create(
        session_key="x" * 32, session_data="", expire_date=now + timedelta(days=14)
    )
    Working("first").once(now)
    worker = Working("ahead")
    for looks in range(13):
        worker.once(now + MONTH + timedelta(minutes=59) * looks)
    assert Session.objects.count() == 1
    worker.once(now + MONTH + 12 * HOUR)
    assert not Session.objects.exists(), "it has gone on evenly for half a day"


def test_who_read_the_clock_before_it_was_set_right_throws_nothing_away(now: datetime) -> None:
    Session.objects.create(
        session_key="x" * 32, session_data="", expire_date=now + timedelta(days=14)
    )
    Working("first").once(now)
    worker = Working("ahead")
    wrong = steady.look(lambda: now + MONTH).at
    steady.look(lambda: now + SECOND)  # by another, before this one goes on
    worker._beat(wrong)
    assert Session.objects.count() == 1


def test_an_outage_is_given_back(now: datetime) -> None:
    game = started("France", movement=3 * 60 + 30)
    Working("first").once(now)
    ends = due_of(game)
    # Nobody looks for 4 hours 20 minutes; the phase had 3 hours 30 minutes left.
    away = timedelta(hours=4, minutes=20)
    Working("second").once(now + away)
    assert fresh(game).serial == 0
    assert due_of(game) == ends + away
    local = ends + away
    assert told(game) == [
        "The server was away, or its clock was set on, for 4 hours 20 minutes."
        f" The phase goes on until {local:%H:%M}, {local.day} {local:%B} (UTC)."
    ]
    worker = Working("second")
    for _ in range(4):  # it looks all the time now
        now += timedelta(minutes=50)
        worker.once(now + away)
    assert fresh(game).serial == 0
    worker.once(now + away + timedelta(minutes=20))
    assert fresh(game).serial == 1


def test_a_short_outage_takes_its_time(now: datetime) -> None:
    game = started("France", movement=50)
    Working("first").once(now)
    Working("second").once(now + HOUR)
    assert fresh(game).serial == 1
    assert told(game) == []


def test_only_what_waits_for_its_time_is_moved(now: datetime) -> None:
    running, paused, ended = (started("France") for _ in range(3))
    clock.pause(game=paused, actor="Master")
    Game.objects.filter(pk=ended.pk).update(state="finished", due=None)
    Deadline.objects.filter(game=ended).update(done_at=now)
    offer = Offer(name="Later", starts="time", start_at=now + 2 * HOUR, fill_bot="random")
    forming = create.create(user=person("Anna"), offer=offer)
    left, over = fresh(paused).time_left, Deadline.objects.get(game=ended, kind=DUE).due_at
    Working("first").once(now)
    Working("second").once(now + 3 * HOUR)
    assert fresh(paused).time_left == left
    assert Deadline.objects.get(game=ended, kind=DUE).due_at == over
    assert fresh(forming).state == "forming"
    assert fresh(forming).start_at == now + 5 * HOUR
    assert Deadline.objects.get(game=forming, kind=START).due_at == now + 5 * HOUR
    assert [len(told(game)) for game in (running, paused, ended, forming)] == [1, 0, 0, 1]


def test_what_a_clock_that_was_ahead_has_written_waits_no_month(now: datetime) -> None:
    Working("first").once(now)
    ahead = now + MONTH
    Working("ahead").once(ahead)
    for _ in range(3):
        limits.allowed("sign-up", "somebody", 2, HOUR)
    Attempt.objects.update(until=ahead + HOUR)
    Working("right").once(now + SECOND)
    assert Attempt.objects.get().until == now + HOUR + SECOND
    assert list(Worker.objects.values_list("name", flat=True)) == ["first", "right"]


def written(at: datetime, after: timedelta) -> Letter:
    """A letter, written at a moment, that is to go some time after it."""
    ann = person("Ann")
    return Letter(
        key="k", user=ann, kind="game", subject="S", body="B", made_at=at, due_at=at + after
    )


@pytest.mark.parametrize("ahead", [MONTH, 3 * HOUR])
@pytest.mark.parametrize("in_hand", [False, True])
def test_a_letter_of_a_clock_that_was_ahead_goes_though_nobody_has_seen_it_jump(
    now: datetime, ahead: timedelta, in_hand: bool
) -> None:
    outbox.post([written(now + ahead, 0 * HOUR)])
    if in_hand:  # of who has died with it
        assert outbox.claim(Letter.objects.get(), now + ahead)
    assert Carrier().once(now + SECOND) == 1
    assert Letter.objects.get().sent_at is not None


@pytest.mark.parametrize("back", [0 * HOUR, 2 * MINUTE, 5 * HOUR])
def test_quiet_hours_hold_where_the_clock_is_set_back(now: datetime, back: timedelta) -> None:
    outbox.post([written(now, 8 * HOUR)])
    assert Carrier().once(now - back) == 0
    assert not outbox.claim(Letter.objects.get(), now - back)
    assert Carrier().once(now + 8 * HOUR) == 1


def test_no_quiet_hours_last_a_month(now: datetime) -> None:
    outbox.post([written(now + MONTH, 8 * HOUR)])
    assert Carrier().once(now) == 1


def test_what_somebody_has_in_hand_is_no_others(now: datetime) -> None:
    outbox.post([written(now, 0 * HOUR)])
    letter = Letter.objects.get()
    assert outbox.claim(letter, now + MINUTE)
    assert not outbox.claim(letter, now)
    outbox.not_sent(letter, OSError("it is away"))
    assert not outbox.claim(letter, now), "it is tried again in a minute"


def test_letters_of_a_clock_that_was_ahead_are_not_of_this_day(
    now: datetime, settings: Settings
) -> None:
    settings.LETTERS = 1
    outbox.post([written(now + MONTH, HOUR)])
    later = written(now, HOUR)
    later.key = "later"
    outbox.post([later])
    assert Letter.objects.count() == 2


def test_a_job_of_a_clock_that_was_ahead_is_free(now: datetime) -> None:
    dates = dict.fromkeys(("made_at", "changed_at"), now)
    draft = Draft.objects.create(owner=person("Ann"), document=b"", **dates)
    for kind in (CHECK, BUILD):
        Job.objects.create(draft=draft, kind=kind, serial=1, asked_at=now)
    first, second = Job.objects.order_by("pk")
    assert jobs.claim(first, now + MONTH)
    assert jobs.waiting(now) == [first, second]
    assert jobs.claim(second, now), "what is in no hand keeps no other of its designer waiting"


def test_who_lets_hours_pass_on_purpose_is_believed(now: datetime) -> None:
    game = started("France", movement=90)
    Working("cron", trusting=True).once(now)
    Working("cron", trusting=True).once(now + 2 * HOUR)
    assert fresh(game).serial == 1
    assert told(game) == []


def test_who_read_the_clock_before_it_was_set_right_ends_no_phase(now: datetime) -> None:
    game = started("France")
    Working("right").once(now)
    wrong = steady.look(lambda: now + MONTH)
    ends = due_of(game)
    steady.look(lambda: now + SECOND)
    deadline = Deadline.objects.get(game=game, kind=DUE)
    for given in (wrong.lost, MONTH):
        came = process.process(deadline=deadline, worker="slow", now=wrong.at, given=given)
        assert came == process.BUSY
    assert fresh(game).serial == 0
    assert due_of(game) == ends - MONTH + SECOND
    deadline.refresh_from_db()
    assert (deadline.claimed_by, deadline.lease_until, deadline.tries) == ("", None, 0)


@pytest.mark.parametrize("step", ["claimed", "loaded", "advanced"])
def test_a_phase_that_is_ended_while_the_clock_is_set_right_waits(
    step: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was worked out by the wrong hour is not written."""
    game = started("France", grace=0, movement=60)
    Working("right").once(now)
    back = steady.look(lambda: now - 5 * HOUR)
    ends = due_of(game)
    assert back.lost == -5 * HOUR
    deadline = Deadline.objects.get(game=game, kind=DUE)
    met: list[lost.Moment] = []

    def reached(at: str) -> None:
        if at == step and not met:
            met.append(steady.look(lambda: now + SECOND))

    monkeypatch.setattr(process, "reached", reached)
    came = process.process(deadline=deadline, worker="slow", now=ends, given=back.lost)
    assert (came, len(met)) == (process.BUSY, 1)
    assert fresh(game).serial == 0
    assert due_of(game) == ends + 5 * HOUR + SECOND
    assert Deadline.objects.get(game=game, kind=DUE).lease_until is None


def test_a_game_that_has_not_been_given_its_time_neither_starts_nor_ends(now: datetime) -> None:
    game = started("France")
    offer = Offer(name="Later", starts="time", start_at=now + HOUR, fill_bot="random")
    forming = create.create(user=person("Anna"), offer=offer)
    create.join(game=forming, user=person("Ann"))
    lost.add(3 * HOUR)  # and whoever moves the times has not come to them yet
    late, given = now + MONTH, lost.total()
    for each, kind in ((game, DUE), (forming, START)):
        deadline = Deadline.objects.get(game=each, kind=kind)
        assert not process.claim(deadline, "early", late, given)
    assert not create.start_if_due(deadline=deadline, now=late, given=given)
    assert fresh(forming).state == "forming"
    assert lost.catch_up(now) == 2
    assert process.claim(deadline, "in time", late, given)
    assert create.start_if_due(deadline=deadline, now=late, given=given)
    assert lost.catch_up(now) == 0, "nobody is given anything twice"


def test_a_game_that_begins_after_an_outage_has_lost_nothing_by_it(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    Working("first").once(now)
    Working("second").once(now + 5 * HOUR)
    monkeypatch.setattr(moment, "now", lambda: now + 5 * HOUR)
    game = started("France")
    ends = due_of(game)
    Working("second").once(now + 5 * HOUR + timedelta(minutes=1))
    assert due_of(game) == ends
    assert told(game) == []


def test_who_is_ready_while_the_clock_is_ahead_does_not_wait_for_that_hour(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started("France")
    ends = due_of(game)
    monkeypatch.setattr(moment, "now", lambda: now + MONTH)
    sheets.submit(game=game, power="France", typed="", settled=True)
    assert Deadline.objects.get(game=game, kind=DUE).early == "ready"
    assert due_of(game) == ends
    monkeypatch.undo()
    Working("first").once(now)
    Working("second").once(now + 2 * HOUR)
    assert fresh(game).serial == 1, "it waits for nobody, and not for what was lost"
