"""Announced absences: a deadline that falls in one is put off until who was away has had a day.

It is looked at when a phase opens, and once more when its end has come, for who
has announced it since; sheets have no part in it, so that it tells nothing of
them. Those count who are asked for orders, as all may know, and they are named: an
anonymous game, where that would tell whose account is whose, is not offered so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils.text import get_text_list

from legation.server.accounts.absences import today
from legation.server.accounts.models import Absence
from legation.server.games import logged
from legation.server.games.asked import asked
from legation.server.games.models import DEFERRED, Game, Seat
from legation.server.games.models.deferral import Deferral
from legation.server.games.time import deadline, no_earlier, on_clock
from legation.table.game import Game as Table

YEAR = timedelta(days=365)
_DAY = timedelta(days=1)
_SOON = timedelta(days=30)
_LAST = date.max - 3 * _DAY  # so that a day or two can be added to it, in every zone


@dataclass(frozen=True, slots=True)
class Deferred:
    """Until when a phase is put off, why, and which stretch of that is for which user."""

    until: datetime
    why: str
    stretches: Sequence[tuple[int, datetime, datetime]]


def opens(row: Game, table: Table, now: datetime) -> tuple[datetime | None, Deferred | None]:
    """When the phase ends that opens on the table, and what was put off by absences for it."""
    due = deadline(row.times, table.phase.kind, now)
    later = deferred(row, table, due, now)
    return (later.until if later else due), later


def deferred(row: Game, table: Table, due: datetime | None, now: datetime) -> Deferred | None:
    """The end of the open phase where `due` falls in an absence; None where it falls in none."""
    if due is None or row.absences != DEFERRED or row.times.live:
        return None
    seats = Seat.objects.filter(game=row, bot="")
    powers = dict(seats.values_list("user", "power"))
    since = (due - 3 * _DAY).date()  # whatever the zone, and with the day after it
    away = Absence.objects.filter(user__in=powers, last__gte=since)
    windows = []
    minutes = row.times.minutes(table.phase.kind) or 0
    for each in away.select_related("user").order_by("last", "pk") if powers else ():
        start, end = (
            _midnight(day, each.user.tz) for day in (each.first, min(each.last, _LAST) + _DAY)
        )
        windows.append((start, end + min(_DAY, timedelta(minutes=minutes)), each.user_id))
    if not windows:
        return None
    counted = asked(table, powers.values()).waited_for
    until, stretches = due, list[tuple[int, datetime, datetime]]()
    again = True
    while again:
        again = False
        for start, end, user in windows:
            room = _left(row, user, now) - _spent(stretches, user)
            if powers[user] in counted and start <= until < end and room > timedelta(0):
                ends = until + min(end - until, room)
                stretches.append((user, until, ends))
                until, again = no_earlier(row.times, ends), True
    named = sorted({powers[user] for user, _, _ in stretches})
    return Deferred(until, _because(named), stretches) if stretches else None


def _spent(stretches: Iterable[tuple[int, datetime, datetime]], user: int) -> timedelta:
    """How long it has been waited for a player."""
    spans = (until - since for whose, since, until in stretches if whose == user)
    return sum(spans, timedelta(0))


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return on_clock(datetime.combine(day, time.min), zone)


def _left(row: Game, user: int, now: datetime) -> timedelta:
    """How long the game still waits for a player in this year of play."""
    begun = row.started_at or now
    year = begun + (now - begun) // YEAR * YEAR
    waited = Deferral.objects.filter(game=row, user=user, since__gte=year, since__lt=now)
    spans = (min(until, now) - since for since, until in waited.values_list("since", "until"))
    return timedelta(days=row.away_days) - sum(spans, timedelta(0))


def count(row: Game, later: Deferred) -> None:
    """Counts what was put off for each, in the transaction that writes the game."""
    Deferral.objects.bulk_create(
        Deferral(game=row, user_id=user, since=since, until=until)
        for user, since, until in later.stretches
    )


def stop(row: Game, now: datetime) -> None:
    """A phase has ended: what was not waited any more counts for nobody."""
    rows = Deferral.objects.filter(game=row, until__gt=now)
    rows.filter(since__gte=now).delete()
    rows.update(until=now)


def log(row: Game, later: Deferred, now: datetime) -> None:
    """Counts it, and writes down that the phase that has opened lasts longer."""
    count(row, later)
    at = later.until.astimezone(ZoneInfo(row.zone))
    said = f"The phase lasts until {at:%H:%M}, {at.day} {at:%B} ({row.zone}), {later.why}."
    logged.write(row, "", said, now)


def why_later(row: Game, now: datetime) -> str:
    """Whom the open phase waits for longer, as the log says it; empty for nobody."""
    if row.absences != DEFERRED or row.due is None or not row.tells_absences:
        return ""
    rows = Deferral.objects.filter(game=row, until__gt=now)
    seats = Seat.objects.filter(game=row, user__in=rows.values("user"))
    named = sorted(seats.values_list("power", flat=True))
    return _because(named) if named else ""


def _because(named: list[str]) -> str:
    return f"as {get_text_list(named, 'and')} {'are' if len(named) > 1 else 'is'} away"


def said_of(row: Game) -> dict[int, str]:
    """Who of the players is away now, or will be soon, and when, by the number of his account."""
    if not row.tells_absences:
        return {}
    found: dict[int, str] = {}
    users = Seat.objects.filter(game=row).values("user")
    away = Absence.objects.filter(user__in=users).select_related("user").order_by("-first", "-pk")
    for each in away:
        now = today(each.user)
        if each.first <= now <= each.last:
            found[each.user_id] = f"away until {_said(each.last)}"
        elif now < each.first <= now + _SOON:
            found[each.user_id] = f"away from {_said(each.first)} to {_said(each.last)}"
    return found


def _said(day: date) -> str:
    return f"{day.day} {day:%B}"
