"""When phases end: pure functions of a game's times and the clock.

A phase lasts its minutes. With a fixed time of day it then lasts on until that
time comes, by the clock of the game's zone; weekends off, it never ends on a
Saturday or Sunday there. A phase that began a little late, because the one
before had to be processed, is not made a day longer by that.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from legation.board.calendar import ADJUSTMENT, RETREAT

LIVE = 180
"""Phases of so many minutes or fewer are played live: all are at their boards."""

_LATE = timedelta(hours=1)
_SATURDAY = 5


@dataclass(frozen=True, slots=True)
class Times:
    """The lengths of phases and of the one extension, in minutes; None is without end."""

    movement: int | None = None
    retreat: int | None = None
    adjustment: int | None = None
    grace: int = 0
    fixed: time | None = None
    zone: str = "UTC"
    weekends_off: bool = False

    def minutes(self, kind: str) -> int | None:
        """How long a phase of this kind lasts; a set-up lasts as long as a movement."""
        return {RETREAT: self.retreat, ADJUSTMENT: self.adjustment}.get(kind, self.movement)

    @property
    def live(self) -> bool:
        """Are the movement phases so short that all stay at their boards?"""
        return self.movement is not None and self.movement <= LIVE


def deadline(times: Times, kind: str, now: datetime) -> datetime | None:
    """When a phase of this kind ends that begins now; None where it waits for its players."""
    minutes = times.minutes(kind)
    if minutes is None:
        return None
    length = timedelta(minutes=minutes)
    if times.live:
        return now.astimezone(UTC) + length
    zone = ZoneInfo(times.zone)
    if times.fixed is None:
        return _off_weekend(times, (now.astimezone(UTC) + length).astimezone(zone))
    earliest = now.astimezone(UTC) + length - min(_LATE, length / 4)
    day = earliest.astimezone(zone).date()
    at = on_clock(datetime.combine(day, times.fixed), zone)
    if at < earliest:
        day += timedelta(days=1)
    while times.weekends_off and day.weekday() >= _SATURDAY:
        day += timedelta(days=1)
    return on_clock(datetime.combine(day, times.fixed), zone)


def extension(times: Times, now: datetime) -> datetime:
    """Until when a phase is extended for who has missed its end."""
    until = now.astimezone(UTC) + timedelta(minutes=times.grace)
    if times.live:
        return until
    return _off_weekend(times, until.astimezone(ZoneInfo(times.zone)))


def no_earlier(times: Times, at: datetime) -> datetime:
    """The first moment from this one on at which a phase may end."""
    zone = ZoneInfo(times.zone)
    if times.fixed is None:
        return _off_weekend(times, at.astimezone(zone))
    day = at.astimezone(zone).date()
    while on_clock(datetime.combine(day, times.fixed), zone) < at or (
        times.weekends_off and day.weekday() >= _SATURDAY
    ):
        day += timedelta(days=1)
    return on_clock(datetime.combine(day, times.fixed), zone)


def on_clock(wall: datetime, zone: ZoneInfo) -> datetime:
    """The moment at which a clock in the zone shows this time.

    A time that is skipped in spring is taken by the clock as it was, so that
    it falls right after the gap; of one that comes twice in autumn it is the first.
    """
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def reminder(now: datetime, due: datetime) -> datetime | None:
    """When those who are not ready are reminded; None where the phase is too short for it."""
    left = due - now
    if left < timedelta(hours=2):
        return None
    return due - min(left / 4, timedelta(hours=12))


def after_quiet(at: datetime, zone: ZoneInfo, start: time | None, end: time | None) -> datetime:
    """The moment, or the end of the quiet hours in which it falls."""
    if start is None or end is None or start == end:
        return at
    local = at.astimezone(zone)
    now, day = local.time(), local.date()
    if start < end:
        quiet = start <= now < end
    else:
        quiet = now >= start or now < end
        if now >= start:
            day += timedelta(days=1)
    return max(at, on_clock(datetime.combine(day, end), zone)) if quiet else at


def _off_weekend(times: Times, at: datetime) -> datetime:
    """The moment, moved to the same time on Monday where it is in a weekend that is off."""
    day = at.date()
    while times.weekends_off and day.weekday() >= _SATURDAY:
        day += timedelta(days=1)
    if day == at.date():
        return at.astimezone(UTC)
    assert isinstance(at.tzinfo, ZoneInfo)
    return on_clock(datetime.combine(day, at.time()), at.tzinfo)
