"""Announced absences: a deadline that falls in one is put off until who was away has had a day.

It is looked at when a phase opens, and once more when its end has come, for who
has announced it since; sheets have no part in it, so that it tells nothing of
them. Where all see who is asked for orders, those alone count; in an anonymous
game everybody who is still in it, so that it is the same whichever power is
his, and it is said that somebody is away. Else the power is named: names are
shown there anyhow.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Sum
from django.utils.text import get_text_list

from legation.server.accounts.away import today
from legation.server.accounts.models import Absence
from legation.server.games import logged
from legation.server.games.asked import asked, still_in
from legation.server.games.models import DEFERRED, IGNORED, Game, Seat
from legation.server.games.models.deferral import Deferral
from legation.server.games.time import deadline, no_earlier, on_clock
from legation.sight.viewer import SPECTATOR
from legation.table.game import Game as Table

YEAR = timedelta(days=365)
_DAY = timedelta(days=1)
NOW = "away until"
_SOON = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Deferred:
    """Until when a phase is put off, why, and how much of that is for which user."""

    until: datetime
    why: str
    spans: Mapping[int, timedelta]


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
        start, end = (_midnight(day, each.user.tz) for day in (each.first, each.last + _DAY))
        windows.append((start, end + min(_DAY, timedelta(minutes=minutes)), each.user_id))
    if not windows:
        return None
    playing = powers.values()
    if row.anonymous:
        counted = still_in(table.view(SPECTATOR), playing)
    else:
        counted = asked(table, playing).waited_for
    until, spans = due, dict[int, timedelta]()
    again = True
    while again:
        again = False
        for start, end, user in windows:
            room = _left(row, user, now) - spans.get(user, timedelta(0))
            if powers[user] in counted and start <= until < end and room > timedelta(0):
                span = min(end - until, room)
                spans[user] = spans.get(user, timedelta(0)) + span
                until, again = no_earlier(row.times, until + span), True
    named = get_text_list(sorted(powers[user] for user in spans), "and")
    verb = "are" if len(spans) > 1 else "is"
    why = "as somebody is away" if row.anonymous else f"as {named} {verb} away"
    return Deferred(until, why, spans) if spans else None


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return on_clock(datetime.combine(day, time.min), zone)


def _left(row: Game, user: int, now: datetime) -> timedelta:
    """How long the game still waits for a player in this year of play."""
    begun = row.started_at or now
    year = begun + (now - begun) // YEAR * YEAR
    spent = Deferral.objects.filter(game=row, user=user, made_at__gte=year)
    return timedelta(days=row.away_days) - (spent.aggregate(all=Sum("span"))["all"] or timedelta(0))


def count(row: Game, later: Deferred, now: datetime) -> None:
    """Counts what was put off for each, in the transaction that writes the game."""
    Deferral.objects.bulk_create(
        Deferral(game=row, user_id=user, made_at=now, span=span)
        for user, span in later.spans.items()
    )


def log(row: Game, later: Deferred, now: datetime) -> None:
    """Counts it, and writes down that the phase that has opened lasts longer."""
    count(row, later, now)
    at = later.until.astimezone(ZoneInfo(row.zone))
    said = f"The phase lasts until {at:%H:%M}, {at.day} {at:%B} ({row.zone}), {later.why}."
    logged.write(row, "", said, now)


def said_of(row: Game) -> dict[int, str]:
    """Who of the players is away now, or will be soon, and when, by the number of his account."""
    if row.absences == IGNORED or row.times.live or not row.going_on:
        return {}
    found: dict[int, str] = {}
    users = Seat.objects.filter(game=row).values("user")
    away = Absence.objects.filter(user__in=users).select_related("user").order_by("-first", "-pk")
    for each in away:
        now = today(each.user)
        if each.first <= now <= each.last:
            found[each.user_id] = f"{NOW} {_said(each.last)}"
        elif now < each.first <= now + _SOON:
            found[each.user_id] = f"away from {_said(each.first)} to {_said(each.last)}"
    return found


def _said(day: date) -> str:
    return f"{day.day} {day:%B}"
