"""Until when the sheet of each power is taken: with the phase, or as it was given more time.

Where the game master has given one power more time (`games.more_time`), the
phase waits for that sheet alone: all others are closed at the end that all had,
so that nobody else gains by it. That the phase waits, and until when, is told
to all; for whom, to nobody else.

When the others are closed, one power alone can write. So what all can see of
who has written, a seat that is back from its bot, waits until such a phase is
over, and seats that are open are not taken meanwhile: from when time was given,
so that nobody can tell who wrote before the others were closed, and who after.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from legation.errors import StateError
from legation.server.games import lost
from legation.server.games.models import DUE, PAUSED, Deadline, Game
from legation.server.games.models.respite import Respite
from legation.server.site import moment

CLOSED = "sheets for this phase are closed; it waits only for who was given more time."


def of(row: Game) -> dict[str, datetime]:
    """The powers that were given more time in the open phase, each until when."""
    if not row.waits or row.due is None:
        return {}
    rows = Respite.objects.filter(game=row, serial=row.serial, before__lt=row.waits)
    return {each.power: row.due - each.before for each in rows}


def are_given(row: Game) -> bool:
    """Was somebody given more time in the phase that is open? All know that."""
    return row.waits is not None


def ends_for(row: Game, power: str) -> datetime | None:
    """Until when the sheet of a power is taken; None where no time is set."""
    if not row.waits:
        return row.due
    return of(row).get(power, row.closes)


def are_closed(row: Game, now: datetime) -> bool:
    """Is the time over that all had, and the phase waits for who was given more?"""
    left = _left(row, now)
    return row.waits is not None and left is not None and left <= row.waits


def are_shut(row: Game, now: datetime) -> bool:
    """Has a worker closed the sheets of the others, when their time was over?

    A clock that has jumped closes none: workers give that time back first. One
    that is stopped has told what was left.
    """
    if not are_closed(row, now) or row.state == PAUSED:
        return are_closed(row, now)
    ends = Deadline.objects.filter(game=row, serial=row.serial, kind=DUE, done_at=None)
    return ends.filter(due_at__gt=row.closes).exists()


def _left(row: Game, now: datetime) -> timedelta | None:
    """How long the phase goes on; a clock that is stopped keeps it."""
    if row.state == PAUSED:
        return row.time_left
    return row.due - now if row.due else None


def check(row: Game, power: str) -> None:
    """Says whether the sheet of a power is still taken; the game's row is locked.

    Raises:
        StateError: where it was closed with all others.
    """
    now = lost.hour(row) if row.waits else moment.now()
    if are_shut(row, now) and power not in waited_for(row, now):
        raise StateError(CLOSED)


def waited_for(row: Game, now: datetime) -> frozenset[str]:
    """The powers that were given more time, as far as that is not over."""
    left = _left(row, now)
    if not row.waits or left is None:
        return frozenset()
    rows = Respite.objects.filter(game=row, serial=row.serial, before__lt=left)
    return frozenset(rows.values_list("power", flat=True))


def look_at(row: Game, now: datetime) -> datetime | None:
    """When a phase is to be looked at: when sheets close, when each time that was given is over."""
    if not are_closed(row, now):
        return row.closes
    return min((until for until in of(row).values() if until > now), default=row.due)


def said(row: Game, due: datetime, closes: datetime) -> str:
    """What everybody is told of until when a phase goes on, and when the others' sheets close."""
    zone = ZoneInfo(row.zone)
    at, closing = (
        f"{t:%H:%M}, {t.day} {t:%B}" for t in (due.astimezone(zone), closes.astimezone(zone))
    )
    if due == closes:
        return f"until {at} ({row.zone})"
    return (
        f"until {at} ({row.zone}), for who was given more time; all other sheets close at {closing}"
    )


@dataclass(frozen=True, slots=True)
class Given:
    """What was given in a phase: which it was, and how long each has `left` at a moment."""

    phase: str
    at: datetime
    left: Mapping[str, timedelta]


def given(row: Game) -> Given:
    """What powers were given in the phase that is open, before it is open anew."""
    now = moment.now()
    return Given(row.phase, now, left_for(row, now))


def left_for(row: Game, now: datetime) -> dict[str, timedelta]:
    """How long the sheet is taken of each power that was given more time and has it still."""
    left = _left(row, now)
    if not row.waits or left is None:
        return {}
    rows = Respite.objects.filter(game=row, serial=row.serial, before__lt=min(left, row.waits))
    return {each.power: left - each.before for each in rows}


def carry(row: Game, left: Mapping[str, timedelta], now: datetime) -> list[str]:
    """Keeps what powers have `left` in a phase with another end, or open anew; `row` has that end.

    It is the end of all others then. Returns whose time is over no later than that.
    """
    common = _left(row, now)
    kept = {p: span for p, span in left.items() if common is not None and span > common}
    Respite.objects.filter(game=row, serial=row.serial).delete()
    row.waits = max(kept.values()) - common if kept and common is not None else None
    if row.waits:
        row.due = row.due and row.due + row.waits
        row.time_left = row.time_left and row.time_left + row.waits
        whole = max(kept.values())
        for power, span in sorted(kept.items()):
            Respite.objects.create(game=row, serial=row.serial, power=power, before=whole - span)
    Game.objects.filter(pk=row.pk).update(due=row.due, time_left=row.time_left, waits=row.waits)
    return sorted(set(left) - set(kept))


def moved(row: Game, due: datetime) -> None:
    """Keeps what was given where it is, though the phase has another end; `row` has the old one."""
    for power, until in of(row).items():
        rows = Respite.objects.filter(game=row, serial=row.serial, power=power)
        rows.update(before=due - until)
