"""Time that was lost: everything that waits for its moment is given it back.

Whether the server was away or its clock was wrong, a phase keeps the time that
it had left. So a clock that jumps and is set right again leaves all as it was.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import F

from legation.server.games import events
from legation.server.games.models import (
    AT_TIME,
    FORMING,
    RUNNING,
    Deadline,
    Game,
    LogEntry,
)

ACTOR = "The server"


def give_back(lost: timedelta, now: datetime) -> int:
    """Moves all deadlines by what was lost, which is negative where a clock was set back.

    Within a transaction. Says so in the log of each game whose time it was; of
    how many.
    """
    waiting = Deadline.objects.filter(done_at=None, due_at__isnull=False)
    waiting.update(due_at=F("due_at") + lost, lease_until=F("lease_until") + lost)
    forming = Game.objects.filter(state=FORMING, starts=AT_TIME, start_at__isnull=False)
    forming.update(start_at=F("start_at") + lost)
    running = Game.objects.filter(state=RUNNING, due__isnull=False)
    running.update(due=F("due") + lost)
    count = 0
    for game in [*forming.order_by("pk"), *running.order_by("pk")]:
        until = game.due if game.state == RUNNING else game.start_at
        assert until is not None
        LogEntry.objects.create(
            game=game,
            made_at=now,
            serial=game.serial,
            phase=game.phase,
            actor=ACTOR,
            text=_said(game, lost, until),
        )
        events.tell(game, [("", events.TIME)])
        count += 1
    return count


def in_words(span: timedelta) -> str:
    """How long something was: ``30 days``, ``3 hours 20 minutes``."""
    minutes = round(abs(span) / timedelta(minutes=1))
    parts = (("day", minutes // 1440), ("hour", minutes // 60 % 24), ("minute", minutes % 60))
    said = [f"{number} {noun}{'' if number == 1 else 's'}" for noun, number in parts if number]
    return " ".join(said)


def _said(game: Game, lost: timedelta, until: datetime) -> str:
    local = until.astimezone(ZoneInfo(game.zone))
    at = f"{local:%H:%M}, {local.day} {local:%B} ({game.zone})"
    what = f"The phase goes on until {at}" if game.state == RUNNING else f"The game starts at {at}"
    if lost < timedelta(0):
        return (
            f"The server's clock was set back by {in_words(lost)}, and all times with it. {what}."
        )
    return f"The server was away, or its clock was set on, for {in_words(lost)}. {what}."
