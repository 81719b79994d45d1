"""Time left, in words and by the clock of who looks."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from legation.server.games import lost
from legation.server.games.models import FINISHED, PAUSED, Game

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def left(seconds: float) -> str:
    """How long that is: ``2 days 4 hours``, ``3 hours 20 minutes``, ``12 minutes``."""
    whole = int(seconds)
    if whole < _MINUTE:
        return "less than a minute"
    for size, noun, small, its in (
        (_DAY, "day", _HOUR, "hour"),
        (_HOUR, "hour", _MINUTE, "minute"),
        (_MINUTE, "minute", 0, ""),
    ):
        if whole >= size:
            words = [_some(whole // size, noun)]
            rest = whole % size // small if small else 0
            return " ".join([*words, *([_some(rest, its)] if rest else [])])
    return ""


def _some(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def by_clock(moment: datetime) -> str:
    """A moment as the reader's clock shows it: ``21:30, 3 August``."""
    local = timezone.localtime(moment)
    return f"{local:%H:%M}, {local.day} {local:%B}"


def time_said(
    game: Game, now: datetime, until: datetime | None, shut: bool, stands: bool = False
) -> str:
    """What a board says of the time: until when, and how long that is.

    `until` is when the reader's own sheet closes. Where the phase waits longer
    than that, or others have less time than he, he reads that as well. `shut`: it is closed.
    `stands`: it will be moved by what was lost.
    """
    if game.state == FINISHED:
        return f"over: {game.ending}"
    if game.state == PAUSED:
        return "paused"
    if stands:
        return lost.STANDS
    if game.due is None or game.closes is None or until is None:
        return "no deadline"
    seconds = max((until - now).total_seconds(), 0)
    waits = f"; the phase waits until {by_clock(game.due)}" if until < game.due else ""
    if not seconds:
        over = "sheets are closed" if waits and shut else "time is up"
        return f"{over} since {by_clock(until)}{waits}"
    alone = f", the others until {by_clock(game.closes)}" if until > game.closes else ""
    return f"{left(seconds)} left, until {by_clock(until)}{alone}{waits}"
