"""Notices about games: written with what they tell of, to browsers whose owners want them.

Each says the name of the game and what kind of thing happened, whoever reads it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from legation.server.devices.models import Browser, Notice
from legation.server.devices.notices import DEADLINE, END, PHASE
from legation.server.games.letters import readers
from legation.server.games.models import Game, Seat
from legation.server.games.time import after_quiet


def tell(row: Game, users: Iterable[int | None], kind: str, now: datetime) -> None:
    """Lets the browsers of these users be told, out of quiet hours; of one kind once at a time."""
    browsers = list(
        Browser.objects.filter(user__in=users, user__is_active=True)
        .select_related("user")
        .order_by("pk")
    )
    if not browsers:
        return
    path = f"/games/{row.slug}/"
    if kind in (PHASE, END):  # what was to end soon has ended
        Notice.objects.filter(browser__in=browsers, kind=DEADLINE, path=path).delete()
    fresh = [
        Notice(
            browser=browser,
            kind=kind,
            name=row.name,
            path=path,
            made_at=now,
            due_at=after_quiet(now, user.tz, user.quiet_from, user.quiet_to),
        )
        for browser in browsers
        for user in [browser.user]
    ]
    Notice.objects.bulk_create(fresh, ignore_conflicts=True)


def of_phase(row: Game, over: bool, seats: Sequence[Seat], now: datetime) -> None:
    """That a phase has closed; of live games that they are over, as letters do."""
    if over or not row.times.live:
        tell(row, readers(row, seats).keys(), END if over else PHASE, now)


def of_deadline(row: Game, powers: Collection[str], now: datetime) -> None:
    """That a phase ends soon, to those who are not ready."""
    seats = Seat.objects.filter(game=row, power__in=powers)
    tell(row, list(seats.values_list("user", flat=True)), DEADLINE, now)
