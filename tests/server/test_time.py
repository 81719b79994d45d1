"""When phases end: worked by hand, and as laws."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legation.server.games.time import Times, after_quiet, deadline, extension, reminder

DAY = 24 * 60
BERLIN = ZoneInfo("Europe/Berlin")
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe")


def at(text: str, zone: str = "UTC") -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


@pytest.mark.parametrize(
    ("began", "minutes", "ends"),
    [
        # Processed a few seconds late, it is not made a day longer.
        ("2026-06-01 21:00:07", DAY, "2026-06-02 21:00"),
        ("2026-06-01 21:50", DAY, "2026-06-02 21:00"),
        # All were ready in the morning: at least a day, and then until nine.
        ("2026-06-01 10:00", DAY, "2026-06-02 21:00"),
        ("2026-06-01 23:00", DAY, "2026-06-03 21:00"),
        # Friday evening, two days: Sunday is off.
        ("2026-06-05 21:00", 2 * DAY, "2026-06-08 21:00"),
        # The clocks go forward in the night: 23 hours are a day.
        ("2026-03-28 20:00", 3 * DAY, "2026-03-31 21:00"),
        # And back: it ends by the clock on the wall.
        ("2026-10-22 21:00", 5 * DAY, "2026-10-27 21:00"),
    ],
)
def test_a_fixed_hour(began: str, minutes: int, ends: str) -> None:
    times = Times(
        minutes, minutes, minutes, fixed=time(21), zone="Europe/Berlin", weekends_off=True
    )
    assert deadline(times, "movement", at(began, "Europe/Berlin")) == at(ends, "Europe/Berlin")


def test_each_kind_has_its_length() -> None:
    times, now = Times(2 * DAY, DAY, 720), at("2026-06-01 12:00")
    assert deadline(times, "movement", now) == at("2026-06-03 12:00")
    assert deadline(times, "setup", now) == at("2026-06-03 12:00")
    assert deadline(times, "retreat", now) == at("2026-06-02 12:00")
    assert deadline(times, "adjustment", now) == at("2026-06-02 00:00")
    assert deadline(Times(), "movement", now) is None


def test_without_a_fixed_hour_weekends_move_it_to_monday() -> None:
    times = Times(DAY, DAY, DAY, zone="Europe/Berlin", weekends_off=True)
    friday = at("2026-06-05 18:30", "Europe/Berlin")
    assert deadline(times, "movement", friday) == at("2026-06-08 18:30", "Europe/Berlin")


def test_live_games_know_no_weekends() -> None:
    times = Times(5, 3, 3, grace=2, fixed=time(21), weekends_off=True)
    saturday = at("2026-06-06 15:00")
    assert times.live
    assert deadline(times, "movement", saturday) == at("2026-06-06 15:05")
    assert extension(times, saturday) == at("2026-06-06 15:02")


def test_an_hour_that_the_clocks_leave_out() -> None:
    times = Times(DAY, DAY, DAY, fixed=time(2, 30), zone="Europe/Berlin")
    ends = deadline(times, "movement", at("2026-03-28 02:30", "Europe/Berlin"))
    assert ends == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)  # 3:30 in summer time


lengths = st.integers(1, 28 * DAY)
moments = st.datetimes(datetime(2024, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))


@settings(deadline=None)
@given(
    lengths, moments, st.none() | st.times(), st.sampled_from(ZONES), st.booleans(), st.booleans()
)
def test_a_phase_is_not_much_too_short_nor_too_long(
    minutes: int, now: datetime, fixed: time | None, zone: str, off: bool, folded: bool
) -> None:
    fixed = fixed and fixed.replace(fold=int(folded))
    times = Times(minutes, minutes, minutes, fixed=fixed, zone=zone, weekends_off=off)
    ends = deadline(times, "movement", now)
    assert ends is not None
    length = timedelta(minutes=minutes)
    allowed = timedelta(0) if times.live or fixed is None else min(timedelta(hours=1), length / 4)
    # The clock on a wall may jump by an hour while it goes.
    jump = timedelta(hours=1) if off or fixed else timedelta(0)
    assert now + length - allowed - jump <= ends
    longer = timedelta(0 if times.live else (2 if off else 0) + (1 if fixed else 0), 7200)
    assert ends <= now + length + longer
    local = ends.astimezone(ZoneInfo(zone))
    if off and not times.live:
        assert local.weekday() < 5
    if fixed and not times.live:
        shown = local.replace(tzinfo=None)
        wanted = datetime.combine(local.date(), fixed.replace(fold=0))
        assert abs(shown - wanted) <= timedelta(hours=1), "but for an hour that was left out"


@settings(deadline=None)
@given(moments, st.none() | st.times(), st.none() | st.times(), st.sampled_from(ZONES))
def test_quiet_hours(now: datetime, start: time | None, end: time | None, name: str) -> None:
    zone = ZoneInfo(name)
    sent = after_quiet(now, zone, start, end)
    assert now <= sent <= now + timedelta(hours=26)
    if start is None or end is None:
        assert sent == now
    if sent != now:
        assert end is not None
        off = datetime.combine(sent.astimezone(zone).date(), end)
        assert abs(sent.astimezone(zone).replace(tzinfo=None) - off) <= timedelta(hours=1)


def test_quiet_hours_over_midnight() -> None:
    night = (time(22), time(7))
    assert after_quiet(at("2026-06-01 23:00"), ZoneInfo("UTC"), *night) == at("2026-06-02 07:00")
    assert after_quiet(at("2026-06-02 06:59"), ZoneInfo("UTC"), *night) == at("2026-06-02 07:00")
    assert after_quiet(at("2026-06-02 07:00"), ZoneInfo("UTC"), *night) == at("2026-06-02 07:00")
    assert after_quiet(at("2026-06-02 12:00"), ZoneInfo("UTC"), *night) == at("2026-06-02 12:00")


def test_reminders() -> None:
    now = at("2026-06-01 12:00")
    assert reminder(now, now + timedelta(minutes=30)) is None
    assert reminder(now, now + timedelta(hours=24)) == now + timedelta(hours=18)
    assert reminder(now, now + timedelta(days=7)) == now + timedelta(days=6, hours=12)
